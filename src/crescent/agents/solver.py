"""The agent that knows every card and solves the game before its first move."""

from __future__ import annotations

import random
from typing import Annotated, Final

from crescent.agents.options import Between
from crescent.agents.protocol import choices
from crescent.moves import Move
from crescent.rules import Rules
from crescent.solver import Status, solve
from crescent.solver.guesses import known_position, moves_by_view
from crescent.view import View

NODES: Final = Between(1, 100_000_000)


class Solver:
    """solves the game and plays the line that wins, or else the best that it found; needs all cards face up."""

    def __init__(self, *, seed: int | None = None, nodes: Annotated[int, NODES] = 1_000_000) -> None:
        """Search by `seed`.

        Args:
            seed: of the search.
            nodes: positions that a search makes at most; a deal takes some 20,000 in the mean.

        Raises:
            WrongTypeError, RulesError: `nodes` is no integer or out of range.
        """
        self._nodes = NODES.checked("nodes", nodes)
        self._random = random.Random(seed)
        self._line: dict[View, tuple[Move, ...]] = {}
        self._given_up: tuple[int, int] | None = None

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Wherever all cards lie face up."""
        return not rules.face_down

    def choose(self, view: View) -> Move:
        """The next move of the line that was found.

        It searches anew only where the game has left that line, or where the line ends short of a win.  Where a search
        finds nothing better, it redeals, else plays at random until one more card is home.

        Raises:
            WrongTypeError: `view` is no `View`.
            NoLegalMoveError: the game is won or blocked.
            UnknownCardsError: a card is face down.
        """
        legal = choices(view)
        if view not in self._line:
            self._search(view)
        line = self._line.get(view)
        if line:
            return line[0]
        return Move.REDEAL if Move.REDEAL in legal else self._random.choice(legal)

    def _search(self, view: View) -> None:
        """Look for a line from here, unless one was looked for in vain since a card came home or a redeal was used."""
        position = known_position(view)
        state = (view.cards_home, view.redeals_left)
        if state == self._given_up:
            return
        solution = solve(position, nodes=self._nodes, seed=self._random.getrandbits(64))
        self._line = moves_by_view(view, solution.moves)
        self._given_up = None if solution.status is Status.SOLVED or solution.moves else state
