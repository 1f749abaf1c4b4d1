"""`statistics=True` tells of ended episodes what Gymnasium's `RecordEpisodeStatistics` tells, without a wrapper."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from crescent_gym import CrescentVectorEnv
from tests.gym.vector.beside import DISABLED, MODES, NEXT_STEP, SAME_STEP
from tests.gym.vector.test_like_sync import alike

every_mode = pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
IN_STEP = tuple(int(part) for part in gymnasium.__version__.split(".")[:2]) >= (1, 3)


def timed(told: tuple[Any, ...]) -> tuple[Any, ...]:
    """A step's results, the times in it checked for sense and taken out."""
    info = told[-1]
    if "episode" in info:
        times = info["episode"].pop("t")
        assert times.dtype == np.float64
        assert (times[info["_episode"]] >= 0).all()
        assert not times[~info["_episode"]].any()
        assert times.max() < 600
    return told


@every_mode
def test_statistics_are_the_wrappers(mode: AutoresetMode) -> None:
    """Returns and lengths, their types, zeros and `_episode` are the wrapper's through ends of all kinds."""
    if mode is SAME_STEP and not IN_STEP:
        pytest.skip("Gymnasium's own wrapper counted a step too few in this mode")
    ours = CrescentVectorEnv(7, statistics=True, autoreset_mode=mode, max_episode_steps=11)
    wrapped: Any = RecordEpisodeStatistics(CrescentVectorEnv(7, autoreset_mode=mode, max_episode_steps=11))
    alike(ours.reset(seed=2), wrapped.reset(seed=2))
    ends = 0
    for step in range(60):
        actions = ours.sample_actions()
        actions[step % 7] = 3 if step % 5 == 0 else actions[step % 7]
        told = ours.step(actions)
        alike(timed(told), timed(wrapped.step(actions)))
        over = told[2] | told[3]
        ends += over.sum()
        if mode is DISABLED and over.any():
            mask = {"reset_mask": over}
            alike(ours.reset(options=mask), wrapped.reset(options={"reset_mask": over.copy()}))
    assert ends > 20
    alike(ours.reset(), wrapped.reset())
    actions = ours.sample_actions()
    alike(timed(ours.step(actions)), timed(wrapped.step(actions)))


@every_mode
def test_lengths_and_returns_are_those_that_were_played(mode: AutoresetMode) -> None:
    """Counted by hand: what an episode's steps paid, and how many they were."""
    env = CrescentVectorEnv(4, statistics=True, autoreset_mode=mode, max_episode_steps=6)
    env.reset(seed=3)
    returns, lengths, dealt = np.zeros(4), np.zeros(4, int), np.zeros(4, bool)
    told_of = 0
    for _ in range(40):
        _, reward, terminated, truncated, info = env.step(env.sample_actions())
        counted = ~dealt
        returns[counted] += reward[counted]
        lengths[counted] += 1
        over = terminated | truncated
        assert ("episode" in info) == over.any()
        if over.any():
            assert info["episode"]["r"][over].tolist() == returns[over].tolist()
            assert info["episode"]["l"][over].tolist() == lengths[over].tolist()
            assert info["_episode"].tolist() == over.tolist()
            returns[over] = lengths[over] = 0
            told_of += over.sum()
        dealt = over if mode is NEXT_STEP else np.zeros(4, bool)
        if mode is DISABLED and over.any():
            env.reset(options={"reset_mask": over})
    assert told_of > 15


def test_setting_the_state_counts_anew() -> None:
    """An episode that begins with a row has its own length."""
    env = CrescentVectorEnv(2, statistics=True, max_episode_steps=2)
    env.reset(seed=1)
    env.step(env.sample_actions())
    env.set_state(env.state())
    env.step(env.sample_actions())
    assert env.step(env.sample_actions())[-1]["episode"]["l"].tolist() == [2, 2]


def test_without_it_nothing_is_told() -> None:
    """By default no `episode` is there, so that the wrapper may add its own."""
    env = CrescentVectorEnv(2, max_episode_steps=1)
    env.reset(seed=1)
    assert "episode" not in env.step(env.sample_actions())[-1]
