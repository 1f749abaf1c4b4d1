"""What many results say: how many were solved, at what cost, and the share solved by budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crescent.runs.estimates import Share, Spread
from crescent.solver import Status
from crescent.survey.results import DealResult


@dataclass(frozen=True, slots=True)
class Summary:
    """What the results of a survey say.

    Attributes:
        deals: how many results there are.
        solved, unsolvable, unknown: how many of each status.
        moves: of the solved deals' lines.
        nodes, seconds: of all deals' searches.
        not_solved: the deals that are not solved, rising.
    """

    deals: int
    solved: Share
    unsolvable: Share
    unknown: Share
    moves: Spread | None
    nodes: Spread | None
    seconds: Spread | None
    not_solved: tuple[int, ...]


def summarise(results: Sequence[DealResult]) -> Summary:
    """The summary of results, in whatever order they come."""
    counts = {status: sum(result.status is status for result in results) for status in Status}
    shares = {status: Share.of(count, len(results)) for status, count in counts.items()}
    return Summary(
        len(results),
        shares[Status.SOLVED],
        shares[Status.UNSOLVABLE],
        shares[Status.UNKNOWN],
        Spread.of(result.moves for result in results if result.status is Status.SOLVED),
        Spread.of(result.nodes for result in results),
        Spread.of(result.seconds for result in results),
        tuple(sorted(result.deal for result in results if result.status is not Status.SOLVED)),
    )


def success_by_nodes(results: Sequence[DealResult]) -> list[tuple[int, float]]:
    """The share solved with at most so many nodes, at each count of nodes where it grows."""
    solved = sorted(result.nodes for result in results if result.status is Status.SOLVED)
    shares = {nodes: number / len(results) for number, nodes in enumerate(solved, start=1)}
    return list(shares.items())
