"""The texts of game codes, made for environments that deal a hundred thousand games a second."""

from __future__ import annotations

from typing import Final

from crescent.codes import ALGORITHM, LETTERS
from crescent.variants import Variant

_PAIRS: Final = [one + other for one in LETTERS for other in LETTERS]
"""Ten bits of a number as its two letters."""


class CodeTexts:
    """Writes the codes of one variant, as `str(GameCode(number, variant))` does."""

    def __init__(self, variant: Variant) -> None:
        """Nothing is written yet."""
        self._head = f"{ALGORITHM}-{variant.tag}-"

    def of(self, number: int) -> str:
        """The code of a number from 0 to 2 ** 35 - 1, empty for a negative number, which stands for none."""
        if number < 0:
            return ""
        pairs = _PAIRS
        return (
            f"{self._head}{pairs[number >> 25]}{pairs[number >> 15 & 1023]}{pairs[number >> 5 & 1023]}"
            f"{LETTERS[number & 31]}"
        )
