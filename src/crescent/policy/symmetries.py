"""The symmetries of the game: suits renamed, and ranks turned round with ascending and descending swapped."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SUITS: Final = np.array(list(permutations(range(4))))
SYMMETRIES: Final = 48

SPREAD: Final = 7
"""Steps between the symmetries that are taken: prime to 48, so that few of them are unlike."""


def _tables() -> tuple[NDArray[np.uint8], NDArray[np.int16], NDArray[np.int64]]:
    """By symmetry: what becomes of each card, of each action (-1, the last, stays), and where foundations come from."""
    cards = np.zeros((SYMMETRIES, 53), np.uint8)
    actions = np.tile(np.arange(-1, 281, dtype=np.int16), (SYMMETRIES, 1))  # shifted by one: place 0 is action -1
    origins = np.zeros((SYMMETRIES, 8), np.int64)
    for number in range(SYMMETRIES):
        suits, turned = _SUITS[number // 2], number % 2
        for suit in range(4):
            for rank in range(13):
                cards[number, 13 * suit + rank + 1] = 13 * suits[suit] + (12 - rank if turned else rank) + 1
            for way in range(2):
                origins[number, 4 * (way ^ turned) + suits[suit]] = 4 * way + suit
                actions[number, 1 + 272 + 4 * way + suit] = 272 + 4 * (way ^ turned) + suits[suit]
        if turned:
            actions[number, 241:257], actions[number, 257:273] = np.arange(256, 272), np.arange(240, 256)
    return cards, actions, origins


_CARDS, _ACTIONS, _ORIGINS = _tables()


def augmented(
    rows: NDArray[np.uint8], labels: NDArray[np.int16], which: NDArray[np.int64]
) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """Rows of one capacity and actions (-1 for none) under a symmetry (0 to 47, 0 changes nothing) for each.

    Args:
        rows: uint8 (n, bytes of a row).
        labels: int16 (n,).
        which: int64 (n,).

    Returns:
        Rows and actions, shaped as they came, fresh.
    """
    column, end = which[:, np.newaxis], rows.shape[1] - 25
    made = rows.copy()
    made[:, :end] = _CARDS[column, rows[:, :end]]
    made[:, end + 16 : end + 24] = np.take_along_axis(rows[:, end + 16 : end + 24], _ORIGINS[which], 1)
    return made, _ACTIONS[column, labels + 1]


def images(row: NDArray[np.uint8], count: int) -> tuple[NDArray[np.uint8], NDArray[np.int16]]:
    """The row under so many symmetries, itself first; for each, which action of the row each of its 281 is.

    Args:
        row: uint8 (bytes of a row,).
        count: 1 to `SYMMETRIES`.

    Returns:
        uint8 (count, bytes of a row) and int16 (count, 281).
    """
    which = np.arange(count) * SPREAD % SYMMETRIES
    actions = np.tile(np.arange(281, dtype=np.int16), (count, 1))
    rows, renamed = augmented(np.repeat(row[np.newaxis], count, axis=0), actions, which)
    return rows, np.argsort(renamed, axis=1).astype(np.int16)
