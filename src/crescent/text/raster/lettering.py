"""Letters in pixels, of the font that Pillow brings, so that they are the same everywhere; needs the extra `pictures`.

That font is a part of Aileron: ASCII and some marks.  The dots of umlauts are drawn here; other characters are
written by near ones.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from PIL import ImageDraw, ImageFont

_NEAR: Final = str.maketrans(
    {"×": "x", "–": "-", "−": "-", "→": ">", "ß": "ss", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}
)
_DOTTED: Final = {"ä": "a", "ö": "o", "ü": "u", "Ä": "A", "Ö": "O", "Ü": "U"}
_MARKS: Final = "…·‘’“”«»°±"
"""What the font has beyond ASCII, of what may occur."""


def write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    ink: str,
    size: float,
    *,
    side: float,
    stroke: float = 0,
) -> None:
    """Write a text.

    Args:
        draw: where to.
        at: a point on its line, in pixels.
        text: any; what cannot be written is a question mark.
        ink: its colour.
        size: of the letters, in pixels.
        side: the share of the text's width that lies left of the point, 0 to 1.
        stroke: pixels by which letters are thicker.
    """
    font = _font(max(1, round(size)))
    near = "".join(map(_written, text.translate(_NEAR)))
    plain = "".join(_DOTTED.get(letter, letter) for letter in near)
    left = at[0] - side * draw.textlength(plain, font)
    draw.text((left, at[1]), plain, ink, font, "ls", stroke_width=stroke)
    for number, letter in enumerate(near):
        if letter in _DOTTED:
            start = draw.textlength(plain[: number + 1], font) - draw.textlength(plain[number], font)
            _draw_dots(draw, plain[number], (left + start, at[1]), font, ink)


def _written(character: str) -> str:
    """The character, where it can be written."""
    known = character in _DOTTED or character in _MARKS or (character.isascii() and character.isprintable())
    return character if known else "?"


def _draw_dots(
    draw: ImageDraw.ImageDraw,
    letter: str,
    at: tuple[float, float],
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    ink: str,
) -> None:
    """Two dots above a letter that stands at `at` on its line."""
    left, top, right, _ = draw.textbbox(at, letter, font, "ls")
    body = draw.textbbox(at, "o", font, "ls")
    radius = (body[3] - body[1]) / 8
    middle, high = (left + right) / 2, top - 1.8 * radius
    for aside in (-1.9 * radius, 1.9 * radius):
        draw.ellipse((middle + aside - radius, high - radius, middle + aside + radius, high + radius), ink)


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    """Pillow's own font."""
    from PIL import ImageFont

    return ImageFont.load_default(size)
