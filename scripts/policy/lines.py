"""Won lines made fit to learn from: freed of what they do not need, and each ply with all moves that serve it as well.

A line of the solver is one of many orders of much the same moves, and has detours.  `simplified` drops every move
without which the rest still wins, a card keeping its identity, so that what follows finds it wherever it then lies.
`ready` gives for each ply the moves of the line that may as well be made now: moved to the front they are legal, and
the moves that they overtake are legal behind them and lead to the same position.  A redeal is overtaken by nothing.

Compiled by Numba; rows are those of `crescent.kernel` at capacity 13, actions those of `crescent.moves`.
"""

from __future__ import annotations

from typing import Any

import numba
import numpy as np

CAPACITY = 13
MOST_READY = 16
"""Moves that are kept of a ply at most."""

REDEAL = 99
"""The first number of a step that is a redeal; a transfer between foundations has 100 + its action less 272 there."""

compiled: Any = numba.njit(cache=True, nogil=True)

# A board is kept as cards by identity: `piles[p, d]` is the number (0 to 95) of the card there.  `counts` has the
# heights of the piles (16), of the foundations (8), and the redeals left.


@compiled
def _load(row, piles, counts, card_of, where):
    number = 0
    for pile in range(16):
        for depth in range(row[16 * CAPACITY + pile]):
            piles[pile, depth] = number
            card_of[number] = row[CAPACITY * pile + depth] - 1
            where[number] = pile
            number += 1
    for place in range(25):
        counts[place] = row[16 * CAPACITY + place]


@compiled
def _store(row, piles, counts, card_of):
    row[:] = 0
    for pile in range(16):
        for depth in range(counts[pile]):
            row[CAPACITY * pile + depth] = card_of[piles[pile, depth]] + 1
    for place in range(25):
        row[16 * CAPACITY + place] = counts[place]


@compiled
def _step(card, target, piles, counts, card_of, where):
    """Take a step if it is legal: 1 done, 0 illegal, 2 needless, the card lies there already."""
    if card == REDEAL:
        if counts[24] == 0:
            return 0
        for pile in range(16):
            height = counts[pile]
            if height > 1:
                bottom = piles[pile, 0]
                for depth in range(1, height):
                    piles[pile, depth - 1] = piles[pile, depth]
                piles[pile, height - 1] = bottom
        counts[24] -= 1
        return 1
    if card >= 100:
        one = 16 + card - 100
        other = 16 + ((card - 100) ^ 4)
        if counts[one] + counts[other] == 13 and counts[one] > 1 and counts[other] < 13:
            counts[one] -= 1
            counts[other] += 1
            return 1
        return 0
    source = where[card]
    if source == target:
        return 2
    height = counts[source] if source < 16 else 0
    if height == 0 or piles[source, height - 1] != card:
        return 0
    suit = card_of[card] // 13
    rank = card_of[card] % 13
    if target < 16:
        other_height = counts[target]
        if other_height == 0 or other_height >= CAPACITY:
            return 0
        onto = card_of[piles[target, other_height - 1]]
        apart = (onto % 13 - rank) % 13
        if onto // 13 != suit or (apart != 1 and apart != 12):
            return 0
        piles[target, other_height] = card
        counts[target] += 1
    elif target == 16:
        if counts[16 + suit] != rank:
            return 0
        counts[16 + suit] += 1
    else:
        if counts[20 + suit] != 12 - rank:
            return 0
        counts[20 + suit] += 1
    counts[source] -= 1
    where[card] = target
    return 1


@compiled
def _steps_of(row, actions, steps, piles, counts, card_of, where):
    """The line as steps: the number of the card and its target (a pile, 16 ascending, 17 descending)."""
    _load(row, piles, counts, card_of, where)
    for ply in range(len(actions)):
        action = actions[ply]
        target = 0
        if action < 240:
            source = action // 15
            target = action % 15
            if target >= source:
                target += 1
            card = piles[source, counts[source] - 1]
        elif action < 272:
            source = (action - 240) % 16
            target = 16 if action < 256 else 17
            card = piles[source, counts[source] - 1]
        elif action < 280:
            card = 100 + action - 272
        else:
            card = REDEAL
        steps[ply, 0] = card
        steps[ply, 1] = target
        _step(card, target, piles, counts, card_of, where)


@compiled
def _wins(row, steps, kept, piles, counts, card_of, where):
    """Whether the steps that are kept win; those that turn out needless are marked 2 in `kept`."""
    _load(row, piles, counts, card_of, where)
    for ply in range(len(steps)):
        if kept[ply]:
            done = _step(steps[ply, 0], steps[ply, 1], piles, counts, card_of, where)
            if done == 0:
                return False
            kept[ply] = done
    for foundation in range(16, 24):
        if counts[foundation] != 13:
            return False
    return True


@compiled
def _action(card, target, where):
    if card == REDEAL:
        return 280
    if card >= 100:
        return 272 + card - 100
    source = where[card]
    if target >= 16:
        return 240 + 16 * (target - 16) + source
    return 15 * source + target - (1 if target > source else 0)


@compiled
def simplified(row, actions):
    """The steps of a won line (two numbers each) without those that it does not need."""
    piles = np.zeros((16, 32), np.int16)
    counts = np.zeros(25, np.int16)
    card_of = np.zeros(96, np.int16)
    where = np.zeros(96, np.int16)
    steps = np.zeros((len(actions), 2), np.int16)
    _steps_of(row, actions, steps, piles, counts, card_of, where)
    changed = True
    while changed:
        changed = False
        for ply in range(len(steps)):
            kept = np.ones(len(steps), np.uint8)
            kept[ply] = 0
            droppable = steps[ply, 0] == REDEAL or steps[ply, 1] < 16
            if droppable and _wins(row, steps, kept, piles, counts, card_of, where):
                steps = steps[kept == 1]
                changed = True
            if ply >= len(steps) - 1:
                break
    return steps


@compiled
def _serving(ply, steps, labels, places, board):
    """Write the actions that serve as well as the line's own next one, and their places in the line; how many."""
    where = board[3]
    labels[0] = _action(steps[ply, 0], steps[ply, 1], where)
    places[0] = ply
    found = 1
    later = ply + 1
    while steps[ply, 0] != REDEAL and later < len(steps) and steps[later, 0] != REDEAL and found < MOST_READY:
        if _may_overtake(ply, later, steps, board):
            labels[found] = _action(steps[later, 0], steps[later, 1], where)
            places[found] = later
            found += 1
        later += 1
    return found


@compiled
def _board():
    return np.zeros((16, 32), np.int16), np.zeros(25, np.int16), np.zeros(96, np.int16), np.zeros(96, np.int16)


@compiled
def ready(row, steps, rows, labels):
    """For each ply the row before it, and the actions that serve as well as the line's own (-1 behind the last)."""
    board = _board()
    piles, counts, card_of, where = board
    places = np.zeros(MOST_READY, np.int64)
    _load(row, piles, counts, card_of, where)
    labels[:] = -1
    for ply in range(len(steps)):
        _store(rows[ply], piles, counts, card_of)
        _serving(ply, steps, labels[ply], places, board)
        _step(steps[ply, 0], steps[ply, 1], piles, counts, card_of, where)


@compiled
def follow(row, steps, played, labels):
    """Write what serves at each ply of a game that goes on from `row` with the actions `played`; how many plies.

    As long as what is played serves, what is left of the line is still a line to the win; the first ply at which it
    does not is the last one that is written.
    """
    board = _board()
    piles, counts, card_of, where = board
    places = np.zeros(MOST_READY, np.int64)
    _load(row, piles, counts, card_of, where)
    labels[:] = -1
    steps = steps.copy()
    for ply in range(min(len(played), len(steps))):
        found = _serving(ply, steps, labels[ply], places, board)
        serves = -1
        for place in range(found):
            if labels[ply, place] == played[ply]:
                serves = places[place]
        if serves < 0:
            return ply + 1
        card, target = steps[serves, 0], steps[serves, 1]
        for place in range(serves, ply, -1):  # the step is taken first
            steps[place] = steps[place - 1]
        steps[ply, 0] = card
        steps[ply, 1] = target
        _step(card, target, piles, counts, card_of, where)
    return min(len(played), len(steps))


@compiled
def _may_overtake(ply, later, steps, board):
    """Whether a later step may be made first, for the same position in the end."""
    piles, counts, card_of, where = board
    card = steps[later, 0]
    if card < 96:
        source = where[card]
        if source >= 16 or piles[source, counts[source] - 1] != card:
            return False
    piles_1, counts_1, where_1 = piles.copy(), counts.copy(), where.copy()
    if _step(card, steps[later, 1], piles_1, counts_1, card_of, where_1) != 1:
        return False
    piles_2, counts_2, where_2 = piles.copy(), counts.copy(), where.copy()
    for between in range(ply, later):
        if _step(steps[between, 0], steps[between, 1], piles_1, counts_1, card_of, where_1) != 1:
            return False
        _step(steps[between, 0], steps[between, 1], piles_2, counts_2, card_of, where_2)
    _step(card, steps[later, 1], piles_2, counts_2, card_of, where_2)
    for place in range(25):
        if counts_1[place] != counts_2[place]:
            return False
    for pile in range(16):
        for depth in range(counts_1[pile]):
            if card_of[piles_1[pile, depth]] != card_of[piles_2[pile, depth]]:
                return False
    return True
