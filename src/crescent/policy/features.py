"""What the network is given to see of positions: cards as the foundations see them, and each legal move.

Everything is relative: a card is described by how far the foundations of its suit are from taking it, and by where its
twin is; a pile from its top down.  Batches only: arrays over `boards` positions, in one go.

The rows are those of `crescent.kernel`, all of one capacity, face-down cards turned up.  A pile's cards below the
thirteenth from its top are not seen (no pile has more in normal play).
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent.kernel import HIGHER, LOWER, RANK, SUIT

DEPTHS: Final = 13
"""Cards of a pile that are seen, from the top down."""

CARD, UP, DOWN, TWIN, STRIDE = 0, 52, 66, 80, 89
"""Where the parts of a card's description begin, and how long it is: which card; how many ranks the ascending and the
descending foundation are from taking it (0 to 12, 13 once they are past it); where its twin is (`_twins`)."""

INPUTS_OF_A_CARD: Final = 4
"""Inputs of a card that are 1."""

INPUTS: Final = DEPTHS * STRIDE
"""Inputs of a pile, all 0 but those that `Boards.piles` names."""

NOTHING: Final = INPUTS
"""The index that stands for no input."""

SUIT_INPUTS: Final = 56
BOARD_INPUTS: Final = 16
PAIR_INPUTS: Final = 12
MOVE_INPUTS: Final = 28
TOKENS: Final = 21
"""Piles 0 to 15, suits 16 to 19, the board as a whole 20."""

WANTED: Final = 6
"""Cards that a foundation takes next that are looked for."""

_BOARD: Final = 20
_UNIT: Final = 8000.0  # what the solver's evaluation gives for a card at home
_SUIT, _RANK = np.array(SUIT, np.int64), np.array(RANK, np.int64)
_DEPTH = np.arange(DEPTHS)


class Boards(NamedTuple):
    """A batch of positions as the network sees it.

    Attributes:
        piles: int64 (boards, 16, 52): which inputs of each pile are 1; `NOTHING` for none.
        suits: float32 (boards, 4, SUIT_INPUTS).
        whole: float32 (boards, BOARD_INPUTS).
        pairs: float32 (boards, TOKENS, TOKENS, PAIR_INPUTS): what two tokens have to do with each other.
        board, action, source, target: int64 (moves,): whose move it is, its action index, the tokens it is about.
        moves: float32 (moves, MOVE_INPUTS).
    """

    piles: NDArray[np.int64]
    suits: NDArray[np.float32]
    whole: NDArray[np.float32]
    pairs: NDArray[np.float32]
    board: NDArray[np.int64]
    action: NDArray[np.int64]
    source: NDArray[np.int64]
    target: NDArray[np.int64]
    moves: NDArray[np.float32]


class Values(NamedTuple):
    """The solver's evaluation as two tables, int16 by 64 * lower card + higher card: see `crescent.solver.evaluation`.

    They are kept with the weights, which were trained with them.
    """

    below: NDArray[np.int16]
    touching: NDArray[np.int16]


class _Parts(NamedTuple):
    """What all parts of the description need."""

    cards: NDArray[np.int64]  # (boards, 16, DEPTHS) from the top down, 0 none
    heights: NDArray[np.int64]  # (boards, 16)
    ascending: NDArray[np.int64]  # (boards, 4)
    descending: NDArray[np.int64]
    redeals: NDArray[np.int64]  # (boards,)
    up: NDArray[np.int64]  # (boards, 16, DEPTHS): ranks to go, 13 past or none
    down: NDArray[np.int64]


def adjacency(wrap: bool) -> NDArray[np.bool_]:
    """By two cards (0 to 52), whether one may lie on the other in a pile."""
    table = np.zeros((53, 53), np.bool_)
    for card in range(1, 53):
        if wrap or RANK[card] < 12:
            table[card, HIGHER[card]] = True
        if wrap or RANK[card] > 0:
            table[card, LOWER[card]] = True
    return table


def describe(rows: NDArray[np.uint8], capacity: int, adjacent: NDArray[np.bool_], values: Values) -> Boards:
    """What the network sees of `rows`, (boards, 16 * capacity + 25)."""
    parts = _parts(rows, capacity)
    top, second, third = (parts.cards[:, :, depth] for depth in range(3))
    near = {
        (one, other): adjacent[left[:, :, None], right[:, None, :]]
        for one, left in enumerate((top, second, third))
        for other, right in enumerate((top, second, third))
        if one + other <= 2
    }
    fits = near[0, 0] & (parts.heights < capacity)[:, None, :]
    pairs = _pairs(parts, near)
    board, action, source, target, moves = _moves(parts, fits, pairs, adjacent, values)
    return Boards(_piles(parts), _suits(parts), _whole(parts), pairs, board, action, source, target, moves)


def _parts(rows: NDArray[np.uint8], capacity: int) -> _Parts:
    boards = len(rows)
    cells = rows[:, : 16 * capacity].reshape(boards, 16, capacity)
    rest = rows[:, 16 * capacity :].astype(np.int64)
    heights = rest[:, :16]
    at = heights[:, :, None] - 1 - _DEPTH
    cards = np.take_along_axis(cells, np.maximum(at, 0), 2).astype(np.int64) & 63
    cards *= at >= 0
    ascending, descending = rest[:, 16:20], rest[:, 20:24]
    suit, rank = _SUIT[cards], _RANK[cards]
    index = np.arange(boards)[:, None, None]
    up = rank - ascending[index, suit]
    down = 12 - descending[index, suit] - rank
    up[(up < 0) | (cards == 0)] = 13
    down[(down < 0) | (cards == 0)] = 13
    return _Parts(cards, heights, ascending, descending, rest[:, 24], up, down)


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


def _piles(parts: _Parts) -> NDArray[np.int64]:
    first = _DEPTH * STRIDE
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


def _suits(parts: _Parts) -> NDArray[np.float32]:
    """Suit, both foundations, and how near to the tops the cards lie that each takes next."""
    boards = len(parts.cards)
    index = np.arange(boards)[:, None]
    nearest = np.full((boards, 55), DEPTHS)
    flat = parts.cards
    for depth in range(DEPTHS - 1, -1, -1):
        nearest[index, flat[:, :, depth]] = depth
    key = (index * 55 + flat.reshape(boards, -1)).ravel()
    depths = np.broadcast_to(np.tile(_DEPTH, 16), (boards, 16 * DEPTHS)).ravel()
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


def _whole(parts: _Parts) -> NDArray[np.float32]:
    made = np.zeros((len(parts.cards), BOARD_INPUTS), np.float32)
    made[np.arange(len(made)), np.minimum(parts.redeals, 10)] = 1
    made[:, 11] = (parts.ascending.sum(1) + parts.descending.sum(1)) / 104
    made[:, 12] = (parts.heights == 0).sum(1) / 16
    made[:, 13] = (parts.up[:, :, 0] == 0).sum(1) / 4
    made[:, 14] = (parts.down[:, :, 0] == 0).sum(1) / 4
    made[:, 15] = parts.heights.max(1) / 13
    return made


def _pairs(parts: _Parts, near: dict[tuple[int, int], NDArray[np.bool_]]) -> NDArray[np.float32]:
    """By two tokens: which cards of two piles neighbour each other, and what of a pile a suit's foundations take."""
    boards = len(parts.cards)
    made = np.zeros((boards, TOKENS, TOKENS, PAIR_INPUTS), np.float32)
    piles = made[:, :16, :16]
    for place, pair in enumerate(((0, 0), (1, 0), (0, 1), (2, 0), (0, 2), (1, 1))):
        piles[..., place] = near[pair]
    top = parts.cards[:, :, 0]
    some = (top > 0)[:, :, None]
    piles[..., 6] = (top[:, :, None] == top[:, None, :]) & some
    suit = _SUIT[top]
    piles[..., 7] = (suit[:, :, None] == suit[:, None, :]) & some & (top > 0)[:, None, :]
    index, pile = np.arange(boards)[:, None], np.arange(16)
    for depth in range(3):
        card = parts.cards[:, :, depth]
        taken = (parts.up[:, :, depth] == 0) | (parts.down[:, :, depth] == 0)
        made[index, pile, 16 + _SUIT[card], 9 + depth] = taken
        made[index, 16 + _SUIT[card], pile, 9 + depth] = taken
    made[index, pile, 16 + suit, 8] = top > 0
    made[index, 16 + suit, pile, 8] = top > 0
    return made


def _moves(
    parts: _Parts,
    fits: NDArray[np.bool_],
    pairs: NDArray[np.float32],
    adjacent: NDArray[np.bool_],
    values: Values,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """The legal moves of all boards (those of `foundation_to_pile` left out), kind by kind."""
    won = (parts.ascending.sum(1) + parts.descending.sum(1)) == 104
    board, source, target = np.nonzero(fits)
    kinds: list[tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
    kinds.append((0, board, 15 * source + target - (target > source), source, target))
    suits = _SUIT[parts.cards[:, :, 0]]
    for number, ranks in ((1, parts.up), (2, parts.down)):
        board, source = np.nonzero(ranks[:, :, 0] == 0)
        kinds.append((number, board, 224 + 16 * number + source, source, 16 + suits[board, source]))
    for number, one, other in ((3, parts.ascending, parts.descending), (4, parts.descending, parts.ascending)):
        board, suit = np.nonzero((one + other == 13) & (one > 1) & (other < 13))
        kinds.append((number, board, 260 + 4 * number + suit, 16 + suit, 16 + suit))
    (board,) = np.nonzero((parts.redeals > 0) & ~won)
    whole = np.full(len(board), _BOARD)
    kinds.append((5, board, np.full(len(board), 280), whole, whole))
    kind = np.repeat([each[0] for each in kinds], [len(each[1]) for each in kinds])
    board = np.concatenate([each[1] for each in kinds])
    action = np.concatenate([each[2] for each in kinds])
    source = np.concatenate([each[3] for each in kinds])
    target = np.concatenate([each[4] for each in kinds])
    moves = np.zeros((len(kind), MOVE_INPUTS), np.float32)
    moves[np.arange(len(kind)), kind] = 1
    moves[:, 6:14] = pairs[board, source, target, :8]
    _from_piles(moves, parts, kind, board, source, adjacent, values)
    _onto_piles(moves, parts, kind, board, source, target, adjacent, values)
    moves[:, 27] = parts.redeals[board] / 10
    return board, action, source, target, moves


def _from_piles(
    moves: NDArray[np.float32],
    parts: _Parts,
    kind: NDArray[np.int64],
    board: NDArray[np.int64],
    source: NDArray[np.int64],
    adjacent: NDArray[np.bool_],
    values: Values,
) -> None:
    """Describe what a card leaves behind, in `moves`."""
    (which,) = np.nonzero(kind <= 2)
    board, source = board[which], source[which]
    cards = parts.cards[board, source]
    top, second = cards[:, 0], cards[:, 1]
    moves[which, 14] = adjacent[top, second]
    moves[which, 15] = parts.up[board, source, 1] == 0
    moves[which, 16] = parts.down[board, source, 1] == 0
    height = parts.heights[board, source]
    moves[which, 17] = height == 1
    moves[which, 18] = height / 13
    moves[which, 19] = parts.up[board, source, 0] / 13
    moves[which, 20] = parts.down[board, source, 0] / 13
    lost = (values.below[64 * cards[:, 1:] + top[:, None]] * (cards[:, 1:] > 0)).sum(1, dtype=np.int64)
    lost += values.touching[64 * second + top] * (second > 0)
    moves[which, 21] = lost / _UNIT


def _onto_piles(
    moves: NDArray[np.float32],
    parts: _Parts,
    kind: NDArray[np.int64],
    board: NDArray[np.int64],
    source: NDArray[np.int64],
    target: NDArray[np.int64],
    adjacent: NDArray[np.bool_],
    values: Values,
) -> None:
    """Describe what a card finds on the pile that it goes to, in `moves`."""
    (which,) = np.nonzero(kind == 0)
    board, source, target = board[which], source[which], target[which]
    card = parts.cards[board, source, 0]
    cards = parts.cards[board, target]
    top, second = cards[:, 0], cards[:, 1]
    runs = adjacent[top, second] & (second > 0)
    moves[which, 22] = runs & (card != second)
    moves[which, 23] = runs & (card == second)
    moves[which, 24] = parts.heights[board, target] / 13
    won = (values.below[64 * cards + card[:, None]] * (cards > 0)).sum(1, dtype=np.int64)
    won += values.touching[64 * top + card]
    moves[which, 25] = won / _UNIT
    moves[which, 26] = moves[which, 25] - moves[which, 21]
