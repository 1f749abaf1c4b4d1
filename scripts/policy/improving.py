"""Improving the network by its own wins: proximal policy optimization (Schulman and others, 2017) on whole games.

Each round plays fresh deals with the reward `sparse`, which pays 1 for a win.  What a move was worth is estimated by
generalised advantages (Schulman and others, 2016) over a critic of its own on the network's tokens.  The network is
held near what it began with: its moves by their divergence, and what it thinks of positions.  What comes before the
last layer of attention stays as it is, which saves half of the time.
"""

from __future__ import annotations

import copy
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from crescent.policy.features import describe
from crescent.policy.inputs import Boards
from crescent.policy.network import Network as InNumPy
from crescent.policy.network import Shape as ShapeInNumPy
from crescent.policy.parts import adjacency
from crescent.policy.weights import Trained, save
from crescent_gym.training import TrainingRun
from scripts.policy.games import CAPACITY, play
from scripts.policy.own_games import ACTIONS, Rollout, collect
from scripts.policy.torch_network import Batch, Network, Shape, arrays_of, log_chances

FIRST = 5_000_001
"""Code of the first deal that is played; the others follow it."""


COLUMNS = ("validation", "won", "positions", "divergence", "critic", "gone", "seconds_to_play", "seconds_to_learn")
"""Of the table: shares won by the best moves and by those drawn; positions learned from; how far the moves are from the
first network's; the critic's loss; half the square of how far chances went in the round; seconds of the processor."""


class Plan(NamedTuple):
    """What is done.

    Attributes:
        rounds: improvements in all.
        games: deals that are played before each.
        limit: moves and redeals of a game at most; one that is cut off is lost.
        temperature: by which logits are divided before a move is drawn.
        trace: of the advantages (lambda).
        rate, epochs, batch: learning rate, times that a round's positions are gone through, positions of a step.
        clip, near, anchor: bound of the ratio, weight of the divergence, weight of the old opinions.
        decided: positions where a move's chance is greater teach nearly nothing, and only each tenth is learned from.
        validation: codes that are played by the best moves, first and number; every so many rounds.
        every: that many.
        seed: of the moves drawn and of the batches.
    """

    rounds: int
    games: int = 256
    limit: int = 300
    temperature: float = 0.5
    trace: float = 0.95
    rate: float = 1e-4
    epochs: int = 1
    batch: int = 512
    clip: float = 0.2
    near: float = 0.05
    anchor: float = 0.1
    decided: float = 0.9
    validation: tuple[int, int] = (800_001, 300)
    every: int = 5
    seed: int = 1


class Critic(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """A logit of the chance that a game is won, from the network's tokens; it begins as the restarts' share."""

    def __init__(self, network: Network) -> None:
        """The network's own opinion to begin with."""
        super().__init__()
        self.judge, self.value = copy.deepcopy(network.judge), copy.deepcopy(network.value)

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """(boards,) from (boards, TOKENS, width)."""
        logit: torch.Tensor = self.value(torch.relu(self.judge(tokens[:, -1])))[:, 1]
        return logit


def advantages(
    value: NDArray[np.float32], game: NDArray[np.int64], won: NDArray[np.bool_], trace: float
) -> NDArray[np.float32]:
    """How much better than the critic thought, float32 (positions,); a win pays 1 and nothing else pays."""
    found, later = np.zeros_like(value), 0.0
    for place in reversed(range(len(value))):
        last = place + 1 == len(value) or game[place + 1] != game[place]
        error = (float(won[game[place]]) if last else value[place + 1]) - value[place]
        later = error + (0.0 if last else trace * later)
        found[place] = later
    return found


class Improving:
    """An improvement under way.

    Args:
        plan: what is done.
        trained: the network to begin with, and what goes into the description of moves.
        folder: where the checkpoint, the table and the best weights are.
    """

    def __init__(self, plan: Plan, trained: Trained, folder: Path) -> None:
        """Begin, or go on from the checkpoint."""
        self.plan, self.trained = plan, trained
        self.run = TrainingRun(folder, tensorboard=False)
        self.reference = network_of(trained)
        self.network = network_of(trained)
        self.critic = Critic(self.network)
        net = self.network
        learning = (net.layers[-1], net.norm, net.places, net.moves, net.logit, net.judge, net.value, self.critic)
        self._parameters = [each for part in learning for each in part.parameters()]
        weight = self.reference.piles.weight.detach()
        self._sums = torch.cat((weight.T, torch.zeros(1, len(weight))))  # the last row is that of `NOTHING`
        self.optimizer = torch.optim.Adam(self._parameters, lr=plan.rate, eps=1e-5)
        self.best = -1.0
        self._adjacent = adjacency(wrap=True)
        if self.run.checkpoint is not None:
            kept = torch.load(self.run.checkpoint, weights_only=True)
            self.network.load_state_dict(kept["network"])
            self.critic.load_state_dict(kept["critic"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.best = kept["best"]
            print(f"goes on from round {self.run.steps} in {self.run.checkpoint}", flush=True)

    @property
    def weights(self) -> Path:
        """The file of the best weights so far."""
        return self.run.folder / "weights.npz"

    def improve(self) -> None:
        """To the end, with a checkpoint and a line of the table for each round."""
        plan = self.plan
        if self.best < 0:
            self._keep(0, {"validation": self._validated()})
        for number in range(self.run.steps, plan.rounds):
            began = time.process_time()
            rollout = collect(
                self._player(), self.trained.values, FIRST + plan.games * number, plan.games,
                limit=plan.limit, temperature=plan.temperature, seed=(plan.seed, number),
            )  # fmt: skip
            middle = time.process_time()
            numbers = {"won": round(float(rollout.won.mean()), 4), **self._learn(rollout)}
            numbers["seconds_to_play"] = round(middle - began, 1)
            numbers["seconds_to_learn"] = round(time.process_time() - middle, 1)
            if (number + 1) % plan.every == 0 or number + 1 == plan.rounds:
                numbers["validation"] = self._validated()
            self._keep(number + 1, numbers)

    def _keep(self, number: int, numbers: dict[str, float]) -> None:
        line = {name: numbers.get(name, float("nan")) for name in COLUMNS}
        kept = {"network": self.network.state_dict(), "critic": self.critic.state_dict(), "best": self.best}
        kept |= {"optimizer": self.optimizer.state_dict()}
        self.run.keep(number, lambda path: torch.save(kept, path), line)
        told = ", ".join(f"{name} {value:g}" for name, value in numbers.items())
        print(f"{number} of {self.plan.rounds}: {told}", flush=True)

    def _validated(self) -> float:
        """The share of the validation's deals that the best moves win; the best weights are kept."""
        first, count = self.plan.validation
        network = InNumPy(ShapeInNumPy(*self.network.shape), arrays_of(self.network))
        won = float(play(network, self.trained.values, list(range(first, first + count))).won.mean())
        if won > self.best:
            self.best = won
            partial = self.weights.with_suffix(".new.npz")
            save(partial, Trained(network, self.trained.values))
            partial.replace(self.weights)
        return won

    def _player(self) -> InNumPy:
        """The network with the critic in the place of its opinions."""
        critic = {name: value.detach().numpy() for name, value in self.critic.state_dict().items()}
        return InNumPy(ShapeInNumPy(*self.network.shape), arrays_of(self.network) | critic)

    def _learn(self, rollout: Rollout) -> dict[str, float]:
        """Go through what was played, `plan.epochs` times."""
        plan = self.plan
        gains = advantages(rollout.value, rollout.game, rollout.won, plan.trace)
        goals = np.clip(gains + rollout.value, 0, 1)
        rng = np.random.default_rng((plan.seed, self.run.steps, 1))
        (chosen,) = np.nonzero((rollout.best < plan.decided) | (rng.random(len(gains)) < 0.1))
        gains = (gains - gains[chosen].mean()) / (gains[chosen].std() + 1e-8)
        orders = (rng.permutation(chosen) for _ in range(plan.epochs))
        parts = (part for order in orders for part in np.array_split(order, max(1, len(order) // plan.batch)))
        seen = [self._step(rollout, part, gains, goals) for part in parts]
        near, critic, gone = np.array(seen).mean(0)
        numbers = {"positions": len(chosen), "divergence": near, "critic": critic, "gone": gone}
        return {name: round(float(value), 5) for name, value in numbers.items()}

    def _inputs(self, boards: Boards) -> Batch:
        """As tensors; of piles the sums, which learning leaves as they are."""
        bags = torch.from_numpy(boards.piles).flatten(0, 1)
        sums = nn.functional.embedding_bag(bags, self._sums, mode="sum").view(len(boards.piles), 16, -1)
        parts = (boards.suits, boards.whole, boards.pairs, boards.board, boards.source, boards.target, boards.moves)
        return Batch(sums + self.reference.piles.bias.detach(), *map(torch.from_numpy, parts))

    def _step(
        self, rollout: Rollout, part: NDArray[np.int64], gains: NDArray[np.float32], goals: NDArray[np.float32]
    ) -> tuple[float, float, float]:
        """One step; the divergence from the beginning, the critic's loss, and the squared way from the players."""
        plan, count = self.plan, len(part)
        boards = describe(rollout.rows[part], CAPACITY, self._adjacent, self.trained.values)
        batch = self._inputs(boards)
        barred = torch.from_numpy(np.isin(ACTIONS * part[boards.board] + boards.action, rollout.barred))
        drawn = torch.from_numpy(boards.action == rollout.action[part][boards.board])

        def judged(network: Network) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
            tokens = network.finished(begun, batch.pairs)
            logits = (network.logits(tokens, batch) / plan.temperature).masked_fill(barred, -1e9)
            return log_chances(logits, batch.board, count), network.worth(tokens), tokens

        with torch.no_grad():
            begun = self.reference.begun(batch.piles, batch.suits, batch.whole, batch.pairs)
            old, opinions, _ = judged(self.reference)
        chances, worth, tokens = judged(self.network)
        mine = torch.zeros(count).index_add(0, batch.board[drawn], chances[drawn])
        way = mine - torch.from_numpy(rollout.chance[part])
        gain, ratio = torch.from_numpy(gains[part]), way.exp()
        policy = -torch.min(ratio * gain, ratio.clamp(1 - plan.clip, 1 + plan.clip) * gain).mean()
        near = (old.exp() * (old - chances)).sum() / count
        goal = torch.from_numpy(goals[part])
        critic = nn.functional.binary_cross_entropy_with_logits(self.critic(tokens), goal)
        anchor = (worth - opinions).square().mean()
        self.optimizer.zero_grad()
        (policy + 0.5 * critic + plan.near * near + plan.anchor * anchor).backward()
        nn.utils.clip_grad_norm_(self._parameters, 0.5)
        self.optimizer.step()
        return near.item(), critic.item(), way.detach().square().mean().item() / 2


def network_of(trained: Trained) -> Network:
    """The same network in PyTorch."""
    network = Network(Shape(*trained.network.shape))
    network.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in trained.network.weights.items()})
    return network
