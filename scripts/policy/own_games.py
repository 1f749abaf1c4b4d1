"""Whole games of a network in the vector environment, by moves drawn at a temperature: what `improving` learns from.

No game goes back to where it was while another move is left, as the agent plays.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent.codes import GameCode
from crescent.policy.features import describe
from crescent.policy.inputs import Boards, Values
from crescent.policy.network import Network
from crescent.policy.parts import adjacency
from crescent.policy.playing import Memory, after
from crescent_gym import CrescentVectorEnv
from scripts.policy.games import CAPACITY

ACTIONS = 281


class Rollout(NamedTuple):
    """What was met at play, position by position, game after game in the order of its moves.

    Attributes:
        rows: uint8 (positions, row).
        action: int64.
        chance: float32, the logarithm of what the move drawn had.
        best: float32, the chance of the likeliest.
        value: float32, the critic's chance of a win.
        game: int64.
        barred: int64, sorted: `ACTIONS` * position + action of the moves that were not to be drawn.
        won: bool, by game.
    """

    rows: NDArray[np.uint8]
    action: NDArray[np.int64]
    chance: NDArray[np.float32]
    best: NDArray[np.float32]
    value: NDArray[np.float32]
    game: NDArray[np.int64]
    barred: NDArray[np.int64]
    won: NDArray[np.bool_]


def grouped_log_chances(scores: NDArray[np.float32], board: NDArray[np.int64], boards: int) -> NDArray[np.float32]:
    """Log-probabilities of moves, each among those of its board."""
    most = np.full(boards, -np.inf, np.float32)
    np.maximum.at(most, board, scores)
    shifted = scores - most[board]
    total = np.bincount(board, np.exp(shifted), boards).astype(np.float32)
    found: NDArray[np.float32] = shifted - np.log(total)[board]
    return found


def barred_moves(
    rows: list[bytes], memories: list[Memory], boards: Boards, live: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """By move, whether it leads back to where its game was while another one does not."""
    back = np.array(
        [
            memories[live[board]].visits(after(rows[board], CAPACITY, action), CAPACITY) > 0
            for board, action in zip(boards.board.tolist(), boards.action.tolist(), strict=True)
        ]
    )
    free = np.bincount(boards.board, ~back, len(live)) > 0
    return back & free[boards.board]


def collect(
    network: Network, values: Values, first: int, games: int, *, limit: int, temperature: float, seed: tuple[int, ...]
) -> Rollout:
    """Play so many deals of normal from the code `first` on.

    Args:
        network: has the critic's logit of a win in the place of its own of the restarts' share.
        values: what goes into the description of moves.
        first: the first deal's code.
        games: how many.
        limit: moves and redeals of a game at most.
        temperature: by which scores are divided before a move is drawn.
        seed: of the moves drawn.
    """
    rng = np.random.default_rng(seed)
    adjacent = adjacency(wrap=True)
    env = CrescentVectorEnv(games, observation="cards", reward="sparse", illegal="raise", max_episode_steps=limit)
    seen, info = env.reset(options={"codes": [GameCode(first + game) for game in range(games)]})
    memories = [Memory() for _ in range(games)]
    live, won = info["legal_count"] > 0, np.zeros(games, np.bool_)
    parts: list[tuple[NDArray[Any], ...]] = []
    met = 0
    while live.any():
        (which,) = np.nonzero(live)
        now = np.array(seen[which])
        texts = [row.tobytes() for row in now]
        for game, row in zip(which, texts, strict=True):
            memories[game].enter(row, CAPACITY)
        boards = describe(now, CAPACITY, adjacent, values)
        scores, opinions = network.judge(boards)
        back = barred_moves(texts, memories, boards, which)
        chances = grouped_log_chances(
            np.where(back, np.float32(-1e9), scores / np.float32(temperature)), boards.board, len(which)
        )
        drawn = chances + rng.gumbel(size=len(chances))
        order = np.lexsort((drawn, boards.board))
        last = order[np.cumsum(np.bincount(boards.board, minlength=len(which))) - 1]
        most = np.zeros(len(which), np.float32)
        np.maximum.at(most, boards.board, np.exp(chances))
        parts.append(
            (
                now, boards.action[last], chances[last], most, 1 / (1 + np.exp(-opinions[:, 1])),
                which, ACTIONS * (met + boards.board[back]) + boards.action[back],
            )
        )  # fmt: skip
        met += len(which)
        actions = info["action_mask"].argmax(1)  # of games that are over, which are dealt anew and not looked at
        actions[which] = boards.action[last]
        seen, reward, terminated, truncated, info = env.step(actions)
        won |= live & (reward > 0)
        live &= ~(terminated | truncated)
    env.close()
    rows, action, chance, best, value, whose, keys = (np.concatenate(column) for column in zip(*parts, strict=True))
    order = np.argsort(whose, kind="stable")
    places = np.empty(met, np.int64)
    places[order] = np.arange(met)
    barred = np.sort(ACTIONS * places[keys // ACTIONS] + keys % ACTIONS)
    return Rollout(rows[order], action[order], chance[order], best[order], value[order], whose[order], barred, won)
