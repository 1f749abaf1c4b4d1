"""The whole truth about a game between two moves: immutable, hashable, always valid."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Self, TypeVar

from crescent import kernel, notation
from crescent.arrangement import Arrangement, as_move
from crescent.cards import SUITS, Card, Rank, Suit
from crescent.errors import IllegalMoveError, RulesError, WrongTypeError, as_integer
from crescent.moves import Move, Pile
from crescent.rules import Rules
from crescent.view import View

T = TypeVar("T")

NUMBERS = 2**35
"""Code numbers run from 0 to this less one: seven letters of 32."""


class Position(Arrangement):
    """A valid arrangement of the 104 cards, with redeals left and rules.

    `play` returns the next position and leaves this one as it is.  Make one with `crescent.deal`, `Position.parse`,
    `Position.arrange` or `Position.from_row`.
    """

    __slots__ = ()

    _MAKERS = "Position.parse(text) or crescent.deal(code)"

    @classmethod
    def deal(cls, number: int, rules: Rules = Rules()) -> Self:  # noqa: B008  Rules is frozen, one default serves all
        """The deal of a code number, 0 to 2 ** 35 - 1; the same number deals the same cards under all rules.

        Raises:
            WrongTypeError: `number` is no integer or `rules` no `Rules`.
            RulesError: `number` is out of range.
        """
        notation.check_rules(rules)
        row = bytearray(kernel.row_length(rules.pile_capacity))
        kernel.deal(row, rules.pile_capacity, rules.redeals, rules.face_down, deal_number(number))
        return cls._trusted(bytes(row), rules)

    @classmethod
    def parse(cls, text: str, rules: Rules = Rules()) -> Self:  # noqa: B008  Rules is frozen, one default serves all
        """The position that `text` writes down: `pile1/.../pile16 UUUU DDDD r`.

        A lower-case suit is a face-down card under rules that know them, and else a card like any other.

        Raises:
            WrongTypeError: `text` is no string or `rules` no `Rules`.
            PositionError: it is no position under these rules; every fault is listed.
        """
        return cls._trusted(notation.row_of_text(text, rules, view=False), rules)

    @classmethod
    def from_row(cls, row: bytes, rules: Rules = Rules()) -> Self:  # noqa: B008  Rules is frozen, one default serves all
        """The position over a row of bytes (any contiguous buffer; it is copied), laid out as `crescent.kernel` says.

        Raises:
            WrongTypeError: `row` is no buffer or `rules` no `Rules`.
            PositionError: it is no position under these rules; every fault is listed.
        """
        return cls._from_row(row, rules, view=False)

    @classmethod
    def arrange(
        cls,
        piles: Iterable[Iterable[Card]],
        ascending: Mapping[Suit, Rank],
        descending: Mapping[Suit, Rank],
        redeals_left: int,
        rules: Rules = Rules(),  # noqa: B008  Rules is frozen, one default serves all
    ) -> Self:
        """The position with these cards, all face up.

        Args:
            piles: 16 piles, each from bottom to top.
            ascending: the top rank of the ascending foundation of each suit.
            descending: the top rank of the descending foundation of each suit.
            redeals_left: 0 to `rules.redeals`.
            rules: the rules to play by.

        Raises:
            WrongTypeError: something in there is of the wrong type.
            RulesError: `redeals_left` is not 0 to 99.
            PositionError: it is no position under these rules; every fault is listed.
        """
        left = as_integer("redeals_left", redeals_left)
        if not 0 <= left <= 99:
            raise RulesError("redeals_left", left, "an integer from 0 to 99")
        cards = "/".join(map(_pile_text, _some(piles, 17, "an arrangement's piles", "an iterable of 16 piles")))
        return cls.parse(f"{cards} {_tops_text(ascending)} {_tops_text(descending)} {left}", rules)

    @property
    def piles(self) -> tuple[tuple[Card, ...], ...]:
        """The 16 piles, each from bottom to top, face-down cards included."""
        row, capacity = self._row, self._rules.pile_capacity
        return tuple(
            tuple(map(notation.card_of_byte, row[capacity * pile : capacity * pile + height]))
            for pile, height in enumerate(self.heights)
        )

    def is_face_down(self, pile: Pile, depth: int) -> bool:
        """Whether the card at `depth` (0 the bottom) of `pile` is face down.

        Raises:
            WrongTypeError: `pile` is no `Pile` or `depth` no integer.
            RulesError: the pile has no card there.
        """
        if not isinstance(pile, Pile):
            raise WrongTypeError("a pile", "a Pile", pile)
        at, height = as_integer("a depth", depth), self.heights[pile.place]
        if not 0 <= at < height:
            raise RulesError("a depth", at, f"0 or more and below {height}, the cards of pile {pile}")
        return self._row[self._rules.pile_capacity * pile.place + at] >= kernel.FACE_DOWN

    def play(self, move: Move | str) -> Position:
        """The position after `move`, which may be the redeal.

        Raises:
            WrongTypeError: `move` is neither a `Move` nor a text.
            MoveTextError: a text that names no move.
            IllegalMoveError: the rules refuse it; the error carries move, refusal and position.
        """
        row = bytearray(self._row)
        kernel.play(row, self._rules.pile_capacity, self.action(move))
        return self._trusted(bytes(row), self._rules)

    def action(self, move: Move | str) -> int:
        """The action index of a legal move, also where it names the foundation by its suit.

        Raises:
            CrescentError: as `play` does.
        """
        move = as_move(move)
        if self._actions is not None and move._index in self._actions:
            return move._index
        refusal = self.refusal(move)
        if refusal is not None:
            raise IllegalMoveError(move, refusal, self)
        if move.has_index:
            return move.index
        # What is legal without an index names a foundation in another way than the table: a pile's card onto a
        # foundation spelt out, or a foundation's card onto the direction of the other one.
        place = move.source.place if move.source else 0
        return (240 if place < 16 and self._target(move) in range(16, 20) else 256) + place

    def view(self) -> View:
        """What the player may know of it: face-down cards are absent."""
        if not self._rules.face_down:
            return View._trusted(self._row, self._rules)
        row = bytearray(self._row)
        kernel.hide(row, self._rules.pile_capacity)
        return View._trusted(bytes(row), self._rules)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: what the player may know, so that nobody sees more by accident."""
        return self.view()._repr_svg_()

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by row and rules; unpickling validates."""
        return Position.from_row, (self._row, self._rules)


def deal_number(number: int) -> int:
    """`number` as a plain int, checked to be a code number.

    Raises:
        WrongTypeError: it is no integer (numpy's integers are fine, a bool is not).
        RulesError: it is out of range.
    """
    plain = as_integer("a code number", number)
    if not 0 <= plain < NUMBERS:
        raise RulesError("a code number", plain, "an integer from 0 to 34359738367")
    return plain


def _some(things: Iterable[T], most: int, what: str, expected: str) -> Iterator[T]:
    """The first `most` of `things`, which may be endless, checked to be iterable."""
    if not isinstance(things, Iterable):
        raise WrongTypeError(what, expected, things)
    return islice(things, most)


def _pile_text(pile: Iterable[Card]) -> str:
    text = ""
    for card in _some(pile, 105, "a pile of an arrangement", "an iterable of Cards"):
        if not isinstance(card, Card):
            raise WrongTypeError("a card", "a Card", card)
        text += str(card)
    return text or "-"


def _tops_text(tops: Mapping[Suit, Rank]) -> str:
    if not isinstance(tops, Mapping):
        raise WrongTypeError("the tops of the foundations", "a mapping of Suits to Ranks", tops)
    text = ""
    for suit in SUITS:
        rank = tops.get(suit)
        if not isinstance(rank, Rank):
            raise WrongTypeError(f"the top of the foundation of {suit}", "a Rank", rank)
        text += rank.letter
    return text
