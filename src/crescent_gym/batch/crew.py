"""Threads that share the slots of a batch, meeting in compiled code alone.

A job is shared out in chunks of slots among the caller and its helpers, who wait in compiled code for it: this costs
them a processor, but they start within a microsecond.  A helper that has waited for long goes to sleep; the caller
wakes it with the next job, begins without it, and does its chunks if it has not come until then.  So no thread waits
for one that has not begun, and a process whose helpers are gone, after a fork, does all the work itself.
"""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Callable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from crescent import jit
from crescent_gym.batch import jobs, steps
from crescent_gym.batch.slots import aligned, alone

PATIENCE: Final = 4000
"""Pauses of a processor, of some 10 to 40 nanoseconds, after which a helper that waits goes to sleep."""

LEAST_CHUNK: Final = 64
"""Slots of a chunk at least: some 5 microseconds of work."""

CHUNKS_A_THREAD: Final = 8
"""Chunks that each thread has at most, about."""

JOIN_SECONDS: Final = 1.0
"""How long an end waits for a helper, which is a chunk's time but on a machine that is very busy."""

_LEAD: Final = np.uint64(jobs.LEAD)

Arrays = tuple[Any, ...]
"""Arrays, and tuples of them, as compiled code takes them."""


class Crew:
    """Helpers for the jobs of one batch.

    Args:
        size: slots of a chunk.
        count: slots.
        common: what `jobs.work` takes as `crew` after these two, but for how many episodes each chunk has ended.
        scratches: what the caller and each helper work with; the helpers start with the first job.
    """

    ended_in: NDArray[Any]

    def __init__(self, size: int, count: int, common: Arrays, scratches: list[Arrays]) -> None:
        """Nobody works yet."""
        chunks = -(-count // size)
        threads = len(scratches)
        self.ended_in = aligned((chunks,), np.int64)
        shares = [chunks * thread // threads for thread in range(2, threads + 1)]  # the first is the caller's too
        self._ends = alone(np.array([0, *shares], np.uint64))
        self._crew = (np.uint64(size), np.uint64(count), *common[:7], self.ended_in, *common[7:])
        self._scratches = scratches
        self._rest = _Rest(self._ends)
        words = self._rest.words
        self._offer = jit.direct(jobs.offer, words, self._ends, jobs.STEP, *self._crew[-2:])
        self._work = jit.direct(jobs.work, words, self._ends, _LEAD, self._crew, scratches[0], PATIENCE)
        self._end = weakref.finalize(self, self._rest.end)

    def begin(self, job: int, actions: NDArray[np.int64], outputs: Arrays | None = None) -> None:
        """Let the helpers begin with a job; the arrays must stay until `finish`, which must be the next call."""
        rest = self._rest
        if not rest.threads:
            rest.start(self._work, self._crew, self._scratches[1:])
        rest.wake()
        self._offer(rest.words, self._ends, job, actions, outputs or self._crew[-1])

    def finish(self) -> None:
        """Do the caller's part of the job, and wait for the others'."""
        self._work(self._rest.words, self._ends, _LEAD, self._crew, self._scratches[0], PATIENCE)

    def close(self) -> None:
        """End the helpers, and wait for it."""
        self._end()


class _Rest:
    """Where helpers sleep, and what ends them; it outlives their crew until they are gone."""

    def __init__(self, ends: NDArray[np.uint64]) -> None:
        self.words = aligned((jobs.TAKEN + jobs.LINE * (ends.size - 1),), np.uint64)
        self.words[jobs.TAKEN :: jobs.LINE] = np.diff(ends)
        self.threads: list[threading.Thread] = []
        self._ends = ends
        self._lock = threading.RLock()  # `end` may come from a collection of garbage in the thread that holds it
        self._asleep = 0
        self._gate = threading.Semaphore(0)

    def start(self, work: Callable[..., object], crew: Arrays, scratches: list[Arrays]) -> None:
        """Begin a thread for each scratch."""
        for number, scratch in enumerate(scratches, start=1):
            thread = threading.Thread(
                target=self._help, args=(number, work, crew, scratch), name=f"crescent-{number}", daemon=True
            )
            self.threads.append(thread)
            thread.start()

    def wake(self) -> None:
        """Wake whoever sleeps."""
        if self._asleep:
            with self._lock:
                sleepers, self._asleep = self._asleep, 0
            self._gate.release(sleepers)

    def end(self) -> None:
        """Tell the helpers to end, and wait for it; one that says so itself waits for the others."""
        self.words[jobs.QUIT] = 1
        self.wake()
        for thread in self.threads:
            if thread is not threading.current_thread():
                thread.join(JOIN_SECONDS)

    def _help(self, number: int, work: Callable[..., object], crew: Arrays, scratch: Arrays) -> None:
        """What a helper does all its life."""
        while not self.words[jobs.QUIT]:
            work(self.words, self._ends, np.uint64(number), crew, scratch, PATIENCE)
            with self._lock:
                self._asleep += 1
            if self.words[jobs.QUIT]:
                return
            self._gate.acquire()


def plan(count: int, threads: int) -> tuple[int, int]:
    """How many helpers are of use for so many slots, at most as many as processors, and how many slots a chunk has."""
    parts = min(threads, _processors(), count // LEAST_CHUNK)
    if parts < 2:
        return 0, count
    size = max(LEAST_CHUNK, count // (parts * CHUNKS_A_THREAD) // steps.BLOCK * steps.BLOCK)
    return parts - 1, size


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
