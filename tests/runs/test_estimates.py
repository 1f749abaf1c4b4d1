"""Differences of paired shares and means with their intervals, against published values and their own definitions."""

from __future__ import annotations

import math
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import RulesError
from crescent.runs.estimates import Mean, newcombe, student, wilson

counts = st.integers(0, 300)


@pytest.mark.parametrize(
    ("table", "difference", "low", "high"),
    [((59, 16, 6, 80), -0.0621, -0.1186, -0.0046), ((1, 7, 1, 12), -0.2857, -0.5069, -0.0256)],
)
def test_paired_differences_are_the_published_ones(
    table: tuple[int, int, int, int], difference: float, low: float, high: float
) -> None:
    """Two examples of Fagerland, Lydersen and Laake, "Statistical Analysis of Contingency Tables" (2017), chapter 8.

    Complete response before and after consolidation therapy, and airway hyper-responsiveness before and after stem cell
    transplantation; their first share is our second, so that their sign is ours.
    """
    assert newcombe(*table) == pytest.approx((difference, low, high), abs=0.00006)


@given(counts, counts, counts, counts)
def test_a_paired_difference_has_a_mirror(both: int, first: int, second: int, neither: int) -> None:
    """Who is first changes the sign alone, and so does calling failures successes."""
    difference, low, high = newcombe(both, first, second, neither)
    mirrored = (-difference, -high, -low)
    assert newcombe(both, second, first, neither) == pytest.approx(mirrored, abs=1e-9)
    assert newcombe(neither, second, first, both) == pytest.approx(mirrored, abs=1e-9)
    assert -1 <= low <= difference <= high <= 1


@given(st.integers(1, 500), st.integers(1, 500))
def test_pairs_that_agree_know_more_than_strangers(both: int, neither: int) -> None:
    """Where both always do the same the interval is narrower than it would be without pairing."""
    _, low, high = newcombe(both, 0, 0, neither)
    share, total = both / (both + neither), both + neither
    least, most = wilson(both, total)
    apart = math.hypot(share - least, most - share)
    assert low == pytest.approx(-high)
    assert high <= apart + 1e-12
    assert both * neither <= total / 2 or high < apart, "the correlation is seen"


@pytest.mark.parametrize(
    "shares", [(0.45, 0.05, 0.05, 0.45), (0.2, 0.1, 0.3, 0.4), (0.02, 0.03, 0.25, 0.7), (0.7, 0.05, 0.15, 0.1)]
)
def test_intervals_hold_the_truth_as_often_as_they_say(shares: tuple[float, ...]) -> None:
    """Summed over all tables of 40 pairs, each as likely as it is, 95 % of the intervals hold the true difference."""
    size, truth, covered = 40, shares[2] - shares[1], 0.0
    logs = [math.log(share) for share in shares]
    for both, first, second in product(range(size + 1), repeat=3):
        neither = size - both - first - second
        if neither >= 0:
            table = (both, first, second, neither)
            _, low, high = newcombe(*table)
            chance = math.lgamma(size + 1) - sum(math.lgamma(count + 1) for count in table)
            chance += sum(count * log for count, log in zip(table, logs, strict=True))
            covered += math.exp(chance) * (low <= truth <= high)
    assert 0.93 <= covered <= 0.985


def test_without_pairs_everything_is_possible() -> None:
    """Nothing seen contradicts nothing; negative counts are refused."""
    assert newcombe(0, 0, 0, 0) == (0.0, -1.0, 1.0)
    with pytest.raises(RulesError, match="pairs"):
        newcombe(1, -1, 0, 0)


@pytest.mark.parametrize(
    ("freedom", "t"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (60, 2.0), (120, 1.98)],
)
def test_student_s_t_is_that_of_the_tables(freedom: int, t: float) -> None:
    """The column of 0.975 in every table of the distribution."""
    assert student(freedom) == pytest.approx(t, abs=0.0005)


@given(st.integers(1, 2000), st.floats(0.5, 0.99))
def test_between_the_ends_lies_the_share_asked_for(freedom: int, share: float) -> None:
    """The density summed up between them is that share (Simpson's rule)."""
    end, steps = student(freedom, share), 2000
    log = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - math.log(freedom * math.pi) / 2

    def density(t: float) -> float:
        return math.exp(log - (freedom + 1) / 2 * math.log1p(t * t / freedom))

    weights = (1 if step in (0, steps) else 4 if step % 2 else 2 for step in range(steps + 1))
    total = sum(weight * density(end * step / steps) for step, weight in enumerate(weights))
    assert 2 * total * end / steps / 3 == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize(("freedom", "share"), [(0, 0.95), (-1, 0.95), (3, 0.0), (3, 1.0), (3, math.nan)])
def test_student_s_t_needs_freedom_and_a_share(freedom: int, share: float) -> None:
    """Anything else is refused."""
    with pytest.raises(RulesError):
        student(freedom, share)


def test_a_mean_by_hand() -> None:
    """Of 1, 2, 3, 4: 2.5 ± 3.182 · 1.29099 / 2; of one number there is no interval, of none no mean."""
    found = Mean.of([1, 2, 3, 4])
    assert found is not None
    assert (found.count, found.mean) == (4, 2.5)
    assert (found.low, found.high) == pytest.approx((0.44574, 4.55426), abs=1e-4)
    assert Mean.of([7]) == Mean(1, 7.0, None, None)
    assert Mean.of([]) is None
