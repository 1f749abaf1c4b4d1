"""Positions up to the order of their piles, exactly: the one thing besides the rules that a proof here stands on.

**Claim.**  Let a permutation of the 16 piles act on positions (the piles move, with their cards) and on moves (pile i
becomes its image; foundations and the redeal stay).  Then a move is legal in a position if and only if its image is
legal in the image, and playing and permuting commute.

**Proof.**  Legality of pile to pile speaks of the two top cards' suits and ranks and of the target's height; of pile to
foundation and foundation to pile of the top cards and heights; of foundation to foundation and of a redeal of no pile's
place at all.  None of them asks where a pile stands, and source and target stay distinct under a permutation.
Playing moves one card between the two places that the move names; a redeal changes each pile by itself, by its own
cards.  So both commute with the permutation.  A won position has empty piles only, so it is its own image.

Hence a position can be won if and only if its image can, by the image of the line, and it is enough to look at one
position of each class: the one whose piles are sorted.  `tests/solver/test_symmetry.py` tries this on random play.
Cards that are face down are taken for face up: a pile's top card always lies face up, and no rule asks about others.
"""

from __future__ import annotations

from array import array

from crescent.solver.hashing import MASK, ONE, hash_piles, mix
from crescent.solver.packed import FOUNDATIONS, HEIGHTS, ROW, USED, play


def canonical(rows: array[int], at: int, out: array[int], to: int, order: array[int]) -> None:
    """Write at `to` the row at `at` with its piles sorted by height and cards.

    `order` has room for 32: pile i of the result is pile `order[i]` of the row; the second half is scratch.
    """
    place = at
    for pile in range(16):
        order[16 + pile] = place
        place += rows[at + HEIGHTS + pile]
    for pile in range(16):
        rank = pile
        while rank > 0 and _is_before(rows, at, pile, order[rank - 1], order):
            order[rank] = order[rank - 1]
            rank -= 1
        order[rank] = pile
    place = to
    for rank in range(16):
        pile = order[rank]
        height = rows[at + HEIGHTS + pile]
        out[to + HEIGHTS + rank] = height
        start = order[16 + pile]
        for depth in range(height):
            out[place] = rows[start + depth]
            place += 1
    for cell in range(place, to + HEIGHTS):
        out[cell] = 0
    for cell in range(FOUNDATIONS, USED):
        out[to + cell] = rows[at + cell]


def _is_before(rows: array[int], at: int, pile: int, other: int, order: array[int]) -> bool:
    """Whether `pile` sorts strictly before `other`."""
    height = rows[at + HEIGHTS + pile]
    if height != rows[at + HEIGHTS + other]:
        return height < rows[at + HEIGHTS + other]
    mine = order[16 + pile]
    theirs = order[16 + other]
    for depth in range(height):
        if rows[mine + depth] != rows[theirs + depth]:
            return rows[mine + depth] < rows[theirs + depth]
    return False


FREE = 16
"""Where `find` writes the free place that it ended at."""


def find(key: array[int], rows: array[int], index: array[int], words: array[int], raws: array[int]) -> int:
    """The number of the row that equals `key`, byte by byte, or -1.

    `index` is a hash table of row numbers, -1 where free.  `raws` has room for 17: scratch, and at `FREE` the place in
    `index` where the row belongs that was not found.
    """
    slot = mix(hash_piles(key, 0, words, raws, 0)) & words[MASK]
    while index[slot] >= 0:
        start = ROW * index[slot]
        cell = 0
        while cell < USED and rows[start + cell] == key[cell]:
            cell += 1
        if cell == USED:
            return index[slot]
        slot = (slot + words[ONE]) & words[MASK]
    raws[FREE] = slot
    return -1


def renamed(action: int, order: array[int]) -> int:
    """The action of a row that becomes `action` once its piles are sorted: pile i is renamed to `order[i]`."""
    if action < 240:
        source = action // 15
        target = action % 15 + (action % 15 >= source)
        source, target = order[source], order[target]
        return 15 * source + target - (target > source)
    if action < 272:
        return action // 16 * 16 + order[action % 16]
    if action <= 280:
        return action
    return 281 + (action - 281) // 16 * 16 + order[(action - 281) % 16]


def real_line(start: array[int], sorted_actions: list[int], faces: array[int]) -> list[int]:
    """The actions from `start` that pass through the given actions' rows up to the piles' order."""
    row, other, scrap, order = start[:], start[:], start[:], array("q", bytes(8 * 32))
    line = []
    for action in sorted_actions:
        canonical(row, 0, scrap, 0, order)
        line.append(renamed(action, order))
        play(row, 0, other, 0, line[-1], faces)
        row, other = other, row
    return line
