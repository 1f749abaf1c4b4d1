"""The stock trainer MaskablePPO learns on the environment as it is, and never plays an illegal action."""

from __future__ import annotations

from pathlib import Path
from typing import Any, SupportsFloat

import gymnasium
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.gym.playing import CODE, OBSERVATIONS, AnyEnv, core

pytestmark = pytest.mark.sb3


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Nets this small train many times faster on one thread than on several that wait for each other."""
    import torch

    torch.set_num_threads(1)


class IllegalActionCounter(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Counts the steps, and the illegal ones among them by the library's own word, not the mask's."""

    def __init__(self, env: AnyEnv) -> None:
        """Count from 0."""
        super().__init__(env)
        self.step_count = 0
        self.illegal_count = 0

    def step(self, action: np.int64) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Count, then step."""
        self.step_count += 1
        self.illegal_count += int(action) not in core(self).position.legal_actions()
        return super().step(action)


class LyingMask(IllegalActionCounter):
    """Says that every action is legal."""

    def action_masks(self) -> NDArray[np.bool_]:
        """All True."""
        return np.ones(281, np.bool_)


def make_counted(observation: str) -> AnyEnv:
    """A counted environment; a function of this module, so that other processes can call it."""
    return IllegalActionCounter(gymnasium.make("crescent_gym/Crescent-v0", observation=observation))


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_the_trainer_s_own_checker_passes(observation: str) -> None:
    """Stable-Baselines3's checker has nothing to warn of, with either observation."""
    from stable_baselines3.common.env_checker import check_env

    check_env(gymnasium.make("crescent_gym/Crescent-v0", observation=observation))


@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("processes", [False, True], ids=["one-process", "subprocesses"])
def test_the_trainer_plays_legally(observation: str, processes: bool) -> None:
    """Through some thousand steps of training no action is illegal, episodes end, and the policy has changed."""
    from sb3_contrib import MaskablePPO
    from stable_baselines3.common.env_util import make_vec_env
    from stable_baselines3.common.vec_env import DummyVecEnv, SubprocVecEnv

    env = make_vec_env(
        make_counted,
        n_envs=2,
        seed=1,
        env_kwargs={"observation": observation},
        vec_env_cls=SubprocVecEnv if processes else DummyVecEnv,
        vec_env_kwargs={"start_method": "forkserver"} if processes else None,
    )
    try:
        model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=1, device="cpu")
        before = model.policy.state_dict()["action_net.weight"].clone()
        model.learn(3_000)
        assert sum(env.get_attr("step_count")) == model.num_timesteps >= 3_000
        assert env.get_attr("illegal_count") == [0, 0]
        assert len(model.ep_info_buffer) > 10
        assert all(-1e-6 <= episode["r"] <= 1 for episode in model.ep_info_buffer)
        assert not before.equal(model.policy.state_dict()["action_net.weight"])
    finally:
        env.close()


def test_the_trainer_makes_environments_by_id() -> None:
    """Stable-Baselines3 asks for pixels, so that it can record videos, and gets them."""
    from stable_baselines3.common.env_util import make_vec_env

    env = make_vec_env("crescent_gym:crescent_gym/CrescentFour-v0", n_envs=2)
    assert env.get_attr("render_mode") == ["rgb_array", "rgb_array"]
    env.close()


def test_illegal_actions_would_be_counted() -> None:
    """With a mask that lies, the same training does play illegally: the count above can fail."""
    from sb3_contrib import MaskablePPO

    env = LyingMask(gymnasium.make("crescent_gym/Crescent-v0", illegal="ignore"))
    MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, seed=1, device="cpu").learn(64)
    assert env.illegal_count > 10


def test_a_saved_policy_plays_a_coded_deal_again(tmp_path: Path) -> None:
    """A model plays a whole coded game by its masks, legally, and the same game after being saved and loaded."""
    from sb3_contrib import MaskablePPO

    env = make_counted("flat")
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=64, seed=1, device="cpu").learn(64)
    model.save(tmp_path / "model.zip")
    games = []
    for player in (model, MaskablePPO.load(tmp_path / "model.zip", device="cpu")):
        played = []
        observation, info = env.reset(options={"code": CODE})
        terminated = truncated = False
        while not (terminated or truncated):
            action, _ = player.predict(observation, action_masks=info["action_mask"] == 1, deterministic=True)
            played.append(int(action))
            observation, _, terminated, truncated, info = env.step(action)
        games.append(played)
    assert games[0] == games[1]
    assert env.get_wrapper_attr("illegal_count") == 0
