"""The inputs of the network: how many of each kind, where the parts of a card lie, and the arrays that hold them."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

DEPTHS: Final = 13
"""Cards of a pile that are seen, from the top down."""

CARD, UP, DOWN, TWIN, STRIDE = 0, 52, 66, 80, 89
"""Where the parts of a card's description begin, and how long it is: which card; how many ranks the ascending and the
descending foundation are from taking it (0 to 12, 13 once they are past it); where its twin is (0 to 8)."""

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
"""Inputs of a suit, of the board as a whole, of two tokens together, and of a legal move."""

TOKENS: Final = 21
"""Piles 0 to 15, suits 16 to 19, the board as a whole 20."""

WANTED: Final = 6
"""Cards that a foundation takes next that are looked for."""


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
