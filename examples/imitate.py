"""Learn from the solver by imitation, in one file: `python imitate.py --help`; needs PyTorch (extra `sb3`).

    python imitate.py --games 2000 --epochs 30 --folder runs/imitate

The solver plays, its games are kept as records in the folder, and a small net learns to play each of their moves
(behaviour cloning).  Started again it goes on where it ended, whatever ended it.  `docs/training.md` says what is
better than this, and why.
"""

from __future__ import annotations

import argparse
import csv
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

import crescent_gym
from crescent import GameCode, Position, Record, variants
from crescent.solver import Status, solve
from crescent_gym.observations import observations

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
        self.epoch, self.options, self.folder = 0, options, Path(options.folder)
        if self.checkpoint.exists():
            kept = torch.load(self.checkpoint, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.epoch = kept["epoch"]
            print(f"goes on from epoch {self.epoch} in {self.checkpoint}")

    @property
    def checkpoint(self) -> Path:
        """The file that is gone on from."""
        return self.folder / "checkpoint.pt"

    def run(self) -> None:
        """Learn to the last epoch; after each a line of the table `curve.csv`, and a checkpoint."""
        while self.epoch < self.options.epochs:
            torch.manual_seed(self.options.seed + self.epoch)
            loss = self._learn()
            self.epoch += 1
            self._log(loss)
            self._save()

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

    def _log(self, loss: float) -> None:
        """How often the likeliest move is the solver's, in games that were not learned from."""
        with torch.no_grad():
            best = self.net(self.test.boards, self.test.masks).argmax(-1)
        agreement = float((best == self.test.actions).float().mean())
        table = self.folder / "curve.csv"
        fresh = not table.exists()
        with table.open("a", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerows([("epoch", "loss", "agreement")] * fresh)
            writer.writerow((self.epoch, round(loss, 4), round(agreement, 4)))
        print(f"epoch {self.epoch:>3} of {self.options.epochs}: loss {loss:.3f}, {agreement:.1%} as the solver played")

    def _save(self) -> None:
        """Keep everything that going on needs; a save that fails leaves the last one."""
        kept = {"net": self.net.state_dict(), "optimizer": self.optimizer.state_dict(), "epoch": self.epoch}
        torch.save(kept, self.checkpoint.with_suffix(".new"))
        self.checkpoint.with_suffix(".new").replace(self.checkpoint)


def play(net: Net) -> tuple[float, float]:
    """The share of held-out deals that the likeliest moves win, and the mean of the cards home at the end, of 104."""
    env = crescent_gym.CrescentVectorEnv(len(HELD_OUT), autoreset_mode="DISABLED", max_episode_steps=400)
    board, info = env.reset(options={"codes": [str(GameCode(number, variants["normal"])) for number in HELD_OUT]})
    won, home, over = np.zeros(len(HELD_OUT), np.bool_), np.zeros(len(HELD_OUT)), np.zeros(len(HELD_OUT), np.bool_)
    while not over.all():
        with torch.no_grad():
            mask = torch.from_numpy(info["action_mask"].astype(np.bool_))
            actions = net(torch.from_numpy(board), mask).argmax(-1).numpy()
        board, reward, terminated, truncated, info = env.step(actions)
        home, won = home + 96 * reward * ~over, won | (info["is_success"] & ~over)
        over = over | terminated | truncated
        if (ended := terminated | truncated).any():
            board, fresh = env.reset(options={"reset_mask": ended})
            info["action_mask"][ended] = fresh["action_mask"][ended]
    return float(won.mean()), 8 + float(home.mean())


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
    cloning.run()
    won, cards = play(cloning.net)
    print(f"{len(HELD_OUT)} held-out deals: {won:.1%} won, {cards:.1f} of 104 cards home")


if __name__ == "__main__":
    main()
