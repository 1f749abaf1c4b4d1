"""What `go` may be told: how much to search, and which moves are legal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crescent.engine.errors import RefusedCommandError
from crescent.errors import shown
from crescent.moves import Move

MOST_NODES: Final = 10**12
LONGEST_MOVETIME: Final = 86_400_000  # a day


@dataclass(frozen=True, slots=True)
class Limits:
    """What `go` asks for: nodes and milliseconds at most, and what the asker takes for the legal moves."""

    nodes: int | None = None
    movetime: int | None = None
    legal: frozenset[Move] | None = None


def limits_of(words: Sequence[str], usage: str) -> Limits:
    """What the words after `go` ask for.

    Raises:
        RefusedCommandError, MoveTextError: they cannot be read.
    """
    found: dict[str, int] = {}
    rest = list(words)
    while rest and rest[0] != "legal":
        name = rest.pop(0)
        most = {"nodes": MOST_NODES, "movetime": LONGEST_MOVETIME}.get(name)
        if most is None or name in found or not rest:
            raise RefusedCommandError(f"say {usage}")
        found[name] = number(name, rest.pop(0), most, least=1)
    legal = frozenset(map(Move.parse, rest[1:])) if rest else None
    return Limits(found.get("nodes"), found.get("movetime"), legal)


def number(what: str, word: str, most: int, least: int = 0) -> int:
    """A word as a number.

    Raises:
        RefusedCommandError: it is none, or out of range.
    """
    value = int(word) if word.isascii() and word.isdecimal() and len(word) <= 40 else -1
    if not least <= value <= most:
        raise RefusedCommandError(f"{what} is a number from {least} to {most}, not {shown(word)}")
    return value
