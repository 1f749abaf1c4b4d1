"""The compiled loops as Python calls them at every step."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from crescent import jit
from crescent_gym.batch import steps
from crescent_gym.batch.slots import FIELDS, aligned

Arrays = tuple[NDArray[Any], ...]


@dataclass(slots=True)
class Calls:
    """What is called at every step, without Numba's look at the types of some forty arrays."""

    step: Callable[..., int]
    choose: Callable[..., object]
    look_ahead: Callable[..., int]

    @classmethod
    def made(cls, slots: Arrays, chances: NDArray[np.uint64], rules: NDArray[np.int64], *rest: Any) -> Self:  # noqa: ANN401  arrays and tuples of them
        """Ready for arrays of these kinds: what `steps.step_slots` takes, from the slots on."""
        actions = np.empty(1, np.int64)
        ended, streams = slots[FIELDS.index("ended")], slots[FIELDS.index("streams")]
        return cls(
            jit.direct(steps.step_slots, 0, 0, actions, slots, chances, rules, *rest),
            jit.direct(steps.choose, 0, 0, slots, chances, rules, actions),
            jit.direct(steps.look_ahead, actions, 0, ended, streams, actions, actions),
        )


def scratch() -> Arrays:
    """What one thread works with, as `steps.step_slots` says."""
    return (
        aligned((96,), np.uint8),
        aligned((96,), np.uint64),
        aligned((steps.BLOCK, 4), np.uint8),
        aligned((steps.BLOCK,), np.uint8),
    )
