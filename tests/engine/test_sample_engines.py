"""The sample engines in `examples/`, which import nothing of Crescent, and `crescent engine` itself, as agents."""

from __future__ import annotations

import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crescent import Game, GameCode, variants
from crescent.agents import checked_choice, make
from crescent.agents.external import ExternalAgent
from tests.cli.running import CRESCENT

EXAMPLES = Path(__file__).parents[2] / "examples"
COMPILER = shutil.which("cc") or ""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The engine in C, built without a warning."""
    if not COMPILER:
        pytest.skip("no C compiler")
    program = tmp_path_factory.mktemp("engine") / "engine_c"
    source = str(EXAMPLES / "engine_c.c")
    subprocess.run([COMPILER, "-std=c99", "-Wall", "-Wextra", "-Werror", "-o", str(program), source], check=True)
    return str(program)


@pytest.fixture(params=["python", "shell", "c", "crescent"])
def command(request: pytest.FixtureRequest) -> str:
    """The command of each engine in turn."""
    match request.param:
        case "python":
            return shlex.join([sys.executable, str(EXAMPLES / "engine_python.py")])
        case "shell":
            return shlex.join(["sh", str(EXAMPLES / "engine_shell.sh")])
        case "c":
            return shlex.quote(str(request.getfixturevalue("compiled")))
        case _:
            return shlex.join([CRESCENT, "engine", "--agent", "greedy"])


@pytest.fixture
def agent(command: str) -> Iterator[ExternalAgent]:
    """The agent, closed afterwards."""
    with ExternalAgent(command, seed=7) as external:
        yield external


def line_of(agent: object, code: GameCode, plies: int = 120) -> list[str]:
    """The moves that an agent plays, each checked."""
    game = Game(code)
    while game.outcome is None and len(game.line) < plies:
        game.play(checked_choice(agent, game.position))  # type: ignore[arg-type]  # an agent of some kind
    return [str(move) for move in game.line]


def test_it_plays_every_variant_legally(agent: ExternalAgent) -> None:
    """One process, one game after another, each to its end or for long."""
    for name in variants.names():
        assert line_of(agent, GameCode(3, variants[name]))


def test_it_plays_the_same_for_the_same_seed(agent: ExternalAgent, command: str) -> None:
    """In a process of its own each time."""
    code = GameCode(11)
    first = line_of(agent, code)
    with ExternalAgent(command, seed=7) as again:
        assert line_of(again, code) == first


def test_crescents_own_engine_plays_as_the_agent_plays() -> None:
    """Hidden cards or not, also in the second game, of which the agent may remember the first."""
    name = f"cmd:{shlex.join([CRESCENT, 'engine', '--agent', 'greedy', '--seed', '99'])}"
    agent, external = make("greedy", seed=7), make(name, seed=7)
    for number, variant in enumerate(("normal", "hidden", "relaxed")):
        code = GameCode(number, variants[variant])
        assert line_of(external, code) == line_of(agent, code)


def test_the_python_engine_is_short_and_its_own() -> None:
    """Some sixty lines, the standard library alone."""
    lines = [line for line in (EXAMPLES / "engine_python.py").read_text(encoding="utf-8").splitlines() if line.strip()]
    assert len(lines) <= 66
    assert {line for line in lines if line.startswith(("import", "from"))} == {"import random", "import sys"}
