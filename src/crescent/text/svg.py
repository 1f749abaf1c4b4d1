"""The horseshoe as SVG: plain text, the same bytes for the same view, no script, no fonts or files of others.

>>> import crescent
>>> from crescent.text.svg import picture
>>> text = picture(crescent.deal("CR1-N-AAAAAAB").view())
>>> text.startswith("<svg "), len(text) < 100_000
(True, True)
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape
from math import atan2, cos, sin
from typing import Final

from crescent.cards import SUITS
from crescent.errors import RulesError, WrongTypeError, as_integer
from crescent.text.layout import Room, Style
from crescent.text.palette import DARK, SUIT_INKS, Ink, Theme, colours
from crescent.text.scene import Highlights, Look, Scene, scene
from crescent.text.shapes import OUTLINES, Anchor, Arrow, Box, Shape, Sprite, SuitMark, Words
from crescent.view import View

MADE_BY: Final = 'data-made-by="crescent"'
"""What every picture says of itself near its beginning, so that one can be replaced without loss."""

FONT: Final = "Helvetica,Arial,sans-serif"

WIDTHS: Final = range(50, 10_001)
"""Widths in pixels that a picture may have."""

__all__ = ["FONT", "MADE_BY", "WIDTHS", "Highlights", "Look", "Room", "Style", "Theme", "picture"]

_PREFIX = "crescent-"
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def picture(
    view: View,
    look: Look = Look(),  # noqa: B008  frozen, one default serves all
    highlights: Highlights = Highlights(),  # noqa: B008  frozen, one default serves all
    *,
    caption: Sequence[str] | None = None,
    theme: Theme = Theme.AUTO,
    width: int | None = None,
    title: str = "Crescent",
) -> str:
    """The picture of `view` as an SVG document.

    Args:
        view: what the player may know; cards that the player has not seen are drawn from behind.
        look: how it is laid out.
        highlights: what is pointed out.
        caption: lines for the middle; None tells the redeals left.
        theme: its colours.
        width: in pixels; None for a pixel a unit.  It shrinks where there is less room.
        title: what it is called where it cannot be seen; the view's text stands beside it.

    Raises:
        WrongTypeError: an argument has the wrong type.
        RulesError: a number out of range.
    """
    if not isinstance(theme, Theme):
        raise WrongTypeError("a picture's theme", "a Theme", theme)
    if not isinstance(title, str):
        raise WrongTypeError("a picture's title", "a text", title)
    made = scene(view, look, highlights, caption)
    wide = made.width if width is None else as_integer("a picture's width", width)
    if wide not in WIDTHS:
        raise RulesError("a picture's width", wide, f"{WIDTHS[0]} to {WIDTHS[-1]} pixels")
    body = "\n".join(
        f"<g>{''.join(sprite_markup(sprite, theme) for sprite in group.sprites)}</g>"
        for group in made.groups
        if group.sprites
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {MADE_BY} viewBox="0 0 {made.width} {made.height}" width="{wide}"'
        f' height="{number_text(wide * made.height / made.width)}" style="max-width:100%;height:auto" role="img"'
        f' font-family="{FONT}">\n<title>{clean(title)}</title>\n<desc>{clean(str(view))}</desc>\n'
        f"{style_markup(theme)}{ground_markup(made, theme)}\n{body}\n</svg>\n"
    )


def clean(text: str) -> str:
    """`text` escaped, without the characters that XML does not know."""
    return escape(_NO_XML.sub("", text))


def style_markup(theme: Theme) -> str:
    """The colours by dark for a picture that follows the reader's system; nothing for one that does not."""
    if theme is not Theme.AUTO:
        return ""
    rules = "".join(
        f".{_PREFIX}f-{ink.value}{{fill:{colour}}}.{_PREFIX}s-{ink.value}{{stroke:{colour}}}"
        for ink, colour in DARK.items()
    )
    return f"<style>@media(prefers-color-scheme:dark){{{rules}}}</style>\n"


def ground_markup(made: Scene, theme: Theme) -> str:
    """What everything lies on."""
    return f'<rect width="{made.width}" height="{made.height}" rx="12"{_ink(theme, fill=Ink.FELT)}/>'


def sprite_markup(sprite: Sprite, theme: Theme) -> str:
    """A sprite in its place."""
    place = f"translate({number_text(sprite.x)} {number_text(sprite.y)})"
    return f'<g transform="{place}">{shapes_markup(sprite.shapes, theme)}</g>'


@lru_cache(maxsize=2048)
def shapes_markup(shapes: tuple[Shape, ...], theme: Theme) -> str:
    """The shapes of a sprite around its origin."""
    return "".join(_markup(shape, theme) for shape in shapes)


def _markup(shape: Shape, theme: Theme) -> str:
    """One shape."""
    match shape:
        case Box():
            return _box(shape, theme)
        case Words():
            return _words(shape, theme)
        case SuitMark(x, y, size, suit):
            place = f"translate({number_text(x)} {number_text(y)}) scale({number_text(size / 100)})"
            return f'<path transform="{place}" d="{_PATHS[suit]}"{_ink(theme, fill=SUIT_INKS[suit])}/>'
        case Arrow():
            return _arrow(shape, theme)


def _box(box: Box, theme: Theme) -> str:
    dashes = ' stroke-dasharray="9 6"' if box.dashed else ""
    line = f' stroke-width="{number_text(box.thickness)}"{dashes}' if box.line else ""
    x, y, width, height = map(number_text, (box.x, box.y, box.width, box.height))
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}"'
        f' rx="{number_text(box.radius)}"{_ink(theme, fill=box.fill, line=box.line)}{line}/>'
    )


def _words(words: Words, theme: Theme) -> str:
    anchor = "" if words.anchor is Anchor.START else f' text-anchor="{words.anchor.value}"'
    weight = ' font-weight="bold"' if words.bold else ""
    place = f'x="{number_text(words.x)}" y="{number_text(words.y)}" font-size="{number_text(words.size)}"'
    return f"<text {place}{anchor}{weight}{_ink(theme, fill=words.ink)}>{clean(words.text)}</text>"


def _arrow(arrow: Arrow, theme: Theme) -> str:
    """A line and its head, drawn as one so that no other marker is needed."""
    points = " ".join(f"{number_text(x)},{number_text(y)}" for x, y in arrow_outline(arrow))
    edge = _ink(theme, fill=arrow.ink, line=Ink.FACE)
    return f'<polygon points="{points}" stroke-width="2" stroke-linejoin="round"{edge}/>'


def arrow_outline(arrow: Arrow) -> tuple[tuple[float, float], ...]:
    """The seven corners of an arrow, 10 units thick."""
    angle = atan2(arrow.to_y - arrow.y, arrow.to_x - arrow.x)
    along_x, along_y, out_x, out_y = cos(angle), sin(angle), -sin(angle), cos(angle)
    neck_x, neck_y = arrow.to_x - 24 * along_x, arrow.to_y - 24 * along_y
    return (
        (arrow.x + 5 * out_x, arrow.y + 5 * out_y),
        (neck_x + 5 * out_x, neck_y + 5 * out_y),
        (neck_x + 15 * out_x, neck_y + 15 * out_y),
        (arrow.to_x, arrow.to_y),
        (neck_x - 15 * out_x, neck_y - 15 * out_y),
        (neck_x - 5 * out_x, neck_y - 5 * out_y),
        (arrow.x - 5 * out_x, arrow.y - 5 * out_y),
    )


def _ink(theme: Theme, *, fill: Ink | None, line: Ink | None = None) -> str:
    """Fill and stroke; with the classes by which a dark scheme finds them, where the picture follows the system."""
    inks = colours(theme)
    text = f' fill="{inks[fill] if fill else "none"}"' + (f' stroke="{inks[line]}"' if line else "")
    if theme is not Theme.AUTO:
        return text
    classes = [f"{_PREFIX}f-{fill.value}"] if fill else []
    classes += [f"{_PREFIX}s-{line.value}"] if line else []
    return f'{text} class="{" ".join(classes)}"'


def number_text(value: float) -> str:
    """A number without a needless tail."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _path(contours: tuple[tuple[tuple[float, float], ...], ...]) -> str:
    """Contours as the `d` of an SVG path."""
    parts = []
    for (x, y), *rest in contours:
        points = " ".join(f"{number_text(to_x)} {number_text(to_y)}" for to_x, to_y in rest)
        parts.append(f"M{number_text(x)} {number_text(y)}C{points}Z")
    return "".join(parts)


_PATHS: Final = {suit: _path(OUTLINES[suit]) for suit in SUITS}
