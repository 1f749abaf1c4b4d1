"""Work shared among processes on this machine.

Every process has a pipe of its own, of which only this process holds the other end.  So whatever ends this process,
kill -9 too, ends the others: between tasks they meet the end of their pipe, and during one a thread of theirs waits for
the end of their parent.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator
from multiprocessing import connection
from multiprocessing.context import SpawnProcess
from typing import Any, Generic, TypeVar

from crescent.errors import CrescentError, RulesError, as_integer
from crescent.runs.errors import WorkerError

MOST_JOBS = 256
"""Processes at most."""

PATIENCE = 5.0
"""Seconds that a process has to end when it is asked to."""

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS")
"""Variables that say how many threads NumPy's libraries compute with."""

LOOK = 0.2
"""Seconds between two looks at processes whose tasks have a time limit."""

Task = TypeVar("Task")
Result = TypeVar("Result")


class Work(ABC, Generic[Task, Result]):
    """What one process does: made here, pickled to the process when it starts, asked from both sides.

    Attributes:
        has_limit: whether `overdue` is worth asking.
        ahead: tasks that a process is given at once; with 2 it never waits for the next one, which is worth something
            where tasks are short, but leaves one waiting at the end where they are long.
    """

    has_limit = False
    ahead = 2

    @abstractmethod
    def do(self, task: Task) -> Result:
        """There: do a task.

        Raises:
            CrescentError: it cannot be done; the error is raised here, and ends the run.
        """

    def overdue(self) -> bool:
        """Here: whether the process has been at one thing for too long, and is to be ended."""
        return False

    def lost(self, task: Task, reason: str, *, overdue: bool) -> Result | None:  # noqa: ARG002  for who overrides it
        """Here: what comes of the task that the process was at when it ended, None where it had not begun it.

        Args:
            task: what it would have been at.
            reason: how it ended, in words.
            overdue: it was ended because it was overdue.

        Raises:
            WorkerError: nothing comes of it, and the run ends.
        """
        raise WorkerError((task,), reason)


def work_here(
    make_work: Callable[[], Work[Task, Result]], tasks: Iterable[Task], jobs: int = 1
) -> Generator[Result, None, None]:
    """Do tasks in `jobs` processes; results come as they are found, in any order.

    Closing the iterator ends the processes.  As everywhere with processes that are started afresh, a program that
    calls this guards its own start with `if __name__ == "__main__"`.

    Args:
        make_work: makes what one process does.
        tasks: what is to be done; each can be pickled.
        jobs: processes, 1 to `MOST_JOBS`.

    Raises:
        WrongTypeError, RulesError: `jobs` is no such integer.
        WorkerError: a process ended by itself, and nothing came of its task.
    """
    if not 1 <= as_integer("jobs", jobs) <= MOST_JOBS:
        raise RulesError("jobs", jobs, f"from 1 to {MOST_JOBS}")
    waiting = iter(tasks)
    workers: list[Worker[Task, Result]] = []
    try:
        for _ in range(jobs):
            worker = Worker(make_work)
            workers.append(worker)
            worker.give(waiting)
            if not worker.tasks:
                break
        look = LOOK if any(worker.work.has_limit for worker in workers) else None
        while any(worker.tasks for worker in workers):
            by_pipe: dict[object, Worker[Task, Result]] = {worker.pipe: worker for worker in workers}
            for ready in connection.wait([worker.pipe for worker in workers], look):
                worker = by_pipe[ready]
                results = worker.take()
                worker.give(waiting)
                yield from results
            for worker in workers:
                worker.look()
    finally:
        for worker in workers:
            worker.dismiss()
        for worker in workers:
            worker.end()


class Worker(Generic[Task, Result]):
    """A process that does the tasks that it is given, in their order."""

    work: Work[Task, Result]
    pipe: connection.Connection[Any, Any]

    def __init__(self, make_work: Callable[[], Work[Task, Result]]) -> None:
        """Start it."""
        self._make_work = make_work
        self.tasks: list[Task] = []
        self._start()

    def _start(self) -> None:
        self.work = self._make_work()
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self._overdue = False
        self._process: SpawnProcess = context.Process(target=_work, args=(theirs, self.work), daemon=True)
        with _without_ctrl_c(), _with_one_thread():
            self._process.start()
        theirs.close()
        for task in self.tasks:
            self._send(task)

    def give(self, waiting: Iterator[Task]) -> None:
        """Give it tasks out of `waiting` until it has as many as it may."""
        while len(self.tasks) < self.work.ahead:
            try:
                task = next(waiting)
            except StopIteration:
                return
            self.tasks.append(task)
            self._send(task)

    def _send(self, task: Task) -> None:
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):  # `take` will meet it, and say why
            self.pipe.send(task)

    def take(self) -> list[Result]:
        """The result of its first task, one; none where that has to be begun again.

        Raises:
            WorkerError: there is none.
        """
        try:
            kind, answer = self.pipe.recv()
        except (EOFError, OSError):
            return self._bury()
        if kind == "error":
            raise answer
        if kind == "fault":
            raise WorkerError(tuple(self.tasks), str(answer))
        del self.tasks[0]
        return [answer]

    def _bury(self) -> list[Result]:
        """See what comes of the first task of a process that has ended, and start another one for the rest."""
        self._process.join(PATIENCE)
        reason = f"exit code {self._process.exitcode}"
        if not self.tasks:
            raise WorkerError((), reason)
        try:
            result = self.work.lost(self.tasks[0], reason, overdue=self._overdue)
        except WorkerError:
            raise WorkerError(tuple(self.tasks), reason) from None
        if result is None and not self._overdue:
            raise WorkerError(tuple(self.tasks), reason)
        self.pipe.close()
        if result is not None:
            del self.tasks[0]
        self._start()
        return [] if result is None else [result]

    def look(self) -> None:
        """End the process if it is overdue; `take` will meet that."""
        if self.tasks and not self._overdue and self.work.has_limit and self.work.overdue():
            self._overdue = True
            self._process.kill()

    def dismiss(self) -> None:
        """Let it go, in the middle of a task too."""
        self.pipe.close()
        if self.tasks:
            self._process.terminate()

    def end(self) -> None:
        """Wait until it is gone."""
        self._process.join(PATIENCE)
        if self._process.exitcode is None:
            self._process.kill()
            self._process.join()


def _work(pipe: connection.Connection, work: Work[Task, Result]) -> None:
    """What a process does: the tasks that come through `pipe`, until it ends; ctrl-C is its parent's business."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    _keep_off_standard_output()
    with contextlib.suppress(EOFError, OSError):
        while True:
            task = pipe.recv()
            try:
                answer: tuple[str, object] = "result", work.do(task)
            except CrescentError as error:
                answer = "error", error
            except Exception as error:  # the parent ends the run with whatever it was
                answer = "fault", f"{type(error).__name__}: {error}"
            pipe.send(answer)


def _end_with_parent() -> None:
    """End this process as soon as nobody waits for it any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)


def _keep_off_standard_output() -> None:
    """Send what foreign code prints to standard error, or nowhere: standard output is the results'."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        sys.stdout.flush()
    try:
        os.dup2(2, 1)
    except OSError:
        with contextlib.suppress(OSError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


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


@contextlib.contextmanager
def _with_one_thread() -> Iterator[None]:
    """Start processes in which NumPy computes with one thread, unless the environment has a word about it.

    By itself each would have as many as there are processors, and they wait for each other without pause; what that
    costs is measured by `benchmarks/numpy_threads.py`.
    """
    said = any(name in os.environ for name in THREADS)  # one library's own variable would outdo another's that is set
    ours = () if said else THREADS
    os.environ.update(dict.fromkeys(ours, "1"))
    try:
        yield
    finally:
        for name in ours:
            os.environ.pop(name, None)
