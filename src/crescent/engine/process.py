"""A program at the other end of pipes: started without a shell, waited for with a deadline, and ended for sure.

Everything happens in the thread that asks: while it waits for a line, it writes what is still to be written and reads
what comes on standard error, so that no full pipe can block either end.  The program leads a group of processes of
its own, and the whole group is ended with it.
"""

from __future__ import annotations

import os
import select
import signal
import subprocess
import time
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final

from crescent.engine.framing import Line, LineSplitter

CHUNK: Final = 2**16
"""Bytes that are read at once."""

LOOK: Final = 0.2
"""Seconds between two looks at whether the program is still there: its children may hold its pipes open."""

MOST_UNWRITTEN: Final = 2**20
"""Bytes that a program may leave unread at most, on top of what the pipe holds."""

LONGEST_LINE: Final = 2**16
"""Bytes of one line that are kept."""


class Process:
    """A running program.

    Args:
        words: the program and its arguments.
        told: is given each line of its standard error.

    Raises:
        OSError, ValueError: the system cannot start it.
    """

    def __init__(self, words: Sequence[str], told: Callable[[str], None]) -> None:
        """Start it."""
        self._popen = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )
        self._owner = os.getpid()
        self._finalizer = weakref.finalize(self, _end, self._popen, self._owner, 0.0)
        self._told = told
        self._unwritten = b""
        self._lines: deque[Line] = deque()
        self._splitters = {self._out: LineSplitter(LONGEST_LINE), self._err: LineSplitter(500)}
        for descriptor in (self._in, self._out, self._err):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(self._out, select.POLLIN)
        self._poll.register(self._err, select.POLLIN)

    @property
    def pid(self) -> int:
        """The number of the program's process, and of its group."""
        return self._popen.pid

    @property
    def _in(self) -> int:
        return self._popen.stdin.fileno() if self._popen.stdin else -1

    @property
    def _out(self) -> int:
        return self._popen.stdout.fileno() if self._popen.stdout else -1

    @property
    def _err(self) -> int:
        return self._popen.stderr.fileno() if self._popen.stderr else -1

    def write(self, data: bytes) -> None:
        """Have `data` written while lines are waited for; what a program leaves unread too long is lost to it."""
        self._unwritten = (self._unwritten + data)[:MOST_UNWRITTEN]

    def line(self, end: float) -> Line | None:
        """The next line of its output; None where there will be none.

        Args:
            end: when to stop waiting, by `time.monotonic`.

        Raises:
            TimeoutError: there is none yet.
        """
        while not self._lines:
            if self._out not in self._splitters:
                return None
            has_exited = self._has_exited()  # before the look: what it wrote until then is seen by the look
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            self._poll_once(0.0 if has_exited else min(left, LOOK), is_last=has_exited)
        return self._lines.popleft()

    def flush(self, seconds: float) -> None:
        """Write what is still to be written, for no longer than `seconds`; what the program says meanwhile is lost."""
        end = time.monotonic() + seconds
        is_ours = os.getpid() == self._owner
        while is_ours and self._unwritten and self._splitters and (left := end - time.monotonic()) > 0:
            self._poll_once(left, is_last=False)
            self._lines.clear()

    def ended_by_itself(self, seconds: float) -> int | None:
        """End it; its exit code, a negative signal number where that ended it, if it has ended within `seconds`."""
        has_exited = _exits_within(self._popen, seconds, self._drain)
        self._drain()
        self.end()
        return self._popen.returncode if has_exited else None

    def _drain(self) -> None:
        """Read what has come on standard error, without waiting."""
        while self._err in self._splitters and self._read(self._err):
            pass

    def end(self, seconds: float = 0.0) -> None:
        """End it and its children: by itself within `seconds` of the end of its input, or else by force."""
        self._finalizer.detach()
        _end(self._popen, self._owner, seconds)
        self._splitters.clear()

    def _has_exited(self) -> bool:
        return _has_exited(self._popen)

    def _poll_once(self, seconds: float, *, is_last: bool) -> None:
        """Write what can be written, read what has come, wait for either no longer than `seconds`."""
        if self._unwritten:
            self._poll.register(self._in, select.POLLOUT)
        events = self._poll.poll(1000 * seconds)
        for descriptor, _ in events:
            if descriptor == self._in:
                self._write_some()
            else:
                self._read(descriptor)
        if is_last and not any(descriptor == self._out for descriptor, _ in events):
            self._close(self._out)

    def _write_some(self) -> None:
        try:
            self._unwritten = self._unwritten[os.write(self._in, self._unwritten) :]
        except BlockingIOError:
            return
        except OSError:  # it does not read any more; its output tells the rest
            self._unwritten = b""
        if not self._unwritten:
            self._poll.unregister(self._in)

    def _read(self, descriptor: int) -> bool:
        """Read once; say whether something came."""
        try:
            data = os.read(descriptor, CHUNK)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        splitter = self._splitters[descriptor]
        self._keep(descriptor, splitter.feed(data) if data else splitter.end())
        if not data:
            self._close(descriptor)
        return bool(data)

    def _keep(self, descriptor: int, lines: list[Line]) -> None:
        if descriptor == self._out:
            self._lines.extend(lines)
        else:
            for line in lines:
                self._told(line.text)

    def _close(self, descriptor: int) -> None:
        """Wait for nothing there any more."""
        if self._splitters.pop(descriptor, None) is not None:
            self._poll.unregister(descriptor)


def _has_exited(popen: subprocess.Popen[bytes]) -> bool:
    """Whether the program has ended; its number is not given away by this, so that its group can still be named."""
    if popen.returncode is not None:
        return True
    if not hasattr(os, "waitid"):  # macOS before Python 3.13
        return popen.poll() is not None
    with suppress(ChildProcessError):
        return os.waitid(os.P_PID, popen.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    return True


def _end(popen: subprocess.Popen[bytes], owner: int, seconds: float) -> None:
    """End a program and its group; knows nothing of a `Process`, so that it can be called when that is gone."""
    if os.getpid() != owner:  # in a copy of the process that started it, which is not to end it
        return
    _close_quietly(popen.stdin)
    if not _exits_within(popen, seconds, lambda: _read_away(popen)):
        _signal_group(popen, signal.SIGTERM)
        _exits_within(popen, min(seconds, 0.5), lambda: _read_away(popen))
    _signal_group(popen, signal.SIGKILL)
    popen.wait()
    for stream in (popen.stdout, popen.stderr):
        _close_quietly(stream)


def _exits_within(popen: subprocess.Popen[bytes], seconds: float, drain: Callable[[], None]) -> bool:
    """Whether a program ends within the time; `drain` is called meanwhile, so that no full pipe keeps it from it."""
    end = time.monotonic() + seconds
    while not _has_exited(popen):
        left = end - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(left, 0.005))
        drain()
    return True


def _read_away(popen: subprocess.Popen[bytes]) -> None:
    for stream in (popen.stdout, popen.stderr):
        with suppress(OSError):  # nothing has come
            os.read(stream.fileno() if stream else -1, CHUNK)


def _signal_group(popen: subprocess.Popen[bytes], number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):  # nobody is left; macOS says so of those that are unburied
        os.killpg(popen.pid, number)


def _close_quietly(stream: object) -> None:
    close = getattr(stream, "close", None)
    if callable(close):
        with suppress(OSError):  # a pipe whose other end is gone
            close()
