"""Results of all kinds, and agents of all kinds, for the tests of the bench."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import strategies as st

from crescent import variants
from crescent.bench import Bench, Ending, Failure, GameResult, Times
from tests.cli.plugging import plugged_in

AGENTS = ("uniform", "greedy", "lookahead(depth=2)", "cmd:./mybot --level 3", "a \N{BLACK SPADE SUIT}\ud800")


@st.composite
def results(draw: st.DrawFn, deal: int | None = None, agent: str | None = None) -> GameResult:
    """Any result that a game could have."""
    ending = draw(st.sampled_from(Ending))
    failed = ending is Ending.FAILED
    times = draw(st.lists(st.floats(0, 1e5), max_size=8))
    redeals = draw(st.integers(0, len(times)))
    return GameResult(
        draw(st.integers(0, 2**35 - 1)) if deal is None else deal,
        draw(st.sampled_from(AGENTS)) if agent is None else agent,
        ending,
        104 if ending is Ending.WON else draw(st.integers(8, 103)),
        len(times) - redeals,
        redeals,
        Times.of(times),
        draw(st.sampled_from(Failure)) if failed else None,
        draw(st.text(max_size=60)) if failed else "",
    )


benches = st.builds(
    Bench.of_variant,
    st.sampled_from([variants[name] for name in variants]),
    limit=st.integers(1, 100_000),
    seconds=st.floats(0.001, 86_400),
    seed=st.integers(0, 2**40),
)
"""Any terms."""

FOREIGN = """
import os
import sys
import time
from crescent import Move

class Agent:
    def __init__(self, *, seed):
        self.seed = seed
        self.asked = 0
    def choose(self, view):
        self.asked += 1
        return self.go_on(view) if self.asked < 4 else self.end(view)
    def go_on(self, view):
        return view.legal_moves()[0]

class First(Agent):
    def choose(self, view):
        return view.legal_moves()[0]

class Cheat(Agent):
    def end(self, view):
        return Move.parse("1-1")

class Mute(Agent):
    def end(self, view):
        return "10-14"

class Broken(Agent):
    def end(self, view):
        raise RuntimeError("no idea\\n\\x1b[31m" + "x" * 5000)

class Quitter(Agent):
    def end(self, view):
        sys.exit(3)

class Crash(Agent):
    def end(self, view):
        os._exit(7)

class Endless(Agent):
    def end(self, view):
        while True:
            pass

class Sleepy(Agent):
    def end(self, view):
        time.sleep(1.0)
        return view.legal_moves()[0]

class Talker(Agent):
    def choose(self, view):
        print("I think ...", flush=True)
        os.write(1, b"... therefore\\n")
        return view.legal_moves()[0]

class NeverMade(Agent):
    def __init__(self, *, seed):
        raise OSError("no model")

class SometimesMade(Agent):
    def __init__(self, *, seed):
        if seed:
            raise OSError("not today")

class Unsuited(First):
    @staticmethod
    def plays(rules):
        return not rules.face_down
"""

NAMES = {
    "first": "First",
    "cheat": "Cheat",
    "mute": "Mute",
    "broken": "Broken",
    "quitter": "Quitter",
    "crash": "Crash",
    "endless": "Endless",
    "sleepy": "Sleepy",
    "talker": "Talker",
    "never": "NeverMade",
    "sometimes": "SometimesMade",
    "unsuited": "Unsuited",
}


def plug_in(folder: Path) -> dict[str, str]:
    """Install the agents above in `folder`; the environment in which a command finds them."""
    folder.mkdir()
    return plugged_in(folder, "crescent.agents", NAMES, FOREIGN)


def plug_in_here(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Install them for the processes that this one starts; in this one they stay unknown."""
    plug_in(folder)
    monkeypatch.setattr(sys, "path", [str(folder), *sys.path])


def alike(found: list[GameResult]) -> list[tuple[object, ...]]:
    """Results by deal and agent, without the times, which no two runs share."""
    return sorted(
        (one.deal, one.agent, one.ending.value, one.cards, one.moves, one.redeals, str(one.failure), one.evidence)
        for one in found
    )
