"""What pictures are made of: boxes, words, suits and arrows, and cards put together from them.

Everything is in the picture's own units, x to the right and y down.  A `Sprite` is a few shapes around its own origin,
so that painters can prepare each card once.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import lru_cache
from types import MappingProxyType
from typing import Final, NamedTuple

from crescent.cards import Card, Suit
from crescent.text.palette import SUIT_INKS, Ink

CARD_WIDTH: Final = 64
CARD_HEIGHT: Final = 88

Contour = tuple[tuple[float, float], ...]
"""A closed line: its first point, then three points for each cubic Bézier curve, the last of them where it ends."""


class Box(NamedTuple):
    """A rectangle with round corners."""

    x: float
    y: float
    width: float
    height: float
    radius: float
    fill: Ink | None
    line: Ink | None = None
    thickness: float = 1.5
    dashed: bool = False


class Anchor(Enum):
    """Which point of a text its place names."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


class Words(NamedTuple):
    """A line of text; `y` is its base line, `size` the height of a line."""

    x: float
    y: float
    text: str
    size: float
    ink: Ink
    anchor: Anchor = Anchor.MIDDLE
    bold: bool = False


class SuitMark(NamedTuple):
    """A suit's shape in a square of `size`, with its upper left corner at (x, y)."""

    x: float
    y: float
    size: float
    suit: Suit


class Arrow(NamedTuple):
    """An arrow from one point to another."""

    x: float
    y: float
    to_x: float
    to_y: float
    ink: Ink


Shape = Box | Words | SuitMark | Arrow


class Sprite(NamedTuple):
    """Shapes around an origin that lies at (x, y) of the picture."""

    x: float
    y: float
    shapes: tuple[Shape, ...]


class Fan(Enum):
    """Which part of a covered card stays visible, and so where its rank stands."""

    DOWN = "down"  # the strip at the top: the next card lies further down
    RIGHT = "right"  # the strip at the left
    LEFT = "left"  # the strip at the right


def _circle(x: float, y: float, radius: float) -> Contour:
    """A circle, as four curves; 0.5523 is the usual length of their handles."""
    handle = 0.5523 * radius
    return (
        (x, y - radius),
        *((x + handle, y - radius), (x + radius, y - handle), (x + radius, y)),
        *((x + radius, y + handle), (x + handle, y + radius), (x, y + radius)),
        *((x - handle, y + radius), (x - radius, y + handle), (x - radius, y)),
        *((x - radius, y - handle), (x - handle, y - radius), (x, y - radius)),
    )


_FOOT: Final[Contour] = (
    (54, 62),
    *((55, 80), (59, 91), (67, 97)),
    *((60, 97), (40, 97), (33, 97)),
    *((41, 91), (45, 80), (46, 62)),
    *((48, 62), (52, 62), (54, 62)),
)

OUTLINES: Final[Mapping[Suit, tuple[Contour, ...]]] = MappingProxyType(
    {
        Suit.SPADES: (
            (
                (50, 3),
                *((58, 21), (95, 38), (95, 62)),
                *((95, 76), (85, 83), (75, 83)),
                *((65, 83), (57, 78), (50, 68)),
                *((43, 78), (35, 83), (25, 83)),
                *((15, 83), (5, 76), (5, 62)),
                *((5, 38), (42, 21), (50, 3)),
            ),
            _FOOT,
        ),
        Suit.HEARTS: (
            (
                (50, 95),
                *((42, 77), (4, 56), (4, 31)),
                *((4, 15), (15, 6), (27, 6)),
                *((38, 6), (46, 12), (50, 23)),
                *((54, 12), (62, 6), (73, 6)),
                *((85, 6), (96, 15), (96, 31)),
                *((96, 56), (58, 77), (50, 95)),
            ),
        ),
        Suit.DIAMONDS: (
            (
                (50, 2),
                *((58, 20), (72, 38), (88, 50)),
                *((72, 62), (58, 80), (50, 98)),
                *((42, 80), (28, 62), (12, 50)),
                *((28, 38), (42, 20), (50, 2)),
            ),
        ),
        Suit.CLUBS: (
            _circle(50, 26, 22),
            _circle(26, 60, 22),
            _circle(74, 60, 22),
            _circle(50, 52, 15),
            _FOOT,
        ),
    }
)
"""Each suit in a square of 100 × 100; contours overlap, and what lies within any of them is inked."""


def _body() -> Box:
    return Box(0, 0, CARD_WIDTH, CARD_HEIGHT, 7, Ink.FACE, Ink.EDGE)


@lru_cache(maxsize=256)
def face(card: Card, rank: str) -> tuple[Shape, ...]:
    """A card that can be seen whole: its rank, and under it its suit."""
    return (
        _body(),
        Words(CARD_WIDTH / 2, 38, rank, 38, SUIT_INKS[card.suit], bold=True),
        SuitMark(CARD_WIDTH / 2 - 17, 47, 34, card.suit),
    )


@lru_cache(maxsize=1024)
def covered(card: Card, rank: str, fan: Fan) -> tuple[Shape, ...]:
    """A card of which a strip can be seen, with rank and suit in it."""
    ink = SUIT_INKS[card.suit]
    if fan is Fan.DOWN:
        return (_body(), Words(19, 23, rank, 25, ink, bold=True), SuitMark(CARD_WIDTH - 26, 5, 20, card.suit))
    middle = 15 if fan is Fan.RIGHT else CARD_WIDTH - 15
    size = 25 if len(rank) == 1 else 21
    return (_body(), Words(middle, 27, rank, size, ink, bold=True), SuitMark(middle - 10, 35, 20, card.suit))


@lru_cache(maxsize=1)
def back() -> tuple[Shape, ...]:
    """A card that lies face down."""
    return (
        Box(0, 0, CARD_WIDTH, CARD_HEIGHT, 7, Ink.BACK, Ink.EDGE),
        Box(5, 5, CARD_WIDTH - 10, CARD_HEIGHT - 10, 4, None, Ink.WEAVE, 2),
        Box(11, 11, CARD_WIDTH - 22, CARD_HEIGHT - 22, 3, None, Ink.WEAVE, 2),
    )


@lru_cache(maxsize=1)
def empty() -> tuple[Shape, ...]:
    """Where an emptied pile was: nothing will ever lie there again."""
    return (Box(0, 0, CARD_WIDTH, CARD_HEIGHT, 7, None, Ink.EMPTY, 2, dashed=True),)


def frame(ink: Ink, *, dashed: bool = False) -> tuple[Shape, ...]:
    """A frame around a card."""
    return (Box(-3, -3, CARD_WIDTH + 6, CARD_HEIGHT + 6, 10, None, ink, 6, dashed),)
