"""A little search: the network judges the most promising positions ahead, and the game goes towards the best of them.

Best first: a position not judged yet counts for what its parent is worth plus `TRUST` times the log-probability of the
moves to it by the network's own scores; a judged one for its own worth, the logit of how easily the solver would win
from there, plus the same.  Positions that were met, in the game or in the tree, are not judged again.  The tree is kept
from move to move.  Once a line to the win is in it, it is played without judging any more.
"""

from __future__ import annotations

import heapq
from collections.abc import Generator
from typing import Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.policy.playing import Key, Memory, after, key_of

TRUST: Final = 0.5
"""What the logarithm of the network's own preference counts beside the worth of a position."""

AT_ONCE: Final = 8
"""Positions that are judged together."""


class Judgement(NamedTuple):
    """What the network says of a position.

    Attributes:
        actions: the moves that it knows.
        log_chances: of each, the logarithm of its share.
        worth: of the position.
    """

    actions: NDArray[np.int64]
    log_chances: NDArray[np.float64]
    worth: float


class Node:
    """A position of the tree: judged once it has `children`."""

    __slots__ = ("action", "children", "key", "log_chance", "parent", "row", "worth")

    def __init__(self, parent: Node | None, action: int, row: bytes, key: Key, log_chance: float) -> None:
        """Behind `action` of its parent; `log_chance` is that of the moves to it, from the first root on."""
        self.parent, self.action, self.row, self.key, self.log_chance = parent, action, row, key, log_chance
        self.worth = 0.0
        self.children: list[tuple[int, float]] | None = None


Asking: TypeAlias = Generator[list[bytes], list[Judgement], int | None]
"""Gives rows to judge, takes their judgements, and returns an action; None where the network knows none."""


class Search:
    """The search of one game.

    Args:
        capacity: of the piles.
        most: positions to judge for a move.
    """

    def __init__(self, capacity: int, most: int) -> None:
        """Know nothing yet."""
        self._capacity, self._most = capacity, most
        self._root: Node | None = None
        self._judged: list[Node] = []
        self._open: list[tuple[float, int, Node, int, float]] = []
        self._line: list[int] = []
        self._count = 0

    def decide(self, row: bytes, memory: Memory) -> Asking:
        """Where to go from a row; `memory` has where the game has been, here included."""
        if self._root is None or self._root.row != row:
            self._begin(row)
        if not self._line:
            yield from self._grow(memory)
        action = self._line[0] if self._line else self._best_action(memory)
        self._go(action)
        return action

    def _begin(self, row: bytes) -> None:
        """Forget the tree."""
        self._root = Node(None, -1, row, key_of(row, self._capacity), 0.0)
        self._judged, self._open, self._line = [], [], []

    def _grow(self, memory: Memory) -> Generator[list[bytes], list[Judgement], None]:
        """Judge positions until there are enough of them, or a win is found."""
        root, spent = self._root, 0
        if root is not None and root.children is None:
            [judgement] = yield [root.row]
            self._enter(root, judgement)
            spent = 1
        known = {node.key for node in self._judged}
        while spent < self._most and self._open and not self._line:
            batch = self._batch(min(AT_ONCE, self._most - spent), memory, known)
            if batch and not self._line:
                for node, judgement in zip(batch, (yield [node.row for node in batch]), strict=True):
                    self._enter(node, judgement)
                spent += len(batch)

    def _batch(self, size: int, memory: Memory, known: set[Key]) -> list[Node]:
        """The most promising positions that are not judged; where one of them is won, the line is known."""
        batch: list[Node] = []
        while self._open and len(batch) < size:
            node = self._next(memory, known)
            if node is None:
                continue
            if kernel.is_won(node.row, self._capacity):
                self._line = self._line_to(node)
                break
            batch.append(node)
        return batch

    def _next(self, memory: Memory, known: set[Key]) -> Node | None:
        """The most promising position that is not judged; None where it is known already."""
        _, _, parent, action, log_chance = heapq.heappop(self._open)
        row = bytes(after(parent.row, self._capacity, action))
        key = key_of(row, self._capacity)
        if key in known or memory.has(key):
            return None
        known.add(key)
        return Node(parent, action, row, key, log_chance)

    def _enter(self, node: Node, judgement: Judgement) -> None:
        node.worth = judgement.worth
        node.children = list(zip(judgement.actions.tolist(), judgement.log_chances.tolist(), strict=True))
        if node is not self._root:
            self._judged.append(node)
        for action, log_chance in node.children:
            self._offer(node, action, node.log_chance + log_chance)

    def _offer(self, parent: Node, action: int, log_chance: float) -> None:
        self._count += 1
        heapq.heappush(self._open, (-(parent.worth + TRUST * log_chance), self._count, parent, action, log_chance))

    def _line_to(self, node: Node) -> list[int]:
        """The actions from the root to a node."""
        line: list[int] = []
        at: Node | None = node
        while at is not None and at is not self._root:
            line.append(at.action)
            at = at.parent
        return line[::-1]

    def _best_action(self, memory: Memory) -> int | None:
        """The first action on the way to the best position that was judged; without one, where it was least often."""
        root = self._root
        if root is None or not root.children:
            return None
        if self._judged:
            best = max(self._judged, key=lambda node: node.worth + TRUST * node.log_chance)
            return self._line_to(best)[0]
        actions, scores = zip(*root.children, strict=True)
        return memory.best(root.row, self._capacity, actions, scores)

    def _go(self, action: int | None) -> None:
        """Make the position behind an action the root, and keep what is below it."""
        root, self._line = self._root, self._line[1:]
        if action is None or root is None:
            self._root = None
            return
        below = next((node for node in self._judged if node.parent is root and node.action == action), None)
        if below is None:
            line = self._line
            self._begin(bytes(after(root.row, self._capacity, action)))
            self._line = line
            return
        kept = {below}
        for node in self._judged:  # parents come before their children
            if node.parent in kept:
                kept.add(node)
        self._judged = [node for node in self._judged if node in kept and node is not below]
        self._root, below.parent = below, None
        self._open = [each for each in self._open if each[2] in kept]
        heapq.heapify(self._open)


def judgements(
    scores: NDArray[np.float32], values: NDArray[np.float32], board: NDArray[np.int64], action: NDArray[np.int64]
) -> list[Judgement]:
    """What the network's outputs say of each position of a batch."""
    found = []
    for place, value in enumerate(values):
        (mine,) = np.nonzero(board == place)
        mine_scores = scores[mine].astype(np.float64)
        log_chances = mine_scores
        if len(mine):
            shifted = mine_scores - mine_scores.max()
            log_chances = shifted - np.log(np.exp(shifted).sum())
        found.append(Judgement(action[mine], log_chances, float(value[1])))
    return found
