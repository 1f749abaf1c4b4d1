"""The symmetries of the game: suits renamed, and ranks turned round with ascending and descending swapped."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import numpy as np
from numpy.typing import NDArray

_SUITS: Final = np.array(list(permutations(range(4))))
SYMMETRIES: Final = 48


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
    """Rows (capacity 13) and actions (-1 for none) under a symmetry (0 to 47) for each."""
    column = which[:, None]
    made = rows.copy()
    made[:, :208] = _CARDS[column, rows[:, :208]]
    made[:, 224:232] = np.take_along_axis(rows[:, 224:232], _ORIGINS[which], 1)
    return made, _ACTIONS[column, labels + 1]
