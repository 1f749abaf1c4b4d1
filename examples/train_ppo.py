"""Masked PPO on thousands of games at once, in one file: `python train_ppo.py --help`; needs PyTorch (extra `sb3`).

    python train_ppo.py --steps 2000000 --slots 1024 --folder runs/ppo

It trains a small net on the vector environment, keeps a checkpoint and a table `curve.csv` in the folder, and goes on
from there when it is started again, whatever ended it.  Proximal Policy Optimization: Schulman and others, 2017.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.vector import VectorEnv
from torch import nn

import crescent_gym

GAMMA, LAMBDA, CLIP, EPOCHS, MINIBATCHES, ENTROPY, VALUE, NORM = 0.999, 0.95, 0.2, 3, 8, 0.01, 0.5, 0.5
HELD_OUT = [f"CR1-N-AAAAA{one}{two}" for one in "ABCDEFGH" for two in "ABCDEFGH"]
"""64 deals that are played at the end; that training meets one of them has a chance of 1 in 500 million a game."""


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
        self.env = gymnasium.make_vec("crescent_gym/Crescent-v0", num_envs=options.slots, variant=options.variant)
        board = self.env.single_observation_space.shape or ()
        self.net = Net(int(np.prod(board)), int(self.env.single_action_space.n))  # type: ignore[attr-defined]  # Discrete
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=options.rate, eps=1e-5)
        self.steps = 0
        self.folder = Path(options.folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        if self.checkpoint.exists():
            kept = torch.load(self.checkpoint, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.steps = kept["steps"]
        self.board, info = self.env.reset(seed=options.seed + self.steps)
        self.mask = info["action_mask"]
        self.dead = np.zeros(options.slots, np.bool_)
        self.returns: list[float] = []
        self.running = np.zeros(options.slots)

    @property
    def checkpoint(self) -> Path:
        """The file that is gone on from."""
        return self.folder / "checkpoint.pt"

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

    def save(self) -> None:
        """Keep everything that going on needs; a save that fails leaves the last one."""
        kept = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "steps": self.steps}
        torch.save(kept, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").replace(self.checkpoint)

    def log(self, seconds: float) -> None:
        """Add a line to the table, and say it."""
        recent = self.returns[-1000:]
        cards = 96 * sum(recent) / max(1, len(recent))
        rate = self.options.rollout * self.options.slots / seconds
        table = self.folder / "curve.csv"
        fresh = not table.exists()
        with table.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerows([("steps", "cards", "steps_per_second")] * fresh)
            writer.writerow((self.steps, round(cards, 2), round(rate)))
        print(f"{self.steps:>12,} of {self.options.steps:,} steps  {cards:5.1f} cards come home  {rate:8,.0f} steps/s")


def test(net: Net, variant: str) -> tuple[float, float]:
    """The share of held-out deals that the likeliest moves win, and the mean of the cards that come home."""
    env = crescent_gym.CrescentVectorEnv(
        len(HELD_OUT), variant=variant, autoreset_mode="DISABLED", max_episode_steps=500
    )
    codes = [code.replace("-N-", f"-{env.variant.tag}-") for code in HELD_OUT]
    board, info = env.reset(options={"codes": codes})
    won, cards, over = np.zeros(len(codes), np.bool_), np.zeros(len(codes)), np.zeros(len(codes), np.bool_)
    while not over.all():
        mask = torch.from_numpy(info["action_mask"].astype(np.bool_))
        with torch.no_grad():
            action = net(torch.from_numpy(board), mask)[0].argmax(-1).numpy()
        board, reward, terminated, truncated, info = env.step(action)
        cards, won = cards + 96 * reward * ~over, won | (info["is_success"] & ~over)
        over = over | terminated | truncated
        if (ended := terminated | truncated).any():
            board, fresh = env.reset(options={"reset_mask": ended})
            info["action_mask"][ended] = fresh["action_mask"][ended]
    return float(won.mean()), float(cards.mean())


def main() -> None:
    """Train, and test at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--steps", type=int, default=50_000, help="steps in all (default 50,000: a look; 50,000,000 show something)")
    add("--slots", type=int, default=256, help="games at once")
    add("--rollout", type=int, default=64, help="steps of each game between two improvements")
    add("--rate", type=float, default=3e-4, help="learning rate")
    add("--seed", type=int, default=1, help="of nets, choices and deals")
    add("--variant", default="normal", help="what is played")
    add("--folder", default="runs/ppo", help="where the checkpoint and the curve are")
    add("--threads", type=int, default=1, help="PyTorch's")
    options = parser.parse_args()
    torch.set_num_threads(options.threads)
    training = Training(options)
    if training.steps:
        print(f"goes on from {training.steps:,} steps in {training.checkpoint}")
    while training.steps < options.steps:
        begin = time.perf_counter()
        training.learn(training.collect())
        training.save()
        training.log(time.perf_counter() - begin)
    won, cards = test(training.net, options.variant)
    print(f"{len(HELD_OUT)} held-out deals: {100 * won:.1f} % won, {cards:.1f} of 96 cards home")


if __name__ == "__main__":
    main()
