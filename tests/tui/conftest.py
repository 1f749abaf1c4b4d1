"""What the tests of the terminal app share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    """A file in a folder that is not there yet."""
    return tmp_path / "data" / "crescent" / "games.sqlite3"
