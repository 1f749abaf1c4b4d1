"""What must be measured in a process of its own: the first step after a start, and memory a slot.

    python benchmarks/fresh_process.py start 1024
    python benchmarks/fresh_process.py memory cards 100000

prints one line of JSON.  `environments.py` calls it.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def start(slots: int) -> dict[str, float]:
    """Seconds of the imports, and of making, resetting and stepping a vector environment once after them."""
    begin = time.perf_counter()
    import gymnasium

    import crescent_gym

    imported = time.perf_counter()
    env: Any = gymnasium.make_vec(crescent_gym.environment_id("normal"), slots)
    env.reset(seed=1)
    env.step(env.sample_actions())
    return {"imports": imported - begin, "first_step": time.perf_counter() - imported}


def memory(observation: str, slots: int) -> dict[str, float]:
    """Bytes a slot that Python and numpy have allocated: kept by the environment, and at the peak of three steps."""
    import gymnasium

    import crescent_gym

    name = crescent_gym.environment_id("normal")
    gymnasium.make_vec(name, 1, observation=observation).reset(seed=1)  # what is made once, whatever the slots
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    env: Any = gymnasium.make_vec(name, slots, observation=observation)
    env.reset(seed=1)
    kept, _ = tracemalloc.get_traced_memory()
    begin = time.perf_counter()
    for _ in range(3):
        env.step(env.sample_actions())
    seconds = time.perf_counter() - begin
    _, peak = tracemalloc.get_traced_memory()
    return {"kept": (kept - before) / slots, "peak": (peak - before) / slots, "steps_per_second": 3 * slots / seconds}


def _asked(*arguments: str, **environment: str) -> dict[str, float]:
    """What this file prints, run in a process of its own."""
    command = [sys.executable, str(Path(__file__).resolve()), *arguments]
    result = subprocess.run(
        command, env=os.environ | environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        encoding="utf-8",
    )  # fmt: skip
    answer: dict[str, float] = json.loads(result.stdout)
    return answer


def starts(rounds: int, slots: int) -> dict[str, dict[str, list[float]]]:
    """Seconds of each start, with an empty cache of compiled code and with the one that it leaves behind."""
    found: dict[str, dict[str, list[float]]] = {"empty cache": {}, "warm cache": {}}
    for _ in range(rounds):
        with tempfile.TemporaryDirectory() as folder:
            for state in found.values():
                for key, seconds in _asked("start", str(slots), CRESCENT_CACHE_DIR=folder).items():
                    state.setdefault(key, []).append(seconds)
    return found


def memories(slots: int) -> Iterator[tuple[str, dict[str, float]]]:
    """Bytes a slot of each built-in observation."""
    for observation in ("cards", "flat"):
        yield observation, {"slots": slots, **_asked("memory", observation, str(slots))}


def main() -> None:
    """Measure one thing and print it."""
    parser = argparse.ArgumentParser(description="measure one thing in a fresh process")
    kinds = parser.add_subparsers(dest="kind", required=True)
    kinds.add_parser("start").add_argument("slots", type=int)
    second = kinds.add_parser("memory")
    second.add_argument("observation")
    second.add_argument("slots", type=int)
    options = parser.parse_args()
    found = start(options.slots) if options.kind == "start" else memory(options.observation, options.slots)
    print(json.dumps(found))


if __name__ == "__main__":
    main()
