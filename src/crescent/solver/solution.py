"""What the solver answers, and what it tells on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from crescent.errors import IllegalMoveError
from crescent.moves import MOVES, Move
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.solver.errors import UnsoundLineError


class Status(Enum):
    """How sure the answer is."""

    SOLVED = "solved"
    """A won line was found, and replayed by the rules."""

    UNSOLVABLE = "unsolvable"
    """Proven: every position that can be reached was reached, and none is won."""

    UNKNOWN = "unknown"
    """The budget was spent, or the search was stopped."""

    def __str__(self) -> str:
        """The word."""
        return self._value_


@dataclass(frozen=True, slots=True)
class Solution:
    """The answer about a position.

    Attributes:
        status: how sure it is.
        position: the position that was asked about.
        moves: from there, with redeals: to the win where solved, else the line found that brings most cards home.
        best_cards: cards on the foundations after `moves`, 8 to 104.
        nodes: positions made by all searches together.
        restarts: how many searches that was, proofs not counted.
        interrupted: whether the search was stopped by ctrl-C before it came to an end.
        seconds: how long it took; not compared.
    """

    status: Status
    position: Position
    moves: tuple[Move, ...]
    best_cards: int
    nodes: int
    restarts: int
    interrupted: bool = False
    seconds: float = field(default=0.0, compare=False)

    @property
    def move_count(self) -> int:
        """How many moves the line has, as the app counts them: a redeal is none."""
        return sum(not move.is_redeal for move in self.moves)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a search has come.

    Attributes:
        nodes: positions made so far.
        restarts: searches begun so far.
        best_cards: most cards on the foundations so far, 8 to 104.
        move_count: moves of the shortest won line known; None while there is none.
        seconds: since the beginning.
    """

    nodes: int
    restarts: int
    best_cards: int
    move_count: int | None
    seconds: float


def moves_of(position: Position, line: tuple[int, ...], *, won: bool) -> tuple[tuple[Move, ...], Position]:
    """The moves with these action indices, replayed from `position` and checked to be legal, and where they lead.

    Raises:
        UnsoundLineError: one of them is illegal, or the line is to be `won` and is not.
    """
    moves = tuple(MOVES[action] for action in line)
    end = position
    try:
        for move in moves:
            end = end.play(move)
    except IllegalMoveError as error:
        raise UnsoundLineError(position, line) from error
    if won and end.outcome is not Outcome.WON:
        raise UnsoundLineError(position, line)
    return moves, end
