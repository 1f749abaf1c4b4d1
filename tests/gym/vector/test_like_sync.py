"""Returns and infos are laid out as `SyncVectorEnv` over single environments lays them out: keys, types, values."""

from __future__ import annotations

import random
from itertools import product
from typing import Any, cast

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from crescent import variants
from crescent_gym import CrescentVectorEnv, environment_id
from tests.gym.playing import CODE, OBSERVATIONS, AnyEnv
from tests.gym.vector.beside import DISABLED, MODES

CASES = list(enumerate(product(variants, MODES)))
COUNT = 5


def alike(one: object, other: object, path: str = "") -> None:
    """Assert that two results are equal: structures, dtypes, shapes, values; numbers and texts by their types too."""
    assert type(one) is type(other) or isinstance(one, np.ndarray), path
    if isinstance(one, dict) and isinstance(other, dict):
        assert one.keys() == other.keys(), path
        for key in one:
            alike(one[key], other[key], f"{path}/{key}")
    elif isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        assert (one.dtype, one.shape) == (other.dtype, other.shape), path
        if one.dtype == object:
            for slot, (value, twin) in enumerate(zip(one, other, strict=True)):
                alike(value, twin, f"{path}[{slot}]")
        else:
            assert one.tobytes() == other.tobytes(), path
    elif isinstance(one, tuple) and isinstance(other, tuple):
        assert len(one) == len(other), path
        for place, (value, twin) in enumerate(zip(one, other, strict=True)):
            alike(value, twin, f"{path}.{place}")
    else:
        assert one == other, path


def pair(
    variant: str,
    mode: AutoresetMode,
    limit: int,
    **arguments: Any,  # noqa: ANN401  as many kinds as arguments
) -> tuple[CrescentVectorEnv, VectorEnv[Any, Any, Any]]:
    """Our vector environment, and Gymnasium's over single ones."""
    ours = CrescentVectorEnv(COUNT, variant=variant, max_episode_steps=limit, autoreset_mode=mode, **arguments)

    def single() -> AnyEnv:
        return gymnasium.make(environment_id(variant), max_episode_steps=limit, **arguments)

    return ours, SyncVectorEnv([single] * COUNT, autoreset_mode=mode)


@pytest.mark.parametrize(("number", "case"), CASES, ids=[f"{name}-{mode.name}" for _, (name, mode) in CASES])
def test_everything_is_laid_out_as_gymnasiums_own_does(number: int, case: tuple[str, AutoresetMode]) -> None:
    """Seventy steps with ends of all kinds: returns and infos are those of `SyncVectorEnv`, `final_info` and all."""
    variant, mode = case
    rng = random.Random(number)
    ours, gymnasiums = pair(
        variant,
        mode,
        12,
        observation=OBSERVATIONS[number % 2],
        reward=("progress", "sparse")[number // 2 % 2],
        illegal=("terminate", "ignore")[number // 3 % 2],
    )
    assert ours.observation_space == gymnasiums.observation_space
    assert ours.action_space == gymnasiums.action_space
    assert ours.single_observation_space == gymnasiums.single_observation_space
    assert ours.metadata == gymnasiums.metadata
    alike(ours.reset(seed=number), gymnasiums.reset(seed=number))
    ends = 0
    for _ in range(70):
        actions = ours.sample_actions()
        if rng.random() < 0.1:
            actions[rng.randrange(COUNT)] = 3
        told = ours.step(actions)
        alike(told, gymnasiums.step(actions))
        over = told[2] | told[3]
        ends += int(over.sum())
        if mode is DISABLED and over.any():
            alike(ours.reset(options={"reset_mask": over}), gymnasiums.reset(options={"reset_mask": over.copy()}))
    assert ends > 20
    alike(ours.reset(options={"code": _code(variant)}), gymnasiums.reset(options={"code": _code(variant)}))
    mask = np.arange(COUNT) % 2 == 0
    alike(
        ours.reset(seed=3, options={"reset_mask": mask}),
        gymnasiums.reset(seed=3, options={"reset_mask": mask.copy()}),
    )
    alike(ours.step(ours.sample_actions())[0].shape, gymnasiums.reset()[0].shape)


def _code(variant: str) -> str:
    return CODE.replace("-N-", f"-{variants[variant].tag}-")


@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_pictures_are_the_single_ones(mode: AutoresetMode) -> None:
    """`render` gives one board a slot, the last move's card in a heavy frame as the single environment draws it."""
    ours, gymnasiums = pair("hidden", mode, 9, render_mode="ansi", illegal="ignore")
    assert ours.render_mode == "ansi"
    ours.reset(seed=2)
    gymnasiums.reset(seed=2)
    alike(ours.render(), gymnasiums.render())
    for step in range(25):
        actions = ours.sample_actions()
        actions[step % COUNT] = 3 if step % 4 else 280
        told = ours.step(actions)
        gymnasiums.step(actions)
        alike(ours.render(), gymnasiums.render())
        over = told[2] | told[3]
        if mode is DISABLED and over.any():
            ours.reset(options={"reset_mask": over})
            gymnasiums.reset(options={"reset_mask": over.copy()})
            alike(ours.render(), gymnasiums.render())


def test_the_comparison_above_can_fail() -> None:
    """What differs in a value, a type, a key or a nested object is told apart."""
    ours, _ = pair("normal", DISABLED, 5)
    told = ours.reset(seed=1)
    alike(told, told)
    for spoil in ("code", "action_mask", "_code"):
        info = {key: value.copy() for key, value in told[1].items()}
        info[spoil][0] = cast("Any", {"code": "x", "action_mask": 5, "_code": False}[spoil])
        with pytest.raises(AssertionError):
            alike((told[0], info), told)
    with pytest.raises(AssertionError):
        alike((told[0], {**told[1], "more": 1}), told)
    with pytest.raises(AssertionError):
        alike((told[0].astype(np.float64), told[1]), told)
