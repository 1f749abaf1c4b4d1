"""Won games for the tests of curricula, and what is on their lines."""

from __future__ import annotations

from crescent import Outcome, Position
from crescent_gym.curriculum import WonLine, solved_lines

COUNT = 5


def known(lines: list[WonLine], position: Position, distance: int) -> bool:
    """Whether a position stands so many plies before the win of a line."""
    return any(line.before_the_win(distance) == position for line in lines)


def winning_action(lines: list[WonLine], position: Position) -> int:
    """What the line plays that the position stands on."""
    for line in lines:
        if position in line.positions:
            after = line.positions.index(position) + 1
            for move in position.legal_moves():
                end = position.play(move)
                if (end == line.positions[after]) if after < len(line) else (end.outcome is Outcome.WON):
                    return move.index
    raise LookupError(str(position))


def hidden() -> list[WonLine]:
    """Lines of other rules."""
    return solved_lines([1], "hidden")
