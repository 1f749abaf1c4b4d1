"""Improve the agent `policy` by its own wins: proximal policy optimization from the package's weights.

    python -m scripts.improve_policy --folder runs/improved --rounds 60
    python -m scripts.improve_policy --folder runs/tiny --rounds 1 --games 4 --limit 20 --validation 4

It goes on where it ended, whatever ended it.  `FOLDER/curve.csv` has a line a round; `FOLDER/weights.npz` are the
weights that won most of the validation's deals, the first ones where none won more.  `docs/training.md` says what came
of it.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from crescent.policy.weights import load
from scripts.policy.improving import Improving, Plan


def main() -> None:
    """Improve as the command line says."""
    plain = Plan(60)
    parser = argparse.ArgumentParser(description="improves the agent policy by its own wins")
    add = parser.add_argument
    add("--folder", type=Path, default=Path("runs/improved"), help="where everything goes")
    add("--start", type=Path, help="weights to begin with, the package's own if none are named")
    add("--rounds", type=int, default=plain.rounds, help="rounds of play and learning in all")
    add("--games", type=int, default=plain.games, help="deals of a round")
    add("--limit", type=int, default=plain.limit, help="moves and redeals of a game at most")
    add(
        "--temperature",
        type=float,
        default=plain.temperature,
        help="by which logits are divided before moves are drawn",
    )
    add("--rate", type=float, default=plain.rate, help="learning rate")
    add("--epochs", type=int, default=plain.epochs, help="times that a round's positions are gone through")
    add("--near", type=float, default=plain.near, help="weight of the divergence from the first weights")
    add("--validation", type=int, default=plain.validation[1], help="deals of the validation")
    add("--every", type=int, default=plain.every, help="rounds between two validations")
    add("--seed", type=int, default=plain.seed, help="of the moves drawn and the batches")
    options = parser.parse_args()
    torch.set_num_threads(1)
    wanted = {name: value for name, value in vars(options).items() if name in Plan._fields and name != "validation"}
    plan = Plan(**wanted, validation=(plain.validation[0], options.validation))
    improving = Improving(plan, load(options.start), options.folder)
    improving.improve()
    print(f"{improving.weights}: {improving.best:.3f} of the validation's deals won")


if __name__ == "__main__":
    main()
