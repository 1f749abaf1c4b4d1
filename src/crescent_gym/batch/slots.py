"""The arrays behind a batch of boards, and their way through pickling."""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from crescent.rules import Rules
from crescent_gym.batch import boards
from crescent_gym.starts import NO_NUMBER

ALIGNMENT: Final = 64
"""Bytes: vector loads of top cards and sets want 16 and 32, a cache line is 64."""

FIELDS: Final = (
    "rows", "tops", "adjacent", "words", "counts", "lengths", "streams", "numbers", "ended",
)  # fmt: skip
"""The arrays in the order in which compiled code takes them."""


def aligned(shape: tuple[int, ...], dtype: type[np.generic]) -> NDArray[Any]:
    """An array of zeros whose data begin at a cache line and share none with other data."""
    size = int(np.prod(shape)) * np.dtype(dtype).itemsize
    block = np.zeros(size + 2 * ALIGNMENT, np.uint8)
    start = -block.ctypes.data % ALIGNMENT
    return block[start : start + size].view(dtype).reshape(shape)


def alone(array: NDArray[Any]) -> NDArray[Any]:
    """A copy in cache lines of its own, so that one thread's writing beside it does not slow another's reading."""
    copy = aligned(array.shape, array.dtype.type)
    copy[...] = array
    return copy


class Slots:
    """A batch of n boards.  Each array's first axis is the slot.

    Attributes:
        rows: uint8 (n, stride), the rows as `crescent.kernel` lays them out, and one byte or more.
        tops, adjacent, words: as `boards` says.
        counts: int64 (n,), how many actions are legal, 0 where the game has ended.
        lengths: int64 (n,), steps of the episode.
        streams: uint64 (n, 4), the random stream of each slot's deals, as `streams` says.
        numbers: int64 (n,), the code number of the deal, `NO_NUMBER` where there is none.
        ended: bool (n,), whether the episode has ended and the next one not begun.
    """

    rows: NDArray[np.uint8]
    tops: NDArray[np.uint8]
    adjacent: NDArray[np.uint16]
    words: NDArray[np.uint64]
    counts: NDArray[np.int64]
    lengths: NDArray[np.int64]
    streams: NDArray[np.uint64]
    numbers: NDArray[np.int64]
    ended: NDArray[np.bool_]

    def __init__(self, count: int, rules: Rules) -> None:
        """Room for `count` boards under `rules`; nothing is dealt."""
        length = int(boards.numbers_of(rules)[boards.LENGTH])
        stride = -(-(length + 1) // ALIGNMENT) * ALIGNMENT
        self.rows = aligned((count, stride), np.uint8)
        self.tops = aligned((count, 16), np.uint8)
        self.adjacent = aligned((count, 16), np.uint16)
        self.words = aligned((count, 8), np.uint64)
        self.counts = aligned((count,), np.int64)
        self.lengths = aligned((count,), np.int64)
        self.streams = aligned((count, 4), np.uint64)
        self.numbers = aligned((count,), np.int64)
        self.numbers[:] = NO_NUMBER
        self.ended = aligned((count,), np.bool_)

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """All arrays, in the order of `FIELDS`."""
        return tuple(getattr(self, field) for field in FIELDS)

    def __getstate__(self) -> dict[str, NDArray[Any]]:
        """Plain copies of the arrays."""
        return {field: getattr(self, field).copy() for field in FIELDS}

    def restore(self, state: dict[str, NDArray[Any]]) -> None:
        """Go back to what `__getstate__` gave, in the same arrays."""
        for field in FIELDS:
            getattr(self, field)[...] = state[field]

    def __setstate__(self, state: dict[str, NDArray[Any]]) -> None:
        """Arrays at cache lines again, which unpickled ones need not be."""
        for field in FIELDS:
            array = aligned(state[field].shape, state[field].dtype.type)
            array[...] = state[field]
            setattr(self, field, array)
