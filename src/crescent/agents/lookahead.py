"""The agent that looks some plies ahead, as far as the cards are known."""

from __future__ import annotations

import random
from typing import Annotated, Final

from crescent.agents.following import Follower
from crescent.agents.options import Between
from crescent.solver.planning import MOST_PLIES, Plan, Scout, prepare_looking
from crescent.view import View

DEPTH: Final = Between(1, MOST_PLIES)
NODES: Final = Between(1, 100_000)


class Lookahead(Follower):
    """looks ahead over the known cards and plays on to the best position in sight."""

    def __init__(
        self, *, seed: int | None = None, depth: Annotated[int, DEPTH] = 24, nodes: Annotated[int, NODES] = 8_000
    ) -> None:
        """Break ties by `seed`; where something is to be compiled this is when, and not in the midst of a game.

        Args:
            seed: of what chance decides, where nothing in sight is better and no redeal is left.
            depth: plies to look ahead.
            nodes: positions to look at, the most promising first.

        Raises:
            WrongTypeError, RulesError: an option is no integer or out of range.
        """
        super().__init__(random.Random(seed))
        self._depth, self._nodes = DEPTH.checked("depth", depth), NODES.checked("nodes", nodes)
        self._scout: Scout | None = None
        prepare_looking()

    def plan(self, view: View) -> Plan:
        """The moves to the best position in sight."""
        if self._scout is None or self._scout.rules != view.rules:
            self._scout = Scout(view.rules, self._depth, self._nodes)
        return self._scout.plan(view)
