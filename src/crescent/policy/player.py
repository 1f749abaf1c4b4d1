"""A player by a network: from rows to actions, with what it remembers of its game."""

from __future__ import annotations

import os
from typing import Final

import numpy as np

from crescent.policy.features import Boards, adjacency, describe
from crescent.policy.playing import Memory, after
from crescent.policy.search import Search, judgements
from crescent.policy.weights import load
from crescent.rules import Rules

MOST_REMEMBERED: Final = 10_000
"""Positions of a game that are remembered at most; then all are forgotten."""


class Player:
    """Plays one game after another.

    Args:
        beam: positions that the network may judge for a move.
        weights: the file of weights, None for the package's own.

    Raises:
        FileError: the file cannot be read or holds no weights.
    """

    def __init__(self, beam: int, weights: str | os.PathLike[str] | None) -> None:
        """Load the network."""
        self._beam = beam
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
        """The best action by its score, of those that lead to where the game was least often."""
        boards = self._described([row], rules)
        if not len(boards.action):
            return None
        scores, _ = self._trained.network.judge(boards)
        return self._memory.best(row, rules.pile_capacity, boards.action.tolist(), scores.tolist())

    def _searched(self, row: bytes, rules: Rules) -> int | None:
        """The first action on the way to the best position that a little search judges."""
        asking = self._search.decide(row, self._memory)
        try:
            rows = next(asking)
            while True:
                boards = self._described(rows, rules)
                rows = asking.send(judgements(*self._trained.network.judge(boards), boards.board, boards.action))
        except StopIteration as decided:
            action: int | None = decided.value
            return action

    def _described(self, rows: list[bytes], rules: Rules) -> Boards:
        batch = np.array([np.frombuffer(row, np.uint8) for row in rows])
        return describe(batch, rules.pile_capacity, self._adjacent, self._trained.values)

    def _look(self, row: bytes, rules: Rules) -> None:
        """Forget the last game where this is another one: it does not go on from where it was."""
        if rules != self._rules:
            self._rules = rules
            self._adjacent = adjacency(rules.wrap)
        elif row == self._expected and len(self._memory) < MOST_REMEMBERED:
            return
        self._memory.clear()
        self._search = Search(rules.pile_capacity, self._beam)
