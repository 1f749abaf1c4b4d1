"""The wrappers that start episodes where a curriculum says, for single environments and for the vector environment."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any, Final, SupportsFloat

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from numpy.typing import NDArray

from crescent.errors import RulesError
from crescent.position import Position
from crescent.rules import Rules
from crescent_gym.curriculum.schedule import Curriculum, LineStart
from crescent_gym.env import CrescentEnv
from crescent_gym.errors import ArgumentTypeError
from crescent_gym.starts import OPTIONS, SLOTS_OPTIONS
from crescent_gym.vector import CrescentVectorEnv

NO_DISTANCE: Final = -1
"""`info["distance"]` of an episode that starts at no line."""


class CurriculumStarts(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Starts the episodes of a single environment where a curriculum says, and tells it how they end.

    `info["distance"]` after every reset and step: plies that the line took from the episode's start to the win, -1 for
    a deal.  A reset with the option
    `code` or `position` starts there and does not count.  The seed of a reset seeds the choice of starts as well.
    """

    def __init__(self, env: gymnasium.Env[Any, Any], curriculum: Curriculum) -> None:
        """Wrap a single environment.

        Args:
            env: one of this project's, wrapped or not.
            curriculum: where episodes start.

        Raises:
            ArgumentTypeError: `env` is no such environment, or `curriculum` none.
            RulesError: the lines are of other rules than the environment.
        """
        inner = getattr(env, "unwrapped", None)
        if not isinstance(inner, CrescentEnv):
            raise ArgumentTypeError("an environment to wrap", "a CrescentEnv", env)
        self.curriculum: Curriculum = _checked(curriculum, inner.variant.rules)
        super().__init__(env)
        self._rng = np.random.default_rng()
        self._start: LineStart | None = None
        self._distance = NO_DISTANCE

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """As the environment, from where the curriculum says."""
        rng = self._rng if seed is None else _seeded(seed)
        start = None
        if not options:
            start = self.curriculum.draw(rng)
            options = None if start is None else {"position": start.position}
        observation, info = self.env.reset(seed=seed, options=options)
        self._rng, self._start = rng, start
        self._distance = NO_DISTANCE if start is None else start.distance
        return observation, info | {"distance": self._distance}

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        if (terminated or truncated) and self._start is not None:
            self.curriculum.report(self._start, success=info["is_success"])
            self._start = None
        return observation, reward, terminated, truncated, info | {"distance": self._distance}


class VectorCurriculumStarts(VectorWrapper):
    """`CurriculumStarts` for the vector environment, in every autoreset mode; other wrappers go around it.

    `info["distance"]`, int64 (num_envs,), tells after a reset and after every step where the game in each slot began.
    Slots share the curriculum, so what one plays depends on how the others fare.  Where an ended slot begins anew by
    itself, the deal that the environment drew for it is passed over.
    """

    def __init__(self, env: CrescentVectorEnv, curriculum: Curriculum) -> None:
        """Wrap a vector environment.

        Args:
            env: a `CrescentVectorEnv`, not wrapped.
            curriculum: where episodes start.

        Raises:
            ArgumentTypeError: `env` is no such environment, or `curriculum` none.
            RulesError: the lines are of other rules than the environment.
        """
        if not isinstance(env, CrescentVectorEnv):
            raise ArgumentTypeError("a vector environment to wrap", "a CrescentVectorEnv, not wrapped", env)
        self.curriculum: Curriculum = _checked(curriculum, env.variant.rules)
        super().__init__(env)
        self._games = env
        self._rng = np.random.default_rng()
        self._starts: list[LineStart | None] = [None] * env.num_envs
        self._distances = np.full(env.num_envs, NO_DISTANCE, np.int64)
        self._ended = np.zeros(env.num_envs, np.bool_)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """The environment's, where TorchRL looks for it."""
        return self._games.autoreset_mode

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """As the environment, from where the curriculum says."""
        asked = dict(options) if isinstance(options, Mapping) else options
        chosen = asked.get("reset_mask") if isinstance(asked, dict) else None
        slots = list(range(self.num_envs))
        if isinstance(chosen, np.ndarray) and chosen.shape == (self.num_envs,):
            slots = np.flatnonzero(chosen).tolist()
        rng, starts = copy.deepcopy(self._rng), dict[int, LineStart | None].fromkeys(slots)
        first = next((one for one in seed if one is not None), None) if isinstance(seed, list | tuple) else seed
        if first is not None:
            rng = _seeded(first)
        if not isinstance(asked, dict) or not {*OPTIONS, *SLOTS_OPTIONS} & set(asked):
            starts = {slot: self.curriculum.draw(rng) for slot in slots}
            if not self.curriculum.is_complete:
                asked = {**(asked or {}), "positions": self._positions(starts)}
        observation, info = self._games.reset(seed=seed, options=asked)
        self._rng = rng
        self._begin(starts)
        return observation, self._told(info)

    def step(
        self, actions: Any,  # noqa: ANN401  as Gymnasium has it
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:  # fmt: skip
        """As the environment; slots that begin anew begin where the curriculum says."""
        observation, reward, terminated, truncated, info = self._games.step(actions)
        mode = self._games.autoreset_mode
        ended = terminated | truncated
        success = info["is_success"]
        if mode is AutoresetMode.SAME_STEP and ended.any():
            success = info["final_info"]["is_success"]
        dealt = {AutoresetMode.SAME_STEP: ended, AutoresetMode.NEXT_STEP: self._ended}.get(mode, np.zeros_like(ended))
        for slot in np.flatnonzero(ended).tolist():
            start, self._starts[slot] = self._starts[slot], None
            if start is not None:
                self.curriculum.report(start, success=bool(success[slot]))
        self._ended = ended.copy()
        starts = {slot: self.curriculum.draw(self._rng) for slot in np.flatnonzero(dealt).tolist()}
        if starts and not self.curriculum.is_complete:
            reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()  # a reset may reuse them
            options = {"reset_mask": dealt.copy(), "positions": self._positions(starts)}
            observation, begun = self._games.reset(options=options)
            for key in ("code", "action_mask", "legal_count", "is_success"):
                info[key][dealt] = begun[key][dealt]
        self._begin(starts)
        return observation, reward, terminated, truncated, self._told(info)

    def set_state(self, rows: NDArray[np.uint8]) -> tuple[NDArray[Any], dict[str, Any]]:
        """As the environment; these episodes do not count."""
        observation, info = self._games.set_state(rows)
        self._begin(dict[int, LineStart | None].fromkeys(range(self.num_envs)))
        return observation, self._told(info)

    def _positions(self, starts: Mapping[int, LineStart | None]) -> list[Position | None]:
        """The positions of these starts in their slots' places."""
        positions: list[Position | None] = [None] * self.num_envs
        for slot, start in starts.items():
            positions[slot] = None if start is None else start.position
        return positions

    def _begin(self, starts: Mapping[int, LineStart | None]) -> None:
        for slot, start in starts.items():
            self._starts[slot], self._ended[slot] = start, False
            self._distances[slot] = NO_DISTANCE if start is None else start.distance

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        return info | {"distance": self._distances.copy(), "_distance": np.ones(self.num_envs, np.bool_)}


def _checked(curriculum: object, rules: Rules) -> Curriculum:
    """A curriculum of these rules."""
    if not isinstance(curriculum, Curriculum):
        raise ArgumentTypeError("curriculum", "a Curriculum", curriculum)
    if curriculum.rules != rules:
        raise RulesError("the rules of a curriculum's lines", str(curriculum.rules), f"the environment's, {rules}")
    return curriculum


def _seeded(seed: int) -> np.random.Generator:
    """The choice of starts for a seed; what is no seed is the environment's to refuse."""
    try:
        return np.random.Generator(np.random.PCG64(np.random.SeedSequence([int(seed), 1])))
    except (TypeError, ValueError, OverflowError):
        return np.random.default_rng()
