"""What Gymnasium asks of every vector environment, of each registered id, observation and autoreset mode."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from crescent import GameCode, variants
from crescent_gym import MAX_EPISODE_STEPS, CrescentVectorEnv
from tests.gym.playing import IDS, OBSERVATIONS, core
from tests.gym.vector.beside import MODES

every_id = pytest.mark.parametrize("env_id", IDS)
every_mode = pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])


@every_id
def test_make_vec_makes_it(env_id: str) -> None:
    """Every id's vector environment is ours, plays the id's variant, and has the registered time limit."""
    env = gymnasium.make_vec(env_id, num_envs=3, illegal="ignore")
    assert type(env) is CrescentVectorEnv
    assert env.variant == core(gymnasium.make(env_id)).variant
    assert env.spec is not None
    assert env.spec.max_episode_steps == MAX_EPISODE_STEPS == 500
    env.reset(seed=1)
    truncated = [env.step(np.full(3, 3))[3].tolist() for _ in range(500)]
    assert truncated == [[False] * 3] * 499 + [[True] * 3]
    assert GameCode.parse(env.reset()[1]["code"][0]).variant == env.variant
    assert type(gymnasium.make_vec(env.spec)) is CrescentVectorEnv


@pytest.mark.parametrize("limit", [1, 7, -1])
def test_make_vec_takes_another_limit(limit: int) -> None:
    """`max_episode_steps` counts; -1 sets none."""
    env: Any = gymnasium.make_vec("crescent_gym:crescent_gym/Crescent-v0", 2, max_episode_steps=limit, illegal="ignore")
    env.reset(seed=1)
    ends = [bool(env.step([3, 3])[3].all()) for _ in range(8 if limit > 0 else 700)]
    assert True not in ends if limit < 0 else ends.index(True) == limit - 1


@every_id
@every_mode
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_spaces_hold_what_is_returned(env_id: str, mode: AutoresetMode, observation: str) -> None:
    """Observations, sampled actions and final observations lie in their spaces, which batch the single ones."""
    env: Any = gymnasium.make_vec(
        env_id, 4, observation=observation, autoreset_mode=mode, max_episode_steps=5, illegal="ignore"
    )
    assert env.observation_space == batch_space(env.single_observation_space, 4)
    assert env.action_space == batch_space(env.single_action_space, 4)
    assert env.single_observation_space == gymnasium.make(env_id, observation=observation).observation_space
    observed, info = env.reset(seed=2)
    assert observed in env.observation_space
    assert info["action_mask"].shape == (4, env.single_action_space.n)
    env.action_space.seed(1)
    for step in range(12):
        actions = env.action_space.sample() if step % 2 else env.sample_actions()
        assert actions in env.action_space
        observed, reward, terminated, truncated, info = env.step(actions)
        assert observed in env.observation_space
        assert [part.shape for part in (reward, terminated, truncated)] == [(4,)] * 3
        assert all(seen is None or seen in env.single_observation_space for seen in info.get("final_obs", []))
        assert (info["action_mask"] == env.action_masks()).all()
        over = terminated | truncated
        if mode is AutoresetMode.DISABLED and over.any():
            observed, _ = env.reset(options={"reset_mask": over})
            assert observed in env.observation_space


@every_mode
def test_metadata_tells_the_mode(mode: AutoresetMode) -> None:
    """`metadata["autoreset_mode"]` and `autoreset_mode` are the instance's own; the class says nothing of it."""
    env = CrescentVectorEnv(2, autoreset_mode=mode)
    other = CrescentVectorEnv(2, autoreset_mode=MODES[0])
    assert env.metadata["autoreset_mode"] is env.autoreset_mode is mode
    assert other.metadata["autoreset_mode"] is MODES[0]
    assert "autoreset_mode" not in CrescentVectorEnv.metadata
    assert env.metadata["render_modes"] == ["ansi", "human", "rgb_array"]


def test_the_default_mode_is_gymnasiums() -> None:
    """NEXT_STEP, as in `SyncVectorEnv`."""
    assert CrescentVectorEnv().autoreset_mode is AutoresetMode.NEXT_STEP


def test_closing_twice_is_harmless() -> None:
    """With threads or without, before a reset or after a step, and at the end of a `with`-less life."""
    for threads in (1, 2):
        env = CrescentVectorEnv(600, threads=threads)
        env.close()
        env.close()
        other = CrescentVectorEnv(600, threads=threads)
        other.reset(seed=1)
        other.step(other.sample_actions())
        other.close()
        other.close()
        assert other.closed


def test_render_gives_a_board_a_slot() -> None:
    """In characters with `render_mode="ansi"`, else None."""
    env: Any = gymnasium.make_vec("crescent_gym/Crescent-v0", 3, render_mode="ansi")
    env.reset(seed=1)
    boards = env.render()
    assert [type(board) for board in boards] == [str] * 3
    assert len(set(boards)) == 3
    silent = CrescentVectorEnv(3)
    silent.reset(seed=1)
    assert silent.render() is None


@pytest.mark.parametrize("variant", [name for name in variants if variants[name].rules.face_down])
def test_no_slot_shows_a_hidden_card(variant: str) -> None:
    """Two batches whose boards differ only in face-down cards return the same observations, masks and rewards."""
    for observation in OBSERVATIONS:
        env, other = (CrescentVectorEnv(6, variant=variant, observation=observation) for _ in range(2))
        env.reset(seed=5)
        rows = env.state()
        swapped = rows.copy()
        for row in swapped:
            cells = (row[: 16 * 13] > 64).nonzero()[0]
            row[cells] = row[cells[::-1]]
        assert (swapped != rows).any()
        told, same = env.set_state(rows), other.set_state(swapped)
        assert told[0].tobytes() == same[0].tobytes()
        assert told[1]["action_mask"].tobytes() == same[1]["action_mask"].tobytes()


def test_it_is_a_vector_environment_that_wrappers_take() -> None:
    """It derives from Gymnasium's class and names itself in its text."""
    env: VectorEnv[Any, Any, Any] = CrescentVectorEnv(5)
    assert env.unwrapped is env
    assert "5" in repr(env)
