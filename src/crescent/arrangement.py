"""What a position and a player's view of it have in common: cards on the board, and what may be moved."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar, Never, Self

from crescent import kernel, notation
from crescent.cards import RANKS, SUITS, Card, Rank, Suit
from crescent.errors import NoConstructorError, PositionError, WrongTypeError
from crescent.faults import PositionFault
from crescent.moves import ACTION_COUNT, MOVES, PLACES, Direction, Foundation, Move, Pile, Place
from crescent.outcome import Outcome
from crescent.refusals import Reason, Refusal
from crescent.rules import Rules

_REASONS = tuple(Reason)


class Arrangement:
    """Cards on the board under some rules; immutable, hashable, comparable by value.

    Only `Position` and `View` have instances.  Legality needs nothing but top cards, which are always face up, so
    both answer it.
    """

    __slots__ = ("_actions", "_row", "_rules")

    _MAKERS: ClassVar[str]

    _row: bytes
    _rules: Rules
    _actions: tuple[int, ...] | None

    def __init__(self, *_: Never, **__: Never) -> None:
        """Refuse: an arrangement comes from a deal, a text, a row or a move."""
        raise NoConstructorError(type(self).__name__, self._MAKERS)

    @classmethod
    def _trusted(cls, row: bytes, rules: Rules) -> Self:
        """The instance over a row that is known to be valid."""
        self = object.__new__(cls)
        self._row = row
        self._rules = rules
        self._actions = None
        return self

    @classmethod
    def _from_row(cls, row: bytes, rules: Rules, *, view: bool) -> Self:
        notation.check_rules(rules)
        try:
            given = memoryview(row).cast("B")
        except (TypeError, ValueError):
            raise WrongTypeError("a row", "a contiguous buffer of bytes", row) from None
        length = kernel.row_length(rules.pile_capacity)
        if given.nbytes != length:
            raise PositionError([PositionFault.ROW_LENGTH(count=given.nbytes, length=length)], "")
        copy = bytes(given)
        loose = notation.loose_of_row(copy, rules)
        return cls._trusted(notation.checked_row(loose, rules, copy.hex(), view=view), rules)

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self._rules

    @property
    def row(self) -> bytes:
        """The board as bytes: `16 * capacity + 25` of them, laid out as `crescent.kernel` says."""
        return self._row

    @property
    def ascending(self) -> Mapping[Suit, Rank]:
        """The top rank of each ascending foundation, in the order ♠ ♥ ♦ ♣."""
        start = 16 * self._rules.pile_capacity + 16
        return MappingProxyType({suit: RANKS[self._row[start + suit.order] - 1] for suit in SUITS})

    @property
    def descending(self) -> Mapping[Suit, Rank]:
        """The top rank of each descending foundation, in the order ♠ ♥ ♦ ♣."""
        start = 16 * self._rules.pile_capacity + 20
        return MappingProxyType({suit: RANKS[13 - self._row[start + suit.order]] for suit in SUITS})

    @property
    def redeals_left(self) -> int:
        """Redeals left, 0 to 99."""
        return self._row[16 * self._rules.pile_capacity + 24]

    @property
    def heights(self) -> tuple[int, ...]:
        """How many cards each of the 16 piles holds, pile 1 first."""
        start = 16 * self._rules.pile_capacity
        return tuple(self._row[start : start + 16])

    @property
    def cards_home(self) -> int:
        """Cards on the foundations, 8 at the deal to 104 when won."""
        return kernel.cards_home(self._row, self._rules.pile_capacity)

    @property
    def outcome(self) -> Outcome | None:
        """`WON`, `BLOCKED` (no move is possible and no redeal left), or None while the game goes on."""
        if kernel.is_won(self._row, self._rules.pile_capacity):
            return Outcome.WON
        return None if self.legal_actions() else Outcome.BLOCKED

    def top(self, place: Place) -> Card | None:
        """The top card of a pile or a foundation, None where the pile is empty.

        Raises:
            WrongTypeError: `place` is neither a `Pile` nor a `Foundation`.
        """
        if not isinstance(place, Pile | Foundation):
            raise WrongTypeError("a place", "a Pile or a Foundation", place)
        return self._card(place.place)

    def legal_actions(self) -> tuple[int, ...]:
        """The action indices of the legal moves, rising; empty where the game is won or blocked."""
        if self._actions is None:
            rules = self._rules
            actions = [0] * ACTION_COUNT
            count = kernel.legal_actions(
                self._row, rules.pile_capacity, rules.wrap, rules.foundation_to_pile, [0] * kernel.SCRATCH, actions
            )
            self._actions = tuple(actions[:count])
        return self._actions

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves in index order, the redeal among them; empty where the game is won or blocked."""
        return tuple(map(MOVES.__getitem__, self.legal_actions()))

    def refusal(self, move: Move | str) -> Refusal | None:
        """Why `move` is not legal here, the first reason in the order of `Reason`; None where it is legal.

        Raises:
            WrongTypeError: `move` is neither a `Move` nor a text.
            MoveTextError: a text that names no move.
        """
        move = as_move(move)
        rules, capacity = self._rules, self._rules.pile_capacity
        if move.source is None:
            number = kernel.redeal_refusal(self._row, capacity)
            return Refusal(_REASONS[number - 1], move) if number else None
        source, target = move.source.place, self._target(move)
        number = kernel.refusal(
            self._row, capacity, rules.wrap, rules.foundation_to_pile, source, 16 if target is None else target
        )
        if not number:
            return None
        onto = None if target is None else self._card(target)
        place = None if target is None else PLACES[target]
        return Refusal(_REASONS[number - 1], move, move.source, place, self._card(source), onto)

    def _card(self, place: int) -> Card | None:
        byte = kernel.top_card(self._row, self._rules.pile_capacity, place)
        return notation.card_of_byte(byte) if byte else None

    def _target(self, move: Move) -> int | None:
        """The place a move goes to; None where it depends on a card that is not there."""
        if isinstance(move.target, Direction):
            card = self._card(move.source.place) if move.source else None
            if card is None:
                return None
            return Foundation(card.suit, move.target).place
        return move.target.place if move.target else None

    def __str__(self) -> str:
        """The text form, `pile1/.../pile16 UUUU DDDD r`."""
        return notation.text_of_row(self._row, self._rules.pile_capacity)

    def __repr__(self) -> str:
        """Class, text and rules."""
        return f"<{type(self).__name__} {self} {self._rules}>"

    def __eq__(self, other: object) -> bool:
        """Same class, same cards in the same places, same rules."""
        if not isinstance(other, Arrangement):
            return NotImplemented
        return type(self) is type(other) and self._row == other._row and self._rules == other._rules

    def __hash__(self) -> int:
        """By the row alone: rules rarely differ where rows are equal."""
        return hash(self._row)


def as_move(move: Move | str) -> Move:
    """`move` itself, or the move that a text names.

    Raises:
        WrongTypeError: it is neither.
        MoveTextError: a text that names no move.
    """
    if isinstance(move, Move):
        return move
    if not isinstance(move, str):
        raise WrongTypeError("a move", "a Move or a text", move)
    return Move.parse(move)
