"""Deals solved by processes on this machine.

Every process has a pipe of its own, of which only this process holds the other end.  So whatever ends this process,
kill -9 too, ends the others: between deals they meet the end of their pipe, and during a search they look now and then
whether their parent is alive.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from multiprocessing import connection
from multiprocessing.context import SpawnProcess

from crescent.errors import CrescentError, RulesError, as_integer
from crescent.solver import Progress
from crescent.solver.searching import ready_program
from crescent.survey.errors import WorkerError
from crescent.survey.plan import Survey
from crescent.survey.results import DealResult

MOST_JOBS = 256
"""Processes at most."""

AHEAD = 2
"""Deals that a process is given at once, so that it never waits for the next one."""

PATIENCE = 5.0
"""Seconds that a process has to end when it is asked to."""


def solve_here(survey: Survey, deals: Iterable[int], jobs: int = 1) -> Generator[DealResult, None, None]:
    """Solve deals in `jobs` processes; results come as they are found, in any order.

    Closing the iterator ends the processes.  As everywhere with processes that are started afresh, a program that
    calls this guards its own start with `if __name__ == "__main__"`.

    Raises:
        WrongTypeError, RulesError: `jobs` is no integer from 1 to `MOST_JOBS`.
        WorkerError: a process ended by itself, or could not solve a deal.
    """
    if not 1 <= as_integer("jobs", jobs) <= MOST_JOBS:
        raise RulesError("jobs", jobs, f"from 1 to {MOST_JOBS}")
    ready_program()  # compiled here, once; the processes find it in the cache
    waiting = iter(deals)
    workers: dict[object, Worker] = {}
    try:
        for _ in range(jobs):
            worker = Worker(survey)
            workers[worker.pipe] = worker
            worker.give(waiting)
            if not worker.deals:
                break
        while any(worker.deals for worker in workers.values()):
            for ready in connection.wait([worker.pipe for worker in workers.values()]):
                worker = workers[ready]
                result = worker.take()
                worker.give(waiting)
                yield result
    finally:
        for worker in workers.values():
            worker.dismiss()
        for worker in workers.values():
            worker.end()


class Worker:
    """A process that solves the deals that it is given, in their order."""

    def __init__(self, survey: Survey) -> None:
        """Start it."""
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.deals: list[int] = []
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, survey), daemon=True)
        with _without_ctrl_c():
            self._process.start()
        theirs.close()

    def give(self, waiting: Iterator[int]) -> None:
        """Give it deals out of `waiting` until it has `AHEAD`."""
        while len(self.deals) < AHEAD:
            deal = next(waiting, None)
            if deal is None:
                return
            self.deals.append(deal)
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # `take` will meet it, and say why
                self.pipe.send(deal)

    def take(self) -> DealResult:
        """The result of its first deal.

        Raises:
            WorkerError: it has none.
        """
        try:
            answer = self.pipe.recv()
        except (EOFError, OSError):
            self._process.join(PATIENCE)
            raise WorkerError(tuple(self.deals), f"exit code {self._process.exitcode}") from None
        if isinstance(answer, CrescentError):
            raise answer
        if not isinstance(answer, DealResult):
            raise WorkerError(tuple(self.deals), str(answer))
        self.deals.remove(answer.deal)
        return answer

    def dismiss(self) -> None:
        """Let it go, in the middle of a search too."""
        self.pipe.close()
        if self.deals:
            self._process.terminate()

    def end(self) -> None:
        """Wait until it is gone."""
        self._process.join(PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()


def _work(pipe: connection.Connection, survey: Survey) -> None:
    """What a process does: solve what comes through `pipe` until it ends; ctrl-C is its parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, OSError):
        while True:
            deal = pipe.recv()
            try:
                answer: object = survey.solve(deal, _end_with_parent)
            except CrescentError as error:
                answer = error
            except Exception as error:  # the parent ends the survey with whatever it was
                answer = f"{type(error).__name__}: {error}"
            pipe.send(answer)


def _end_with_parent(_: Progress) -> None:
    """End this process where nobody waits for it any more."""
    parent = multiprocessing.parent_process()
    if parent is not None and not parent.is_alive():
        os._exit(1)


@contextlib.contextmanager
def _without_ctrl_c() -> Iterator[None]:
    """Start processes that ctrl-C does not reach from their first instruction on; here it is kept until the end."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it would lift the mask when it is started by the first process
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
