"""Files of games for the tests of the store: one with games in it, others, and what goes wrong with them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from crescent.text import languages
from crescent.text.errors import error_text
from crescent.tui.errors import StoreError
from crescent.tui.kept import Played, Running
from crescent.tui.store import Store

GAME: Final = Running('[Code "CR1-N-AAAAAAB"]\n\n1. 3-7\n', 12.5, strict=True)
WON: Final = Played("normal", "CR1-N-AAAAAAB", won=True, seconds=99.5, moves=120)


def fault_of(action: Callable[[], object]) -> object:
    """The fault that an action meets."""
    with pytest.raises(StoreError) as caught:
        action()
    for language in ("en", "de"):
        assert error_text(languages[language], caught.value).isprintable()
    return caught.value.problem.fault


def database(path: Path, *statements: str) -> None:
    """Make an SQLite database, or change one."""
    with sqlite3.connect(path) as connection:
        for statement in statements:
            connection.execute(statement)
    connection.close()


def ours(path: Path, *statements: str) -> None:
    """A file of ours with a game in it, closed, and then changed."""
    with Store(path) as store:
        store.save(GAME)
        store.finish(WON)
        store.save(GAME)
    database(path, "PRAGMA journal_mode = DELETE", *statements)
