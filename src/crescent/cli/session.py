"""A person's session of play: orders in, replies out, between them a `Game`; nothing here reads or prints."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

from crescent.arrangement import Arrangement
from crescent.cards import Card
from crescent.cli import orders
from crescent.cli.states import refusal_state, state
from crescent.codes import GameCode
from crescent.errors import CrescentError, IllegalMoveError
from crescent.game import Game
from crescent.game_words import cards_of, ending_line, played_line, selected_line, selection_line, status_line
from crescent.hint_words import hint_document, hint_lines
from crescent.hints import Adviser, Hint
from crescent.moves import PILES, Move, Pile, Place
from crescent.outcome import Outcome
from crescent.record import Record
from crescent.refusals import Refusal
from crescent.text.board import landing
from crescent.text.errors import UsageError, error_text
from crescent.text.messages import Message
from crescent.text.wording import Wording
from crescent.variants import NORMAL
from crescent.view import View

_COLUMNS = 4
"""Legal moves on a line."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes of an order.

    Attributes:
        lines: what to say.
        show_board: whether to show the board, because it changed or was asked for.
        played: the move that was played, taken back or played again.
        failed: whether the order could not be followed; then the game is as it was.
        refusal: why the rules refused the move; None where something else failed.
        hint: what was asked for with `h`.
        leave: whether the session ends.
    """

    lines: tuple[str, ...] = ()
    show_board: bool = False
    played: Move | None = None
    failed: bool = False
    refusal: Refusal | None = None
    hint: Hint | None = None
    leave: bool = False


class Session:
    """One game after another at a prompt.

    Args:
        game: the first game.
        wording: what to say it in.
        unicode: whether cards are named with symbols.
        tags: free tags for the record, such as those of the record that is played on.
        file: where `save` saves if it is not told.
        advise: gives hints.
        new_code: draws the code of a new game of the same variant as the given one.
        clock: seconds from any fixed moment.
    """

    def __init__(
        self,
        game: Game,
        wording: Wording,
        *,
        unicode: bool = True,
        tags: dict[str, str] | None = None,
        file: str = "",
        advise: Callable[[View], Hint] | None = None,
        new_code: Callable[[GameCode], GameCode] = lambda code: GameCode.random(code.variant),
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Begin with `game`, interactive rules on."""
        self.game: Game = game
        self.wording = wording
        self.unicode = unicode
        self.rules_on: bool = True
        self.tags: dict[str, str] = tags or {}
        self.file: str = file
        self.last: Place | None = None
        self._advise = advise or Adviser().hint
        self._new_code = new_code
        self._clock = clock

    def obey(self, line: str) -> Reply:
        """Follow the order that a line gives; whatever the line, an order that fails leaves the game as it was."""
        try:
            return self._follow(orders.read_order(line))
        except IllegalMoveError as error:
            text = error_text(self.wording, error) if self.rules_on else self.wording.say(Message.REFUSED)
            return Reply((text, *self._still_selected()), failed=True, refusal=error.refusal)
        except CrescentError as error:
            return Reply((error_text(self.wording, error),), failed=True)

    def record(self) -> Record:
        """The game so far."""
        return self.game.record(self.tags)

    def status(self) -> str:
        """One line: which game, moves, time, redeals."""
        return status_line(self.wording, self.game)

    def ending(self) -> tuple[str, ...]:
        """What to say where the game is won or blocked; nothing where it goes on."""
        game = self.game
        if game.outcome is None:
            return ()
        line = ending_line(self.wording, game)
        if game.outcome is Outcome.WON:
            return (line,)
        return line, self.wording.say(Message.BLOCKED_UNDO if game.undo_depth else Message.BLOCKED_NEW)

    def state(self, reply: Reply | None = None) -> dict[str, object]:
        """The game and the reply that led to it, as JSON values."""
        game = self.game
        values = state(game.code, game.variant, game.view) | {
            "moves": game.move_count,
            "seconds": round(game.elapsed, 3),
            "undo": game.undo_depth,
            "redo": game.redo_depth,
            "selected": None if game.selected is None else str(game.selected),
        }
        if reply is None:
            return values
        values["ok"] = not reply.failed
        values["text"] = "\n".join(reply.lines)
        if reply.played is not None:
            values["played"] = str(reply.played)
        if reply.refusal is not None:
            values["refusal"] = refusal_state(reply.refusal, reply.lines[0] if self.rules_on else None)
        if reply.hint is not None:
            values["hint"] = hint_document(reply.hint)
        return values

    def _follow(self, order: orders.Order) -> Reply:
        match order:
            case orders.Play() | orders.Tap() | orders.Drop() | orders.Aim():
                return self._move(order)
            case orders.Undo() | orders.Redo():
                return self._travel(order)
            case orders.NewGame(same):
                return self._deal(same=same)
            case orders.ShowMoves():
                return Reply(tuple(self._legal_moves()))
            case orders.ShowPiles(pile):
                return Reply(tuple(self._piles(pile)))
            case orders.ShowHint():
                return self._hint()
            case orders.ShowBoard():
                return Reply(show_board=True)
            case orders.ShowHelp():
                return Reply((self.wording.say(Message.HELP),))
            case orders.SetRules(on):
                self.rules_on = on
                return Reply((self.wording.say(Message.RULES_ON if on else Message.RULES_OFF),))
            case orders.Save(file):
                return self._save(file)
            case orders.Leave():  # pragma: no branch  # mypy sees that no other order is left
                return Reply(leave=True)

    def _move(self, order: orders.Play | orders.Tap | orders.Drop | orders.Aim) -> Reply:
        """Everything that may play a move."""
        before = self.game.position
        played = self._played_by(order)
        if played is None:
            return Reply((selection_line(self.wording, self.game, unicode=self.unicode),), show_board=True)
        self.last = landing(before, played)
        text = played_line(self.wording, before, played, self.game.redeals_left, unicode=self.unicode)
        return Reply((text,), show_board=True, played=played)

    def _played_by(self, order: orders.Play | orders.Tap | orders.Drop | orders.Aim) -> Move | None:
        """The move that an order plays, now played; None where a tap only selects."""
        match order:
            case orders.Play(move):
                return self.game.play(move)
            case orders.Tap(place):
                return self.game.tap(place)
            case orders.Drop(place):
                return self.game.drop(self._selected() if place is None else place)
            case orders.Aim(direction):  # pragma: no branch  # mypy sees that no other order is left
                return self.game.play(Move(self._selected(), direction))

    def _selected(self) -> Place:
        if self.game.selected is None:
            raise UsageError(Message.NOTHING_SELECTED)
        return self.game.selected

    def _still_selected(self) -> tuple[str, ...]:
        """What to say after a refusal, where a card stays selected."""
        line = selected_line(self.wording, self.game, Message.STILL_SELECTED, unicode=self.unicode)
        return (line,) if line else ()

    def _travel(self, order: orders.Undo | orders.Redo) -> Reply:
        """Undo and redo."""
        back, before = isinstance(order, orders.Undo), self.game.position
        move = self.game.undo() if back else self.game.redo()
        self.last = None if back else landing(before, move)
        text = self.wording.say(Message.UNDONE if back else Message.REDONE, move=move)
        return Reply((text,), show_board=True, played=move)

    def _deal(self, *, same: bool) -> Reply:
        game = self.game
        code = game.code or GameCode(0, game.variant or NORMAL)
        self.game = Game(game.code or game.start if same else self._new_code(code), clock=self._clock)
        self.tags, self.file, self.last = {}, "", None
        return Reply(show_board=True)

    def _legal_moves(self) -> list[str]:
        position = self.game.position
        moves = position.legal_moves()
        if not moves:
            return [self.wording.say(Message.NO_LEGAL_MOVES)]
        words = [self._legal_move(position, move) for move in moves]
        rows = [words[first : first + _COLUMNS] for first in range(0, len(words), _COLUMNS)]
        lines = ["  ".join(f"{word:<17}" for word in row).rstrip() for row in rows]
        return [self.wording.say(Message.LEGAL_MOVES), *lines]

    def _legal_move(self, position: Arrangement, move: Move) -> str:
        if move.is_redeal:
            return str(move)
        return f"{move!s:<6} {{card}}{'→' if self.unicode else '>'}{{onto}}".format(
            **cards_of(self.wording, position, move, unicode=self.unicode)
        )

    def _piles(self, only: Pile | None) -> list[str]:
        """What lies in the piles, as far as the player may know."""
        view = self.game.view
        lines = [self.wording.say(Message.PILES_HEAD)]
        for pile in PILES if only is None else (only,):
            cards = " ".join(map(self._card, view.piles[pile.place])) or self.wording.say(Message.PILE_EMPTY)
            lines.append(f"{pile!s:>2}  {cards}")
        return lines

    def _hint(self) -> Reply:
        """What to play next, and whether the game can still be won.

        Raises:
            KeyboardInterrupt: ctrl-C ended the search, and so ends the session.
        """
        view = self.game.view
        hint = self._advise(view)
        if hint.interrupted:
            raise KeyboardInterrupt
        return Reply(hint_lines(self.wording, view, hint, unicode=self.unicode), hint=hint)

    def _save(self, file: str) -> Reply:
        name = file or self.file
        if not name:
            raise UsageError(Message.SAVE_WHERE)
        self.record().save(os.path.expanduser(name))  # noqa: PTH111  pathlib's raises where there is no such user
        self.file = name
        return Reply((self.wording.say(Message.SAVED, file=name),))

    def _card(self, card: Card | None) -> str:
        return self.wording.card(card, unicode=self.unicode)
