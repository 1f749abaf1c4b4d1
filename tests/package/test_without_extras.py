"""With the wheel alone everything works that needs no extra, and what needs one names it."""

from __future__ import annotations

import json
import re
from email import message_from_string

import pytest

from tests.package.conftest import Run

pytestmark = pytest.mark.package

CODE = "CR1-N-AAAAAAB"

NEARLY_WON = "KS/" + "/".join("-" * 15) + " QKKK AAAA 3"
"""A king that goes home."""

COMMANDS: dict[str, tuple[list[str], str]] = {
    "agents": (["agents"], "greedy"),
    "bench": (["bench", "--agent", "greedy", "--agent", "uniform", "--deals", "1:3"], "greedy"),
    "deal": (["deal", CODE, "--svg", "deal.svg"], ""),
    "engine": (["engine", "--agent", "greedy"], "=1 crescent greedy"),
    "hint": (["hint", CODE, "--nodes", "50"], ""),
    "play": (["play", CODE], "redeals"),
    "replay": (["replay", CODE, "15-K", "--html", "game.html"], ""),
    "solve": (["solve", NEARLY_WON], "1-"),
    "survey": (["survey", "--deals", "1:2", "--nodes", "50"], "2"),
    "variants": (["variants", "--lang", "de"], "hidden-four"),
    "watch": (["watch", CODE, "--agent", "greedy"], ""),
}
"""Commands that need no extra, and what they show; the others are among `MISSING`."""

MISSING: dict[str, list[list[str]]] = {
    "gym": [["watch", CODE, "--agent", "policy"]],
    "minari": [["export-minari", "crescent/x-v0", "--agent", "greedy", "--deals", "1:2"]],
    "pictures": [["replay", CODE, "15-K", "--gif", "game.gif"]],
    "plots": [["survey", "--deals", "1:2", "--nodes", "50", "--plot", "curve.png"]],
    "ray": [["survey", "--deals", "1:2", "--ray"]],
    "tui": [["tui"], ["tui", "--serve"]],
}
"""What asks for an extra in the shell, by the extra."""

ELSEWHERE = {
    "sb3": "a module of its own, below",
    "torchrl": "for a program in examples/",
    "rllib": "for a program in examples/",
    "dev": "for the tests and checks",
    "docs": "for the site",
    "fuzz": "for a program in scripts/",
    "mutants": "for a program in scripts/",
    "types": "for a check of types",
}


def test_the_tables_here_know_every_command_and_extra(bare: Run) -> None:
    """A new one gets a line here."""
    shown = bare("crescent", "--help").stdout.partition("Commands:")[2]
    asking = {words[0] for calls in MISSING.values() for words in calls}
    assert set(re.findall(r"^  ([a-z-]+)", shown, re.MULTILINE)) == COMMANDS.keys() | asking
    told = bare("python", "-c", "import importlib.metadata as m; print(m.metadata('crescent-patience'))").stdout
    assert set(message_from_string(told).get_all("Provides-Extra", [])) == MISSING.keys() | ELSEWHERE.keys()


def test_the_wheel_brings_typer_alone(bare: Run) -> None:
    """Nothing is installed that is no requirement of Typer's."""
    program = """
import importlib.metadata as m, json, re
def needed(name):
    lines = [line for line in m.requires(name) or () if "extra ==" not in line]
    names = {re.match(r"[\\w.-]+", line)[0].lower().replace("_", "-") for line in lines}
    return names
wanted, new = set(), {"crescent-patience"}
while new - wanted:
    wanted |= new
    new = {n for one in wanted for n in needed(one) if list(m.distributions(name=n))}
print(json.dumps([sorted(needed("crescent-patience")), sorted(
    {d.name.lower().replace("_", "-") for d in m.distributions()} - wanted)]))
"""
    told = bare("python", "-c", program)
    needed, others = json.loads(told.stdout)
    assert needed == ["typer"], told.stderr
    assert set(others) <= {"pip", "setuptools"}  # what a new environment has


def test_importing_the_library_loads_the_standard_library_alone(bare: Run) -> None:
    """`import crescent` and a game to its end, with everything hidden that was installed beside it."""
    program = """
import sys, crescent
from crescent.agents import make
game, agent = crescent.Game("CR1-N-AAAAAAB"), make("greedy", seed=1)
while game.outcome is None:
    game.play(agent.choose(game.view))
print(sorted({name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names - {"__main__", "crescent"}))
"""
    told = bare("python", "-I", "-c", program)
    strange = {name for name in json.loads(told.stdout.replace("'", '"')) if not name.startswith(("_", "site"))}
    assert (strange, told.stderr) == (set(), "")


@pytest.mark.parametrize("command", COMMANDS)
def test_commands_that_need_no_extra_work(bare: Run, command: str) -> None:
    """Each ends well and says what it should, and none speaks of an extra."""
    words, shown = COMMANDS[command]
    told = bare("crescent", *words, stdin="1 name\nquit\n")
    assert told.returncode == 0, told.stderr
    assert told.stdout
    assert shown in told.stdout
    assert "extra" not in told.stderr


@pytest.mark.parametrize("extra", MISSING)
def test_a_missing_extra_is_named_by_what_needs_it(bare: Run, extra: str) -> None:
    """The one line that installs it, and no traceback; the extra that is named is one that is enough."""
    for words in MISSING[extra]:
        told = bare("crescent", *words)
        line = f"Error: this needs the extra '{extra}': pip install 'crescent-patience[{extra}]'\n"
        assert (told.returncode, told.stderr) == (2, line), words


def test_importing_the_environment_names_the_extra(bare: Run) -> None:
    """The error's last line is the one that installs it."""
    told = bare("python", "-c", "import crescent_gym")
    assert told.returncode == 1
    assert told.stderr.endswith("crescent_gym needs the extra 'gym': pip install 'crescent-patience[gym]'\n")


def test_the_extra_gym_is_enough_for_the_environments(with_gym: Run) -> None:
    """They are all imported, one is played, and the agent that needs NumPy plays, without any other extra."""
    program = """
import gymnasium, crescent_gym
env = gymnasium.make("crescent_gym/Crescent-v0")
observation, info = env.reset(seed=1)
env.step(info["action_mask"].argmax())
print("played")
"""
    told = with_gym("python", "-c", program)
    assert told.stdout == "played\n", told.stderr
    assert with_gym("crescent", "watch", CODE, "--agent", "policy").returncode == 0


@pytest.mark.parametrize(
    ("extra", "program"),
    [
        ("sb3", "import crescent_gym.sb3"),
        ("minari", "import crescent_gym.dataset as d; d.check_minari('crescent/x-v0')"),
        ("pictures", "import crescent_gym as c; e = c.CrescentEnv(render_mode='rgb_array'); e.reset(); e.render()"),
    ],
)
def test_beyond_the_environments_a_missing_extra_is_named_too(with_gym: Run, extra: str, program: str) -> None:
    """Where NumPy and Gymnasium are there, what is missing is the extra that the feature belongs to."""
    told = with_gym("python", "-c", program)
    assert told.returncode == 1
    assert told.stderr.endswith(f" needs the extra '{extra}': pip install 'crescent-patience[{extra}]'\n")
