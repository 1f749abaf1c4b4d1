"""A view holds what the player may know and nothing else."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from crescent import Pile, Position, Rules, View, kernel
from tests.laws.strategies import any_rules, hidden_rules, positions


def with_other_hidden_cards(position: Position, seed: int) -> Position:
    """The position with its face-down cards shuffled among their places."""
    row = bytearray(position.row)
    places = [place for place in range(16 * position.rules.pile_capacity) if row[place] > kernel.FACE_DOWN]
    hidden = [row[place] for place in places]
    random.Random(seed).shuffle(hidden)
    for place, card in zip(places, hidden, strict=True):
        row[place] = card
    return Position.from_row(bytes(row), position.rules)


@given(positions(hidden_rules), st.integers())
def test_a_view_never_changes_when_only_hidden_cards_change(position: Position, seed: int) -> None:
    """Equal views, of equal bytes, texts, hashes, legal moves and ends."""
    view, other = position.view(), with_other_hidden_cards(position, seed).view()
    assert view == other
    assert (view.row, str(view), hash(view), repr(view)) == (other.row, str(other), hash(other), repr(other))
    assert (view.legal_moves(), view.outcome, view.piles) == (other.legal_moves(), other.outcome, other.piles)


@given(positions(hidden_rules), st.integers(), st.data())
def test_hidden_cards_show_only_once_exposed(position: Position, seed: int, data: st.DataObject) -> None:
    """After the same move the two views differ at most in the cards that it turned up."""
    other = with_other_hidden_cards(position, seed)
    if not position.legal_moves():
        return
    move = data.draw(st.sampled_from(position.legal_moves()))
    after, other_after = position.play(move).view(), other.play(move).view()
    for pile, other_pile in zip(after.piles, other_after.piles, strict=True):
        assert pile[:-1] == other_pile[:-1]
        assert len(pile) == len(other_pile)
        assert None not in (*pile[-1:], *other_pile[-1:])
    before = position.view().unknown_count
    assert after.unknown_count == other_after.unknown_count <= before
    assert move.is_redeal or after.unknown_count >= before - 1


@given(positions(any_rules))
def test_a_view_is_the_position_without_its_face_down_cards(position: Position) -> None:
    """Card by card; the top of every pile is known, and so is everything where nothing is face down."""
    view = position.view()
    assert (view.ascending, view.descending, view.redeals_left) == (
        position.ascending,
        position.descending,
        position.redeals_left,
    )
    assert (view.heights, view.cards_home, view.rules) == (position.heights, position.cards_home, position.rules)
    for number, (seen, real) in enumerate(zip(view.piles, position.piles, strict=True), 1):
        for depth, card in enumerate(seen):
            down = position.is_face_down(Pile(number), depth)
            assert card == (None if down else real[depth])
        assert view.top(Pile(number)) == position.top(Pile(number)) == (real[-1] if real else None)
    assert view.unknown_count == str(view).count("??") == sum(pile.count(None) for pile in view.piles)
    assert position.rules.face_down or view.unknown_count == 0


@given(positions(hidden_rules), st.data())
def test_a_card_once_up_stays_up(position: Position, data: st.DataObject) -> None:
    """Whatever is played, no known card becomes unknown again."""
    if not position.legal_moves():
        return
    move = data.draw(st.sampled_from(position.legal_moves()))
    known = [card for pile in position.view().piles for card in pile if card is not None]
    after = position.play(move).view()
    known_after = [card for pile in after.piles for card in pile if card is not None]
    assert len(known_after) + after.cards_home >= len(known) + position.cards_home


@given(positions(hidden_rules), st.data())
def test_hiding_changes_no_move(position: Position, data: st.DataObject) -> None:
    """With all its cards turned up the position has the same legal moves, and leads to the same cards."""
    opened = Position.parse(str(position).upper(), replace(position.rules, face_down=False))
    assert opened.legal_moves() == position.legal_moves()
    if position.legal_moves():
        move = data.draw(st.sampled_from(position.legal_moves()))
        assert opened.play(move).piles == position.play(move).piles


@given(positions(any_rules))
def test_a_view_has_no_way_back_to_the_position(position: Position) -> None:
    """Nothing that a view holds is, or leads to, the position."""
    view = position.view()
    held = [getattr(view, name) for kind in type(view).__mro__ for name in getattr(kind, "__slots__", ())]
    assert {bytes, Rules} <= {type(thing) for thing in held} <= {bytes, Rules, tuple, type(None)}
    assert not any(card > kernel.FACE_DOWN for card in view.row[: 16 * view.rules.pile_capacity])
    assert not hasattr(view, "play")
    assert view != position
    assert not hasattr(view, "__dict__")
    assert View.from_row(view.row, view.rules) == view
