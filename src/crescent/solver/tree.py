"""What a restart of the greedy search works on: its tree, the table of the hashes that it met, and its queue.

Plain functions over arrays, as in `crescent.solver.packed`.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from crescent.solver.evaluation import Tables
from crescent.solver.hashing import MASK, ONE, ZERO


class Tree(NamedTuple):
    """The arrays that a restart works on.

    Attributes:
        rows: by row, the position.
        raws, hashes: by row, as `hashing.hash_piles` says.
        parent, action: by node; -1 of the first.
        row: by node, the number of its row; -1 until it comes up.
        moves: by node, moves made, redeals not counted.
        value: by node, the evaluation; of a child by a redeal, the guess.
        table: the hashes that were met, 0 where free.
        queue: a heap of score << 24 | node, the highest first.
        children: of the node at hand, four numbers each: action, value without what the pile gains that the card goes
            to, that pile or -1, the card.
        keys: of the node at hand, the children's hashes.
        topped: by card, the first pile that it tops; -1 for none, and between calls.
        next_topped, bottom, top: of the node at hand, by pile: the next pile topped by the same card, the index of its
            bottom card, its top card or 0.
        mixed: of the node at hand, by pile, its mixed hash.
    """

    rows: array[int]
    raws: array[int]
    hashes: array[int]
    parent: array[int]
    action: array[int]
    row: array[int]
    moves: array[int]
    value: array[int]
    table: array[int]
    queue: array[int]
    children: array[int]
    keys: array[int]
    topped: array[int]
    next_topped: array[int]
    bottom: array[int]
    top: array[int]
    mixed: array[int]


NODES, ROWS, QUEUED, BEST, BEST_NODE, WON, CHANCE, CHILDREN, STATE = range(9)
"""Places in `state`: nodes made, rows made, nodes queued, most cards home, its node, the winning node or -1, the random
state, children at hand; then its length."""

BUDGET, SHIFT = 2, 3
"""Places in the settings, behind those of `packed`: the nodes after which a restart ends, and 64 less the bits of the
hash table's size."""

MOST_CHILDREN = 512
"""More than any position has: each of 24 places can go to the tops of 4 cards, or home, or across."""


def is_new(key: int, tables: Tables, tree: Tree) -> bool:
    """Enter a hash into the table; whether it was not there."""
    key |= tables.words[ONE]
    slot = key >> tables.settings[SHIFT]
    while tree.table[slot] != tables.words[ZERO]:
        if tree.table[slot] == key:
            return False
        slot = (slot + tables.words[ONE]) & tables.words[MASK]
    tree.table[slot] = key
    return True


def enqueue(score: int, node: int, queue: array[int], state: array[int]) -> None:
    """Put a node into the queue, which has room for every node."""
    key = (score << 24) | node
    place = state[QUEUED]
    while place > 0 and queue[(place - 1) >> 1] < key:
        queue[place] = queue[(place - 1) >> 1]
        place = (place - 1) >> 1
    queue[place] = key
    state[QUEUED] += 1


def take(queue: array[int], state: array[int]) -> int:
    """Take the node of the highest score out of the queue, which has one."""
    node = queue[0] & 0xFFFFFF
    state[QUEUED] -= 1
    if state[QUEUED] > 0:
        _sink(queue, state[QUEUED])
    return node


def _sink(queue: array[int], size: int) -> None:
    """Put the last of a heap's `size` + 1 nodes in the place of the first."""
    key = queue[size]
    place = 0
    while 2 * place + 1 < size:
        other = 2 * place + 1
        if other + 1 < size and queue[other + 1] > queue[other]:
            other += 1
        if queue[other] <= key:
            break
        queue[place] = queue[other]
        place = other
    queue[place] = key
