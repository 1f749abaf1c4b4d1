"""Random numbers in compiled code: the very ones that a single environment draws, without an object a slot.

A slot's stream is NumPy's PCG64 as Gymnasium seeds it (`PCG64(SeedSequence(seed))`), kept as four words: the upper and
lower half of the 128-bit state, then of the increment.  NumPy promises that neither algorithm ever changes.
PCG64 is O'Neill's XSL-RR 128/64 (2014); the seed sequence is hers as well, as NumPy documents it.
"""

from __future__ import annotations

from numba import uint64

from crescent.jit import helper, inlined
from crescent_gym.batch.words import high_product

MULTIPLIER_HIGH = 0x2360ED051FC65DA4
MULTIPLIER_LOW = 0x4385DF649FCCF645
LOW_32 = 0xFFFFFFFF

GOLDEN = 0x9E3779B97F4A7C15
"""By how much a state of SplitMix64 moves on before each output."""


@helper
def next_word(streams, slot):
    """The next 64 random bits of a slot's stream, uint64; `streams` is uint64 of shape (slots, 4)."""
    _advance(streams, slot)
    return _output(streams[slot, uint64(0)], streams[slot, uint64(1)])


@helper
def peeked_word(streams, slot):
    """What `next_word` will give, without a write: other threads keep what they have of the streams in their cache."""
    high, low = _advanced(streams, slot)
    return _output(high, low)


@inlined
def _output(high, low):
    """The random bits of a state."""
    folded, turn = high ^ low, high >> uint64(58)
    return (folded >> turn) | (folded << ((uint64(64) - turn) & uint64(63)))


@inlined
def _advance(streams, slot):
    streams[slot, uint64(0)], streams[slot, uint64(1)] = _advanced(streams, slot)


@inlined
def _advanced(streams, slot):
    """The next state of a stream."""
    high, low = streams[slot, uint64(0)], streams[slot, uint64(1)]
    low_factor = uint64(MULTIPLIER_LOW)
    product = low * low_factor
    carry = high_product(low, low_factor) + high * low_factor + low * uint64(MULTIPLIER_HIGH)
    total = product + streams[slot, uint64(3)]
    return carry + streams[slot, uint64(2)] + uint64(total < product), total


@helper
def seed_stream(streams, slot, seeds, pool):
    """Start a slot's stream as `PCG64(SeedSequence(seed))` does.

    `seeds` is uint64 of shape (slots, 5): how many 32-bit words a seed has, then the words, lowest first; `pool` is
    scratch of uint64, shape (12,).
    """
    _fill_pool(seeds, slot, pool)
    for word in range(uint64(4), uint64(12)):
        pool[word] = uint64(0)
    hashing = uint64(0x8B51F9DD)
    for place in range(uint64(8)):
        value = pool[place & uint64(3)] ^ hashing
        hashing = hashing * uint64(0x58F38DED) & uint64(LOW_32)
        value = value * hashing & uint64(LOW_32)
        value ^= value >> uint64(16)
        pool[uint64(4) + (place >> uint64(1))] |= value << (uint64(32) * (place & uint64(1)))
    start_high, start_low, chosen_high, chosen_low = pool[4], pool[5], pool[6], pool[7]
    streams[slot, uint64(0)] = uint64(0)
    streams[slot, uint64(1)] = uint64(0)
    streams[slot, uint64(2)] = (chosen_high << uint64(1)) | (chosen_low >> uint64(63))
    streams[slot, uint64(3)] = (chosen_low << uint64(1)) | uint64(1)
    _advance(streams, slot)
    low = streams[slot, uint64(1)] + start_low
    streams[slot, uint64(0)] += start_high + uint64(low < start_low)
    streams[slot, uint64(1)] = low
    _advance(streams, slot)


@helper
def _fill_pool(seeds, slot, pool):
    """The seed sequence's pool of four 32-bit words, mixed from the seed's words."""
    hashing = uint64(0x43B0D7E5)
    for place in range(uint64(4)):
        value = seeds[slot, place + uint64(1)] if place < seeds[slot, 0] else uint64(0)
        value ^= hashing
        hashing = hashing * uint64(0x931E8875) & uint64(LOW_32)
        value = value * hashing & uint64(LOW_32)
        pool[place] = value ^ (value >> uint64(16))
    for source in range(uint64(4)):
        for target in range(uint64(4)):
            if source != target:
                value = pool[source] ^ hashing
                hashing = hashing * uint64(0x931E8875) & uint64(LOW_32)
                value = value * hashing & uint64(LOW_32)
                value ^= value >> uint64(16)
                mixed = (uint64(0xCA01F9DD) * pool[target] - uint64(0x4973F715) * value) & uint64(LOW_32)
                pool[target] = mixed ^ (mixed >> uint64(16))


@inlined
def split_mix(state):
    """SplitMix64's output for a state, both uint64; the kernel's `mix` without its masks."""
    word = (state ^ (state >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> uint64(27))) * uint64(0x94D049BB133111EB)
    return word ^ (word >> uint64(31))
