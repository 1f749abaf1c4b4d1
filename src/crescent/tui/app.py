"""`crescent tui`: the game on the whole screen, by mouse or keys."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import PurePath
from typing import ClassVar

from rich.console import RenderableType
from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.errors import NoWidget
from textual.widgets import Button, Footer, Static

from crescent.errors import CrescentError
from crescent.hint_words import hint_lines
from crescent.hints import Adviser
from crescent.moves import PILES, Place
from crescent.refusals import Reason
from crescent.text import languages
from crescent.text.errors import error_text
from crescent.text.messages import Message
from crescent.tui.board import Board, CardPlace, HomeArea, StatusLine, name_of, neighbour
from crescent.tui.dialogs import AskCode, Dialog, farewell
from crescent.tui.keys import ARROWS, KEYS, SHOWN
from crescent.tui.mouse import Mouse
from crescent.tui.play import Ending, Play
from crescent.tui.searching import Advise, Searcher
from crescent.tui.sheets import counts, overview
from crescent.tui.themes import DARK_THEME, LIGHT_THEME, theme
from crescent.view import View


class CrescentApp(App[None]):
    """The app.

    Args:
        play: the game.
        advise: gives a hint for what the player sees; tells its progress, and is stopped by what that raises.
        clock: seconds from any fixed moment, for double taps.
    """

    CSS_PATH: ClassVar[str | PurePath | list[str | PurePath] | None] = "app.tcss"
    ENABLE_COMMAND_PALETTE: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "stop", "", show=False),
        Binding("enter,space", "tap", "", show=False, priority=False),
        *(Binding(arrow, f"go('{arrow}')", "", show=False) for arrow in ARROWS),
    ]

    def __init__(
        self,
        play: Play,
        *,
        advise: Advise | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__()
        self.title = "Crescent"
        self.play = play
        self._searcher = Searcher(advise or Adviser().hint)
        self._mouse = Mouse(play, clock)
        self._told: Ending | None = play.ending
        for name, dark in ((DARK_THEME, True), (LIGHT_THEME, False)):
            self.register_theme(theme(name, dark=dark))
        self.theme = DARK_THEME

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Colours of our own that a foreign theme has not."""
        return theme(DARK_THEME, dark=True).variables

    @property
    def is_searching(self) -> bool:
        """Whether a search still runs, though perhaps nobody wants its answer any more."""
        return self._searcher.is_busy

    def compose(self) -> ComposeResult:
        """Words, board, keys."""
        yield StatusLine(self.play.status)
        with Container(id="table"):
            yield Board()
        yield Footer(show_command_palette=False, compact=True)

    def on_mount(self) -> None:
        """Begin with the first pile."""
        self._name_keys()
        self.query_one(f"#{name_of(PILES[0])}").focus()
        self.show()

    def show(self) -> None:
        """Show everything as it stands now, and tell of the end where the game has just ended."""
        play, say = self.play, self.play.wording.say
        self.query_one(Board).show(play.view, play.wording, play.marks())
        said = self.query_one("#said", Static)
        said.update(Text(play.said, justify="center"), layout=False)
        said.set_class(play.failed, "failed")
        left = play.game.redeals_left
        labels = {
            "redeal": say(Message.TUI_REDEAL, count=left) if left else play.wording.refusals[Reason.NO_REDEAL],
            "undo": say(Message.TUI_UNDO), "redo": say(Message.TUI_REDO), "hint": say(Message.TUI_HINT),
        }  # fmt: skip
        enabled = {"redeal": left > 0, "undo": play.game.undo_depth > 0, "redo": play.game.redo_depth > 0, "hint": True}
        for name, label in labels.items():
            button = self.query_one(f"#{name}", Button)
            button.label = label
            button.disabled = not enabled[name]
        self.query_one(StatusLine).tick()
        self._tell_of_the_end()

    async def on_event(self, event: events.Event) -> None:
        """Take what the mouse does in the order in which it does it.

        Widgets get their events beside each other: of two quick taps, told to a widget each, a busy machine would now
        and then take the second one first, or a drag from the second place to the first.
        """
        by_mouse = isinstance(event, events.MouseDown | events.MouseUp) and not event.is_forwarded
        await super().on_event(event)
        if by_mouse and isinstance(event, events.MouseEvent) and len(self.screen_stack) == 1:
            self._move_mouse(event)

    def _move_mouse(self, event: events.MouseEvent) -> None:
        """A button goes down or up on the board, or beside it."""
        try:
            widget, _ = self.get_widget_at(event.x, event.y)
        except NoWidget:
            widget = None
        place = widget.place if isinstance(widget, CardPlace) else None
        if isinstance(event, events.MouseDown):
            self._mouse.press(place)
        elif self._mouse.drop() if isinstance(widget, HomeArea) else self._mouse.release(place):
            self.show()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The buttons do what their keys do."""
        if event.button.id in ("redeal", "undo", "redo", "hint"):
            getattr(self, f"action_{event.button.id}")()

    def action_tap(self) -> None:
        """Tap the place that has the focus."""
        place = self._focused_place()
        if place is not None:
            self.play.tap(place)
            self.show()

    def action_go(self, arrow: str) -> None:
        """Move the focus to the next place in a direction."""
        place = self._focused_place() or PILES[0]
        self.query_one(f"#{name_of(neighbour(place, *ARROWS[arrow]))}").focus()

    def action_home(self) -> None:
        """Send the selected card, or that of the place with the focus, to the foundations."""
        place = self.play.game.selected or self._focused_place()
        if place is not None:
            self.play.send_home(place)
            self.show()

    def action_undo(self) -> None:
        """Take the last move back."""
        self.play.undo()
        self._told = None
        self.show()

    def action_redo(self) -> None:
        """Play it again."""
        self.play.redo()
        self.show()

    def action_redeal(self) -> None:
        """Use a redeal."""
        self.play.redeal()
        self.show()

    def action_new(self) -> None:
        """Deal a new game of the same variant."""
        self._dealt(self.play.deal)

    def action_again(self) -> None:
        """Deal the same game once more."""
        self._dealt(self.play.again)

    def action_code(self) -> None:
        """Ask for a code, and deal it."""
        code = "" if self.play.game.code is None else str(self.play.game.code)

        def deal(text: str | None) -> None:
            if text:
                self._dealt(partial(self.play.deal, text))

        self.push_screen(AskCode(self.play.wording, code), deal)

    def action_rules(self) -> None:
        """Switch the interactive rules."""
        self.play.switch_rules()
        self.show()

    def action_language(self) -> None:
        """Speak the next language."""
        names = list(languages)
        self.play.speak(names[(names.index(self.play.wording.language) + 1) % len(names)])
        self._name_keys()
        self.show()

    def action_theme(self) -> None:
        """Change between light and dark."""
        self.theme = LIGHT_THEME if self.current_theme.dark else DARK_THEME
        for widget in self.query(CardPlace):
            widget.refresh()

    def action_overview(self) -> None:
        """Show where the cards of each suit lie, as far as the player may know."""
        self._show_dialog(overview(self.play.view, self.play.wording, dark=self.current_theme.dark))

    def action_statistics(self) -> None:
        """Show what has been counted, for this variant and for all."""
        self._show_dialog(counts(self.play))

    def action_help(self) -> None:
        """Say what taps and keys do."""
        self._show_dialog(self.play.wording.say(Message.TUI_HELP_TEXT))

    def action_hint(self) -> None:
        """Look for the next move and whether the game can still be won, while the app goes on."""
        self.play.said, self.play.failed = self.play.wording.say(Message.TUI_SEARCHING), False
        self.show()
        self._search(self.play.view)

    def action_stop(self) -> None:
        """Stop a search; without one, end a selection."""
        searching = [worker for worker in self.workers if worker.group == "hint" and worker.is_running]
        for worker in searching:
            worker.cancel()
        if searching:
            self.play.said = self.play.wording.say(Message.TUI_STOPPED)
        elif self.play.game.selected is not None:
            self.play.deselect()
        self.show()

    @work(exclusive=True, group="hint", exit_on_error=False)
    async def _search(self, view: View) -> None:
        """Search in a thread of its own."""
        try:
            found = await self._searcher.hint(view)
        except Exception as error:  # whatever it is, nobody would hear of it otherwise
            told = error_text(self.play.wording, error) if isinstance(error, CrescentError) else repr(error)
            self._say(view, (told,))
            return
        self._say(view, hint_lines(self.play.wording, view, found, unicode=True))

    def _say(self, view: View, lines: tuple[str, ...]) -> None:
        """Say what a search found, unless the game has gone on meanwhile."""
        if view == self.play.view:
            self.play.said, self.play.failed = "\n".join(lines), False
            self.show()

    def _dealt(self, deal: Callable[[], object]) -> None:
        """After a new deal: no search for the old game goes on."""
        self.workers.cancel_group(self, "hint")
        deal()
        self._told = self.play.ending
        self.show()

    def _name_keys(self) -> None:
        """Bind the keys, named in the language that is spoken."""
        for key, (action, message) in KEYS.items():
            name = "" if message is None else self.play.wording.say(message)
            self.bind(key, action, description=name, show=key in SHOWN)
        self.refresh_bindings()

    def _focused_place(self) -> Place | None:
        return self.focused.place if isinstance(self.focused, CardPlace) else None

    def _show_dialog(self, text: RenderableType) -> None:
        self.push_screen(Dialog(text, [("close", self.play.wording.say(Message.TUI_CLOSE))]))

    def _tell_of_the_end(self) -> None:
        """A dialog where the game has just been won or blocked."""
        ending = self.play.ending
        if ending is self._told:
            return
        self._told = ending
        if ending is None:
            return

        def chosen(name: str | None) -> None:
            if name in ("undo", "new", "again"):
                getattr(self, f"action_{name}")()

        self.push_screen(farewell(self.play), chosen)

    async def action_quit(self) -> None:
        """Keep the game and leave."""
        self.play.keep()
        self.exit()
