"""Games that begin where a test wants them."""

from __future__ import annotations

from crescent import Game, Position
from tests.boards import cards_left, text_of, text_with


def game_with(piles: dict[int, str], redeals: int = 3) -> Game:
    """A normal game from a position with these piles."""
    return Game(Position.parse(text_with(piles, redeals=redeals)), clock=lambda: 0.0)


def late_game(spades: list[list[str]], ascending: int, descending: int, redeals: int = 0) -> Game:
    """A game in which only spades are left, and their foundations are so high.

    The first piles are those given; what is not in them lies in the last two.
    """
    heights = [ascending, 13, 13, 13, descending, 13, 13, 13]
    others = cards_left(heights)
    for card in (card for pile in spades for card in pile):
        others.remove(card)
    piles = [*spades, *([] for _ in range(14 - len(spades))), others[::2], others[1::2]]
    return Game(Position.parse(text_of(piles, heights, redeals)), clock=lambda: 0.0)
