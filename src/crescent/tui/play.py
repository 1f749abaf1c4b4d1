"""What the terminal app knows of the game at hand: taps in, words out, every change kept; nothing here draws."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import Enum
from typing import Protocol

from crescent.codes import GameCode
from crescent.errors import CrescentError, IllegalMoveError
from crescent.game import Game
from crescent.game_words import ending_line, played_line, selection_line, status_line
from crescent.moves import REDEAL, Move, Place
from crescent.outcome import Outcome
from crescent.record import Record
from crescent.text import languages
from crescent.text.board import landing
from crescent.text.errors import error_text
from crescent.text.messages import Message
from crescent.text.wording import Wording
from crescent.tui.kept import Played, Running, Statistics
from crescent.variants import NORMAL
from crescent.view import View


class Keeper(Protocol):
    """Keeps the running game and the statistics, as `store.Store` does in a file."""

    def save(self, running: Running) -> None:
        """Keep the game that is being played."""

    def running(self) -> Running | None:
        """The game that was being played."""

    def finish(self, played: Played) -> None:
        """Count a game, and forget that it was being played."""

    def statistics(self, variant: str | None = None) -> Statistics:
        """What has been counted."""


class Ending(Enum):
    """How a game has just ended."""

    WON = "won"
    BLOCKED = "blocked"


class Play:
    """One game after another, as a person plays them.

    Args:
        game: the first game.
        wording: the language.
        keeper: keeps games; None keeps nothing.
        replaced: the kept game of which this one takes the place with its first move; then it counts as lost.
        strict: whether interactive rules are on, so that a refusal names its reason.
        clock: seconds from any fixed moment.
    """

    game: Game
    wording: Wording
    strict: bool

    def __init__(
        self,
        game: Game,
        wording: Wording,
        keeper: Keeper | None = None,
        *,
        replaced: Running | None = None,
        strict: bool = True,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin; a game that is replaced is kept until the first move."""
        self.game, self.wording, self.strict = game, wording, strict
        self.said: str = ""
        self.failed: bool = False
        self.last: Place | None = None
        self._keeper, self._clock, self._replaced = keeper, clock, replaced
        self._counted = game.outcome is Outcome.WON

    @classmethod
    def resumed(cls, keeper: Keeper, wording: Wording, *, clock: Callable[[], float] = time.monotonic) -> Play | None:
        """The game that is kept, to be played on; None where none is.

        Raises:
            StoreError: the store cannot be read.
            RecordError: what it holds is no record.
        """
        running = keeper.running()
        if running is None:
            return None
        game = Game.resume(Record.parse(running.record), clock=clock)
        play = cls(game, wording, keeper, strict=running.strict, clock=clock)
        play.said = wording.say(Message.TUI_RESUMED)
        return play

    @property
    def view(self) -> View:
        """What the player may know."""
        return self.game.view

    @property
    def ending(self) -> Ending | None:
        """Whether the game is won or blocked."""
        outcome = self.game.outcome
        return None if outcome is None else Ending.WON if outcome is Outcome.WON else Ending.BLOCKED

    def tap(self, place: Place) -> Move | None:
        """Tap a place, as `Game.tap` says; None where nothing was played."""
        return self._tried(lambda: self._noted(lambda: self.game.tap(place)))

    def deselect(self) -> None:
        """End the selection."""
        self.game.deselect()
        self._say_selection()

    def send_home(self, place: Place) -> Move | None:
        """Drop a place's card on the foundation area."""
        return self._tried(lambda: self._noted(lambda: self.game.drop(place)))

    def move(self, source: Place, target: Place) -> Move | None:
        """Drag a place's card onto another place."""
        return self._tried(lambda: self._noted(lambda: self.game.play(Move(source, target))))

    def redeal(self) -> Move | None:
        """Use a redeal."""
        return self._tried(lambda: self._noted(lambda: self.game.play(REDEAL)))

    def undo(self) -> Move | None:
        """Take the last move back."""
        return self._tried(lambda: self._travelled(Message.UNDONE, self.game.undo()))

    def redo(self) -> Move | None:
        """Play the move again that was taken back last."""
        return self._tried(lambda: self._travelled(Message.REDONE, self.game.redo()))

    def deal(self, start: GameCode | str | None = None) -> bool:
        """Deal a code, or a new game of the same variant; the game at hand counts as lost if a move was played in it.

        Whether it was dealt; a text that is no code leaves the game as it was.
        """
        variant = self.game.variant or NORMAL
        try:
            game = Game(GameCode.random(variant) if start is None else start, clock=self._clock)
        except CrescentError as error:
            self._say(error_text(self.wording, error), failed=True)
            return False
        self._replace(game)
        return True

    def again(self) -> None:
        """Deal the same game once more."""
        self._replace(Game(self.game.code or self.game.start, clock=self._clock))

    def switch_rules(self) -> None:
        """Switch the interactive rules on or off."""
        self.strict = not self.strict
        self._say(self.wording.say(Message.RULES_ON if self.strict else Message.RULES_OFF))
        self.keep()

    def speak(self, language: str) -> None:
        """Speak another language from now on."""
        self.wording = languages.get(language)
        self._say("")

    def keep(self) -> None:
        """Keep the game as it stands; where that fails the game goes on, and what was said ends with the reason."""
        if self._keeper is None or self.ending is Ending.WON or (self._replaced is not None and not self.game.line):
            return
        try:
            self._count_replaced(self._keeper)
            self._keeper.save(Running(str(self.game.record()), self.game.elapsed, self.strict))
        except CrescentError as error:
            self._complain(error)

    def statistics(self, variant: str | None) -> Statistics | None:
        """What has been counted, None where nothing is kept."""
        if self._keeper is None:
            return None
        try:
            return self._keeper.statistics(variant)
        except CrescentError as error:
            self._complain(error)
            return None

    def status(self) -> str:
        """Which game, moves, time and redeals, in a line."""
        return status_line(self.wording, self.game)

    def marks(self) -> dict[Place, set[str]]:
        """What to mark: `selected` and each `target` that accepts that card, and where the `last` moved card lies."""
        marks: dict[Place, set[str]] = {}
        if self.last is not None:
            marks.setdefault(self.last, set()).add("last")
        selected = self.game.selected
        if selected is not None:
            marks.setdefault(selected, set()).add("selected")
            for move in self.game.legal_moves():
                target = landing(self.game.position, move)
                if move.source == selected and target is not None:
                    marks.setdefault(target, set()).add("target")
        return marks

    def farewell(self) -> str:
        """What to say where the game has ended."""
        return ending_line(self.wording, self.game)

    def _tried(self, action: Callable[[], Move | None]) -> Move | None:
        """What an action plays; None where it is refused, and then the reason is said."""
        try:
            return action()
        except IllegalMoveError as error:
            self._say(
                error_text(self.wording, error) if self.strict else self.wording.say(Message.REFUSED), failed=True
            )
        except CrescentError as error:
            self._say(error_text(self.wording, error), failed=True)
        return None

    def _noted(self, action: Callable[[], Move | None]) -> Move | None:
        """Play, say what was played, and keep it."""
        before = self.game.position
        move = action()
        if move is None:
            self._say_selection()
            return None
        self.last = landing(before, move)
        self._say(played_line(self.wording, before, move, self.game.redeals_left))
        self._changed()
        return move

    def _travelled(self, message: Message, move: Move) -> Move:
        self.last = None
        self._say(self.wording.say(message, move=move))
        self._changed()
        return move

    def _changed(self) -> None:
        """Keep the game, or count it where it is won."""
        if self.ending is Ending.WON and not self._counted:
            self._count(won=True)
        else:
            self.keep()

    def _count(self, *, won: bool) -> None:
        self._counted = True
        if self._keeper is None:
            return
        game = self.game
        code = None if game.code is None else str(game.code)
        try:
            self._count_replaced(self._keeper)
            self._keeper.finish(Played(str(game.variant or ""), code, won, game.elapsed, game.move_count))
        except CrescentError as error:
            self._complain(error)

    def _count_replaced(self, keeper: Keeper) -> None:
        """Count the game that was kept before this one as lost."""
        old, self._replaced = self._replaced, None
        record = None if old is None else Record.parse(old.record)
        if old is not None and record is not None and record.moves:
            code = None if record.code is None else str(record.code)
            keeper.finish(Played(record.variant.name, code, won=False, seconds=old.seconds, moves=record.move_count))

    def _replace(self, game: Game) -> None:
        if not self._counted and self.game.line:
            self._count(won=False)
        self.game, self.last = game, None
        self._counted = game.outcome is Outcome.WON
        self._say("")

    def _say_selection(self) -> None:
        self._say(selection_line(self.wording, self.game))

    def _say(self, text: str, *, failed: bool = False) -> None:
        self.said, self.failed = text, failed

    def _complain(self, error: CrescentError) -> None:
        reason = self.wording.say(Message.TUI_UNSAVED, reason=error_text(self.wording, error))
        self.said, self.failed = f"{self.said}  {reason}".strip(), True
