"""The observation `flat` in compiled code: the same numbers as `crescent_gym.flat.Flat` writes, bit by bit."""

from __future__ import annotations

import numpy as np
from numba import int64, uint64

from crescent.jit import helper, inlined
from crescent_gym import flat
from crescent_gym.batch.boards import CAPACITY, RECIPROCAL, REDEALS
from crescent_gym.batch.legality import wanted_cards
from crescent_gym.batch.vectors import copy_bytes, find_any_in_64
from crescent_gym.batch.words import lowest_bit

_FEATURES = np.zeros((flat.FEATURES_OF_CARD.shape[0], 8), np.float32)
_FEATURES[:, : flat.FEATURES] = flat.FEATURES_OF_CARD
"""Padded to 8 numbers, one register: a card's copy runs three numbers over, where the next one is written after it."""
_NEARNESS = flat.NEARNESS
_UNSEEN = np.uint8(64)
_SUIT = np.array([0, *(card // 13 for card in range(52))], np.uint8)
_FRACTIONS = np.array([[part / np.float32(whole or 1) for part in range(100)] for whole in range(100)], np.float32)


@helper
def encode(rows, slot, rules, observation, place):
    """Write the numbers of a slot to row `place` of `observation`, float32 of shape (n, 393)."""
    capacity = uint64(rules[CAPACITY])
    heights = uint64(16) * capacity
    for number in range(uint64(flat.NEAR)):
        observation[place, number] = np.float32(0)
    _nearness(rows, slot, capacity, uint64(rules[RECIPROCAL]), observation, place)
    to = (int64(place) * observation.shape[1] + int64(flat.NEAR)) * 4
    for pile in range(uint64(16)):
        height = uint64(rows[slot, heights + pile])
        top = capacity * pile + height
        for depth in range(uint64(1), uint64(flat.DEPTHS + 1)):
            card = min(rows[slot, top - depth if depth <= height else top], _UNSEEN)  # no card stands on top
            copy_bytes(observation, to, _FEATURES, int64(card) << 5, int64(32))
            to += 4 * flat.FEATURES
    number = uint64(flat.NEAR + 16 * flat.DEPTHS * flat.FEATURES)
    for pile in range(uint64(16)):
        observation[place, number + pile] = _FRACTIONS[capacity, rows[slot, heights + pile]]
    for foundation in range(uint64(8)):
        height = rows[slot, heights + uint64(16) + foundation]
        observation[place, number + uint64(16) + foundation] = _FRACTIONS[13, height]
    observation[place, number + uint64(24)] = _FRACTIONS[rules[REDEALS], rows[slot, heights + uint64(24)]]


@inlined
def _nearness(rows, slot, capacity, reciprocal, observation, place):
    """How near to each pile's top the next card of each foundation lies.

    Cells come in rising order, so that of a pile's two the nearer one stays.  A card that only one foundation of its
    suit takes is written for the other one a place behind, where the next number is written later: a store costs less
    than a branch that the processor guesses wrong.
    """
    heights = uint64(16) * capacity
    start_of_row = int64(slot) * rows.shape[1]
    wanted = wanted_cards(rows, start_of_row + int64(heights) + 16)
    for start in range(uint64(0), heights, uint64(64)):
        found = find_any_in_64(rows, start_of_row + int64(start), wanted)
        if heights - start < uint64(64):
            found &= (uint64(1) << (heights - start)) - uint64(1)
        while found != uint64(0):
            cell = start + lowest_bit(found)
            found &= found - uint64(1)
            card = uint64(rows[slot, cell])
            suit = uint64(_SUIT[card])
            pile = (cell * reciprocal) >> uint64(16)
            near = _NEARNESS[uint64(rows[slot, heights + pile]) - (cell - pile * capacity)]
            for foundation in (suit, suit + uint64(4)):
                takes = (wanted >> (uint64(8) * foundation)) & uint64(255) == card
                observation[place, uint64(16) * foundation + pile if takes else uint64(flat.NEAR)] = near
