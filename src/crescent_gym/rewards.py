"""What an agent is paid for a legal action, by name or as a function of one's own.

A plug-in names such a function, or a class without arguments whose instances are called, under the entry-point group
`crescent_gym.rewards`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from crescent.errors import InvalidValueError, WrongTypeError, shown
from crescent.outcome import Outcome
from crescent.registry import Registry
from crescent.rules import Rules
from crescent_gym.errors import ArgumentTypeError

CARDS_TO_PLAY = 96
"""Cards in the piles at the deal; a won game has brought all of them to the foundations."""


class Transition(NamedTuple):
    """One legal action and what it did, as the player may know it.

    Attributes:
        before: the view's row before the action, read-only uint8 of shape (16 * capacity + 25,), laid out as
            `crescent.kernel` says.
        action: the action index, 0 to 408.
        after: the view's row after it.
        change: the change in cards on the foundations: 1, 0 or -1.
        outcome: how the game ended with it, None where it goes on.
        rules: what is played.
    """

    before: NDArray[np.uint8]
    action: int
    after: NDArray[np.uint8]
    change: int
    outcome: Outcome | None
    rules: Rules


class Reward(Protocol):
    """Pays for a legal action.  It must pickle (a function of a module does, a lambda does not)."""

    def __call__(self, transition: Transition, /) -> float:
        """The reward, a finite number."""
        ...


def progress(transition: Transition) -> float:
    """1/96 for each card that comes to the foundations, -1/96 for one that leaves them: a win sums to 1.

    From a deal, that is; from a position that has cards home already a win sums to what was left.
    """
    return transition.change / CARDS_TO_PLAY


def sparse(transition: Transition) -> float:
    """1 for the action that wins, 0 for every other."""
    return 1.0 if transition.outcome is Outcome.WON else 0.0


def as_reward(entry: object) -> Reward:
    """`entry` itself, or what it makes when it is a class.

    Raises:
        ArgumentTypeError: that cannot be called.
    """
    made = cast("Callable[[], object]", entry)() if isinstance(entry, type) else entry
    if not callable(made):
        raise ArgumentTypeError("a reward", "a function of a Transition", made)
    return cast("Reward", made)


def amount(value: object) -> float:
    """A reward's value as a plain float.

    Raises:
        WrongTypeError: it is no number.
        InvalidValueError: it is not finite.
    """
    try:
        number = float(cast("float", value)) if not isinstance(value, str) else None
    except (TypeError, ValueError, OverflowError):
        number = None
    if number is None:
        raise WrongTypeError("a reward's value", "a number", value)
    if not math.isfinite(number):
        raise InvalidValueError(f"a reward's value must be finite, not {shown(number)}")
    return number


rewards: Registry[Reward] = Registry("reward", "crescent_gym.rewards", lambda _name, entry: as_reward(entry))
"""The registry: iterate for names, `rewards.register(name, reward)` for your own."""

rewards.register("progress", progress)
rewards.register("sparse", sparse)
