"""What the network is given to see of legal moves: their kind, what they leave behind, and what they find."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from crescent.policy.inputs import MOVE_INPUTS, Values
from crescent.policy.parts import SUIT_OF, Parts

_BOARD: Final = 20
"""The token of the board as a whole."""

_UNIT: Final = 8000.0
"""What the solver's evaluation gives for a card at home."""


def moves_of(
    parts: Parts,
    fits: NDArray[np.bool_],
    pairs: NDArray[np.float32],
    adjacent: NDArray[np.bool_],
    values: Values,
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float32]]:
    """The legal moves of all boards (those of `foundation_to_pile` left out), kind by kind.

    Args:
        parts: the positions.
        fits: bool (boards, 16, 16): whether the top card of one pile may go onto another pile.
        pairs: as `Boards.pairs`.
        adjacent: as `adjacency` gives it.
        values: the solver's.

    Returns:
        `board`, `action`, `source`, `target` and `moves` of `Boards`.
    """
    won = (parts.ascending.sum(1) + parts.descending.sum(1)) == 104
    board, source, target = np.nonzero(fits)
    kinds: list[tuple[int, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
    kinds.append((0, board, 15 * source + target - (target > source), source, target))
    suits = SUIT_OF[parts.cards[:, :, 0]]
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
    parts: Parts,
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
    parts: Parts,
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
