"""Where everything lies in a picture of the horseshoe, for both styles.

    style screen: top cards alone, as on the app's screen        style full: every pile fanned out

        5  6  7  8  9 10 11 12                                       5  6  7  8  9 10 11 12
     4                          13                                   ↓  ↓  ↓  ↓  ↓  ↓  ↓  ↓
     3        A  A  A  A        14                               4 →                        ← 13
     2        K  K  K  K        15                               3 →      A  A  A  A        ← 14
     1        caption           16                               2 →      K  K  K  K        ← 15
                                                                 1 →       caption          ← 16

Fans grow towards the middle, the bottom card outside.  Every card has the whole step, so that its rank can be read at
any height of its pile: for tall piles the picture grows in height, along the top by the fan itself, and at the sides,
where it would grow in width and all letters shrink, by more lines, each `MOST_ASIDE` cards long.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from typing import Final, NamedTuple

from crescent.arrangement import Arrangement
from crescent.moves import Direction, Foundation, Pile, Place
from crescent.text.shapes import CARD_HEIGHT, CARD_WIDTH, Fan

MARGIN: Final = 16
LABEL_HEIGHT: Final = 26
COLUMN: Final = CARD_WIDTH + 12
FOUNDATION_COLUMN: Final = CARD_WIDTH + 24
"""Wider, for labels such as `SA ×13`."""

ROW: Final = CARD_HEIGHT + LABEL_HEIGHT + 10
STEP: Final = 30
"""From one card of a fan to the next, where there is room."""

MOST_FANNED: Final = 31
"""Cards of the tallest pile that there can be."""

MOST_ASIDE: Final = 13
"""Cards in a line of a fan at the side; the rest begin another line, below."""

LINE: Final = 60
"""From one line of a fan to the next: what rank and suit of a covered card take up."""

_AISLE: Final = 24  # between the fans and the foundations


class Style(Enum):
    """What is drawn of a pile: all its cards, or the top one as on the app's screen."""

    FULL = "full"
    SCREEN = "screen"


class Room(NamedTuple):
    """Cards that the fans along the top, and those at the sides, have room for: 1 to `MOST_FANNED`."""

    top: int = 1
    sides: int = 1

    @classmethod
    def of(cls, arrangements: Iterable[Arrangement]) -> Room:
        """Room for all of these, so that all their pictures have one size."""
        top = sides = 1
        for arrangement in arrangements:
            heights = arrangement.heights
            top = max(top, *heights[4:12])
            sides = max(sides, *heights[:4], *heights[12:])
        return cls(min(top, MOST_FANNED), min(sides, MOST_FANNED))

    def cleared(self) -> Room:
        """The same within its bounds."""
        return Room(*(min(max(cards, 1), MOST_FANNED) for cards in self))


class Spot(NamedTuple):
    """Where a place's bottom card lies, and which way its fan grows.

    `step` is 0 where only the top card is drawn; a line of a fan at a side has `line` cards.
    """

    x: float
    y: float
    fan: Fan
    step: float = 0
    line: int = MOST_ASIDE

    def card(self, depth: int) -> tuple[float, float]:
        """The upper left corner of the card at `depth`, 0 the bottom."""
        if self.fan is Fan.DOWN or not self.step:
            return self.x, self.y + self.step * depth
        line, column = divmod(depth, self.line)
        along = self.step * column
        return (self.x + along if self.fan is Fan.RIGHT else self.x - along), self.y + LINE * line


class Layout:
    """The places of one picture.

    Attributes:
        style: how piles are drawn.
        width, height: the picture's size in units, both even.
        caption: the middle of the caption's first line.
    """

    def __init__(self, style: Style, room: Room) -> None:
        """Lay out for fans of `room` cards, which count in style `full` alone."""
        self.style = style
        self._room = Room() if style is Style.SCREEN else room.cleared()
        if style is Style.SCREEN:
            self._across = float(COLUMN)
            self._first = float(MARGIN + COLUMN)
            self.width: int = 2 * MARGIN + 9 * COLUMN + CARD_WIDTH
            self._sides = float(MARGIN + ROW)
        else:
            side = CARD_WIDTH + STEP * (min(self._room.sides, MOST_ASIDE) - 1)
            least = 2 * MARGIN + 7 * COLUMN + CARD_WIDTH
            self.width = max(least, 2 * MARGIN + 2 * side + 2 * _AISLE + 3 * FOUNDATION_COLUMN + CARD_WIDTH)
            self._across = (self.width - 2 * MARGIN - CARD_WIDTH) / 7
            self._first = float(MARGIN)
            self._sides = float(MARGIN + STEP * (self._room.top - 1) + ROW + 6)
        self._row = ROW + LINE * ((self._room.sides - 1) // MOST_ASIDE)
        self.height: int = int(self._sides) + 4 * self._row - 10 + MARGIN
        self.height += self.height % 2
        self.caption: tuple[float, float] = (self.width / 2, self._sides + 3 * self._row + 40)

    def spot(self, place: Place, height: int) -> Spot:
        """Where a place with `height` cards lies."""
        if isinstance(place, Foundation):
            left = self.width / 2 - 1.5 * FOUNDATION_COLUMN - CARD_WIDTH / 2
            row = 1 if place.direction is Direction.ASCENDING else 2
            return Spot(left + FOUNDATION_COLUMN * place.suit.order, self._sides + self._row * row, Fan.DOWN)
        if 5 <= place.number <= 12:
            step = self._step(height, self._room.top)
            return Spot(self._first + self._across * (place.number - 5), MARGIN, Fan.DOWN, step)
        lines = (self._room.sides - 1) // MOST_ASIDE + 1
        line = max(MOST_ASIDE, -(-height // lines))  # more of a pile that is taller than there is room for
        step = self._step(min(height, line), min(self._room.sides, MOST_ASIDE))
        if place.number <= 4:
            return Spot(MARGIN, self._sides + self._row * (4 - place.number), Fan.RIGHT, step, line)
        right = self.width - MARGIN - CARD_WIDTH
        return Spot(right, self._sides + self._row * (place.number - 13), Fan.LEFT, step, line)

    def top(self, place: Place, height: int) -> tuple[float, float]:
        """The upper left corner of a place's top card, or of where it would lie."""
        return self.spot(place, height).card(max(height - 1, 0) if isinstance(place, Pile) else 0)

    def _step(self, height: int, room: int) -> float:
        """From card to card in a fan of `height`."""
        if self.style is Style.SCREEN:
            return 0
        return STEP if height <= room else STEP * (room - 1) / (height - 1)
