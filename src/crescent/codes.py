"""Game codes, `CR1-<tag>-<7 letters>`: a variant and the number of a deal, the same cards for ever.

`CR1` names the algorithm: the 96 cards in the order ♠ ♥ ♦ ♣, A 2 2 3 3 ... Q Q K, shuffled by Fisher and Yates from
the last card down with SplitMix64 seeded by the number, dealt to piles of six from the bottom up (`kernel.deal`).
The mapping is this project's own; other programs that use the same form of code deal other cards.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass

from crescent.errors import CodeError, RulesError, UnknownNameError, WrongTypeError
from crescent.faults import CodeFault
from crescent.position import NUMBERS, Position, deal_number
from crescent.variants import NORMAL, Variant, variants

ALGORITHM = "CR1"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
"""The digits of a code, 0 to 31, most significant first."""

LONGEST_TEXT = 100
"""Characters of a code's text that are read at most, space around it included; a code itself has about 13."""


@dataclass(frozen=True, slots=True)
class GameCode:
    """A deal of a variant.

    Attributes:
        number: 0 to 2 ** 35 - 1; the same number deals the same cards in every variant.
        variant: whose rules are played.

    Raises:
        WrongTypeError: a field has the wrong type.
        CodeError: the number is out of range.
    """

    number: int
    variant: Variant = NORMAL

    def __post_init__(self) -> None:
        """Check both fields."""
        try:
            object.__setattr__(self, "number", deal_number(self.number))
        except RulesError:
            raise CodeError(self.number, CodeFault.NUMBER()) from None
        if not isinstance(self.variant, Variant):
            raise WrongTypeError("a code's variant", "a Variant", self.variant)

    @classmethod
    def parse(cls, text: str) -> GameCode:
        """The code that `text` writes down, in any case and with space around it.

        Raises:
            WrongTypeError: `text` is no string.
            CodeError: it is no code; the error says which part is wrong.
        """
        if not isinstance(text, str):
            raise WrongTypeError("a game code", "a text", text)
        if len(text) > LONGEST_TEXT:
            raise CodeError(text, CodeFault.TOO_LONG(count=len(text), limit=LONGEST_TEXT))
        plain = text.strip().upper() if text.isascii() else ""
        parts = plain.split("-")
        if len(parts) != 3:
            raise CodeError(text, CodeFault.PARTS())
        algorithm, tag, letters = parts
        if algorithm != ALGORITHM:
            raise CodeError(text, CodeFault.ALGORITHM(begin=algorithm, known=ALGORITHM))
        if len(letters) != 7:
            raise CodeError(text, CodeFault.LENGTH(count=len(letters)))
        for letter in letters:
            if letter not in LETTERS:
                raise CodeError(text, CodeFault.LETTER(letter=letter))
        try:
            variant = variants.by_tag(tag)
        except UnknownNameError as error:
            known = ", ".join(error.known)
            raise CodeError(text, CodeFault.TAG(tag=tag, known=known)) from None
        number = 0
        for letter in letters:
            number = 32 * number + LETTERS.index(letter)
        return cls(number, variant)

    @classmethod
    def random(cls, variant: Variant = NORMAL, rng: random.Random | None = None) -> GameCode:
        """A code drawn uniformly, from `rng` where it must be repeatable, else from the system's randomness.

        Raises:
            WrongTypeError: `variant` or `rng` has the wrong type.
        """
        if rng is not None and not isinstance(rng, random.Random):
            raise WrongTypeError("rng", "a random.Random or None", rng)
        return cls(rng.randrange(NUMBERS) if rng is not None else secrets.randbelow(NUMBERS), variant)

    @property
    def letters(self) -> str:
        """The seven letters of the number."""
        return "".join(LETTERS[self.number >> shift & 31] for shift in range(30, -1, -5))

    def deal(self) -> Position:
        """The position that this code deals."""
        return Position.deal(self.number, self.variant.rules)

    def __str__(self) -> str:
        """The text form, upper case."""
        return f"{ALGORITHM}-{self.variant.tag}-{self.letters}"


def deal(code: GameCode | str) -> Position:
    """The position that a game code deals.

    Raises:
        WrongTypeError: `code` is neither a `GameCode` nor a text.
        CodeError: a text that is no game code.
    """
    return as_code(code).deal()


def as_code(code: GameCode | str) -> GameCode:
    """`code` itself, or the code that a text names.

    Raises:
        As `deal`.
    """
    return code if isinstance(code, GameCode) else GameCode.parse(code)
