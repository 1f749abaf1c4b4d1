"""The horseshoe in pixels, painted by Pillow from the same scenes as the SVG; needs the extra `pictures`.

The same view makes the same picture everywhere: letters are those of `lettering`, beside this.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from crescent.errors import MissingExtraError, RulesError, WrongTypeError, as_integer
from crescent.text.palette import SUIT_INKS, Ink, Theme, colours
from crescent.text.raster.lettering import write
from crescent.text.scene import Highlights, Look, Scene, scene
from crescent.text.shapes import OUTLINES, Anchor, Arrow, Box, Contour, Shape, SuitMark, Words
from crescent.text.svg import MADE_BY, arrow_outline
from crescent.view import View

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

WIDTHS: Final = range(50, 4001)
"""Widths in pixels that a picture may have."""

MOST_FRAMES: Final = 600
"""Pictures of a GIF at most: Pillow keeps them all, some 400 kB each, until it is written."""

_FINE: Final = 4  # pixels painted for each one shown, each way
_CURVE: Final = 10  # straight lines for a curve


def check_pillow() -> None:
    """Check that pictures can be made.

    Raises:
        MissingExtraError: Pillow is not installed, or cannot write letters.
    """
    try:
        from PIL import ImageFont

        ImageFont.load_default(12)
    except ImportError as error:
        raise MissingExtraError("a picture in pixels", "pictures") from error


def image(
    view: View,
    look: Look = Look(),  # noqa: B008  frozen, one default serves all
    highlights: Highlights = Highlights(),  # noqa: B008  frozen, one default serves all
    *,
    caption: Sequence[str] | None = None,
    theme: Theme = Theme.LIGHT,
    width: int | None = None,
) -> Image.Image:
    """The picture of `view`, in mode RGB; arguments as of `crescent.text.svg.picture`, `Theme.AUTO` being light.

    Raises:
        MissingExtraError: Pillow is not installed.
        WrongTypeError: an argument has the wrong type.
        RulesError: a number out of range.
    """
    check_pillow()
    if not isinstance(theme, Theme):
        raise WrongTypeError("a picture's theme", "a Theme", theme)
    made = scene(view, look, highlights, caption)
    wide = made.width if width is None else as_integer("a picture's width", width)
    if wide not in WIDTHS:
        raise RulesError("a picture's width", wide, f"{WIDTHS[0]} to {WIDTHS[-1]} pixels")
    return _painted(made, theme, wide)


def png(picture: Image.Image) -> bytes:
    """A picture as a PNG file."""
    file = io.BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def gif(pictures: Iterable[Image.Image], milliseconds: int = 700) -> bytes:
    """Pictures of one size as a GIF that begins again after its end, each for so long, the last three times as long.

    Raises:
        MissingExtraError: Pillow is not installed.
        RulesError: there are no pictures, or more than `MOST_FRAMES`; or a time that GIFs cannot hold.
    """
    check_pillow()
    if not 20 <= milliseconds <= 60_000:
        raise RulesError("a GIF's milliseconds", milliseconds, "20 to 60000")
    frames = _frames(pictures, milliseconds)
    first = next(frames, None)
    if first is None:
        raise RulesError("a GIF's pictures", 0, "1 or more")
    file = io.BytesIO()
    first.save(file, "GIF", save_all=True, append_images=frames, loop=0, optimize=False, comment=MADE_BY.encode())
    return file.getvalue()


def _frames(pictures: Iterable[Image.Image], milliseconds: int) -> Iterator[Image.Image]:
    """The pictures in the colours of the first, each with the time that it is shown."""
    first = before = None
    for number, picture in enumerate(pictures):
        if number == MOST_FRAMES:
            raise RulesError("a GIF's pictures", f"more than {MOST_FRAMES}", f"at most {MOST_FRAMES}")
        if before is not None:
            yield before
        before = _with_palette(picture) if first is None else _in_colours_of(first, picture)
        before.info["duration"] = milliseconds
        first = first or before
    if before is not None:
        before.info["duration"] = min(3 * milliseconds, 65_000)
        yield before


def _in_colours_of(first: Image.Image, picture: Image.Image) -> Image.Image:
    """A picture with another's palette."""
    from PIL import Image

    return picture.quantize(palette=first, dither=Image.Dither.NONE)


def _with_palette(picture: Image.Image) -> Image.Image:
    """A picture with the colours that all of a GIF have: those of both themes' inks and of what lies between."""
    from PIL import Image

    swatches = Image.new("RGB", (picture.width, picture.height + len(Ink) * 8))
    swatches.paste(picture, (0, 0))
    for number, ink in enumerate(Ink):
        for theme, left in ((Theme.LIGHT, 0), (Theme.DARK, picture.width // 2)):
            box = (left, picture.height + 8 * number, picture.width, picture.height + 8 * number + 8)
            swatches.paste(colours(theme)[ink], box)
    palette = swatches.quantize(255, dither=Image.Dither.NONE)
    return _in_colours_of(palette, picture)


def _painted(made: Scene, theme: Theme, wide: int) -> Image.Image:
    """A scene in pixels."""
    from PIL import Image

    scale = wide / made.width
    size = (wide, max(1, round(made.height * scale)))
    picture = Image.new("RGB", size, colours(theme)[Ink.FELT])
    for group in made.groups:
        for sprite in group.sprites:
            stamp, left, top = _stamp(sprite.shapes, theme, scale)
            at = (round(sprite.x * scale) + left, round(sprite.y * scale) + top)
            picture.paste(stamp, at, stamp)
    return picture


@lru_cache(maxsize=4096)
def _stamp(shapes: tuple[Shape, ...], theme: Theme, scale: float) -> tuple[Image.Image, int, int]:
    """A sprite's shapes in pixels with transparency, and where its upper left corner lies from the sprite's origin."""
    from PIL import Image, ImageDraw

    fine = scale * _FINE
    bounds = [_bounds(shape) for shape in shapes]
    left = int(min(bound[0] for bound in bounds) * scale) - 2
    top = int(min(bound[1] for bound in bounds) * scale) - 2
    right = int(max(bound[2] for bound in bounds) * scale) + 3
    bottom = int(max(bound[3] for bound in bounds) * scale) + 3
    # Transparent pixels have the colour of the edge, so that scaling down mixes in nothing foreign.
    edge = _rgb(colours(theme)[_edge(shapes[0])])
    canvas = Image.new("RGBA", ((right - left) * _FINE, (bottom - top) * _FINE), (*edge, 0))
    draw = ImageDraw.Draw(canvas)
    for shape in shapes:
        _draw(draw, shape, theme, fine, -left * _FINE, -top * _FINE)
    return canvas.resize((right - left, bottom - top), Image.Resampling.BOX), left, top


def _edge(shape: Shape) -> Ink:
    """The ink at the rim of a shape."""
    match shape:
        case Box():
            return shape.line or shape.fill or Ink.FELT
        case SuitMark():
            return SUIT_INKS[shape.suit]
        case Words() | Arrow():
            return shape.ink


def _bounds(shape: Shape) -> tuple[float, float, float, float]:
    """A rectangle around a shape."""
    match shape:
        case Box(x, y, width, height):
            half = shape.thickness / 2
            return x - half, y - half, x + width + half, y + height + half
        case Words(x, y, text, size):
            wide = size * 0.75 * len(text)
            return x - wide, y - size, x + wide, y + 0.4 * size
        case SuitMark(x, y, size):
            return x, y, x + size, y + size
        case Arrow():
            corners = arrow_outline(shape)
            xs, ys = [x for x, _ in corners], [y for _, y in corners]
            return min(xs) - 2, min(ys) - 2, max(xs) + 2, max(ys) + 2


def _draw(draw: ImageDraw.ImageDraw, shape: Shape, theme: Theme, scale: float, left: float, top: float) -> None:
    """Paint one shape, `scale` pixels a unit, with the origin at (left, top)."""
    inks = colours(theme)
    match shape:
        case Box():
            _draw_box(draw, shape, theme, scale, left, top)
        case Words(x, y, text, size, ink, anchor, bold):
            stroke = size * scale / 28 if bold else 0
            side = {Anchor.START: 0.0, Anchor.MIDDLE: 0.5, Anchor.END: 1.0}[anchor]
            write(draw, (left + x * scale, top + y * scale), text, inks[ink], size * scale, side=side, stroke=stroke)
        case SuitMark(x, y, size, suit):
            for contour in OUTLINES[suit]:
                points = [
                    (left + scale * (x + size * at / 100), top + scale * (y + size * down / 100))
                    for at, down in _flattened(contour)
                ]
                draw.polygon(points, inks[SUIT_INKS[suit]])
        case Arrow():
            points = [(left + scale * x, top + scale * y) for x, y in arrow_outline(shape)]
            draw.line([*points, *points[:2]], inks[Ink.FACE], max(1, round(2 * scale)), joint="curve")
            draw.polygon(points, inks[shape.ink])


def _draw_box(draw: ImageDraw.ImageDraw, box: Box, theme: Theme, scale: float, left: float, top: float) -> None:
    """Paint a box; its line lies half within and half without it, as in SVG."""
    inks = colours(theme)
    thick = max(1, round(box.thickness * scale)) if box.line else 0
    half = thick / 2
    near = (left + scale * box.x - half, top + scale * box.y - half)
    far = (left + scale * (box.x + box.width) + half, top + scale * (box.y + box.height) + half)
    line = inks[box.line] if box.line else None
    fill = inks[box.fill] if box.fill else None
    draw.rounded_rectangle((near, far), scale * box.radius + half, fill, line, thick)
    if box.dashed:
        _cut_gaps(draw, near, far, thick + 1, scale)


def _cut_gaps(
    draw: ImageDraw.ImageDraw, near: tuple[float, float], far: tuple[float, float], thick: int, scale: float
) -> None:
    """Make gaps in the line of a box: 6 units after every 9, along each side."""
    for across in (True, False):
        start, end = (near[0], far[0]) if across else (near[1], far[1])
        sides = (
            ((near[1], near[1] + thick), (far[1] - thick, far[1]))
            if across
            else ((near[0], near[0] + thick), (far[0] - thick, far[0]))
        )
        along = start + 12 * scale
        while along + 6 * scale < end - 8 * scale:
            for low, high in sides:
                gap = (along, low, along + 6 * scale, high) if across else (low, along, high, along + 6 * scale)
                draw.rectangle(gap, (0, 0, 0, 0))
            along += 15 * scale


@lru_cache(maxsize=32)
def _flattened(contour: Contour) -> tuple[tuple[float, float], ...]:
    """A contour as the corners of a polygon."""
    points = [contour[0]]
    for at in range(1, len(contour), 3):
        start, first, second, end = points[-1], *contour[at : at + 3]
        for step in range(1, _CURVE + 1):
            done = step / _CURVE
            left = 1 - done
            weights = (left**3, 3 * left**2 * done, 3 * left * done**2, done**3)
            corners = (start, first, second, end)
            points.append(
                (
                    sum(weight * x for weight, (x, _) in zip(weights, corners, strict=True)),
                    sum(weight * y for weight, (_, y) in zip(weights, corners, strict=True)),
                )
            )
    return tuple(points)


def _rgb(colour: str) -> tuple[int, int, int]:
    """`#rrggbb` as three bytes."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
