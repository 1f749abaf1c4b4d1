"""What a search may spend: the arguments' checks, the clock, and the calls of `progress`."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TypeAlias

from crescent.errors import RulesError, WrongTypeError, as_integer, as_number
from crescent.kernel import FACE_DOWN
from crescent.position import Position
from crescent.solver.errors import FaceDownError
from crescent.solver.solution import Progress

Report: TypeAlias = Callable[[Progress], object]

INTERVAL = 0.05
"""Seconds between two calls of `progress`, about."""


class Watch:
    """Counts nodes and seconds against their limits, and reports about every `INTERVAL`.

    Attributes:
        nodes, restarts: spent so far.
        best_cards, move_count: what is reported of them; the search keeps them.
    """

    nodes: int

    def __init__(self, nodes: int | None, seconds: float | None, progress: Report | None) -> None:
        """Check and keep the limits, None for none; the clock stands until `start`.

        Raises:
            WrongTypeError, RulesError: one of the arguments is bad.
        """
        self._most_nodes = math.inf if nodes is None else checked_nodes(nodes)
        self._most_seconds = math.inf if seconds is None else checked_seconds(seconds)
        if progress is not None and not callable(progress):
            raise WrongTypeError("progress", "a function of one argument", progress)
        self._progress = progress
        self._begun: float | None = None
        self._next_report = 0.0
        self.nodes = self.restarts = self.best_cards = 0
        self.move_count: int | None = None

    def start(self) -> None:
        """Start the clock and report for the first time."""
        self._begun = time.monotonic()
        self.look()

    @property
    def seconds(self) -> float:
        """Seconds since the start."""
        return 0.0 if self._begun is None else time.monotonic() - self._begun

    @property
    def nodes_left(self) -> float:
        """How many nodes may still be made; infinite where there is no limit."""
        return max(0, self._most_nodes - self.nodes)

    def is_over(self) -> bool:
        """Whether nodes or seconds are spent."""
        return self.nodes >= self._most_nodes or self.seconds >= self._most_seconds

    def look(self, nodes: int = 0) -> bool:
        """Count `nodes` more, report if it is time to; whether time is left."""
        self.nodes += nodes
        seconds = self.seconds
        if self._progress is not None and seconds >= self._next_report:
            self._next_report = seconds + INTERVAL
            self._progress(Progress(self.nodes, self.restarts, self.best_cards, self.move_count, seconds))
        return seconds < self._most_seconds


def checked_nodes(nodes: object) -> int:
    """A node budget: a positive integer.

    Raises:
        WrongTypeError, RulesError: it is none.
    """
    plain = as_integer("nodes", nodes)
    if plain < 1:
        raise RulesError("nodes", plain, "1 or more")
    return plain


def checked_seconds(seconds: object) -> float:
    """A time limit: a positive, finite number.

    Raises:
        WrongTypeError, RulesError: it is none.
    """
    number = as_number("seconds", seconds)
    if not 0 < number < math.inf:
        raise RulesError("seconds", number, "above 0 and finite")
    return float(min(number, 1e9))  # a huge integer has no float


def checked_seed(seed: object) -> int:
    """A seed: any integer; the lowest 64 bits count."""
    return as_integer("seed", seed) & 0xFFFFFFFFFFFFFFFF


def check_position(position: object, look_under: object) -> None:
    """Check what is to be solved.

    Raises:
        WrongTypeError: it is no `Position`, or `look_under` no bool.
        FaceDownError: it has cards face down, and `look_under` is false.
    """
    if not isinstance(position, Position):
        raise WrongTypeError("what is to be solved", "a Position", position)
    if not isinstance(look_under, bool):
        raise WrongTypeError("look_under", "True or False", look_under)
    piles = position.row[: 16 * position.rules.pile_capacity]
    if not look_under and position.rules.face_down and any(card > FACE_DOWN for card in piles):
        raise FaceDownError(position)
