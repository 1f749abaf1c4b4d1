"""Whatever an agent does wrong is told apart, ends its game alone, and shows nothing that a player may not know."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crescent import Move, NoLegalMoveError, Position, View, variants
from crescent.agents import agents
from crescent.bench import AgentFailedError, Bench, Ending, Failure, Player
from tests.survey.processes import all_gone

Choice = Callable[[View], object]


class Told:
    """An agent that plays the first move three times, and then does what it is told."""

    end: Choice
    closed = 0
    shown: list[object]

    def __init__(self, *, seed: int | None) -> None:  # noqa: ARG002  every agent takes one
        """Nothing asked yet."""
        self.asked = 0

    def choose(self, view: View) -> Move:
        """The first move, or what it was told to do."""
        Told.shown.append(view)
        self.asked += 1
        return view.legal_moves()[0] if self.asked <= 3 else type(self).end(view)  # type: ignore[return-value]  # meant

    def close(self) -> None:
        """Count."""
        Told.closed += 1


@pytest.fixture(autouse=True)
def _registered() -> Iterator[None]:
    """The agent under a name, with nothing in its memory."""
    Told.closed, Told.shown = 0, []
    agents.register("told", Told)
    yield
    agents.unregister("told")


def _raise(error: BaseException) -> object:
    raise error


def _slow(view: View) -> Move:
    time.sleep(0.15)
    return view.legal_moves()[0]


FAULTS: list[tuple[Choice, Failure, str]] = [
    (lambda _: Move.parse("1-1"), Failure.ILLEGAL_MOVE, "chose 1-1, same-place"),
    (lambda _: "10-14", Failure.NO_MOVE, "must be a Move, not str"),
    (lambda _: None, Failure.NO_MOVE, "must be a Move, not NoneType"),
    (lambda _: _raise(RuntimeError("no idea")), Failure.ERROR, "RuntimeError: no idea"),
    (lambda _: _raise(SystemExit(3)), Failure.ERROR, "SystemExit: 3"),
    (lambda _: _raise(GeneratorExit()), Failure.ERROR, "GeneratorExit"),
    (lambda view: _raise(NoLegalMoveError(view)), Failure.ERROR, "NoLegalMoveError"),
    (lambda _: Position.deal(1).play("1-2").legal_moves()[0], Failure.ERROR, "IllegalMoveError"),
    (_slow, Failure.TIMEOUT, "took longer than 0.1 s for a move"),
]


@pytest.mark.parametrize(("end", "failure", "words"), FAULTS, ids=range(len(FAULTS)))
@pytest.mark.parametrize("variant", ["normal", "hidden"])
def test_a_fault_ends_the_game_and_is_told_apart(variant: str, end: Choice, failure: Failure, words: str) -> None:
    """The game is lost with what was played before; the evidence has the view, and in no case a hidden card."""
    Told.end = staticmethod(end)
    played = Bench.of_variant(variants[variant], seconds=0.1).play(3, "told")
    result = played.result
    assert (result.ending, result.failure, len(played.line)) == (Ending.FAILED, failure, 3)
    assert words in result.evidence
    position = Position.deal(3, variants[variant].rules)
    for move in played.line:
        position = position.play(move)
    assert str(position.view()) in result.evidence
    assert variant == "normal" or str(position) not in result.evidence
    assert result.cards == position.cards_home
    assert result.times.count == 3
    assert Told.closed == 1
    assert all(type(shown) is View for shown in Told.shown)


def test_ctrl_c_is_no_fault() -> None:
    """It ends the bench, not the game; the agent is let go all the same."""
    Told.end = staticmethod(lambda _: _raise(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        Bench.of_variant().play(3, "told")
    assert Told.closed == 1


def test_an_agent_that_cannot_be_made_loses_before_it_begins() -> None:
    """With its error; asked for by hand the error is raised."""

    def factory(*, seed: int | None) -> Told:
        if seed:
            raise OSError("not today")
        return Told(seed=seed)

    agents.register("sometimes", factory)
    try:
        played = Bench.of_variant().play(3, "sometimes")
        with pytest.raises(AgentFailedError, match="not today") as caught:
            Player("sometimes", 1)
        with pytest.raises(Exception, match="not today") as raised:
            Player.made("sometimes", 1)
    finally:
        agents.unregister("sometimes")
    assert (played.line, played.result.failure, played.result.cards) == ((), Failure.NOT_MADE, 8)
    assert "not today" in played.result.evidence
    assert caught.value.failure is Failure.NOT_MADE
    assert raised.value is caught.value.__cause__ or type(raised.value) is type(caught.value.__cause__)


def test_closing_that_fails_harms_nobody() -> None:
    """What an agent does wrong as it is let go is not its game's business."""

    class Clinging(Told):
        def close(self) -> None:
            raise RuntimeError("I stay")

    agents.register("clinging", Clinging)
    try:
        Clinging.end = staticmethod(lambda view: view.legal_moves()[0])
        assert Bench.of_variant().play(3, "clinging").result.failure is None
    finally:
        agents.unregister("clinging")


def test_an_external_engine_that_is_late_is_ended(tmp_path: Path) -> None:
    """By the bench's time where its own is longer, or none is named; nothing is left of it."""
    program = tmp_path / "engine.py"
    note = tmp_path / "pid"
    go = f"import os, pathlib, time; pathlib.Path({str(note)!r}).write_text(str(os.getpid())); time.sleep(600)"
    program.write_text(ENGINE.format(go=go), encoding="utf-8")
    for options in ("", "(seconds=20)", "(seconds=0.2)"):
        name = f"cmd{options}:{sys.executable} {program}"
        result = Bench.of_variant(seconds=0.4).play(3, name).result
        assert (result.agent, result.failure) == (name, Failure.TIMEOUT)
        assert f"within {'0.2' if '0.2' in options else '0.4'} s" in result.evidence
        assert all_gone([int(note.read_text(encoding="utf-8"))])


ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[:1]
    asked = line.split()
    number = asked.pop(0) if asked and asked[0].isdigit() else ""
    if asked[:1] == ["go"]:
        {go}
    print(f"={{number}} {{'1' if asked[:1] == ['protocol'] else ''}}\\n", flush=True)
"""


@pytest.mark.parametrize(
    ("go", "failure", "words"),
    [
        ("sys.exit(4)", Failure.CRASH, "exit code 4"),
        ("print(f'={number} 1-1\\n', flush=True); continue", Failure.ILLEGAL_MOVE, "1-1"),
        ("print(f'={number} hello\\n', flush=True); continue", Failure.NO_MOVE, "hello"),
        ("import time; time.sleep(60)", Failure.TIMEOUT, "within 0.5 s"),
    ],
)
def test_an_external_engine_s_faults_keep_the_talk(tmp_path: Path, go: str, failure: Failure, words: str) -> None:
    """Crash, illegal move, no move and silence are told apart, with what was said to it and by it."""
    program = tmp_path / "engine.py"
    program.write_text(ENGINE.format(go=go), encoding="utf-8")
    result = Bench.of_variant().play(3, f"cmd(seconds=0.5):{sys.executable} {program}").result
    assert (result.ending, result.failure) == (Ending.FAILED, failure)
    assert words in result.evidence
    assert "> " in result.evidence
    assert "go" in result.evidence
