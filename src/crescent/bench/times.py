"""How long moves took, in room that does not grow with their number.

Times are counted in bins of an eighth of an octave of microseconds, so that any two counts can be added up and every
quantile is known to within 5 %; their sum and the longest are kept exactly.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Self

BINS_AN_OCTAVE: Final = 8

HIGHEST_BIN: Final = 400
"""The bin of 2 ** 50 microseconds, 35 years; what is longer counts there."""


@dataclass(frozen=True, slots=True)
class Times:
    """How long some moves took.

    Attributes:
        seconds: all together.
        slowest: the longest, in seconds; 0 where there are none.
        bins: numbers of bins, rising, each with how many moves are in it.
    """

    seconds: float = 0.0
    slowest: float = 0.0
    bins: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, taken: Iterable[float]) -> Self:
        """The times of moves that took so many seconds each."""
        found = list(taken)
        bins = Counter(map(_bin, found))
        return cls(round(math.fsum(found), 6), round(max(found, default=0.0), 6), tuple(sorted(bins.items())))

    @classmethod
    def together(cls, parts: Iterable[Times]) -> Self:
        """All of them as one."""
        found = list(parts)
        bins: Counter[int] = Counter()
        for part in found:
            bins.update(dict(part.bins))
        return cls(
            math.fsum(part.seconds for part in found),
            max((part.slowest for part in found), default=0.0),
            tuple(sorted(bins.items())),
        )

    @property
    def count(self) -> int:
        """How many moves."""
        return sum(count for _, count in self.bins)

    @property
    def mean(self) -> float:
        """Seconds a move; 0 where there are none."""
        return self.seconds / self.count if self.bins else 0.0

    def quantile(self, percent: float) -> float:
        """Seconds that `percent` of the moves did not exceed, to within 5 % and a microsecond; 0 where there are none.

        It is the middle of the bin in which that move lies (the nearest rank).
        """
        rank, seen = max(1, math.ceil(percent / 100 * self.count)), 0
        for number, count in self.bins:
            seen += count
            if seen >= rank:
                return min(2 ** ((number + 0.5) / BINS_AN_OCTAVE) / 1e6, self.slowest or math.inf)
        return 0.0


def _bin(seconds: float) -> int:
    """The bin of a time; what took less than a microsecond is in the first."""
    return min(HIGHEST_BIN, math.floor(BINS_AN_OCTAVE * math.log2(max(seconds * 1e6, 1.0))))
