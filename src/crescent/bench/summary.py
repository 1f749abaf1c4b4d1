"""What many games say of an agent, and of two agents that played the same deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from crescent.bench.results import Ending, Failure, GameResult
from crescent.bench.times import Times
from crescent.runs.estimates import Mean, Share, Spread, newcombe


@dataclass(frozen=True, slots=True)
class Summary:
    """What an agent's games say.  One that it lost by a fault counts as lost, with the cards that it had home by then.

    Attributes:
        agent: its name.
        games: how many there are.
        won: how many of them it won.
        blocked, stopped, failed: how many ended otherwise.
        cards: on the foundations at the end.
        moves, redeals: played.
        times: of all moves and redeals.
        failures: how many by what it did wrong.
        lost_by_fault: the games that ended by its fault, by deal.
    """

    agent: str
    games: int
    won: Share
    blocked: int
    stopped: int
    failed: int
    cards: Mean | None
    moves: Spread | None
    redeals: Mean | None
    times: Times
    failures: Mapping[Failure, int]
    lost_by_fault: tuple[GameResult, ...]


def summarise(agent: str, results: Iterable[GameResult]) -> Summary:
    """The summary of an agent's games, in whatever order they come; those of others do not count."""
    games = sorted((result for result in results if result.agent == agent), key=lambda result: result.deal)
    endings = Counter(result.ending for result in games)
    faults = tuple(result for result in games if result.failure)
    return Summary(
        agent,
        len(games),
        Share.of(endings[Ending.WON], len(games)),
        endings[Ending.BLOCKED],
        endings[Ending.STOPPED],
        endings[Ending.FAILED],
        Mean.of(result.cards for result in games),
        Spread.of(result.moves for result in games),
        Mean.of(result.redeals for result in games),
        Times.together(result.times for result in games),
        MappingProxyType(dict(Counter(result.failure for result in faults if result.failure))),
        faults,
    )


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two agents on the deals that both have played, deal by deal.

    Attributes:
        first, second: their names.
        deals: how many deals.
        both, only_first, only_second, neither: of these, how many were won by whom.
        difference: the share that the second won, less that of the first, -1 to 1.
        low, high: its interval of 95 % (see `crescent.runs.estimates.newcombe`).
        cards: the mean of the cards that the second had home more than the first at the same deal; its interval is
            that of the paired t test.  None where there are no deals.
    """

    first: str
    second: str
    deals: int
    both: int
    only_first: int
    only_second: int
    neither: int
    difference: float
    low: float
    high: float
    cards: Mean | None


def compare(first: str, second: str, results: Sequence[GameResult]) -> Comparison:
    """How the agent `second` did beside `first`, on the deals for which `results` has games of both."""
    ours = {result.deal: result for result in results if result.agent == first}
    theirs = {result.deal: result for result in results if result.agent == second}
    pairs = [(ours[deal], theirs[deal]) for deal in sorted(ours.keys() & theirs.keys())]
    wins = Counter((one.ending is Ending.WON, other.ending is Ending.WON) for one, other in pairs)
    counts = (wins[True, True], wins[True, False], wins[False, True], wins[False, False])
    cards = Mean.of(other.cards - one.cards for one, other in pairs)
    return Comparison(first, second, len(pairs), *counts, *newcombe(*counts), cards)
