"""A little search: a beam of lines that is kept from move to move, and goes on ahead of the game.

All lines of the beam are of one length.  The network judges where they end; of all positions one move further the
`WIDTH` most promising are kept (beam search; Lowerre, 1976) that neither the beam nor the game has met.  A position is
worth the logarithm of how likely the network's own choices lead there, by whatever order of moves, plus `TRUST` times
the logit of how easily the solver would win from its parent.  So some moves into the game the lines reach its end: the
first that is won is played without judging any more.  Until then the game follows the line that is best so far, and
lines that part from it are dropped.  Where all lines end without a win, a new beam starts from the position at hand,
with noise on what positions are worth, so that it is another one.
"""

from __future__ import annotations

import random
from collections.abc import Generator
from math import exp, log, log1p
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.policy.playing import Key, Memory, after, key_of

WIDTH: Final = 8
"""Lines of a beam at most."""

TRUST: Final = 2.0
"""What the logit of how easily the solver would win counts beside the logarithm of the network's own preference."""

NOISE: Final = 1.0
"""The scale of the noise (Gumbel's distribution) in beams after the first that starts from somewhere."""

STARTS: Final = 3
"""Beams that are begun for a move at most."""

MOST_KEPT: Final = 20_000
"""Judgements that are kept at most; then all are forgotten but that of the position at hand."""


class Judgement(NamedTuple):
    """What the network says of a position.

    Attributes:
        actions: the moves that it knows.
        log_chances: of each, the logarithm of its share.
        worth: of the position.
    """

    actions: list[int]
    log_chances: list[float]
    worth: float


class Node:
    """A position of the beam."""

    parent: Node | None
    action: int
    row: bytes
    key: Key
    log_chance: float
    score: float

    __slots__ = ("action", "key", "log_chance", "parent", "row", "score")

    def __init__(self, parent: Node | None, action: int, row: bytes, key: Key, log_chance: float, score: float) -> None:
        """Behind `action` of its parent; `log_chance` is that of the moves to it, from the first root on."""
        self.parent, self.action, self.row, self.key = parent, action, row, key
        self.log_chance, self.score = log_chance, score


Asking: TypeAlias = Generator[list[bytes], list[Judgement], int | None]
"""Gives rows to judge, takes their judgements, and returns an action; None where the network knows none."""


class Search:
    """The search of one game.

    Args:
        capacity: of the piles.
        most: positions to judge for a move, at least 1.
        chance: where noise comes from.
    """

    def __init__(self, capacity: int, most: int, chance: random.Random) -> None:
        """Know nothing yet."""
        self._capacity, self._most, self._chance = capacity, most, chance
        self._width = min(WIDTH, most)
        self._judged: dict[bytes, Judgement] = {}
        self._root: Node | None = None
        self._front: list[Node] = []
        self._seen: set[Key] = set()
        self._line: list[int] = []
        self._noise = 0.0

    def decide(self, row: bytes, memory: Memory) -> Asking:
        """Where to go from a row; `memory` has where the game has been, here included."""
        if self._root is None or self._root.row != row:
            self._line, self._noise = [], 0.0
            self._begin(row)
        if not self._line:
            yield from self._advance(row, memory)
        action = self._line.pop(0) if self._line else self._best_action(row, memory)
        if action is None:
            self._root = None
        else:
            self._go(row, action)
        return action

    def _begin(self, row: bytes) -> None:
        """A new beam, of a single position."""
        self._root = Node(None, -1, row, key_of(row, self._capacity), 0.0, 0.0)
        self._front, self._seen = [self._root], {self._root.key}

    def _advance(self, row: bytes, memory: Memory) -> Generator[list[bytes], list[Judgement], None]:
        """Carry the beam on until enough positions are judged, or a win is found."""
        left, starts = self._most, 0
        if len(self._judged) + left > MOST_KEPT:
            self._judged = {row: self._judged[row]} if row in self._judged else {}
        while left and not self._line:
            if not self._front:
                if starts == STARTS:
                    break
                starts += 1
                self._noise = NOISE
                self._begin(row)
            new = [node.row for node in self._front if node.row not in self._judged][:left]
            if new:
                self._judged.update(zip(new, (yield new), strict=True))
                left -= len(new)
            if all(node.row in self._judged for node in self._front):
                self._front = self._next_front(memory)

    def _next_front(self, memory: Memory) -> list[Node]:
        """The most promising positions behind those of the front; where one is won, the line to it is known."""
        front: dict[Key, Node] = {}
        for score, node, action, log_chance in self._candidates():
            row = bytes(after(node.row, self._capacity, action))
            key = key_of(row, self._capacity)
            twin = front.get(key)
            if twin is not None:
                twin.log_chance = _log_sum(twin.log_chance, log_chance)
            elif key not in self._seen and not memory.has(key):
                made = Node(node, action, row, key, log_chance, score)
                if kernel.is_won(row, self._capacity):
                    self._line = self._line_to(made)
                    return []
                front[key] = made
                if len(front) == self._width:
                    break
        self._seen.update(front)
        return list(front.values())

    def _candidates(self) -> list[tuple[float, Node, int, float]]:
        """The moves from the front, the best first: score, node, action, and the logarithm of the chance of it all."""
        found = []
        for node in self._front:
            actions, log_chances, worth = self._judged[node.row]
            for action, log_chance in zip(actions, log_chances, strict=True):
                score = node.log_chance + log_chance + TRUST * worth
                if self._noise:
                    score -= self._noise * log(self._chance.expovariate(1.0))
                found.append((score, node, action, node.log_chance + log_chance))
        return sorted(found, key=lambda each: -each[0])

    def _line_to(self, node: Node) -> list[int]:
        """The actions from the root to a node."""
        line: list[int] = []
        at: Node | None = node
        while at is not None and at is not self._root:
            line.append(at.action)
            at = at.parent
        return line[::-1]

    def _best_action(self, row: bytes, memory: Memory) -> int | None:
        """The first action of the best line; without one, the best that leads to where the game was least often."""
        line = self._line_to(max(self._front, key=lambda node: node.score)) if self._front else []
        if line:
            return line[0]
        judgement = self._judged[row]
        if not judgement.actions:
            return None
        return memory.best(row, self._capacity, judgement.actions, judgement.log_chances)

    def _go(self, row: bytes, action: int) -> None:
        """Make the position behind an action the root, and keep the lines through it."""
        heads = [(node, self._head(node)) for node in self._front]
        kept = [(node, head) for node, head in heads if head is not None and head.action == action]
        if kept and not self._line:
            self._front, self._root = [node for node, _ in kept], kept[0][1]
            assert self._root is not None
            self._root.parent = None
        else:
            self._begin(bytes(after(row, self._capacity, action)))

    def _head(self, node: Node) -> Node | None:
        """The position of the line to a node that is one move behind the root; None for the root."""
        at: Node | None = node
        while at is not None and at.parent is not self._root:
            at = at.parent
        return at


def _log_sum(one: float, other: float) -> float:
    """The logarithm of the sum of two numbers that are given by theirs."""
    return max(one, other) + log1p(exp(-abs(one - other)))


def judgements(
    scores: NDArray[np.float32], values: NDArray[np.float32], board: NDArray[np.int64], action: NDArray[np.int64]
) -> list[Judgement]:
    """What the network's outputs say of each position of a batch."""
    found = []
    for place, value in enumerate(values):
        (mine,) = np.nonzero(board == place)
        log_chances = scores[mine].astype(np.float64)
        if len(mine):
            log_chances -= log_chances.max()
            log_chances -= np.log(np.exp(log_chances).sum())
        found.append(Judgement(action[mine].tolist(), log_chances.tolist(), float(value[1])))
    return found
