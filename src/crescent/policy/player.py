"""A player by a network: from rows to actions, with what it remembers of its game."""

from __future__ import annotations

import os
from typing import Final

import numpy as np

from crescent.policy.features import adjacency, describe
from crescent.policy.playing import Memory, after
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
        capacity = rules.pile_capacity
        self._memory.enter(row, capacity)
        boards = describe(np.frombuffer(row, np.uint8)[np.newaxis], capacity, self._adjacent, self._trained.values)
        if not len(boards.action):
            return None
        scores, _ = self._trained.network.judge(boards)
        action = self._memory.best(row, capacity, boards.action.tolist(), scores.tolist())
        self._expected = bytes(after(row, capacity, action))
        return action

    def _look(self, row: bytes, rules: Rules) -> None:
        """Forget the last game where this is another one: it does not go on from where it was."""
        if rules != self._rules:
            self._rules = rules
            self._adjacent = adjacency(rules.wrap)
            self._memory.clear()
        elif row != self._expected or len(self._memory) >= MOST_REMEMBERED:
            self._memory.clear()
