"""The solver: a won line, or the proof that there is none, or the best that a budget found.

    >>> import crescent
    >>> from crescent.solver import solve
    >>> solution = solve(crescent.deal("CR1-N-AAAAAAB"))
    >>> print(solution.status, solution.best_cards)
    solved 104

It sees all cards, also face-down ones (and asks before it looks under those).  It runs compiled where the extra `gym`
brings Numba, else interpreted, with the same answers, some hundred times slower.
"""

from crescent.solver.errors import FaceDownError, NotSolvedError, UnknownCardsError, UnsoundLineError
from crescent.solver.searching import solve
from crescent.solver.shortening import shorten
from crescent.solver.solution import Progress, Solution, Status

__all__ = [
    "FaceDownError",
    "NotSolvedError",
    "Progress",
    "Solution",
    "Status",
    "UnknownCardsError",
    "UnsoundLineError",
    "shorten",
    "solve",
]
