"""`crescent variants` and `crescent agents` list everything that is there, and outlive broken plug-ins."""

from __future__ import annotations

from pathlib import Path

import pytest

from crescent import Rules, Variant, variants
from crescent.agents import agents, describe
from tests.cli.plugging import plugged_in
from tests.cli.running import crescent

FOREIGN = """
from typing import Annotated, Literal

from crescent import Rules, Variant
from crescent.agents import Between

STRICT = Variant("strict", "S", Rules(redeals=1, pile_capacity=8, wrap=False), "harder")
NAMELESS = Variant("nameless", "NL", Rules(redeals=0))

class Hare:
    \"\"\"hops.\"\"\"
    def __init__(self, *, seed, far: Annotated[int, Between(1, 9)] = 3, gait: Literal["slow", "fast"] = "fast",
                 tired=False, book: str | None = None, speed: float = 1.5, friends: list[str] = ()):
        pass
    @staticmethod
    def plays(rules):
        return not rules.face_down
    def choose(self, view):
        return view.legal_moves()[-1]

def mute(*, seed):
    return Hare(seed=seed)

WRONG = 7

def confused(*, seed):
    pass
confused.plays = lambda rules: 1 / 0
"""


def test_every_variant_is_listed_with_what_makes_it_different() -> None:
    """Each has a line with name, tag and description, and the rules that are not as usual below it."""
    result = crescent("variants")
    lines = result.out.splitlines()
    assert (result.code, result.err) == (0, "")
    for name in variants:
        variant = variants[name]
        (row,) = [line for line in lines if line.split(maxsplit=1)[0] == name]
        assert row.split(maxsplit=2) == [name, variant.tag, variant.description]
        below = lines[lines.index(row) + 1] if row != lines[-1] else ""
        assert below.startswith("    ") == (variant.rules != Rules())
    assert "4 redeals; dealt face down" in result.out
    assert "no pile limit; foundation cards may go to the piles" in result.out


def test_variants_as_json_can_be_made_again() -> None:
    """The document has every field of every variant, and what differs from normal play."""
    result = crescent("variants", "--json")
    (document,) = result.documents
    listed = [Variant(v["name"], v["tag"], Rules(**v["rules"]), v["description"]) for v in document["variants"]]
    assert listed == [variants[name] for name in variants]
    for values in document["variants"]:
        assert Rules(**values["differs"]) == Rules(**values["rules"])
        assert all(getattr(Rules(), name) != value for name, value in values["differs"].items())


def test_every_agent_is_listed_with_its_description() -> None:
    """As text and as JSON."""
    expected = {name: describe(name) for name in agents}
    rows = [line.partition("  ") for line in crescent("agents").out.splitlines() if not line.startswith(" ")]
    (document,) = crescent("agents", "--json").documents
    assert {name: description.strip() for name, _, description in rows} == expected
    assert {entry["name"]: entry["description"] for entry in document["agents"]} == expected


def test_german_lists_are_german() -> None:
    """No line of a built-in variant or agent is the English one; names and tags stay."""
    for command in ("variants", "agents"):
        english = crescent(command).out.splitlines()
        german = crescent(command, "--lang", "de").out.splitlines()
        assert len(english) == len(german)
        for one, other in zip(english, german, strict=True):
            assert one != other
            assert one.startswith(" ") or one.split()[0] == other.split()[0]


def test_plugged_in_variants_are_listed(tmp_path: Path) -> None:
    """With their rules in words; one without a description has no trailing space."""
    env = plugged_in(tmp_path, "crescent.variants", {"strict": "STRICT", "nameless": "NAMELESS"}, FOREIGN)
    result = crescent("variants", env=env)
    lines = result.out.splitlines()
    assert (result.code, result.err) == (0, "")
    (row,) = [line for line in lines if line.startswith("strict")]
    assert row.split() == ["strict", "S", "harder"]
    assert lines[lines.index(row) + 1].strip() == "1 redeal; at most 8 cards in a pile; ace and king not adjacent"
    assert not any(line != line.rstrip() for line in lines)
    assert [line for line in lines if line.startswith("nameless")]
    german = crescent("variants", "--lang", "de", env=env).out
    assert "1 Neuverteilung; höchstens 8 Karten in einem Stapel; Ass und König nicht benachbart" in german


@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize(("command", "group"), [("variants", "crescent.variants"), ("agents", "crescent.agents")])
def test_a_broken_plugin_is_a_line_beside_the_list(tmp_path: Path, command: str, group: str, form: list[str]) -> None:
    """What cannot be loaded is told on standard error, by name; the list is as without it, and the exit code 0."""
    env = plugged_in(tmp_path, group, {"broken": "MISSING", "wrong": "WRONG"}, FOREIGN)
    result = crescent(command, *form, env=env)
    assert result.code == 0
    assert result.out == crescent(command, *form).out
    assert ["'broken'" in line or "'wrong'" in line for line in result.err.splitlines()] == [True, True]


@pytest.mark.parametrize("form", [[], ["--json"]])
@pytest.mark.parametrize(
    ("command", "group", "name"), [("variants", "crescent.variants", "normal"), ("agents", "crescent.agents", "greedy")]
)
def test_a_plugin_of_a_taken_name_is_a_line_beside_the_list(
    tmp_path: Path, command: str, group: str, name: str, form: list[str]
) -> None:
    """It is told with its source on standard error that it is left out; the list is as without it."""
    env = plugged_in(tmp_path, group, {name: "THIEF"}, FOREIGN)
    result = crescent(command, *form, env=env)
    assert (result.code, result.out) == (0, crescent(command, *form).out)
    (line,) = result.err.splitlines()
    assert f"plug-in '{name}' ('foreign_plugin:THIEF', group {group}): is left out" in line


def test_plugged_in_agents_are_listed(tmp_path: Path) -> None:
    """By class or function, with or without a docstring."""
    env = plugged_in(tmp_path, "crescent.agents", {"hare": "Hare", "mute": "mute"}, FOREIGN)
    result = crescent("agents", env=env)
    assert (result.code, result.err) == (0, "")
    assert ["hare", "hops."] in [line.split() for line in result.out.splitlines()]
    assert "mute" in result.out.splitlines()


def test_options_are_listed_with_their_kind_default_and_range(tmp_path: Path) -> None:
    """Those of a plug-in too, and the variants that it does not play; what no text can give is no option."""
    env = plugged_in(tmp_path, "crescent.agents", {"hare": "Hare"}, FOREIGN)
    lines = [" ".join(line.split()) for line in crescent("agents", env=env).out.splitlines()]
    at = lines.index("hare hops.")
    assert lines[at + 1 : at + 7] == [
        "far=3 (integer, 1 - 9)",
        "gait=fast (slow, fast)",
        "tired=false (true or false)",
        "book (text)",
        "speed=1.5 (number)",
        "does not play: hidden, hidden-four",
    ]
    (document,) = crescent("agents", "--json", env=env).documents
    (hare,) = [entry for entry in document["agents"] if entry["name"] == "hare"]
    far, gait, *_ = hare["options"]
    assert far == {
        "name": "far", "kind": "integer", "default": 3, "required": False, "low": 1, "high": 9, "choices": None
    }  # fmt: skip
    assert gait["choices"] == ["slow", "fast"]
    assert "normal" in hare["variants"]
    assert "hidden" not in hare["variants"]


def test_an_agent_that_cannot_say_what_it_plays_is_a_line_beside_the_list(tmp_path: Path) -> None:
    """By name, with what went wrong; the list is as without it."""
    env = plugged_in(tmp_path, "crescent.agents", {"confused": "confused"}, FOREIGN)
    result = crescent("agents", env=env)
    assert (result.code, result.out) == (0, crescent("agents").out)
    assert "plug-in 'confused'" in result.err
    assert "ZeroDivisionError" in result.err


@pytest.mark.parametrize("command", ["variants", "agents"])
def test_lists_take_no_arguments(command: str) -> None:
    """A stray word is a usage error."""
    result = crescent(command, "normal")
    assert (result.code, result.out) == (2, "")
    assert "normal" in result.err
