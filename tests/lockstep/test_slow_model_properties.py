"""Properties of the slow model that hold in every variant, over deals and random games."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lockstep.slow_model import (
    PILES,
    SLOW_VARIANTS,
    SOURCES,
    TARGETS,
    SlowGame,
    SlowIllegalMoveError,
    SlowRules,
    action_table,
)

NORMAL = SLOW_VARIANTS["N"]
HIDDEN = SLOW_VARIANTS["H"]

variants = st.sampled_from(sorted(SLOW_VARIANTS))
any_rules = st.one_of(
    st.sampled_from(list(SLOW_VARIANTS.values())),
    st.builds(
        SlowRules,
        redeals=st.integers(0, 99),
        pile_capacity=st.integers(6, 31),
        face_down=st.booleans(),
        wrap=st.booleans(),
        foundation_to_pile=st.booleans(),
    ),
)
code_numbers = st.integers(0, 2**35 - 1)


def random_game(number: int, rules: SlowRules, plies: int) -> SlowGame:
    """A deal after some random plies that prefer the foundations, so that games come to something."""
    game = SlowGame.deal(number, rules)
    chooser = random.Random(number)
    for _ in range(plies):
        legal = game.legal()
        if not legal:
            break
        up = [action for action in legal if 240 <= action < 272]
        game.play(chooser.choice(up or legal))
    return game


def table_spelling(game: SlowGame, source: str, target: str) -> tuple[str, str] | None:
    """The pair as the table of actions writes it; None where no card of the source's suit could go."""
    if source in PILES and target in PILES:
        return source, target
    if source in PILES:
        top = game.piles[source][-1:]
        fits = len(target) == 1 or [card.suit for card in top] == [target[0]]
        return (source, target[-1]) if fits else None
    return source, target if len(target) == 2 or target in PILES else source[0] + target


@settings(max_examples=40, deadline=None)
@given(number=code_numbers, rules=any_rules, plies=st.integers(0, 60))
def test_the_two_readings_of_the_rules_agree(number: int, rules: SlowRules, plies: int) -> None:
    """An action is legal exactly when nothing refuses it, in every variant and position."""
    game = random_game(number, rules, plies)
    unrefused = [
        action for action, (source, target) in enumerate(action_table(rules)) if game.refusal(source, target) is None
    ]
    assert game.legal() == unrefused


@settings(max_examples=30, deadline=None)
@given(number=code_numbers, rules=any_rules, plies=st.integers(0, 60))
def test_every_pair_of_places_has_an_answer(number: int, rules: SlowRules, plies: int) -> None:
    """A pair is allowed only where it names, in any spelling, an action that is legal."""
    game = random_game(number, rules, plies)
    legal = {action_table(rules)[action] for action in game.legal()}
    for source in SOURCES:
        for target in TARGETS:
            assert (game.refusal(source, target) is None) == (table_spelling(game, source, target) in legal)


@settings(max_examples=30, deadline=None)
@given(number=code_numbers, rules=any_rules, plies=st.integers(0, 80))
def test_no_card_is_lost_or_made(number: int, rules: SlowRules, plies: int) -> None:
    """At any time the 16 piles and 8 foundations hold two full packs, and no pile is too tall."""
    game = random_game(number, rules, plies)
    places = [*game.piles.values(), *game.foundations.values()]
    assert Counter((card.rank, card.suit) for cards in places for card in cards) == Counter(
        {(rank, suit): 2 for rank in "A23456789TJQK" for suit in "SHDC"}
    )
    assert max(len(cards) for cards in game.piles.values()) <= rules.pile_capacity


@settings(max_examples=30, deadline=None)
@given(number=code_numbers, rules=any_rules, plies=st.integers(0, 80))
def test_the_position_text_describes_the_position_wholly(number: int, rules: SlowRules, plies: int) -> None:
    """Reading a text back gives the same text and the same legal actions."""
    game = random_game(number, rules, plies)
    again = SlowGame.from_text(game.text(), rules)
    assert (again.text(), again.view_text(), again.legal()) == (game.text(), game.view_text(), game.legal())


@settings(max_examples=30, deadline=None)
@given(number=code_numbers, plies=st.integers(0, 60))
def test_a_hidden_game_is_the_open_game_with_cards_face_down(number: int, plies: int) -> None:
    """Facing changes no move: upper-cased, the texts agree; tops are up; what is up stays up."""
    hidden, opened = SlowGame.deal(number, HIDDEN), SlowGame.deal(number, NORMAL)
    chooser = random.Random(number)
    face_down = 80
    for _ in range(plies):
        assert hidden.text().upper() == opened.text() == opened.view_text()
        assert all(cards[-1].face_up for cards in hidden.piles.values() if cards)
        assert hidden.view_text().count("??") == sum(character in "shdc" for character in hidden.text()) <= face_down
        face_down = hidden.view_text().count("??")
        assert hidden.legal() == opened.legal()
        if not opened.legal():
            break
        action = chooser.choice(opened.legal())
        hidden.play(action)
        opened.play(action)


@settings(max_examples=20, deadline=None)
@given(number=code_numbers, tag=variants)
def test_the_number_alone_deals_the_cards(number: int, tag: str) -> None:
    """The same number deals the same cards in every variant; only facing and redeals differ."""
    dealt = SlowGame.deal(number, SLOW_VARIANTS[tag]).text().upper().rsplit(" ", 1)
    assert dealt == [SlowGame.deal(number, NORMAL).text().rsplit(" ", 1)[0], str(SLOW_VARIANTS[tag].redeals)]


@settings(max_examples=20, deadline=None)
@given(number=code_numbers, plies=st.integers(0, 40))
def test_a_refused_action_changes_nothing(number: int, plies: int) -> None:
    """Playing an illegal action raises with the reason that `refusal` gives, and leaves the position."""
    game = random_game(number, NORMAL, plies)
    before = game.text()
    for action in set(range(281)) - set(game.legal()):
        with pytest.raises(SlowIllegalMoveError) as caught:
            game.play(action)
        assert caught.value.reason == game.refusal(*action_table(NORMAL)[action])
    assert game.text() == before
