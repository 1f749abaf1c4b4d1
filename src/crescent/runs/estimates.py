"""What a sample says of everything: shares, means and paired differences with intervals, and how numbers are spread."""

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


def newcombe(both: int, only_first: int, only_second: int, neither: int) -> tuple[float, float, float]:
    """The difference of two shares seen on the same things, second less first, with its interval of 95 %.

    Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data",
    Statistics in Medicine 17, 1998, method 10: the two Wilson intervals squared and added, less what is owed to their
    correlation, whose coefficient is corrected for continuity where it is positive.

    Args:
        both: on how many things both succeeded.
        only_first: on how many the first alone did.
        only_second: on how many the second alone did.
        neither: on how many none did.

    Returns:
        The difference and the ends, from -1 to 1; without things everything is possible.

    Raises:
        RulesError: a count is negative.
    """
    counts = (both, only_first, only_second, neither)
    if min(counts) < 0:
        raise RulesError("a count of pairs", min(counts), "0 or more")
    total = sum(counts)
    if total == 0:
        return 0.0, -1.0, 1.0
    firsts, seconds = both + only_first, both + only_second
    product = both * neither - only_first * only_second
    corrected = max(product - total / 2, 0.0) if product > 0 else float(product)
    margins = firsts * (total - firsts) * seconds * (total - seconds)
    correlation = corrected / math.sqrt(margins) if margins else 0.0
    first, second = firsts / total, seconds / total
    (low_first, high_first), (low_second, high_second) = wilson(firsts, total), wilson(seconds, total)
    down = _apart(second - low_second, high_first - first, correlation)
    up = _apart(high_second - second, first - low_first, correlation)
    difference = (only_second - only_first) / total
    return difference, max(-1.0, difference - down), min(1.0, difference + up)


def _apart(one: float, other: float, correlation: float) -> float:
    """How far the difference of two correlated numbers may lie from what was seen, if they may so far."""
    return math.sqrt(max(0.0, one * one - 2 * correlation * one * other + other * other))


def student(freedom: int, share: float = 0.95) -> float:
    """Student's t: the ends between which `share` of its distribution with so many degrees of freedom lies, +- this.

    Up to 200 degrees the distribution's finite sum is solved for the end (Abramowitz and Stegun, "Handbook of
    Mathematical Functions", 26.7.3 and 26.7.4); from there on its expansion at the normal distribution is exact to
    eight digits (26.7.5).

    Raises:
        RulesError: `freedom` is below 1, or `share` not between 0 and 1.
    """
    if freedom < 1:
        raise RulesError("degrees of freedom", freedom, "1 or more")
    if not 0 < share < 1:
        raise RulesError("share", share, "between 0 and 1")
    z = statistics.NormalDist().inv_cdf((1 + share) / 2)
    if freedom > 200:
        terms = (
            (z**3 + z) / 4,
            (5 * z**5 + 16 * z**3 + 3 * z) / 96,
            (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        )
        return z + math.fsum(term / freedom**power for power, term in enumerate(terms, start=1))
    low, high = 0.0, math.pi / 2  # of atan(t / sqrt(freedom)), in which the share rises
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < share else (low, middle)
    return math.tan(low) * math.sqrt(freedom)


def _within(angle: float, freedom: int) -> float:
    """The share of Student's distribution within -t and t, `angle` being atan(t / sqrt(freedom))."""
    odd = freedom % 2
    square, term, total = math.cos(angle) ** 2, math.cos(angle) if odd else 1.0, 0.0
    for number in range(2 + odd, freedom + 1, 2):
        total += term
        term *= square * (number - 1) / number
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if odd else total


@dataclass(frozen=True, slots=True)
class Mean:
    """An arithmetic mean.

    Attributes:
        count: of how many numbers.
        mean: their mean.
        low, high: its interval of 95 % by Student's t; None where there are fewer than two numbers.
    """

    count: int
    mean: float
    low: float | None
    high: float | None

    @classmethod
    def of(cls, values: Iterable[float]) -> Mean | None:
        """The mean of `values`, None where there are none."""
        found = list(values)
        if not found:
            return None
        mean = statistics.fmean(found)
        if len(found) == 1:
            return cls(1, mean, None, None)
        half = student(len(found) - 1) * statistics.stdev(found) / math.sqrt(len(found))
        return cls(len(found), mean, mean - half, mean + half)


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
