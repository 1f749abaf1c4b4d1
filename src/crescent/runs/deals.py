"""Which deals a run is about, and how they are split by hand."""

from __future__ import annotations

from crescent.errors import RulesError, WrongTypeError, as_integer
from crescent.position import NUMBERS

MOST_DEALS = 10_000_000
"""Deals of one run at most: their results are kept in memory for the summary, about 0.2 kB each."""


def shard(deals: range, number: int, count: int) -> range:
    """Part `number` (1 to `count`) of `deals`: every `count`-th, so that the parts are alike, and together are all.

    A deal stays in its part when the range is made longer at its end.

    Raises:
        RulesError: there is no such part.
        WrongTypeError: one of the arguments has the wrong type.
    """
    if not isinstance(deals, range):
        raise WrongTypeError("deals", "a range", deals)
    if as_integer("the count of shards", count) < 1:
        raise RulesError("the count of shards", count, "1 or more")
    if not 1 <= as_integer("a shard", number) <= count:
        raise RulesError("a shard", number, f"from 1 to {count}")
    return deals[number - 1 :: count]


def check_deals(deals: range) -> range:
    """`deals`, checked to be code numbers, and not too many.

    Raises:
        WrongTypeError: it is no range.
        RulesError: it is empty, leaves 0 to 2 ** 35 - 1, or has more than `MOST_DEALS`.
    """
    if not isinstance(deals, range):
        raise WrongTypeError("deals", "a range", deals)
    if not deals or not (0 <= deals[0] < NUMBERS and 0 <= deals[-1] < NUMBERS):
        raise RulesError("deals", str(deals), f"a range of one or more numbers from 0 to {NUMBERS - 1}")
    if len(deals) > MOST_DEALS:
        raise RulesError("deals", str(deals), f"at most {MOST_DEALS} deals")
    return deals
