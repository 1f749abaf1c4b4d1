"""How long an external engine is waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crescent.errors import RulesError, as_integer, as_number

LONGEST: Final = 86_400.0
"""Seconds that can be waited for: a day."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long an engine is waited for, and what it is told of it.

    Attributes:
        start: seconds from its start to its first answer, above 0 to a day.
        seconds: seconds for each further answer, above 0 to a day.
        movetime: milliseconds that it is told to think for at most, or None; keeping `seconds` is our business, keeping
            this one the engine's.
        nodes: nodes that it is told to search at most, or None.

    Raises:
        WrongTypeError: one of them is no number.
        RulesError: one of them is out of range.
    """

    start: float = 30.0
    seconds: float = 30.0
    movetime: int | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Check all of them."""
        for name in ("start", "seconds"):
            value = as_number(name, getattr(self, name), "a number of seconds")
            if not 0 < value <= LONGEST:
                raise RulesError(name, value, "above 0 and at most 86400 seconds")
        for name, most in (("movetime", 86_400_000), ("nodes", 10**12)):
            count = getattr(self, name)
            if count is not None and not 1 <= as_integer(name, count, "an integer or None") <= most:
                raise RulesError(name, count, f"an integer from 1 to {most}")

    @property
    def words(self) -> str:
        """What `go` is told of it, with a space before."""
        nodes = "" if self.nodes is None else f" nodes {self.nodes}"
        return nodes + ("" if self.movetime is None else f" movetime {self.movetime}")
