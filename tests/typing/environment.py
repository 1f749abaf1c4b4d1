"""What a type checker knows of `crescent_gym`: read by `mypy` alone, never run; as tests/typing/library.py."""

from __future__ import annotations

from typing import Any, assert_type

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crescent import Variant, View
from crescent_gym import CrescentEnv, CrescentVectorEnv


def single(action: np.int64) -> None:
    """One environment."""
    env = CrescentEnv(variant="hidden", observation="cards", illegal="ignore")
    plain: gymnasium.Env[NDArray[Any], np.int64] = env
    del plain
    assert_type(env.action_space, spaces.Space[np.int64])
    assert_type(env.observation_space, spaces.Space[NDArray[Any]])
    assert_type(env.reset(seed=1), tuple[NDArray[Any], dict[str, Any]])
    assert_type(env.step(action), tuple[NDArray[Any], float, bool, bool, dict[str, Any]])
    assert_type(env.action_masks(), NDArray[np.bool_])
    assert_type(env.state(), NDArray[np.uint8])
    assert_type(env.view, View)
    assert_type(env.variant, Variant)
    env.step(1.5)  # type: ignore[arg-type]  # an action is an integer
    CrescentEnv(illegal="forbid")  # type: ignore[arg-type]  # one of three words
    CrescentEnv("normal")  # type: ignore[call-arg]  # arguments are named


def vector(actions: NDArray[np.int64]) -> None:
    """Many at once."""
    env = CrescentVectorEnv(8, variant="normal", autoreset_mode=AutoresetMode.SAME_STEP, threads=2)
    assert_type(env.num_envs, int)
    assert_type(env.autoreset_mode, AutoresetMode)
    assert_type(
        env.step(actions),
        tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]],
    )
    assert_type(env.sample_actions(), NDArray[np.int64])
    assert_type(env.action_masks(), NDArray[np.bool_])
    assert_type(env.state(), NDArray[np.uint8])
    CrescentVectorEnv(num_envs="8")  # type: ignore[arg-type]  # a number
    env.set_state(b"")  # type: ignore[arg-type]  # rows are an array
