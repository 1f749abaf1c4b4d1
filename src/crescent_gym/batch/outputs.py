"""What a step shows of a slot: whether the game is won, the mask, the observation."""

from __future__ import annotations

from numba import int64, uint64

from crescent.jit import inlined
from crescent_gym.batch import boards, flat
from crescent_gym.batch.boards import ACTIONS, CAPACITY
from crescent_gym.batch.vectors import spread_8, spread_16, spread_64

CARDS, FLAT = range(2)
"""Observations that the loops know."""


@inlined
def is_won(rows, slot, rules):
    """Whether all foundations are complete."""
    for foundation in range(uint64(16), uint64(24)):
        if rows[slot, uint64(16) * uint64(rules[CAPACITY]) + foundation] != 13:
            return False
    return True


@inlined
def write_mask(words, slot, count, rules, mask, place):
    """Write the mask of a slot to row `place` of `mask`, int8 (n, 281 or 409); all 1 where no action is legal."""
    actions = rules[ACTIONS]
    if count == 0:
        for action in range(uint64(actions)):
            mask[place, action] = 1
        return
    start = int64(place) * actions
    whole = actions >> 6
    for word in range(uint64(whole)):
        spread_64(mask, start + (int64(word) << 6), words[slot, word])
    tail = words[slot, uint64(whole)]
    spread_16(mask, start + (whole << 6), tail)
    spread_8(mask, start + (whole << 6) + 16, tail >> uint64(16))
    mask[place, uint64(actions - 1)] = (tail >> uint64(24)) & uint64(1)


@inlined
def observe(rows, slot, rules, kind, cards, flats, place):
    """Write the observation of a slot to row `place` of the array that fits its kind."""
    if kind == FLAT:
        flat.encode(rows, slot, rules, flats, place)
    else:
        boards.view_into(rows, slot, rules, cards, place)
