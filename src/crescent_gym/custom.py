"""Observations and rewards of one's own in the vector environment, called slot by slot in Python."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from gymnasium.vector.utils import concatenate, create_empty_array
from numpy.typing import NDArray

from crescent.outcome import Outcome
from crescent.rules import Rules
from crescent_gym.batch.batch import Batch
from crescent_gym.batch.shown import Ended, Shown
from crescent_gym.observations import Observation
from crescent_gym.rewards import Reward, Transition, amount


class Before(NamedTuple):
    """What must be kept of a step's beginning.

    Attributes:
        views: uint8 (n, bytes of a row), the views' rows.
        actions: int64 (n,).
        played: bool (n,), the slots whose action is legal and will be played.
    """

    views: NDArray[np.uint8]
    actions: NDArray[np.int64]
    played: NDArray[np.bool_]


class Custom:
    """Turns the rows that compiled code shows into what the environment's observation and reward make of them."""

    def __init__(self, observation: Observation, space: spaces.Space[Any], reward: Reward, rules: Rules) -> None:
        """Keep what is to be called."""
        self._observation, self._space, self._reward, self._rules = observation, space, reward, rules
        self._views: NDArray[np.uint8] | None = None

    def observe(self, views: NDArray[np.uint8]) -> Any:  # noqa: ANN401  whatever the space has as members
        """The observations of these views' rows, batched as the space's members are."""
        made = self._each(views)
        room: Any = create_empty_array(self._space, len(made), np.zeros)  # None for spaces that NumPy has no arrays for
        return concatenate(self._space, made, room)

    def _each(self, views: NDArray[np.uint8]) -> list[Any]:
        """The observations one by one."""
        return [self._observation.encode(_frozen(row), self._rules) for row in views]

    def begin(self, shown: Shown) -> None:
        """Keep the views that a reset shows."""
        self._views = shown.observation

    def step(self, batch: Batch, actions: NDArray[np.int64]) -> tuple[Shown, Ended | None, Any]:
        """Step every slot: what `Batch.step` returns, paid and observed, and the observations.

        Where observation or reward raise, the step has not happened.
        """
        kept = batch.slots.__getstate__()
        views = self._views if self._views is not None else batch.show().observation
        before = Before(views, actions, batch.is_legal(actions) & ~batch.slots.ended)
        try:
            shown, ended = batch.step(actions)
            views = shown.observation
            self._pay(shown, ended, before)
            observation = self.observe(views)
            if ended is not None:
                ended.observation = self._each(ended.observation)
        except BaseException:
            batch.restore(kept)
            raise
        self._views = views
        return shown, ended, observation

    def _pay(self, shown: Shown, ended: Ended | None, before: Before) -> None:
        """Write the rewards of the actions that were played."""
        after = shown.observation
        success = shown.success
        if ended is not None and ended.slot.size:
            after, success = after.copy(), success.copy()
            after[ended.slot], success[ended.slot] = ended.observation, ended.success
        for slot in np.flatnonzero(before.played).tolist():
            outcome = None
            if shown.terminated[slot]:
                outcome = Outcome.WON if success[slot] else Outcome.BLOCKED
            change = _home(after[slot]) - _home(before.views[slot])
            transition = Transition(
                _frozen(before.views[slot]),
                int(before.actions[slot]),
                _frozen(after[slot]),
                change,
                outcome,
                self._rules,
            )
            shown.reward[slot] = amount(self._reward(transition))


def _home(row: NDArray[np.uint8]) -> int:
    """Cards on the foundations."""
    return int(row[-9:-1].sum())


def _frozen(row: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A copy that nobody can write to."""
    copy = row.copy()
    copy.flags.writeable = False
    return copy
