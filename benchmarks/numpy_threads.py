"""Processes that play by a network, with a thread each for NumPy and with as many as there are processors.

    python -m benchmarks.numpy_threads [--rounds 5] [--out FILE]

`crescent bench` plays a game in each of as many processes as there are processors: once as it starts them by itself,
with one thread each, once with `OMP_NUM_THREADS` saying what NumPy's libraries would do if nothing were said.  Each
round does both, one after the other; figures are medians (lowest-highest) of the rounds, ratios are taken within a
round.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from crescent.runs.processes import THREADS

FIRST = 900_001
"""The first deal: one that the network has not learned from."""


def milliseconds(processes: int, variables: Mapping[str, str]) -> float:
    """What a move takes on average where so many processes play a game each, with these variables set."""
    environment = {name: value for name, value in os.environ.items() if name not in THREADS} | dict(variables)
    words = (
        "bench",
        "--agent",
        "policy",
        "--deals",
        f"{FIRST}:{FIRST + processes - 1}",
        "--jobs",
        str(processes),
        "--json",
    )
    done = subprocess.run([sys.executable, "-m", "crescent", *words], env=environment, capture_output=True, check=True)
    seconds: float = json.loads(done.stdout)["agents"][0]["seconds_a_move"]["mean"]
    return 1000 * seconds


def main() -> None:
    """Measure, print, and save if asked to."""
    parser = argparse.ArgumentParser(description="one thread of NumPy in each process against many")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    options = parser.parse_args()
    processes = os.cpu_count() or 1
    values: dict[str, list[float]] = {"one thread": [], "all threads": [], "all / one": []}
    for _ in range(options.rounds):
        one, many = milliseconds(processes, {}), milliseconds(processes, {"OMP_NUM_THREADS": str(processes)})
        for name, value in zip(values, (one, many, many / one), strict=True):
            values[name].append(value)
    for name, rounds in values.items():
        print(f"{name:12} {statistics.median(rounds):8.2f} ({min(rounds):.2f}-{max(rounds):.2f})")
    if options.out:
        facts = {"python": platform.python_version(), "processes": processes, "unit": "milliseconds a move"}
        document = {"command": "python -m benchmarks.numpy_threads", "facts": facts} | values
        options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
