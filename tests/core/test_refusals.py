"""Refusals: what they are about, and their text for programs."""

from __future__ import annotations

from typing import Final

import pytest

from crescent import Reason
from tests.core.games import game_with, late_game

REFUSALS: Final = [
    ("1-2", "not-adjacent (8H onto TH)", 1, 2, "8H", "TH"),
    ("1-3", "not-same-suit (8H onto KD)", 1, 3, "8H", "KD"),
    ("1-A", "not-next-rank (8H onto AH)", 1, "HA", "8H", "AH"),
    ("1-1", "same-place (8H onto 8H)", 1, 1, "8H", "8H"),
    ("SA-1", "base-card (AS onto 8H)", "SA", 1, "AS", "8H"),
]


@pytest.mark.parametrize(("move", "text", "source", "target", "card", "onto"), REFUSALS)
def test_a_refusal_carries_the_cards_and_places_it_is_about(
    move: str, text: str, source: object, target: object, card: str, onto: str
) -> None:
    """The foundation is spelt out, and the text for programs names the cards."""
    refusal = game_with({1: "8H", 2: "TH", 3: "KD"}).position.refusal(move)
    assert refusal is not None
    assert str(refusal) == text
    assert (str(refusal.source), str(refusal.target)) == (str(source), str(target))
    assert (str(refusal.card), str(refusal.onto), str(refusal.move)) == (card, onto, move)


def test_a_refused_redeal_is_about_no_card() -> None:
    """And neither is a move from an empty pile to a foundation, which has no suit to go by."""
    position = late_game([["QS", "KS"]], 11, 13).position
    for move, reason in (("R", Reason.NO_REDEAL), ("2-A", Reason.NOTHING_TO_MOVE), ("2-1", Reason.NOTHING_TO_MOVE)):
        refusal = position.refusal(move)
        assert refusal is not None
        assert (refusal.reason, refusal.card) == (reason, None)
        assert str(refusal) == str(reason)
