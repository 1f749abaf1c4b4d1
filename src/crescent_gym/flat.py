"""The observation `flat`: a board as 393 numbers from 0 to 1 that a plain MLP learns from.

It is small on purpose: a vector environment writes it millions of times a second, and a first layer of a stock policy
multiplies it as often.  Its size depends neither on the pile capacity nor on the number of actions; legality is the
action mask's business.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crescent.cards import RANKS, SUITS
from crescent.kernel import FACE_DOWN
from crescent.moves import FOUNDATIONS, PILES
from crescent.rules import Rules

DEPTHS: Final = 3
"""Cards of a pile that are described one by one, from the top down."""

FEATURES: Final = 5
"""Numbers that describe one card: suit (4) and rank."""

NEAR: Final = 8 * 16
"""Numbers that tell how near the next card of each foundation lies to the top of each pile."""

SIZE: Final = NEAR + 16 * DEPTHS * FEATURES + 16 + 8 + 1
"""393 numbers in all."""

_LARGEST: Final = 31  # the largest pile capacity


def _features_of_card() -> NDArray[np.float32]:
    """By card byte (0 none, 1-52, 64 unseen): one number for each suit, and the rank."""
    table = np.zeros((FACE_DOWN + 1, FEATURES), np.float32)
    for suit, rank in product(range(4), range(13)):
        table[13 * suit + rank + 1, suit] = 1
        table[13 * suit + rank + 1, 4] = (rank + 1) / 13
    table[FACE_DOWN, :4] = 1 / 4
    return table


FEATURES_OF_CARD: Final = _features_of_card()
NEARNESS: Final = np.array([0, *(1 / depth for depth in range(1, _LARGEST + 1))], np.float32)
"""By depth from the top, 1 the top card itself: 1, 1/2, 1/3, ..."""


def _wanted() -> NDArray[np.uint8]:
    """By foundation and its height, the byte of the card that it takes next; 255, which no cell has, for none."""
    table = np.full((8, 14), 255, np.uint8)
    for foundation, height in product(range(8), range(1, 13)):
        rank = height if foundation < 4 else 12 - height
        table[foundation, height] = 13 * (foundation % 4) + rank + 1
    return table


_WANTED_OF_HEIGHT = _wanted()
_EIGHT = np.arange(8)
_DEPTHS = np.arange(1, DEPTHS + 1)
_STARTS = np.arange(16)[:, np.newaxis]


class Flat:
    """The board for a stock MLP: float32 of shape (393,), each number from 0 to 1.

    | index | meaning |
    |---|---|
    | 0 … 127 | for each foundation, for each pile: how near to the pile's top the next card of the foundation lies: \
1 on top, 1/2 under one card, 1/3, …; 0 where the pile has none that the player has seen |
    | 128 … 367 | for each pile, its 3 topmost cards from the top down: ♠ ♥ ♦ ♣ (one of them 1), rank (ace 1/13 … king \
1); a card not seen is 1/4 of each suit and rank 0; where no card lies all are 0 |
    | 368 … 383 | each pile's card count / capacity |
    | 384 … 391 | each foundation's card count / 13 |
    | 392 | redeals left / redeals of the game (0 where the game has none) |

    Foundations come ascending before descending, each in the order ♠ ♥ ♦ ♣.  Deeper cards show only where a foundation
    waits for them; `cards` has everything.
    """

    def space(self, rules: Rules) -> spaces.Box:  # noqa: ARG002  the same under all rules
        """float32 from 0 to 1."""
        return spaces.Box(0, 1, (SIZE,), np.float32)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[np.float32]:
        """The numbers of the table, float32 (SIZE,), fresh, for a view's row, uint8 (bytes of a row,)."""
        capacity = rules.pile_capacity
        cells = row[: 16 * capacity].reshape(16, capacity)
        heights = row[16 * capacity : 16 * capacity + 16].astype(np.intp)
        foundations = row[16 * capacity + 16 : 16 * capacity + 24]
        observation = np.empty(SIZE, np.float32)
        end = 0
        for part in (
            _near_cards(cells, heights, foundations),
            _described_cards(cells, heights),
            row[16 * capacity : 16 * capacity + 16] / np.float32(capacity),
            foundations / np.float32(13),
            row[-1:] / np.float32(max(rules.redeals, 1)),
        ):
            start, end = end, end + part.size
            observation[start:end] = part.ravel()
        return observation

    def meanings(self, rules: Rules) -> tuple[str, ...]:
        """What each index holds, in words."""
        features = (*(f"its suit is {suit.name.lower()}" for suit in SUITS), "its rank / 13")
        depths = range(1, DEPTHS + 1)
        return (
            *(
                f"nearness to the top of pile {pile} of the card that {foundation} takes next"
                for foundation, pile in product(FOUNDATIONS, PILES)
            ),
            *(
                f"pile {pile}, card {depth} from the top: {feature}"
                for pile, depth, feature in product(PILES, depths, features)
            ),
            *(f"cards in pile {pile} / {rules.pile_capacity}" for pile in PILES),
            *(f"cards on {foundation} / {len(RANKS)}" for foundation in FOUNDATIONS),
            f"redeals left / {max(rules.redeals, 1)}",
        )


def _near_cards(
    cells: NDArray[np.uint8], heights: NDArray[np.intp], foundations: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """How near to each pile's top the next card of each foundation lies, of shape (8, 16)."""
    wanted = _WANTED_OF_HEIGHT[_EIGHT, foundations]
    nearness = NEARNESS[np.maximum(heights[:, np.newaxis] - np.arange(cells.shape[1]), 0)]
    found = cells == wanted[:, np.newaxis, np.newaxis]
    nearest: NDArray[np.float32] = (found * nearness).max(axis=2)
    return nearest


def _described_cards(cells: NDArray[np.uint8], heights: NDArray[np.intp]) -> NDArray[np.float32]:
    """The features of each pile's described cards, of shape (16, DEPTHS, FEATURES)."""
    depths = heights[:, np.newaxis] - _DEPTHS
    cards = np.where(depths >= 0, cells[_STARTS, np.maximum(depths, 0)], 0)
    return FEATURES_OF_CARD[cards]
