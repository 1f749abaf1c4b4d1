"""Rewards shaped by a potential, in single environments and in the vector environment."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from numpy.typing import NDArray

from crescent.errors import InvalidValueError, RulesError, shown
from crescent.moves import MOVES
from crescent.position import Position
from crescent.view import View
from crescent_gym.env import CrescentEnv
from crescent_gym.errors import ArgumentTypeError
from crescent_gym.vector import CrescentVectorEnv


def checked_inner(env: object) -> CrescentEnv:
    """The environment under all wrappers.

    Raises:
        ArgumentTypeError: `env` is none, or wraps none.
    """
    inner = getattr(env, "unwrapped", None)
    if not isinstance(inner, CrescentEnv):
        raise ArgumentTypeError("an environment to wrap", "a CrescentEnv", env)
    return inner


class PotentialShaping(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Adds gamma * potential(after) - potential(before) to each reward; the potential where a game has ended is 0.

    Such a reward leads to the same best play as the one it is added to (Ng, Harada and Russell, "Policy invariance
    under reward transformations", 1999), as long as the trainer discounts by the same gamma.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], potential: Callable[[View], float], gamma: float) -> None:
        """Wrap a single environment.

        Args:
            env: one of this project's, wrapped or not.
            potential: how promising a board is, a finite number.
            gamma: the trainer's discount, 0 to 1.

        Raises:
            ArgumentTypeError: `env` is no such environment, `potential` cannot be called, or `gamma` is no number.
            RulesError: `gamma` is not from 0 to 1.
        """
        self._core = checked_inner(env)
        super().__init__(env)
        self._potential, self._gamma = _checked_potential(potential), _checked_gamma(gamma)
        self._before = 0.0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """As the environment.

        Raises:
            InvalidValueError: the potential of the first board is no finite number.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        self._before = self._valued()
        return observation, info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the shaped reward; `info["unshaped_reward"]` is the other.

        Raises:
            InvalidValueError: the potential of a board is no finite number.
        """
        observation, reward, terminated, truncated, info = self.env.step(action)
        after = 0.0 if terminated else self._valued()
        shaped = float(reward) + self._gamma * after - self._before
        self._before = after
        return observation, shaped, terminated, truncated, info | {"unshaped_reward": float(reward)}

    def _valued(self) -> float:
        return _valued(self._potential, self._core.view)


class VectorPotentialShaping(VectorWrapper):
    """`PotentialShaping` for the vector environment, in every autoreset mode; other wrappers go around it.

    The potential is called slot by slot in Python, so at the single environment's speed.
    """

    def __init__(self, env: CrescentVectorEnv, potential: Callable[[View], float], gamma: float) -> None:
        """Wrap a vector environment.

        Args:
            env: a `CrescentVectorEnv`, not wrapped.
            potential: how promising a board is, a finite number.
            gamma: the trainer's discount, 0 to 1.

        Raises:
            ArgumentTypeError, RulesError: as `PotentialShaping`.
        """
        if not isinstance(env, CrescentVectorEnv):
            raise ArgumentTypeError("a vector environment to wrap", "a CrescentVectorEnv, not wrapped", env)
        self._potential, self._gamma = _checked_potential(potential), _checked_gamma(gamma)
        super().__init__(env)
        self._games = env
        self._before = np.zeros(env.num_envs)
        self._ended = np.zeros(env.num_envs, np.bool_)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """The environment's, where TorchRL looks for it."""
        return self._games.autoreset_mode

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment.

        Raises:
            InvalidValueError: the potential of a first board is no finite number.
        """
        observation, info = self.env.reset(seed=seed, options=options)
        begun = info["_legal_count"]
        self._value(begun)
        self._ended &= ~begun
        return observation, info

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], Any, Any, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the shaped rewards; `info["unshaped_reward"]` are the others, float64 (num_envs,).

        Raises:
            InvalidValueError: the potential of a board is no finite number.
        """
        rows, before = self._games.state(), self._before.copy()
        observation, reward, terminated, truncated, info = self.env.step(actions)
        dealt, over = self._ended, terminated | truncated
        same_step = self._games.autoreset_mode is AutoresetMode.SAME_STEP
        self._value(np.ones_like(over))
        after = np.where(terminated, 0.0, self._before)
        if same_step:  # the boards are those of the next games by now
            for slot in np.flatnonzero(truncated & ~terminated).tolist():
                last = self._position(rows[slot])
                move = MOVES[int(actions[slot])]
                last = last if last.refusal(move) else last.play(move)
                after[slot] = _valued(self._potential, last.view())
        shaped = np.where(dealt, 0.0, reward + self._gamma * after - before)
        self._ended = over & (self._games.autoreset_mode is AutoresetMode.NEXT_STEP)
        told = {"unshaped_reward": reward.copy(), "_unshaped_reward": np.ones_like(over)}
        return observation, shaped, terminated, truncated, info | told

    def _value(self, slots: NDArray[np.bool_]) -> None:
        """Keep the potentials of the boards in these slots."""
        rows = self._games.state()
        for slot in np.flatnonzero(slots).tolist():
            self._before[slot] = _valued(self._potential, self._position(rows[slot]).view())

    def _position(self, row: NDArray[np.uint8]) -> Position:
        return Position.from_row(row.tobytes(), self._games.variant.rules)


def _checked_potential(potential: object) -> Callable[[View], float]:
    if not callable(potential):
        raise ArgumentTypeError("a potential", "a function of a View", potential)
    return potential


def _checked_gamma(gamma: object) -> float:
    if isinstance(gamma, bool) or not isinstance(gamma, int | float):
        raise ArgumentTypeError("gamma", "a number", gamma)
    if not 0 <= gamma <= 1:
        raise RulesError("gamma", gamma, "a number from 0 to 1")
    return float(gamma)


def _valued(potential: Callable[[View], float], view: View) -> float:
    """The potential of a board."""
    value: object = potential(view)
    is_number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    try:
        number = float(value) if is_number else math.nan  # type: ignore[arg-type]  # mypy does not follow is_number
    except OverflowError:  # an integer beyond all floats
        number = math.inf
    if not math.isfinite(number):
        raise InvalidValueError(f"a potential must be a finite number, not {shown(value)}")
    return number
