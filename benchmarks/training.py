"""End-to-end training with our own PPO: steps a second with net and learning, and the environment's share of the time.

    python -m benchmarks.training [--slots 1024] [--rollout 32] [--rounds 5] [--out FILE]

It is the training of `examples/train_ppo.py` itself, one thread of PyTorch, timed round by round; what the environment
takes is the time in its `step`, masks, infos and observations included.  Printed are medians (lowest-highest) of the
rounds; the first one, which warms up, is left out.  Needs the extra `sb3`.
"""

from __future__ import annotations

import argparse
import json
import platform
import runpy
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

import torch

import crescent

PROGRAM = Path(__file__).parents[1] / "examples" / "train_ppo.py"


class Timed:
    """Adds up the time in an environment's `step`."""

    def __init__(self, env: Any) -> None:  # noqa: ANN401  a vector environment
        """Time it."""
        self.seconds, self._step = 0.0, env.step
        env.step = self._timed

    def _timed(self, actions: Any) -> Any:  # noqa: ANN401  as Gymnasium has it
        begin = time.perf_counter()
        try:
            return self._step(actions)
        finally:
            self.seconds += time.perf_counter() - begin


def shown(values: list[float], digits: int = 0) -> str:
    """Median and range."""
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def main() -> None:
    """Measure, print, and save if asked to."""
    parser = argparse.ArgumentParser(description="end-to-end training, steps a second")
    parser.add_argument("--slots", type=int, default=1024)
    parser.add_argument("--rollout", type=int, default=32, help="steps of a slot in a round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    training_class = runpy.run_path(str(PROGRAM))["Training"]
    rates: list[float] = []
    shares: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        asked = argparse.Namespace(
            seed=1, slots=options.slots, variant="normal", rate=3e-4, folder=folder, rollout=options.rollout
        )
        training = training_class(asked)
        watch = Timed(training.env)
        for round_ in range(options.rounds + 1):
            watch.seconds = 0.0
            begin = time.perf_counter()
            training.learn(training.collect())
            seconds = time.perf_counter() - begin
            if round_:
                rates.append(options.slots * options.rollout / seconds)
                shares.append(watch.seconds / seconds)
    print(
        f"end-to-end: {shown(rates)} steps/s; the environment takes {shown([100 * s for s in shares], 1)} % of the time"
    )
    if options.out:
        command = f"python -m benchmarks.training --slots {options.slots} --rollout {options.rollout}"
        facts = {"python": platform.python_version(), "torch": torch.__version__, "crescent": crescent.__version__}
        document = {"command": command, "facts": facts, "steps_per_second": rates, "environment_share": shares}
        options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
