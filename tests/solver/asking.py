"""What the solver's tests share: asking it with either program, and playing its lines."""

from __future__ import annotations

from typing import Final

import pytest

from crescent import Outcome, Position, Rules
from crescent.solver import Solution, program, searching, shortening

ODD_RULES: Final = (
    Rules(pile_capacity=6),
    Rules(pile_capacity=7, foundation_to_pile=True, wrap=False),
    Rules(redeals=0, pile_capacity=31, wrap=False),
    Rules(redeals=99, face_down=True),
)
"""Rules that no built-in variant has."""

NEAR_THE_END: Final = "-/-/-/-/-/-/-/-/-/-/-/-/-/-/KS/ASQS JKKK 2AAA 1"
"""Three cards are left; pile 16 must give way first."""

WON: Final = "/".join("-" * 16) + " KKKK AAAA 2"

LOST: Final = "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/JSQSKS TKKK AAAA 0"
"""One pile in the wrong order, and no redeal."""


def interpret(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the solver run without compiled code for the rest of the test."""
    monkeypatch.setattr(searching, "ready_program", lambda: program.INTERPRETED)
    monkeypatch.setattr(shortening, "ready_to_shorten", lambda: program.INTERPRETED)


def end_of(solution: Solution) -> Position:
    """Where a solution's moves lead, by the rules."""
    position = solution.position
    for move in solution.moves:
        position = position.play(move)
    return position


def is_won(solution: Solution) -> bool:
    """Whether a solution's moves win."""
    return end_of(solution).outcome is Outcome.WON
