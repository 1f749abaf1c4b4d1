"""Pictures of an episode, drawn from what the player may know: in characters, in pixels, and many in a grid."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from crescent.moves import Place
from crescent.text import raster
from crescent.text.board import Style as Characters
from crescent.text.board import horseshoe
from crescent.text.layout import Style
from crescent.text.registry import languages
from crescent.text.scene import Highlights, Look
from crescent.view import View

WIDTH: Final = 780
"""Pixels from side to side of a single environment's picture; it is 642 high."""

SLOT_WIDTH: Final = 384
"""The same for each slot of a vector environment; it is 316 high."""

MOST_TILES: Final = 64
"""Slots that a grid shows; what lies beyond is left out."""

GRID_WIDTH: Final = 1536
"""Pixels from side to side of a grid at most."""

LINE: Final = 2
"""Pixels of a board's lower and right rim that are black in a grid."""

_LOOK = Look(Style.SCREEN)


def ansi(view: View, last: Place | None) -> str:
    """The board in characters, without colour; `last` is where the last action put a card, marked by a heavy frame."""
    return horseshoe(view, languages["en"].card, Characters(unicode=True, colour=False), last=last)


def pixels(view: View, last: Place | None, width: int = WIDTH) -> NDArray[np.uint8]:
    """The board in pixels, uint8 (height, width, 3), red, green and blue; `last` is framed.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    return np.array(raster.image(view, _LOOK, Highlights(last=last), width=width))


def grid(views: Sequence[View], lasts: Sequence[Place | None]) -> NDArray[np.uint8]:
    """The first `MOST_TILES` boards in rows, row by row, uint8 (height, width, 3), at most `GRID_WIDTH` wide.

    Raises:
        MissingExtraError: Pillow is not installed.
    """
    count = min(len(views), MOST_TILES)
    columns = math.ceil(math.sqrt(count))
    width = min(WIDTH, GRID_WIDTH // columns)
    tiles = [pixels(view, last, width) for view, last in zip(views[:count], lasts[:count], strict=True)]
    for tile in tiles:  # a black line between one board and the next
        tile[-LINE:], tile[:, -LINE:] = 0, 0
    empty = np.zeros_like(tiles[0])
    tiles += [empty] * (-count % columns)
    rows = [np.concatenate(tiles[at : at + columns], axis=1) for at in range(0, len(tiles), columns)]
    whole: NDArray[np.uint8] = np.concatenate(rows)
    return whole
