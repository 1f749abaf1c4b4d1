"""What an agent is, and what makes one."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from crescent.moves import Move
from crescent.view import View


@runtime_checkable
class Agent(Protocol):
    """A player.  It sees what the player may know and nothing else."""

    def choose(self, view: View) -> Move:
        """The move to play here, one of `view.legal_moves()`; called only where there is one."""
        ...


class AgentFactory(Protocol):
    """Makes a fresh agent; a class whose `__init__` takes `seed` is one.

    Its docstring's first line describes the agent in listings.
    """

    def __call__(self, *, seed: int | None) -> Agent:
        """An agent that plays the same for the same seed, or differently every time for None."""
        ...
