"""`crescent watch` that is interrupted, ended, cut off or out of room: what was played is kept."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from crescent import Record, deal
from tests.cli.running import crescent, end_of, start, terminal

CODE = "CR1-N-AAAAAAB"


def test_a_file_that_turns_unwritable_during_the_game_is_one_error(tmp_path: Path) -> None:
    """What cannot be known before is told after: exit code 2, and what is there stays."""
    path = tmp_path / "game.crescent"
    child = start("watch", CODE, "--delay", "0.2", "--limit", "3", "--json", "--record", str(path))
    assert child.stdout is not None
    child.stdout.readline()
    path.write_text("somebody was faster", encoding="utf-8")
    _, errors = child.communicate(timeout=30)
    assert child.returncode == 2
    assert "no valid record; left as it is" in errors
    assert path.read_text(encoding="utf-8") == "somebody was faster"


def test_an_interruption_keeps_what_was_played(tmp_path: Path) -> None:
    """Ctrl-C ends with 130 and no traceback, and the record holds the plies that were shown."""
    path = tmp_path / "game.crescent"
    child = start("watch", CODE, "--seed", "4", "--delay", "0.1", "--json", "--record", str(path))
    assert child.stdout is not None
    shown = [child.stdout.readline() for _ in range(3)]
    child.send_signal(signal.SIGINT)
    rest, errors = child.communicate(timeout=30)
    assert child.returncode == 130
    assert errors == f"Saved in {path}\n"
    assert len(Record.load(path).moves) == len(shown) + rest.count("\n")


def test_an_interruption_before_the_first_move_says_that_nothing_is_kept(tmp_path: Path) -> None:
    """An older record of the deal stays, and no file appears where there was none."""
    old = tmp_path / "old.crescent"
    crescent("watch", CODE, "--seed", "4", "--limit", "3", "--record", str(old))
    data = old.read_bytes()
    for path in (tmp_path / "new.crescent", old):
        child = start("watch", CODE, "--seed", "4", "--delay", "60", "--record", str(path))
        assert child.stdout is not None
        while CODE not in child.stdout.readline():
            pass
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
        assert child.returncode == 130
        assert errors == f"Nothing was played; {path} is not written\n"
    assert [entry.name for entry in tmp_path.iterdir()] == ["old.crescent"]
    assert old.read_bytes() == data


def test_a_termination_keeps_what_was_played(tmp_path: Path) -> None:
    """SIGTERM is answered as ctrl-C, with the shell's code for it."""
    path = tmp_path / "game.crescent"
    child = start("watch", CODE, "--seed", "4", "--delay", "0.1", "--json", "--record", str(path))
    assert child.stdout is not None
    child.stdout.readline()
    child.terminate()
    _, errors = child.communicate(timeout=30)
    assert child.returncode == 143
    assert errors == f"Saved in {path}\n"
    assert Record.load(path).start == deal(CODE)


def test_an_interruption_at_the_terminal_ends_cleanly(tmp_path: Path) -> None:
    """The same with a real ctrl-C; the note stands on a line of its own."""
    path = tmp_path / "game.crescent"
    child = terminal("watch", CODE, "--seed", "4", "--delay", "0.3", "--record", str(path))
    child.expect(r"1\. 2-K: ")
    child.sendintr()
    child.expect(f"\r\nSaved in {path}\r\n")
    assert end_of(child) == 130
    assert len(Record.load(path).moves) >= 1


@pytest.mark.parametrize("form", [[], ["--json"]])
def test_a_closed_pipe_ends_quietly(tmp_path: Path, form: list[str]) -> None:
    """As under `| head -1`: no traceback and no error, and the record is kept."""
    path = tmp_path / "game.crescent"
    child = start("watch", CODE, "--seed", "4", "--delay", "0.05", "--record", str(path), *form)
    assert child.stdout is not None
    assert child.stderr is not None
    child.stdout.readline()
    child.stdout.close()
    errors = child.stderr.read()
    child.stderr.close()
    assert child.wait(timeout=30) == 141
    assert errors == f"Saved in {path}\n"
    assert Record.load(path).start == deal(CODE)
