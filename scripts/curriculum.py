"""Does a curriculum help?  Our PPO at an equal budget, with and without starts near the end of won games.

    python -m scripts.curriculum [--steps 400000] [--seeds 3] [--out results/curriculum.json]

Trains the net of `examples/train_ppo.py` from nothing, with each reward, seed by seed: from deals alone, and with
starts some plies before the end of solved deals.  Then it plays held-out deals by drawing actions as it did in
training: from so many plies before the end of the solver's line, and from the deal.  Saves the shares that were won and
the cards that came home, beside them a picture.  What was trained already is in `--folder` and not done again.
"""

from __future__ import annotations

import argparse
import json
import platform
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode

from crescent import files, plots
from crescent.position import Position
from crescent_gym import MAX_EPISODE_STEPS, CrescentVectorEnv
from crescent_gym.curriculum import WonLine, solved_lines
from examples.train_ppo import Net, Training

DISTANCES = (1, 2, 5, 10, 20, 40, 80)
"""Plies before the win from which games are played; the deal comes after them."""

LINES, HELD_OUT = 300, range(100)
"""How many solved deals the curriculum starts from (from number 1000 on), and the deals that are tested on."""

ARMS = {"deals": 0, "curriculum": LINES}


def trained(folder: Path, reward: str, arm: str, seed: int, steps: int) -> Training:
    """A net that was trained for so many steps, or goes on to be."""
    training = Training(
        argparse.Namespace(
            steps=steps, slots=256, rollout=64, rate=3e-4, seed=seed, variant="normal", reward=reward,
            curriculum=ARMS[arm], folder=str(folder / f"{reward}-{arm}-{seed}"), threads=1,
        )
    )  # fmt: skip
    while training.steps < steps:
        begin = time.perf_counter()
        training.learn(training.collect())
        training.save(time.perf_counter() - begin)
    return training


def play(net: Net, starts: Sequence[Position], seed: int) -> tuple[float, float]:
    """The share won and the mean of cards home, where games start so and actions are drawn by their chances."""
    env = CrescentVectorEnv(
        len(starts), illegal="raise", autoreset_mode=AutoresetMode.NEXT_STEP, max_episode_steps=MAX_EPISODE_STEPS
    )
    torch.manual_seed(seed)
    boards, info = env.reset(options={"positions": list(starts)})
    over, won = np.zeros(len(starts), np.bool_), np.zeros(len(starts), np.bool_)
    home = np.array([start.cards_home for start in starts], np.float64)
    while not over.all():
        with torch.no_grad():
            masks = torch.from_numpy(info["action_mask"] == 1)
            actions = torch.multinomial(net(torch.from_numpy(boards), masks)[0].exp(), 1).squeeze(-1)
        live = ~over
        boards, reward, terminated, truncated, info = env.step(actions.numpy())
        home += 96 * reward * live
        won |= info["is_success"] & live
        over |= terminated | truncated
    env.close()
    return float(won.mean()), float(home.mean())


def tested(net: Net, lines: Sequence[WonLine], seed: int) -> dict[str, Any]:
    """How a net plays from each distance and from the deal."""
    starts = {str(distance): [line.before_the_win(distance) for line in lines] for distance in DISTANCES}
    starts["deal"] = [line.positions[0] for line in lines]
    results = {name: play(net, positions, seed) for name, positions in starts.items()}
    return {
        "won": {name: won for name, (won, _) in results.items()},
        "cards_home": {name: round(cards, 2) for name, (_, cards) in results.items()},
    }


def draw(runs: Sequence[dict[str, Any]]) -> bytes:
    """The share won by distance, means of the seeds, as SVG."""
    curves = {}
    for reward in dict.fromkeys(run["reward"] for run in runs):
        for arm in ARMS:
            those = [run for run in runs if (run["reward"], run["arm"]) == (reward, arm)]
            curves[f"{reward}, {arm}"] = [
                (float(distance), mean(run["won"][str(distance)] for run in those)) for distance in DISTANCES
            ]
    return plots.learning_curves(
        curves, ylabel="share of games won", xlabel="plies before the win where games start", format_="svg"
    )


def main() -> None:
    """Train, play, save."""
    parser = argparse.ArgumentParser(description="does a curriculum help?")
    parser.add_argument("--steps", type=int, default=400_000, help="steps of each training")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("--rewards", nargs="+", default=["progress", "sparse"], choices=("progress", "sparse"))
    parser.add_argument("--folder", type=Path, default=Path("runs/curriculum"), help="where trainings are kept")
    parser.add_argument("--out", type=Path, default=Path("results/curriculum.json"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    lines = solved_lines(HELD_OUT)
    runs: list[dict[str, Any]] = []
    for seed in range(1, options.seeds + 1):
        for reward in options.rewards:
            for arm in ARMS:
                training = trained(options.folder, reward, arm, seed, options.steps)
                frontier = None if training.curriculum is None else training.curriculum.distance
                run = {"reward": reward, "arm": arm, "seed": seed, "steps": training.steps, "frontier": frontier}
                runs.append(run | tested(training.net, lines, seed))
                training.env.close()
                print(json.dumps(runs[-1]), flush=True)
                command = f"python -m scripts.curriculum --steps {options.steps} --seeds {options.seeds}"
                facts = {"python": platform.python_version(), "torch": torch.__version__, "games": len(lines)}
                document = {"command": command, "facts": facts, "runs": runs}
                files.write_whole(options.out, json.dumps(document, indent=1) + "\n")
    files.write_whole(options.out.with_suffix(".svg"), draw(runs))


if __name__ == "__main__":
    main()
