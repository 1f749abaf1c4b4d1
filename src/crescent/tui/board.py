"""The board on the screen: a widget a place, in the horseshoe of `crescent.text.board`, with the foundations inside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from rich.style import Style
from rich.text import Text
from textual.app import ComposeResult, RenderResult
from textual.containers import Grid, Horizontal
from textual.widget import Widget
from textual.widgets import Button, Static

from crescent.cards import Card
from crescent.moves import FOUNDATIONS, PILES, Foundation, Pile, Place
from crescent.text.palette import DARK, LIGHT, SUIT_INKS, Ink
from crescent.text.wording import Wording
from crescent.view import View

COLUMNS: Final = 10

EVERYWHERE: Final[tuple[Place, ...]] = (*PILES, *FOUNDATIONS)


def spot(place: Place) -> tuple[int, int]:
    """Column and row of a place: 4 piles left from the bottom up, 8 on top, 4 right, foundations in the middle."""
    if isinstance(place, Foundation):
        return 3 + place.place % 4, 2 + (place.place - 16) // 4
    number = place.number
    if number <= 4:
        return 0, 5 - number
    if number <= 12:
        return number - 4, 0
    return 9, number - 12


def name_of(place: Place) -> str:
    """The id of a place's widget."""
    return f"pile-{place.number}" if isinstance(place, Pile) else f"foundation-{place.place - 15}"


@dataclass(frozen=True, slots=True)
class Look:
    """How a place looks at the moment.

    Attributes:
        card: its top card, None for an empty pile.
        count: how many cards lie there.
        marks: `selected`, `target` (it accepts the selected card), `last` (the last card that moved lies there).
    """

    card: Card | None
    count: int
    marks: frozenset[str] = frozenset()


class CardPlace(Widget, can_focus=True):
    """A pile or a foundation: its top card in a frame, and under it its number and how many cards lie there."""

    def __init__(self, place: Place) -> None:
        super().__init__(id=name_of(place), classes="place")
        self.place = place
        self.look: Look = Look(None, 0)
        self._wording: Wording | None = None

    def show(self, look: Look, wording: Wording) -> None:
        """Look so from now on."""
        if (look, wording) == (self.look, self._wording):
            return
        self.look, self._wording = look, wording
        for mark in ("selected", "target", "last"):
            self.set_class(mark in look.marks, mark)
        self.refresh()

    def render(self) -> RenderResult:
        """Four lines: three of the card, one of the name."""
        inks = DARK if self.app.current_theme.dark else LIGHT
        count = f"×{self.look.count}"
        label = f"{self.place.number} {count}" if isinstance(self.place, Pile) else count
        label = f"{label:^6}"
        if self.look.card is None or self._wording is None:
            return Text(f"\n  ──  \n\n{label}", style=inks[Ink.EMPTY], justify="center")
        edge = Style(color=inks[self._edge()], bold=bool(self.look.marks))
        name = f"{self._wording.card(self.look.card):>3} "
        top, bottom = ("┏━━━━┓", "┗━━━━┛") if self.look.marks else ("┌────┐", "└────┘")
        side = "┃" if self.look.marks else "│"
        face = Style(color=inks[SUIT_INKS[self.look.card.suit]], bgcolor=inks[Ink.FACE], bold=True)
        return Text.assemble(
            (f"{top}\n", edge), (side, edge), (name, face), (f"{side}\n", edge), (f"{bottom}\n", edge),
            (label, inks[Ink.TEXT]), justify="center",
        )  # fmt: skip

    def _edge(self) -> Ink:
        """The frame's colour, by the mark that matters most."""
        for mark in ("selected", "target", "last"):
            if mark in self.look.marks:
                return Ink[mark.upper()]
        return Ink.EDGE


class HomeArea(Static):
    """Free space among the foundations: a card that is let go here goes to a foundation that accepts it."""


class StatusLine(Static):
    """A line of words that is renewed every second, by a timer of its own, which ends with it.

    Args:
        words: gives them.
    """

    def __init__(self, words: Callable[[], str]) -> None:
        super().__init__(id="status", markup=False)
        self._words = words

    def on_mount(self) -> None:
        """Let the clock run."""
        self.set_interval(1, self.tick)

    def tick(self) -> None:
        """Say it anew."""
        self.update(self._words(), layout=False)


class Board(Grid):
    """All places, and in the middle what the app says, and buttons."""

    def compose(self) -> ComposeResult:
        """Row by row."""
        at = {spot(place): place for place in EVERYWHERE}
        for row in range(5):
            for column in range(COLUMNS):
                place = at.get((column, row))
                if place is not None:
                    yield CardPlace(place)
                elif row in (2, 3):
                    yield HomeArea(classes="home")
                elif row == 0:
                    yield Static()
                elif column == 1:
                    yield Static(id="said") if row == 1 else self._buttons()

    @staticmethod
    def _buttons() -> Horizontal:
        names = ("redeal", "undo", "redo", "hint")
        buttons = [Button("", id=name, classes="action") for name in names]
        for button in buttons:
            button.active_effect_duration = 0  # while it is shown as pressed it would not take the next tap
        return Horizontal(*buttons, id="buttons")

    def show(self, view: View, wording: Wording, marks: dict[Place, set[str]]) -> None:
        """Show what the player may know, with marks on some places."""
        for widget in self.query(CardPlace):
            count, card = count_of(view, widget.place), view.top(widget.place)
            widget.show(Look(card, count, frozenset(marks.get(widget.place, ()))), wording)


def count_of(view: View, place: Place) -> int:
    """How many cards lie on a place."""
    if isinstance(place, Pile):
        return int(view.heights[place.place])
    capacity = view.rules.pile_capacity
    return view.row[16 * capacity + place.place]


def neighbour(place: Place, across: int, down: int) -> Place:
    """The place that an arrow key leads to: the nearest one in that direction, going round where there is none."""
    column, row = spot(place)
    others = [other for other in EVERYWHERE if other != place]

    def distance(other: Place) -> tuple[int, int]:
        to_column, to_row = spot(other)
        ahead = (to_column - column) % COLUMNS if across else (to_row - row) % 5
        ahead = ahead if across + down > 0 else (COLUMNS if across else 5) - ahead
        aside = abs(to_row - row) if across else abs(to_column - column)
        return aside, ahead

    def leads_on(other: Place) -> bool:
        to_column, to_row = spot(other)
        return to_column != column if across else to_row != row

    return min(filter(leads_on, others), key=distance)
