"""Ways to play an environment that the tests share."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from numpy.typing import NDArray

import crescent_gym
from crescent_gym import CrescentEnv, Reward
from crescent_gym.arguments import IllegalPolicy

AnyEnv = gymnasium.Env[Any, Any]

IDS = sorted(name for name in gymnasium.registry if name.startswith("crescent_gym/"))
OBSERVATIONS = tuple(crescent_gym.observations)

CODE = "CR1-N-AAAAAAB"
ALMOST_WON = "KS/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- QKKK AAAA 0"

NO_INTEGERS: dict[str, object] = {
    "float": 1.0,
    "text": "1",
    "none": None,
    "bool": True,
    "numpy-bool": np.bool_(True),
    "bytes": b"1",
    "list": [1],
    "array-of-one": np.array([1]),
    "array-of-two": np.array([1, 2]),
    "numpy-float": np.float32(1),
    "object": object(),
}


class Step(NamedTuple):
    """What an environment returned, and the action that it was given."""

    action: int
    observation: NDArray[Any]
    reward: float
    terminated: bool
    truncated: bool
    info: dict[str, Any]


def core(env: AnyEnv) -> CrescentEnv:
    """The environment under Gymnasium's wrappers."""
    unwrapped = env.unwrapped
    assert isinstance(unwrapped, CrescentEnv)
    return unwrapped


def started(
    reward: str | Reward = "progress", illegal: IllegalPolicy = "terminate"
) -> tuple[CrescentEnv, NDArray[Any], dict[str, Any]]:
    """An environment that has dealt `CODE`, with observation and info."""
    env = CrescentEnv(reward=reward, illegal=illegal)
    observation, info = env.reset(options={"code": CODE})
    return env, observation, info


def legal(mask: NDArray[np.int8]) -> list[int]:
    """The actions that a mask allows."""
    return [int(action) for action in mask.nonzero()[0]]


def illegal(mask: NDArray[np.int8]) -> list[int]:
    """The actions that a mask forbids."""
    return [int(action) for action in (mask == 0).nonzero()[0]]


def steps(env: AnyEnv, info: dict[str, Any], rng: random.Random, limit: int = 400) -> Iterator[Step]:
    """Play from `info` on, masked, to the end or `limit`: mostly cards go home, so that games come to something."""
    for _ in range(limit):
        actions = legal(info["action_mask"])
        home = [action for action in actions if 240 <= action < 272]
        action = rng.choice(home if home and rng.random() < 0.9 else actions)
        observation, reward, terminated, truncated, info = env.step(np.int64(action))
        yield Step(action, observation, float(reward), terminated, truncated, info)
        if terminated or truncated:
            return


def same(one: object, other: object) -> bool:
    """Whether two observations, infos or tuples of them are equal to the bit, dtypes and types included."""
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and one.tobytes() == other.tobytes()
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple) and isinstance(other, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and one == other
