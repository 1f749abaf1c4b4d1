"""The observation `flat`: a board as numbers from 0 to 1 that a plain MLP learns from.

Every variant has the same numbers in the same places, so a policy can be carried from one to another.  Most are laid
out by pile, as the actions are: for every foundation, how near to the top of each pile its next three cards lie.
"""

from __future__ import annotations

from itertools import product
from typing import Final

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crescent.cards import SUITS
from crescent.kernel import FACE_DOWN
from crescent.moves import FOUNDATIONS, PILES
from crescent.rules import Rules

DEPTHS: Final = 6
"""Cards of a pile that are described one by one, from the top down; the deal has no more.  The bottom card follows."""

NEXT: Final = 3
"""Cards that each foundation will take next and that are searched for in the piles."""

FEATURES: Final = 6
"""Numbers that describe one card: suit (4), rank, unseen."""

_LARGEST: Final = 31  # the largest pile capacity

SIZE: Final = 8 * NEXT * 16 + 16 * (DEPTHS + 1) * FEATURES + 16 + 8 + 1
"""All numbers."""


def _card_features() -> NDArray[np.float32]:
    """By card byte (0 none, 1-52, 64 unseen): one number for each suit, the rank, and whether it is unseen."""
    table = np.zeros((FACE_DOWN + 1, FEATURES), np.float32)
    for suit, rank in product(range(4), range(13)):
        table[13 * suit + rank + 1, suit] = 1
        table[13 * suit + rank + 1, 4] = (rank + 1) / 13
    table[FACE_DOWN, 5] = 1
    return table


def _columns() -> NDArray[np.intp]:
    """By pile height, where the described cards lie: from the top down, then the bottom; `_LARGEST` for no card."""
    table = np.full((_LARGEST + 1, DEPTHS + 1), _LARGEST, np.intp)
    for height in range(1, _LARGEST + 1):
        described = min(height, DEPTHS)
        table[height, :described] = np.arange(height - 1, height - 1 - described, -1)
        table[height, DEPTHS] = 0
    return table


def _nearness() -> NDArray[np.float32]:
    """By pile height and depth from the bottom: 1 for the top card, 1/2 under it, 1/3, ...; 0 where no card lies."""
    table = np.zeros((_LARGEST + 1, _LARGEST), np.float32)
    for height in range(1, _LARGEST + 1):
        table[height, :height] = 1 / np.arange(height, 0, -1)
    return table


def _wanted() -> NDArray[np.uint8]:
    """By foundation and its height, the bytes of the cards that it takes next; 255, which no cell has, for none."""
    table = np.full((8, 14, NEXT), 255, np.uint8)
    for foundation, height, later in product(range(8), range(1, 14), range(NEXT)):
        rank = height + later if foundation < 4 else 12 - height - later
        if 0 <= rank <= 12:
            table[foundation, height, later] = 13 * (foundation % 4) + rank + 1
    return table


_FEATURES_OF_CARD = _card_features()
_COLUMNS_OF_HEIGHT = _columns()
_NEARNESS_OF_HEIGHT = _nearness()
_WANTED_OF_HEIGHT = _wanted()
_EIGHT = np.arange(8)
_SIXTEEN = np.arange(16)[:, np.newaxis]


class Flat:
    """The board for a stock MLP: float32 of shape (1081,) in every variant, each number from 0 to 1.

    | index | meaning |
    |---|---|
    | 0 … 383 | by foundation (8), by one of the next cards it takes (3), by pile (16): nearness to the top |
    | 384 … 1055 | by pile (16), by card (7): ♠, ♥, ♦, ♣ (one of them 1), rank (ace 1/13 … king 1), not seen (1) |
    | 1056 … 1071 | cards in each pile / pile capacity |
    | 1072 … 1079 | cards on each foundation / 13 |
    | 1080 | redeals left / redeals of the game (0 where the game has none) |

    Foundations come ascending before descending, each in the order ♠ ♥ ♦ ♣.  Nearness is 1 for a pile's top card, 1/2
    for the one under it, 1/3, …, and 0 where the pile has no such card that the player has seen.  The 7 cards of a pile
    are the 6 topmost from the top down, then the bottom one, which a redeal brings up; six 0 where no card lies.  A
    card between them shows only where a foundation waits for it; `cards` has everything.
    """

    def space(self, rules: Rules) -> spaces.Box:  # noqa: ARG002  the same for all
        """float32 from 0 to 1."""
        return spaces.Box(0, 1, (SIZE,), np.float32)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[np.float32]:
        """The numbers of the table, for a view's row."""
        capacity = rules.pile_capacity
        cells = row[: 16 * capacity].reshape(16, capacity)
        heights = row[16 * capacity : 16 * capacity + 16]
        foundations = row[16 * capacity + 16 : 16 * capacity + 24]
        observation = np.empty(SIZE, np.float32)
        observation[:384] = _wanted_cards(cells, heights, foundations).ravel()
        observation[384:1056] = _described_cards(cells, heights).ravel()
        observation[1056:1072] = heights / np.float32(capacity)
        observation[1072:1080] = foundations / np.float32(13)
        observation[1080] = row[-1] / max(rules.redeals, 1)
        return observation

    def meanings(self, rules: Rules) -> tuple[str, ...]:
        """What each index holds, in words."""
        cards = (*(f"card {depth} from the top" for depth in range(1, DEPTHS + 1)), "the bottom card")
        features = (*(f"its suit is {suit.name.lower()}" for suit in SUITS), "its rank / 13", "it is unseen")
        return (
            *(
                f"nearness to the top of pile {pile} of the {order} card that {foundation} takes"
                for foundation, order, pile in product(FOUNDATIONS, ("first", "second", "third"), PILES)
            ),
            *(f"pile {pile}, {card}: {feature}" for pile, card, feature in product(PILES, cards, features)),
            *(f"cards in pile {pile} / {rules.pile_capacity}" for pile in PILES),
            *(f"cards on {foundation} / 13" for foundation in FOUNDATIONS),
            f"redeals left / {max(rules.redeals, 1)}",
        )


def _wanted_cards(
    cells: NDArray[np.uint8], heights: NDArray[np.uint8], foundations: NDArray[np.uint8]
) -> NDArray[np.float32]:
    """How near to each pile's top the next cards of each foundation lie, of shape (8, NEXT, 16)."""
    wanted = _WANTED_OF_HEIGHT[_EIGHT, foundations]
    nearness = _NEARNESS_OF_HEIGHT[heights, : cells.shape[1]]
    found = cells == wanted[:, :, np.newaxis, np.newaxis]
    nearest: NDArray[np.float32] = (found * nearness).max(axis=3)
    return nearest


def _described_cards(cells: NDArray[np.uint8], heights: NDArray[np.uint8]) -> NDArray[np.float32]:
    """The features of each pile's described cards, of shape (16, DEPTHS + 1, FEATURES)."""
    padded = np.zeros((16, _LARGEST + 1), np.uint8)
    padded[:, : cells.shape[1]] = cells
    return _FEATURES_OF_CARD[padded[_SIXTEEN, _COLUMNS_OF_HEIGHT[heights]]]
