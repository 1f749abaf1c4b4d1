"""Learn from the solver by imitation, in one file: `python imitate.py --help`; needs PyTorch (extra `sb3`).

    python imitate.py --games 2000 --epochs 30 --folder runs/imitate

The solver plays, its games are kept as records in the folder, and a small net learns to play each of their moves
(behaviour cloning).  The folder also holds the checkpoint, from which it goes on when it is started again, whatever
ended it; `curve.csv` and `curve.png`; and TensorBoard's logs.  `docs/training.md` says what is better than this.
"""

from __future__ import annotations

import argparse
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from tqdm import tqdm

from crescent import GameCode, Position, Record, variants
from crescent.solver import Status, solve
from crescent_gym.observations import observations
from crescent_gym.training import TrainingRun, play_deals

ACTIONS = 281
HELD_OUT = range(900_001, 900_065)
"""Code numbers that are played at the end and never learned from."""


class Data(NamedTuple):
    """What the solver saw and did.

    Attributes:
        boards: float32 (positions, inputs).
        masks: bool (positions, actions): what was legal.
        actions: int64 (positions,): what was played.
    """

    boards: torch.Tensor
    masks: torch.Tensor
    actions: torch.Tensor


def record_games(folder: Path, first: int, games: int) -> list[Path]:
    """Records of solved deals, a file each; what is there already is not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for number in range(first, first + games):
        code = GameCode(number, variants["normal"])
        path = folder / f"{code}.crescent"
        if not path.exists():
            solution = solve(code.deal(), nodes=300_000)
            if solution.status is not Status.SOLVED:
                continue
            Record(code.deal(), solution.moves, code=code, tags={"Player": "solver"}).save(path)
        found.append(path)
        progress(len(found), games, "games of the solver")
    return found


def encoded(position: Position) -> NDArray[np.float32]:
    """A position as the net sees it, the environment's own default observation."""
    row = np.frombuffer(position.view().row, np.uint8)  # what the player may know
    return np.asarray(observations["flat"].encode(row, position.rules), np.float32)


def dataset(paths: list[Path]) -> Data:
    """Every position of the records with the move that follows it."""
    boards, masks, actions = [], [], []
    for done, path in enumerate(paths, 1):
        record = Record.load(path)
        position = record.start
        for move in record.moves:
            mask = np.zeros(ACTIONS, np.bool_)
            mask[list(position.legal_actions())] = True
            boards.append(encoded(position))
            masks.append(mask)
            actions.append(move.index)
            position = position.play(move)
        progress(done, len(paths), "records read")
    return Data(torch.tensor(np.array(boards)), torch.tensor(np.array(masks)), torch.tensor(actions))


class Net(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Two hidden layers, then logits of all actions."""

    def __init__(self, inputs: int, width: int) -> None:
        """Weights at random."""
        super().__init__()
        sizes = (inputs, width, width, ACTIONS)
        parts: list[nn.Module] = []
        for one, other in pairwise(sizes):
            parts += [nn.Linear(one, other), nn.ReLU()]
        self.layers = nn.Sequential(*parts[:-1])

    def forward(self, boards: torch.Tensor, masks: torch.Tensor) -> torch.Tensor:
        """Log-probabilities of the actions; illegal ones have none."""
        return torch.log_softmax(self.layers(boards).masked_fill(~masks, -1e9), -1)


class Cloning:
    """A net, its optimizer, and how far it is."""

    def __init__(self, data: Data, options: argparse.Namespace) -> None:
        """Begin, or go on from the folder's checkpoint; one position in ten, whole games, is kept to test on."""
        torch.manual_seed(options.seed)
        cut = len(data.actions) * 9 // 10
        self.train, self.test = Data(*(part[:cut] for part in data)), Data(*(part[cut:] for part in data))
        self.net = Net(data.boards.shape[1], options.width)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), lr=options.rate)
        self.epoch, self.options, self.run = 0, options, TrainingRun(options.folder)
        if self.run.checkpoint is not None:
            kept = torch.load(self.run.checkpoint, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.epoch = kept["epoch"]
            print(f"goes on from epoch {self.epoch} in {self.run.checkpoint}")

    def learn(self) -> None:
        """Learn to the last epoch; after each a checkpoint, and a line of the table."""
        for _ in tqdm(range(self.epoch, self.options.epochs), unit="epochs", disable=None):
            torch.manual_seed(self.options.seed + self.epoch)
            loss = self._learn()
            self.epoch += 1
            self._save(loss)

    def _learn(self) -> float:
        """One epoch; the mean of minus the log-probability of what the solver played."""
        losses: list[float] = []
        for part in torch.randperm(len(self.train.actions)).split(self.options.batch):
            chances = self.net(self.train.boards[part], self.train.masks[part])
            loss = -chances.gather(-1, self.train.actions[part][:, None]).mean()
            self.optimizer.zero_grad()
            loss.backward()
            self.optimizer.step()
            losses.append(float(loss.item()))
        return sum(losses) / len(losses)

    def _save(self, loss: float) -> None:
        """Keep what going on needs, and how often the likeliest move is the solver's in games not learned from."""
        kept = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "epoch": self.epoch}
        best = self.choose(self.test.boards.numpy(), self.test.masks.numpy())
        agreement = float((best == self.test.actions.numpy()).mean())
        line = {"epoch": self.epoch, "loss": round(loss, 4), "agreement": round(agreement, 4)}
        self.run.keep(self.epoch * len(self.train.actions), lambda path: torch.save(kept, path), line)

    def choose(self, boards: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The likeliest legal actions."""
        with torch.no_grad():
            actions: NDArray[np.int64] = self.net(torch.from_numpy(boards), torch.from_numpy(masks)).argmax(-1).numpy()
        return actions


def progress(done: int, of: int, what: str) -> None:
    """A line that counts, on a terminal alone."""
    if sys.stderr.isatty():
        print(f"\r{done} of {of} {what}", end="\n" if done == of else "", file=sys.stderr, flush=True)


def main() -> None:
    """Record, learn, and play at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add("--games", type=int, default=20, help="deals that the solver plays (default 20: a look)")
    add("--first", type=int, default=1_000_001, help="the first one's code number")
    add("--epochs", type=int, default=3, help="times that all positions are gone through")
    add("--batch", type=int, default=256, help="positions for one step")
    add("--rate", type=float, default=1e-3, help="learning rate")
    add("--width", type=int, default=256, help="of the hidden layers")
    add("--seed", type=int, default=1, help="of weights and batches")
    add("--folder", default="runs/imitate", help="where records, checkpoint and curve are")
    options = parser.parse_args()
    torch.set_num_threads(1)  # the net is too small for more
    paths = record_games(Path(options.folder) / "records", options.first, options.games)
    data = dataset(paths)
    print(f"{len(paths)} games of the solver, {len(data.actions):,} positions")
    cloning = Cloning(data, options)
    cloning.learn()
    print(cloning.run.draw("agreement", "share of moves as the solver played"))
    won, cards = play_deals(cloning.choose, HELD_OUT)
    print(f"{len(HELD_OUT)} held-out deals: {won:.1%} won, {cards:.1f} of 104 cards home")


if __name__ == "__main__":
    main()
