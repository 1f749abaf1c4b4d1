"""Training of the network on shards: what serves at a position, how far the end is, how easily the solver wins.

Goes on from its checkpoint, whatever ended it; the same arguments give the same batches.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from crescent.policy.features import describe
from crescent.policy.inputs import Boards, Values
from crescent.policy.parts import adjacency
from crescent.policy.symmetries import SYMMETRIES, augmented
from scripts.policy.games import CAPACITY
from scripts.policy.labelling import Labelled, joined
from scripts.policy.torch_network import Network, Shape, batch_of, log_chances

KEPT_OUT = 2000
"""Positions at the end of the first set, some dozen games, that are never drawn: left for tests."""

LOG = 200
"""Steps between two lines of the log."""


class Plan(NamedTuple):
    """A training.

    Attributes:
        sets: folders of shards, with the share of each batch that comes from them.
        steps: batches in all.
        batch: positions in each.
        rate: the learning rate's peak; it falls to a fiftieth along a cosine.
        seed: of weights and batches.
        start: the weights to begin with; None for random ones.
        shape: of the network.
    """

    sets: tuple[tuple[Path, float], ...]
    steps: int
    batch: int
    rate: float
    seed: int
    start: Path | None = None
    shape: Shape = Shape()


def load(folder: Path) -> Labelled:
    """All shards of a folder."""
    parts = []
    for path in sorted(folder.glob("*.npz")):
        with np.load(path, allow_pickle=False) as shard:
            parts.append(Labelled(*(shard[name] for name in Labelled._fields)))
    return joined(parts)


class Losses(NamedTuple):
    """Of a batch; `agreement` is the share of positions whose best move serves."""

    policy: torch.Tensor
    left: torch.Tensor
    ease: torch.Tensor
    agreement: float

    @property
    def total(self) -> torch.Tensor:
        """What is minimised."""
        return self.policy + 0.2 * self.left + 0.3 * self.ease


def losses(network: Network, boards: Boards, batch: Labelled) -> Losses:
    """How well the network fits a batch."""
    count = len(batch.rows)
    serves = torch.from_numpy((boards.action[:, None] == batch.labels[boards.board]).any(1))
    inputs = batch_of(boards)
    with torch.autocast("cpu", torch.bfloat16):
        logits, values = network(inputs)
    chances = log_chances(logits, inputs.board, count)
    known = torch.from_numpy(batch.labels[:, 0] >= 0)
    chance = torch.zeros(count).index_add(0, inputs.board, chances.exp() * serves)[known]
    policy = -(chance + 1e-6).log().mean()
    far = torch.from_numpy(batch.left.astype(np.float32) / 100)
    left = (values[:, 0] - far)[known].square().mean()
    measured = torch.from_numpy(~np.isnan(batch.ease))
    eases = torch.from_numpy(batch.ease)[measured]
    ease = nn.functional.binary_cross_entropy_with_logits(values[measured, 1], eases)
    with torch.no_grad():
        most = torch.full((count,), -1e30).scatter_reduce(0, inputs.board, chances, "amax")
        hits = torch.zeros(count).index_add(0, inputs.board, ((chances == most[inputs.board]) & serves).float())
    return Losses(policy, left, ease, float((hits[known] > 0).float().mean()))


class Training:
    """A training under way.

    Args:
        plan: what is done.
        values: what goes into the description of moves.
        folder: where the checkpoint and the log are.
    """

    def __init__(self, plan: Plan, values: Values, folder: Path) -> None:
        """Begin, or go on from the checkpoint."""
        self.plan, self.values, self.folder = plan, values, folder
        folder.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        self.network = Network(plan.shape)
        if plan.start is not None:
            self.network.load_state_dict(torch.load(plan.start, weights_only=True)["network"])
        self.optimizer = torch.optim.AdamW(
            self.network.parameters(), lr=plan.rate, betas=(0.9, 0.98), weight_decay=0.02, fused=True
        )
        self.step = 0
        if self.checkpoint.exists():
            kept = torch.load(self.checkpoint, weights_only=True)
            self.network.load_state_dict(kept["network"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.step = kept["step"]
            print(f"goes on from step {self.step} in {self.checkpoint}", flush=True)
        self._adjacent = adjacency(wrap=True)

    @property
    def checkpoint(self) -> Path:
        """The file that is gone on from."""
        return self.folder / "checkpoint.pt"

    def save(self) -> None:
        """Keep everything that going on needs; a save that fails leaves the last one."""
        kept = {
            "network": self.network.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "step": self.step,
            "shape": tuple(self.plan.shape),
        }
        partial = self.checkpoint.with_suffix(".new")
        torch.save(kept, partial)
        partial.replace(self.checkpoint)

    def run(self) -> None:
        """Train to the end, with a line of the log and a checkpoint every so often."""
        if self.step >= self.plan.steps:
            return
        sets = [
            (_Set(load(folder), KEPT_OUT * (not place)), share) for place, (folder, share) in enumerate(self.plan.sets)
        ]
        print(", ".join(f"{len(each.data.rows):,} positions ({share:.0%})" for each, share in sets), flush=True)
        seen: list[tuple[float, ...]] = []
        began = time.perf_counter()
        for batch in self._batches(sets):
            found = self._learn(batch)
            seen.append((found.policy.item(), found.agreement, found.left.item(), found.ease.item()))
            self.step += 1
            if self.step % LOG == 0 or self.step == self.plan.steps:
                rate = len(seen) * self.plan.batch / (time.perf_counter() - began)
                self._log(np.array(seen).mean(0), rate)
                self.save()
                seen, began = [], time.perf_counter()

    def _learn(self, batch: Labelled) -> Losses:
        plan = self.plan
        done = self.step / plan.steps
        rate = plan.rate * min(1, (self.step + 1) / 200) * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * done)))
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        found = losses(self.network, describe(batch.rows, CAPACITY, self._adjacent, self.values), batch)
        self.optimizer.zero_grad()
        found.total.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        return found

    def _batches(self, sets: list[tuple[_Set, float]]) -> Iterator[Labelled]:
        """From here to the end; each depends on the seed and its number alone."""
        for step in range(self.step, self.plan.steps):
            rng = np.random.default_rng((self.plan.seed, step))
            parts = [each.draw(round(self.plan.batch * share), rng) for each, share in sets]
            batch = joined(parts)
            rows, labels = augmented(batch.rows, batch.labels, rng.integers(0, SYMMETRIES, len(batch.rows)))
            yield batch._replace(rows=rows, labels=labels)

    def _log(self, means: NDArray[np.float64], rate: float) -> None:
        policy, agreement, left, ease = means
        line = (
            f"{self.step} of {self.plan.steps}: policy {policy:.4f}, agreement {agreement:.4f}, plies left {left:.4f}, "
            f"ease {ease:.4f}, {rate:.0f} positions/s"
        )
        print(line, flush=True)
        with (self.folder / "log.txt").open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


class _Set:
    """Shards to draw from: half at random, a quarter where the ease was measured, a quarter where a game went wrong."""

    def __init__(self, data: Labelled, kept_out: int) -> None:
        last = max(1, len(data.rows) - kept_out)
        self.data, self._last = data, last
        self._measured = np.flatnonzero(~np.isnan(data.ease[:last]))
        self._costs = np.cumsum(data.drop[:last], dtype=np.float64)

    def draw(self, count: int, rng: np.random.Generator) -> Labelled:
        """So many positions; those where a game went wrong by how much that cost."""
        chosen = rng.integers(0, self._last, count)
        quarter = count // 4
        if len(self._measured):
            chosen[:quarter] = rng.choice(self._measured, quarter)
        if self._costs[-1] > 0:
            chosen[quarter : 2 * quarter] = np.searchsorted(self._costs, rng.random(quarter) * self._costs[-1], "right")
        return Labelled(*(column[chosen] for column in self.data))  # type: ignore[arg-type]  # as many as it has fields
