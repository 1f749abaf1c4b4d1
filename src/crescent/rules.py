"""The switches that make a variant of the rules."""

from __future__ import annotations

from dataclasses import dataclass

from crescent.errors import RulesError, WrongTypeError, as_integer


@dataclass(frozen=True, slots=True)
class Rules:
    """What one variant plays by; the defaults are the normal game.

    Attributes:
        redeals: redeals per game, 0 to 99.
        pile_capacity: most cards in a pile, 6 to 31; 31 can never bind (five foreign cards below 26 of a suit).
        face_down: only the top card of each pile is dealt face up; a card turns up for good once exposed.
        wrap: ace and king are adjacent in the piles.
        foundation_to_pile: a foundation's top card, never its base, may go to a pile.

    Raises:
        WrongTypeError: a switch has the wrong type; integers of any kind are taken, booleans are no integers.
        RulesError: a number is out of its range.
    """

    redeals: int = 3
    pile_capacity: int = 13
    face_down: bool = False
    wrap: bool = True
    foundation_to_pile: bool = False

    def __post_init__(self) -> None:
        """Check every switch."""
        for field, low, high in (("redeals", 0, 99), ("pile_capacity", 6, 31)):
            number = as_integer(f"Rules.{field}", getattr(self, field), f"an integer from {low} to {high}")
            if not low <= number <= high:
                raise RulesError(f"Rules.{field}", number, f"an integer from {low} to {high}")
            object.__setattr__(self, field, number)
        for field in ("face_down", "wrap", "foundation_to_pile"):
            value: object = getattr(self, field)
            if not isinstance(value, bool):
                raise WrongTypeError(f"Rules.{field}", "True or False", value)

    @property
    def action_count(self) -> int:
        """The size of the action table that these rules need: 281, or 409 with foundation-to-pile moves."""
        return 409 if self.foundation_to_pile else 281
