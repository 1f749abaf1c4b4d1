"""The board of the single environment: rows of bytes that compiled code plays on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.outcome import Outcome
from crescent.rules import Rules
from crescent_gym import flat
from crescent_gym.batch import single
from crescent_gym.batch.boards import numbers_of


class Table:
    """Two rows to play on in turn, and what compiled code works with.

    Attributes:
        row: the board, uint8 (stride,), of which the first bytes are the row.
        other: room for the board after the next action; `turn` makes it the board.
        row_of_one, other_of_one: the same two as batches of one, uint8 (1, stride).
        numbers: the rules as compiled code for batches takes them.
        work: int64, scratch of the kernel, then the settings of the rules.
        length: bytes of a row.
        actions: how many actions there are.
    """

    __slots__ = ("actions", "length", "numbers", "other", "other_of_one", "row", "row_of_one", "rules", "work")

    row: NDArray[np.uint8]
    other: NDArray[np.uint8]

    def __init__(self, rules: Rules) -> None:
        """Empty rows."""
        self.rules = rules
        self.actions = rules.action_count
        self.numbers = numbers_of(rules)
        self.length = kernel.row_length(rules.pile_capacity)
        stride = -(-self.length // 64) * 64  # the observation `flat` reads 64 bytes at a time
        self.row_of_one, self.other_of_one = np.zeros((1, stride), np.uint8), np.zeros((1, stride), np.uint8)
        self.row, self.other = self.row_of_one[0], self.other_of_one[0]
        self.work = np.zeros(single.SETTINGS + 5, np.int64)
        self.work[single.CAPACITY], self.work[single.WRAP], self.work[single.TO_PILE] = (
            rules.pile_capacity, rules.wrap, rules.foundation_to_pile,
        )  # fmt: skip
        self.work[single.FACE_DOWN], self.work[single.REDEALS] = rules.face_down, rules.redeals

    def deal(self, number: int) -> None:
        """Put the deal of a code number on the other row."""
        single.deal(self.other, np.uint64(number), self.work)

    def place(self, row: bytes) -> None:
        """Put a position's row on the other row."""
        self.other[: self.length] = np.frombuffer(row, np.uint8)

    def look(self) -> tuple[NDArray[np.uint8], NDArray[np.int8], int]:
        """View and mask of the other row, fresh, and how many actions are legal on it."""
        view, mask = np.empty(self.length, np.uint8), np.empty(self.actions, np.int8)
        return view, mask, int(single.look(self.other, view, mask, self.work))

    def turn(self) -> None:
        """Make the other row the board."""
        self.row, self.other = self.other, self.row
        self.row_of_one, self.other_of_one = self.other_of_one, self.row_of_one

    def flat(self) -> NDArray[np.float32]:
        """The observation `flat` of the other row, float32 (393,), fresh."""
        observation = np.empty((1, flat.SIZE), np.float32)
        single.encode_flat(self.other_of_one, self.numbers, observation)
        alone: NDArray[np.float32] = observation[0]
        return alone

    def outcome(self) -> Outcome:
        """How the game on the other row has ended, where no action is legal."""
        won = kernel.is_won(self.other.tobytes(), self.rules.pile_capacity)
        return Outcome.WON if won else Outcome.BLOCKED

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the two rows; the batches of one must share their memory again."""
        return _table, (self.rules, self.row.copy(), self.other.copy())

    def to_bytes(self) -> bytes:
        """The board's row."""
        return self.row[: self.length].tobytes()


def _table(rules: Rules, row: NDArray[np.uint8], other: NDArray[np.uint8]) -> Table:
    """The table with these rows."""
    table = Table(rules)
    table.row[:], table.other[:] = row, other
    return table
