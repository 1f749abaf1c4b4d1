"""Colours that can be read by light and by dark, and told apart by eyes that see fewer colours."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import combinations

import pytest

from crescent.text.palette import DARK, LIGHT, SUIT_INKS, Ink

THEMES = {"light": LIGHT, "dark": DARK}
SUITS = tuple(SUIT_INKS.values())

# What is left of linear red, green and blue where one kind of cone is missing: Viénot, Brettel and Mollon (1999) for
# red and green; for blue the matrix of Machado, Oliveira and Fernandes (2009) at full severity.
SIGHT = {
    "normal": ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)),
    "protanopia": ((0.11238, 0.88762, 0.0), (0.11238, 0.88762, 0.0), (0.00401, -0.00401, 1.0)),
    "deuteranopia": ((0.29275, 0.70725, 0.0), (0.29275, 0.70725, 0.0), (-0.02234, 0.02234, 1.0)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}


def linear(colour: str) -> tuple[float, ...]:
    """Red, green and blue of `#rrggbb` as amounts of light, 0 to 1 (the sRGB standard's curve)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)


def luminance(colour: str) -> float:
    """The relative luminance of WCAG 2."""
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(light: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* of linear red, green and blue, under D65."""
    red, green, blue = (min(max(part, 0), 1) for part in light)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, sight: str) -> float:
    """How different two colours look to such eyes: CIE 1976 ΔE, of which some 2.3 can just be noticed."""
    seen = [
        lab(tuple(sum(weight * part for weight, part in zip(row, linear(colour), strict=True)) for row in SIGHT[sight]))
        for colour in (one, other)
    ]
    return math.dist(*seen)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_ink_has_a_colour_in_every_theme(theme: Mapping[Ink, str]) -> None:
    """All of them, each as six digits."""
    assert set(theme) == set(Ink)
    assert all(len(colour) == 7 and colour[0] == "#" and int(colour[1:], 16) >= 0 for colour in theme.values())


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_what_is_read_stands_out(theme: Mapping[Ink, str]) -> None:
    """Suits on cards, words on the ground and on the page: 4.5 : 1 as WCAG asks for text; frames and arrows 2.2 : 1."""
    for ink in SUITS:
        assert contrast(theme[ink], theme[Ink.FACE]) >= 4.5, ink
    for ground in (Ink.FELT, Ink.FACE):
        assert contrast(theme[Ink.TEXT], theme[ground]) >= 7
    for ink in (Ink.LAST, Ink.SELECTED, Ink.TARGET, Ink.ARROW):
        assert contrast(theme[ink], theme[Ink.FELT]) >= 2.2, ink
    assert contrast(theme[Ink.BACK], theme[Ink.WEAVE]) >= 2


@pytest.mark.parametrize("sight", SIGHT)
@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_suits_are_told_apart_by_any_eyes(theme: Mapping[Ink, str], sight: str) -> None:
    """Any two suits differ by ten times what can just be noticed, also without one kind of cone."""
    for one, other in combinations(SUITS, 2):
        assert distance(theme[one], theme[other], sight) >= 23, (one, other)
