"""Texts and numbers that mean nothing: cards, moves, rules, game codes, positions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crescent.errors.base import InvalidValueError, shown, shown_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crescent.faults import Problem


class CardTextError(InvalidValueError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        """Keep the `text` that could not be read."""
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """Name the text and show the form."""
        return f"{shown(self.text)} is not a card: write a rank (A 2 ... 9 T J Q K) and a suit (S H D C), as in TH"


class MoveTextError(InvalidValueError):
    """A text that names no move, or that is too long to be read as one."""

    def __init__(self, text: str, limit: int | None = None) -> None:
        """Keep the `text` that could not be read; of one that is too long also the `limit` of characters."""
        super().__init__(text, limit)
        self.text = text
        self.limit = limit

    def __str__(self) -> str:
        """Name the text, and show the forms or the limit."""
        if self.limit is not None:
            return f"{shown(self.text)} is too long for a move: {self.limit} characters at most are read"
        return f"{shown(self.text)} is not a move: write 10-14, 10-A, 10-K, SA-SK, SA-10 or R"


class MoveIndexError(InvalidValueError):
    """An action index outside the table, or a move that the table does not hold."""

    def __init__(self, index: int | None, move: str | None = None) -> None:
        """Keep the `index` asked for, or the text of the `move` that has none."""
        super().__init__(index, move)
        self.index = index
        self.move = move

    def __str__(self) -> str:
        """Name the index and the table's range, or the move."""
        if self.index is None:
            return f"the move {self.move} has no action index: it can never be legal"
        return f"{shown(self.index)} is no action index: they run from 0 to 408"


class RulesError(InvalidValueError):
    """A switch of `Rules` or a field of `Variant` out of its range."""

    def __init__(self, field: str, value: object, expected: str) -> None:
        """Keep the `field`, the `value` it was given and what is `expected`, in words."""
        super().__init__(field, value, expected)
        self.field = field
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        """Name the field, the value and the range."""
        return f"{self.field} must be {self.expected}, not {shown(self.value)}"


class CodeError(InvalidValueError):
    """A text that is no game code, or a code number out of range."""

    def __init__(self, text: object, problem: Problem) -> None:
        """Keep the `text` (or number) and the `problem` with it, a `CodeFault` with its evidence."""
        super().__init__(text, problem)
        self.text = text
        self.problem = problem

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Name the text, what is wrong with it, and the form."""
        return f"{shown(self.text)} is no game code: {self.reason} (a code looks like CR1-N-AAAAAAB)"


class PositionError(InvalidValueError):
    """A text or an arrangement of cards that is no position; every fault is listed at once."""

    def __init__(self, problems: Sequence[Problem], text: str) -> None:
        """Keep all `problems`, each a `PositionFault` with its evidence, and the `text` of the arrangement."""
        super().__init__(tuple(problems), text)
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.text = text

    @property
    def faults(self) -> tuple[str, ...]:
        """The problems in words, a sentence each."""
        return tuple(map(str, self.problems))

    def __str__(self) -> str:
        """List every fault, then the text."""
        return f"not a position: {'; '.join(self.faults)}; in {shown_whole(self.text)}"
