"""Masked PPO on thousands of games at once, in one file: `python train_ppo.py --help`; needs PyTorch (extra `sb3`).

    python train_ppo.py --steps 2000000 --slots 1024 --folder runs/ppo

It trains a small net on the vector environment.  The folder holds the checkpoint, from which it goes on when it is
started again, whatever ended it; `curve.csv` and `curve.png`; and TensorBoard's logs.  Proximal Policy Optimization:
Schulman and others, 2017.
"""

from __future__ import annotations

import argparse
import time
from typing import Any, cast

import gymnasium
import numpy as np
import torch
from gymnasium.vector import VectorEnv
from numpy.typing import NDArray
from torch import nn
from tqdm import tqdm

from crescent_gym import CrescentVectorEnv
from crescent_gym.curriculum import Curriculum, VectorCurriculumStarts, solved_lines
from crescent_gym.training import TrainingRun, play_deals

GAMMA, LAMBDA, CLIP, EPOCHS, MINIBATCHES, ENTROPY, VALUE, NORM = 0.999, 0.95, 0.2, 3, 8, 0.01, 0.5, 0.5


class Net(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Two hidden layers, then logits of all actions and the value of the board."""

    def __init__(self, inputs: int, actions: int, width: int = 256) -> None:
        """Weights at random."""
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, boards: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities of the actions, 0 or nearly so for illegal ones, and values."""
        hidden = self.body(boards)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, -1), self.value(hidden).squeeze(-1)


class Rollout:
    """Steps of all slots: what was seen, done and paid, (steps, slots) each."""

    def __init__(self, steps: int, env: VectorEnv[Any, Any, Any]) -> None:
        """Room for them."""
        slots, boards = env.num_envs, env.single_observation_space.shape or ()
        self.boards = torch.zeros(steps, slots, *boards)
        self.masks = torch.zeros(steps, slots, int(env.single_action_space.n), dtype=torch.bool)  # type: ignore[attr-defined]  # Discrete
        self.actions = torch.zeros(steps, slots, dtype=torch.long)
        self.log_chances, self.values, self.rewards = (torch.zeros(steps, slots) for _ in range(3))
        self.ended, self.terminated, self.dead = (torch.zeros(steps, slots, dtype=torch.bool) for _ in range(3))
        self.next_values = torch.zeros(steps, slots)

    def advantages(self) -> torch.Tensor:
        """How much better than expected, by generalised advantage estimation (Schulman and others, 2016).

        A game that ended is worth nothing more; one that was only cut off is worth what its last board is.
        """
        found, later = torch.zeros_like(self.values), torch.zeros(self.values.shape[1])
        for step in reversed(range(len(found))):
            to_come = self.next_values[step] * ~self.terminated[step]
            error = self.rewards[step] + GAMMA * to_come - self.values[step]
            later = (error + GAMMA * LAMBDA * later * ~self.ended[step]) * ~self.dead[step]
            found[step] = later
        return found


class Training:
    """A net, its optimizer, and the games that it plays."""

    def __init__(self, options: argparse.Namespace) -> None:
        """Begin, or go on from the folder's checkpoint."""
        self.options = options
        torch.manual_seed(options.seed)
        self.env = gymnasium.make_vec(
            "crescent_gym/Crescent-v0", num_envs=options.slots, variant=options.variant, reward=options.reward
        )
        lines = solved_lines(range(1000, 1000 + options.curriculum), options.variant)
        self.curriculum = Curriculum(lines) if lines else None
        if self.curriculum is not None:
            self.env = VectorCurriculumStarts(cast("CrescentVectorEnv", self.env), self.curriculum)
        board = self.env.single_observation_space.shape or ()
        self.net = Net(int(np.prod(board)), int(self.env.single_action_space.n))  # type: ignore[attr-defined]  # Discrete
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=options.rate, eps=1e-5)
        self.run = TrainingRun(options.folder)
        self.steps = self.run.steps
        if self.run.checkpoint is not None:
            kept = torch.load(self.run.checkpoint, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            if self.curriculum is not None and kept["curriculum"]:
                self.curriculum.set_state(kept["curriculum"])
        self.board, info = self.env.reset(seed=options.seed + self.steps)
        self.mask = info["action_mask"]
        self.dead = np.zeros(options.slots, np.bool_)
        self.returns: list[float] = []
        self.running = np.zeros(options.slots)

    def collect(self) -> Rollout:
        """Play with the net as it is."""
        with torch.no_grad():
            return self._collect()

    def _collect(self) -> Rollout:
        rollout = Rollout(self.options.rollout, self.env)
        for step in range(self.options.rollout):
            board, mask = torch.from_numpy(self.board), torch.from_numpy(self.mask.astype(np.bool_))
            log_chances, values = self.net(board, mask)
            actions = torch.multinomial(log_chances.exp(), 1).squeeze(-1)
            rollout.boards[step], rollout.masks[step], rollout.actions[step] = board, mask, actions
            rollout.log_chances[step] = log_chances.gather(-1, actions[:, None]).squeeze(-1)
            rollout.values[step] = values
            rollout.dead[step] = torch.from_numpy(self.dead)  # the game ended before: this step only deals anew
            if step:
                rollout.next_values[step - 1] = values
            self.board, reward, terminated, truncated, info = self.env.step(actions.numpy())
            self.mask, ended = info["action_mask"], terminated | truncated
            rollout.rewards[step] = torch.from_numpy(reward)
            rollout.terminated[step], rollout.ended[step] = torch.from_numpy(terminated), torch.from_numpy(ended)
            self.running = np.where(self.dead, 0, self.running + reward)
            self.returns += self.running[ended].tolist()
            self.dead = ended
        mask = torch.from_numpy(self.mask.astype(np.bool_))
        rollout.next_values[-1] = self.net(torch.from_numpy(self.board), mask)[1]
        self.steps += self.options.rollout * self.options.slots
        return rollout

    def learn(self, rollout: Rollout) -> None:
        """Improve the net by what was played, dead steps left out."""
        advantages = rollout.advantages()
        goals = advantages + rollout.values
        live = (~rollout.dead).flatten().nonzero().squeeze(-1)
        flat = {name: value.flatten(0, 1) for name, value in vars(rollout).items()}
        advantages, goals = advantages.flatten(), goals.flatten()
        for _ in range(EPOCHS):
            for part in live[torch.randperm(len(live))].chunk(MINIBATCHES):
                log_chances, values = self.net(flat["boards"][part], flat["masks"][part])
                chosen = log_chances.gather(-1, flat["actions"][part][:, None]).squeeze(-1)
                ratio = (chosen - flat["log_chances"][part]).exp()
                gain = advantages[part]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = loss + VALUE * (values - goals[part]).square().mean()
                loss = loss + ENTROPY * (log_chances.exp() * log_chances.clamp(min=-30)).sum(-1).mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.net.parameters(), NORM)
                self.optimizer.step()

    def save(self, seconds: float) -> None:
        """Keep everything that going on needs, and a line of the table."""
        kept = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict()}
        kept["curriculum"] = {} if self.curriculum is None else self.curriculum.state()
        recent = self.returns[-1000:]
        mean = sum(recent) / max(1, len(recent))
        numbers = {"cards": round(8 + 96 * mean, 2)} if self.options.reward == "progress" else {"reward": mean}
        if self.curriculum is not None:
            numbers = {"distance": self.curriculum.distance, "success_rate": self.curriculum.success_rate}
        numbers["steps_per_second"] = round(self.options.rollout * self.options.slots / seconds)
        self.run.keep(self.steps, lambda path: torch.save(kept, path), numbers)

    def choose(self, boards: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The likeliest legal actions."""
        with torch.no_grad():
            actions: NDArray[np.int64] = (
                self.net(torch.from_numpy(boards), torch.from_numpy(masks))[0].argmax(-1).numpy()
            )
        return actions


def main() -> None:
    """Train, and test at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add(
        "--steps",
        type=int,
        default=50_000,
        help="steps in all, rounded up to whole rollouts (default 50,000: a look; 50,000,000 show something)",
    )
    add("--slots", type=int, default=256, help="games at once")
    add("--rollout", type=int, default=64, help="steps of each game between two improvements")
    add("--rate", type=float, default=3e-4, help="learning rate")
    add("--seed", type=int, default=1, help="of nets, choices and deals")
    add("--variant", default="normal", help="what is played")
    add("--reward", default="progress", choices=("progress", "sparse"), help="what is paid")
    add("--curriculum", type=int, default=0, help="start near the end of so many solved deals, then farther from it")
    add("--folder", default="runs/ppo", help="where everything is kept (default runs/ppo, in the current folder)")
    add("--threads", type=int, default=1, help="PyTorch's")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    training = Training(options)
    if training.steps:
        print(f"goes on from {training.steps:,} steps in {training.run.checkpoint}")
    bar = tqdm(total=options.steps, initial=training.steps, unit="steps", disable=None)
    while training.steps < options.steps:
        begin = time.perf_counter()
        training.learn(training.collect())
        training.save(time.perf_counter() - begin)
        bar.update(options.rollout * options.slots)
    bar.close()
    if training.curriculum is not None:
        print(training.run.draw("distance", "plies before the win where games start"))
    elif options.reward == "progress":
        print(training.run.draw("cards", "cards home at the end of a game"))
    else:
        print(training.run.draw("reward", "what a game was paid"))
    won, cards = play_deals(training.choose, variant=options.variant)
    print(f"{training.steps:,} steps; held-out deals: {100 * won:.1f} % won, {cards:.1f} of 104 cards home")


if __name__ == "__main__":
    main()
