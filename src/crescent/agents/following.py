"""What agents that plan have in common: they follow a plan while it holds, and know what to do without one."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod

from crescent.agents.protocol import choices
from crescent.moves import Move
from crescent.rules import Rules
from crescent.solver.planning import Plan
from crescent.view import View

MOST_TRIED = 10_000
"""Moves that an agent remembers at most; then it forgets them all, so that its memory stays bounded."""


class Follower(ABC):
    """An agent that follows plans.

    A plan holds as long as the game passes through the views that it foresees; a card that turns up ends it.  Each plan
    leads to something better, so that the game cannot go round in circles; where there is none, the agent redeals, and
    without a redeal it plays at random what it has not tried from there.
    """

    def __init__(self, chance: random.Random) -> None:
        """Take what chance decides from `chance`."""
        self._random = chance
        self._rules: Rules | None = None
        self._planned: dict[bytes, int] = {}
        self._tried: set[tuple[bytes, Move]] = set()

    @abstractmethod
    def plan(self, view: View) -> Plan:
        """What to play from here; no actions where nothing in sight is better."""

    def choose(self, view: View) -> Move:
        """The next move of the plan, of a new one where there is none for this view.

        Raises:
            WrongTypeError: `view` is no `View`.
            NoLegalMoveError: the game is won or blocked.
        """
        legal = choices(view)
        if len(legal) == 1:
            return legal[0]
        if view.rules != self._rules:  # another game: its rows may be the same, and moves legal that were not
            self._rules = view.rules
            self._planned.clear()
            self._tried.clear()
        if view.row not in self._planned:
            plan = self.plan(view)
            self._planned = dict(zip(plan.rows, plan.actions, strict=True))
        action = self._planned.get(view.row)
        if action is not None:
            return Move.from_index(action)
        return Move.REDEAL if Move.REDEAL in legal else self._untried(view, legal)

    def _untried(self, view: View, legal: tuple[Move, ...]) -> Move:
        """A move at random, one that was not tried from here before if there is one."""
        if len(self._tried) >= MOST_TRIED:
            self._tried.clear()
        fresh = [move for move in legal if (view.row, move) not in self._tried]
        move = self._random.choice(fresh or legal)
        self._tried.add((view.row, move))
        return move
