"""Many games of a network at once: how strong it is, and where it gets to."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.policy.features import describe
from crescent.policy.inputs import Values
from crescent.policy.network import Network
from crescent.policy.parts import adjacency
from crescent.policy.playing import Memory, after
from crescent.position import Position

CAPACITY = 13
LIMIT = 400
"""Moves and redeals of a game at most."""


class Games(NamedTuple):
    """What came of some games.

    Attributes:
        won: by game.
        cards: by game, on the foundations at the end.
        plies: by game.
        rows: of all positions met at which something was played, uint8; `game` says whose, `actions` what.
    """

    won: NDArray[np.bool_]
    cards: NDArray[np.int64]
    plies: NDArray[np.int64]
    rows: NDArray[np.uint8]
    game: NDArray[np.int64]
    actions: NDArray[np.int64]


def play(
    network: Network,
    values: Values,
    numbers: list[int],
    *,
    limit: int = LIMIT,
    noise: float = 0.0,
    seed: int = 0,
) -> Games:
    """Play the deals of `numbers`, normal rules; `noise` is the scale of Gumbel noise on the scores."""
    rng = np.random.default_rng(seed)
    adjacent = adjacency(wrap=True)
    rows = [Position.deal(number).row for number in numbers]
    memories = [Memory() for _ in numbers]
    plies = np.zeros(len(numbers), np.int64)
    met: list[NDArray[np.uint8]] = []
    whose: list[NDArray[np.int64]] = []
    played: list[NDArray[np.int64]] = []
    live = list(range(len(numbers)))
    while live:
        batch = np.array([np.frombuffer(rows[game], np.uint8) for game in live])
        boards = describe(batch, CAPACITY, adjacent, values)
        scores, _ = network.judge(boards)
        if noise:
            scores = scores + np.float32(noise) * rng.gumbel(size=len(scores)).astype(np.float32)
        order = np.argsort(boards.board, kind="stable")
        ends = np.cumsum(np.bincount(boards.board, minlength=len(live)))
        left, chosen = [], np.full(len(live), -1)
        for place, game in enumerate(live):
            mine = order[(ends[place - 1] if place else 0) : ends[place]]
            if not len(mine) or plies[game] >= limit:
                continue
            memories[game].enter(rows[game], CAPACITY)
            action = memories[game].best(rows[game], CAPACITY, boards.action[mine].tolist(), scores[mine].tolist())
            chosen[place] = action
            row = after(rows[game], CAPACITY, action)
            rows[game] = bytes(row)
            plies[game] += 1
            if not kernel.is_won(row, CAPACITY):
                left.append(game)
        met.append(batch[chosen >= 0])
        whose.append(np.array(live)[chosen >= 0])
        played.append(chosen[chosen >= 0])
        live = left
    cards = np.array([kernel.cards_home(row, CAPACITY) for row in rows])
    return Games(cards == 104, cards, plies, np.concatenate(met), np.concatenate(whose), np.concatenate(played))
