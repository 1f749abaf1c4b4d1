"""The SQLite file that holds the store: opened if it is ours and whole, written in transactions."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from crescent.errors import CrescentError, FileError
from crescent.faults import Problem, StoreFault
from crescent.files import path_of, try_writing
from crescent.record import LONGEST
from crescent.tui.errors import StoreError

APPLICATION: Final = 0x43524553
"""The `application_id` in the header of each of our files: "CRES"."""

VERSION: Final = 1
"""The form of the tables, the `user_version` in the header."""

PATIENCE: Final = 2.0
"""Seconds to wait for another process that writes."""

LARGEST: Final = 2**28
"""Bytes of a file that is opened at most: room for some five million finished games."""

_TABLES: Final = {
    "running": """CREATE TABLE running (
        id INTEGER PRIMARY KEY CHECK (id = 1),
        record TEXT NOT NULL CHECK (typeof(record) = 'text'),
        seconds REAL NOT NULL CHECK (typeof(seconds) = 'real'),
        strict INTEGER NOT NULL CHECK (strict IN (0, 1))
    )""",
    "played": """CREATE TABLE played (
        id INTEGER PRIMARY KEY,
        variant TEXT NOT NULL CHECK (typeof(variant) = 'text'),
        code TEXT CHECK (typeof(code) IN ('null', 'text')),
        won INTEGER NOT NULL CHECK (won IN (0, 1)),
        seconds REAL NOT NULL CHECK (typeof(seconds) = 'real' AND seconds BETWEEN 0 AND 1e9),
        moves INTEGER NOT NULL CHECK (typeof(moves) = 'integer' AND moves BETWEEN 0 AND 2147483648)
    )""",
}


class Database:
    """A file of ours, open; whose it is and whether it is whole is looked at before anything else is done with it.

    It belongs to the thread that opened it.  `reading` and `writing` raise StoreError where the file cannot be used: it
    is closed, held by another process for more than `PATIENCE` seconds, the disk is full, it was damaged meanwhile.

    Args:
        path: the file, as `Store` says.

    Raises:
        WrongTypeError, StoreError: as `Store` says.
    """

    def __init__(self, path: Path) -> None:
        """Open it, and look it over."""
        self._path = _place(path)
        self._connection: sqlite3.Connection | None = None
        _check_header(self._path)
        with self._reported():
            # Absolute, so that no name means anything special to SQLite, as ":memory:" would.
            self._connection = sqlite3.connect(self._path.absolute(), timeout=PATIENCE, isolation_level=None)
        try:
            with self._reported():
                self._prepare(self._connection)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close the file; closing it again does nothing."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    @contextlib.contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """The connection, to be read from; what a row holds that cannot be counts as damage of the file."""
        with self._reported():
            yield self._open()

    @contextlib.contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction that holds the file for writing from its start, and is taken back where it fails."""
        connection = self._open()
        with self._reported():
            connection.execute("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def _open(self) -> sqlite3.Connection:
        """The connection, while there is one."""
        if self._connection is None:
            raise StoreError(str(self._path), StoreFault.CLOSED())
        return self._connection

    @contextlib.contextmanager
    def _reported(self) -> Iterator[None]:
        """Turn what SQLite says, and what of a row is out of range, into the library's error."""
        try:
            yield
        except StoreError:
            raise
        except sqlite3.Error as error:
            raise StoreError(str(self._path), _problem(error)) from error
        except CrescentError as error:
            raise StoreError(str(self._path), StoreFault.DAMAGED(reason=error)) from error

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Bound what is read, make the tables in an empty file, check those in another one."""
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 2 * LONGEST)
        connection.execute("PRAGMA trusted_schema = OFF")
        if not connection.execute("PRAGMA user_version").fetchone()[0]:
            self._make_tables()
        self._check_tables(connection)
        _use_log(connection)
        connection.execute("PRAGMA synchronous = FULL")

    def _make_tables(self) -> None:
        """Fill an empty file, unless another process was faster.

        In one transaction before the log is used, so that the header of the file itself says whose it is, always.
        """
        with self.writing() as connection:
            if connection.execute("PRAGMA user_version").fetchone()[0]:
                return
            if connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
                raise StoreError(str(self._path), StoreFault.NO_STORE())
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {VERSION}")
            for table in _TABLES.values():
                connection.execute(table)

    def _check_tables(self, connection: sqlite3.Connection) -> None:
        """Check whose the file is, that it has our tables and nothing else, and that it is whole."""
        identity = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        _check_identity(self._path, *identity)
        found = dict(connection.execute("SELECT name, sql FROM sqlite_schema LIMIT 10"))
        if found != _TABLES:
            raise StoreError(str(self._path), StoreFault.DAMAGED(reason="its tables are not those of Crescent"))
        verdict = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if verdict != "ok":
            raise StoreError(str(self._path), StoreFault.DAMAGED(reason=_in_a_line(verdict)))


def _place(path: str | os.PathLike[str]) -> Path:
    """The file, which can be written to; its folders are there now."""
    try:
        place = path_of(path)
        place.parent.mkdir(parents=True, exist_ok=True)
        try_writing(path)
    except FileError as error:
        raise StoreError(error.path, error.problem) from error
    except OSError as error:
        raise StoreError(str(path), StoreFault.UNUSABLE(system=error.strerror or error)) from error
    return place


def _check_header(path: Path) -> None:
    """Check whose a file is before SQLite touches it: opening it would already play back another's journal.

    The header is described in https://sqlite.org/fileformat2.html#the_database_header.
    """
    try:
        size = path.stat().st_size if path.exists() else 0
        if size == 0:
            return
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StoreError(str(path), StoreFault.UNUSABLE(system=error.strerror or error)) from error
    if not header.startswith(b"SQLite format 3\0"):
        raise StoreError(str(path), StoreFault.NO_STORE())
    if len(header) < 100:
        raise StoreError(str(path), StoreFault.DAMAGED(reason=f"it has {size} bytes"))
    _check_identity(path, int.from_bytes(header[68:72]), int.from_bytes(header[60:64]))
    if size > LARGEST:
        raise StoreError(str(path), StoreFault.TOO_LARGE(limit=LARGEST))


def _check_identity(path: Path, application: int, version: int) -> None:
    """Raise where a file is not ours, or not of a version that is known here."""
    if application != APPLICATION or version < 1:
        raise StoreError(str(path), StoreFault.NO_STORE())
    if version > VERSION:
        raise StoreError(str(path), StoreFault.NEWER(version=version, known=VERSION))


def _use_log(connection: sqlite3.Connection) -> None:
    """Switch to the write-ahead log; SQLite itself does not wait for other processes here."""
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
        else:
            return


def _problem(error: sqlite3.Error) -> Problem:
    """What SQLite's error is to whoever plays; the lowest byte of its code is the kind."""
    match getattr(error, "sqlite_errorcode", None):
        case None:  # Python itself could not read a text
            return StoreFault.DAMAGED(reason=_in_a_line(error))
        case int(code):
            match code & 0xFF:
                case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
                    return StoreFault.BUSY()
                case sqlite3.SQLITE_READONLY | sqlite3.SQLITE_PERM:
                    return StoreFault.READ_ONLY()
                case sqlite3.SQLITE_FULL:
                    return StoreFault.FULL()
                case sqlite3.SQLITE_CORRUPT | sqlite3.SQLITE_NOTADB | sqlite3.SQLITE_TOOBIG:
                    return StoreFault.DAMAGED(reason=_in_a_line(error))
    return StoreFault.UNUSABLE(system=_in_a_line(error))


def _in_a_line(said: object) -> str:
    """What SQLite says, printable: it repeats what stands in the file, and lists what is wrong line by line."""
    words = " ".join(str(said).split())[:200]
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in words)
