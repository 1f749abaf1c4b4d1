"""Why a move is refused: a closed set of reasons, each with the cards and places it is about.

The words people read are the business of `crescent.text`; what stands here is for programs and reports.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from crescent.cards import Card
from crescent.moves import Move, Place


class Reason(Enum):
    """The closed set of reasons, in the order of precedence: when several apply, the first is given."""

    GAME_OVER = "game-over"
    NOTHING_TO_MOVE = "nothing-to-move"
    SAME_PLACE = "same-place"
    BASE_CARD = "base-card"
    NEVER_BACK_TO_A_PILE = "never-back-to-a-pile"
    TARGET_EMPTY = "target-empty"
    NOT_SAME_SUIT = "not-same-suit"
    FOUNDATION_COMPLETE = "foundation-complete"
    NOT_NEXT_RANK = "not-next-rank"
    NOT_ADJACENT = "not-adjacent"
    PILE_FULL = "pile-full"
    NO_REDEAL = "no-redeal"

    def __str__(self) -> str:
        """The reason's name, as in `pile-full`."""
        return self._value_


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refused move and its reason.

    Attributes:
        reason: why.
        move: the move that was refused.
        source: where the card was to come from; None for a redeal.
        target: where it was to go, the foundation spelt out; None for a redeal, or where the source is empty.
        card: the card that was to move; None where there is none.
        onto: the top card of the target; None where there is none.
    """

    reason: Reason
    move: Move
    source: Place | None = None
    target: Place | None = None
    card: Card | None = None
    onto: Card | None = None

    def __str__(self) -> str:
        """The reason with its cards, as in `not-adjacent (8H onto TH)`."""
        cards = f"{self.card} onto {self.onto}" if self.card and self.onto else str(self.card or "")
        return f"{self.reason} ({cards})" if cards else str(self.reason)
