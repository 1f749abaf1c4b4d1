"""Room for what a batch shows: new arrays for each step, or the same ones again, in the order of compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crescent_gym import flat
from crescent_gym.batch import outputs
from crescent_gym.batch.shown import Shown

Room = tuple[Shown, tuple[NDArray[Any], ...]]
"""What is shown; and its arrays, the next choices last, in the order in which compiled code takes them."""

NO_CARDS, NO_NUMBERS = np.empty((1, 1), np.uint8), np.empty((1, 1), np.float32)
"""Stand-ins for the observation that is not made."""


class Rooms:
    """Makes room.

    Args:
        count: n, how many slots are shown.
        kind: `outputs.FLAT` or `outputs.CARDS`, the observation.
        length: bytes of a row, the width of the observation `cards`.
        actions: the width of a mask.
        fresh: whether each room is made of new arrays.
    """

    def __init__(self, count: int, kind: int, length: int, actions: int, *, fresh: bool) -> None:
        """Nothing is made yet."""
        self._count, self._kind, self._actions, self._fresh = count, kind, actions, fresh
        self._width = flat.SIZE if kind == outputs.FLAT else length
        self._dtype: type[np.generic] = np.float32 if kind == outputs.FLAT else np.uint8
        self._kept: Room | None = None
        self._spare: Room | None = None

    def next(self) -> Room:
        """Room for what all slots show: new, or the same each time but for the choices."""
        if self._kept is not None:
            shown, outputs = self._kept
            return shown, (*outputs[:-1], np.empty(self._count, np.int64))
        room, self._spare = self._spare or self.of(self._count), None
        if not self._fresh:
            self._kept = room
        return room

    def prepare(self) -> None:
        """Make the next new room now, while others work."""
        if self._fresh:
            self._spare = self.of(self._count)

    def of(self, count: int) -> Room:
        """New room for what `count` slots show, and for their next choices."""
        shown = Shown.empty(count, self._width, self._dtype, self._actions)
        return shown, (
            *self.observations(shown.observation), shown.mask, shown.reward, shown.terminated, shown.truncated,
            shown.legal_count, shown.success, np.empty(count, np.int64),
        )  # fmt: skip

    def observations(self, made: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Cards and flat numbers, of which one is the observation that is made, the other a stand-in."""
        return (NO_CARDS, made) if self._kind == outputs.FLAT else (made, NO_NUMBERS)

    def finals(self, most: int) -> tuple[NDArray[Any], ...]:
        """Room for what `most` ended episodes showed last, as `steps.step_slots` takes it."""
        return (
            np.empty(most, np.int64), *self.observations(np.empty((most, self._width), self._dtype)),
            np.empty((most, self._actions), np.int8), np.empty(most, np.int64), np.empty(most, np.bool_),
        )  # fmt: skip

    def __getstate__(self) -> dict[str, Any]:
        """Everything but arrays that have been, or may yet be, given away."""
        return {**self.__dict__, "_kept": None, "_spare": None}
