"""Suits, ranks and cards, and their text forms: `TH` in files, `10♥` for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import total_ordering

from crescent.errors import CardTextError, WrongTypeError


class Suit(Enum):
    """A suit; iteration gives the order used everywhere: ♠ ♥ ♦ ♣."""

    SPADES = "S"
    HEARTS = "H"
    DIAMONDS = "D"
    CLUBS = "C"

    @property
    def letter(self) -> str:
        """`S`, `H`, `D` or `C`."""
        return self._value_

    @property
    def symbol(self) -> str:
        """`♠`, `♥`, `♦` or `♣`."""
        return "♠♥♦♣"["SHDC".index(self._value_)]

    @property
    def is_red(self) -> bool:
        """Hearts and diamonds are red."""
        return self._value_ in "HD"

    @property
    def order(self) -> int:
        """0 for ♠ to 3 for ♣."""
        return "SHDC".index(self._value_)

    def __str__(self) -> str:
        """The letter."""
        return self._value_


@total_ordering
class Rank(Enum):
    """A rank; iteration and comparison go from the ace, the lowest, up to the king.

    In the piles ranks run in a circle: that the ace lies next to the king is the rules' business, not the order's.
    """

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    @property
    def letter(self) -> str:
        """`A`, `2` … `9`, `T`, `J`, `Q` or `K`."""
        return self._value_

    @property
    def order(self) -> int:
        """0 for the ace to 12 for the king."""
        return "A23456789TJQK".index(self._value_)

    def __lt__(self, other: object) -> bool:
        """Whether this rank comes before `other` on the way from the ace up to the king."""
        return self.order < other.order if isinstance(other, Rank) else NotImplemented

    def __str__(self) -> str:
        """The letter."""
        return self._value_


SUITS = tuple(Suit)
RANKS = tuple(Rank)

_SUIT_OF_TEXT = {text: suit for suit in SUITS for text in (suit.letter, suit.letter.lower(), suit.symbol)}
_RANK_OF_TEXT = {text: rank for rank in RANKS for text in (rank.letter, rank.letter.lower())} | {"10": Rank.TEN}


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One card, a rank of a suit.  The two copies of a card are the same value: nothing tells them apart.

    Raises:
        WrongTypeError: `rank` is no `Rank` or `suit` no `Suit`.
    """

    rank: Rank
    suit: Suit

    def __post_init__(self) -> None:
        """Check the types."""
        if not isinstance(self.rank, Rank):
            raise WrongTypeError("a card's rank", "a Rank", self.rank)
        if not isinstance(self.suit, Suit):
            raise WrongTypeError("a card's suit", "a Suit", self.suit)

    @classmethod
    def parse(cls, text: str) -> Card:
        """The card that `text` names: `TH`, `10H`, `th`, `T♥` or `10♥`.

        Raises:
            WrongTypeError: `text` is no string.
            CardTextError: `text` names no card.
        """
        if not isinstance(text, str):
            raise WrongTypeError("a card", "a text", text)
        stripped = text.strip() if len(text) < 20 else text
        rank, suit = _RANK_OF_TEXT.get(stripped[:-1]), _SUIT_OF_TEXT.get(stripped[-1:])
        if rank is None or suit is None:
            raise CardTextError(text)
        return card_of(rank, suit)

    @property
    def code(self) -> int:
        """The card's byte in a row: 1 (A♠) to 52 (K♣), `13 * suit + rank + 1`."""
        return 13 * self.suit.order + self.rank.order + 1

    def __repr__(self) -> str:
        """As Python would make it: `Card.parse('TH')`."""
        return f"Card.parse('{self}')"

    def __str__(self) -> str:
        """Rank letter and suit letter, as in `TH`."""
        return self.rank.letter + self.suit.letter


CARDS = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""All 52 different cards; the card with byte `b` is `CARDS[b - 1]`."""


def card_of(rank: Rank, suit: Suit) -> Card:
    """The shared instance of a card."""
    return CARDS[13 * suit.order + rank.order]
