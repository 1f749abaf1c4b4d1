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
        self._bytes = np.frombuffer(self._head.encode("ascii"), np.uint8).copy()
        self._length = len(self._head) + letters.COUNT
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

    def of_all(self, numbers: NDArray[np.int64]) -> list[str]:
        """The codes of numbers from 0 to 2 ** 35 - 1."""
        length = self._length
        text = np.empty(numbers.size * length, np.uint8)
        numbers = numbers.view(np.uint64)
        if self._write is None:
            self._write = jit.direct(letters.write_codes, numbers, self._bytes, text)
        self._write(numbers, self._bytes, text)
        written = text.tobytes().decode("ascii")
        return [written[begin : begin + length] for begin in range(0, len(written), length)]
