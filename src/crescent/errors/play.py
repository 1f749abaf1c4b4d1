"""What cannot be played, undone or redone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crescent.errors.base import CrescentError, InvalidValueError

if TYPE_CHECKING:
    from crescent.moves import Move
    from crescent.outcome import Outcome
    from crescent.position import Position
    from crescent.refusals import Refusal
    from crescent.view import View


class IllegalMoveError(InvalidValueError):
    """A move that the rules refuse here; the position is untouched."""

    def __init__(self, move: Move, refusal: Refusal, position: Position) -> None:
        """Keep the `move`, the `refusal` that says why, and the `position` it was tried in."""
        super().__init__(move, refusal, position)
        self.move = move
        self.refusal = refusal
        self.position = position

    def __str__(self) -> str:
        """Move, reason, and the position as text, so that a report is a replay."""
        return f"{self.move} is illegal, {self.refusal}; in {self.position}"


class NoLegalMoveError(InvalidValueError):
    """A move was asked for where there is none: the game is won or blocked."""

    def __init__(self, view: View) -> None:
        """Keep the `view` of the finished game."""
        super().__init__(view)
        self.view = view

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.view.outcome

    def __str__(self) -> str:
        """Outcome, and the view as text."""
        return f"no legal move: the game is {self.outcome}; in {self.view}"


class NothingToUndoError(CrescentError):
    """Undo was asked for where the history is empty: at the start, after a redeal, or past the limit."""

    def __init__(self, position: Position) -> None:
        """Keep the `position` that stands."""
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        """Say that the history is empty, with the position."""
        return f"nothing to undo; in {self.position}"


class NothingToRedoError(CrescentError):
    """Redo was asked for where nothing was undone."""

    def __init__(self, position: Position) -> None:
        """Keep the `position` that stands."""
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        """Say that nothing was undone, with the position."""
        return f"nothing to redo; in {self.position}"
