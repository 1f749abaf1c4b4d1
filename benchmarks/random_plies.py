"""Random legal plies per second through `Position`, against python-chess's `Board`: the same loop, in one run.

    python benchmarks/random_plies.py [--plies 20000] [--rounds 5] [--out results/random_plies.json]

One ply is: list the legal moves, choose one at random, play it; a game that ends starts anew.  Each round times both
libraries, one after the other, so that a slow moment of the machine meets both.  Needs the package `chess`.
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path

import chess

import crescent


def crescent_plies(count: int, rng: random.Random) -> None:
    """Play `count` random plies of Crescent."""
    position = crescent.GameCode.random(rng=rng).deal()
    for _ in range(count):
        moves = position.legal_moves()
        if not moves:
            position = crescent.GameCode.random(rng=rng).deal()
            moves = position.legal_moves()
        position = position.play(rng.choice(moves))


def chess_plies(count: int, rng: random.Random) -> None:
    """Play `count` random plies of chess."""
    board = chess.Board()
    for _ in range(count):
        moves = list(board.legal_moves)
        if not moves:
            board = chess.Board()
            moves = list(board.legal_moves)
        board.push(rng.choice(moves))


def rate(play: Callable[[int, random.Random], None], plies: int, seed: int) -> float:
    """Plies per second of one call."""
    rng = random.Random(seed)
    begin = time.perf_counter()
    play(plies, rng)
    return plies / (time.perf_counter() - begin)


def main() -> None:
    """Measure, print a line a library and the ratio, and save all if asked to."""
    parser = argparse.ArgumentParser(description="random legal plies per second, Crescent against python-chess")
    parser.add_argument("--plies", type=int, default=20_000, help="plies a round (default 20000)")
    parser.add_argument("--rounds", type=int, default=5, help="rounds (default 5)")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    options = parser.parse_args()
    rates: dict[str, list[float]] = {"crescent": [], "chess": []}
    for seed in range(options.rounds):
        rates["crescent"].append(rate(crescent_plies, options.plies, seed))
        rates["chess"].append(rate(chess_plies, options.plies, seed))
    rates["ratio"] = [ours / theirs for ours, theirs in zip(rates["crescent"], rates["chess"], strict=True)]
    for name, values in rates.items():
        unit = "times" if name == "ratio" else "plies/s"
        digits = 2 if name == "ratio" else 0
        median, low, high = (round(f(values), digits) for f in (statistics.median, min, max))
        print(f"{name:9} median {median:>10} {unit} (min {low}, max {high})")
    if options.out:
        facts = {"python": platform.python_version(), "chess": chess.__version__, "crescent": crescent.__version__}
        document = {"command": "python benchmarks/random_plies.py", "facts": facts, "plies": options.plies} | rates
        options.out.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
