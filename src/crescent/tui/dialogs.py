"""The dialogs of the terminal app: text and buttons, what is said at the end, and one that asks for a code."""

from __future__ import annotations

from typing import ClassVar

from rich.console import RenderableType
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Input, Static

from crescent.text.messages import Message
from crescent.text.wording import Wording
from crescent.tui.play import Ending, Play


class Dialog(ModalScreen[str]):
    """Says something and offers buttons; its result is the id of the one that was pressed, empty for Escape.

    Args:
        text: what to say.
        choices: id and label of each button; the first one has the focus.
    """

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]

    def __init__(self, text: RenderableType, choices: list[tuple[str, str]]) -> None:
        super().__init__()
        self._text, self._choices = text, choices

    def compose(self) -> ComposeResult:
        """Text above buttons."""
        with Vertical(classes="dialog"):
            yield Static(self._text, classes="dialog-text", markup=False)
            with Horizontal(classes="dialog-buttons"):
                for name, label in self._choices:
                    yield Button(label, id=f"dialog-{name}")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Leave with the button's id."""
        event.stop()
        self.dismiss((event.button.id or "").removeprefix("dialog-"))

    def action_leave(self) -> None:
        """Leave with nothing."""
        self.dismiss("")


class AskCode(ModalScreen[str]):
    """Asks for a game code; its result is what was typed, empty for Escape."""

    BINDINGS: ClassVar[list[BindingType]] = [("escape", "leave", "")]

    def __init__(self, wording: Wording, code: str) -> None:
        super().__init__()
        self._wording, self._code = wording, code

    def compose(self) -> ComposeResult:
        """A line to type into, with the code at hand."""
        with Vertical(classes="dialog"):
            yield Static(self._wording.say(Message.TUI_ASK_CODE), classes="dialog-text", markup=False)
            yield Input(self._code, id="code", max_length=200)
            with Horizontal(classes="dialog-buttons"):
                yield Button(self._wording.say(Message.TUI_DEAL), id="dialog-deal")
                yield Button(self._wording.say(Message.TUI_CLOSE), id="dialog-close")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes what stands there."""
        event.stop()
        self.dismiss(event.value)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """The buttons take it, or do not."""
        event.stop()
        self.dismiss(self.query_one(Input).value if event.button.id == "dialog-deal" else "")

    def action_leave(self) -> None:
        """Leave with nothing."""
        self.dismiss("")


def farewell(play: Play) -> Dialog:
    """What is said where the game has just been won or blocked; its results are `undo`, `new`, `again` and `close`."""
    say = play.wording.say
    choices = [("new", say(Message.TUI_NEW)), ("again", say(Message.TUI_AGAIN)), ("close", say(Message.TUI_CLOSE))]
    if play.ending is Ending.BLOCKED and play.game.undo_depth:
        choices.insert(0, ("undo", say(Message.TUI_UNDO)))
    return Dialog(play.farewell(), choices)
