"""The keys of the terminal app."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crescent.text.messages import Message

ARROWS: Final = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}

KEYS: Final[Mapping[str, tuple[str, Message | None]]] = {
    "u": ("undo", Message.TUI_UNDO), "y": ("redo", Message.TUI_REDO), "r": ("redeal", None),
    "h": ("hint", Message.TUI_HINT), "f": ("home", Message.TUI_HOME), "n": ("new", Message.TUI_NEW),
    "a": ("again", Message.TUI_AGAIN), "c": ("code", Message.TUI_CODE), "o": ("overview", Message.TUI_OVERVIEW),
    "s": ("statistics", Message.TUI_STATISTICS), "i": ("rules", Message.TUI_RULES),
    "l": ("language", Message.TUI_LANGUAGE), "d": ("theme", Message.TUI_THEME),
    "question_mark": ("help", Message.TUI_HELP), "q": ("quit", Message.TUI_QUIT),
}  # fmt: skip
"""By key, what it does, and its name at the foot of the screen, where there is room for it."""

SHOWN: Final = ("n", "a", "c", "o", "s", "question_mark", "q")
"""Keys that stand at the foot: what no button does, as far as 80 columns have room."""
