"""How moves are chosen by the network's scores: the best one that leads to where the game has not been.

A position counts as met if one was that differs in the order of its piles alone, since no rule asks where a pile
stands (`crescent.solver.symmetry` has the proof).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TypeAlias

from crescent import kernel

Key: TypeAlias = tuple[bytes, ...]
"""A position up to the order of its piles."""


def key_of(row: bytes | bytearray, capacity: int) -> Key:
    """The key of a row of `crescent.kernel`."""
    piles = sorted(bytes(row[capacity * pile : capacity * (pile + 1)]) for pile in range(16))
    return (*piles, bytes(row[16 * capacity + 16 :]))


def after(row: bytes | bytearray, capacity: int, action: int) -> bytearray:
    """The row behind a legal action."""
    made = bytearray(row)
    kernel.play(made, capacity, action)
    return made


class Memory:
    """Where a game has been, and how often."""

    def __init__(self) -> None:
        """Nowhere yet."""
        self._visits: Counter[Key] = Counter()

    def clear(self) -> None:
        """Forget it all."""
        self._visits.clear()

    def __len__(self) -> int:
        """How many positions."""
        return len(self._visits)

    def enter(self, row: bytes | bytearray, capacity: int) -> None:
        """Be there once more."""
        self._visits[key_of(row, capacity)] += 1

    def visits(self, row: bytes | bytearray, capacity: int) -> int:
        """How often the game was there."""
        return self._visits[key_of(row, capacity)]

    def has(self, key: Key) -> bool:
        """Whether the game was in a position of this key."""
        return key in self._visits

    def best(self, row: bytes, capacity: int, actions: Sequence[int], scores: Sequence[float]) -> int:
        """The action that leads where the game was least often; among those the one of the highest score."""
        ranked = sorted(zip(scores, actions, strict=True), key=lambda pair: (-pair[0], pair[1]))
        fewest, best = -1, ranked[0][1]
        for _, action in ranked:
            visits = self.visits(after(row, capacity, action), capacity)
            if visits == 0:
                return action
            if fewest < 0 or visits < fewest:
                fewest, best = visits, action
        return best
