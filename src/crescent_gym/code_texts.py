"""The texts of game codes, made for environments that deal a hundred thousand games a second."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crescent import jit
from crescent.codes import ALGORITHM, LETTERS
from crescent.variants import Variant
from crescent_gym.batch import letters

_PAIRS: Final = [one + other for one in LETTERS for other in LETTERS]
"""Ten bits of a number as its two letters."""


class CodeTexts:
    """Writes the codes of one variant, as `str(GameCode(number, variant))` does."""

    def __init__(self, variant: Variant) -> None:
        """Nothing is written yet."""
        self._variant = variant
        self._head = f"{ALGORITHM}-{variant.tag}-"
        self._characters = np.array([ord(character) for character in self._head], np.uint32)
        self._texts = np.dtype(f"U{len(self._head) + letters.COUNT}")
        self._write: Callable[..., object] | None = None

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by what it was made of: an entry point belongs to its process."""
        return CodeTexts, (self._variant,)

    def of(self, number: int) -> str:
        """The code of a number from 0 to 2 ** 35 - 1, empty for a negative number, which stands for none."""
        if number < 0:
            return ""
        pairs = _PAIRS
        return (
            f"{self._head}{pairs[number >> 25]}{pairs[number >> 15 & 1023]}{pairs[number >> 5 & 1023]}"
            f"{LETTERS[number & 31]}"
        )

    def of_all(self, numbers: NDArray[np.int64]) -> NDArray[np.object_]:
        """The codes of numbers from 0 to 2 ** 35 - 1, an array of `str`."""
        texts = np.empty(numbers.size, self._texts)
        arguments = numbers.view(np.uint64), self._characters, texts.view(np.uint32)
        if self._write is None:
            self._write = jit.direct(letters.write_codes, *arguments)
        self._write(*arguments)
        return texts.astype(object)  # its strings are made by NumPy, faster than by cutting a long one
