"""Views to draw: deals and later boards of every kind, and what a picture of one must show."""

from __future__ import annotations

import random
from typing import Final

from crescent import Direction, Game, Position, Rules, View, deal, variants
from crescent.moves import PLACES, Place
from crescent.text.scene import height_of
from tests.boards import STAGES, random_board, random_heights

CODE: Final = "CR1-N-AAAAAAB"
RULES: Final = {name: variants[name].rules for name in ("normal", "hidden", "classic")}


def random_view(number: int) -> View:
    """Any view: crowded or nearly won, of a variant with hidden cards, of one with tall piles, or of the normal one."""
    rng = random.Random(number)
    rules = rng.choice(list(RULES.values()))
    text = random_board(
        rng,
        random_heights(rng, rng.choice(STAGES)),
        redeals=rng.randint(0, rules.redeals),
        capacity=rules.pile_capacity,
        face_down=rules.face_down,
    )
    return Position.parse(text, rules).view()


def won() -> View:
    """The end of a won game: every pile is empty."""
    return Position.parse(f"{'/'.join('-' * 16)} KKKK AAAA 0").view()


def midgame(variant: str = "normal", plies: int = 60) -> Position:
    """A position some way into a game, the same every time."""
    rng = random.Random(7)
    game = Game(f"CR1-{variants[variant].tag}-AAAAAAB")
    for _ in range(plies):
        moves = game.legal_moves()
        home = [move for move in moves if isinstance(move.target, Direction)]
        game.play(rng.choice(home or moves))
    return game.position


def labels(view: View) -> dict[Place, str]:
    """What stands under each place: its name and its count."""
    return {place: f"{place} ×{height_of(view, place)}" for place in PLACES}


def shown(view: View) -> dict[Place, list[str]]:
    """The cards that can be seen of each place with its pile fanned out, bottom first, `??` from behind."""
    cards = {place: ["??" if card is None else str(card) for card in view.piles[place.place]] for place in PLACES[:16]}
    tops = {place: view.top(place) for place in PLACES[16:]}
    return {**cards, **{place: [str(top)] for place, top in tops.items()}}


def tall(height: int) -> View:
    """A view with one pile along the top and one at each side of so many cards, as far as the cards go."""
    rules = Rules(pile_capacity=31)
    cards = [card for pile in deal("CR1-N-AAAAAAB").piles for card in pile]
    piles: list[list[str]] = [[] for _ in range(16)]
    for at in (0, 7, 15):
        piles[at] = [str(cards.pop()) for _ in range(height)]
    free = [pile for pile in piles if not pile]
    for at, card in enumerate(cards):
        free[at % len(free)].append(str(card))
    return Position.parse(f"{'/'.join(map(''.join, piles))} AAAA KKKK 3", rules).view()
