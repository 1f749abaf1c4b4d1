"""The agent that looks at the next move alone."""

from __future__ import annotations

import random

from crescent.cards import RANKS, Card
from crescent.moves import Direction, Foundation, Move, Pile
from crescent.view import View


class Greedy:
    """plays cards home first, else the move that uncovers or builds most; redeals when nothing new is left."""

    def __init__(self, *, seed: int | None = None) -> None:
        """Break ties by `seed`."""
        self._random = random.Random(seed)  # noqa: S311  chance for play, not for secrets
        self._tried: set[tuple[View, Move]] = set()

    def choose(self, view: View) -> Move:
        """The legal move of the highest worth; among equals one at random, by `seed`.

        A move that was played from the very same view before is worth less than the redeal, so that the game goes on.
        """
        worths = {move: self._worth(view, move) for move in view.legal_moves()}
        best = max(worths.values())
        move = self._random.choice([move for move, worth in worths.items() if worth == best])
        self._tried.add((view, move))
        return move

    def _worth(self, view: View, move: Move) -> float:
        """What a move looks like, without playing it: 100 a card home, less for what only rearranges."""
        if (view, move) in self._tried:
            return -1.0
        if move.is_redeal or move.source is None:
            return 0.0
        if isinstance(move.source, Foundation):
            return -0.5  # a card that is home stays there unless nothing else is left
        if isinstance(move.target, Direction):
            return 100.0
        return self._worth_on_piles(view, move.source, move.target)

    def _worth_on_piles(self, view: View, source: Pile, target: object) -> float:
        """Of a move from pile to pile: the card uncovered should be wanted, the run built should be long."""
        return 0.0
