"""The board of the single environment: bytes that compiled code plays on, and what it shows of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, SupportsIndex

import numpy as np
from numpy.typing import NDArray

from crescent import jit, kernel
from crescent.outcome import Outcome
from crescent.rules import Rules
from crescent_gym import flat
from crescent_gym.batch import single
from crescent_gym.batch.boards import numbers_of


class Table:
    """A board, the board before the last action, and what the player sees; each play writes them anew.

    Args:
        rules: what is played.
        shows_flat: whether the observation `flat` is wanted.

    Attributes:
        memory, work, numbers: what compiled code works with, as `batch.single` says.
        row, before, view: uint8 (bytes of a row,), parts of `memory`.
        mask: int8 (actions,), another part.
        seen: float32 (393,), the observation `flat`, where it is wanted, else `view`, which is the observation `cards`.
        play: plays an action, an integer of at most 64 bits, as `batch.single.play` says.
    """

    rules: Rules
    shows_flat: bool
    memory: NDArray[np.uint8]
    row: NDArray[np.uint8]
    before: NDArray[np.uint8]
    view: NDArray[np.uint8]
    mask: NDArray[np.int8]
    numbers: NDArray[np.float32]
    work: NDArray[np.int64]

    __slots__ = (
        "before", "mask", "memory", "numbers", "play", "row", "rules", "seen", "shows_flat", "view", "work",
    )  # fmt: skip

    def __init__(self, rules: Rules, *, shows_flat: bool) -> None:
        """An empty board."""
        self.rules, self.shows_flat = rules, shows_flat
        length = kernel.row_length(rules.pile_capacity)
        self.memory = np.zeros((1, single.MEMORY), np.uint8)
        self.row, self.before, self.view = (
            self.memory[0, start : start + length] for start in (single.ROW, single.BEFORE, single.VIEW)
        )
        self.mask = self.memory[0, single.MASK :][: rules.action_count].view(np.int8)
        self.numbers = np.zeros((1, flat.SIZE), np.float32)
        self.seen: NDArray[Any] = self.numbers[0] if shows_flat else self.view
        self.work = np.zeros(single.WORK, np.int64)
        self.work[single.SETTINGS :] = (*numbers_of(rules), rules.wrap, shows_flat)
        arrays = (self.memory, self.work, self.numbers)
        self.play: Callable[[SupportsIndex], int] = partial(jit.direct(single.play, *arrays, 0), *arrays)

    def deal(self, number: int) -> int:
        """Put the deal of a code number on the table; how many actions are legal."""
        self.before[:] = self.row
        single.deal(self.memory, self.work, np.uint64(number))
        return self._look()

    def place(self, row: bytes) -> int:
        """Put a position's row on the table; how many actions are legal."""
        self.before[:] = self.row
        self.row[:] = np.frombuffer(row, np.uint8)
        return self._look()

    def undo(self) -> None:
        """Take back what happened last."""
        self.row[:] = self.before
        self._look()

    def view_before(self) -> NDArray[np.uint8]:
        """What the player saw before the last action, uint8 (bytes of a row,), fresh."""
        view = self.before.copy()
        if self.rules.face_down:
            cells = view[: 16 * self.rules.pile_capacity]
            np.minimum(cells, kernel.FACE_DOWN, out=cells)  # as `kernel.hide` does
        return view

    def _look(self) -> int:
        return int(single.look(self.memory, self.work, self.numbers))

    def outcome(self) -> Outcome:
        """How the game has ended, where no action is legal."""
        return Outcome.WON if kernel.is_won(self.row.tobytes(), self.rules.pile_capacity) else Outcome.BLOCKED

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the two rows: the parts of the memory must be parts of it again."""
        return _table, (self.rules, self.shows_flat, self.row.copy(), self.before.copy())


def _table(rules: Rules, shows_flat: bool, row: NDArray[np.uint8], before: NDArray[np.uint8]) -> Table:
    """The table with these rows."""
    table = Table(rules, shows_flat=shows_flat)
    table.row[:], table.before[:] = row, before
    table._look()
    return table
