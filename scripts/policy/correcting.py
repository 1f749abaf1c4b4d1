"""Games of the network, and what the solver would have played (dataset aggregation: Ross, Gordon and Bagnell, 2011).

Shards like those of `scripts.policy.labelling`.
"""

from __future__ import annotations

import time
from pathlib import Path

import numpy as np

from crescent.policy.inputs import Values
from crescent.policy.network import Network
from scripts.policy.games import play
from scripts.policy.labelling import correct, save

GAMES = 250
"""Games that are played at once, and kept in a shard."""


def collect(
    network: Network,
    values: Values,
    first: int,
    shards: int,
    folder: Path,
    *,
    noise: float,
    restarts: int,
    size: int = GAMES,
) -> None:
    """Play the deals from `first` on, `size` a shard, and keep what the solver says of the positions met."""
    folder.mkdir(parents=True, exist_ok=True)
    for begin in range(first, first + shards * size, size):
        path = folder / f"{begin}.npz"
        if path.exists():
            continue
        began = time.perf_counter()
        games = play(network, values, list(range(begin, begin + size)), noise=noise, seed=begin)
        middle = time.perf_counter()
        order = np.argsort(games.game, kind="stable")
        rows, actions = games.rows[order], games.actions[order]
        ends = np.cumsum(np.bincount(games.game, minlength=size))
        parts = [
            correct(rows[start:end], actions[start:end], begin + game, restarts)
            for game, (start, end) in enumerate(zip(ends - np.diff(ends, prepend=0), ends, strict=True))
        ]
        count = save(path, [part for part in parts if part])
        print(
            f"{path}: won {games.won.mean():.3f}, {games.cards.mean():.1f} cards; "
            f"{count:,} positions of {len(rows):,}; "
            f"{middle - began:.0f} s to play, {time.perf_counter() - middle:.0f} s to correct",
            flush=True,
        )
