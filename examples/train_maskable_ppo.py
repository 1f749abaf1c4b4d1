"""Train MaskablePPO of sb3-contrib, then let it play: `python train_maskable_ppo.py [STEPS]`, needs the extra `sb3`.

The default of 2,000 steps only shows that everything runs; 2,000,000 begin to show something.
"""

import sys

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.env_util import make_vec_env


def make() -> gymnasium.Env[NDArray[np.float32], np.int64]:
    """One environment."""
    return gymnasium.make("crescent_gym:crescent_gym/Crescent-v0")


steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2_000
torch.set_num_threads(1)  # the net is too small for more
envs = make_vec_env(make, n_envs=4, seed=1)
model = MaskablePPO("MlpPolicy", envs, n_steps=256, batch_size=256, gamma=0.999, seed=1, device="cpu")
model.learn(steps)

env = make()
returns = []
for seed in range(20):
    observation, info = env.reset(seed=seed)
    total, terminated, truncated = 0.0, False, False
    while not (terminated or truncated):
        action, _ = model.predict(observation, action_masks=info["action_mask"] == 1)
        observation, reward, terminated, truncated, info = env.step(action)
        total += float(reward)
    returns.append(total)
cards = 96 * sum(returns) / len(returns)
print(f"after {model.num_timesteps} steps of training {cards:.1f} of the 96 cards come home")
