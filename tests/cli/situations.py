"""Positions in which everything happens that a player can meet, as record texts to be played on."""

from __future__ import annotations

from collections.abc import Mapping

from crescent import Reason
from tests.boards import cards_left, text_of


def record_of(position: str, variant: str = "normal") -> str:
    """A record that begins at a position and goes no further."""
    return f'[Position "{position}"]\n[Variant "{variant}"]\n\n'


def arranged(heights: list[int], tops: Mapping[int, str], *, empty: int, full: int, redeals: int) -> str:
    """A position text with these foundations, these top cards by pile number, one empty pile and one of 13 cards."""
    cards = cards_left(heights)
    for top in tops.values():
        cards.remove(top)
    piles: list[list[str]] = [[] for _ in range(16)]
    for _ in range(12):
        piles[full - 1].append(cards.pop())
    others = [number for number in range(1, 17) if number not in (empty, full)]
    for index, card in enumerate(cards):
        piles[others[index % len(others)] - 1].append(card)
    for number, top in tops.items():
        piles[number - 1].append(top)
    return text_of(piles, heights, redeals)


REFUSING = record_of(
    arranged(
        [13, 1, 2, 1, 1, 1, 1, 1],
        {2: "9H", 3: "8H", 4: "JC", 5: "3H", 6: "QS"},
        empty=1,
        full=2,
        redeals=0,
    )
)
"""Spades are complete upwards, pile 1 is empty, pile 2 full, no redeal is left, and some moves are legal."""

REFUSED = {
    Reason.NOTHING_TO_MOVE: "1 3",
    Reason.SAME_PLACE: "3 3",
    Reason.BASE_CARD: "HA HK",
    Reason.NEVER_BACK_TO_A_PILE: "DA 3",
    Reason.TARGET_EMPTY: "3 1",
    Reason.NOT_SAME_SUIT: "3 4",
    Reason.FOUNDATION_COMPLETE: "6 A",
    Reason.NOT_NEXT_RANK: "3 A",
    Reason.NOT_ADJACENT: "3 5",
    Reason.PILE_FULL: "3 2",
    Reason.NO_REDEAL: "r",
}
"""What is refused in `REFUSING`, by the reason; but for `GAME_OVER` all there are."""

EMPTY: list[list[str]] = [[] for _ in range(13)]

WINNING = record_of(text_of([["AC"], *EMPTY, [], []], [13] * 7 + [12], 1))
"""The last card lies on pile 1: `1 K` wins."""

WON = record_of(text_of([["2C"], ["AC"], *EMPTY, []], [13] * 7 + [11], 1)) + "1. 1-K 2-K\n"
"""A game won with two moves."""

BLOCKING = record_of(text_of([["QS", "KS"], ["AC"], *EMPTY, []], [11] + [13] * 6 + [12], 0))
"""`2 K` leaves a queen under the king that waits for it: blocked."""

BLOCKED = record_of(text_of([["QS", "KS"], [], *EMPTY, []], [11] + [13] * 7, 0))
"""The same, with nothing to take back."""

REDEAL_BLOCKS = record_of(text_of([["QS", "JS", "KS"], [], *EMPTY, []], [10] + [13] * 7, 1))
"""The only redeal changes nothing: blocked after it, and the history is empty."""
