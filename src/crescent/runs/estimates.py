"""What a sample says of everything: shares with intervals, and how numbers are spread."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable
from dataclasses import dataclass

from crescent.errors import RulesError

Z95 = 1.959963984540054
"""The normal distribution's 97.5 % point: two-sided intervals of 95 %."""

QUANTILES = (5, 25, 50, 75, 95)
"""Percents that a spread is told at, between its least and its most."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """The score interval of a share: shares from 0 to 1 that `successes` in `trials` do not contradict.

    Wilson, "Probable inference, the law of succession, and statistical inference", 1927.  Without trials everything is
    possible, 0 to 1.

    Raises:
        RulesError: `successes` is not from 0 to `trials`.
    """
    if not 0 <= successes <= trials:
        raise RulesError("successes", successes, f"from 0 to {trials}")
    if trials == 0:
        return 0.0, 1.0
    share, square = successes / trials, z * z
    middle = share + square / (2 * trials)
    half = z * math.sqrt(share * (1 - share) / trials + square / (4 * trials * trials))
    scale = 1 + square / trials
    low = 0.0 if successes == 0 else (middle - half) / scale
    high = 1.0 if successes == trials else (middle + half) / scale
    return low, high


@dataclass(frozen=True, slots=True)
class Share:
    """How many of the deals came out in one way.

    Attributes:
        count: how many.
        share: of all, 0 to 1; 0 where there are none at all.
        low, high: the share's Wilson interval of 95 %.
    """

    count: int
    share: float
    low: float
    high: float

    @classmethod
    def of(cls, count: int, total: int) -> Share:
        """`count` of `total`."""
        return cls(count, count / total if total else 0.0, *wilson(count, total))


@dataclass(frozen=True, slots=True)
class Spread:
    """How numbers are spread.

    Attributes:
        least, most: the ends.
        mean: the arithmetic mean.
        quantiles: at `QUANTILES` percent, interpolated between neighbours (numpy's default, R's type 7).
    """

    least: float
    quantiles: tuple[float, ...]
    most: float
    mean: float

    @classmethod
    def of(cls, values: Iterable[float]) -> Spread | None:
        """The spread of `values`, None where there are none."""
        found = sorted(values)
        if not found:
            return None
        cuts = statistics.quantiles(found, n=100, method="inclusive") if len(found) > 1 else found * 99
        return cls(found[0], tuple(cuts[percent - 1] for percent in QUANTILES), found[-1], statistics.fmean(found))

    @property
    def median(self) -> float:
        """The middle."""
        return self.quantiles[QUANTILES.index(50)]
