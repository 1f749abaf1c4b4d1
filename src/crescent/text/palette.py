"""The colours of pictures: what is inked, and with which colour by light and by dark.

Suits have a colour each, told apart by lightness too, so that eyes which confuse red and green tell them apart; and
their shapes differ in any case.  The tests measure both: contrast as WCAG 2 does, and distance as colour-blind eyes see
it.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from crescent.cards import Suit


class Theme(Enum):
    """Which colours a picture has.

    `AUTO` has both and follows the reader's system (CSS `prefers-color-scheme`); where nothing tells, it is light.
    """

    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Ink(Enum):
    """What something in a picture is, from which its colour follows."""

    FELT = "felt"
    TEXT = "text"
    FACE = "face"
    EDGE = "edge"
    BACK = "back"
    WEAVE = "weave"
    EMPTY = "empty"
    SPADES = "spades"
    HEARTS = "hearts"
    DIAMONDS = "diamonds"
    CLUBS = "clubs"
    LAST = "last"
    SELECTED = "selected"
    TARGET = "target"
    ARROW = "arrow"


SUIT_INKS: Final[Mapping[Suit, Ink]] = MappingProxyType({suit: Ink[suit.name] for suit in Suit})

LIGHT: Final[Mapping[Ink, str]] = MappingProxyType(
    {
        Ink.FELT: "#e3ecdf",
        Ink.TEXT: "#26352b",
        Ink.FACE: "#ffffff",
        Ink.EDGE: "#7d8a80",
        Ink.BACK: "#4a6a8a",
        Ink.WEAVE: "#a9c1d8",
        Ink.EMPTY: "#9aa89d",
        Ink.SPADES: "#101418",
        Ink.HEARTS: "#cc1b10",
        Ink.DIAMONDS: "#003da8",
        Ink.CLUBS: "#00856a",
        Ink.LAST: "#d98a00",
        Ink.SELECTED: "#7a2fb5",
        Ink.TARGET: "#0b7a75",
        Ink.ARROW: "#c2367f",
    }
)
"""Colours as `#rrggbb` on a light ground."""

DARK: Final[Mapping[Ink, str]] = MappingProxyType(
    {
        Ink.FELT: "#14211a",
        Ink.TEXT: "#d5e2d8",
        Ink.FACE: "#26302b",
        Ink.EDGE: "#7e8f84",
        Ink.BACK: "#2c4a68",
        Ink.WEAVE: "#6d8cab",
        Ink.EMPTY: "#5b6a60",
        Ink.SPADES: "#f4f4f0",
        Ink.HEARTS: "#ff8880",
        Ink.DIAMONDS: "#7395e6",
        Ink.CLUBS: "#00d924",
        Ink.LAST: "#ffb733",
        Ink.SELECTED: "#c995f5",
        Ink.TARGET: "#3fd0c9",
        Ink.ARROW: "#ff8ac2",
    }
)
"""Colours as `#rrggbb` on a dark ground."""


def colours(theme: Theme) -> Mapping[Ink, str]:
    """The colours of a theme; for `AUTO` those by light, which stand where nothing tells."""
    return DARK if theme is Theme.DARK else LIGHT
