"""What every registered variant keeps to, built in or plugged in."""

from __future__ import annotations

import random

import pytest

from crescent import Game, GameCode, Outcome, Position, Record, Variant, View, variants

NAMES = variants.names()


@pytest.fixture(params=NAMES)
def variant(request: pytest.FixtureRequest) -> Variant:
    """Each variant in turn."""
    return variants[request.param]


def test_name_and_tag_lead_to_the_variant(variant: Variant) -> None:
    """And to no other; the description is one line for people."""
    assert variants[variant.name] is variant
    assert variants.by_tag(variant.tag) is variant
    assert variant.description
    assert variant.description.isprintable()


def test_its_codes_deal_valid_positions(variant: Variant) -> None:
    """Every number, in its own rules, read back from code, text and row; views too."""
    rng = random.Random(variant.name)
    for number in (0, 2**35 - 1, *(rng.randrange(2**35) for _ in range(10))):
        code = GameCode.parse(str(GameCode(number, variant)))
        position = code.deal()
        assert position.rules == variant.rules
        assert Position.parse(str(position), variant.rules) == position
        assert Position.from_row(position.row, variant.rules) == position
        assert View.parse(str(position.view()), variant.rules) == position.view()
        assert position.redeals_left == variant.rules.redeals
        assert position.heights == (6,) * 16


def test_random_games_of_it_stay_valid_and_are_recorded(variant: Variant) -> None:
    """Every position on the way is one that its reader accepts; the record reads back and ends where play ended."""
    rng = random.Random(variant.name)
    for _ in range(3):
        game = Game(GameCode(rng.randrange(2**35), variant), clock=lambda: 0.0)
        for _ in range(60):
            if not game.legal_moves():
                break
            move = game.play(rng.choice(game.legal_moves()))
            assert move.index < variant.rules.action_count
            assert Position.from_row(game.position.row, variant.rules) == game.position
        record = Record.parse(str(game.record()))
        assert record.end == game.position
        assert record.variant.rules == variant.rules


def test_it_runs_out_of_redeals(variant: Variant) -> None:
    """After all of them the next is refused, and a game without another move is blocked."""
    position = GameCode(1, variant).deal()
    for _ in range(variant.rules.redeals):
        position = position.play("R")
    refusal = position.refusal("R")
    assert refusal is not None
    assert str(refusal.reason) == "no-redeal"
    assert position.outcome is (None if position.legal_moves() else Outcome.BLOCKED)
