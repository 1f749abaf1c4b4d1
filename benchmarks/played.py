"""Rows of environments that run in this process: Crescent's own, and Gymnasium's under the same loops."""

from __future__ import annotations

import copy
import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import gymnasium
import numpy as np

import crescent_gym
from benchmarks.measuring import Row, Speeds

TURN = 64
"""Steps of a single environment between two looks at the clock."""

TAXI = "Gymnasium Taxi"
TAXI_BARE = "Gymnasium Taxi, without checkers"
CRESCENT = crescent_gym.environment_id("normal")


class Single:
    """A single environment, played at random: legal actions by `mask.nonzero()`, one of them, step, reset."""

    def __init__(self, make: Callable[[], gymnasium.Env[Any, Any]]) -> None:
        self._make = make
        self._env: gymnasium.Env[Any, Any] | None = None
        self._info: dict[str, Any] = {}
        self._draw = random.Random(1).random

    def __call__(self, seconds: float) -> Speeds:
        """Play for so long, going on where the last call ended."""
        if self._env is None:
            self._env = self._make()
            _, self._info = self._env.reset(seed=1)
            self._play(self._env, 0)
        return self._play(self._env, seconds)

    def _play(self, env: gymnasium.Env[Any, Any], seconds: float) -> Speeds:
        draw, info, steps, elapsed = self._draw, self._info, 0, 0.0
        begin = time.perf_counter()
        while steps == 0 or elapsed < seconds:
            for _ in range(TURN):
                legal = info["action_mask"].nonzero()[0]
                _, _, terminated, truncated, info = env.step(legal[int(draw() * len(legal))])
                if terminated or truncated:
                    _, info = env.reset()
            steps += TURN
            elapsed = time.perf_counter() - begin
        self._info = info
        return Speeds(steps / elapsed)


class Vector:
    """A vector environment, played at random; the time spent in `step` is also told alone.

    Args:
        make: makes the environment, and what chooses an action for each of its slots.
    """

    def __init__(self, make: Callable[[], tuple[Any, Callable[[], Any]]]) -> None:
        self._make = make
        self._made: tuple[Any, Callable[[], Any]] | None = None

    def __call__(self, seconds: float) -> Speeds:
        """Play for so long, going on where the last call ended."""
        if self._made is None:
            self._made = self._make()
            self._made[0].reset(seed=1)
            self._play(*self._made, seconds / 4)
        return self._play(*self._made, seconds)

    @staticmethod
    def _play(env: Any, choose: Callable[[], Any], seconds: float) -> Speeds:  # noqa: ANN401  Gymnasium's are generic
        step, now, steps, inside, elapsed = env.step, time.perf_counter, 0, 0.0, 0.0
        outputs = None
        begin = now()
        while steps == 0 or elapsed < seconds:
            actions = choose()
            started = now()
            outputs = step(actions)  # the last ones stay until the next are there, as a trainer keeps them
            ended = now()
            inside += ended - started
            steps += env.num_envs
            elapsed = ended - begin
        del outputs
        return Speeds(steps / elapsed, steps / inside)


class Chosen(Vector):
    """Crescent's vector environment, played by `sample_actions`; the step alone plays what a twin has chosen.

    Where `sample_actions` is asked before every step, the step chooses along the way; a step alone does not.
    """

    def __call__(self, seconds: float) -> Speeds:
        """Play for half of the time, then let a twin choose and step alone for the other half."""
        played = super().__call__(seconds / 2).played
        assert self._made is not None  # the call above has made it
        env = self._made[0]
        steps, inside, now = 0, 0.0, time.perf_counter
        outputs = None
        while steps == 0 or inside < seconds / 2:
            twin = copy.deepcopy(env)
            chosen = []
            for _ in range(TURN):
                chosen.append(twin.sample_actions())
                twin.step(chosen[-1])
            twin.close()
            begin = now()
            for actions in chosen:
                outputs = env.step(actions)
            inside += now() - begin
            steps += TURN * env.num_envs
        del outputs
        return Speeds(played, steps / inside)


class Setting(NamedTuple):
    """How a Crescent vector environment is made."""

    slots: int
    observation: str = "cards"
    copy: bool = True
    threads: int = 1
    mode: str = "NextStep"

    @property
    def name(self) -> str:
        """Its row's name."""
        kind = "fresh arrays" if self.copy else "views"
        threads = f", {self.threads} threads" if self.threads > 1 else ""
        mode = ", same-step resets" if self.mode == "SameStep" else ""
        return f"Crescent vector {self.slots:,}, {self.observation}, {kind}{threads}{mode}"

    def row(self) -> Row:
        """The row of it."""

        def make() -> tuple[Any, Callable[[], Any]]:
            env: Any = gymnasium.make_vec(
                CRESCENT, self.slots, observation=self.observation, copy=self.copy, threads=self.threads,
                autoreset_mode=self.mode,
            )  # fmt: skip
            return env, env.sample_actions

        includes = "mask, sample_actions, step, reset" + (", copies" if self.copy else ", no copies")
        return Row(self.name, includes, Chosen(make), pinned=self.threads == 1)


def single_name(observation: str) -> str:
    """The name of the row of the single environment."""
    return f"Crescent single, {observation}"


def single_rows() -> list[Row]:
    """Single environments as `gymnasium.make` makes them, and Taxi also without the wrappers that only check."""
    taxi = _newest("Taxi")
    bare = copy.deepcopy(gymnasium.spec(taxi))
    bare.order_enforce = False
    bare.disable_env_checker = True
    includes = "mask, nonzero, choice, step, reset"
    rows = [
        Row(single_name(name), includes, Single(partial(gymnasium.make, CRESCENT, observation=name)))
        for name in ("cards", "flat")
    ]
    return [
        *rows,
        Row(TAXI, includes, Single(partial(gymnasium.make, taxi))),
        Row(TAXI_BARE, includes, Single(partial(gymnasium.make, bare))),
    ]


def cartpole_name(slots: int) -> str:
    """The name of the row of Gymnasium's CartPole."""
    return f"Gymnasium CartPole vector {slots:,}"


def cartpole_row(slots: int) -> Row:
    """Gymnasium's CartPole in its own vector environment: four numbers, no mask, both actions always allowed."""

    def make() -> tuple[Any, Callable[[], Any]]:
        rng = np.random.default_rng(1)
        env = gymnasium.make_vec(_newest("CartPole"), slots, vectorization_mode="vector_entry_point")
        return env, lambda: rng.integers(0, 2, slots)

    return Row(cartpole_name(slots), "no mask; a free choice by numpy, step, reset", Vector(make))


def _newest(name: str) -> str:
    """The id of the newest registered version of an environment."""
    versions = [
        int(spec.version or 0) for spec in gymnasium.registry.values() if spec.name == name and not spec.namespace
    ]
    return f"{name}-v{max(versions)}"
