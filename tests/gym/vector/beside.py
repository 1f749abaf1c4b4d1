"""A vector environment beside single ones: every slot must return what a single environment returns, bit by bit."""

from __future__ import annotations

import random
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crescent_gym import CrescentVectorEnv, environment_id
from tests.gym.playing import AnyEnv, core, same

MODES = tuple(AutoresetMode)
NEXT_STEP, SAME_STEP, DISABLED = AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED

Told = tuple[Any, dict[str, Any]]
"""An observation and its info."""


class Expected(NamedTuple):
    """What a single environment returned in a step; `final` is what stood at an end that SAME_STEP passed over."""

    observation: Any
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]
    final: Told | None = None


class Beside:
    """A vector environment, and as many single ones in Gymnasium's time limit, driven by the same calls."""

    def __init__(
        self,
        variant: str,
        count: int,
        mode: AutoresetMode,
        limit: int,
        *,
        threads: int = 1,
        **arguments: Any,  # noqa: ANN401  as many kinds as arguments
    ) -> None:
        """Make them; `arguments` are those that both kinds take."""
        self.vector = CrescentVectorEnv(
            count,
            variant=variant,
            autoreset_mode=mode,
            max_episode_steps=limit,
            threads=threads,
            **arguments,
        )
        self.singles: list[AnyEnv] = [
            gymnasium.make(environment_id(variant), max_episode_steps=limit, **arguments) for _ in range(count)
        ]
        self.over = np.zeros(count, np.bool_)
        self.mask: NDArray[np.int8] = np.empty(0, np.int8)
        self.ends: list[str] = []

    def reset(
        self,
        seed: int | None = None,
        options: list[dict[str, Any] | None] | None = None,
        mask: NDArray[np.bool_] | None = None,
        **given: object,
    ) -> None:
        """Reset both, the single ones with their own `options`, those that `mask` names; `given` go to the vector."""
        everywhere: dict[str, Any] = {**given, **({} if mask is None else {"reset_mask": mask})}
        observation, info = self.vector.reset(seed=seed, options=everywhere or None)
        for slot, env in enumerate(self.singles):
            if mask is not None and not mask[slot]:
                assert not info["_code"][slot]
                continue
            own = None if options is None else options[slot]
            told = env.reset(seed=None if seed is None else seed + slot, options=own)
            self._check(slot, told, (observation[slot], info))
            self.over[slot] = False
        self.mask = self.vector.action_masks().view(np.int8)

    def step(self, actions: NDArray[np.int64]) -> None:
        """Step both, and compare everything."""
        expected = [self._single_step(slot, int(action)) for slot, action in enumerate(actions)]
        observation, reward, terminated, truncated, info = self.vector.step(actions)
        assert [array.dtype.name for array in (reward, terminated, truncated)] == ["float64", "bool", "bool"]
        finals = [slot for slot, one in enumerate(expected) if one.final is not None]
        assert ("final_obs" in info) == ("final_info" in info) == bool(finals)
        for slot, one in enumerate(expected):
            self._check(slot, (one.observation, one.info), (observation[slot], info))
            numbers = (float(reward[slot]), bool(terminated[slot]), bool(truncated[slot]))
            assert numbers == (one.reward, one.terminated, one.truncated), slot
            if one.final is not None:
                assert info["_final_obs"][slot]
                assert info["_final_info"][slot]
                self._check(slot, one.final, (info["final_obs"][slot], info["final_info"]), settled=False)
        if finals:
            assert info["_final_obs"].nonzero()[0].tolist() == finals
        self.over = terminated | truncated if self.vector.autoreset_mode is not SAME_STEP else self.over
        self.mask = info["action_mask"]

    def _single_step(self, slot: int, action: int) -> Expected:
        """A step of one single environment, with its reset where the mode wants one."""
        env = self.singles[slot]
        if self.over[slot]:
            return self._dealt(slot)
        expected = Expected(*env.step(np.int64(action)))  # type: ignore[arg-type]  # a reward is a SupportsFloat to it
        if expected.terminated or expected.truncated:
            self.ends.append(_kind_of(expected))
            if self.vector.autoreset_mode is SAME_STEP:
                final = (expected.observation, expected.info)
                observation, info = env.reset()
                return expected._replace(observation=observation, info=info, final=final)
        return expected

    def _dealt(self, slot: int) -> Expected:
        """NEXT_STEP's step of an ended slot."""
        observation, info = self.singles[slot].reset()
        return Expected(observation, 0.0, terminated=False, truncated=False, info=info)

    def _check(self, slot: int, expected: Told, given: Told, *, settled: bool = True) -> None:
        """What a single environment told, against what the vector environment tells of a slot."""
        observation, info = given
        assert same(np.asarray(observation), np.asarray(expected[0])), slot
        assert {key for key in info if key[0] != "_"} - {"final_obs", "final_info"} == set(expected[1])
        for key, value in expected[1].items():
            assert info[f"_{key}"][slot], (slot, key)
            assert np.array_equal(info[key][slot], value), (slot, key)
        assert info["action_mask"].dtype == np.int8
        if settled:
            assert core(self.singles[slot]).state().tobytes() == self.vector.state()[slot].tobytes(), slot

    def choose(self, rng: random.Random, illegal: float = 0.0) -> NDArray[np.int64]:
        """Legal actions, cards going home more often than by chance, and this share of any actions at all."""
        actions = self.vector.sample_actions()
        masks = self.mask == 1
        assert masks[np.arange(actions.size), actions].all()
        for slot in range(actions.size):
            if rng.random() < illegal:
                actions[slot] = rng.randrange(masks.shape[1])
            elif rng.random() < 0.5:
                home = masks[slot, 240:272].nonzero()[0]
                actions[slot] = 240 + rng.choice(home) if home.size else actions[slot]
        return actions

    def play(self, rng: random.Random, count: int, illegal: float = 0.0) -> None:
        """So many steps, ended slots being reset where nobody else does."""
        for _ in range(count):
            self.step(self.choose(rng, illegal))
            if self.vector.autoreset_mode is DISABLED and self.over.any():
                self.reset(mask=self.over.copy())


def _kind_of(end: Expected) -> str:
    """How an episode ended."""
    if end.info["is_success"]:
        return "won"
    if not end.terminated:
        return "truncated"
    return "blocked" if end.info["legal_count"] == 0 else "illegal"
