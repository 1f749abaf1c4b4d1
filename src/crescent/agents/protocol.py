"""What an agent is, and what makes one."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from crescent.errors import NoLegalMoveError, WrongTypeError
from crescent.moves import Move
from crescent.view import View


@runtime_checkable
class Agent(Protocol):
    """A player.  It sees what the player may know and nothing else."""

    def choose(self, view: View) -> Move:
        """The move to play here, one of `crescent.agents.choices(view)`, which raises where there is none."""
        ...


class AgentFactory(Protocol):
    """Makes a fresh agent; a class whose `__init__` takes `seed` is one.

    Its docstring's first line describes the agent in listings.  Further keyword arguments, each with a default, are
    the agent's options, to be given in its name: `lookahead(depth=2)`; see `crescent.agents.options`.  An attribute
    `plays`, a function of `Rules`, says by which rules it plays where that is not by any.
    """

    def __call__(self, *, seed: int | None) -> Agent:
        """An agent that plays the same for the same seed, or differently every time for None."""
        ...


def choices(view: View) -> tuple[Move, ...]:
    """What an agent may choose from: the legal moves in index order, at least one.

    Raises:
        WrongTypeError: `view` is no `View`; a position would show the hidden cards.
        NoLegalMoveError: the game is won or blocked.
    """
    if not isinstance(view, View):
        raise WrongTypeError("what an agent is shown", "a View", view)
    moves = view.legal_moves()
    if not moves:
        raise NoLegalMoveError(view)
    return moves
