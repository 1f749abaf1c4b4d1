"""Read an SVG picture back: which cards, labels and marks stand in it, as anybody sees them."""

from __future__ import annotations

import re
from typing import Final
from xml.etree import ElementTree as ET

from crescent.moves import PLACES, Place
from crescent.text.svg import _PATHS

NAME: Final = "{http://www.w3.org/2000/svg}"
SUIT_OF_PATH: Final = {path: suit for suit, path in _PATHS.items()}
RANK_OF_TEXT: Final = {"10": "T", "B": "J", "D": "Q"}


class Picture:
    """An SVG, parsed."""

    def __init__(self, text: str) -> None:
        """Parse it; raises unless it is well-formed XML."""
        self.text = text
        self.root = ET.fromstring(text)
        self.groups = [group for group in self.root if group.tag == f"{NAME}g"]

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in units."""
        _, _, width, height = self.root.attrib["viewBox"].split()
        return float(width), float(height)

    def cards(self) -> dict[Place, list[str]]:
        """The cards of each place, bottom first; `??` a back, nothing for an empty pile."""
        return {place: self._cards(self.groups[place.place]) for place in PLACES}

    def labels(self) -> dict[Place, str]:
        """What stands under each place."""
        return {place: list(self.groups[place.place].iter(f"{NAME}text"))[-1].text or "" for place in PLACES}

    def words(self) -> list[str]:
        """Every text in the picture."""
        return [element.text or "" for element in self.root.iter(f"{NAME}text")]

    def marks(self) -> ET.Element | None:
        """The group of frames and arrows, if there are any."""
        return self.groups[25] if len(self.groups) > 25 else None

    def _cards(self, group: ET.Element) -> list[str]:
        cards = []
        for sprite in list(group)[:-1]:  # the last one is the label
            suits = [SUIT_OF_PATH[path.attrib["d"]] for path in sprite.iter(f"{NAME}path")]
            texts = [element.text or "" for element in sprite.iter(f"{NAME}text")]
            if suits:
                (suit,), (rank,) = suits, texts
                cards.append(RANK_OF_TEXT.get(rank, rank) + suit.letter)
            elif "dash" not in ET.tostring(sprite, "unicode"):
                cards.append("??")
        return cards


def corners(element: ET.Element) -> list[tuple[float, float]]:
    """The corners of a polygon."""
    return [(float(x), float(y)) for x, y in re.findall(r"([-\d.]+),([-\d.]+)", element.attrib["points"])]
