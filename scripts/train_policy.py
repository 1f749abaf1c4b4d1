"""Train the agent `policy` from nothing: the solver's lines, then its own games corrected by the solver.

    python -m scripts.train_policy --folder runs/policy            # about an hour and a half on one core
    python -m scripts.train_policy --folder runs/tiny --scale 0.001 --batch 32

Every stage goes on where it ended, whatever ended it; what is done is not done again.  The weights are
`FOLDER/weights.npz`; copied to `src/crescent/policy/weights.npz` they are the package's own.  `docs/training.md` has
the recipe in words, and what came of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch

from crescent.policy.inputs import Values
from crescent.policy.network import Network as InNumPy
from crescent.policy.network import Shape as ShapeInNumPy
from crescent.policy.weights import Trained, save
from crescent.rules import Rules
from crescent.solver.evaluation import fill_tables
from crescent.solver.memory import new_tables
from crescent.solver.weights import tuned
from scripts.policy.correcting import GAMES, collect
from scripts.policy.labelling import SHARD, lines_of
from scripts.policy.torch_network import Network, Shape, arrays_of
from scripts.policy.training import Plan, Training

LINES = (2_000_001, 24_000)
"""First code and number of the deals whose lines are learned first."""


class Stage(NamedTuple):
    """A training, and the games that are played and corrected before it.

    Attributes:
        first, games: their codes; none before the first stage.
        shares: of each batch, from the lines and from the games before this and each earlier stage.
        steps, batch, rate: of the training.
    """

    first: int
    games: int
    shares: tuple[float, ...]
    steps: int
    batch: int
    rate: float


STAGES = (
    Stage(0, 0, (1.0,), 1_120, 1024, 1.5e-3),
    Stage(4_000_001, 2_500, (0.4, 0.6), 9_000, 256, 1e-3),
    Stage(4_100_001, 2_250, (0.2, 0.3, 0.5), 10_500, 256, 8e-4),
    Stage(4_300_001, 2_000, (0.15, 0.2, 0.3, 0.35), 10_500, 256, 7e-4),
)

RESTARTS = 8
"""Restarts of the solver for a position of a game."""


def solver_values() -> Values:
    """The solver's evaluation as it is now."""
    tables = new_tables(Rules(), 1, tuned().values[:])
    fill_tables(tables)
    return Values(np.array(tables.below, np.int16), np.array(tables.touching, np.int16))


def network_of(checkpoint: Path) -> InNumPy:
    """The network of a checkpoint, for playing."""
    kept = torch.load(checkpoint, weights_only=True)
    shape = Shape(*kept["shape"])
    network = Network(shape)
    network.load_state_dict(kept["network"])
    return InNumPy(ShapeInNumPy(*shape), arrays_of(network))


def train(folder: Path, scale: float, seed: int, batch: int | None = None) -> Path:
    """All stages, `scale` times as long and with `batch` positions a step at most; the file of weights."""
    values = solver_values()
    lines = folder / "lines"
    lines_of(LINES[0], max(2, round(LINES[1] * scale)), lines, min(SHARD, max(2, round(LINES[1] * scale))))
    sets, checkpoint = [lines], None
    for number, stage in enumerate(STAGES):
        if checkpoint is not None:
            games = folder / f"games_{number}"
            shards = max(1, round(stage.games * scale / GAMES))
            size = min(GAMES, max(2, round(stage.games * scale)))
            collect(network_of(checkpoint), values, stage.first, shards, games, noise=0, restarts=RESTARTS, size=size)
            sets.append(games)
        plan = Plan(
            tuple(zip(sets, stage.shares, strict=True)),
            max(2, round(stage.steps * scale)),
            stage.batch if batch is None else min(stage.batch, batch),
            stage.rate,
            seed,
            checkpoint,
        )
        training = Training(plan, values, folder / f"stage_{number}")
        training.run()
        checkpoint = training.checkpoint
    if checkpoint is None:
        raise ValueError("there is no stage")
    path = folder / "weights.npz"
    save(path, Trained(network_of(checkpoint), values))
    return path


def main() -> None:
    """Train as the command line says."""
    parser = argparse.ArgumentParser(description="trains the agent policy")
    parser.add_argument("--folder", type=Path, default=Path("runs/policy"), help="where everything goes")
    parser.add_argument("--scale", type=float, default=1.0, help="how long, 1 as the package's own weights were")
    parser.add_argument(
        "--batch", type=int, help="positions a step at most (default as each stage has it, 256 or 1024)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of weights and batches")
    parser.add_argument("--threads", type=int, default=1, help="PyTorch's")
    options = parser.parse_args()
    if options.batch is not None and options.batch < 1:
        parser.error(f"--batch must be 1 or more, not {options.batch}")
    torch.set_num_threads(options.threads)
    print(train(options.folder, options.scale, options.seed, options.batch))


if __name__ == "__main__":
    main()
