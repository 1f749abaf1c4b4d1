"""Deals solved by processes on this machine; `crescent.runs.processes` has the processes."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass

from crescent.runs.processes import Work, work_here
from crescent.solver.searching import ready_program
from crescent.survey.plan import Survey
from crescent.survey.results import DealResult


@dataclass(frozen=True)
class Solving(Work[int, DealResult]):
    """Solves deals for a survey."""

    survey: Survey

    def do(self, task: int) -> DealResult:
        """The result of a deal."""
        return self.survey.solve(task)


def solve_here(survey: Survey, deals: Iterable[int], jobs: int = 1) -> Generator[DealResult, None, None]:
    """Solve deals in `jobs` processes; results come as they are found, in any order.

    Closing the iterator ends the processes.  As everywhere with processes that are started afresh, a program that
    calls this guards its own start with `if __name__ == "__main__"`.

    Raises:
        WrongTypeError, RulesError: `jobs` is no integer from 1 to `MOST_JOBS`.
        WorkerError: a process ended by itself, or could not solve a deal.
    """
    ready_program()  # compiled here, once; the processes find it in the cache
    yield from work_here(lambda: Solving(survey), deals, jobs)
