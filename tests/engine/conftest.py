"""What the tests of engines share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.survey.processes import all_gone, children


def open_files() -> set[str]:
    """The numbers of this process's open files."""
    return {path.name for path in Path("/proc/self/fd").iterdir() if path.exists()}


@pytest.fixture(name="nothing_is_left")
def _nothing_is_left() -> Iterator[None]:
    """No process, and no open file, is there afterwards that was not there before."""
    before, others = open_files(), set(children(os.getpid()))  # other tests' agents may live on
    yield
    assert all_gone([child for child in children(os.getpid()) if child not in others])
    assert open_files() == before
