"""The agent that looks at the next move alone."""

from __future__ import annotations

import random

from crescent.agents.protocol import choices
from crescent.cards import Card
from crescent.moves import Direction, Foundation, Move, Pile
from crescent.view import View

MOST_TRIED = 10_000
"""Moves that an agent remembers at most; then it forgets them all, so that its memory stays bounded."""


class Greedy:
    """plays cards home first, else what uncovers or builds most; redeals when only repetition is left."""

    def __init__(self, *, seed: int | None = None) -> None:
        """Break ties by `seed`."""
        self._random = random.Random(seed)
        self._tried: set[tuple[View, Move]] = set()
        self._redeals_left = -1

    def choose(self, view: View) -> Move:
        """The legal move of the highest worth; among equals one at random, by `seed`.

        What was played from the very same view before is worth less than the redeal, so that the game goes on.

        Raises:
            WrongTypeError: `view` is no `View`.
            NoLegalMoveError: the game is won or blocked.
        """
        legal = choices(view)
        if view.redeals_left != self._redeals_left or len(self._tried) >= MOST_TRIED:
            self._tried.clear()  # no view of before can come again
            self._redeals_left = view.redeals_left
        piles = view.piles
        worths = {move: self._worth(view, piles, move) for move in legal}
        best = max(worths.values())
        move = self._random.choice([move for move, worth in worths.items() if worth == best])
        self._tried.add((view, move))
        return move

    def _worth(self, view: View, piles: tuple[tuple[Card | None, ...], ...], move: Move) -> float:
        """What a move looks like without playing it: 100 a card home, around 1 for what only rearranges."""
        if (view, move) in self._tried:
            return -2.0
        if move.source is None:
            return 0.0  # the redeal
        if isinstance(move.source, Foundation) or isinstance(move.target, Foundation):
            return -1.0  # a card that is home stays there while there is anything else to do
        if isinstance(move.target, Direction):
            return 100.0
        source = piles[move.source.place]
        worth = 1.0
        if len(source) == 1:
            worth -= 0.5  # an emptied pile is lost as a place
        else:
            worth += _worth_uncovering(view, source[-1], source[-2])
        return worth + 0.5 * _keeps_direction(piles[move.target.place] if isinstance(move.target, Pile) else (), source)


def _worth_uncovering(view: View, top: Card | None, below: Card | None) -> float:
    """Good if the card below is wanted by a foundation now, bad if a run is broken up for it."""
    if below is None or top is None:
        return 0.5  # an unknown card turns up
    wanted = below.rank.order in (view.ascending[below.suit].order + 1, view.descending[below.suit].order - 1)
    return 10.0 * wanted - 0.75 * _adjacent(top, below)


def _keeps_direction(target: tuple[Card | None, ...], source: tuple[Card | None, ...]) -> bool:
    """Whether the moved card carries on a run of the target pile the way it goes."""
    card = source[-1]
    if len(target) < 2 or card is None:
        return False
    top, below = target[-1], target[-2]
    if top is None or below is None or not _adjacent(top, below):
        return False
    return (card.rank.order - top.rank.order) % 13 == (top.rank.order - below.rank.order) % 13


def _adjacent(one: Card, other: Card) -> bool:
    """Same suit, neighbours on the circle of ranks."""
    return one.suit is other.suit and (one.rank.order - other.rank.order) % 13 in (1, 12)
