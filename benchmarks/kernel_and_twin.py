"""The kernel's own functions, compiled, against their specialised twin for batches: is the twin worth having?

    python -m benchmarks.kernel_and_twin [--slots 1024] [--steps 1000] [--rounds 5] [--out FILE]

Both play random legal moves of the normal variant and do the same for every step: choose, play, list or mark the legal
actions, write the mask and a copy of the row, deal anew where no action is left.  Each round times both, one after
the other; figures are medians (lowest-highest) of the rounds, ratios are taken within a round.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crescent import jit, kernel
from crescent.moves import ACTION_COUNT
from crescent.rules import Rules
from crescent_gym.batch import outputs, steps
from crescent_gym.batch.batch import Batch
from crescent_gym.starts import random_seeds

CAPACITY, REDEALS, LENGTH, ACTIONS = 13, 3, 233, 281

# The kernel's types are those of CPython; compiled, its functions take arrays.
_deal: Any = kernel.deal
_legal_actions: Any = kernel.legal_actions
_mix: Any = kernel.mix
_play: Any = kernel.play


@jit.compiler(None)
def kernel_step(
    rows: NDArray[Any],
    lists: NDArray[Any],
    counts: NDArray[Any],
    states: NDArray[Any],
    scratch: NDArray[Any],
    mask: NDArray[Any],
    observation: NDArray[Any],
) -> None:
    """One random legal step of every slot; an empty list of actions asks for a deal."""
    for slot in range(rows.shape[0]):
        row, actions = rows[slot], lists[slot]
        states[slot] += 0x9E3779B97F4A7C15
        chance = _mix(states[slot]) >> 29
        if counts[slot] == 0:
            _deal(row, CAPACITY, REDEALS, False, chance)
        else:
            _play(row, CAPACITY, actions[(chance & 0xFFFFFF) % counts[slot]])
        counts[slot] = _legal_actions(row, CAPACITY, True, False, scratch, actions)
        mask[slot] = 0 if counts[slot] else 1
        for place in range(counts[slot]):
            mask[slot, actions[place]] = 1
        for cell in range(LENGTH):
            observation[slot, cell] = row[cell]


class Kernel:
    """Slots that are stepped by the kernel's functions."""

    def __init__(self, slots: int) -> None:
        """Deal in all slots."""
        self._arrays = (
            np.zeros((slots, LENGTH), np.uint8),
            np.zeros((slots, ACTION_COUNT), np.int64),
            np.zeros(slots, np.int64),
            np.arange(slots, dtype=np.uint64),
            np.zeros(kernel.SCRATCH, np.int64),
        )
        self.step()

    def step(self) -> None:
        """Choose and step, into fresh arrays."""
        slots = self._arrays[0].shape[0]
        kernel_step(*self._arrays, np.empty((slots, ACTIONS), np.int8), np.empty((slots, LENGTH), np.uint8))


class Twin:
    """Slots that are stepped by the batch's code."""

    def __init__(self, slots: int) -> None:
        """Deal in all slots."""
        self._batch = Batch(
            slots,
            Rules(),
            kind=outputs.CARDS,
            reward=steps.PROGRESS,
            policy=steps.TERMINATE,
            mode=steps.NEXT_STEP,
            limit=0,
            fresh=True,
            threads=1,
        )
        self._batch.seed(random_seeds(slots))
        self._batch.deal(np.ones(slots, np.bool_))
        self.step()

    def step(self) -> None:
        """Choose and step, into fresh arrays."""
        self._batch.step(self._batch.choose())


def rate(player: Kernel | Twin, slots: int, count: int) -> float:
    """Million steps of slots a second."""
    begin = time.perf_counter()
    for _ in range(count):
        player.step()
    return slots * count / (time.perf_counter() - begin) / 1e6


def main() -> None:
    """Measure, print, and save if asked to."""
    parser = argparse.ArgumentParser(description="the compiled kernel against its twin for batches")
    parser.add_argument("--slots", type=int, default=1024, help="slots (default 1024)")
    parser.add_argument("--steps", type=int, default=1000, help="steps of all slots a round (default 1000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    options = parser.parse_args()
    own, twin = Kernel(options.slots), Twin(options.slots)
    values: dict[str, list[float]] = {"kernel": [], "twin": [], "twin / kernel": []}
    for _ in range(options.rounds):
        pair = rate(own, options.slots, options.steps), rate(twin, options.slots, options.steps)
        for name, value in zip(values, (*pair, pair[1] / pair[0]), strict=True):
            values[name].append(value)
    for name, rounds in values.items():
        print(f"{name:14} {statistics.median(rounds):6.2f} ({min(rounds):.2f}-{max(rounds):.2f})")
    if options.out:
        facts = {"python": platform.python_version(), "slots": options.slots, "unit": "million steps a second"}
        document = {"command": "python -m benchmarks.kernel_and_twin", "facts": facts} | values
        options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
