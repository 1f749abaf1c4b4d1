"""How a game ends."""

from __future__ import annotations

from enum import Enum


class Outcome(Enum):
    """The end of a game.  A blocked game may still be undone; endless shuttling is no end."""

    WON = "won"
    BLOCKED = "blocked"

    def __str__(self) -> str:
        """`won` or `blocked`."""
        return self._value_
