"""The proofs themselves: exhaustion reaches everything there is, and says so only then."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, assume, given, settings

from crescent import GameCode, Position, Rules, Variant
from crescent.solver import Status, solve
from crescent.solver.exhaustion import EXHAUSTED, FULL, MORE, REACHED
from crescent.solver.graph import Graph
from crescent.solver.packed import pack
from crescent.solver.program import INTERPRETED
from tests.laws.strategies import BUILT_IN, any_rules, boards

MOST = 150


def name_of(position: Position) -> tuple[object, ...]:
    """The same for positions that differ in the order of their piles, or in what lies face down."""
    piles = sorted(tuple(map(str, pile)) for pile in position.piles)
    return (*piles, *position.ascending.values(), *position.descending.values(), position.redeals_left)


def everything(position: Position) -> set[tuple[object, ...]] | None:
    """Every position that can be reached, up to the order of piles, by the real rules; None for too many."""
    met, waiting = {name_of(position)}, [position]
    while waiting:
        at = waiting.pop()
        for move in at.legal_moves():
            after = at.play(move)
            if name_of(after) not in met:
                met.add(name_of(after))
                waiting.append(after)
                if len(met) > MOST:
                    return None
    return met


def grown(position: Position, room: int) -> tuple[Graph, int, bool]:
    """The graph from a position, grown to its end; what ended it, and whether a won position was reached."""
    graph = Graph(room, position.rules)
    graph.enter(pack(position.row, position.rules))
    outcome, reached = MORE, False
    while outcome in (MORE, REACHED):
        outcome = graph.grow(INTERPRETED)
        reached = reached or outcome == REACHED
    return graph, outcome, reached


@given(
    boards(
        any_rules.map(lambda rules: replace(rules, redeals=min(rules.redeals, 1))),
        stages=("near the end", "last cards"),
    )
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
def test_exhaustion_reaches_everything(position: Position) -> None:
    """As many positions are reached as there are, won ones among them exactly if there are any, and not one more."""
    known = everything(position)
    assume(known is not None and position.outcome is None)
    assert known is not None
    graph, outcome, reached = grown(position, 2 * MOST)
    assert outcome == EXHAUSTED
    assert graph.size == len(known)
    assert reached == any(name[:16] == ((),) * 16 for name in known)
    assert grown(position, len(known))[1] == EXHAUSTED
    if len(known) > 1:
        assert grown(position, len(known) - 1)[1] == FULL


@pytest.mark.parametrize("variant", BUILT_IN, ids=lambda variant: variant.name)
def test_full_graph_is_no_proof(variant: Variant) -> None:
    """A graph that runs out of room says that, and never that it has seen everything."""
    graph, outcome, _ = grown(GameCode(2, variant).deal(), 300)
    assert (graph.size, outcome) == (300, FULL)


def test_unsolved_deal_stays_unknown() -> None:
    """After the first proof has failed for want of room, a deal is not called unsolvable."""
    solution = solve(Position.deal(3, Rules(redeals=0)), nodes=250_000)
    assert solution.restarts > 45
    assert solution.status is Status.UNKNOWN
