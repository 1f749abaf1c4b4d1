"""The terms of a bench: the same for equal ones, and all that a game's chance depends on."""

from __future__ import annotations

import contextlib
import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import CrescentError, GameCode, Rules, RulesError, WrongTypeError, variants
from crescent.agents import make
from crescent.bench import STANDARD_SETS, Bench, StandardSet
from tests.bench.games import alike, benches
from tests.core.junk import things


@given(benches)
def test_terms_survive_their_journeys(terms: Bench) -> None:
    """Through pickle, and through the values of a header, they stay equal."""
    assert pickle.loads(pickle.dumps(terms)) == terms
    values = terms.header()
    assert values.pop("crescent-bench") == 1
    rules = values.pop("rules")
    assert isinstance(rules, dict)
    assert Bench(rules=Rules(**rules), **values) == terms  # type: ignore[arg-type]  # values of many types


def test_the_standard_set_never_changes() -> None:
    """Results that were published for it stay comparable; another set gets another name."""
    assert STANDARD_SETS["crescent-1000"] == StandardSet("crescent-1000", 1, 1000, limit=1000, seconds=30.0, seed=0)
    assert STANDARD_SETS["crescent-1000"].deals == range(1, 1001)


def test_the_seeds_of_games_never_change() -> None:
    """They follow from the bench's seed and the deal by a rule that is kept for ever; these were taken once."""
    seeds = [Bench.of_variant(seed=seed).agent_seed(deal) for seed, deal in ((0, 1), (0, 2), (1, 1), (0, 2**35 - 1))]
    assert seeds == GOLDEN


GOLDEN = [186578437, 576324363, 39695850, 3975548445]


@given(st.integers(0, 2**35 - 1), st.integers(0, 2**64))
def test_a_seed_is_one_that_every_library_takes(deal: int, seed: int) -> None:
    """0 to 2 ** 32 - 1, another for another deal, the same in every variant and whatever the limits."""
    terms = Bench.of_variant(seed=seed)
    assert 0 <= terms.agent_seed(deal) < 2**32
    assert terms.agent_seed(deal) != terms.agent_seed(deal + 1)
    other = Bench.of_variant(variants["hidden"], limit=3, seconds=1.0, seed=seed)
    assert other.agent_seed(deal) == terms.agent_seed(deal)


@pytest.mark.parametrize("variant", ["normal", "hidden"])
def test_a_game_is_the_one_that_the_agent_plays_by_hand(variant: str) -> None:
    """Made with the game's seed and asked ply by ply it plays the same line; the counts are those of the line."""
    terms = Bench.of_variant(variants[variant], seed=5)
    for deal in range(1, 6):
        for name in ("uniform", "greedy"):
            played, position = terms.play(deal, name), GameCode(deal, variants[variant]).deal()
            agent = make(name, seed=terms.agent_seed(deal))
            for move in played.line:
                assert agent.choose(position.view()) == move
                position = position.play(move)
            assert played.result.ending.value == str(position.outcome)
            assert (played.result.cards, played.result.redeals) == (position.cards_home, 3 - position.redeals_left)
            assert played.result.moves + played.result.redeals == len(played.line) == played.result.times.count
            assert alike([played.result]) == alike([terms.play(deal, name).result])


def test_at_the_limit_a_game_is_stopped() -> None:
    """After so many moves and redeals, not won and not blocked."""
    played = Bench.of_variant(limit=7).play(1, "greedy")
    assert (played.result.ending.value, len(played.line)) == ("stopped", 7)
    assert replace(played.result).failure is None


@given(st.sampled_from(["variant", "rules", "limit", "seconds", "seed", "version"]), things)
def test_no_field_takes_what_it_is_not(field: str, thing: object) -> None:
    """A value of another type or out of range is one of the library's own errors; nothing else is raised."""
    good = {"variant": "normal", "rules": Rules(), "limit": 1, "seconds": 1.0, "seed": 0, "version": "1"}
    with contextlib.suppress(CrescentError):  # some things are good values
        terms = Bench(**{**good, field: thing})  # type: ignore[arg-type]  # meant to be wrong
        assert getattr(terms, field) == thing


@pytest.mark.parametrize(
    ("field", "value"),
    [("limit", 0), ("limit", 100_001), ("seconds", 0), ("seconds", float("nan")), ("seconds", 1e9), ("seed", -1)],
)
def test_terms_out_of_range_are_refused(field: str, value: object) -> None:
    """Each with its name."""
    with pytest.raises(RulesError, match=f"Bench.{field}"):
        replace(Bench.of_variant(), **{field: value})  # type: ignore[arg-type]  # meant to be wrong


def test_games_that_are_none_are_refused() -> None:
    """A deal that has no code, an agent that is none, a name that no file could keep."""
    terms = Bench.of_variant()
    with pytest.raises(RulesError, match="code number"):
        terms.play(2**35, "greedy")
    with pytest.raises(CrescentError, match="did you mean greedy"):
        terms.play(1, "gredy")
    with pytest.raises(RulesError, match="an agent's name"):
        terms.play(1, "x" * 1001)
    with pytest.raises(WrongTypeError, match="an agent's name"):
        terms.play(1, None)  # type: ignore[arg-type]  # meant to be wrong
    with pytest.raises(WrongTypeError, match="a bench's variant"):
        Bench.of_variant("normal")  # type: ignore[arg-type]  # meant to be wrong
