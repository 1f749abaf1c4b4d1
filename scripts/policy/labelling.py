"""What the solver says of positions: the shortest of several won lines, and how it was found.

    python -m scripts.policy.labelling --first 2000001 --deals 20000 --folder runs/policy/lines

Each shard holds `rows` (uint8, positions by 233), `labels` (int16, positions by 16: actions that serve, -1 behind the
last), `left` (int16, plies that are left on the line, -1 where there is none), `ease` (float32, the share of the
restarts that won from there, NaN where none were made), `drop` (float32, by how much that fell behind the move that a
game made there, 0 where the move serves).
"""

from __future__ import annotations

import argparse
import math
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent.position import Position
from crescent.solver.limits import Watch
from crescent.solver.searching import Search, ready_program
from scripts.policy.lines import MOST_READY, follow, ready, simplified

RESTARTS = 10
"""Restarts of the solver for each position, of 3,000 nodes each."""

SHARD = 1000
"""Deals in a file."""


MOST_FAILURES = 3
"""Positions of a game that are not solved, before the rest of it is left out."""

SKIPPED = 7
"""Plies that are passed over after a position that is not solved."""

ALONG = 12
"""Plies of a line that a game left which are kept as well."""


class Labelled(NamedTuple):
    """A won line from a position: what is described above, by ply."""

    rows: NDArray[np.uint8]
    labels: NDArray[np.int16]
    left: NDArray[np.int16]
    ease: NDArray[np.float32]
    drop: NDArray[np.float32]


def shortest(position: Position, seed: int, restarts: int = RESTARTS) -> tuple[NDArray[np.int16] | None, float]:
    """The steps of the shortest line that some restarts find, simplified, None where none wins; the share that won."""
    search = Search(position, seed, Watch(None, None, None))
    search.use(ready_program())
    row = np.frombuffer(position.row, np.uint8)
    found = [simplified(row, np.array(search.last_line(), np.int64)) for _ in range(restarts) if search.restart()]
    return (min(found, key=len) if found else None), len(found) / restarts


def label(position: Position, seed: int) -> Labelled | None:
    """The positions along the line that `shortest` finds."""
    best, ease = shortest(position, seed)
    if best is None:
        return None
    row = np.frombuffer(position.row, np.uint8)
    return _along(row, best, len(best), ease)


def correct(
    rows: NDArray[np.uint8], actions: NDArray[np.int64], seed: int, restarts: int = RESTARTS
) -> Labelled | None:
    """What would have served at each position of a game that was played so; None where nothing is known.

    The game is followed as long as it keeps to a line that wins; where it leaves it the solver is asked anew, and where
    that finds nothing any more the rest is left out.
    """
    parts: list[Labelled] = []
    along: Labelled | None = None
    at = failures = 0
    while at < len(actions) and failures < MOST_FAILURES:
        steps, ease = shortest(Position.from_row(rows[at].tobytes()), seed + at, restarts)
        if along is not None:  # the last move of what was followed before did not serve
            parts[-1].drop[-1] = max(0.0, float(parts[-1].ease[0]) - ease)
            parts.append(along)
            along = None
        if steps is None:
            failures += 1
            parts.append(_given_up(rows[at : at + 1]))
            at += SKIPPED
            continue
        labels = np.zeros((len(actions) - at, MOST_READY), np.int16)
        plies = follow(rows[at], steps, actions[at:], labels)
        parts.append(_part(rows[at : at + plies], labels[:plies], len(steps), ease))
        along = _along(rows[at], steps[:ALONG], len(steps), math.nan)
        at += plies
    return joined(parts) if parts else None


def _part(rows: NDArray[np.uint8], labels: NDArray[np.int16], left: int, ease: float) -> Labelled:
    """Positions along a line that has `left` steps in all, from whose first so many restarts won."""
    count = len(rows)
    eases = np.full(count, np.nan, np.float32)
    eases[0] = ease
    return Labelled(rows, labels, (left - np.arange(count)).astype(np.int16), eases, np.zeros(count, np.float32))


def _given_up(rows: NDArray[np.uint8]) -> Labelled:
    """A position that no restart won: nothing is known to serve."""
    return _part(rows, np.full((len(rows), MOST_READY), -1, np.int16), -1, 0.0)


def _along(row: NDArray[np.uint8], steps: NDArray[np.int16], left: int, ease: float) -> Labelled:
    """The positions along the steps of a line that has `left` in all."""
    rows = np.zeros((len(steps), len(row)), np.uint8)
    labels = np.zeros((len(steps), MOST_READY), np.int16)
    ready(row, steps, rows, labels)
    return _part(rows, labels, left, ease)


def joined(parts: list[Labelled]) -> Labelled:
    """One after the other."""
    return Labelled(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def save(path: Path, parts: list[Labelled]) -> int:
    """Write a shard, whole or not at all; how many positions it has."""
    whole = joined(parts)
    partial = path.with_suffix(".new.npz")
    np.savez(partial, **whole._asdict())
    partial.replace(path)
    return len(whole.rows)


def lines_of(first: int, deals: int, folder: Path, shard: int = SHARD) -> None:
    """Label deals; shards that are there already are not made again."""
    folder.mkdir(parents=True, exist_ok=True)
    for begin in range(first, first + deals, shard):
        path = folder / f"{begin}.npz"
        if path.exists():
            continue
        began = time.perf_counter()
        numbers = range(begin, min(begin + shard, first + deals))
        parts = [part for part in (label(Position.deal(number), number) for number in numbers) if part]
        if not parts:
            raise ValueError(f"none of the deals {begin} to {numbers[-1]} was solved: ask for more")
        count = save(path, parts)
        seconds = time.perf_counter() - began
        print(f"{path}: {len(parts)} of {len(numbers)} deals, {count:,} positions, {seconds:.1f} s", flush=True)


def main() -> None:
    """Label deals as the command line says."""
    parser = argparse.ArgumentParser(description="lines of the solver to learn from")
    parser.add_argument("--first", type=int, default=2_000_001, help="first code of the training set")
    parser.add_argument("--deals", type=int, default=20_000, help="deals")
    parser.add_argument("--folder", type=Path, default=Path("runs/policy/lines"), help="where the shards go")
    options = parser.parse_args()
    lines_of(options.first, options.deals, options.folder)


if __name__ == "__main__":
    main()
