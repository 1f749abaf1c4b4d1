"""A deal into a slot of a batch: what `crescent.kernel.deal` does, as `CR1` says, for hundreds of boards at a time."""

from __future__ import annotations

import numpy as np
from numba import uint64

from crescent.jit import helper
from crescent_gym.batch.boards import CAPACITY, FACE_DOWN, REDEALS, look
from crescent_gym.batch.streams import GOLDEN, split_mix
from crescent_gym.batch.words import high_product

_DECK = np.array(
    [13 * suit + rank + 1 for suit in range(4) for rank in range(13) for _ in range(1 if rank in (0, 12) else 2)],
    np.uint8,
)
_RECIPROCALS = np.array([0, 2**64 - 1] + [2**64 // size for size in range(2, 97)], np.uint64)


@helper
def deal(rows, tops, adjacent, slot, number, rules, higher, lower, deck, draws):
    """Deal a code number into a slot; `deck` is scratch of 96 uint8, `draws` of 96 uint64.

    All draws are made at once, and taken modulo by a multiplication.  A draw that `CR1` rejects, one in 10 ** 17, sends
    the deal through the kernel's own loop.
    """
    capacity = uint64(rules[CAPACITY])
    for place in range(uint64(96)):
        deck[place] = _DECK[place]
    for place in range(uint64(95)):
        draws[place] = split_mix(number + uint64(GOLDEN) * (place + uint64(1)))
    if _any_rejected(draws):
        _draw_again(number, draws)
    for place in range(uint64(95)):
        size = uint64(96) - place
        word = draws[place]
        chosen = word - high_product(word, _RECIPROCALS[size]) * size
        draws[place] = chosen - size if chosen >= size else chosen
    for place in range(uint64(95)):  # apart, because a swap waits for the one before it, and nothing else need wait
        last, chosen = uint64(95) - place, draws[place]
        swapped = deck[last]
        deck[last] = deck[chosen]
        deck[chosen] = swapped
    down = uint64(64) if rules[FACE_DOWN] else uint64(0)
    for cell in range(uint64(16) * capacity):
        rows[slot, cell] = 0
    for pile in range(uint64(16)):
        for depth in range(uint64(5)):
            rows[slot, capacity * pile + depth] = uint64(deck[uint64(6) * pile + depth]) + down
        rows[slot, capacity * pile + uint64(5)] = deck[uint64(6) * pile + uint64(5)]
        rows[slot, uint64(16) * capacity + pile] = 6
    for foundation in range(uint64(8)):
        rows[slot, uint64(16) * capacity + uint64(16) + foundation] = 1
    rows[slot, uint64(16) * capacity + uint64(24)] = rules[REDEALS]
    look(rows, tops, adjacent, slot, rules, higher, lower)


@helper
def _any_rejected(draws):
    """Whether one of the draws is so high that it may have to be drawn again: the test is quick and errs that way."""
    highest = uint64(0)
    for place in range(uint64(95)):
        highest = max(highest, draws[place])
    return highest >= uint64(0xFFFFFFFFFFFFFFA0)


@helper
def _draw_again(number, draws):
    """All 95 draws with the rejections of `CR1`: of size n, draws from 2 ** 64 - (2 ** 64 mod n) up are void."""
    state = uint64(number)
    for place in range(uint64(95)):
        size = uint64(96) - place
        surplus = (uint64(0xFFFFFFFFFFFFFFFF) % size + uint64(1)) % size
        while True:
            state += uint64(GOLDEN)
            word = split_mix(state)
            if surplus == uint64(0) or word < uint64(0) - surplus:
                break
        draws[place] = word
