"""Places, moves, their text forms, and the fixed table of action indices.

The table is the same for every agent, environment and record, for ever:

    0 ... 239    pile i to pile j (from 0): 15 * i + (j if j < i else j - 1)
    240 ... 255  pile i to the ascending foundation of its suit: 240 + i
    256 ... 271  pile i to the descending foundation of its suit: 256 + i
    272 ... 275  ascending to descending foundation, suit s: 272 + s
    276 ... 279  descending to ascending foundation, suit s: 276 + s
    280          redeal
    281 ... 408  foundation f (0-3 ascending, 4-7 descending) to pile j: 281 + 16 * f + j (some variants only)
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from typing import ClassVar, Final

from crescent.cards import SUITS, Suit
from crescent.errors import MoveIndexError, MoveTextError, RulesError, WrongTypeError, as_integer

ACTION_COUNT: Final = 409
"""Entries of the whole table; variants without foundation-to-pile moves use the first 281."""

REDEAL_INDEX: Final = 280

LONGEST_TEXT: Final = 40
"""Characters of a move's text that are read at most, space in it and around it included."""


class Direction(Enum):
    """Which way a foundation builds; as a target it means the foundation of the moved card's own suit."""

    ASCENDING = "A"
    DESCENDING = "K"

    @property
    def letter(self) -> str:
        """`A` for the foundation on an ace, `K` for the one on a king."""
        return self._value_

    def __str__(self) -> str:
        """The letter."""
        return self._value_


@dataclass(frozen=True, slots=True)
class Pile:
    """One of the 16 piles, by its number on the board.

    Raises:
        WrongTypeError: the number is no integer; one of any kind is taken, but no bool.
        RulesError: it is not from 1 to 16.
    """

    number: int

    def __post_init__(self) -> None:
        """Check the number."""
        number = as_integer("a pile's number", self.number, "an integer from 1 to 16")
        if not 1 <= number <= 16:
            raise RulesError("a pile's number", number, "an integer from 1 to 16")
        object.__setattr__(self, "number", number)

    @property
    def place(self) -> int:
        """The kernel's place number: 0 to 15."""
        return self.number - 1

    def __str__(self) -> str:
        """The number."""
        return str(self.number)


@dataclass(frozen=True, slots=True)
class Foundation:
    """One of the eight foundations: a suit and a direction."""

    suit: Suit
    direction: Direction

    def __post_init__(self) -> None:
        """Check the types."""
        if not isinstance(self.suit, Suit):
            raise WrongTypeError("a foundation's suit", "a Suit", self.suit)
        if not isinstance(self.direction, Direction):
            raise WrongTypeError("a foundation's direction", "a Direction", self.direction)

    @property
    def place(self) -> int:
        """The kernel's place number: 16 to 19 ascending, 20 to 23 descending, suits in order."""
        return (16 if self.direction is Direction.ASCENDING else 20) + self.suit.order

    def __str__(self) -> str:
        """Suit letter and direction letter, as in `SA`."""
        return self.suit.letter + self.direction.letter


Place = Pile | Foundation

PILES: Final = tuple(Pile(number) for number in range(1, 17))
FOUNDATIONS: Final = tuple(Foundation(suit, direction) for direction in Direction for suit in SUITS)
PLACES: Final[tuple[Place, ...]] = (*PILES, *FOUNDATIONS)
"""All 24 places; the kernel's place number is the index."""


@dataclass(frozen=True, slots=True, repr=False)
class Move:
    """One card from a place to a place, or the redeal (`Move.REDEAL`, no places).

    A move is only a wish: whether it is legal, and why not, is a position's to say.  So moves that no rule ever
    allows (a pile onto itself, hearts onto spades) can be expressed, but only the moves of the table have an index.
    A `Direction` as target means the foundation of that direction in the moved card's own suit.

    Raises:
        WrongTypeError: a source or target that is none.
    """

    source: Place | None
    target: Place | Direction | None
    _index: int = field(init=False, repr=False, compare=False)
    REDEAL: ClassVar[Move]

    def __post_init__(self) -> None:
        """Check the types and look up the index."""
        if self.source is not None or self.target is not None:
            if not isinstance(self.source, Pile | Foundation):
                raise WrongTypeError("a move's source", "a Pile or a Foundation", self.source)
            if not isinstance(self.target, Pile | Foundation | Direction):
                raise WrongTypeError("a move's target", "a Pile, a Foundation or a Direction", self.target)
        object.__setattr__(self, "_index", _table_index(self.source, self.target))

    @property
    def is_redeal(self) -> bool:
        """Whether this is the redeal."""
        return self.source is None

    @property
    def has_index(self) -> bool:
        """Whether the action table holds this move."""
        return self._index >= 0

    @property
    def index(self) -> int:
        """The action index, 0 to 408.

        Raises:
            MoveIndexError: the table does not hold this move.
        """
        if self._index < 0:
            raise MoveIndexError(None, str(self))
        return self._index

    @classmethod
    def from_index(cls, index: int) -> Move:
        """The move with this action index.

        Args:
            index: 0 to 408; anything with `__index__` (a numpy integer too), but no bool.

        Raises:
            WrongTypeError: `index` is no integer.
            MoveIndexError: `index` is out of range.
        """
        number = as_integer("an action index", index)
        if not 0 <= number < ACTION_COUNT:
            raise MoveIndexError(number)
        return MOVES[number]

    @classmethod
    def parse(cls, text: str) -> Move:
        """The move that `text` names: `10-14`, `10-A`, `SA-SK`, `SA-10`, `R`, in any case.

        A space, `>` or `→` may stand for the hyphen, and more space around each.

        Raises:
            WrongTypeError: `text` is no string.
            MoveTextError: `text` names no move, or has more than `LONGEST_TEXT` characters.
        """
        if not isinstance(text, str):
            raise WrongTypeError("a move", "a text", text)
        if len(text) > LONGEST_TEXT:
            raise MoveTextError(text, LONGEST_TEXT)
        plain = text.replace("→", ">")
        found = _MOVE.fullmatch(plain.strip().upper()) if plain.isascii() else None
        if found is None:
            raise MoveTextError(text)
        source, target = found.groups()
        if source is None:
            return REDEAL
        end = Direction(target) if target in ("A", "K") else _PLACE_OF_TEXT[target]
        move = cls(_PLACE_OF_TEXT[source], end)
        return MOVES[move._index] if move._index >= 0 else move

    def __repr__(self) -> str:
        """As Python would make it: `Move.parse('10-14')`."""
        return f"Move.parse('{self}')"

    def __str__(self) -> str:
        """The text form: `10-14`, `10-A`, `SA-SK`, `SA-10` or `R`."""
        return "R" if self.source is None else f"{self.source}-{self.target}"


def _table_index(source: Place | None, target: Place | Direction | None) -> int:
    """The action index of a move from `source` to `target`, -1 where the table has none."""
    if source is None:
        return REDEAL_INDEX
    if isinstance(source, Pile):
        if isinstance(target, Direction):
            return (240 if target is Direction.ASCENDING else 256) + source.place
        if isinstance(target, Pile) and target != source:
            return 15 * source.place + target.place - (target.place > source.place)
        return -1
    if isinstance(target, Pile):
        return 281 + 16 * (source.place - 16) + target.place
    if isinstance(target, Foundation) and target.suit is source.suit and target != source:
        return 256 + source.place
    return -1


def _table() -> tuple[Move, ...]:
    """All moves of the table, in index order."""
    moves = [Move(i, j) for i in PILES for j in PILES if i != j]
    moves += [Move(pile, direction) for direction in Direction for pile in PILES]
    moves += [Move(FOUNDATIONS[f], FOUNDATIONS[(f + 4) % 8]) for f in range(8)]
    moves.append(Move(None, None))
    moves += [Move(foundation, pile) for foundation in FOUNDATIONS for pile in PILES]
    return tuple(moves)


MOVES: Final = _table()
"""The action table: `MOVES[i].index == i`."""

REDEAL: Final = MOVES[REDEAL_INDEX]
"""The redeal, the one move without places."""

Move.REDEAL = REDEAL

_PLACE_OF_TEXT: Final = {str(place): place for place in PLACES}
_PLACE = r"(?:1[0-6]|[1-9]|[SHDC][AK])"
_MOVE = re.compile(rf"R|({_PLACE})(?:\s*[->]\s*|\s+)({_PLACE}|[AK])")
