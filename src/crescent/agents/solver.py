"""The agent that knows every card and solves the game before its first move."""

from __future__ import annotations

import random
from typing import Annotated, Final

from crescent.agents.following import Follower
from crescent.agents.options import Between
from crescent.rules import Rules
from crescent.solver.planning import Finisher, Plan, prepare_solving
from crescent.view import View

NODES: Final = Between(1, 100_000_000)


class Solver(Follower):
    """solves the game and plays the line that wins, or else the best that it found; needs all cards face up."""

    def __init__(self, *, seed: int | None = None, nodes: Annotated[int, NODES] = 1_000_000) -> None:
        """Search by `seed`; where something is to be compiled this is when, and not in the midst of a game.

        Args:
            seed: of the searches, and of what chance decides where they find nothing.
            nodes: positions that a search makes at most; a deal takes some 20,000 in the mean.

        Raises:
            WrongTypeError, RulesError: `nodes` is no integer or out of range.
        """
        self._chance = random.Random(seed)
        super().__init__(self._chance)
        self._finisher = Finisher(NODES.checked("nodes", nodes))
        prepare_solving()

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Wherever all cards lie face up."""
        return not rules.face_down

    def plan(self, view: View) -> Plan:
        """The line that wins, or else the best that was found.

        Raises:
            UnknownCardsError: a card is face down.
        """
        return self._finisher.plan(view, self._chance)
