"""The tables of the environment's page say what the code does: sizes, boundaries, ranges, arguments."""

from __future__ import annotations

import inspect
import re
from itertools import pairwise
from pathlib import Path

import pytest

import crescent
from crescent_gym import CrescentEnv
from crescent_gym.flat import SIZE, Flat
from crescent_gym.observations import Cards

PAGE = (Path(__file__).parents[2] / "docs" / "environment-tables.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The cells of the table below `heading`, without its head."""
    part = PAGE.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in part.splitlines() if line.startswith("|")]
    return rows[2:]


def number(text: str, rules: crescent.Rules) -> int:
    """The value of a sum of terms such as `16·C`, where C is the capacity and r the redeals."""
    known = {"C": rules.pile_capacity, "r": rules.redeals}
    total = 0
    for sign, term in re.findall(r"([+−]?)\s*([\w·]+)", text):
        product = 1
        for factor in term.split("·"):
            product *= known[factor] if factor in known else int(factor)
        total += -product if sign == "−" else product
    return total


def ranges(heading: str, rules: crescent.Rules) -> list[tuple[int, int]]:
    """First and last index of each row of the table below `heading`."""
    bounds = [re.split(" … ", row[0]) for row in table(heading)]
    return [(number(each[0], rules), number(each[-1], rules)) for each in bounds]


def kind(meaning: str) -> str:
    """What all indices of one row of the table have in common: the first two words, without numbers."""
    return " ".join(re.sub(r"\d", "", meaning).split()[:2])


def test_the_table_of_flat_has_its_size_and_boundaries() -> None:
    """Its rows follow each other from 0 to the last index, and each holds one kind of numbers, by their meanings."""
    rules = crescent.Rules()
    found = ranges("The observation `flat`", rules)
    assert [last + 1 for _, last in found] == [*(first for first, _ in found[1:]), SIZE]
    assert found[0][0] == 0
    assert [int(row[1]) for row in table("The observation `flat`")] == [last - first + 1 for first, last in found]
    meanings = Flat().meanings(rules)
    kinds = [{kind(meaning) for meaning in meanings[first : last + 1]} for first, last in found]
    assert all(len(each) == 1 for each in kinds)
    assert all(one != other for one, other in pairwise(kinds))


@pytest.mark.parametrize("rules", [crescent.Rules(), crescent.Rules(redeals=9, pile_capacity=31)])
def test_the_table_of_cards_has_its_size_and_ranges(rules: crescent.Rules) -> None:
    """Its rows follow each other through the whole row of bytes, with the bounds of the space."""
    heading = "The observation `cards`"
    found, space = ranges(heading, rules), Cards().space(rules)
    assert [first for first, _ in found] == [0, *(last + 1 for _, last in found[:-1])]
    assert space.shape == (found[-1][1] + 1,)
    for (first, last), row in zip(found, table(heading), strict=True):
        low, high = (number(bound, rules) for bound in row[1].split(" – "))
        assert {*space.low[first : last + 1].tolist()} == {low}
        assert {*space.high[first : last + 1].tolist()} == {high}


def test_the_table_of_arguments_is_the_constructors() -> None:
    """It names the same arguments with the same defaults, in the same order."""
    parameters = list(inspect.signature(CrescentEnv).parameters.values())
    shown = [(row[0].strip("`"), row[1].strip("`").strip('"')) for row in table("Arguments")]
    assert shown == [(parameter.name, str(parameter.default)) for parameter in parameters]
