"""What the file of games holds: the running game, finished games, and what these come to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crescent.errors import RulesError, WrongTypeError, as_integer, as_number
from crescent.record import LONGEST
from crescent.record_tags import MOST_SECONDS

_NAME_LENGTH: Final = 100
_MOST_MOVES: Final = 2**31


@dataclass(frozen=True, slots=True)
class Running:
    """A game that is being played.

    Attributes:
        record: its record as text, at most `LONGEST` bytes; the store does not replay it.
        seconds: on the clock so far, 0 to 1e9.
        strict: the switch of the interactive rules.

    Raises:
        WrongTypeError: a field has the wrong type.
        RulesError: a field is out of its range.
    """

    record: str
    seconds: float
    strict: bool

    def __post_init__(self) -> None:
        """Check everything."""
        _check_text("Running.record", self.record, LONGEST)
        _check_seconds("Running.seconds", self.seconds)
        _check_flag("Running.strict", self.strict)


@dataclass(frozen=True, slots=True)
class Played:
    """A game that is over: won, blocked or given up.

    Attributes:
        variant: the variant's name, 1 to 100 bytes.
        code: the game code, None where the deal has none.
        won: whether it was won.
        seconds: on the clock, 0 to 1e9.
        moves: moves without redeals, 0 to 2**31.

    Raises:
        WrongTypeError: a field has the wrong type.
        RulesError: a field is out of its range.
    """

    variant: str
    code: str | None
    won: bool
    seconds: float
    moves: int

    def __post_init__(self) -> None:
        """Check everything."""
        check_name("Played.variant", self.variant)
        if self.code is not None:
            check_name("Played.code", self.code)
        _check_flag("Played.won", self.won)
        _check_seconds("Played.seconds", self.seconds)
        if not 0 <= as_integer("Played.moves", self.moves) <= _MOST_MOVES:
            raise RulesError("Played.moves", self.moves, "an integer from 0 to 2**31")


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the finished games come to.

    Attributes:
        played: how many.
        won: how many of them were won.
        best_seconds: the shortest time of a won game, None without one.
        best_moves: the fewest moves of a won game, None without one; perhaps another game.
        streak: games won in a row up to now.
        longest_streak: games won in a row at most.
    """

    played: int = 0
    won: int = 0
    best_seconds: float | None = None
    best_moves: int | None = None
    streak: int = 0
    longest_streak: int = 0


def check_name(what: str, value: object) -> None:
    """Check a name or a code.

    Raises:
        WrongTypeError: `value` is no text.
        RulesError: it has none or more than 100 bytes in UTF-8, or what no name holds.
    """
    _check_text(what, value, _NAME_LENGTH)


def _check_text(what: str, value: object, most: int) -> None:
    """Raise where `value` is no text of 1 to `most` bytes in UTF-8."""
    if not isinstance(value, str):
        raise WrongTypeError(what, "a text", value)
    if not 0 < len(value) <= most or len(value.encode("utf-8", "surrogatepass")) > most:
        raise RulesError(what, value, f"a text of 1 to {most} bytes")
    if any("\ud800" <= character <= "\udfff" for character in value) or "\0" in value:
        raise RulesError(what, value, "a text without NUL and lone surrogates")


def _check_seconds(what: str, value: object) -> None:
    """Raise where `value` is no number of seconds."""
    if not 0 <= as_number(what, value) <= MOST_SECONDS:  # nor not-a-number
        raise RulesError(what, value, "a number from 0 to 1e9")


def _check_flag(what: str, value: object) -> None:
    """Raise where `value` is no bool."""
    if not isinstance(value, bool):
        raise WrongTypeError(what, "True or False", value)
