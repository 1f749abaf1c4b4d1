"""The board in characters: the horseshoe of 16 piles around the eight foundations, free of any language.

    column  0   1   2   3   4   5   6   7   8   9
    row 0       5   6   7   8   9  10  11  12
    row 1   4                                  13
    row 2   3          SA  HA  DA  CA          14
    row 3   2          SK  HK  DK  CK          15
    row 4   1           R                      16

Every place shows its top card, and under it what a player types for the place and how many cards lie there (`10 ×6`);
`R ×3` are the redeals left.  An empty pile has a dash for a card and no frame: nothing can ever be put there.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import zip_longest
from typing import Final, NamedTuple

from crescent.arrangement import Arrangement
from crescent.cards import SUITS, Card
from crescent.errors import WrongTypeError
from crescent.moves import PLACES, Direction, Foundation, Move, Pile, Place
from crescent.view import View

WIDTH: Final = 69
"""Columns that a board has at most."""

GAP: Final = 4
"""Columns between two boards beside each other."""

HEIGHT: Final = 15
"""Lines that a board has at most; one without frames has a line less."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a board is drawn.

    Attributes:
        unicode: suits as symbols and cards in frames; else everything is ASCII.
        colour: with ANSI escape sequences; else there are none.
        frames: cards in frames where `unicode` is set; else in brackets, as in ASCII.
    """

    unicode: bool = True
    colour: bool = False
    frames: bool = True

    @property
    def framed(self) -> bool:
        """Whether cards are in frames."""
        return self.unicode and self.frames


def horseshoe(
    view: View,
    card: Callable[[Card], str],
    style: Style = Style(),
    *,
    last: Place | None = None,
    selected: Place | None = None,
) -> str:
    """The board of `view`: at most `HEIGHT` lines of at most `WIDTH` columns, none of them ending in a space.

    Args:
        view: what the player may know.
        card: the shown text of a card, 2 or 3 columns wide, as in `10♥` or `B♦`; an ASCII board writes the suit's
            letter for its symbol, as in `10H` or `BD`.
        style: ASCII or not, coloured or not.
        last: where the last move's card went (see `landing`); marked by a heavy frame, or by `*` on both sides.
        selected: the place that a tap selected; marked by a double frame, or by `>` and `<`.  It wins over `last`.

    Raises:
        WrongTypeError: `view` is no `View`.
    """
    if not isinstance(view, View):
        raise WrongTypeError("a board's view", "a View", view)
    pieces = [_Piece(HEIGHT - 1, _COLUMN_WIDTH * _FIRST_FOUNDATION, _label("R", view.redeals_left, style), _DIM)]
    for place in PLACES:
        mark = _SELECTED if place == selected else _LAST if place == last else _PLAIN
        pieces += _drawn(place, view, card, mark, style)
    lines = range(0 if style.framed else 1, HEIGHT)
    return "\n".join(_joined([piece for piece in pieces if piece.line == line], style) for line in lines)


def landing(before: Arrangement, move: Move) -> Place | None:
    """The place where the card of `move`, played in `before`, comes to lie; None for a redeal or without a card."""
    if not isinstance(move.target, Direction):
        return move.target
    top = before.top(move.source) if move.source else None
    return Foundation(top.suit, move.target) if top else None


def beside(left: str, right: str) -> str:
    """Two boards, with what stands under them, as one picture, `GAP` columns between them; either may be coloured."""
    lines = [
        f"{one}{' ' * (WIDTH + GAP - len(_ESCAPE.sub('', one)))}{other}"
        for one, other in zip_longest(left.split("\n"), right.split("\n"), fillvalue="")
    ]
    return "\n".join(line.rstrip() for line in lines)


class _Piece(NamedTuple):
    """Some characters of one line."""

    line: int
    column: int
    text: str
    code: str  # of the ANSI sequence that colours them, empty for none


class _Mark(NamedTuple):
    """How a place is framed."""

    top: str
    side: str
    ascii_left: str
    ascii_right: str
    code: str


_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
_COLUMN_WIDTH = 7
_FIRST_FOUNDATION = 3
_DIM, _RED = "2", "31"
_PLAIN = _Mark("╭────╮", "│", "[", "]", "")
_LAST = _Mark("┏━━━━┓", "┃", "*", "*", "1;33")
_SELECTED = _Mark("╔════╗", "║", ">", "<", "1;36")
_ASCII = str.maketrans({suit.symbol: suit.letter for suit in SUITS})


def _row(place: Place) -> int:
    """The row on the board, 0 the top."""
    if isinstance(place, Foundation):
        return 2 if place.direction is Direction.ASCENDING else 3
    return max(0, 5 - place.number, place.number - 12)


def _column(place: Place) -> int:
    """The column on the board, 0 the left one."""
    if isinstance(place, Foundation):
        return _FIRST_FOUNDATION + place.suit.order
    return min(max(0, place.number - 4), 9)


def _drawn(place: Place, view: View, card: Callable[[Card], str], mark: _Mark, style: Style) -> list[_Piece]:
    """One place: its top card, and its label under it."""
    line, column = 3 * _row(place), _COLUMN_WIDTH * _column(place)
    count = _count(view, place)
    label = _Piece(line + 2, column, _label(str(place), count, style), _DIM)
    top = view.top(place)
    if top is None:
        return [_Piece(line + 1, column + 2, "──" if style.unicode else "--", _DIM), label]
    text, code = f"{_encoded(card(top), style):>3}", _RED if top.suit.is_red else ""
    if not style.framed:
        left, right = mark.ascii_left, mark.ascii_right
        sides = [_Piece(line + 1, column, left, mark.code), _Piece(line + 1, column + 4, right, mark.code)]
        return [*sides, _Piece(line + 1, column + 1, text, code), label]
    edge = _Piece(line, column, mark.top, mark.code)
    sides = [_Piece(line + 1, column + offset, mark.side, mark.code) for offset in (0, 5)]
    return [edge, *sides, _Piece(line + 1, column + 1, text, code), label]


def _label(name: str, count: int, style: Style) -> str:
    """What stands under a card: the place's name and how many cards lie there."""
    return f"{name:>2} {'×' if style.unicode else 'x'}{count}"


def _encoded(text: str, style: Style) -> str:
    """A card's text as the style can show it."""
    return text if style.unicode else text.translate(_ASCII).encode("ascii", "replace").decode()


def _joined(pieces: list[_Piece], style: Style) -> str:
    """One line of the board."""
    line, width = "", 0
    for piece in sorted(pieces):
        text = piece.text.lstrip()
        column = piece.column + len(piece.text) - len(text)
        line += " " * (column - width)
        line += f"\x1b[{piece.code}m{text}\x1b[0m" if style.colour and piece.code else text
        width = column + len(text)
    return line


def _count(view: View, place: Place) -> int:
    """How many cards lie at a place."""
    if isinstance(place, Pile):
        return view.heights[place.place]
    if place.direction is Direction.ASCENDING:
        return view.ascending[place.suit].order + 1
    return 13 - view.descending[place.suit].order
