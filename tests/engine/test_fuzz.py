"""Both ends meet anything: a short, bounded form of `scripts/fuzz_protocol.py`, which runs for minutes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crescent import Move, deal
from crescent.agents import make
from crescent.agents.external import ExternalAgent
from crescent.engine import EngineError
from crescent.engine.framing import Command, Line
from crescent.engine.session import COMMANDS
from tests.core.junk import spoiled
from tests.engine.engines import command
from tests.engine.talking import talk_with
from tests.survey.processes import all_gone, children

CODE: Final = "CR1-N-AAAAAAB"
VIEW: Final = deal("CR1-H-AAAAAAB").view()

GOOD: Final = [
    *sorted({*COMMANDS} - {"quit"}),
    f"1 position code {CODE} moves 2-K R",
    f"2 position text {VIEW} rules face_down=yes",
    "3 go movetime 5 nodes 3",
    "4 play 15-K # home",
    "setoption seed 3",
]
lines: st.SearchStrategy[bytes] = st.one_of(
    st.sampled_from(GOOD).map(str.encode),
    st.sampled_from(GOOD).flatmap(spoiled).map(lambda text: text.encode("utf-8", "surrogatepass")),
    st.binary(max_size=40),
).map(lambda data: data.replace(b"\n", b" "))


@given(st.lists(lines, max_size=20), st.lists(st.integers(1, 200), max_size=10))
@settings(max_examples=60)
def test_an_engine_answers_every_line_once(said: list[bytes], cuts: list[int]) -> None:
    """Whatever the lines are, in whichever pieces they come; and the next one as well."""
    commands = [command for data in said if (command := Command.of_line(Line(data))) is not None]
    if any(command.name == "quit" for command in commands):
        return
    with talk_with(lambda seed: make("uniform", seed=seed)) as talk:
        data = b"".join(line + b"\n" for line in said)
        for cut in cuts:
            talk.send(data[:cut])
            data = data[cut:]
        talk.send(data + b"99 known_command go\n")
        for one in commands:
            sign, number = (reply := talk.reply())[:1], one.number
            assert sign in ("=", "?")
            assert reply[1:].startswith(number)
            assert not one.fault or sign == "?"
        assert talk.reply() == "=99 true"


PARROT: Final = """
import os, sys
for piece in sys.argv[1:]:
    what, _, data = piece.partition(":")
    if what == "read":
        sys.stdin.readline()
    elif what == "out":
        os.write(1, bytes.fromhex(data))
    elif what == "err":
        os.write(2, bytes.fromhex(data))
    elif what == "shut":
        os.close(int(data))
sys.exit(3)
"""
"""Does what its arguments say: reads a line, writes bytes, closes a stream; then it ends."""

_texts = st.one_of(
    st.sampled_from(
        [b"=1 1\n\n", b"=2\n\n", b"=3 R\n\n", b"=3 1-11\n\n", b"?3 no\n\n", b"=3 1-2\n\n", b"# x\n", b"\n"]
    ),
    st.binary(max_size=30),
)
actions = st.one_of(
    st.just("read"),
    st.just("read"),
    _texts.map(lambda data: f"out:{data.hex()}"),
    _texts.map(lambda data: f"out:{data.hex()}"),
    st.binary(max_size=50).map(lambda data: f"err:{data.hex()}"),
    st.sampled_from(["shut:0", "shut:1", "shut:2"]),
)
RIGHT: Final = ["read", f"out:{b'=1 1'.hex()}0a0a", "read", f"out:{b'=2'.hex()}0a0a", "read"]


@pytest.fixture(scope="module")
def parrot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program."""
    file = tmp_path_factory.mktemp("engine") / "parrot.py"
    file.write_text(PARROT, encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    others = set(children(os.getpid()))  # other tests' agents may live on
    yield
    assert all_gone([child for child in children(os.getpid()) if child not in others])


def chosen_by(engine: str) -> Move | EngineError:
    """The move, or the error, that asking an engine ends in; it has to be quick."""
    try:
        with ExternalAgent(engine, seconds=0.2, start=1) as agent:
            return agent.choose(VIEW)
    except EngineError as error:
        return error


@given(st.integers(0, len(RIGHT)), st.lists(actions, max_size=8))
@settings(max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_an_engine_that_does_anything_gives_a_legal_move_or_an_error(parrot: Path, right: int, some: list[str]) -> None:
    """First it does some things right, then anything; no process and no file is left."""
    files, others = len(list(Path("/proc/self/fd").iterdir())), children(os.getpid())
    chosen = chosen_by(command(parrot, *RIGHT[:right], *some))
    if isinstance(chosen, Move):
        assert VIEW.refusal(chosen) is None
    else:
        assert str(chosen).isprintable()
        assert chosen.report.replace("\n", "").isprintable()
        assert len(chosen.transcript) <= 200
    assert set(children(os.getpid())) <= set(others)
    assert len(list(Path("/proc/self/fd").iterdir())) == files
