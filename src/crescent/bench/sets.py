"""Standard sets: deals with limits that never change, so that results of different people can be compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True)
class StandardSet:
    """Deals and limits.  One that is published never changes: another one gets another name.

    Attributes:
        name: what it is called.
        first, last: the code numbers of its deals, both included.
        limit: moves and redeals of a game at most.
        seconds: that a move may take.
        seed: that the agents' chances are drawn from.
    """

    name: str
    first: int
    last: int
    limit: int
    seconds: float
    seed: int

    @property
    def deals(self) -> range:
        """The code numbers."""
        return range(self.first, self.last + 1)


CRESCENT_1000: Final = StandardSet("crescent-1000", first=1, last=1000, limit=1000, seconds=30.0, seed=0)
"""The codes 1 to 1000 of any variant.  A game that comes to an end has 50 to 250 moves and redeals, so the limit of
1000 ends only what goes in circles; 30 seconds a move are many times what any agent here needs on a slow machine."""

STANDARD_SETS: Final[Mapping[str, StandardSet]] = MappingProxyType({CRESCENT_1000.name: CRESCENT_1000})
"""All of them, by name."""
