"""What the player may know of a position: a face-down card is not merely unprinted here, it is absent."""

from __future__ import annotations

from typing import Self

from crescent import kernel, notation
from crescent.arrangement import Arrangement
from crescent.cards import Card
from crescent.rules import Rules


class View(Arrangement):
    """A position as the player sees it.  Agents, environments and renderers get views, so nothing can leak.

    Where no card is face down a view knows everything, but it is never equal to a `Position`.
    """

    __slots__ = ()

    _MAKERS = "View.parse(text) or position.view()"

    @classmethod
    def parse(cls, text: str, rules: Rules = Rules()) -> Self:  # noqa: B008  Rules is frozen, one default serves all
        """The view that `text` writes down; `??` is an unknown card.

        Raises:
            WrongTypeError: `text` is no string or `rules` no `Rules`.
            PositionError: it is no view under these rules; every fault is listed.
        """
        return cls._trusted(notation.row_of_text(text, rules, view=True), rules)

    @classmethod
    def from_row(cls, row: bytes, rules: Rules = Rules()) -> Self:  # noqa: B008  Rules is frozen, one default serves all
        """The view over a row of bytes (any contiguous buffer; it is copied); 64 is an unknown card.

        Raises:
            WrongTypeError: `row` is no buffer or `rules` no `Rules`.
            PositionError: it is no view under these rules; every fault is listed.
        """
        return cls._from_row(row, rules, view=True)

    @property
    def piles(self) -> tuple[tuple[Card | None, ...], ...]:
        """The 16 piles, each from bottom to top; None is a card that the player has not seen."""
        row, capacity = self._row, self._rules.pile_capacity
        return tuple(
            tuple(
                None if byte == kernel.FACE_DOWN else notation.card_of_byte(byte)
                for byte in row[capacity * pile : capacity * pile + height]
            )
            for pile, height in enumerate(self.heights)
        )

    @property
    def unknown_count(self) -> int:
        """How many cards the player has not seen."""
        return self._row[: 16 * self._rules.pile_capacity].count(kernel.FACE_DOWN)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by row and rules; unpickling validates."""
        return View.from_row, (self._row, self._rules)

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: all that the player may know."""
        from crescent.text.svg import picture

        return picture(self)
