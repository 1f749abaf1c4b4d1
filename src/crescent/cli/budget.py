"""What a search may spend, as options: nodes, seconds, a seed."""

from __future__ import annotations

import math
from typing import Annotated, Final

import typer

from crescent.errors import shown
from crescent.text.errors import UsageError
from crescent.text.messages import Message

HIGHEST_NODES: Final = 10**12
LOWEST_SECONDS: Final = 0.001
HIGHEST_SECONDS: Final = 10**6

SolverSeedOption = Annotated[int, typer.Option("--seed", metavar="N", help="The solver's seed.")]
SecondsOption = Annotated[
    float | None, typer.Option("--seconds", metavar="S", help="Seconds to search at most. [default: no limit]")
]


def checked_seconds(option: str, value: float, high: float = HIGHEST_SECONDS) -> float:
    """Seconds that an option gives.

    Raises:
        UsageError: no number, or not from `LOWEST_SECONDS` to `high`.
    """
    if not (math.isfinite(value) and LOWEST_SECONDS <= value <= high):
        raise UsageError(Message.NUMBER_RANGE, option=option, value=shown(value), low=LOWEST_SECONDS, high=high)
    return value
