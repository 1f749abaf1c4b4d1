"""What a summary says of many results, against published intervals, their defining equation, and NumPy."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import RulesError
from crescent.runs.estimates import QUANTILES, Z95
from crescent.solver import Status
from crescent.survey import DealResult, Spread, success_by_nodes, summarise, wilson
from tests.survey.questions import results

many = st.lists(results(), max_size=30)


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_intervals_are_the_published_ones(successes: int, trials: int, low: float, high: float) -> None:
    """The examples of Newcombe, "Two-sided confidence intervals for the single proportion" (1998), method 3."""
    assert wilson(successes, trials) == pytest.approx((low, high), abs=0.00005)
    assert wilson(trials - successes, trials) == pytest.approx((1 - high, 1 - low), abs=0.00005)


@given(st.integers(1, 10_000), st.data())
def test_an_interval_s_ends_are_just_not_contradicted(trials: int, data: st.DataObject) -> None:
    """Each end lies Z95 standard deviations of its own from the share that was seen, or is the end of everything."""
    successes = data.draw(st.integers(0, trials))
    share = successes / trials
    low, high = wilson(successes, trials)
    assert 0 <= low <= share <= high <= 1
    for end in (low, high):
        if 0 < end < 1:
            distance = abs(end - share) / math.sqrt(end * (1 - end) / trials)
            assert distance == pytest.approx(Z95, rel=1e-6)
    assert (low == 0) == (successes == 0)
    assert (high == 1) == (successes == trials)


def test_without_trials_everything_is_possible() -> None:
    """Nothing seen contradicts nothing; more successes than trials are refused."""
    assert wilson(0, 0) == (0.0, 1.0)
    for successes, trials in ((-1, 5), (6, 5), (0, -1)):
        with pytest.raises(RulesError, match="successes"):
            wilson(successes, trials)


@given(st.lists(st.floats(0, 1e9), min_size=1, max_size=50))
def test_a_spread_is_numpy_s(values: list[float]) -> None:
    """Quantiles, ends and mean are those of NumPy."""
    spread = Spread.of(values)
    assert spread is not None
    assert spread.quantiles == pytest.approx(tuple(np.percentile(values, QUANTILES)), rel=1e-9, abs=1e-9)
    assert (spread.least, spread.most) == (min(values), max(values))
    assert spread.mean == pytest.approx(float(np.mean(values)))
    assert spread.median == spread.quantiles[2]


def test_nothing_has_no_spread() -> None:
    """Where there are no values there is no spread, and a summary of nothing is one."""
    assert Spread.of([]) is None
    empty = summarise([])
    assert (empty.deals, empty.moves, empty.nodes, empty.not_solved) == (0, None, None, ())
    assert (empty.solved.share, empty.solved.low, empty.solved.high) == (0.0, 0.0, 1.0)


@given(many)
def test_a_summary_counts_every_result_once(found: list[DealResult]) -> None:
    """The three counts add up to all, and moves are those of solved deals alone; the order does not matter."""
    summary = summarise(found)
    assert summary.solved.count + summary.unsolvable.count + summary.unknown.count == summary.deals == len(found)
    solved = [result for result in found if result.status is Status.SOLVED]
    assert summary.solved.count == len(solved)
    assert summary.moves == Spread.of(result.moves for result in solved)
    assert len(summary.not_solved) == len(found) - len(solved)
    assert summarise(found[::-1]) == summary


@given(many)
def test_success_grows_with_the_budget(found: list[DealResult]) -> None:
    """The curve at a budget is the share that needed no more, and it ends at the share solved."""
    curve = success_by_nodes(found)
    for nodes, share in curve:
        solved = [result for result in found if result.status is Status.SOLVED and result.nodes <= nodes]
        assert share == len(solved) / len(found)
    assert [nodes for nodes, _ in curve] == sorted({nodes for nodes, _ in curve})
    assert not curve or curve[-1][1] == summarise(found).solved.share


def test_a_summary_by_hand() -> None:
    """Four deals, counted by hand."""
    found = [
        DealResult(4, Status.SOLVED, 100, 1, 104, 10, 0.1),
        DealResult(2, Status.SOLVED, 120, 2, 104, 30, 0.3),
        DealResult(9, Status.UNKNOWN, 50, 3, 80, 50, 0.5),
        DealResult(1, Status.UNSOLVABLE, 0, 0, 8, 20, 0.2),
    ]
    summary = summarise(found)
    assert (summary.solved.count, summary.unsolvable.count, summary.unknown.count) == (2, 1, 1)
    # Wilson of 2 in 4 by hand: z² = 3.841459; (0.5 + z²/8 ± z √(0.25/4 + z²/64)) / (1 + z²/4) = 0.5 ± 0.349961
    assert (summary.solved.low, summary.solved.high) == pytest.approx((0.150039, 0.849961), abs=1e-6)
    assert summary.moves is not None
    assert (summary.moves.least, summary.moves.median, summary.moves.most) == (100, 110, 120)
    assert summary.not_solved == (1, 9)
    assert success_by_nodes(found) == [(10, 0.25), (30, 0.5)]
