"""A survey is one question: the same for equal ones, split into parts that are all of it."""

from __future__ import annotations

import contextlib
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import CrescentError, Position, Rules, RulesError, variants
from crescent.runs.deals import MOST_DEALS
from crescent.solver import Status, solve
from crescent.survey import Survey, check_deals, shard
from tests.core.junk import things
from tests.survey.questions import QUICK, alike, surveys


@given(st.integers(0, 1000), st.integers(1, 200), st.integers(1, 30), st.integers(0, 50))
def test_shards_are_a_partition_that_stays(first: int, count: int, parts: int, more: int) -> None:
    """Every deal is in one part, parts differ by one in size, and a longer range leaves deals where they are."""
    deals = range(first, first + count)
    split = [shard(deals, number, parts) for number in range(1, parts + 1)]
    assert sorted(deal for part in split for deal in part) == list(deals)
    assert max(map(len, split)) - min(map(len, split)) <= 1
    for number, part in enumerate(split, start=1):
        longer = shard(range(first, first + count + more), number, parts)
        assert longer[: len(part)] == part


@given(surveys)
def test_a_survey_survives_its_journeys(survey: Survey) -> None:
    """Through pickle, and through the values of its header, it stays equal."""
    assert pickle.loads(pickle.dumps(survey)) == survey
    values = survey.header()
    assert values.pop("crescent-survey") == 1
    rules = values.pop("rules")
    assert isinstance(rules, dict)
    assert Survey(rules=Rules(**rules), **values) == survey  # type: ignore[arg-type]  # values of many types


def test_a_result_is_the_solver_s() -> None:
    """What is kept of a deal is what the solver says of it, and it is the same every time."""
    for deal in range(1, 13):
        result = QUICK.solve(deal)
        solution = solve(Position.deal(deal), nodes=QUICK.nodes)
        assert (result.status, result.moves, result.nodes) == (solution.status, solution.move_count, solution.nodes)
        assert result.moves + result.redeals == len(solution.moves)
        assert result.cards == solution.best_cards
        assert alike([result]) == alike([QUICK.solve(deal)])


def test_redeals_can_be_taken_away() -> None:
    """A survey of the normal game without redeals plays by such rules, and wins less."""
    some = Survey.of_variant(variants["normal"], nodes=2000, redeals=0)
    assert some.rules == Rules(redeals=0)
    lost = [some.solve(deal) for deal in range(1, 13)]
    assert all(result.redeals == 0 for result in lost)
    won = [QUICK.solve(deal) for deal in range(1, 13)]
    assert sum(result.status is Status.SOLVED for result in lost) < sum(one.status is Status.SOLVED for one in won)


@given(st.sampled_from(["variant", "rules", "nodes", "seconds", "seed", "version"]), things)
def test_no_field_takes_what_it_is_not(field: str, thing: object) -> None:
    """A value of another type or out of range is one of the library's own errors; nothing else is raised."""
    good = {"variant": "normal", "rules": Rules(), "nodes": 1, "seconds": None, "seed": 0, "version": "1"}
    with contextlib.suppress(CrescentError):  # some things are good values
        survey = Survey(**{**good, field: thing})  # type: ignore[arg-type]  # meant to be wrong
        assert getattr(survey, field) == thing


@pytest.mark.parametrize("deals", [range(0), range(-1, 3), range(2**35, 2**35 + 1), range(MOST_DEALS + 1)])
def test_deals_that_are_none_are_refused(deals: range) -> None:
    """No deals, numbers that no code has, and more than are taken."""
    with pytest.raises(RulesError, match="deals"):
        check_deals(deals)


@pytest.mark.parametrize(("number", "count"), [(0, 1), (2, 1), (-1, 3), (1, 0), (1, -1)])
def test_shards_that_are_none_are_refused(number: int, count: int) -> None:
    """Parts are counted from 1."""
    with pytest.raises(RulesError, match="shard"):
        shard(range(10), number, count)


@given(things)
def test_only_ranges_are_deals(thing: object) -> None:
    """Anything else is refused by its type, for a shard as well."""
    if isinstance(thing, range):
        return
    for function in (check_deals, lambda deals: shard(deals, 1, 1)):
        with pytest.raises(CrescentError, match="a range"):
            function(thing)  # type: ignore[arg-type]  # meant to be wrong
