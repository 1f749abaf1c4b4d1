"""The hot path: everything that happens to the cards in a step, on rows of bytes.

A row is laid out as `crescent.kernel` says, `16 * capacity + 25` bytes for the rules' pile capacity.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.moves import ACTION_COUNT
from crescent.outcome import Outcome
from crescent.rules import Rules


class Board(NamedTuple):
    """A row and what follows from it; nothing in it changes.

    Attributes:
        row: the cards, face-down ones included.
        view: the row of what the player may know, uint8 of shape (16 * capacity + 25,), read-only.
        mask: int8 of shape (281,) or (409,): 1 for each legal action; all 1 where there is none, because a trainer
            makes NaNs of a mask that is all 0.
        legal_count: how many actions are legal.
        outcome: how the game ended, None while it goes on.
    """

    row: bytes
    view: NDArray[np.uint8]
    mask: NDArray[np.int8]
    legal_count: int
    outcome: Outcome | None


def deal(number: int, rules: Rules) -> Board:
    """The board that a code number deals, 0 to 2 ** 35 - 1."""
    row = bytearray(kernel.row_length(rules.pile_capacity))
    kernel.deal(row, rules.pile_capacity, rules.redeals, rules.face_down, number)
    return board(bytes(row), rules)


def play(before: Board, rules: Rules, action: int) -> tuple[Board, int]:
    """The board after a legal action, and the change in cards on the foundations: 1, 0 or -1."""
    row = bytearray(before.row)
    change = kernel.play(row, rules.pile_capacity, action)
    return board(bytes(row), rules), change


def board(row: bytes, rules: Rules) -> Board:
    """The board of a position's row."""
    mask, legal_count = legality(row, rules)
    outcome = None
    if not legal_count:
        outcome = Outcome.WON if kernel.is_won(row, rules.pile_capacity) else Outcome.BLOCKED
        mask[:] = 1
    return Board(row, np.frombuffer(_view_row(row, rules), np.uint8), mask, legal_count, outcome)


def legality(row: bytes, rules: Rules) -> tuple[NDArray[np.int8], int]:
    """By action, 1 where it is legal, as int8 of shape (281,) or (409,); and how many are.

    A position's row and its view's have the same ones, for top cards are never face down.
    """
    actions = [0] * ACTION_COUNT
    count = kernel.legal_actions(
        row, rules.pile_capacity, rules.wrap, rules.foundation_to_pile, [0] * kernel.SCRATCH, actions
    )
    mask = np.zeros(rules.action_count, np.int8)
    mask[actions[:count]] = 1
    return mask, count


def target(row: bytes, rules: Rules, action: int) -> int | None:
    """The place number (0-23) that a legal action puts a card on, None for a redeal."""
    place = kernel.target_of(row, rules.pile_capacity, action)
    return None if place < 0 else place


def _view_row(row: bytes, rules: Rules) -> bytes:
    """What the player may know of a row: every face-down card is 64, unknown."""
    if not rules.face_down:
        return row
    hidden = bytearray(row)
    kernel.hide(hidden, rules.pile_capacity)
    return bytes(hidden)
