"""How far from the win episodes start, and when that moves on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from crescent.errors import RulesError, WrongTypeError, as_number
from crescent.position import Position
from crescent.rules import Rules
from crescent_gym.arguments import checked_number
from crescent_gym.curriculum.lines import WonLine, checked_lines


class LineStart(NamedTuple):
    """Where an episode starts.

    Attributes:
        position: the board.
        distance: plies that the line takes from there to the win.
        frontier: the schedule's distance if this start is of its frontier, else 0: a repetition of what came before.
    """

    position: Position
    distance: int
    frontier: int


class Curriculum:
    """How far from the win episodes start, and when that moves on.

    Most episodes start at the frontier: `distance` plies before the win of a line drawn at random, or up to
    `stride` - 1 less.  The others, a share of `review`, start anywhere nearer, so that it is not forgotten.  When of
    the last `window` episodes from the frontier a share of `goal` was won, the frontier moves away by `stride`.  A
    line shorter than that is played from its start.  When the frontier was mastered at the longest line's start, the
    curriculum is complete, and episodes start with deals as they do without it.

    Several environments of one process may share one curriculum; in other processes each has a copy of its own.
    """

    lines: tuple[WonLine, ...]
    longest: int
    stride: int
    window: int
    goal: float
    review: float

    def __init__(
        self,
        lines: Iterable[WonLine],
        *,
        distance: int = 1,
        stride: int = 1,
        goal: float = 0.8,
        window: int = 100,
        review: float = 0.2,
    ) -> None:
        """Begin the schedule.

        Args:
            lines: one or more, of the same rules.
            distance: plies before the win where the frontier begins, 1 or more.
            stride: plies by which it moves away, 1 or more.
            goal: share of episodes to be won before it does, above 0 to 1.
            window: of how many episodes, 1 to 1,000,000.
            review: share of episodes that start nearer, 0 to below 1.

        Raises:
            WrongTypeError: an argument has the wrong type.
            RulesError: a number is out of range, there is no line, or lines differ in their rules.
        """
        self.lines = checked_lines(lines)
        self.longest = max(len(line) for line in self.lines)
        self._distance = checked_number("distance", distance, 1, 2**31)
        self.stride = checked_number("stride", stride, 1, 2**31)
        self.window = checked_number("window", window, 1, 1_000_000)
        self.goal = _share("goal", goal)
        self.review = _share("review", review)
        if self.goal == 0:
            raise RulesError("goal", goal, "above 0")
        if self.review == 1:
            raise RulesError("review", review, "below 1")
        self._successes: deque[bool] = deque(maxlen=self.window)

    @property
    def rules(self) -> Rules:
        """The rules of all lines."""
        return self.lines[0].positions[0].rules

    @property
    def distance(self) -> int:
        """The frontier: plies before the win where most episodes start."""
        return self._distance

    @property
    def success_rate(self) -> float:
        """The share won of the last episodes from the frontier, 0 to 1; 0 where none has ended."""
        return sum(self._successes) / max(1, len(self._successes))

    @property
    def is_complete(self) -> bool:
        """Whether the starts of all lines are mastered."""
        return self._distance >= self.longest + self.stride

    def draw(self, rng: np.random.Generator) -> LineStart | None:
        """Where the next episode starts; None when the curriculum is complete."""
        if self.is_complete:
            return None
        line = self.lines[int(rng.integers(len(self.lines)))]
        if rng.random() < self.review and self._distance > self.stride:
            plies, frontier = int(rng.integers(1, self._distance - self.stride + 1)), 0
        else:
            plies = int(rng.integers(max(1, self._distance - self.stride + 1), self._distance + 1))
            frontier = self._distance
        plies = min(plies, len(line))
        return LineStart(line.before_the_win(plies), plies, frontier)

    def report(self, start: LineStart, *, success: bool) -> None:
        """Tell how an episode ended; what did not start at the present frontier does not count."""
        if start.frontier != self._distance:
            return
        self._successes.append(success)
        if len(self._successes) == self.window and sum(self._successes) >= self.goal * self.window:
            self._distance += self.stride
            self._successes.clear()

    def state(self) -> dict[str, Any]:
        """What a checkpoint keeps: plain values, which JSON holds as well."""
        return {"distance": self._distance, "successes": [bool(success) for success in self._successes]}

    def set_state(self, state: Mapping[str, Any]) -> None:
        """Go on from what `state` gave.

        Raises:
            WrongTypeError: `state` is no mapping, or a value has the wrong type.
            RulesError: a value is missing, unknown, or out of range; nothing is changed.
        """
        if not isinstance(state, Mapping):
            raise WrongTypeError("a curriculum's state", "a mapping", state)
        if set(state) != {"distance", "successes"}:
            keys = ", ".join(sorted(map(str, state)))
            raise RulesError("a curriculum's state", keys[:100], "one with the keys distance and successes")
        distance, successes = checked_number("distance", state["distance"], 1, 2**31), state["successes"]
        if not isinstance(successes, list | tuple) or not all(isinstance(success, bool) for success in successes):
            raise WrongTypeError("successes", "a list of bools", successes)
        if len(successes) > self.window:
            raise RulesError("successes", len(successes), f"at most {self.window}, the window")
        self._distance, self._successes = distance, deque(successes, maxlen=self.window)


def _share(what: str, value: object) -> float:
    """`value` as a number from 0 to 1."""
    number = as_number(what, value)
    if not 0 <= number <= 1:  # nor not-a-number
        raise RulesError(what, number, "a number from 0 to 1")
    return float(number)
