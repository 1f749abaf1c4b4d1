"""The solver against exhaustive truth: `scripts/solver_truth.py` on a few endgames, and all that it once collected."""

from __future__ import annotations

import json
from pathlib import Path

from crescent import Position
from crescent.solver import Status, solve
from scripts.solver_truth import RULES, compare, rules_of
from tests.solver.asking import is_won

SAVED = Path(__file__).parents[2] / "results" / "solver_truth.json"


def test_solver_agrees_with_plain_search() -> None:
    """On small endgames, won and lost, the solver says what breadth-first search of the slow model says."""
    compared = compare(each=6, limit=150, seed=7)
    assert len(compared) == 24
    assert [case for case in compared if not case.agrees] == []


def test_solver_agrees_with_all_saved_truths() -> None:
    """On all endgames that were once searched exhaustively the solver is right, at least 200 of each kind."""
    document = json.loads(SAVED.read_text(encoding="utf-8"))
    assert document["differ"] == []
    assert min(document["compared"].values()) >= 200
    assert len(document["compared"]) == 4
    for name, text, can_be_won in document["cases"]:
        solution = solve(Position.parse(text, rules_of(RULES[name])), look_under=True)
        assert solution.status is (Status.SOLVED if can_be_won else Status.UNSOLVABLE), text
        assert is_won(solution) == can_be_won
