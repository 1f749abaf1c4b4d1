"""Times of moves are counted in bins that can be added up, and that know every quantile closely enough."""

from __future__ import annotations

import math
import pickle
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent.bench import Times

seconds = st.floats(0, 1e6)


@given(st.lists(st.lists(seconds, max_size=20), max_size=5))
def test_parts_together_are_the_whole(parts: list[list[float]]) -> None:
    """Whatever the games, their times put together are those of all moves."""
    whole, together = Times.of(chain.from_iterable(parts)), Times.together(map(Times.of, parts))
    assert together.bins == whole.bins
    assert together.count == sum(map(len, parts))
    assert together.slowest == whole.slowest
    assert together.seconds == pytest.approx(whole.seconds, abs=1e-5)


@given(st.lists(seconds, min_size=1, max_size=40), st.floats(0.1, 100))
def test_quantiles_are_close(taken: list[float], percent: float) -> None:
    """Within 5 % and a microsecond of the move of that rank."""
    rank = max(1, math.ceil(percent / 100 * len(taken)))
    exact = sorted(taken)[rank - 1]
    assert Times.of(taken).quantile(percent) == pytest.approx(exact, rel=0.05, abs=1.1e-6)


@given(st.lists(seconds, max_size=20))
def test_times_cross_processes(taken: list[float]) -> None:
    """Unpickled they are equal."""
    assert pickle.loads(pickle.dumps(Times.of(taken))) == Times.of(taken)


def test_without_moves_there_is_no_time() -> None:
    """Zero, and no error."""
    assert (Times().count, Times().mean, Times().quantile(50), Times().slowest) == (0, 0.0, 0.0, 0.0)
    assert Times.of([]) == Times() == Times.together([])


def test_times_by_hand() -> None:
    """Three moves of 1, 2 and 9 ms: 4 ms on the average, about 2 in the middle, 9 at most."""
    times = Times.of([0.009, 0.001, 0.002])
    assert times.mean == pytest.approx(0.004)
    assert times.quantile(50) == pytest.approx(0.002, rel=0.05)
    assert times.slowest == 0.009
