"""Which deal a command is about: the argument CODE, or --variant and --seed."""

from __future__ import annotations

import random
from typing import Annotated, Final

import typer

from crescent.codes import GameCode
from crescent.errors import shown
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants

HIGHEST_SEED: Final = 2**32 - 1
"""The highest seed that every library of random numbers takes, for the agents that are built on one."""

CodeArgument = Annotated[
    str | None, typer.Argument(metavar="CODE", help="The game code, as in CR1-N-AAAAAAB. [default: a new deal]")
]
VariantOption = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="A new deal of this variant. [default: normal]")
]


def chosen_code(code: str | None, variant: str | None, seed: int | None) -> GameCode:
    """The code that `code` names; without one a new code of `variant`, drawn by `seed` where there is one.

    Raises:
        UsageError: both a code and a variant are given.
        CodeError, UnknownNameError, PluginError: there is no such code, or no such variant.
    """
    if code is None:
        rng = None if seed is None else random.Random(seed)
        return GameCode.random(variants.get("normal" if variant is None else variant), rng)
    if variant is not None:
        raise UsageError(Message.CHOOSE_ONE, options="CODE, --variant")
    return GameCode.parse(code)


def checked_number(option: str, value: int, low: int, high: int) -> int:
    """The value of an option.

    Raises:
        UsageError: it is not from `low` to `high`.
    """
    if not low <= value <= high:
        raise UsageError(Message.NUMBER_RANGE, option=option, value=shown(value), low=low, high=high)
    return value


def checked_seed(seed: int | None) -> int | None:
    """The value of --seed, None where it is not given.

    Raises:
        UsageError: it is negative or above `HIGHEST_SEED`.
    """
    return None if seed is None else checked_number("--seed", seed, 0, HIGHEST_SEED)
