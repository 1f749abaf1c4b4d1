"""What the network is given to see of positions: cards as the foundations see them, and each legal move.

Everything is relative: a card is described by how far the foundations of its suit are from taking it, and by where its
twin is; a pile from its top down.  Batches only: arrays over `boards` positions, in one go.

The rows are those of `crescent.kernel`, all of one capacity, face-down cards turned up.  A pile's cards below the
thirteenth from its top are not seen (no pile has more in normal play).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crescent.policy.inputs import (
    BOARD_INPUTS,
    CARD,
    DEPTHS,
    DOWN,
    INPUTS_OF_A_CARD,
    NOTHING,
    PAIR_INPUTS,
    STRIDE,
    SUIT_INPUTS,
    TOKENS,
    TWIN,
    UP,
    WANTED,
    Boards,
    Values,
)
from crescent.policy.move_features import moves_of
from crescent.policy.parts import DEPTH, SUIT_OF, Parts, parts_of


def describe(rows: NDArray[np.uint8], capacity: int, adjacent: NDArray[np.bool_], values: Values) -> Boards:
    """What the network sees of `rows`, (boards, 16 * capacity + 25)."""
    parts = parts_of(rows, capacity)
    top, second, third = (parts.cards[:, :, depth] for depth in range(3))
    near = {
        (one, other): adjacent[left[:, :, None], right[:, None, :]]
        for one, left in enumerate((top, second, third))
        for other, right in enumerate((top, second, third))
        if one + other <= 2
    }
    fits = near[0, 0] & (parts.heights < capacity)[:, None, :]
    pairs = _pairs(parts, near)
    board, action, source, target, moves = moves_of(parts, fits, pairs, adjacent, values)
    return Boards(_piles(parts), _suits(parts), _whole(parts), pairs, board, action, source, target, moves)


def _twins(cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Where each card's twin is: 0 at home, 1 above and 2 below it in its pile, 3 to 8 by depth in another pile."""
    boards = len(cards)
    place = np.arange(16 * DEPTHS)
    key = (np.arange(boards)[:, None] * 53 + cards.reshape(boards, -1)).ravel()
    total = np.bincount(key, np.broadcast_to(place, (boards, len(place))).ravel(), 53 * boards)
    count = np.bincount(key, minlength=53 * boards)
    other = total[key].astype(np.int64).reshape(boards, -1) - place
    twin = np.where(
        other // DEPTHS == place // DEPTHS,
        np.where(other < place, 1, 2),
        3 + np.minimum(other % DEPTHS, 5),
    )
    twin[(count[key] != 2).reshape(boards, -1)] = 0
    return twin.reshape(cards.shape)


def _piles(parts: Parts) -> NDArray[np.int64]:
    first = DEPTH * STRIDE
    found = np.stack(
        (
            first + CARD + parts.cards - 1,
            first + UP + parts.up,
            first + DOWN + parts.down,
            first + TWIN + _twins(parts.cards),
        ),
        3,
    )
    found[parts.cards == 0] = NOTHING
    return found.reshape(len(found), 16, INPUTS_OF_A_CARD * DEPTHS)


def _suits(parts: Parts) -> NDArray[np.float32]:
    """Suit, both foundations, and how near to the tops the cards lie that each takes next."""
    boards = len(parts.cards)
    index = np.arange(boards)[:, None]
    nearest = np.full((boards, 55), DEPTHS)
    flat = parts.cards
    for depth in range(DEPTHS - 1, -1, -1):
        nearest[index, flat[:, :, depth]] = depth
    key = (index * 55 + flat.reshape(boards, -1)).ravel()
    depths = np.broadcast_to(np.tile(DEPTH, 16), (boards, 16 * DEPTHS)).ravel()
    total = np.bincount(key, depths, 55 * boards).reshape(boards, 55)
    count = np.bincount(key, minlength=55 * boards).reshape(boards, 55)
    nearness = 1.0 / (1.0 + nearest)
    further = np.where(count == 2, 1.0 / (1.0 + total - nearest), 0.0)
    nearness[:, 0] = further[:, 0] = 0.0
    nearness[count == 0] = 0.0
    made = np.zeros((boards, 4, SUIT_INPUTS), np.float32)
    suit = np.arange(4)
    made[:, suit, suit] = 1
    made[index, suit, 4 + parts.ascending] = 1
    made[index, suit, 18 + parts.descending] = 1
    ahead = np.arange(WANTED)
    for start, rank in (
        (32, parts.ascending[:, :, None] + ahead),
        (44, 12 - parts.descending[:, :, None] - ahead),
    ):
        card = np.where((rank >= 0) & (rank <= 12), 13 * suit[:, None] + rank + 1, 53)
        made[:, :, start : start + WANTED] = nearness[index[:, :, None], card]
        made[:, :, start + WANTED : start + 2 * WANTED] = further[index[:, :, None], card]
    return made


def _whole(parts: Parts) -> NDArray[np.float32]:
    made = np.zeros((len(parts.cards), BOARD_INPUTS), np.float32)
    made[np.arange(len(made)), np.minimum(parts.redeals, 10)] = 1
    made[:, 11] = (parts.ascending.sum(1) + parts.descending.sum(1)) / 104
    made[:, 12] = (parts.heights == 0).sum(1) / 16
    made[:, 13] = (parts.up[:, :, 0] == 0).sum(1) / 4
    made[:, 14] = (parts.down[:, :, 0] == 0).sum(1) / 4
    made[:, 15] = parts.heights.max(1) / 13
    return made


def _pairs(parts: Parts, near: dict[tuple[int, int], NDArray[np.bool_]]) -> NDArray[np.float32]:
    """By two tokens: which cards of two piles neighbour each other, and what of a pile a suit's foundations take."""
    boards = len(parts.cards)
    made = np.zeros((boards, TOKENS, TOKENS, PAIR_INPUTS), np.float32)
    piles = made[:, :16, :16]
    for place, pair in enumerate(((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1))):
        piles[..., place] = near[pair]
    top = parts.cards[:, :, 0]
    some = (top > 0)[:, :, None]
    piles[..., 6] = (top[:, :, None] == top[:, None, :]) & some
    suit = SUIT_OF[top]
    piles[..., 7] = (suit[:, :, None] == suit[:, None, :]) & some & (top > 0)[:, None, :]
    index, pile = np.arange(boards)[:, None], np.arange(16)
    for depth in range(3):
        card = parts.cards[:, :, depth]
        taken = (parts.up[:, :, depth] == 0) | (parts.down[:, :, depth] == 0)
        made[index, pile, 16 + SUIT_OF[card], 9 + depth] = taken
        made[index, 16 + SUIT_OF[card], pile, 9 + depth] = taken
    made[index, pile, 16 + suit, 8] = top > 0
    made[index, 16 + suit, pile, 8] = top > 0
    return made
