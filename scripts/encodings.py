"""Which encoding of the board trains best: the same net, data and budget for each, and the curves.

    python -m scripts.encodings --lines runs/policy/lines --out results/encodings.json

Three encodings feed one and the same net, two hidden layers of 256: the environments' observations `flat` and `cards`
(each cell's card one-hot), and what the policy sees, relative to the foundations.  A fourth curve is the policy's own
network, with attention among the piles, on the third.  All learn which moves serve on the solver's lines; what is drawn
is how often the best move serves in games that were not learned from.  A picture goes beside the JSON file.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from crescent.policy.features import describe
from crescent.policy.inputs import BOARD_INPUTS, INPUTS, NOTHING, SUIT_INPUTS
from crescent.policy.parts import adjacency
from crescent.policy.symmetries import SYMMETRIES, augmented
from crescent.rules import Rules
from crescent_gym.observations import observations
from scripts.policy.games import CAPACITY
from scripts.policy.labelling import Labelled, joined
from scripts.policy.torch_network import Network, batch_of
from scripts.train_policy import solver_values

BATCH, RATE, WIDTH, ACTIONS, EVERY = 256, 1e-3, 256, 281, 100

Encode = Callable[[NDArray[np.uint8]], tuple[NDArray[np.int64], NDArray[np.float32]]]
"""From rows to the inputs that are 1 (the last number for none) and other inputs."""


class Encoding(NamedTuple):
    """How a board is given to the net: so many inputs of 0 or 1, and so many others."""

    ones: int
    others: int
    encode: Encode


def flat(rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The observation `flat`."""
    found = np.array([observations["flat"].encode(row, Rules()) for row in rows])
    return np.zeros((len(rows), 1), np.int64), found.astype(np.float32)


def cards(rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """The observation `cards`, each cell's card one-hot, the rest as shares."""
    cells = rows[:, :208].astype(np.int64)
    ones = np.where(cells > 0, 52 * np.arange(208) + cells - 1, 52 * 208)
    return ones, (rows[:, 208:] / 13).astype(np.float32)


_ADJACENT, _VALUES = adjacency(wrap=True), solver_values()


def relative(rows: NDArray[np.uint8]) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    """What the policy sees of piles and foundations; not what it sees of moves."""
    boards = describe(rows, CAPACITY, _ADJACENT, _VALUES)
    piles = np.where(boards.piles < NOTHING, INPUTS * np.arange(16)[:, np.newaxis] + boards.piles, 16 * INPUTS)
    others = np.concatenate([boards.suits.reshape(len(rows), -1), boards.whole], 1)
    return piles.reshape(len(rows), -1), others


ENCODINGS = {
    "flat": Encoding(0, 393, flat),
    "cards": Encoding(52 * 208, 25, cards),
    "relative": Encoding(16 * INPUTS, 4 * SUIT_INPUTS + BOARD_INPUTS, relative),
}


class Net(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Two hidden layers."""

    def __init__(self, encoding: Encoding) -> None:
        """Weights at random."""
        super().__init__()
        self.ones = nn.EmbeddingBag(encoding.ones + 1, WIDTH, mode="sum", padding_idx=encoding.ones)
        nn.init.normal_(self.ones.weight, std=0.05)
        self.others = nn.Linear(encoding.others, WIDTH)
        self.rest = nn.Sequential(nn.ReLU(), nn.Linear(WIDTH, WIDTH), nn.ReLU(), nn.Linear(WIDTH, ACTIONS))

    def forward(self, ones: torch.Tensor, others: torch.Tensor) -> torch.Tensor:
        """The logits of all actions."""
        return self.rest(self.ones(ones) + self.others(others))


def logits_of(net: nn.Module, name: str, rows: NDArray[np.uint8]) -> torch.Tensor:
    """The logits of all actions, illegal ones very low."""
    boards = describe(rows, CAPACITY, _ADJACENT, _VALUES)
    place = torch.from_numpy(boards.board * ACTIONS + boards.action)
    low = torch.full((len(rows) * ACTIONS,), -1e9)
    if name in ENCODINGS:
        ones, others = ENCODINGS[name].encode(rows)
        found = net(torch.from_numpy(ones), torch.from_numpy(others)).flatten()[place]
    else:
        with torch.autocast("cpu", torch.bfloat16):
            found = net(batch_of(boards))[0]
    return low.index_put((place,), found.float()).view(len(rows), ACTIONS)


def serving(labels: NDArray[np.int16]) -> torch.Tensor:
    """By position and action, whether it serves."""
    made = np.zeros((len(labels), ACTIONS + 1), np.bool_)
    np.put_along_axis(made, np.where(labels < 0, ACTIONS, labels).astype(np.int64), values=True, axis=1)
    return torch.from_numpy(made[:, :ACTIONS])


def curve(name: str, train: Labelled, test: Labelled, steps: int) -> list[dict[str, float]]:
    """Train, and test every so often."""
    torch.manual_seed(1)
    net = Net(ENCODINGS[name]) if name in ENCODINGS else Network()
    optimizer = torch.optim.AdamW(net.parameters(), lr=RATE)
    points, began = [], time.perf_counter()
    for step in range(1, steps + 1):
        rng = np.random.default_rng((1, step))
        chosen = rng.integers(0, len(train.rows), BATCH)
        rows, labels = augmented(train.rows[chosen], train.labels[chosen], rng.integers(0, SYMMETRIES, BATCH))
        chances = torch.softmax(logits_of(net, name, rows), -1)
        loss = -((chances * serving(labels)).sum(-1) + 1e-6).log().mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if step % EVERY == 0:
            with torch.no_grad():
                best = logits_of(net, name, test.rows).argmax(-1)
            agreement = float(serving(test.labels)[torch.arange(len(best)), best].float().mean())
            seconds = round(time.perf_counter() - began, 1)
            points.append({"positions": step * BATCH, "agreement": round(agreement, 4), "seconds": seconds})
            print(name, points[-1], flush=True)
    return points


def draw(curves: dict[str, list[dict[str, float]]], path: Path) -> None:
    """The picture."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.subplots()
    for name, points in curves.items():
        axes.plot([point["positions"] for point in points], [point["agreement"] for point in points], label=name)
    axes.set_xlabel("positions learned from")
    axes.set_ylabel("share of held-out positions whose best move serves")
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path)


def main() -> None:
    """Run all curves."""
    parser = argparse.ArgumentParser(description="compares encodings of the board")
    parser.add_argument("--lines", type=Path, default=Path("runs/policy/lines"), help="shards of labelled lines")
    parser.add_argument("--steps", type=int, default=1200, help=f"batches of {BATCH} positions for each encoding")
    parser.add_argument("--out", type=Path, default=Path("results/encodings.json"), help="where the curves go")
    options = parser.parse_args()
    torch.set_num_threads(1)
    parts = []
    for path in sorted(options.lines.glob("*.npz"))[:6]:
        with np.load(path, allow_pickle=False) as shard:
            parts.append(Labelled(*(shard[name] for name in Labelled._fields)))
    data = joined(parts)
    cut = len(data.rows) - 4000
    train, test = Labelled(*(part[:cut] for part in data)), Labelled(*(part[cut:] for part in data))  # type: ignore[arg-type]  # as many as it has fields
    curves = {name: curve(name, train, test, options.steps) for name in (*ENCODINGS, "relative, with attention")}
    options.out.write_text(
        json.dumps({"batch": BATCH, "rate": RATE, "width": WIDTH, "curves": curves}, indent=1) + "\n"
    )
    draw(curves, options.out.with_suffix(".svg"))


if __name__ == "__main__":
    main()
