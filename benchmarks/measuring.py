"""Rows of a table of speeds, measured round by round, and the ratios between them.

Each round measures every row once, one after the other, so that a slow moment of the machine meets all; a ratio is
taken between values of the same round, and only then the median of the rounds.
"""

from __future__ import annotations

import contextlib
import os
import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Speeds(NamedTuple):
    """Steps a second: choice and step together, and the step alone where it is told apart."""

    played: float
    step: float | None = None


class AbsentError(Exception):
    """A row cannot be measured here; the text says why."""


@dataclass
class Row:
    """One line of the table.

    Attributes:
        name: what is measured, unique.
        includes: what a step of it includes.
        measure: measures for so many seconds; what needs to be made is made at its first call and is not timed.
        pinned: whether it runs on one core alone.
        speeds: one value a round.
        absent: why there is none.
    """

    name: str
    includes: str
    measure: Callable[[float], Speeds]
    pinned: bool = True
    speeds: list[Speeds] = field(default_factory=list)
    absent: str = ""

    def rates(self, column: str) -> list[float]:
        """The values of a column, `played` or `step`; none where it has none."""
        values = [speeds.played if column == "played" else speeds.step for speeds in self.speeds]
        return [value for value in values if value is not None]


class Spread(NamedTuple):
    """Median, lowest and highest of some values."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> Spread:
        """The spread of one or more values."""
        return cls(statistics.median(values), min(values), max(values))


class Ratio(NamedTuple):
    """What to divide by what: `column` of the row named `over` by that of `under`; `goal` is the least hoped for."""

    over: str
    under: str
    column: str = "played"
    goal: float | None = None

    def values(self, rows: dict[str, Row]) -> list[float]:
        """The ratio in each round; none where one of the rows is absent."""
        if self.over not in rows or self.under not in rows:
            return []
        over, under = rows[self.over].rates(self.column), rows[self.under].rates(self.column)
        return [a / b for a, b in zip(over, under, strict=True)] if over and under else []


def measure(rows: Sequence[Row], rounds: int, seconds: float) -> None:
    """Measure all rows, `seconds` each, in each round; a row that fails to be there is not asked again."""
    for number in range(rounds):
        for row in rows:
            if row.absent:
                continue
            _say(f"round {number + 1} of {rounds}: {row.name}")
            with pinned() if row.pinned else contextlib.nullcontext():
                try:
                    row.speeds.append(row.measure(seconds))
                except AbsentError as error:
                    row.absent = str(error)
                    row.speeds.clear()
    _say("")


@contextlib.contextmanager
def pinned() -> Iterator[None]:
    """Keep this thread, and the threads and processes that it starts, on one core, where the system can."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})  # the system itself prefers the first core
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def _say(text: str) -> None:
    """Show how far things are, on a terminal only."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text[:100]}", end="", file=sys.stderr, flush=True)
