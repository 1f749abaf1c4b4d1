"""Pictures of an episode, drawn from what the player may know."""

from __future__ import annotations

from crescent.moves import Place
from crescent.text.board import Style, horseshoe
from crescent.text.registry import languages
from crescent.view import View


def ansi(view: View, last: Place | None) -> str:
    """The board in characters, without colour; `last` is where the last action put a card, marked by a heavy frame."""
    return horseshoe(view, languages["en"].card, Style(unicode=True, colour=False), last=last)
