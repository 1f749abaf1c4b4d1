"""The position that the two ends talk about, and the words that set it: `code CR1-... moves ...`, `text ... rules ...`.

    >>> board = Board.of_words("code CR1-N-AAAAAAB moves 2-K 15-K".split())
    >>> board.play("14-10")
    '14-10'
    >>> words = position_words(board.view)
    >>> words[:5]
    'text '
    >>> Board.of_words(words.split()).view == board.view
    True

A view with unknown cards can be set too; nothing can be played from it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Final

from crescent.codes import GameCode
from crescent.engine.errors import RefusedCommandError
from crescent.errors import CrescentError, IllegalMoveError, NothingToUndoError, shown
from crescent.game import Game
from crescent.moves import Move
from crescent.position import Position
from crescent.refusals import Refusal
from crescent.rules import Rules
from crescent.variants import variants
from crescent.view import View

USAGE: Final = (
    "code CODE [moves MOVE ...], or text PILES ASCENDING DESCENDING REDEALS [rules SWITCH=VALUE,...] [moves ...]"
)

_SWITCHES: Final[Mapping[str, type]] = {field.name: type(field.default) for field in fields(Rules)}
_FLAGS: Final = {"yes": True, "no": False}
_INTEGER = re.compile(r"[0-9]{1,3}", re.ASCII)


class Board:
    """A position, and what was played from where it was set; or a view, from which nothing can be played."""

    def __init__(self, start: Game | View) -> None:
        """Set up what `position` names."""
        self._game = start if isinstance(start, Game) else None
        self._view = start if isinstance(start, View) else start.view

    @classmethod
    def of_words(cls, words: Sequence[str]) -> Board:
        """The board that the words after `position` name.

        Raises:
            CrescentError: they name none; the error says why.
        """
        form, rest = (words[0], words[1:]) if words else ("", words)
        if form == "code" and rest:
            board, rest = cls(Game(GameCode.parse(rest[0]))), rest[1:]
        elif form == "text" and len(rest) >= 4:
            text, rest = " ".join(rest[:4]), rest[4:]
            rules = Rules()
            if rest and rest[0] == "rules":
                rules, rest = rules_of_word(rest[1] if len(rest) > 1 else ""), rest[2:]
            board = cls(View.parse(text, rules) if "??" in text else Game(Position.parse(text, rules)))
        else:
            raise RefusedCommandError(f"say position {USAGE}")
        if rest and rest[0] != "moves":
            raise RefusedCommandError(f"{shown(rest[0])} does not belong here; say position {USAGE}")
        for number, move in enumerate(rest[1:], start=1):
            try:
                board.play(move)
            except CrescentError as error:
                raise RefusedCommandError(f"move {number}: {sentence(error)}") from error
        return board

    @property
    def view(self) -> View:
        """What the player may know."""
        return self._view

    @property
    def code(self) -> GameCode | None:
        """The code of the deal, if it was named by one."""
        return self._game.code if self._game else None

    def refusal(self, move: str) -> Refusal | None:
        """Why a move is not legal; None where it is.

        Raises:
            MoveTextError: it is no move.
        """
        return self._view.refusal(move)

    def play(self, move: str) -> str:
        """Play a move and give it as the action table has it.

        Raises:
            MoveTextError, IllegalMoveError: it is no move, or not a legal one.
            RefusedCommandError: cards are unknown.
        """
        parsed = Move.parse(move)
        return self._change(lambda game: game.play(parsed))

    def undo(self) -> str:
        """Take the last move back and give it.

        Raises:
            NothingToUndoError: there is none since the position was set, or since the last redeal.
            RefusedCommandError: cards are unknown.
        """
        return self._change(Game.undo)

    def status(self) -> dict[str, object]:
        """What there is to know, by name."""
        game, view = self._game, self._view
        variant = game.code.variant if game and game.code else variants.of_rules(view.rules)
        return {
            "code": self.code or "-",
            "variant": variant or "-",
            "rules": rules_word(view.rules) or "-",
            "moves": game.move_count if game else 0,
            "undo": game.undo_depth if game else 0,
            "redeals": view.redeals_left,
            "home": view.cards_home,
            "unknown": view.unknown_count,
            "outcome": view.outcome or "open",
            "position": view,
        }

    def _change(self, change: Callable[[Game], Move]) -> str:
        if self._game is None:
            raise RefusedCommandError("cards are unknown here: say the position that comes after the move")
        move = change(self._game)
        self._view = self._game.view
        return str(move)


def position_words(view: View) -> str:
    """The words that name a view, `text ...`, with its rules where they are not the normal ones."""
    rules = rules_word(view.rules)
    return f"text {view}{' rules ' if rules else ''}{rules}"


def rules_word(rules: Rules) -> str:
    """The switches in which `rules` are not the normal ones, as in `redeals=4,face_down=yes`; empty where in none."""
    found = []
    for name, kind in _SWITCHES.items():
        value = getattr(rules, name)
        if value != getattr(Rules(), name):
            found.append(f"{name}={('yes' if value else 'no') if kind is bool else value}")
    return ",".join(found)


def rules_of_word(word: str) -> Rules:
    """The rules that `rules_word` writes down; the order of the switches is free, and normal ones may be among them.

    Raises:
        RefusedCommandError, RulesError: there is no such switch, or it cannot be set so.
    """
    found: dict[str, int | bool] = {}
    for part in word.split(","):
        name, _, value = part.partition("=")
        if name not in _SWITCHES or name in found:
            raise RefusedCommandError(f"{shown(part)} is no switch; there are {', '.join(_SWITCHES)}, each once")
        if _SWITCHES[name] is bool and value in _FLAGS:
            found[name] = _FLAGS[value]
        elif _SWITCHES[name] is int and _INTEGER.fullmatch(value):
            found[name] = int(value)
        else:
            raise RefusedCommandError(f"{shown(part)}: the value is {'yes or no' if _is_flag(name) else 'a number'}")
    return Rules(**found)  # type: ignore[arg-type]  # each has its switch's type


def sentence(error: CrescentError) -> str:
    """What a reply says of an error: nothing of a position, in which cards may be face down."""
    match error:
        case IllegalMoveError():
            return f"{error.move} is illegal: {error.refusal}"
        case NothingToUndoError():
            return "there is nothing to undo"
        case _:
            return str(error)


def _is_flag(name: str) -> bool:
    return _SWITCHES[name] is bool
