"""The kernel's specialised twin for batches: one board of many, in vector instructions.

It plays the same rules on the same rows as `crescent.kernel`, and is held to it step by step in the tests.  What it
adds are two things a row does not have: the top cards of the 16 piles side by side, and by pile the set of piles with
adjacent top cards, kept up to date instead of sought anew.  On one core it steps 2.9 times as fast as the
kernel's own functions compiled (`benchmarks/kernel_and_twin.py` measures both), which is why there are two.

Arrays, for n slots; indices are uint64 throughout, because signed ones cost a test for negative values each:

    rows      uint8 (n, stride)  the board's row, as the kernel says, then at least one byte that nothing reads
    tops      uint8 (n, 16)      top cards, 0 for an empty pile
    adjacent  uint16 (n, 16)     by pile, the set of piles whose top card is a neighbour of its own
    words     uint64 (n, 8)      the legal actions as bits, action 0 the lowest bit of the first word
    rules     int64 (7,)         capacity, redeals, face_down, to_pile, actions, bytes of a row, reciprocal
    higher    uint8 (256,)       by card, the next one up on the circle; 255 where there is none
    lower     uint8 (256,)       likewise down
"""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from crescent import kernel
from crescent.jit import helper, inlined
from crescent.rules import Rules
from crescent_gym.batch.legality import legal_words, legal_words_after
from crescent_gym.batch.vectors import copy_32, find_in_16
from crescent_gym.batch.words import popcount

CAPACITY, REDEALS, FACE_DOWN, TO_PILE, ACTIONS, LENGTH, RECIPROCAL = range(7)
"""Where each number stands in `rules`."""


def numbers_of(rules: Rules) -> np.ndarray:
    """`rules` as compiled code takes them; a cell's pile is `cell * reciprocal >> 16`, which is exact up to 512."""
    capacity = rules.pile_capacity
    length = kernel.row_length(capacity)
    reciprocal = -(-(2**16) // capacity)
    return np.array(
        [capacity, rules.redeals, rules.face_down, rules.foundation_to_pile, rules.action_count, length, reciprocal]
    )


_SUITS = np.array([*kernel.SUIT, *[0] * 203], np.uint8)
_SOURCES = np.array([kernel.source_of(action) for action in range(280)], np.uint8)
_PILE_TARGETS = np.array([kernel.target_of(b"", 0, action) for action in range(240)] + [0] * 32, np.uint8)


def neighbours(wrap: bool) -> tuple[np.ndarray, np.ndarray]:
    """The tables `higher` and `lower`."""
    higher, lower = np.full(256, 255, np.uint8), np.full(256, 255, np.uint8)
    for card in range(1, 53):
        if wrap or kernel.RANK[card] < 12:
            higher[card] = kernel.HIGHER[card]
        if wrap or kernel.RANK[card] > 0:
            lower[card] = kernel.LOWER[card]
    return higher, lower


@helper
def look(rows, tops, adjacent, slot, rules, higher, lower):
    """Bring top cards and adjacent sets up to date with a slot's row."""
    capacity = uint64(rules[CAPACITY])
    for pile in range(uint64(16)):
        height = uint64(rows[slot, uint64(16) * capacity + pile])
        tops[slot, pile] = rows[slot, capacity * pile + height - uint64(1)] if height else 0
    for pile in range(uint64(16)):
        card = tops[slot, pile]
        adjacent[slot, pile] = find_in_16(tops, int64(slot) * 16, uint64(higher[card])) | find_in_16(
            tops, int64(slot) * 16, uint64(lower[card])
        )


@inlined
def play(rows, tops, adjacent, slot, action, rules, higher, lower, changes, place):
    """Play a legal action; return the change in cards on the foundations, int64: 1, 0 or -1.

    The new top cards are noted in `changes[place]` (uint8: pile, card, pile, card) and entered by `settle` later, when
    the processor has finished writing the bytes that vector instructions are to read.
    """
    if action >= uint64(272):
        return _play_rarely(rows, tops, adjacent, slot, action, rules, higher, lower, changes, place)
    capacity = uint64(rules[CAPACITY])
    heights = uint64(16) * capacity
    source = uint64(_SOURCES[action])
    height = uint64(rows[slot, heights + source]) - uint64(1)
    card = uint64(rows[slot, capacity * source + height])
    rows[slot, heights + source] = height
    rows[slot, capacity * source + height] = 0
    under = capacity * source + height - uint64(height != uint64(0))
    below = uint64(rows[slot, under]) & uint64(63)
    rows[slot, under] = below
    home = action >= uint64(240)
    target = uint64(_PILE_TARGETS[action]) if not home else uint64(16) + uint64(_SUITS[card])
    target += uint64(4) if action >= uint64(256) else uint64(0)
    count = uint64(rows[slot, heights + target])
    rows[slot, uint64(rules[LENGTH]) if home else capacity * target + count] = card
    rows[slot, heights + target] = count + uint64(1)
    changes[place, uint64(0)] = source
    changes[place, uint64(1)] = below
    changes[place, uint64(2)] = source if home else target
    changes[place, uint64(3)] = below if home else card
    return int64(home)


@helper
def _play_rarely(rows, tops, adjacent, slot, action, rules, higher, lower, changes, place):
    """`play` for the actions from 272 on: between foundations, the redeal, foundation to pile."""
    capacity = uint64(rules[CAPACITY])
    heights = uint64(16) * capacity
    if action <= uint64(280):
        if action < uint64(280):
            foundation = action - uint64(272)
            rows[slot, heights + uint64(16) + foundation] -= 1
            rows[slot, heights + uint64(16) + (foundation ^ uint64(4))] += 1
        else:
            _redeal(rows, slot, rules)
            look(rows, tops, adjacent, slot, rules, higher, lower)
        _note(changes, place, uint64(0), tops[slot, uint64(0)])  # which stands there: there is nothing new
        return int64(0)
    foundation = (action - uint64(281)) >> uint64(4)
    pile = (action - uint64(281)) & uint64(15)
    card = foundation_card(rows, slot, foundation, capacity)
    rows[slot, heights + uint64(16) + foundation] -= 1
    count = uint64(rows[slot, heights + pile])
    rows[slot, capacity * pile + count] = card
    rows[slot, heights + pile] = count + uint64(1)
    _note(changes, place, pile, card)
    return int64(-1)


@inlined
def _note(changes, place, pile, card):
    """Note one new top card, as both that there is room for."""
    changes[place, uint64(0)] = changes[place, uint64(2)] = pile
    changes[place, uint64(1)] = changes[place, uint64(3)] = card


@inlined
def foundation_card(rows, slot, foundation, capacity):
    """The top card of foundation 0 to 7."""
    height = uint64(rows[slot, uint64(16) * capacity + uint64(16) + foundation])
    rank = height if foundation < uint64(4) else uint64(14) - height
    return uint64(13) * (foundation & uint64(3)) + rank


@helper
def _redeal(rows, slot, rules):
    capacity = uint64(rules[CAPACITY])
    for pile in range(uint64(16)):
        height = uint64(rows[slot, uint64(16) * capacity + pile])
        if height < uint64(2):
            continue
        start = capacity * pile
        bottom = uint64(rows[slot, start]) & uint64(63)
        for depth in range(uint64(1), height):
            rows[slot, start + depth - uint64(1)] = rows[slot, start + depth]
        rows[slot, start + height - uint64(1)] = bottom
    rows[slot, uint64(16) * capacity + uint64(24)] -= 1


@inlined
def settle(rows, tops, adjacent, slot, rules, higher, lower, words, changes, place):
    """Enter what `play` noted, and go on as `legal`."""
    heights = int64(slot) * rows.shape[1] + int64(16) * rules[CAPACITY]
    first = _noted(changes, place, uint64(0), higher, lower)
    second = _noted(changes, place, uint64(2), higher, lower)
    capacity = uint64(rules[CAPACITY])
    count = legal_words_after(rows, heights, tops, adjacent, int64(slot), capacity, words, first, second)
    return _with_to_pile(count, rows, tops, slot, rules, higher, lower, words)


@inlined
def _noted(changes, place, note, higher, lower):
    """A pile, its new top card, and that card's neighbours."""
    pile, card = uint64(changes[place, note]), uint64(changes[place, note + uint64(1)])
    return pile, card, uint64(higher[card]), uint64(lower[card])


@inlined
def legal(rows, tops, adjacent, slot, rules, higher, lower, words):
    """Write the legal actions of a slot as bits into `words` and return how many there are, int64."""
    capacity = uint64(rules[CAPACITY])
    heights = int64(slot) * rows.shape[1] + int64(16) * rules[CAPACITY]
    count = legal_words(rows, heights, tops, adjacent, int64(slot), capacity, words)
    return _with_to_pile(count, rows, tops, slot, rules, higher, lower, words)


@inlined
def _with_to_pile(count, rows, tops, slot, rules, higher, lower, words):
    """That many legal actions, int64, and those from foundations to piles, where the rules have them."""
    if rules[TO_PILE]:
        count += _to_pile_words(rows, tops, slot, uint64(rules[CAPACITY]), higher, lower, words)
    return int64(count)


@helper
def _to_pile_words(rows, tops, slot, capacity, higher, lower, words):
    """The bits from action 281 on: bit 25 of word 4."""
    room = uint64(0)
    for pile in range(uint64(16)):
        room |= uint64(uint64(rows[slot, uint64(16) * capacity + pile]) < capacity) << pile
    words[slot, uint64(5)] = 0
    words[slot, uint64(6)] = 0
    count = uint64(0)
    for foundation in range(uint64(8)):
        if rows[slot, uint64(16) * capacity + uint64(16) + foundation] == 1:
            continue
        card = foundation_card(rows, slot, foundation, capacity)
        targets = find_in_16(tops, int64(slot) * 16, uint64(higher[card]))
        targets = (targets | find_in_16(tops, int64(slot) * 16, uint64(lower[card]))) & room
        count += popcount(targets)
        place = uint64(25) + uint64(16) * foundation
        word, shift = uint64(4) + (place >> uint64(6)), place & uint64(63)
        words[slot, word] |= targets << shift
        if shift > uint64(48):
            words[slot, word + uint64(1)] |= targets >> (uint64(64) - shift)
    return count


@inlined
def view_into(rows, slot, rules, into, place):
    """Copy a slot's row, as the player may see it, to row `place` of `into`, uint8 of shape (n, bytes of a row).

    A row has some hundred bytes; the last 32 end where it ends, whatever of them has been copied already.
    """
    length = rules[LENGTH]
    to, start, last = int64(place) * length, int64(slot) * rows.shape[1], length - 32
    for offset in range(0, last, 32):
        copy_32(into, to + offset, rows, start + offset)
    copy_32(into, to + last, rows, start + last)
    if rules[FACE_DOWN]:
        for cell in range(uint64(16) * uint64(rules[CAPACITY])):
            into[place, cell] = min(into[place, cell], np.uint8(64))
