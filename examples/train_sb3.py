"""MaskablePPO of sb3-contrib on hundreds of games at once: `python train_sb3.py --help`; needs the extra `sb3`.

    python train_sb3.py --steps 2000000 --slots 256 --folder runs/sb3

The folder holds the checkpoint, from which it goes on when it is started again, whatever ended it; `curve.csv` and
`curve.png`; and TensorBoard's logs (`tensorboard --logdir runs/sb3`).
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import configure

from crescent_gym.curriculum import Curriculum, solved_lines
from crescent_gym.sb3 import MaskedPolicy, SB3VecEnv
from crescent_gym.training import LOGS, TrainingRun, play_deals

MODEL, SCHEDULE = "model.zip", "curriculum.json"
"""Files of a checkpoint."""


class Keeper(BaseCallback):  # type: ignore[misc]  # mypy skips Stable-Baselines3
    """Keeps a checkpoint and a line of the table after every improvement."""

    def __init__(self, run: TrainingRun, curriculum: Curriculum | None) -> None:
        """Keep them in the folder of `run`."""
        super().__init__()
        self.run, self.curriculum = run, curriculum

    def _on_rollout_start(self) -> None:
        self.keep()  # what was learnt from the rollout before is in the model by now

    def _on_step(self) -> bool:
        return True

    def keep(self) -> None:
        """Keep what there is, unless it is kept already."""
        if self.model.num_timesteps > self.run.steps:
            ended, line = list(self.model.ep_info_buffer), {}
            if self.curriculum is not None:
                line = {"distance": self.curriculum.distance, "success_rate": self.curriculum.success_rate}
            elif ended:
                line = {"cards": round(8 + 96 * sum(episode["r"] for episode in ended) / len(ended), 2)}
            self.run.keep(self.model.num_timesteps, self._write, line or None)

    def _write(self, path: Path) -> None:
        path.mkdir()
        self.model.save(path / MODEL)
        if self.curriculum is not None:
            (path / SCHEDULE).write_text(json.dumps(self.curriculum.state()), encoding="utf-8")


def main() -> None:
    """Train, and test at the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add(
        "--steps",
        type=int,
        default=8_192,
        help="steps in all, rounded up to whole rollouts (default 8,192: a look; 20,000,000 show something)",
    )
    add("--slots", type=int, default=64, help="games at once")
    add("--rollout", type=int, default=64, help="steps of each game between two improvements")
    add("--seed", type=int, default=1, help="of nets, choices and deals")
    add("--variant", default="normal", help="what is played")
    add("--curriculum", type=int, default=0, help="start near the end of so many solved deals, then farther from it")
    add("--folder", default="runs/sb3", help="where everything is kept (default runs/sb3, in the current folder)")
    options = parser.parse_args()
    torch.set_num_threads(1)  # the net is too small for more

    run = TrainingRun(options.folder, tensorboard=False)  # Stable-Baselines3 logs for itself
    lines = solved_lines(range(1000, 1000 + options.curriculum), options.variant)
    curriculum = Curriculum(lines) if lines else None
    env = SB3VecEnv(options.slots, variant=options.variant, curriculum=curriculum)
    env.seed(options.seed + run.steps)
    if run.checkpoint is not None:
        print(f"goes on from {run.steps:,} steps in {run.checkpoint}")
        model = MaskablePPO.load(run.checkpoint / MODEL, env=env, device="cpu")
        if curriculum is not None and (run.checkpoint / SCHEDULE).exists():
            curriculum.set_state(json.loads((run.checkpoint / SCHEDULE).read_text(encoding="utf-8")))
    else:
        settings: dict[str, Any] = {"n_steps": options.rollout, "batch_size": options.slots * options.rollout // 4}
        model = MaskablePPO(
            MaskedPolicy, env, gamma=0.999, n_epochs=4, ent_coef=0.01, seed=options.seed, device="cpu", **settings
        )
    model.set_logger(configure(str(run.folder / LOGS), ["tensorboard"]))
    keeper = Keeper(run, curriculum)
    if run.steps < options.steps:
        bar = sys.stderr.isatty()
        model.learn(options.steps - run.steps, callback=keeper, reset_num_timesteps=False, progress_bar=bar)
        keeper.keep()
    if curriculum is None:
        print(run.draw("cards", "cards home at the end of a game"))
    else:
        print(run.draw("distance", "plies before the win where games start"))

    def choose(boards: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The likeliest legal actions; without the masks `predict` plays illegally."""
        actions: NDArray[np.int64] = model.predict(boards, action_masks=masks, deterministic=True)[0]
        return actions

    won, cards = play_deals(choose, variant=options.variant)
    print(f"{model.num_timesteps:,} steps; held-out deals: {100 * won:.1f} % won, {cards:.1f} of 104 cards home")


if __name__ == "__main__":
    main()
