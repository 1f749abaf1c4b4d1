"""Rollouts of MaskablePPO a second: `SB3VecEnv` beside Stable-Baselines3's own vector environment, by turns.

    python -m benchmarks.sb3_rollouts [--slots 256] [--steps 16] [--rounds 5] [--policy NAME ...] [--out FILE]

A rollout is what the trainer collects before it learns: policy, masks, environment, buffer; the same policy for both,
one thread of PyTorch.  The policies are sb3-contrib's own, `MlpPolicy`; the same with PyTorch's checks of arguments
switched off, `unchecked`; and ours, `MaskedPolicy`, whose choice among legal actions costs less.
Printed are steps a second, median (lowest-highest) of the rounds, and the ratio within a round.
Beside them stands the share of the time that the environment takes, masks included.  Needs the extra `sb3`.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from pathlib import Path
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import CallbackList
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.vec_env import VecEnv

import crescent
import crescent_gym  # noqa: F401  registers the environments
from crescent_gym.sb3 import MaskedPolicy, SB3VecEnv

POLICIES = ("MlpPolicy", "unchecked", "MaskedPolicy")


class Stopwatch:
    """Adds up the time that an environment takes."""

    def __init__(self, env: Any) -> None:  # noqa: ANN401  Stable-Baselines3 is not typed here
        """Time its steps and masks."""
        self.seconds = 0.0
        for name in ("step", "env_method"):
            setattr(env, name, self._timed(getattr(env, name)))

    def _timed(self, method: Any) -> Any:  # noqa: ANN401  likewise
        def timed(*arguments: Any, **named: Any) -> Any:  # noqa: ANN401  likewise
            begin = time.perf_counter()
            try:
                return method(*arguments, **named)
            finally:
                self.seconds += time.perf_counter() - begin

        return timed


class Trainer:
    """MaskablePPO on an environment, collecting only."""

    def __init__(self, env: VecEnv, steps: int, policy: str) -> None:
        """Make the model."""
        self.watch = Stopwatch(env)
        self.steps = steps
        made = MaskedPolicy if policy == "MaskedPolicy" else "MlpPolicy"
        self.model = MaskablePPO(made, env, n_steps=steps, batch_size=env.num_envs, seed=1, device="cpu")
        self.model._setup_learn(10**9, callback=None)

    def round(self) -> tuple[float, float]:
        """Steps a second of a rollout, and the environment's share of the time."""
        self.watch.seconds = 0.0
        begin = time.perf_counter()
        callback = CallbackList([])
        callback.init_callback(self.model)
        self.model.collect_rollouts(self.model.env, callback, self.model.rollout_buffer, self.steps)
        seconds = time.perf_counter() - begin
        return self.steps * self.model.n_envs / seconds, self.watch.seconds / seconds


def shown(values: list[float], digits: int = 0) -> str:
    """Median and range."""
    return f"{statistics.median(values):,.{digits}f} ({min(values):,.{digits}f}-{max(values):,.{digits}f})"


def measure(policy: str, slots: int, steps: int, rounds: int) -> dict[str, Any]:
    """Both environments by turns under one policy; printed, and returned by what was measured."""
    torch.distributions.Distribution.set_default_validate_args(policy != "unchecked")
    own = SB3VecEnv(slots)
    own.seed(1)
    stock = make_vec_env(lambda: gymnasium.make("crescent_gym/Crescent-v0"), n_envs=slots, seed=1)
    trainers = {"SB3VecEnv": Trainer(own, steps, policy), "DummyVecEnv": Trainer(stock, steps, policy)}
    rates: dict[str, list[float]] = {name: [] for name in trainers}
    shares: dict[str, list[float]] = {name: [] for name in trainers}
    for round_ in range(rounds + 1):
        for name, trainer in trainers.items():
            rate, share = trainer.round()
            if round_:  # the first one warms up
                rates[name].append(rate)
                shares[name].append(share)
    ratios = [mine / theirs for mine, theirs in zip(*rates.values(), strict=True)]
    print(policy)
    for name in trainers:
        print(f"  {name}: {shown(rates[name])} steps/s, of the time {shown([100 * s for s in shares[name]])} % in it")
    print(f"  SB3VecEnv / DummyVecEnv: {shown(ratios, 2)}")
    return {"steps_per_second": rates, "share": shares, "ratio": ratios}


def main() -> None:
    """Measure, print, and save if asked to."""
    parser = argparse.ArgumentParser(description="rollouts of MaskablePPO a second")
    parser.add_argument("--slots", type=int, default=256)
    parser.add_argument("--steps", type=int, default=16, help="steps of a slot in a rollout")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--policy", nargs="+", choices=POLICIES, default=POLICIES)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    torch.set_num_threads(1)
    measured = {policy: measure(policy, options.slots, options.steps, options.rounds) for policy in options.policy}
    if options.out:
        command = f"python -m benchmarks.sb3_rollouts --slots {options.slots} --steps {options.steps}"
        facts = {"python": platform.python_version(), "torch": torch.__version__, "crescent": crescent.__version__}
        document = {"command": command, "facts": facts, "by_policy": measured}
        options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
