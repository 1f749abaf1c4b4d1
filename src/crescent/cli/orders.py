"""What a line typed at the prompt of `crescent play` means; nothing here reads, prints or plays.

Words are taken in English and German whatever the language of the output, in any case.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from crescent.errors import MoveTextError, shown
from crescent.moves import PLACES, REDEAL, Direction, Move, Pile, Place
from crescent.text.errors import UsageError
from crescent.text.messages import Message

LONGEST_LINE: Final = 1000
"""Characters of a line at most; file names need the most."""


@dataclass(frozen=True, slots=True)
class Play:
    """Play a move, perhaps the redeal."""

    move: Move


@dataclass(frozen=True, slots=True)
class Tap:
    """Tap a place."""

    place: Place


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop the top card of a place, or of what is selected (None), on the foundation area."""

    place: Place | None


@dataclass(frozen=True, slots=True)
class Aim:
    """Send the top card of what is selected to a foundation of its suit."""

    direction: Direction


@dataclass(frozen=True, slots=True)
class Undo:
    """Take the last move back."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Play it again."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """Deal a new game of the same variant, or the `same` deal from its start."""

    same: bool


@dataclass(frozen=True, slots=True)
class ShowMoves:
    """List the legal moves."""


@dataclass(frozen=True, slots=True)
class ShowPiles:
    """Show what lies in a pile, or in all of them (None)."""

    pile: Pile | None


@dataclass(frozen=True, slots=True)
class ShowHint:
    """Say what to play next, and whether the game can still be won."""


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Show the board."""


@dataclass(frozen=True, slots=True)
class ShowHelp:
    """Show the commands."""


@dataclass(frozen=True, slots=True)
class SetRules:
    """Switch interactive rules: whether a refusal names its reason."""

    on: bool


@dataclass(frozen=True, slots=True)
class Save:
    """Save the game in a file; an empty name is the file of the last time."""

    file: str


@dataclass(frozen=True, slots=True)
class Leave:
    """End the session."""


Order = (
    Play
    | Tap
    | Drop
    | Aim
    | Undo
    | Redo
    | NewGame
    | ShowMoves
    | ShowPiles
    | ShowHint
    | ShowBoard
    | ShowHelp
    | SetRules
    | Save
    | Leave
)

_PHRASES: Final[dict[Order, str]] = {
    Play(REDEAL): "r, redeal, neu verteilen, verteilen",
    Undo(): "u, undo, zurück, zurueck, rückgängig",
    Redo(): "redo, vor, wiederholen",
    NewGame(same=False): "n, new, neu",
    NewGame(same=True): "again, nochmal, noch einmal",
    ShowMoves(): "m, moves, züge, zuege",
    ShowPiles(None): "p, piles, stapel",
    ShowHint(): "h, hint, tipp",
    ShowBoard(): "b, board",
    ShowHelp(): "?, help, hilfe",
    SetRules(on=True): "rules on, regeln an, regeln ein",
    SetRules(on=False): "rules off, regeln aus",
    Save(""): "save, speichern",
    Leave(): "q, quit, exit, ende",
    Aim(Direction.ASCENDING): "a",
    Aim(Direction.DESCENDING): "k",
    Drop(None): "f",
}
_ORDERS: Final = {phrase: order for order, phrases in _PHRASES.items() for phrase in phrases.split(", ")}
_PLACES: Final = {str(place): place for place in PLACES}
_SAVE: Final = re.compile(r"(?:save|speichern) (.+)", re.IGNORECASE)
_SHOW_PILE: Final = re.compile(r"(?:p|piles?|stapel) ?([0-9]+)", re.IGNORECASE)
_RULES: Final = re.compile(r"(?:rules|regeln)(?: .*)?", re.IGNORECASE)
_DROP: Final = re.compile(r"([0-9]+|[SHDC][AK]) ?[ >-] ?F", re.IGNORECASE)
_NUMBERS: Final = re.compile(r"([0-9]+)(?: ?[ >-] ?([0-9]+|[AKF]))?", re.IGNORECASE)


def read_order(line: str) -> Order:
    """The order that a line gives.

    Raises:
        UsageError: it gives none; the error says why.
    """
    text = _plain(line)
    order = _ORDERS.get(" ".join(unicodedata.normalize("NFC", text).casefold().split()))
    if order is not None:
        return order
    if not text:
        return ShowBoard()
    if found := _SAVE.fullmatch(text):
        return Save(_file(found[1].strip()))
    if _RULES.fullmatch(text):
        raise UsageError(Message.RULES_HOW)
    return _read_places(" ".join(text.replace("->", ">").replace("→", ">").split()), shown(text))


def _read_places(text: str, display: str) -> Order:
    """The order of a line that names places: a move, a tap, a drop, or a look into a pile."""
    if found := _SHOW_PILE.fullmatch(text):
        place = _PLACES.get(found[1])
        if not isinstance(place, Pile):
            raise UsageError(Message.NO_SUCH_PILE, text=shown(found[1]))
        return ShowPiles(place)
    if found := _DROP.fullmatch(text):
        place = _PLACES.get(found[1].upper())
        if place is not None:
            return Drop(place)
    place = _PLACES.get(text.upper())
    if place is not None:
        return Tap(place)
    try:
        return Play(Move.parse(text))
    except MoveTextError:
        pass
    if found := _NUMBERS.fullmatch(text):
        wrong = next(number for number in found.groups() if number and number.isdigit() and number not in _PLACES)
        raise UsageError(Message.NO_SUCH_PILE, text=shown(wrong))
    raise UsageError(Message.UNKNOWN_COMMAND, text=display)


def _file(text: str) -> str:
    """The file's name in `text`, without the quotes around it that a shell would ask for."""
    quoted = len(text) >= 2 and text[0] == text[-1] and text[0] in "\"'"
    name = text[1:-1] if quoted else text
    if not name:
        raise UsageError(Message.SAVE_WHERE)
    return name


def _plain(line: str) -> str:
    """The line without its end and the space around it, checked to be text that a command can have."""
    if len(line) > LONGEST_LINE:
        raise UsageError(Message.LINE_TOO_LONG, limit=LONGEST_LINE)
    text = "".join(" " if character in "\t\u00a0" else character for character in line.rstrip("\r\n")).strip(" ")
    if not text.isprintable() or "\ufffd" in text:
        raise UsageError(Message.LINE_UNREADABLE, text=shown(text))
    return text
