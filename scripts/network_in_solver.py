"""The policy's network as a solver's evaluation and ordering: positions made for each deal that is solved.

Without it is `crescent.solver.solve`.  With it is the beam of `policy(beam=64)` from the deal itself, first of one
line, then of 2, 4, 8 and so on until one wins: the network is its evaluation and its ordering.  A position counts as
made wherever the rules made one, judged or not, and whether it was met before or not.

    python -m scripts.network_in_solver --out results/network_in_solver.json
"""

from __future__ import annotations

import argparse
import json
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import TypedDict
from unittest.mock import patch

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from crescent.policy import search
from crescent.policy.features import describe
from crescent.policy.parts import adjacency
from crescent.policy.playing import Memory, after
from crescent.policy.weights import Trained, load
from crescent.position import Position
from crescent.solver import Status, solve
from crescent.solver.planning import prepare_solving

BUDGETS = (1_000, 3_000, 10_000)


class Deal(TypedDict):
    """What came of a deal: positions made until it was solved, None where it was not; seconds are of the processor."""

    code: int
    solver: int | None
    solver_seconds: float
    network: int | None
    judged: int
    network_seconds: float


class Counted:
    """Counts the positions that the search makes."""

    made = 0

    def after(self, row: bytes | bytearray, capacity: int, action: int) -> bytearray:
        """As `crescent.policy.playing.after`."""
        self.made += 1
        return after(row, capacity, action)


def by_network(trained: Trained, position: Position, most: int) -> tuple[int | None, int]:
    """Positions made until a line wins, None where `most` were made without; and positions judged."""
    counted, capacity, adjacent = Counted(), position.rules.pile_capacity, adjacency(position.rules.wrap)
    known: dict[bytes, search.Judgement] = {}
    width = 1
    with patch.object(search, "after", counted.after), patch.object(search, "STARTS", 0):
        while counted.made < most:
            searching = search.Search(capacity, most, random.Random(0))
            searching._width, searching._judged = width, known
            asking = searching._advance(position.row, Memory())
            searching._begin(position.row)
            try:
                rows = next(asking)
                while counted.made < most:
                    arrays = np.array([np.frombuffer(row, np.uint8) for row in rows])
                    boards = describe(arrays, capacity, adjacent, trained.values)
                    rows = asking.send(search.judgements(*trained.network.judge(boards), boards.board, boards.action))
            except StopIteration:
                if searching._line:
                    return counted.made, len(known)
            width *= 2
    return None, len(known)


def play(first: int, count: int, most: int) -> list[Deal]:
    """Both on each deal."""
    prepare_solving()
    trained, found = load(), list[Deal]()
    for code in range(first, first + count):
        position = Position.deal(code)
        start = time.process_time()
        solution = solve(position, nodes=most, seed=0)
        middle = time.process_time()
        made, judged = by_network(trained, position, most)
        found.append(
            {
                "code": code,
                "solver": solution.nodes if solution.status is Status.SOLVED else None,
                "solver_seconds": round(middle - start, 3),
                "network": made,
                "judged": judged,
                "network_seconds": round(time.process_time() - middle, 3),
            }
        )
        print(json.dumps(found[-1]), flush=True)
    return found


def summary(deals: Sequence[Deal], most: int) -> dict[str, object]:
    """Deals solved within each budget, and nodes for each deal solved: all that were made, by the deals solved."""
    budgets = [budget for budget in BUDGETS if budget <= most]
    seconds = {name: round(sum(deal[name] for deal in deals), 1) for name in ("solver_seconds", "network_seconds")}
    told: dict[str, object] = {"deals": len(deals), **seconds}
    made = {"solver": [deal["solver"] for deal in deals], "network": [deal["network"] for deal in deals]}
    for name, nodes in made.items():
        solved = {budget: sum(each is not None and each <= budget for each in nodes) for budget in budgets}
        spent = {budget: sum(min(each or budget, budget) for each in nodes) for budget in budgets}
        told[name] = {
            "solved_within": solved,
            "nodes_per_solved_deal": {budget: round(spent[budget] / max(1, solved[budget])) for budget in budgets},
            "median_of_solved": median([each for each in nodes if each is not None]),
        }
    return told


def main(arguments: Sequence[str] | None = None) -> None:
    """Run it, and keep what came of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=800_101, help="code number of the first deal")
    parser.add_argument("--deals", type=int, default=50)
    parser.add_argument("--nodes", type=int, default=10_000, help="positions that each may make for a deal")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args(arguments)
    deals = play(options.first, options.deals, options.nodes)
    told = {"nodes": options.nodes, "summary": summary(deals, options.nodes), "deals": deals}
    options.out.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
