"""Texts of valid positions, made from a source of chance and without the library under test.

A deal shows little: no pile is full, no foundation has grown, no card has turned up. These positions begin
anywhere, also one move before the end, so that tests reach what long games alone would reach.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def cards_left(heights: Sequence[int]) -> list[str]:
    """The cards that lie in the piles when the foundations (four ascending, then four descending) are so high."""
    cards = []
    for suit, ascending, descending in zip(SUITS, heights[:4], heights[4:], strict=True):
        for order, rank in enumerate(RANKS):
            copies = 2 - (order < ascending) - (order >= 13 - descending)
            cards += [rank + suit] * copies
    return cards


def text_of(piles: Sequence[Sequence[str]], heights: Sequence[int], redeals: int) -> str:
    """The position text of these piles (bottom first), foundations and redeals."""
    ascending = "".join(RANKS[height - 1] for height in heights[:4])
    descending = "".join(RANKS[13 - height] for height in heights[4:])
    return f"{'/'.join(''.join(pile) or '-' for pile in piles)} {ascending} {descending} {redeals}"


def text_with(wanted: dict[int, str], *, redeals: int) -> str:
    """A position text in which the piles with these numbers are as wanted; all other cards lie in other piles."""
    piles: list[list[str]] = [[] for _ in range(16)]
    cards = cards_left([1] * 8)
    for number, text in wanted.items():
        piles[number - 1] = [text[at : at + 2] for at in range(0, len(text), 2)]
        for card in piles[number - 1]:
            cards.remove(card)
    free = [pile for pile in piles if not pile]
    for at, card in enumerate(cards):
        free[at % len(free)].append(card)
    return text_of(piles, [1] * 8, redeals)


def random_board(
    rng: random.Random, heights: Sequence[int], *, redeals: int, capacity: int = 13, face_down: bool = False
) -> str:
    """A position text with these foundations: the other cards lie anywhere, in few tall piles or many low ones.

    Args:
        rng: decides where each card lies, and which covered ones are face down.
        heights: cards on the four ascending, then the four descending foundations, each 1 to 13.
        redeals: redeals left.
        capacity: most cards in a pile, 6 to 31.
        face_down: whether covered cards may be face down.
    """
    cards = cards_left(heights)
    rng.shuffle(cards)
    piles: list[list[str]] = [[] for _ in range(16)]
    unevenness = rng.choice((0, 2, 6))
    weights = [rng.random() ** unevenness + 0.001 for _ in piles]
    for card in cards:
        room = [0.0 if len(pile) >= capacity else weight for pile, weight in zip(piles, weights, strict=True)]
        rng.choices(piles, room)[0].append(card)
    if face_down:
        for pile in piles:
            pile[:-1] = [card[0] + (card[1].lower() if rng.random() < 0.5 else card[1]) for card in pile[:-1]]
    return text_of(piles, heights, redeals)


STAGES = ("crowded", "anywhere", "near the end", "last cards")


def random_heights(rng: random.Random, stage: str) -> list[int]:
    """Heights of the eight foundations at one of the `STAGES` of a game."""
    few, many = 1 + int(rng.expovariate(1)), 12 - int(rng.expovariate(0.4))
    if stage == "crowded":
        return [min(13, rng.randint(1, few)) for _ in range(8)]
    if stage == "last cards":
        return [13 - (rng.random() < 0.3) for _ in range(8)]
    return [rng.randint(1 if stage == "anywhere" else max(1, many), 13) for _ in range(8)]
