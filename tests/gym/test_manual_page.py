"""The environment's manual page says what the code does."""

from __future__ import annotations

import inspect
import re
from typing import get_args

import pytest

from crescent import Move
from crescent.moves import MOVES, Foundation, Pile
from crescent.variants import variants
from crescent_gym import MAX_EPISODE_STEPS, CrescentEnv, observations, rewards
from crescent_gym.arguments import IllegalPolicy
from tests.gym.playing import CODE

PAGE = inspect.cleandoc(CrescentEnv.__doc__ or "")

HEADINGS = [
    "Description",
    "Action Space",
    "Observation Space",
    "Starting State",
    "Rewards",
    "Episode End",
    "Information",
    "Arguments",
    "Version History",
]


def section(heading: str) -> str:
    """The text under a heading."""
    return PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]


def rows(heading: str) -> list[list[str]]:
    """The cells of a section's tables, without the heads."""
    lines = [line for line in section(heading).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[1:]]


def first_cells(heading: str) -> list[str]:
    """The names in a table's first column."""
    return [row[0].strip("`") for row in rows(heading)]


def test_the_page_has_the_usual_headings() -> None:
    """All headings of Gymnasium's manual pages are there, in their order."""
    assert re.findall(r"^## (.+)$", PAGE, re.MULTILINE) == HEADINGS


def test_the_action_table_is_the_code_s() -> None:
    """The ranges cover all 409 actions once, the numbers are their sizes, and each formula gives the move it names."""
    covered: list[int] = []
    for indices, _, number in rows("Action Space"):
        first, last = (int(bound) for bound in (indices.split(" … ") * 2)[:2])
        covered += range(first, last + 1)
        assert last - first + 1 == int(number)
    assert covered == [move.index for move in MOVES]


@pytest.mark.parametrize("row", rows("Action Space"), ids=lambda row: row[0])
def test_each_formula_of_the_action_table_is_right(row: list[str]) -> None:
    """For every pile, suit and foundation, a formula gives the actions of its range, and the moves that it names."""
    indices, text, _ = row
    first, last = (int(bound) for bound in (indices.split(" … ") * 2)[:2])
    described, _, formula = text.partition(": ")
    names = {"i": range(16), "j": range(16), "s": range(4), "f": range(8)}
    used = [name for name in names if re.search(rf"\b{name}\b", formula)]
    values: list[dict[str, int]] = [{}]
    for name in used:
        values = [{**chosen, name: value} for chosen in values for value in names[name]]
    values = [chosen for chosen in values if chosen.get("i") != chosen.get("j") or "j" not in chosen]
    actions = [eval(formula or str(first), {}, chosen) for chosen in values]  # the page's own formula
    assert sorted(actions) == list(range(first, last + 1))
    for action, chosen in zip(actions, values, strict=True):
        _assert_described(Move.from_index(action), described, chosen)


def _assert_described(move: Move, described: str, chosen: dict[str, int]) -> None:
    """The move goes from where to where the words say."""
    source, target = move.source, move.target
    if described == "redeal":
        assert move.is_redeal
        return
    if "i" in chosen:
        assert source == Pile(chosen["i"] + 1)
    else:
        assert isinstance(source, Foundation)
        assert source.place - 16 == chosen.get("f", chosen.get("s", 0) + (0 if "ascending to" in described else 4))
    if "j" in chosen:
        assert target == Pile(chosen["j"] + 1)
    else:
        assert str(target)[-1] == ("A" if re.search(r"to (the )?ascending", described) else "K")


def test_the_observation_table_is_the_code_s() -> None:
    """The table lists the registered observations with their shapes."""
    assert first_cells("Observation Space") == list(observations)
    text = section("Observation Space")
    for name in variants:
        for observation in observations:
            space = observations[observation].space(variants[name].rules)
            assert space.shape is not None
            assert str(space.shape[0]) in text


def test_the_reward_table_is_the_code_s() -> None:
    """The table lists the registered rewards."""
    assert first_cells("Rewards") == list(rewards)


def test_the_information_table_is_the_code_s() -> None:
    """The table lists the keys of an info."""
    _, info = CrescentEnv().reset(options={"code": CODE})
    assert first_cells("Information") == list(info)


def test_the_arguments_table_is_the_code_s() -> None:
    """The table lists the arguments with their defaults."""
    parameters = inspect.signature(CrescentEnv).parameters
    told = {name.strip("`"): default.strip("`").replace('"', "'") for name, default, _ in rows("Arguments")}
    assert told == {name: repr(parameter.default) for name, parameter in parameters.items()}
    assert all(f'"{policy}"' in PAGE for policy in get_args(IllegalPolicy))


def test_the_page_names_the_time_limit() -> None:
    """The page tells the number that the registration uses."""
    assert f"{MAX_EPISODE_STEPS}\nsteps" in section("Episode End")
