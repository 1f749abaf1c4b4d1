"""What a tap and a drop mean in a position, as on the app's screen: which move, or why there is none."""

from __future__ import annotations

from typing import Final

from crescent.errors import IllegalMoveError, as_integer
from crescent.moves import FOUNDATIONS, Direction, Foundation, Move, Pile, Place
from crescent.position import Position
from crescent.refusals import Reason

_HOPELESS: Final = (Reason.GAME_OVER, Reason.NOTHING_TO_MOVE, Reason.BASE_CARD)
"""Refusals that are about the card alone, whatever the target."""


def as_place(place: Place | int) -> Place:
    """`place` itself, or the pile of that number.

    Raises:
        WrongTypeError: it is neither a place nor an integer.
        RulesError: a number that no pile has.
    """
    if isinstance(place, Pile | Foundation):
        return place
    return Pile(as_integer("a place", place, "a Pile, a Foundation or the number of a pile"))


def first_tap(position: Position, place: Place) -> Move | None:
    """The move by a tap with nothing selected: of a pile whose top card exactly one place accepts; None selects it.

    Raises:
        IllegalMoveError: no target could take the card: there is none, it is a base, or the game is won.
    """
    moves = [move for move in position.legal_moves() if move.source == place] if isinstance(place, Pile) else []
    if len(moves) == 1:
        return moves[0]
    move = _moves_home(place)[0]
    refusal = position.refusal(move)
    if refusal is not None and refusal.reason in _HOPELESS:
        raise IllegalMoveError(move, refusal, position)
    return None


def move_home(position: Position, source: Place) -> Move | None:
    """The legal move of a place's top card to a foundation, ascending before descending, or None."""
    return next((move for move in _moves_home(source) if position.refusal(move) is None), None)


def refused_home(position: Position, source: Place) -> Move:
    """Of the moves home, all refused, the one whose refusal tells most: not that onto a complete foundation."""
    first, *others = _moves_home(source)
    refusal = position.refusal(first)
    complete = refusal is not None and refusal.reason is Reason.FOUNDATION_COMPLETE
    return others[0] if complete and others else first


def _moves_home(source: Place) -> tuple[Move, ...]:
    """The moves of a place's top card to the foundations of its suit, ascending before descending."""
    if isinstance(source, Pile):
        return tuple(Move(source, direction) for direction in Direction)
    return (Move(source, FOUNDATIONS[(source.place - 12) % 8]),)
