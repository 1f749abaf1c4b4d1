"""The file of games: what was committed is there afterwards, whatever happened."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent.errors import MissingExtraError, RulesError, WrongTypeError
from crescent.faults import StoreFault
from crescent.record import LONGEST
from crescent.tui.errors import StoreError
from crescent.tui.kept import Played, Running, Statistics
from crescent.tui.store import Store, default_path
from tests.tui.storing import GAME, WON, fault_of, ours

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
            with store._database.writing() as connection:
                connection.execute("DELETE FROM running")
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            be_interrupted()
        assert store.running() == GAME
        store.save(Running("next", 1.0, strict=True))
        with Store(path) as other:
            assert other.running() == Running("next", 1.0, strict=True)


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


def test_a_full_disk_takes_nothing_away(path: Path) -> None:
    """What does not fit is reported and taken back, the finished game and the running one alike."""
    with Store(path) as store:
        store.save(GAME)
        connection = store._database._open()
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


def test_a_closed_store_says_so(path: Path) -> None:
    """Closing twice is nothing; using it afterwards is an error of ours."""
    store = Store(path)
    store.close()
    store.close()
    for action in (store.running, store.forget, store.statistics, lambda: store.save(GAME), lambda: store.finish(WON)):
        assert fault_of(action) is StoreFault.CLOSED


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
