"""What the solver refuses: to look under cards unasked, to know unknown ones, and to shorten what is no solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crescent.errors import CrescentError, InvalidValueError

if TYPE_CHECKING:
    from crescent.position import Position
    from crescent.solver.solution import Solution
    from crescent.view import View


class FaceDownError(InvalidValueError):
    """A position with cards face down was given to the solver, and nobody said that it may look under them."""

    def __init__(self, position: Position) -> None:
        """Keep the `position`."""
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        """Say what the solver does and how to allow it."""
        return f"the solver looks under face-down cards; look_under=True allows it; in {self.position}"


class UnknownCardsError(InvalidValueError):
    """A view with unknown cards was to be taken for a position."""

    def __init__(self, view: View) -> None:
        """Keep the `view`."""
        super().__init__(view)
        self.view = view

    def __str__(self) -> str:
        """Say how many cards are unknown, and show the view."""
        return f"{self.view.unknown_count} cards are unknown, and no solver knows them; in {self.view}"


class NotSolvedError(InvalidValueError):
    """A solution without a won line was given to be shortened."""

    def __init__(self, solution: Solution) -> None:
        """Keep the `solution`."""
        super().__init__(solution)
        self.solution = solution

    def __str__(self) -> str:
        """Name the status, and the position."""
        return f"only a solved game can be shortened, this one is {self.solution.status}; in {self.solution.position}"


class UnsoundLineError(CrescentError):
    """A line that the search took for won does not replay to a win: a fault of the solver itself."""

    def __init__(self, position: Position, line: tuple[int, ...]) -> None:
        """Keep the `position` that the line began at and the `line`, as action indices."""
        super().__init__(position, line)
        self.position = position
        self.line = line

    def __str__(self) -> str:
        """Say whose fault it is, with all that is needed to see it again."""
        return f"the solver made a mistake, please report it: line {list(self.line)} in {self.position}"
