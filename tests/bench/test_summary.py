"""What summaries and comparisons say of many games: every game once, every deal with itself."""

from __future__ import annotations

import random
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent.bench import Ending, Failure, GameResult, Times, compare, summarise
from crescent.runs.estimates import Mean, Share, newcombe
from tests.bench.games import results

many = st.lists(results(), max_size=30, unique_by=lambda result: result.key)


def game(deal: int, agent: str, cards: int) -> GameResult:
    """A game that was won, or blocked with so many cards home."""
    ending = Ending.WON if cards == 104 else Ending.BLOCKED
    return GameResult(deal, agent, ending, cards, 2, 1, Times.of([0.001] * 3))


@given(many)
def test_a_summary_counts_every_game_once(found: list[GameResult]) -> None:
    """Endings add up to all, faults to the failed; others' games and the order do not matter."""
    for agent in {result.agent for result in found} | {"nobody"}:
        own = [result for result in found if result.agent == agent]
        summary = summarise(agent, found)
        assert summary.games == len(own)
        assert summary.won.count + summary.blocked + summary.stopped + summary.failed == len(own)
        assert summary.won == Share.of(sum(result.cards == 104 for result in own), len(own))
        assert sum(summary.failures.values()) == summary.failed == len(summary.lost_by_fault)
        assert summary.times.count == sum(result.moves + result.redeals for result in own)
        assert summarise(agent, found[::-1]) == summary


def test_nothing_has_an_empty_summary() -> None:
    """Where there are no games everything is possible and nothing known."""
    summary = summarise("greedy", [])
    assert (summary.games, summary.cards, summary.moves, summary.redeals) == (0, None, None, None)
    assert (summary.won.low, summary.won.high) == (0.0, 1.0)
    comparison = compare("greedy", "uniform", [])
    assert (comparison.deals, comparison.low, comparison.high, comparison.cards) == (0, -1.0, 1.0, None)


def test_a_comparison_by_hand() -> None:
    """Five deals, of which both have played four."""
    found = [
        *(game(deal, "one", cards) for deal, cards in ((1, 104), (2, 50), (3, 60), (4, 104), (9, 104))),
        *(game(deal, "two", cards) for deal, cards in ((4, 104), (3, 104), (2, 40), (1, 90))),
    ]
    comparison = compare("one", "two", found)
    counts = (comparison.both, comparison.only_first, comparison.only_second, comparison.neither)
    assert (comparison.deals, counts) == (4, (1, 1, 1, 1))
    assert (comparison.difference, comparison.low, comparison.high) == newcombe(1, 1, 1, 1)
    assert comparison.cards == Mean.of([0, 44, -10, -14])


@given(many, st.integers(0, 2**32))
def test_every_deal_is_paired_with_itself(found: list[GameResult], seed: int) -> None:
    """In whatever order the games come, a deal's two games meet; who is first changes signs alone."""
    first, second = "greedy", "uniform"
    comparison = compare(first, second, found)
    cards = {(result.deal, result.agent): result.cards for result in found}
    deals = sorted({deal for deal, _ in cards if (deal, first) in cards and (deal, second) in cards})
    assert comparison.deals == len(deals)
    assert comparison.cards == Mean.of(cards[deal, second] - cards[deal, first] for deal in deals)
    assert compare(first, second, random.Random(seed).sample(found, len(found))) == comparison
    other = compare(second, first, found)
    assert (other.only_first, other.only_second) == (comparison.only_second, comparison.only_first)
    assert (other.low, other.high) == pytest.approx((-comparison.high, -comparison.low), abs=1e-9)


def test_pairing_is_worth_something() -> None:
    """Two agents that differ by one card at deals of all kinds are told apart, which their means alone are not."""
    rng = random.Random(1)
    deals = [(deal, rng.randrange(8, 100)) for deal in range(200)]
    found = [game(deal, "one", cards) for deal, cards in deals]
    found += [game(deal, "two", cards + rng.choice((0, 1, 2))) for deal, cards in reversed(deals)]
    cards = compare("one", "two", found).cards
    assert cards is not None
    assert cards.low is not None
    assert cards.low > 0.8
    one, two = (summarise(name, found).cards for name in ("one", "two"))
    assert one is not None
    assert two is not None
    assert (one.high or 0) > (two.low or 0)


def test_a_summary_by_hand() -> None:
    """Three games, one of them lost by a fault."""
    found = [
        game(5, "one", 104),
        game(2, "one", 30),
        GameResult(1, "one", Ending.FAILED, 10, 1, 0, Times.of([0.004]), Failure.TIMEOUT, "slow"),
        game(1, "two", 104),
    ]
    summary = summarise("one", found)
    assert (summary.games, summary.won.count, summary.blocked, summary.stopped, summary.failed) == (3, 1, 1, 0, 1)
    assert summary.cards == Mean.of([104, 30, 10])
    assert summary.redeals is not None
    assert summary.redeals.mean == pytest.approx(2 / 3)
    assert summary.moves is not None
    assert summary.moves.mean == pytest.approx(5 / 3)
    assert summary.times.mean == pytest.approx(statistics.fmean([0.001] * 6 + [0.004]))
    assert dict(summary.failures) == {Failure.TIMEOUT: 1}
    assert [result.deal for result in summary.lost_by_fault] == [1]
