"""What two processes do side by side, each on a core of its own: as much as two threads could at best."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Callable
from multiprocessing.connection import Connection

from benchmarks.measuring import AbsentError, Row, Speeds
from benchmarks.played import Setting

START_SECONDS = 120.0
"""What the other process is given to start, compilation included."""


class SideBySide:
    """The same environment in this process and in another one, played at the same time.

    Args:
        setting: how both are made.
    """

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._own = setting.row().measure
        self._other: Connection | None = None

    def __call__(self, seconds: float) -> Speeds:
        """Play for so long in both; the sum of their speeds."""
        if sys.platform != "linux":
            raise AbsentError("processes cannot be given a core of their own here")
        cores = sorted(os.sched_getaffinity(0))
        if len(cores) < 2:
            raise AbsentError("there is one core")
        try:
            if self._other is None:
                self._other = _started(self._setting, cores[0])
            os.sched_setaffinity(0, {cores[-1]})
            self._other.send(seconds)
            own = self._own(seconds)
            other: Speeds = self._other.recv()
        except (EOFError, OSError) as error:
            raise AbsentError(f"the other process did not start, or ended: {error}") from error
        finally:
            os.sched_setaffinity(0, cores)
        alone = None if own.step is None or other.step is None else own.step + other.step
        return Speeds(own.played + other.played, alone)


def _started(setting: Setting, core: int) -> Connection:
    """The other process, ready to play; it ends with this one."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    context.Process(target=_play, args=(setting, core, there), daemon=True).start()
    there.close()
    if not here.poll(START_SECONDS):
        raise AbsentError("the other process did not start")
    here.recv()
    return here


def _play(setting: Setting, core: int, asked: Connection) -> None:
    """Play whenever asked to, until nobody is there to ask."""
    os.sched_setaffinity(0, {core})
    play: Callable[[float], Speeds] = setting.row().measure
    play(0.01)
    asked.send(None)
    try:
        while True:
            asked.send(play(asked.recv()))
    except EOFError:
        return


def name(setting: Setting) -> str:
    """The name of the row."""
    return f"{setting.name}, in 2 processes"


def row(setting: Setting) -> Row:
    """The row of two processes that each do what one thread does."""
    return Row(name(setting), setting.row().includes, SideBySide(setting), pinned=False)
