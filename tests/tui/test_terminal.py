"""The terminal app in a real terminal of 80 columns and 24 lines, killed in the middle of a game."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from typing import Final

import pytest

from crescent.record import Record
from crescent.tui.store import Store

pexpect = pytest.importorskip("pexpect", reason="pseudo-terminals need pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals here")

CODE = "CR1-N-AAAAAAB"


def started(file: Path, *options: str, begin: tuple[str, ...] = ("-m", "crescent")) -> pexpect.spawn:  # type: ignore[name-defined]  # imported where it exists
    """The app in a pseudo-terminal."""
    words = [*begin, "tui", "--lang", "en", "--data", str(file), *options]
    environment = {**os.environ, "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    return pexpect.spawn(sys.executable, words, dimensions=(24, 80), env=environment, timeout=60, encoding="utf-8")


def click(terminal: pexpect.spawn, column: int, line: int) -> None:  # type: ignore[name-defined]  # as above
    """Press and let go the mouse button, as terminals report it."""
    terminal.send(f"\x1b[<0;{column};{line}M")
    terminal.send(f"\x1b[<0;{column};{line}m")


def kept(file: Path, plies: int) -> Record:
    """The kept game, once it has so many plies."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if file.exists():
            with Store(file) as store:
                running = store.running()
            if running is not None and len(Record.parse(running.record).moves) >= plies:
                return Record.parse(running.record)
        time.sleep(0.05)
    raise TimeoutError


def test_a_game_in_a_terminal_survives_its_killing(tmp_path: Path) -> None:
    """A click plays 7-3, a key redeals; after kill -9 both are there, and the next start goes on with them."""
    file = tmp_path / "games.sqlite3"
    terminal = started(file, "--code", CODE)
    terminal.expect(CODE)
    terminal.expect("Quit")
    click(terminal, 28, 4)
    assert [str(move) for move in kept(file, 1).moves] == ["7-3"]
    terminal.send("r")
    assert [str(move) for move in kept(file, 2).moves] == ["7-3", "R"]
    terminal.kill(signal.SIGKILL)
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert [str(move) for move in kept(file, 2).moves] == ["7-3", "R"]
    terminal = started(file)
    terminal.expect("The last game goes on")
    terminal.send("q")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert [str(move) for move in kept(file, 2).moves] == ["7-3", "R"]


STUCK: Final = """
import threading
from crescent import hints
from crescent.__main__ import main

def stuck(*_):
    threading.Event().wait()

hints.Adviser.hint = stuck
main()
"""
"""The app with a search that nothing stops, as one that is being compiled."""


def test_who_leaves_waits_for_no_search(tmp_path: Path) -> None:
    """The process ends though the search never does: exit code 0, the screen put back, and the game saved."""
    file = tmp_path / "games.sqlite3"
    terminal = started(file, "--code", CODE, begin=("-c", STUCK))
    terminal.expect("Quit")
    click(terminal, 28, 4)
    assert [str(move) for move in kept(file, 1).moves] == ["7-3"]
    terminal.send("h")
    terminal.expect("Escape")
    terminal.send("q")
    terminal.expect_exact("\x1b[?1049l")
    terminal.expect(pexpect.EOF)
    terminal.close()
    assert terminal.exitstatus == 0
    assert [str(move) for move in kept(file, 1).moves] == ["7-3"]
