"""One session of play: what was played, what can be taken back, the clock, and what is selected."""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import Self

from crescent.codes import GameCode, as_code
from crescent.errors import NothingToRedoError, NothingToUndoError, RulesError, WrongTypeError, as_integer
from crescent.moves import MOVES, REDEAL, Move, Place
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.record import Record
from crescent.taps import as_place, first_tap, move_home, refused_home
from crescent.variants import Variant, variants
from crescent.view import View

UNDO_LIMIT = 100
"""Moves that the app can take back."""


class Game:
    """A game in progress.

    A refused move, a failed undo and a failed redo leave everything as it was.  A redeal counts no move and cannot be
    undone; the history starts again behind it.  The clock runs from the start until the game is won, and on again if
    the winning move is taken back.

    Args:
        start: a `GameCode`, its text, or a `Position`.
        undo_limit: how many moves can be taken back, 0 or more.
        clock: seconds from any fixed moment; the default is the system's monotonic clock.

    Raises:
        WrongTypeError: `start` is none of these, `undo_limit` no integer, or `clock` no function.
        CodeError: a text that is no game code.
        RulesError: `undo_limit` is negative.
    """

    def __init__(
        self,
        start: GameCode | Position | str,
        undo_limit: int = UNDO_LIMIT,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Deal, and start the clock."""
        limit = as_integer("undo_limit", undo_limit)
        if limit < 0:
            raise RulesError("undo_limit", limit, "0 or more")
        if not callable(clock):
            raise WrongTypeError("clock", "a function that returns seconds", clock)
        self._code = None if isinstance(start, Position) else as_code(start)
        self._start = start if isinstance(start, Position) else as_code(start).deal()
        self._position = self._start
        self._line: list[Move] = []
        self._before: deque[Position] = deque(maxlen=min(limit, sys.maxsize))
        self._undone: list[tuple[Move, Position]] = []
        self._redeals = 0
        self._selected: Place | None = None
        self._clock = clock
        self._began = clock()
        self._ended: float | None = None
        self._watch_the_clock()  # a game may start from a position that is won

    @classmethod
    def resume(
        cls, record: Record, undo_limit: int = UNDO_LIMIT, *, clock: Callable[[], float] = time.monotonic
    ) -> Self:
        """The game that a record holds, at its end, to be played on; the clock counts on from its seconds.

        Raises:
            WrongTypeError: `record` is no `Record`.
        """
        if not isinstance(record, Record):
            raise WrongTypeError("a record", "a Record", record)
        game = cls(record.start if record.code is None else record.code, undo_limit, clock=clock)
        for move in record.moves:
            game.play(move)
        game._began -= record.seconds or 0.0
        return game

    @property
    def code(self) -> GameCode | None:
        """The code of the deal, None for a game from a position."""
        return self._code

    @property
    def variant(self) -> Variant | None:
        """The variant played: the code's, else the first one with the position's rules, else None."""
        return self._code.variant if self._code else variants.of_rules(self._start.rules)

    @property
    def start(self) -> Position:
        """The position that the game began with."""
        return self._start

    @property
    def position(self) -> Position:
        """The position that stands."""
        return self._position

    @property
    def view(self) -> View:
        """What the player may know of the position that stands."""
        return self._position.view()

    @property
    def line(self) -> tuple[Move, ...]:
        """The line of play that stands, redeals included; what was undone is not in it."""
        return tuple(self._line)

    @property
    def move_count(self) -> int:
        """Moves that stand; a redeal is no move, and undo counts down."""
        return len(self._line) - self._redeals

    @property
    def undo_depth(self) -> int:
        """How many moves can be taken back now."""
        return len(self._before)

    @property
    def redo_depth(self) -> int:
        """How many undone moves can be played again now."""
        return len(self._undone)

    @property
    def redeals_left(self) -> int:
        """Redeals left."""
        return self._position.redeals_left

    @property
    def outcome(self) -> Outcome | None:
        """`WON`, `BLOCKED`, or None while the game goes on."""
        return self._position.outcome

    @property
    def elapsed(self) -> float:
        """Seconds played; stands still once the game is won."""
        return max(0.0, (self._clock() if self._ended is None else self._ended) - self._began)

    @property
    def selected(self) -> Place | None:
        """The place that a tap selected, to be followed by a tap on the target."""
        return self._selected

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in index order, the redeal among them."""
        return self._position.legal_moves()

    def play(self, move: Move | str) -> Move:
        """Play `move`, which may be the redeal, and return it as the action table has it.

        Raises:
            WrongTypeError: `move` is neither a `Move` nor a text.
            MoveTextError: a text that names no move.
            IllegalMoveError: the rules refuse it.
        """
        before = self._position
        played = MOVES[before.action(move)]
        self._position = before.play(played)
        self._line.append(played)
        self._undone.clear()
        self._selected = None
        if played.is_redeal:
            self._redeals += 1
            self._before.clear()
        else:
            self._before.append(before)
        self._watch_the_clock()
        return played

    def redeal(self) -> None:
        """Use a redeal.

        Raises:
            IllegalMoveError: none is left, or the game is won.
        """
        self.play(REDEAL)

    def undo(self) -> Move:
        """Take back the last move and return it.

        Raises:
            NothingToUndoError: no move since the start or the last redeal, or the limit is reached.
        """
        if not self._before:
            raise NothingToUndoError(self._position)
        move = self._line.pop()
        self._undone.append((move, self._position))
        self._position = self._before.pop()
        self._selected = None
        self._watch_the_clock()
        return move

    def redo(self) -> Move:
        """Play the move again that was undone last, and return it.

        Raises:
            NothingToRedoError: nothing was undone since the last move.
        """
        if not self._undone:
            raise NothingToRedoError(self._position)
        move, position = self._undone.pop()
        self._before.append(self._position)
        self._position = position
        self._line.append(move)
        self._selected = None
        self._watch_the_clock()
        return move

    def tap(self, place: Place | int) -> Move | None:
        """Tap a pile (or a foundation), as on the app's screen; return the move if that played one.

        With nothing selected: a pile whose top card exactly one place accepts sends it there; any other pile with a
        card, and a foundation with more than its base, is selected.  With a place selected, the tapped place is the
        target.  Tapping the selected place again is the double tap: its card goes to the foundation that accepts it, or
        else the selection ends.  A refused tap leaves the selection, so that another target can be tapped.

        Args:
            place: a `Pile`, a `Foundation`, or a pile's number from 1 to 16.

        Raises:
            WrongTypeError: `place` is none of these.
            RulesError: a number that no pile has.
            IllegalMoveError: the pile is empty, the foundation's top card is its base, or the target refuses the card.
        """
        tapped = as_place(place)
        if self._selected is None:
            only = first_tap(self._position, tapped)
            if only is not None:
                return self.play(only)
            self._selected = tapped
            return None
        if tapped != self._selected:
            return self.play(Move(self._selected, tapped))
        home = move_home(self._position, tapped)
        self._selected = None
        return None if home is None else self.play(home)

    def deselect(self) -> None:
        """End the selection that a tap began, if there is one."""
        self._selected = None

    def drop(self, place: Place | int) -> Move:
        """Drop the top card of a pile (or a foundation) on the foundation area; return the move.

        It goes to the foundation of its suit that accepts it, the ascending one where both do.

        Args:
            place: a `Pile`, a `Foundation`, or a pile's number from 1 to 16.

        Raises:
            WrongTypeError: `place` is none of these.
            RulesError: a number that no pile has.
            IllegalMoveError: neither foundation accepts it; the refusal is that of the one still open.
        """
        source = as_place(place)
        return self.play(move_home(self._position, source) or refused_home(self._position, source))

    def record(self, tags: Mapping[str, str] | None = None) -> Record:
        """The record of the line that stands, with the seconds played and free `tags` such as Player or Date.

        Raises:
            RecordError: a tag that no record can hold, or rules that belong to no registered variant.
        """
        return Record(self._start, tuple(self._line), self._code, round(self.elapsed, 3), {} if tags is None else tags)

    def __repr__(self) -> str:
        """Deal, moves, redeals and outcome; not the cards, of which some may be hidden."""
        deal = "from a position" if self._code is None else str(self._code)
        counts = f"{_count(self.move_count, 'move')}, {_count(self.redeals_left, 'redeal')} left"
        return f"<{type(self).__name__} {deal}, {counts}, {self.outcome or 'open'}>"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what the player may know, with deal, moves and outcome."""
        from crescent.text.svg import picture

        deal = "" if self._code is None else str(self._code)
        counts = [_count(self.move_count, "move"), f"{_count(self.redeals_left, 'redeal')} left"]
        lines = [", ".join(counts), deal, "" if self.outcome is None else str(self.outcome)]
        return picture(self.view, caption=[line for line in lines if line])

    def _watch_the_clock(self) -> None:
        """Stop the clock at the win; let it run on when the win is taken back, without the time between."""
        won = self._position.outcome is Outcome.WON
        if won and self._ended is None:
            self._ended = self._clock()
        elif not won and self._ended is not None:
            self._began += self._clock() - self._ended
            self._ended = None


def _count(number: int, word: str) -> str:
    """`number` of `word`, as in `1 move` and `2 moves`."""
    return f"{number} {word}{'' if number == 1 else 's'}"
