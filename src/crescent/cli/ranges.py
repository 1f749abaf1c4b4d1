"""Which deals a run is about: `--deals 1:1000` and `--shard 2/5`."""

from __future__ import annotations

import re

from crescent.errors import RulesError, shown
from crescent.position import NUMBERS
from crescent.runs.deals import MOST_DEALS, check_deals, shard
from crescent.text.errors import UsageError
from crescent.text.messages import Message

_DEALS = re.compile(r"([0-9]{1,11})(?::([0-9]{1,11}))?", re.ASCII)
_SHARD = re.compile(r"([0-9]{1,8})/([0-9]{1,8})", re.ASCII)


def deals_of(text: str) -> range | None:
    """The code numbers that `first:last` or a single number means, both ends included; None if none, or too many.

    Raises:
        UsageError: the last number is below the first.
    """
    found = _DEALS.fullmatch(text)
    first, last = (int(number or found[1]) for number in found.groups()) if found else (0, -1)
    if found and last < first:
        ordered = f"{last}:{first}"
        raise UsageError(Message.DEALS_REVERSED, option="--deals", value=shown(text), ordered=ordered)
    try:
        return check_deals(range(first, last + 1))
    except RulesError:
        return None


def read_deals(text: str) -> range:
    """As `deals_of`.

    Raises:
        UsageError: it means none, or too many, or is reversed.
    """
    deals = deals_of(text)
    if deals is None:
        raise UsageError(Message.DEALS_FORM, option="--deals", value=shown(text), most=MOST_DEALS, high=NUMBERS - 1)
    return deals


def read_shard(text: str, deals: range) -> range:
    """The part of `deals` that `i/N` means.

    Raises:
        UsageError: it means none.
    """
    found = _SHARD.fullmatch(text)
    try:
        return shard(deals, *map(int, found.groups())) if found else shard(deals, 0, 0)
    except RulesError:
        raise UsageError(Message.SHARD_FORM, option="--shard", value=shown(text)) from None
