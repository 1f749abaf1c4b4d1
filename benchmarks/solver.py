"""The solver on the deals 1 to 1000 of normal, beside a plain C++ search of the same kind, by turns in one run.

    python benchmarks/solver.py [--first 1] [--last 1000] [--nodes 8000000] [--out results/solver_1_1000.json]

The yardstick is `../shared/bench/rough_solver.cpp` (noisy greedy best-first search with restarts, untuned; its own 400
restarts of 10,000 nodes) where it is there and a C++ compiler is found.  The two solve chunks of 50 deals by turns, so
that a slow moment of the machine meets both.  Each uses one core.  Our time is that of the whole call of `solve`, with
the replay by the rules; compiling happens before.  Seeds are the deals' numbers, so that the answers repeat themselves.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import crescent
from crescent import GameCode, Position, variants
from crescent.solver import Status, program, solve

YARDSTICK = Path(__file__).parents[2] / "shared" / "bench" / "rough_solver.cpp"
CHUNK = 50
TOLD = 10
"""How many deals are told one by one, those that took most nodes."""


class Result(NamedTuple):
    """What one deal took; `moves` is None where it was not solved or is not told."""

    number: int
    status: str
    nodes: int
    seconds: float
    moves: int | None = None


def ours(number: int, nodes: int) -> Result:
    """Solve a deal by this package."""
    position = GameCode(number, variants["normal"]).deal()
    begin = time.perf_counter()
    solution = solve(position, nodes=nodes, seed=number)
    seconds = time.perf_counter() - begin
    moves = solution.move_count if solution.status is Status.SOLVED else None
    return Result(number, str(solution.status), solution.nodes, seconds, moves)


def theirs(binary: Path, first: int, last: int) -> list[Result]:
    """Solve deals by the C++ program."""
    run = subprocess.run([str(binary), str(first), str(last)], capture_output=True, text=True, check=True)
    results = []
    for line in run.stderr.splitlines():
        number, cards, nodes, seconds = line.split()
        results.append(Result(int(number), "solved" if cards == "104" else "unknown", int(nodes), float(seconds)))
    return results


def built(folder: Path) -> Path | None:
    """The C++ program, built in `folder`; None without its source or a compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if compiler is None or not YARDSTICK.exists():
        return None
    binary = folder / "rough_solver"
    options = ["-O3", "-march=native", "-std=c++17"]
    subprocess.run([compiler, *options, "-o", str(binary), str(YARDSTICK)], check=True, timeout=300)
    return binary


def summary(results: Sequence[Result]) -> dict[str, float | list[int] | dict[int, int]]:
    """The figures of a run: milliseconds and nodes a deal, what was not solved, what took most nodes."""
    times = sorted(1000 * result.seconds for result in results)
    nodes = [result.nodes for result in results]
    moves = [result.moves for result in results if result.moves is not None]
    row: dict[str, float | list[int] | dict[int, int]] = {
        "deals": len(results),
        "solved": sum(result.status == "solved" for result in results),
        "mean_ms": round(statistics.fmean(times), 2),
        "median_ms": round(statistics.median(times), 2),
        "p99_ms": round(times[99 * (len(times) - 1) // 100], 1),
        "longest_ms": round(times[-1], 1),
        "nodes_per_deal": round(statistics.fmean(nodes)),
        "median_nodes": round(statistics.median(nodes)),
        "nodes_per_second": round(1000 * sum(nodes) / sum(times)),
        "not_solved": [result.number for result in results if result.status != "solved"],
        "hardest": {result.number: result.nodes for result in sorted(results, key=lambda each: -each.nodes)[:TOLD]},
    }
    if moves:
        row["mean_moves"] = round(statistics.fmean(moves), 1)
    return row


def main() -> None:
    """Measure, print both summaries, and save them if asked to."""
    parser = argparse.ArgumentParser(description="the solver beside a C++ search, on the same deals by turns")
    parser.add_argument("--first", type=int, default=1, help="first code number (default 1)")
    parser.add_argument("--last", type=int, default=1000, help="last code number (default 1000)")
    parser.add_argument("--nodes", type=int, default=8_000_000, help="our node budget for a deal (default 8000000)")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    options = parser.parse_args()
    solve(Position.deal(0), nodes=1)  # compiles
    results: dict[str, list[Result]] = {"crescent": []}
    with tempfile.TemporaryDirectory() as folder:
        binary = built(Path(folder))
        if binary:
            results["c++"] = []
        for first in range(options.first, options.last + 1, CHUNK):
            last = min(first + CHUNK - 1, options.last)
            results["crescent"] += [ours(number, options.nodes) for number in range(first, last + 1)]
            if binary:
                results["c++"] += theirs(binary, first, last)
    summaries = {name: summary(rows) for name, rows in results.items()}
    print(json.dumps(summaries, indent=1))
    if options.out:
        facts = {
            "python": platform.python_version(),
            "crescent": crescent.__version__,
            "compiled": program.best_program().is_compiled,
            "processors": os.cpu_count(),
        }
        command = f"python benchmarks/solver.py --first {options.first} --last {options.last} --nodes {options.nodes}"
        text = json.dumps({"command": command, "facts": facts} | summaries, indent=1)
        options.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
