"""What a batch shows after a step or a reset."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray


@dataclass(slots=True)
class Shown:
    """What a step or a reset shows of every slot; the first axis of each array is the slot.

    Attributes:
        observation: float32 (n, 393) or uint8 (n, bytes of a row).
        mask: int8 (n, actions).
        reward: float64 (n,).
        terminated, truncated: bool (n,).
        legal_count: int64 (n,), 0 where the game has ended.
        success: bool (n,), whether the game is won.
    """

    observation: NDArray[Any]
    mask: NDArray[np.int8]
    reward: NDArray[np.float64]
    terminated: NDArray[np.bool_]
    truncated: NDArray[np.bool_]
    legal_count: NDArray[np.int64]
    success: NDArray[np.bool_]

    @classmethod
    def empty(cls, count: int, width: int, dtype: type[np.generic], actions: int) -> Self:
        """Room for n = `count` slots with observations of `width` numbers."""
        return cls(
            np.empty((count, width), dtype), np.empty((count, actions), np.int8), np.empty(count),
            np.empty(count, np.bool_), np.empty(count, np.bool_), np.empty(count, np.int64), np.empty(count, np.bool_),
        )  # fmt: skip


@dataclass(slots=True)
class Ended:
    """What SAME_STEP tells of the k episodes that ended in a step; the first axis of each array is the episode.

    Attributes:
        slot: int64 (k,), rising.
        observation, mask, legal_count, success: what the end showed, as in `Shown`.
    """

    slot: NDArray[np.int64]
    observation: Any
    mask: NDArray[np.int8]
    legal_count: NDArray[np.int64]
    success: NDArray[np.bool_]
