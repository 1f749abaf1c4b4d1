"""What the dialogs of the terminal app show in columns: where the cards lie, and what has been counted."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from crescent.cards import RANKS, SUITS, Card
from crescent.text.messages import Message
from crescent.text.palette import DARK, LIGHT, SUIT_INKS
from crescent.text.wording import Wording
from crescent.tui.kept import Statistics
from crescent.tui.play import Play
from crescent.view import View


def overview(view: View, wording: Wording, *, dark: bool) -> Text:
    """Where the cards of each suit lie, as far as the player may know."""
    inks = DARK if dark else LIGHT
    lines = [Text(wording.say(Message.TUI_OVERVIEW_HEAD)), Text(" " * 4)]
    for suit in SUITS:
        lines[1].append(f"{suit.symbol:<14}", inks[SUIT_INKS[suit]])
    for name, cells in whereabouts(view, wording):
        lines.append(Text(f"{name:<4}" + "".join(f"{cell:<14}" for cell in cells)))
    lines.append(Text(f"{wording.say(Message.TUI_AT_HOME)}   {wording.say(Message.TUI_UNSEEN)}"))
    return Text("\n").join(lines)


def whereabouts(view: View, wording: Wording) -> list[tuple[str, list[str]]]:
    """For each rank from ace to king its name, and for each suit where its two cards lie.

    `7·2` is pile 7 under two cards; ✓ is on a foundation, ? not seen yet.
    """
    found: dict[Card, list[str]] = {}
    for number, pile in enumerate(view.piles, start=1):
        for depth, card in enumerate(reversed(pile)):
            if card is not None:
                found.setdefault(card, []).append(f"{number}·{depth}")
    home = {suit: _home(view, suit.order) for suit in SUITS}
    rows = []
    for rank in RANKS:
        cells = []
        for suit in SUITS:
            places = found.get(Card(rank, suit), [])
            done = home[suit].count(rank.order)
            cells.append(" ".join([*places, *["✓"] * done, *["?"] * (2 - done - len(places))]))
        rows.append((wording.ranks[rank], cells))
    return rows


def counts(play: Play) -> str:
    """What has been counted, for the variant at hand and for all; why, where nothing can be told."""
    variant = play.game.variant
    name = None if variant is None else variant.name
    counted = [(str(variant or ""), play.statistics(name))]
    counted.append((play.wording.say(Message.TUI_ALL), play.statistics(None)))
    sheet = _statistics(counted, play.wording)
    return sheet if counted[0][1] is not None else f"{sheet}\n{play.said}"


def _statistics(counted: Sequence[tuple[str, Statistics | None]], wording: Wording) -> str:
    """Figures side by side, each column under its head; dashes where nothing is known."""
    rows = [("", [head for head, _ in counted])]
    rows += [
        (wording.say(text), [_figure(wording, numbers, field) for _, numbers in counted]) for text, field in _FIGURES
    ]
    width = max(len(name) for name, _ in rows) + 2
    return "\n".join(f"{name:<{width}}" + "".join(f"{cell:>14}" for cell in cells) for name, cells in rows)


_FIGURES = (
    (Message.TUI_PLAYED, "played"), (Message.TUI_WON, "won"), (Message.TUI_BEST_TIME, "best_seconds"),
    (Message.TUI_BEST_MOVES, "best_moves"), (Message.TUI_STREAK, "streak"), (Message.TUI_LONGEST, "longest_streak"),
)  # fmt: skip


def _figure(wording: Wording, numbers: object, field: str) -> str:
    """One figure of the statistics in words, a dash where there is none."""
    value = getattr(numbers, field, None)
    if value is None:
        return "–"
    return wording.duration(value) if field == "best_seconds" else str(value)


def _home(view: View, suit: int) -> list[int]:
    """The ranks' orders of a suit's cards on its foundations, those of the descending one behind the others."""
    ascending, descending = (list(tops.values())[suit].order for tops in (view.ascending, view.descending))
    return [*range(ascending + 1), *range(descending, len(RANKS))]
