"""A batch of positions taken apart: its cards from the tops down, and how far the foundations are from taking each."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent.kernel import HIGHER, LOWER, RANK, SUIT
from crescent.policy.inputs import DEPTHS

SUIT_OF: Final = np.array(SUIT, np.int64)
RANK_OF: Final = np.array(RANK, np.int64)
"""By card: its suit and its rank."""

DEPTH: Final = np.arange(DEPTHS)
"""Each depth, 0 at the top."""


class Parts(NamedTuple):
    """A batch of positions, taken apart.

    Attributes:
        cards: int64 (boards, 16, DEPTHS): each pile's cards from the top down, 0 for none.
        heights: int64 (boards, 16): cards of each pile.
        ascending, descending: int64 (boards, 4): cards of each foundation.
        redeals: int64 (boards,): redeals left.
        up, down: int64 (boards, 16, DEPTHS): how many ranks the ascending and the descending foundation are from taking
            each card; 13 where they are past it, or there is none.
    """

    cards: NDArray[np.int64]
    heights: NDArray[np.int64]
    ascending: NDArray[np.int64]
    descending: NDArray[np.int64]
    redeals: NDArray[np.int64]
    up: NDArray[np.int64]
    down: NDArray[np.int64]


def parts_of(rows: NDArray[np.uint8], capacity: int) -> Parts:
    """The parts of `rows`, (boards, 16 * capacity + 25)."""
    boards = len(rows)
    cells = rows[:, : 16 * capacity].reshape(boards, 16, capacity)
    rest = rows[:, 16 * capacity :].astype(np.int64)
    heights = rest[:, :16]
    at = heights[:, :, None] - 1 - DEPTH
    cards = np.take_along_axis(cells, np.maximum(at, 0), 2).astype(np.int64) & 63
    cards *= at >= 0
    ascending, descending = rest[:, 16:20], rest[:, 20:24]
    suit, rank = SUIT_OF[cards], RANK_OF[cards]
    index = np.arange(boards)[:, None, None]
    up = rank - ascending[index, suit]
    down = 12 - descending[index, suit] - rank
    up[(up < 0) | (cards == 0)] = 13
    down[(down < 0) | (cards == 0)] = 13
    return Parts(cards, heights, ascending, descending, rest[:, 24], up, down)


def adjacency(wrap: bool) -> NDArray[np.bool_]:
    """By two cards (0 to 52), bool (53, 53): whether one may lie on the other in a pile."""
    table = np.zeros((53, 53), np.bool_)
    for card in range(1, 53):
        if wrap or RANK[card] < 12:
            table[card, HIGHER[card]] = True
        if wrap or RANK[card] > 0:
            table[card, LOWER[card]] = True
    return table
