"""The file under the store: made if it is not there, waited for, and never touched if it is not ours or not whole."""

from __future__ import annotations

import os
import shutil
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from crescent.errors import WrongTypeError
from crescent.faults import FileFault, StoreFault
from crescent.tui import database as database_module
from crescent.tui.database import APPLICATION
from crescent.tui.errors import StoreError
from crescent.tui.kept import Running, Statistics
from crescent.tui.store import Store
from tests.tui.storing import GAME, WON, database, fault_of, ours


def test_whoever_makes_the_tables_second_finds_them_made(path: Path) -> None:
    """Two processes that both saw an empty file."""
    with Store(path) as store:
        store.save(GAME)
        store._database._make_tables()
        assert store.running() == GAME


def test_folders_are_made_and_the_header_says_whose_the_file_is(path: Path) -> None:
    """The log is used, every commit is flushed, and the header has it from the first moment."""
    with Store(path) as store:
        connection = store._database._open()
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        assert path.read_bytes()[68:72] == APPLICATION.to_bytes(4) == b"CRES"
        assert store.running() is None
        assert store.statistics() == Statistics()


def test_an_empty_file_is_filled(path: Path) -> None:
    """As `mktemp` makes one, with its permissions."""
    path.parent.mkdir(parents=True)
    path.touch(0o600)
    with Store(path) as store:
        store.save(GAME)
        assert store.running() == GAME
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_name_means_a_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names with a meaning of their own in SQLite are files here."""
    monkeypatch.chdir(tmp_path)
    for name in (":memory:", "file:games?mode=memory", "-games"):
        with Store(Path(name)) as store:
            store.save(GAME)
        with Store(Path(name)) as store:
            assert store.running() == GAME
        assert (tmp_path / name).stat().st_size > 0


def test_a_file_that_another_process_holds_is_waited_for_then_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither opening nor saving hangs; what was there stays, and saving works again afterwards."""
    monkeypatch.setattr(database_module, "PATIENCE", 0.1)
    with Store(path) as store:
        store.save(GAME)
        holder = sqlite3.connect(path, isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        assert fault_of(lambda: store.save(Running("other", 1.0, strict=False))) is StoreFault.BUSY
        assert fault_of(lambda: store.finish(WON)) is StoreFault.BUSY
        assert store.running() == GAME
        holder.execute("ROLLBACK")
        store.save(Running("other", 1.0, strict=False))
        assert store.running() == Running("other", 1.0, strict=False)
        holder.close()
    holder = sqlite3.connect(path, isolation_level=None)
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    assert fault_of(lambda: Store(path)) is StoreFault.BUSY
    holder.close()


def test_the_log_is_waited_for(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another process reads a file that does not use the log yet, it cannot be switched: for a while only."""
    monkeypatch.setattr(database_module, "PATIENCE", 0.1)
    Store(path).close()
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("PRAGMA journal_mode = DELETE")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM played").fetchall()
    assert fault_of(lambda: Store(path)) is StoreFault.BUSY
    reader.close()
    Store(path).close()


def written(path: Path, data: bytes) -> None:
    """A file with these bytes."""
    path.write_bytes(data)


def cut(path: Path, size: int) -> None:
    """A file of ours that was cut off."""
    ours(path)
    os.truncate(path, size)


def scratched(path: Path) -> None:
    """A file of ours with rubbish in all of its pages but the header."""
    ours(path)
    data = bytearray(path.read_bytes())
    data[100:] = b"\xa5" * (len(data) - 100)
    path.write_bytes(bytes(data))


def overwritten(path: Path, at: int) -> None:
    """A file of ours with one page's first byte changed: SQLite says so in two lines."""
    ours(path)
    data = bytearray(path.read_bytes())
    data[at] ^= 0xFF
    path.write_bytes(bytes(data))


BAD_CONTENT: Final[dict[str, tuple[Callable[[Path], None], StoreFault]]] = {
    "a text": (lambda path: written(path, b"Dear diary,\n"), StoreFault.NO_STORE),
    "binary": (lambda path: written(path, bytes(range(256)) * 20), StoreFault.NO_STORE),
    "another program's database": (lambda path: database(path, "CREATE TABLE t (x)"), StoreFault.NO_STORE),
    "another program's, with an id": (
        lambda path: database(path, "CREATE TABLE t (x)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"),
        StoreFault.NO_STORE,
    ),
    "ours by the id, with no version": (
        lambda path: database(path, "CREATE TABLE t (x)", f"PRAGMA application_id = {APPLICATION}"),
        StoreFault.NO_STORE,
    ),
    "control characters for a table's name": (
        lambda path: ours(
            path,
            "PRAGMA writable_schema = ON",
            "INSERT INTO sqlite_schema VALUES ('table', char(27, 10), char(27, 10), 99, 'CREATE TABLE')",
        ),
        StoreFault.DAMAGED,
    ),
    "a page that is none": (lambda path: overwritten(path, 8192), StoreFault.DAMAGED),
    "of a newer version": (lambda path: ours(path, "PRAGMA user_version = 2"), StoreFault.NEWER),
    "a table more": (lambda path: ours(path, "CREATE TABLE t (x)"), StoreFault.DAMAGED),
    "a trigger": (
        lambda path: ours(path, "CREATE TRIGGER t AFTER DELETE ON running BEGIN DELETE FROM played; END"),
        StoreFault.DAMAGED,
    ),
    "a table less": (lambda path: ours(path, "DROP TABLE running"), StoreFault.DAMAGED),
    "a header alone": (lambda path: cut(path, 16), StoreFault.DAMAGED),
    "cut after the header": (lambda path: cut(path, 100), StoreFault.DAMAGED),
    "cut in the middle": (lambda path: cut(path, 5000), StoreFault.DAMAGED),
    "scratched": (scratched, StoreFault.DAMAGED),
    "a value out of range": (
        lambda path: ours(path, "PRAGMA ignore_check_constraints = ON", "UPDATE played SET won = 7"),
        StoreFault.DAMAGED,
    ),
}


@pytest.mark.parametrize("kind", BAD_CONTENT)
def test_what_is_no_sound_file_of_games_is_refused_and_left_as_it_is(kind: str, tmp_path: Path) -> None:
    """Byte for byte, with no new file beside it; the error is one line, whatever SQLite and the file say."""
    path = tmp_path / "games.sqlite3"
    make, fault = BAD_CONTENT[kind]
    make(path)
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        Store(path)
    assert caught.value.problem.fault is fault
    assert str(caught.value).isprintable()
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_another_program_s_journal_is_not_played_back(tmp_path: Path) -> None:
    """A foreign database that its program left in the middle of something is that program's to heal."""
    path, journal = tmp_path / "games.sqlite3", tmp_path / "games.sqlite3-wal"
    connection = sqlite3.connect(tmp_path / "live", isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE t (x)")
    shutil.copy(tmp_path / "live", path)
    shutil.copy(tmp_path / "live-wal", journal)
    before = path.read_bytes(), journal.read_bytes()
    assert fault_of(lambda: Store(path)) is StoreFault.NO_STORE
    assert (path.read_bytes(), journal.read_bytes()) == before
    connection.close()


def test_a_file_that_became_another_s_under_our_hands_is_refused(tmp_path: Path) -> None:
    """What SQLite itself says counts too, not only the header that was read before."""
    path = tmp_path / "games.sqlite3"
    database(path, "CREATE TABLE t (x)")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database_module, "_check_header", lambda _: None)
        before = path.read_bytes()
        assert fault_of(lambda: Store(path)) is StoreFault.NO_STORE
        assert path.read_bytes() == before


def test_a_huge_file_is_not_looked_through(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is bounded, so is the time to open it."""
    ours(path)
    monkeypatch.setattr(database_module, "LARGEST", 4096)
    assert fault_of(lambda: Store(path)) is StoreFault.TOO_LARGE


@pytest.mark.parametrize("kind", ["folder", "pipe", "circle", "protected", "below a file", "protected folder"])
def test_what_cannot_be_written_to_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    """And stays what it is."""
    path = tmp_path / "games.sqlite3"
    expected: object = FileFault.NOT_REGULAR
    match kind:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "circle":
            path.symlink_to(path)
            expected = FileFault.CIRCLE
        case "protected":
            ours(path)
            path.chmod(0o400)
            expected = FileFault.PROTECTED
        case "below a file":
            path.write_bytes(b"x")
            path = path / "games.sqlite3"
            expected = StoreFault.UNUSABLE
        case _:
            path = Path("/proc/games/games.sqlite3")
            expected = StoreFault.UNUSABLE
    assert fault_of(lambda: Store(path)) is expected


@pytest.mark.parametrize("path", ["", "a\0b", "\ud800", "x" * 5000], ids=["empty", "NUL", "surrogate", "long"])
def test_names_that_no_file_can_have_are_refused(path: str) -> None:
    """With the name in the error."""
    with pytest.raises(StoreError) as caught:
        Store(path)  # type: ignore[arg-type]  # a text may come from anywhere
    assert ascii(path[:20])[1:-1] in str(caught.value) or path == "\ud800"
    with pytest.raises(WrongTypeError):
        Store(7)  # type: ignore[arg-type]  # wrong on purpose


def test_a_file_that_turns_read_only_meanwhile_is_reported(path: Path) -> None:
    """SQLite's own word for it."""
    with Store(path) as store:
        store.save(GAME)
        store._database._open().execute("PRAGMA query_only = ON")
        assert fault_of(store.forget) is StoreFault.READ_ONLY
        assert store.running() == GAME


def test_a_file_that_cannot_be_looked_at_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's words are in the error."""
    ours(path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert fault_of(lambda: Store(path)) is StoreFault.UNUSABLE
