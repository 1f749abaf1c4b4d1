"""Variants and rules: what may be one, and that names and tags are unique."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import crescent
from crescent import (
    CodeError,
    DuplicateNameError,
    FixedNameError,
    Game,
    GameCode,
    Position,
    Rules,
    RulesError,
    UnknownNameError,
    Variant,
    WrongTypeError,
    variants,
)

LOW = Variant("low-piles", "LP", Rules(pile_capacity=8), "low piles")


@pytest.fixture
def low_piles() -> Iterator[Variant]:
    """A variant of one's own, registered for the test."""
    yield variants.add(LOW)
    variants.unregister(LOW.name)


@pytest.mark.parametrize("name", ["", "A", "Low", "low piles", "-low", "low-", "low--piles", "1low", "löw", "x" * 41])
def test_names_are_lower_case_words_joined_by_hyphens(name: str) -> None:
    """At most 40 characters."""
    with pytest.raises(RulesError, match=r"Variant\.name must be lower-case words joined by hyphens"):
        Variant(name, "X")


@pytest.mark.parametrize("tag", ["", "n", "ABCDE", "A1", "Ä", "A B", "A\n", "\u039d"])
def test_tags_are_one_to_four_capital_letters(tag: str) -> None:
    """Because they stand in game codes."""
    with pytest.raises(RulesError, match=r"Variant\.tag must be 1 to 4 capital letters"):
        Variant("x", tag)


@pytest.mark.parametrize(
    ("switches", "says"),
    [
        ({"redeals": -1}, "Rules.redeals must be an integer from 0 to 99, not -1"),
        ({"redeals": 100}, "Rules.redeals must be an integer from 0 to 99, not 100"),
        ({"pile_capacity": 5}, "Rules.pile_capacity must be an integer from 6 to 31, not 5"),
        ({"pile_capacity": 32}, "Rules.pile_capacity must be an integer from 6 to 31, not 32"),
    ],
)
def test_switches_have_their_ranges(switches: dict[str, object], says: str) -> None:
    """The error names the switch, the range and the value."""
    with pytest.raises(RulesError) as caught:
        Rules(**switches)  # type: ignore[arg-type]  # that wrong types are refused is the point
    assert str(caught.value) == says
    assert caught.value.field == f"Rules.{next(iter(switches))}"


@pytest.mark.parametrize(
    ("switches", "says"),
    [
        ({"redeals": True}, "Rules.redeals must be an integer from 0 to 99, not bool"),
        ({"redeals": 3.0}, "Rules.redeals must be an integer from 0 to 99, not float"),
        ({"redeals": "3"}, "Rules.redeals must be an integer from 0 to 99, not str"),
        ({"pile_capacity": None}, "Rules.pile_capacity must be an integer from 6 to 31, not NoneType"),
        ({"wrap": 1}, "Rules.wrap must be True or False, not int"),
        ({"face_down": None}, "Rules.face_down must be True or False, not NoneType"),
        ({"foundation_to_pile": "no"}, "Rules.foundation_to_pile must be True or False, not str"),
    ],
)
def test_switches_have_their_types(switches: dict[str, object], says: str) -> None:
    """The error is a TypeError and names the switch and both types."""
    with pytest.raises(WrongTypeError) as caught:
        Rules(**switches)  # type: ignore[arg-type]  # that wrong types are refused is the point
    assert str(caught.value) == says


def test_integers_of_any_kind_make_the_same_rules() -> None:
    """What is kept is a plain int, so that rules are shown and written alike."""
    rules = Rules(redeals=np.int64(5), pile_capacity=np.uint8(9))  # type: ignore[arg-type]  # wider than annotated
    assert (rules, repr(rules)) == (Rules(redeals=5, pile_capacity=9), repr(Rules(redeals=5, pile_capacity=9)))


@pytest.mark.parametrize("rules", [Rules(redeals=0, pile_capacity=6), Rules(redeals=99, pile_capacity=31)], ids=str)
def test_the_ends_of_the_ranges_are_allowed(rules: Rules) -> None:
    """And a game can be dealt by them."""
    assert Position.deal(1, rules).redeals_left == rules.redeals


def test_a_variant_of_ones_own_is_dealt_and_played_by_its_code(low_piles: Variant) -> None:
    """Like a built-in one, from code to game."""
    code = GameCode.parse("cr1-lp-aaaaaab")
    assert code.variant is low_piles
    assert str(code) == "CR1-LP-AAAAAAB"
    assert crescent.deal(code).rules == low_piles.rules
    assert Game(code.deal()).variant is low_piles
    assert str(low_piles) == "low-piles"


def test_names_and_tags_are_taken_once(low_piles: Variant) -> None:
    """A second variant of the name or of the tag is refused, however it is delivered, and nothing is kept of it."""
    before = variants.names()
    with pytest.raises(DuplicateNameError, match="the variant 'low-piles' exists already"):
        variants.add(Variant("low-piles", "LPP"))
    with pytest.raises(DuplicateNameError, match="the variant tag 'LP' exists already"):
        variants.add(Variant("other", low_piles.tag))
    with pytest.raises(DuplicateNameError, match="the variant tag 'N' exists already"):
        variants.register("other", lambda: Variant("other", "N"))  # type: ignore[arg-type]  # as a plug-in might
    assert variants.names() == before


@pytest.mark.parametrize("name", ["normal", "four", "hidden", "hidden-four", "classic", "relaxed", "easy"])
def test_a_built_in_variant_stays(name: str) -> None:
    """Codes, records and environments name it."""
    with pytest.raises(FixedNameError, match=f"the variant '{name}' cannot be taken out: it is built in"):
        variants.unregister(name)
    assert variants[name].name == name


def test_a_variant_is_registered_under_its_own_name() -> None:
    """Or not at all."""
    with pytest.raises(RulesError, match=r"Variant\.name must be 'other', the name it is registered under"):
        variants.register("other", LOW)


def test_only_a_variant_is_registered() -> None:
    """Or a function that returns one, and nothing is kept of anything else."""
    before = variants.names()
    for entry in (3, "other", Rules(), Rules):
        with pytest.raises(WrongTypeError, match="a variant must be a Variant or a function that returns one, not"):
            variants.register("other", entry)  # type: ignore[arg-type]  # that it is refused is the point
    assert variants.names() == before


def test_a_tag_that_no_variant_has_names_those_that_exist() -> None:
    """In a code as well."""
    with pytest.raises(UnknownNameError, match="there is no variant with the tag 'ZZ'; known: N, F, H, FH, C, L, E"):
        variants.by_tag("ZZ")
    with pytest.raises(CodeError, match="no variant has the tag 'ZZ'; known tags: N, F, H, FH, C, L, E"):
        GameCode.parse("CR1-ZZ-AAAAAAA")


def test_the_first_variant_with_some_rules_is_found() -> None:
    """None where no variant has them."""
    assert variants.of_rules(Rules()) is variants["normal"]
    assert variants.of_rules(Rules(redeals=9)) is variants["easy"]
    assert variants.of_rules(Rules(redeals=50)) is None
    assert Game(Position.deal(1, Rules(redeals=50))).variant is None
