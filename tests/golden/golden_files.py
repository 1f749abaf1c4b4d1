"""Reads the golden files, and says which ones a variant lacks."""

from __future__ import annotations

import json
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Final

from crescent import variants

DATA: Final = Path(__file__).with_name("data")

FILES: Final = (
    "perft/{}.json",
    "playthroughs/{}.deal.json",
    "playthroughs/{}.won.json",
    "records/{}.deal.crescent",
    "records/{}.won.crescent",
)
"""What every built-in variant has."""

PLUGGED_IN: Final = {point.name for point in entry_points(group="crescent.variants")}
BUILT_IN: Final = [name for name in variants if name not in PLUGGED_IN]

GAMES: Final = [f"{name}.{game}" for name in BUILT_IN for game in ("deal", "won")]
"""The golden games: two for each built-in variant."""


def missing(name: str) -> list[str]:
    """The golden files that the variant called `name` lacks."""
    return [file.format(name) for file in FILES if not (DATA / file.format(name)).is_file()]


def lines_of(name: str) -> list[str]:
    """The lines of a golden text."""
    return (DATA / name).read_text(encoding="utf-8").splitlines()


def json_of(name: str) -> dict[str, Any]:
    """The content of a golden JSON file."""
    content: dict[str, Any] = json.loads((DATA / name).read_text(encoding="utf-8"))
    return content
