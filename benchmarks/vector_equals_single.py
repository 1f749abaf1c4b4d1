"""Plays the vector environment and single ones side by side, and compares all that they return, to the bit.

    python -m benchmarks.vector_equals_single [--steps 120] [--slots 37] [--out results/vector_equals_single.json]

Run it in the checkout: it drives both as the tests do (`tests/gym/vector/beside.py`), longer.  Every variant is played
in every autoreset mode, with both observations, both rewards and both ways to go on after an illegal action; episodes
end at all times, won, blocked, cut off and by illegal actions.  The first difference ends the run with an error.  Then
an environment of a million slots is reset and stepped, and what it keeps in memory is added up.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import resource
import time
from collections import Counter
from itertools import product
from pathlib import Path

import gymnasium
import numba
import numpy as np

from crescent import variants
from crescent_gym import CrescentVectorEnv
from tests.gym.vector.beside import MODES, Beside

MILLION = 1_000_000


def side_by_side(slots: int, steps: int) -> dict[str, object]:
    """Play all combinations; how many steps of slots were compared, and how their episodes ended."""
    ends: Counter[str] = Counter()
    combinations = list(product(variants, MODES, ("flat", "cards"), ("progress", "sparse"), ("terminate", "ignore")))
    for number, (variant, mode, observation, reward, illegal) in enumerate(combinations):
        rng = random.Random(number)
        limit = rng.choice((11, 29, 90))
        both = Beside(variant, slots, mode, limit, observation=observation, reward=reward, illegal=illegal)
        both.reset(seed=rng.randrange(2**64))
        for slot in range(slots):
            if slot % 5 == 0:
                _start_near_the_end(both, slot)
        both.play(rng, steps, illegal=0.004)
        ends.update(both.ends)
    return {
        "combinations": len(combinations),
        "slots": slots,
        "steps_of_slots": len(combinations) * slots * steps,
        "episodes_ended": dict(sorted(ends.items())),
        "differences": 0,
    }


def _start_near_the_end(both: Beside, slot: int) -> None:
    """Put one slot of both two moves before a won game."""
    position = "KS/KH/-/-/-/-/-/-/-/-/-/-/-/-/-/- QQKK AAAA 0"
    mask = np.arange(len(both.singles)) == slot
    both.reset(mask=mask, position=position, options=[{"position": position}] * len(both.singles))


def a_million(variant: str) -> dict[str, object]:
    """Reset and step a million slots; seconds, and bytes a slot by the process's own peak."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    env = CrescentVectorEnv(MILLION, variant=variant, observation="cards", copy=False)
    start = time.perf_counter()
    _, info = env.reset(seed=1)
    reset = time.perf_counter()
    codes = len(set(info["code"].tolist()))
    del info
    begin = time.perf_counter()
    reward = env.step(env.sample_actions())[1]
    step = time.perf_counter()
    slots = env._batch.slots
    kept = sum(array.nbytes for array in slots.arrays) + env._batch.chances.nbytes
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return {
        "variant": variant,
        "different_codes": codes,
        "cards_brought_home": round(96 * float(reward.sum())),
        "seconds_of_reset": round(reset - start, 2),
        "seconds_of_step": round(step - begin, 2),
        "bytes_a_slot_of_boards": round(kept / MILLION),
        "bytes_a_slot_at_the_peak": round((peak - before) * 1024 / MILLION),
    }


def main() -> None:
    """Run, print, save."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--steps", type=int, default=120)
    parser.add_argument("--slots", type=int, default=37)
    parser.add_argument("--out", type=Path)
    arguments = parser.parse_args()
    result = {
        "versions": {
            "python": platform.python_version(),
            **{module.__name__: module.__version__ for module in (gymnasium, numba, np)},
        },
        "a_million_slots": a_million("normal"),
        "side_by_side": side_by_side(arguments.slots, arguments.steps),
    }
    text = json.dumps(result, indent=2)
    print(text)
    if arguments.out is not None:
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
