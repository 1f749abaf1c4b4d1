"""Masked PPO with TorchRL on hundreds of games at once: `python train_torchrl.py --help`; needs the extra `torchrl`.

    python train_torchrl.py --steps 2000000 --slots 256 --folder runs/torchrl

The folder holds the checkpoint, from which it goes on when it is started again, whatever ended it; `curve.csv` and
`curve.png`; and TensorBoard's logs.  TorchRL resets ended games by itself, hence the autoreset mode DISABLED, and finds
the mask among the observations.
"""

from __future__ import annotations

import argparse
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tensordict.nn import TensorDictModule, TensorDictSequential
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import ActionMask, GymWrapper, RewardSum, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE
from tqdm import tqdm

import crescent_gym
from crescent_gym.training import TrainingRun, play_deals
from crescent_gym.wrappers import VectorMaskInObservation

BOARD, ACTIONS, WIDTH = 393, 281, 256


def made(slots: int, variant: str, seed: int) -> Any:  # noqa: ANN401  TorchRL is not typed here
    """The games as TorchRL wants them."""
    games = crescent_gym.CrescentVectorEnv(slots, variant=variant, autoreset_mode="DISABLED", max_episode_steps=500)
    masked = VectorMaskInObservation(games, ("observation", "action_mask"))
    env = TransformedEnv(GymWrapper(masked, categorical_action_encoding=True))
    env.append_transform(ActionMask())
    env.append_transform(RewardSum())
    env.set_seed(seed)
    return env


def body(outputs: int) -> nn.Sequential:
    """Two hidden layers."""
    return nn.Sequential(
        nn.Linear(BOARD, WIDTH), nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, outputs)
    )


class Training:
    """Actor, critic, loss and optimizer."""

    def __init__(self, run: TrainingRun, rate: float) -> None:
        """Begin, or go on from the checkpoint."""
        self.policy = body(ACTIONS)
        logits = TensorDictModule(self.policy, in_keys=["observation"], out_keys=["logits"])
        keys = {"logits": "logits", "mask": "mask"}
        as_bool = TensorDictModule(lambda mask: mask.bool(), in_keys=["action_mask"], out_keys=["mask"])
        self.actor = ProbabilisticActor(
            TensorDictSequential(logits, as_bool), in_keys=keys, out_keys=["action"],
            distribution_class=MaskedCategorical, return_log_prob=True,
        )  # fmt: skip
        self.critic = ValueOperator(body(1), in_keys=["observation"])
        self.advantage = GAE(gamma=0.999, lmbda=0.95, value_network=self.critic, average_gae=True)
        self.loss = ClipPPOLoss(self.actor, self.critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5)
        self.optimizer = torch.optim.Adam(self.loss.parameters(), lr=rate)
        if run.checkpoint is not None:
            kept = torch.load(run.checkpoint, weights_only=True)
            self.loss.load_state_dict(kept["loss"])
            self.optimizer.load_state_dict(kept["optimizer"])

    def learn(self, batch: Any) -> None:  # noqa: ANN401  a TensorDict
        """Improve the nets by what was played."""
        with torch.no_grad():
            self.advantage(batch)
        steps = batch.reshape(-1)
        for _ in range(3):
            for part in torch.randperm(len(steps)).chunk(4):
                losses = self.loss(steps[part])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.loss.parameters(), 0.5)
                self.optimizer.step()

    def choose(self, boards: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The likeliest legal actions."""
        with torch.no_grad():
            logits = self.policy(torch.from_numpy(boards)).masked_fill(~torch.from_numpy(masks), -torch.inf)
        actions: NDArray[np.int64] = logits.argmax(-1).numpy()
        return actions


def main() -> None:
    """Train, and test at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add(
        "--steps",
        type=int,
        default=8_192,
        help="steps in all, rounded up to whole rollouts (default 8,192: a look; 20,000,000 show something)",
    )
    add("--slots", type=int, default=64, help="games at once")
    add("--rollout", type=int, default=64, help="steps of each game between two improvements")
    add("--rate", type=float, default=3e-4, help="learning rate")
    add("--seed", type=int, default=1, help="of nets, choices and deals")
    add("--variant", default="normal", help="what is played")
    add(
        "--folder",
        default="runs/torchrl",
        help="where everything is kept (default runs/torchrl, in the current folder)",
    )
    options = parser.parse_args()
    torch.set_num_threads(1)  # the net is too small for more
    torch.manual_seed(options.seed)
    run = TrainingRun(options.folder)
    training = Training(run, options.rate)
    if run.steps:
        print(f"goes on from {run.steps:,} steps in {run.checkpoint}")
    frames = options.slots * options.rollout
    env = made(options.slots, options.variant, options.seed + run.steps)
    if run.steps < options.steps:
        collector = Collector(
            env,
            training.actor,
            frames_per_batch=frames,
            total_frames=-(-(options.steps - run.steps) // frames) * frames,
        )
        bar = tqdm(total=options.steps, initial=run.steps, unit="steps", disable=None)
        for batch in collector:
            training.learn(batch)
            ended = batch["next", "episode_reward"][batch["next", "done"]]
            kept = {"loss": training.loss.state_dict(), "optimizer": training.optimizer.state_dict()}
            line = {"cards": round(8 + 96 * ended.mean().item(), 2)} if len(ended) else None
            run.keep(run.steps + frames, lambda path, kept=kept: torch.save(kept, path), line)  # type: ignore[misc]  # a lambda's default has no type
            bar.update(frames)
        bar.close()
        collector.shutdown()
    print(run.draw("cards", "cards home at the end of a game"))
    won, cards = play_deals(training.choose, variant=options.variant)
    print(f"{run.steps:,} steps; held-out deals: {100 * won:.1f} % won, {cards:.1f} of 104 cards home")


if __name__ == "__main__":
    main()
