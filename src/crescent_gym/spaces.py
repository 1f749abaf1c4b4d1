"""The space of a batch of observations, without a copy of its bounds for every slot."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import batch_space


class BatchedBox(spaces.Box):
    """What `batch_space(box, count)` gives, and equal to it, but with bounds that are views of the one box's.

    Gymnasium's own writes four arrays of the batch's shape, several times the memory of the boards themselves.
    """

    def __init__(self, single: spaces.Box, count: int) -> None:
        """The box of `count` members of `single`."""
        super().__init__(single.low, single.high, single.shape, single.dtype.type)
        self._single, self._count = single, count
        self._shape = (count, *single.shape)
        for name in ("low", "high", "bounded_below", "bounded_above"):
            setattr(self, name, np.broadcast_to(getattr(self, name), self._shape))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by what it was made from: arrays would be written in full."""
        return BatchedBox, (self._single, self._count), {"_np_random": self._np_random}


def batched(single: spaces.Space[Any], count: int) -> spaces.Space[Any]:
    """The space of `count` observations."""
    return BatchedBox(single, count) if type(single) is spaces.Box else batch_space(single, count)
