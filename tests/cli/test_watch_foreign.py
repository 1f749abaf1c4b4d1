"""`crescent watch` with agents of other packages, of which some fail."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from crescent import Move, Record
from tests.cli.plugging import plugged_in
from tests.cli.running import crescent, start

CODE = "CR1-N-AAAAAAB"
GOES_ON = "CR1-L-AAAAAAB"  # relaxed: an agent can shuttle between foundations and piles for long

FOREIGN = """
import time
from crescent import Move

class Agent:
    def __init__(self, *, seed):
        pass

class Last(Agent):
    def choose(self, view):
        return view.legal_moves()[-1]

class Cheat(Agent):
    moves = 0
    def choose(self, view):
        self.moves += 1
        return view.legal_moves()[0] if self.moves < 4 else Move.parse("1-1")

class Mute(Agent):
    def choose(self, view):
        return "10-14"

class Broken(Agent):
    def choose(self, view):
        raise RuntimeError("no idea\\n\\x1b[31m")

class Slow(Agent):
    def choose(self, view):
        time.sleep(0.2)
        return view.legal_moves()[0]

class NeverMade(Agent):
    def __init__(self, *, seed):
        raise OSError("no model")
"""

NAMES = {"last": "Last", "cheat": "Cheat", "mute": "Mute", "broken": "Broken", "slow": "Slow", "never": "NeverMade"}


@pytest.fixture(name="foreign")
def _foreign(tmp_path: Path) -> dict[str, str]:
    """An environment with agents that a plug-in brings, good and bad."""
    folder = tmp_path / "plugin"
    folder.mkdir()
    return plugged_in(folder, "crescent.agents", NAMES, FOREIGN)


def test_an_endless_game_ends_at_the_default_limit(foreign: dict[str, str]) -> None:
    """An agent that shuttles for ever is stopped."""
    result = crescent("watch", GOES_ON, "--agent", "last", "--json", env=foreign)
    assert len(result.documents) == 1000
    assert "Stopped after 1000" in result.err


@pytest.mark.parametrize(
    ("agent", "words", "plies"),
    [
        ("cheat", "chose 1-1, same-place", 3),
        ("mute", "must be a Move, not str", 0),
        ("broken", "RuntimeError: no idea", 0),
    ],
)
def test_a_failing_agent_is_one_error_that_names_it(
    tmp_path: Path, foreign: dict[str, str], agent: str, words: str, plies: int
) -> None:
    """Exit code 2; what was played until then is kept; hidden cards are not told."""
    path = tmp_path / "game.crescent"
    code = "CR1-H-AAAAAAB"
    result = crescent("watch", code, "--agent", agent, "--json", "--record", str(path), env=foreign)
    assert (result.code, len(result.documents)) == (2, plies)
    *saved, error = result.err.splitlines()
    assert f"'{agent}'" in error
    assert words in error
    assert "\x1b" not in error
    assert saved == [f"Saved in {path}" if plies else f"Nothing was played; {path} is not written"]
    assert path.exists() == bool(plies)
    if plies:
        record = Record.load(path)
        assert len(record.moves) == plies
        assert str(record.end) not in error
        assert str(record.end.view()) in error


def test_an_agent_that_cannot_be_made_is_refused_before_the_game(tmp_path: Path, foreign: dict[str, str]) -> None:
    """Its own error is told, and no record is written."""
    path = tmp_path / "game.crescent"
    result = crescent("watch", CODE, "--agent", "never", "--record", str(path), env=foreign)
    assert (result.code, result.out) == (2, "")
    assert "no model" in result.err
    assert not path.exists()


def test_an_agent_can_be_interrupted_while_it_thinks(tmp_path: Path, foreign: dict[str, str]) -> None:
    """Ctrl-C reaches a slow agent too."""
    path = tmp_path / "game.crescent"
    child = start("watch", CODE, "--agent", "slow", "--json", "--record", str(path), env=foreign)
    assert child.stdout is not None
    child.stdout.readline()
    child.send_signal(signal.SIGINT)
    child.communicate(timeout=30)
    assert child.returncode == 130
    assert all(isinstance(move, Move) for move in Record.load(path).moves)
