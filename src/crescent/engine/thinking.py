"""Thinking that can be stopped: a function of foreign code, run until it is done, its time is up, or somebody says so.

The function knows nothing of it.  It is interrupted as ctrl-C would, by a signal whose handler raises; so this needs
the main thread and a system with such signals.  Elsewhere thinking ends when it is done.
"""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final, TypeVar

from crescent.view import View

T = TypeVar("T")

AGAIN: Final = 0.05
"""Seconds after which a signal comes again: a first one may meet code in which nothing can be raised."""


DELICATE: Final = frozenset({"importlib", "numba", "llvmlite"})
"""Packages that would be left half done."""


class Stopped(BaseException):
    """Raised within a function that has to stop; no `except Exception` catches it."""


class Thinking:
    """One task of thinking.  `stop` may come from any thread, also before it has begun.

    Attributes:
        is_stopped: whether it has been stopped.
    """

    is_heard = False
    """Whether signals stop what goes on in the main thread: within `stoppable`."""

    _here = threading.local()

    def __init__(self) -> None:
        """Wait for `run`."""
        self.is_stopped: bool = False
        self._is_heard = False
        self._end = math.inf

    @classmethod
    def current(cls) -> Thinking | None:
        """What goes on in this thread."""
        found: Thinking | None = getattr(cls._here, "thinking", None)
        return found

    def stop(self) -> None:
        """Let it end now."""
        self.is_stopped = True
        ident = threading.main_thread().ident
        if self._is_heard and ident is not None:
            signal.setitimer(signal.ITIMER_REAL, AGAIN, AGAIN)
            signal.pthread_kill(ident, signal.SIGALRM)

    @property
    def is_over(self) -> bool:
        """Whether it is stopped, or its time is up."""
        return self.is_stopped or time.monotonic() >= self._end

    def run(self, choose: Callable[[View], T], view: View, seconds: float | None = None) -> T | None:
        """What `choose` answers; None where it is stopped before, or `seconds` have gone by."""
        try:
            return self._run(choose, view, seconds)
        except Stopped:
            self._leave()
            return None

    def _run(self, choose: Callable[[View], T], view: View, seconds: float | None) -> T | None:
        is_heard = Thinking.is_heard and threading.current_thread() is threading.main_thread()
        try:
            if is_heard and seconds is not None:
                self._end = time.monotonic() + seconds
                signal.setitimer(signal.ITIMER_REAL, seconds, AGAIN)
            Thinking._here.thinking, self._is_heard = self, is_heard
            answer = None if self.is_stopped else choose(view)
            self._leave()
            return answer
        finally:
            self._leave()
            if is_heard:
                signal.setitimer(signal.ITIMER_REAL, 0)

    def _leave(self) -> None:
        """From now on nothing stops it."""
        Thinking._here.thinking, self._is_heard = None, False


def _is_delicate(frame: FrameType | None) -> bool:
    """Whether something goes on that must not be cut in two: an import, or Numba's compiler; the signal comes again."""
    while frame is not None:
        if str(frame.f_globals.get("__name__")).partition(".")[0] in DELICATE:
            return True
        frame = frame.f_back
    return False


@contextmanager
def stoppable() -> Iterator[None]:
    """Within it thinking in the main thread can be stopped, where the system can."""
    has_signals = hasattr(signal, "pthread_kill") and hasattr(signal, "setitimer")
    if not has_signals or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(_signal: int, frame: FrameType | None) -> None:
        thinking = Thinking.current()  # signals are handled in the main thread
        if thinking is not None and thinking.is_over and not _is_delicate(frame):
            raise Stopped

    before = signal.signal(signal.SIGALRM, stop)
    Thinking.is_heard = True
    try:
        yield
    finally:
        Thinking.is_heard = False
        # A late signal must find a handler, or it would end the process.
        signal.signal(signal.SIGALRM, signal.SIG_IGN if before == signal.SIG_DFL else before)
