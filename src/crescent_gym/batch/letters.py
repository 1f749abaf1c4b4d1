"""The letters of game codes in compiled code, as `crescent.codes` writes them."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numba import uint64

from crescent.codes import LETTERS
from crescent.jit import Decorator, cache_folder, compiler
from crescent_gym import flat as flat_observation

compiled: Decorator = compiler(cache_folder(Path(__file__).parent, Path(flat_observation.__file__)), release_lock=False)
"""Compiles what Python calls; kept between processes until one of these files changes."""

COUNT = 7
"""Letters of a code, each five bits of its number."""

_LETTERS = np.frombuffer(LETTERS.encode("ascii"), np.uint8).astype(np.uint32)


@compiled
def write_codes(numbers, head, text):
    """Write the codes of numbers, uint64 (n,), one behind the other: what `head` holds, then the letters.

    `head` and `text` are uint32, a character each, as NumPy's own texts are laid out.
    """
    place = uint64(0)
    for code in range(uint64(numbers.shape[0])):
        for letter in range(uint64(head.shape[0])):
            text[place] = head[letter]
            place += uint64(1)
        for letter in range(uint64(COUNT)):
            bits = numbers[code] >> (uint64(5) * (uint64(COUNT - 1) - letter))
            text[place] = _LETTERS[bits & uint64(31)]
            place += uint64(1)
