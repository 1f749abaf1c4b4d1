"""Between views and positions: the position of a view that hides nothing, and the ways in which hidden cards may lie.

What a player has not seen is known as a set: all 104 cards less those that lie open.  Cards are dealt at random, and
what has been turned up says nothing about the order of the rest, so all orders of that set are equally likely.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from crescent.kernel import FACE_DOWN
from crescent.moves import Move
from crescent.position import Position
from crescent.solver.errors import UnknownCardsError
from crescent.view import View

MOST_ORDERED = 7
"""Unknown cards of which all orders are looked at, some 5,000, to see whether they are few enough to be tried."""


def known_position(view: View) -> Position:
    """The position of a view in which every card is known.

    Raises:
        UnknownCardsError: some are not.
    """
    if view.unknown_count:
        raise UnknownCardsError(view)
    return Position.from_row(view.row, view.rules)


def moves_by_view(view: View, line: Sequence[Move]) -> dict[View, tuple[Move, ...]]:
    """The views along a line of moves from a view in which every card is known, each with the moves that are left.

    Raises:
        UnknownCardsError: some card is not known.
        IllegalMoveError: a move of the line is not legal where it stands.
    """
    position, left = known_position(view), {}
    for ply, move in enumerate(line):
        left[position.view()] = tuple(line[ply:])
        position = position.play(move)
    return left


def missing_cards(view: View) -> list[int]:
    """The cards that are not seen, as bytes of `crescent.kernel` face up, rising."""
    row, end = view.row, 16 * view.rules.pile_capacity
    counts = Counter(range(1, 53)) + Counter(range(1, 53))
    counts -= Counter(byte for byte in row[:end] if 0 < byte < FACE_DOWN)
    for suit in range(4):
        up, down = row[end + 16 + suit], row[end + 20 + suit]
        counts -= Counter(13 * suit + rank for rank in range(1, up + 1))
        counts -= Counter(13 * suit + rank for rank in range(14 - down, 14))
    return sorted(counts.elements())


def filled(view: View, cards: Sequence[int]) -> Position:
    """The position in which the unknown cards of `view` are these bytes, pile by pile from the bottom."""
    waiting = iter(cards)
    end = 16 * view.rules.pile_capacity
    piles = bytes(FACE_DOWN + next(waiting) if byte == FACE_DOWN else byte for byte in view.row[:end])
    return Position.from_row(piles + view.row[end:], view.rules)


def ways(view: View, samples: int, seed: int) -> tuple[list[Position], bool]:
    """Positions that look like `view`, and whether they are all there are: else so many at random."""
    cards = missing_cards(view)
    if len(cards) <= MOST_ORDERED:
        orders = set(permutations(cards))
        if len(orders) <= samples:
            return [filled(view, order) for order in sorted(orders)], True
    rng = random.Random(seed)
    return [filled(view, rng.sample(cards, len(cards))) for _ in range(samples)], False
