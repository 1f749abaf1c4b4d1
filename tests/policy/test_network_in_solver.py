"""The experiment with the network in the solver: what it counts."""

from __future__ import annotations

from crescent import Position
from crescent.policy.weights import load
from scripts.network_in_solver import Deal, by_network, summary

WON_IN_TWO = "KSQS/" + "/".join(["-"] * 15) + " JKKK AAAA 0"
HOPELESS = "QSJSKS/KHQH/" + "/".join(["-"] * 14) + " TJKK AAAA 0"


def deal(code: int, solver: int | None, network: int | None) -> Deal:
    """A result."""
    return {
        "code": code,
        "solver": solver,
        "solver_seconds": 0.25,
        "network": network,
        "judged": 0,
        "network_seconds": 1.0,
    }


def test_positions_are_counted_until_a_line_wins() -> None:
    """Each that the rules make, where nothing but the way to the win can be played."""
    assert by_network(load(), Position.parse(WON_IN_TWO), 100) == (2, 2)


def test_what_cannot_be_won_ends_with_the_budget() -> None:
    """Though no beam makes as many positions; none is judged twice, however many beams there are."""
    made, judged = by_network(load(), Position.parse(HOPELESS), 100)
    assert made is None
    assert judged == 3


def test_unsolved_deals_cost_the_budget() -> None:
    """Nodes for each solved deal are all that were made up to the budget, those of unsolved deals too."""
    told = summary([deal(1, 900, 100), deal(2, 2900, 2000), deal(3, None, 5000)], 3000)
    assert told == {
        "deals": 3,
        "solver_seconds": 0.8,
        "network_seconds": 3.0,
        "solver": {
            "solved_within": {1000: 1, 3000: 2},
            "nodes_per_solved_deal": {1000: 2900, 3000: (900 + 2900 + 3000) // 2},
            "median_of_solved": 1900,
        },
        "network": {
            "solved_within": {1000: 1, 3000: 2},
            "nodes_per_solved_deal": {1000: 2100, 3000: (100 + 2000 + 3000) // 2},
            "median_of_solved": 2000,
        },
    }
