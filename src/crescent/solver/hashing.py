"""The hash of a packed row, 64 bits in which the piles are a set.

A number for every depth and card, foundation and height, and count of redeals; a pile's are added up and mixed, then
all of them added up.  So a move changes the hash of two piles, and a search brings it up to date without a pass over
the row.

Plain functions over arrays, as in `crescent.solver.packed`.

Two kinds of number never meet in arithmetic, because Numba would make floats of them: signed ones (everything but
hashes), which must not overflow, and unsigned 64-bit ones (hashes, and what `WORDS` holds), which wrap round.
"""

from __future__ import annotations

from array import array
from functools import cache

from crescent import kernel
from crescent.solver.packed import FOUNDATIONS, HEIGHTS, REDEALS

ONE = 0
MASK = 1
ZERO = 2
CARDS = 64
HOMES = CARDS + 64 * 32
LEFT = HOMES + 8 * 64
WORDS = LEFT + 128
"""Parts of the words table: 1, the size of a hash table less one, 0, then a number a depth and card, a foundation
and height, and a count of redeals; then its length."""


@cache
def words_table(size: int) -> array[int]:
    """Unsigned words for hashing into a table of `size` places, a power of two; `WORDS` of them, not to be written.

    The random ones are SplitMix64's from state 0, the same for ever, since a search must repeat itself.
    """
    table = array("Q", bytes(8 * WORDS))
    state = 0
    for place in range(CARDS, WORDS):
        state = (state + 0x9E3779B97F4A7C15) & kernel.WORD
        table[place] = kernel.mix(state)
    table[ONE], table[MASK] = 1, size - 1
    return table


def mix(word: int) -> int:
    """SplitMix64's output function, as `crescent.kernel.mix`."""
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return word ^ (word >> 31)


def hash_piles(rows: array[int], at: int, words: array[int], raws: array[int], first: int) -> int:
    """The hash of a row; writes the 16 piles' own hashes, not mixed yet, from `raws[first]` on.

    Piles are added up as a set: rows that differ in the order of the piles alone have the same hash.
    """
    total = words[LEFT + rows[at + REDEALS]]
    for foundation in range(8):
        total = (total + words[HOMES + 64 * foundation + rows[at + FOUNDATIONS + foundation]]) & 0xFFFFFFFFFFFFFFFF
    place = at
    for pile in range(16):
        height = rows[at + HEIGHTS + pile]
        raw = words[ZERO]  # an unsigned 0
        for depth in range(height):
            raw = (raw + words[CARDS + 64 * depth + rows[place + depth]]) & 0xFFFFFFFFFFFFFFFF
        raws[first + pile] = raw
        if height:
            total = (total + mix(raw)) & 0xFFFFFFFFFFFFFFFF
        place += height
    return total
