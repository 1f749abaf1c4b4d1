"""The file of games: what was committed is there afterwards, whatever happened, and nothing else is ever touched."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent.errors import CrescentError, MissingExtraError, RulesError, WrongTypeError
from crescent.faults import FileFault, StoreFault
from crescent.record import LONGEST
from crescent.text import languages
from crescent.text.errors import error_text
from crescent.tui import store as store_module
from crescent.tui.errors import StoreError
from crescent.tui.kept import Played, Running, Statistics
from crescent.tui.store import APPLICATION, Store, default_path

GAME: Final = Running('[Code "CR1-N-AAAAAAB"]\n\n1. 3-7\n', 12.5, strict=True)
WON: Final = Played("normal", "CR1-N-AAAAAAB", won=True, seconds=99.5, moves=120)

TEXTS: Final = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=60)
SECONDS: Final = st.floats(0, 1e9)
RUNNING: Final = st.builds(Running, TEXTS, SECONDS, st.booleans())
PLAYED: Final = st.builds(
    Played,
    st.sampled_from(["normal", "hidden", "a plug-in's"]),
    st.none() | TEXTS.filter(lambda text: len(text.encode()) <= 100),
    st.booleans(),
    SECONDS,
    st.integers(0, 2**31),
)


@pytest.fixture(name="path")
def _path(tmp_path: Path) -> Path:
    """A file in a folder that is not there yet."""
    return tmp_path / "data" / "crescent" / "games.sqlite3"


def fault_of(action: Callable[[], object]) -> object:
    """The fault that an action meets."""
    with pytest.raises(StoreError) as caught:
        action()
    for language in ("en", "de"):
        assert error_text(languages[language], caught.value).isprintable()
    return caught.value.problem.fault


def summed(games: list[Played]) -> Statistics:
    """The statistics by their definitions, the slow way."""
    won = [game for game in games if game.won]
    series = [0] + [
        end - begin
        for begin in range(len(games))
        for end in range(begin + 1, len(games) + 1)
        if all(game.won for game in games[begin:end])
    ]
    streak = next((back for back, game in enumerate(reversed(games)) if not game.won), len(games))
    return Statistics(
        played=len(games),
        won=len(won),
        best_seconds=min((game.seconds for game in won), default=None),
        best_moves=min((game.moves for game in won), default=None),
        streak=streak,
        longest_streak=max(series),
    )


@settings(max_examples=25)
@given(steps=st.lists(RUNNING | PLAYED | st.none(), max_size=12))
def test_a_store_keeps_the_last_running_game_and_all_finished_ones(
    steps: list[Running | Played | None], tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Whatever is saved, finished and forgotten, and however often the file is closed and opened between."""
    path = tmp_path_factory.mktemp("store") / "games.sqlite3"
    running, finished = None, []
    with Store(path) as open_all_the_time:
        for step in steps:
            with Store(path) as store:
                match step:
                    case Running():
                        store.save(step)
                        running = step
                    case Played():
                        store.finish(step)
                        finished.append(step)
                        running = None
                    case None:
                        store.forget()
                        running = None
            assert open_all_the_time.running() == running
    assert list(path.parent.iterdir()) == [path]
    with Store(path) as store:
        assert store.running() == running
        assert store.statistics() == summed(finished)
        for variant in ("normal", "hidden", "unheard of"):
            assert store.statistics(variant) == summed([game for game in finished if game.variant == variant])


def test_a_series_of_won_games_ends_with_a_lost_one(path: Path) -> None:
    """The longest one is remembered, the current one begins anew."""
    with Store(path) as store:
        for won in (True, True, True, False, True, True):
            store.finish(Played("normal", None, won=won, seconds=1.0, moves=1))
        told = store.statistics()
    assert (told.streak, told.longest_streak) == (2, 3)


def test_what_is_interrupted_is_taken_back(path: Path) -> None:
    """Ctrl-C in the middle of a transaction leaves what was there, and the file free."""
    with Store(path) as store:
        store.save(GAME)

        def be_interrupted() -> None:
            with store._writing() as connection:
                connection.execute("DELETE FROM running")
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            be_interrupted()
        assert store.running() == GAME
        store.save(Running("next", 1.0, strict=True))
        with Store(path) as other:
            assert other.running() == Running("next", 1.0, strict=True)


def test_whoever_makes_the_tables_second_finds_them_made(path: Path) -> None:
    """Two processes that both saw an empty file."""
    with Store(path) as store:
        store.save(GAME)
        store._make_tables()
        assert store.running() == GAME


def test_folders_are_made_and_the_header_says_whose_the_file_is(path: Path) -> None:
    """The log is used, every commit is flushed, and the header has it from the first moment."""
    with Store(path) as store:
        connection = store._open()
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


@pytest.mark.parametrize("saves", [1, 7, 60, 250])
def test_what_was_saved_survives_the_death_of_the_process(saves: int, path: Path) -> None:
    """A process that is killed while it saves in a loop: its last game is there, or the one after it."""
    program = Path(__file__).with_name("keep_saving.py")
    with subprocess.Popen([sys.executable, program, path], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for _ in range(saves):
            assert process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        told = saves + len(process.stdout.read().splitlines())
    assert process.returncode == -signal.SIGKILL
    with Store(path) as store:
        finished = store.statistics().won
        running = store.running()
    assert finished in {told // 10, (told + 1) // 10}
    number = finished * 10 if running is None else int(running.record.split()[1])
    assert number in {told, told + 1}
    if running is not None:
        assert running == Running(f"game {number} {'x' * (number % 5000)}", float(number), strict=True)


def test_two_processes_share_a_file(path: Path) -> None:
    """All finished games of both are kept, though both begin at once and make the file."""
    program = (
        "import sys; from pathlib import Path; from crescent.tui.store import *\n"
        "with Store(Path(sys.argv[1])) as store:\n"
        "    for number in range(40):\n"
        "        store.save(Running(sys.argv[2], 1.0, True))\n"
        "        store.finish(Played(sys.argv[2], None, True, 1.0, number))\n"
        "    store.save(Running(sys.argv[2], 1.0, True))\n"
    )
    names = ["one", "two", "three"]
    processes = [subprocess.Popen([sys.executable, "-c", program, path, name]) for name in names]
    assert [process.wait(timeout=60) for process in processes] == [0, 0, 0]
    with Store(path) as store:
        assert store.statistics().won == 120
        assert [store.statistics(name).won for name in names] == [40, 40, 40]
        running = store.running()
    assert running is not None
    assert running.record in names


def test_a_file_that_another_process_holds_is_waited_for_then_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither opening nor saving hangs; what was there stays, and saving works again afterwards."""
    monkeypatch.setattr(store_module, "PATIENCE", 0.1)
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
    monkeypatch.setattr(store_module, "PATIENCE", 0.1)
    Store(path).close()
    reader = sqlite3.connect(path, isolation_level=None)
    reader.execute("PRAGMA journal_mode = DELETE")
    reader.execute("BEGIN")
    reader.execute("SELECT * FROM played").fetchall()
    assert fault_of(lambda: Store(path)) is StoreFault.BUSY
    reader.close()
    Store(path).close()


def test_a_full_disk_takes_nothing_away(path: Path) -> None:
    """What does not fit is reported and taken back, the finished game and the running one alike."""
    with Store(path) as store:
        store.save(GAME)
        connection = store._open()
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages}")
        assert fault_of(lambda: store.save(Running("x" * 100_000, 1.0, strict=True))) is StoreFault.FULL
        assert store.running() == GAME
        count = 0

        def play_on() -> None:
            nonlocal count
            while count < 1000:
                store.save(GAME)
                store.finish(WON)
                count += 1

        assert fault_of(play_on) is StoreFault.FULL
        assert store.running() == GAME
        assert store.statistics().played == count > 0
    with Store(path) as store:
        assert store.running() == GAME


@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files as Linux does")
def test_a_write_that_the_system_refuses_takes_nothing_away(path: Path) -> None:
    """The system's own limit on a file's size, in a process of its own."""
    program = (
        "import resource, signal, sys; from pathlib import Path; from crescent.tui.store import *\n"
        "store = Store(Path(sys.argv[1]))\n"
        "store.save(Running('kept', 1.0, True))\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "try:\n"
        "    store.save(Running('x' * 500_000, 1.0, True))\n"
        "except OSError as error:\n"
        "    print(type(error).__name__, error.problem.fault.name, store.running().record)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", program, path], capture_output=True, text=True, timeout=60, check=False
    )
    assert result.stdout == "StoreError UNUSABLE kept\n", result.stderr
    with Store(path) as store:
        assert store.running() == Running("kept", 1.0, strict=True)


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
        patch.setattr(store_module, "_check_header", lambda _: None)
        before = path.read_bytes()
        assert fault_of(lambda: Store(path)) is StoreFault.NO_STORE
        assert path.read_bytes() == before


def test_a_huge_file_is_not_looked_through(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is bounded, so is the time to open it."""
    ours(path)
    monkeypatch.setattr(store_module, "LARGEST", 4096)
    assert fault_of(lambda: Store(path)) is StoreFault.TOO_LARGE


BAD_ROWS: Final[dict[str, str]] = {
    "an empty record": "UPDATE running SET record = ''",
    "a record that is no UTF-8": "UPDATE running SET record = CAST(X'FF' AS TEXT)",
    "a record that is too long": f"UPDATE running SET record = printf('%*c', {LONGEST + 1}, 'x')",
    "a record that is huge": f"UPDATE running SET record = printf('%*c', {8 * LONGEST}, 'x')",
    "a clock that runs backwards": "UPDATE running SET seconds = -1.0",
    "an endless clock": "UPDATE running SET seconds = 9e999",
}


@pytest.mark.parametrize("row", BAD_ROWS)
def test_a_running_game_that_cannot_be_is_reported_and_kept(row: str, path: Path) -> None:
    """In bounded memory; it can be forgotten on purpose, and the statistics are still there."""
    path.parent.mkdir(parents=True)
    ours(path, BAD_ROWS[row])
    with Store(path) as store:
        assert fault_of(store.running) is StoreFault.DAMAGED
        if "huge" in row:
            with pytest.raises(StoreError, match="too big"):
                store.running()  # SQLite does not even read it
        assert store.statistics().won == 1
        store.forget()
        assert store.running() is None


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
        store._open().execute("PRAGMA query_only = ON")
        assert fault_of(store.forget) is StoreFault.READ_ONLY
        assert store.running() == GAME


def test_a_file_that_cannot_be_looked_at_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's words are in the error."""
    ours(path)

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert fault_of(lambda: Store(path)) is StoreFault.UNUSABLE


def test_a_closed_store_says_so(path: Path) -> None:
    """Closing twice is nothing; using it afterwards is an error of ours."""
    store = Store(path)
    store.close()
    store.close()
    for action in (store.running, store.forget, store.statistics, lambda: store.save(GAME), lambda: store.finish(WON)):
        assert fault_of(action) is StoreFault.CLOSED


WRONG: Final[list[tuple[Callable[..., object], tuple[Any, ...], type[CrescentError]]]] = [
    (Running, (b"x", 1.0, True), WrongTypeError),
    (Running, ("", 1.0, True), RulesError),
    (Running, ("x" * (LONGEST + 1), 1.0, True), RulesError),
    (Running, ("ä" * (LONGEST // 2 + 1), 1.0, True), RulesError),
    (Running, ("\ud800", 1.0, True), RulesError),
    (Running, ("a\0b", 1.0, True), RulesError),
    (Running, ("x", "1", True), WrongTypeError),
    (Running, ("x", True, True), WrongTypeError),
    (Running, ("x", float("nan"), True), RulesError),
    (Running, ("x", float("inf"), True), RulesError),
    (Running, ("x", -0.1, True), RulesError),
    (Running, ("x", 10**400, True), RulesError),
    (Running, ("x", 1.0, 1), WrongTypeError),
    (Played, ("", None, True, 1.0, 1), RulesError),
    (Played, ("x" * 101, None, True, 1.0, 1), RulesError),
    (Played, (None, None, True, 1.0, 1), WrongTypeError),
    (Played, ("normal", "", True, 1.0, 1), RulesError),
    (Played, ("normal", 3, True, 1.0, 1), WrongTypeError),
    (Played, ("normal", None, 1, 1.0, 1), WrongTypeError),
    (Played, ("normal", None, True, None, 1), WrongTypeError),
    (Played, ("normal", None, True, 1e10, 1), RulesError),
    (Played, ("normal", None, True, 1.0, 1.0), WrongTypeError),
    (Played, ("normal", None, True, 1.0, True), WrongTypeError),
    (Played, ("normal", None, True, 1.0, -1), RulesError),
    (Played, ("normal", None, True, 1.0, 2**63), RulesError),
]


@pytest.mark.parametrize(("kind", "values", "error"), WRONG, ids=range(len(WRONG)))
def test_games_that_cannot_be_are_never_made(
    kind: Callable[..., object], values: tuple[Any, ...], error: type[CrescentError]
) -> None:
    """Wrong types and ranges are named before a file is touched."""
    with pytest.raises(error, match=kind.__name__):
        kind(*values)


def test_only_games_are_saved_and_finished(path: Path) -> None:
    """Anything else is refused by type, and nothing changes."""
    with Store(path) as store:
        store.save(GAME)
        for action in (store.save, store.finish):
            for value in (None, "game", GAME if action == store.finish else WON):
                with pytest.raises(WrongTypeError):
                    action(value)  # type: ignore[arg-type]  # wrong on purpose
        for name, error in ((7, WrongTypeError), ("", RulesError), ("x" * 101, RulesError)):
            with pytest.raises(error):
                store.statistics(name)  # type: ignore[arg-type]  # wrong on purpose
        assert store.running() == GAME
        assert store.statistics() == Statistics()


def test_the_file_is_in_the_user_s_data_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the environment names another; without platformdirs the extra is named."""
    monkeypatch.setenv("CRESCENT_DATA_DIR", str(tmp_path))
    assert default_path() == tmp_path / "games.sqlite3"
    monkeypatch.setenv("CRESCENT_DATA_DIR", "")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    if sys.platform == "linux":
        assert default_path() == tmp_path / "data" / "crescent" / "games.sqlite3"
    monkeypatch.setitem(sys.modules, "platformdirs", None)
    with pytest.raises(MissingExtraError, match=r"crescent-patience\[tui\]"):
        default_path()
