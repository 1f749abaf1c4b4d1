"""Values behave like values: immutable, equal by content, hashable, picklable, copyable."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import (
    Card,
    Direction,
    Foundation,
    Game,
    GameCode,
    Move,
    Outcome,
    Pile,
    Position,
    Rank,
    Reason,
    Record,
    Rules,
    RulesError,
    Suit,
    Variant,
    View,
    WrongTypeError,
    variants,
)
from crescent.moves import FOUNDATIONS, PILES
from tests.laws.strategies import any_move, any_rules, any_variant, cards, codes, positions

values: st.SearchStrategy[object] = st.one_of(
    cards,
    any_move,
    any_rules,
    any_variant,
    codes,
    positions(),
    positions().map(lambda position: position.view()),
    st.sampled_from((*PILES, *FOUNDATIONS)),
    st.sampled_from((*Suit, *Rank, *Direction, *Outcome, *Reason)),
    st.builds(lambda position, move: position.refusal(move), positions(), any_move),
    codes.map(lambda code: Game(code, clock=lambda: 0.0).record({"Player": "A"})),
)


@given(values)
def test_values_survive_pickle_and_copy(value: object) -> None:
    """By every protocol; the copy is equal, of the same type, with the same hash and text."""
    copies = [copy.copy(value), copy.deepcopy(value)]
    copies += [pickle.loads(pickle.dumps(value, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)]
    for other in copies:
        assert other == value
        assert type(other) is type(value)
        assert hash(other) == hash(value)
        assert (str(other), repr(other)) == (str(value), repr(value))


@pytest.mark.parametrize(
    "value",
    [
        Card.parse("10S"),
        Move.REDEAL,
        *(PILES[0], FOUNDATIONS[0]),
        *(variants["normal"], variants["normal"].rules, GameCode(1)),
        *(GameCode(1).deal(), GameCode(1).deal().view()),
        GameCode(1).deal().refusal(Move(PILES[0], PILES[0])),
    ],
    ids=lambda value: type(value).__name__,
)
def test_values_take_no_attribute_of_somebody_else(value: object) -> None:
    """They have slots: small where there are millions, and nothing can be hung on to one."""
    assert not hasattr(value, "__dict__")


@given(values, values)
def test_equal_values_have_equal_hashes(one: object, other: object) -> None:
    """And values of different kinds are never equal."""
    if one == other:
        assert hash(one) == hash(other)
        assert type(one) is type(other)
    assert (one == other) == (other == one)


@given(positions(), positions())
def test_positions_are_equal_exactly_when_bytes_and_rules_are(one: Position, other: Position) -> None:
    """A view is never equal to a position."""
    assert (one == other) == ((one.row, one.rules) == (other.row, other.rules))
    assert one != one.view()
    assert one != one.row
    assert {one: 1}[Position.from_row(one.row, one.rules)] == 1


@pytest.mark.parametrize(
    ("value", "field"),
    [
        (Card(Rank.ACE, Suit.SPADES), "rank"),
        (Pile(1), "number"),
        (Foundation(Suit.SPADES, Direction.ASCENDING), "suit"),
        (Move.REDEAL, "source"),
        (Rules(), "redeals"),
        (Variant("some", "S"), "name"),
        (GameCode(1), "number"),
        (Game("CR1-N-AAAAAAA").record(), "moves"),
        (Position.deal(1).refusal("1-1"), "reason"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else value,
)
def test_fields_cannot_be_set(value: object, field: str) -> None:
    """Neither changed nor deleted."""
    before = getattr(value, field)
    with pytest.raises(FrozenInstanceError):
        setattr(value, field, None)
    with pytest.raises(FrozenInstanceError):
        delattr(value, field)
    assert getattr(value, field) is before


@pytest.mark.parametrize("number", [*range(-1, 19), 10**30, -(10**30)])
def test_a_pile_is_one_of_sixteen(number: int) -> None:
    """Every other number is refused, those beside the first and the last one too."""
    if 1 <= number <= 16:
        assert PILES[number - 1] == Pile(number)
    else:
        with pytest.raises(RulesError, match=f"a pile's number must be an integer from 1 to 16, not {number}"):
            Pile(number)


@pytest.mark.parametrize("value", [Position.deal(1), Position.deal(1).view()], ids=["position", "view"])
def test_boards_cannot_be_changed(value: Position | View) -> None:
    """No public attribute can be set, none added, and what they hand out is read-only or a copy."""
    for name in ("piles", "ascending", "row", "rules", "redeals_left", "heights", "anything_else"):
        with pytest.raises(AttributeError):
            setattr(value, name, None)
    assert isinstance(value.row, bytes)
    assert isinstance(value.piles, tuple)
    assert isinstance(value.piles[0], tuple)
    for mapping in (value.ascending, value.descending):
        with pytest.raises(TypeError):
            mapping[Suit.SPADES] = Rank.KING  # type: ignore[index]  # that it is refused is the point


def test_a_records_tags_cannot_be_changed() -> None:
    """Neither through the record nor through the mapping that it was made with."""
    tags = {"Player": "A"}
    record = Record(Position.deal(1), tags=tags)
    tags["Player"] = "B"
    with pytest.raises(TypeError):
        record.tags["Player"] = "C"  # type: ignore[index]  # that it is refused is the point
    assert dict(record.tags) == {"Player": "A"}
    assert hash(record) == hash(Record(Position.deal(1)))


@given(st.sampled_from(Rank), st.sampled_from(Rank))
def test_ranks_compare_as_they_come(one: Rank, other: Rank) -> None:
    """From the ace, the lowest, to the king; with nothing but ranks."""
    assert (one < other, one <= other) == (one.order < other.order, one.order <= other.order)
    assert (one > other, one >= other) == (one.order > other.order, one.order >= other.order)
    for thing in (one.order, one.letter, Suit.SPADES):
        with pytest.raises(TypeError):
            one < thing  # noqa: B015  that it is refused is the point


@given(cards, st.sampled_from([None, 1, "A", "S", True]))
def test_a_card_has_a_rank_and_a_suit(card: Card, thing: object) -> None:
    """Nothing else makes one, not even the letters or the two the wrong way round."""
    assert Card(card.rank, card.suit) == card
    for rank, suit in ((thing, card.suit), (card.rank, thing), (card.suit, card.rank)):
        with pytest.raises(WrongTypeError, match=r"a card's (rank must be a Rank|suit must be a Suit), not"):
            Card(rank, suit)  # type: ignore[arg-type]  # that it is refused is the point


def test_suits_and_ranks_come_in_their_order() -> None:
    """♠ ♥ ♦ ♣ and ace to king; the order that indices and texts use."""
    assert "".join(suit.symbol for suit in Suit) == "♠♥♦♣"
    assert "".join(suit.letter for suit in Suit) == "SHDC"
    assert [suit.order for suit in Suit] == [0, 1, 2, 3]
    assert [suit.is_red for suit in Suit] == [False, True, True, False]
    assert "".join(rank.letter for rank in Rank) == "A23456789TJQK"
    assert [rank.order for rank in Rank] == list(range(13))
    assert [str(direction) + direction.letter for direction in Direction] == ["AA", "KK"]
