"""A player by a network: from rows to actions, with what it remembers of its game."""

from __future__ import annotations

import os
import random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crescent.policy.features import describe
from crescent.policy.inputs import Boards
from crescent.policy.parts import adjacency
from crescent.policy.playing import Memory, after
from crescent.policy.search import Search, judgements
from crescent.policy.symmetries import images
from crescent.policy.weights import load
from crescent.rules import Rules

MOST_REMEMBERED: Final = 10_000
"""Positions of a game that are remembered at most; then all are forgotten."""


class Player:
    """Plays one game after another.

    Args:
        beam: positions that the network may judge for a move.
        symmetries: of the game under which the position is judged, where nothing is searched.
        weights: the file of weights, None for the package's own.
        seed: of the noise in searches, the same for every game.

    Raises:
        FileError: the file cannot be read or holds no weights.
    """

    def __init__(self, beam: int, symmetries: int, weights: str | os.PathLike[str] | None, seed: int | None) -> None:
        """Load the network."""
        self._beam, self._symmetries, self._seed = beam, symmetries, seed
        self._trained = load(weights)
        self._rules: Rules | None = None
        self._memory = Memory()
        self._expected = b""

    def action(self, row: bytes, rules: Rules) -> int | None:
        """The action index for a row in which all cards are known; None where there is none that the network knows."""
        self._look(row, rules)
        self._memory.enter(row, rules.pile_capacity)
        action = self._searched(row, rules) if self._beam > 1 else self._scored(row, rules)
        self._expected = b"" if action is None else bytes(after(row, rules.pile_capacity, action))
        return action

    def _scored(self, row: bytes, rules: Rules) -> int | None:
        """The best action by its mean score, of those that lead to where the game was least often."""
        rows, origins = images(np.frombuffer(row, np.uint8), self._symmetries)
        boards = self._described(rows, rules)
        if not len(boards.action):
            return None
        scores, _ = self._trained.network.judge(boards)
        actions = origins[boards.board, boards.action]
        sums = np.bincount(actions, scores, 281)
        legal = np.unique(actions)
        return self._memory.best(row, rules.pile_capacity, legal.tolist(), sums[legal].tolist())

    def _searched(self, row: bytes, rules: Rules) -> int | None:
        """The first action of the best line that the search has."""
        asking = self._search.decide(row, self._memory)
        try:
            rows = next(asking)
            while True:
                boards = self._described(np.array([np.frombuffer(each, np.uint8) for each in rows]), rules)
                rows = asking.send(judgements(*self._trained.network.judge(boards), boards.board, boards.action))
        except StopIteration as decided:
            action: int | None = decided.value
            return action

    def _described(self, rows: NDArray[np.uint8], rules: Rules) -> Boards:
        return describe(rows, rules.pile_capacity, self._adjacent, self._trained.values)

    def _look(self, row: bytes, rules: Rules) -> None:
        """Forget the last game where this is another one: it does not go on from where it was."""
        if rules != self._rules:
            self._rules = rules
            self._adjacent = adjacency(rules.wrap)
        elif row == self._expected and len(self._memory) < MOST_REMEMBERED:
            return
        self._memory.clear()
        self._search = Search(rules.pile_capacity, self._beam, random.Random(self._seed))
