"""Records that cannot be read or replayed, and files that cannot be read or written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crescent.errors.base import CrescentError, InvalidValueError

if TYPE_CHECKING:
    from typing import Any

    from crescent.errors.play import IllegalMoveError
    from crescent.faults import Problem
    from crescent.moves import Move
    from crescent.position import Position
    from crescent.refusals import Refusal


class RecordError(InvalidValueError):
    """A text that is no game record: a broken tag, a word that is no move, a tag that contradicts the game."""

    def __init__(self, problem: Problem, line: int | None = None) -> None:
        """Keep the `problem`, a `RecordFault` with its evidence, and the `line` (from 1) where it showed, if any."""
        super().__init__(problem, line)
        self.problem = problem
        self.line = line

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Line, then reason."""
        where = "record" if self.line is None else f"record, line {self.line}"
        return f"{where}: {self.reason}"


class DivergenceError(RecordError):
    """A record whose replay meets an illegal move: the first one, with all that is known about it."""

    def __init__(self, problem: Problem, line: int | None, number: int, ply: int, cause: IllegalMoveError) -> None:
        """Keep where it diverges, and the refusal.

        Args:
            problem: `RecordFault.DIVERGES`.
            line: of the text, from 1; None where there is none.
            number: of the move, from 1; of a redeal, the moves before it.
            ply: the same with redeals counted, so that it names one move or redeal.
            cause: the refusal.
        """
        super().__init__(problem, line)
        self.args: tuple[Any, ...] = (problem, line, number, ply, cause)
        self.number = number
        self.ply = ply
        self.cause = cause

    @property
    def move(self) -> Move:
        """The move that was refused."""
        return self.cause.move

    @property
    def refusal(self) -> Refusal:
        """Why it was refused."""
        return self.cause.refusal

    @property
    def position(self) -> Position:
        """Where it was refused: the last position that the record reaches."""
        return self.cause.position

    def __str__(self) -> str:
        """Line, number, move, refusal, position."""
        where = "record" if self.line is None else f"record, line {self.line}"
        at = f"the redeal after move {self.number}" if self.move.is_redeal else f"move {self.number}"
        return f"{where}: diverges at {at}: {self.cause}"


class FileError(CrescentError, OSError):
    """A file that could not be read or written; what was on the disk is as it was."""

    def __init__(self, path: str, problem: Problem) -> None:
        """Keep the `path` and the `problem`, a `FileFault` with its evidence."""
        CrescentError.__init__(self, path, problem)
        self.path = path
        self.problem = problem

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Path and reason."""
        return f"{self.path}: {self.reason}"
