"""The file of games: the running game, saved after every move, and the games that were finished.

It is an SQLite database in the user's data folder.  What was committed survives the death of the process at any
moment, and a power cut: SQLite's write-ahead log (https://sqlite.org/wal.html) is flushed with every commit.  Several
processes may share a file: of running games it holds the one saved last, of finished games all.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from crescent.errors import MissingExtraError, WrongTypeError
from crescent.tui.database import Database
from crescent.tui.kept import Played, Running, Statistics, check_name

FOLDER_VARIABLE: Final = "CRESCENT_DATA_DIR"
"""The environment variable that names another folder than the user's data folder."""


class Store:
    """The file of games, open; a context manager that closes it.

    It belongs to the thread that opened it.  Every method raises StoreError where the file cannot be used: it is held
    by another process for more than two seconds, the disk is full, it was damaged meanwhile.  What a method
    that fails was to write is not written, and what was there stays.

    Args:
        path: the file; it and its folders are made where they are not there, and an empty file is filled.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        StoreError: the file cannot be made or written, is no file of games, a newer Crescent's, damaged, or held by
            another process.  It is left as it is.
    """

    def __init__(self, path: Path) -> None:
        """Open it, and look it over."""
        self._database = Database(path)

    def __enter__(self) -> Self:
        """The store."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        self._database.close()

    def save(self, running: Running) -> None:
        """Keep the running game, in place of the one that was kept.  When this returns it is on the disk.

        Raises:
            WrongTypeError: `running` is no `Running`.
            StoreError: as with every method.
        """
        if not isinstance(running, Running):
            raise WrongTypeError("a running game", "a Running", running)
        values = (running.record, float(running.seconds), int(running.strict))
        with self._database.writing() as connection:
            connection.execute("INSERT OR REPLACE INTO running VALUES (1, ?, ?, ?)", values)

    def running(self) -> Running | None:
        """The running game that is kept, None where there is none."""
        with self._database.reading() as connection:
            row = connection.execute("SELECT record, seconds, strict FROM running").fetchone()
            return None if row is None else Running(row[0], row[1], bool(row[2]))

    def forget(self) -> None:
        """Keep no running game any more."""
        with self._database.writing() as connection:
            connection.execute("DELETE FROM running")

    def finish(self, played: Played) -> None:
        """Count a finished game, and forget the running one: both or nothing.

        Raises:
            WrongTypeError: `played` is no `Played`.
            StoreError: as with every method.
        """
        if not isinstance(played, Played):
            raise WrongTypeError("a finished game", "a Played", played)
        values = (played.variant, played.code, int(played.won), float(played.seconds), int(played.moves))
        with self._database.writing() as connection:
            connection.execute("INSERT INTO played (variant, code, won, seconds, moves) VALUES (?, ?, ?, ?, ?)", values)
            connection.execute("DELETE FROM running")

    def statistics(self, variant: str | None = None) -> Statistics:
        """What the finished games of a variant come to, or all of them.

        Raises:
            WrongTypeError, RulesError: `variant` can be no variant's name.
            StoreError: as with every method.
        """
        if variant is not None:
            check_name("a variant", variant)
        with self._database.reading() as connection:
            rows = connection.execute(
                "SELECT won, seconds, moves FROM played WHERE :variant IS NULL OR variant = :variant ORDER BY id",
                {"variant": variant},
            )
            return _summed(rows)


def default_path() -> Path:
    """Where the file of games is: `games.sqlite3` in the folder that `FOLDER_VARIABLE` names, else in the user's.

    Raises:
        MissingExtraError: platformdirs is not installed, and the variable is not set or empty.
    """
    folder = os.environ.get(FOLDER_VARIABLE)
    if folder:
        return Path(folder) / "games.sqlite3"
    try:
        import platformdirs
    except ImportError as error:
        raise MissingExtraError("the terminal app", "tui") from error
    return platformdirs.user_data_path("crescent", appauthor=False) / "games.sqlite3"


def _summed(rows: Iterable[tuple[int, float, int]]) -> Statistics:
    """The statistics of finished games, oldest first: whether won, seconds, moves."""
    played = won = streak = longest = 0
    best_seconds: float | None = None
    best_moves: int | None = None
    for is_won, seconds, moves in rows:
        played += 1
        streak = streak + 1 if is_won else 0
        if is_won:
            won += 1
            longest = max(longest, streak)
            best_seconds = seconds if best_seconds is None else min(best_seconds, seconds)
            best_moves = moves if best_moves is None else min(best_moves, moves)
    return Statistics(played, won, best_seconds, best_moves, streak, longest)
