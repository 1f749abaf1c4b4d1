"""What is no position, and that its reader lists every fault at once, for texts and for rows."""

from __future__ import annotations

import re
from itertools import repeat
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crescent
from crescent import (
    Card,
    NoConstructorError,
    Pile,
    Position,
    PositionError,
    Rank,
    Rules,
    RulesError,
    Suit,
    View,
    WrongTypeError,
    kernel,
)
from tests.boards import text_with

HIDDEN: Final = Rules(face_down=True)
START: Final = crescent.deal("CR1-N-AAAAAAB")
TEXT: Final = str(START)
HIDDEN_TEXT: Final = str(Position.deal(1, HIDDEN))
VIEW_TEXT: Final = str(Position.deal(1, HIDDEN).view())
EMPTY: Final = "/".join("-" * 16)
UNKNOWN_CARD: Final = "this is a view of a game with hidden cards (unknown cards: 1, the first in pile 1)"


def faults_of(text: str, rules: Rules = Rules()) -> tuple[str, ...]:  # noqa: B008  Rules is frozen, one default serves all
    """The faults of a text read as a position."""
    with pytest.raises(PositionError) as caught:
        Position.parse(text, rules)
    assert caught.value.text == text
    for fault in caught.value.faults:
        assert fault in str(caught.value)
    return caught.value.faults


def view_faults_of(text: str, rules: Rules = HIDDEN) -> tuple[str, ...]:
    """The faults of a text read as a view."""
    with pytest.raises(PositionError) as caught:
        View.parse(text, rules)
    return caught.value.faults


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("3H9SJS2HTS5H", "3H9SJS2HTS5X", ["pile 1 has '5X', which is no card", "1 copy of 5H instead of 2"]),
        ("3H9SJS2HTS5H", "3H9SJS2HTS5", ["pile 1 has '5', which is no card", "1 copy of 5H instead of 2"]),
        ("3H9SJS2HTS5H", "3H9SJS2HTS6H", ["1 copy of 5H instead of 2", "3 copies of 6H instead of 2"]),
        ("3H9SJS2HTS5H", "3H9SJS2HTS", ["1 copy of 5H instead of 2"]),
        ("3H9SJS2HTS5H", "3H9SJS2HTS5HAS", ["3 copies of AS instead of 2"]),
        ("3H9SJS2HTS5H/", "", ["15 piles instead of 16", *("1 copy",) * 6]),
        ("3H9SJS2HTS5H/", "3H9SJS2HTS5H/AS/", ["17 piles instead of 16", "3 copies of AS instead of 2"]),
        ("3H9SJS2HTS5H/", "3H9SJS2HTS5H/-/", ["17 piles instead of 16"]),
        ("3H9SJS2HTS5H/6C", "3H9SJS2HTS5H6C/", []),
        (
            "3H9SJS2HTS5H/6CTH3C9SKHQD",
            "-/6CTH3C9SKHQD3H9SJS2HTS5H-",
            ["pile 2 has '-', which is no card"],
        ),
        (
            "3H9SJS2HTS5H/",
            "//",
            ["pile 1 is missing (an empty pile", "pile 2 is missing", "17 piles", *("1 copy",) * 6],
        ),
        (" AAAA", " AAA", ["'AAA' has 3 ascending foundations instead of 4"]),
        (" AAAA", " AAAAA", ["'AAAAA' has 5 ascending foundations instead of 4"]),
        (" AAAA", " -AAA", ["the foundation SA has no base", "1 copy of AS instead of 2"]),
        (" AAAA", " XAAA", ["'X' is no rank for the foundation SA", "1 copy of AS instead of 2"]),
        (" AAAA", " +AAA", ["'+' is no rank for the foundation SA", "1 copy of AS instead of 2"]),
        (" AAAA", " aAAA", ["'a' is no rank for the foundation SA", "1 copy of AS instead of 2"]),
        (" KKKK", " KKK-", ["the foundation CK has no base", "1 copy of KC instead of 2"]),
        (" KKKK", " KKQK", ["3 copies of QD instead of 2"]),
        (" 3", " 4", ["4 redeals left, these rules give 3"]),
        (" 3", " -1", ["'-1' is no number of redeals"]),
        (" 3", " 100", ["'100' is no number of redeals"]),
        (" 3", " x", ["'x' is no number of redeals"]),
        (" 3", " 3 3", ["5 fields instead of 4 (piles, ascending, descending, redeals left)"]),
        (" 3", "", ["3 fields instead of 4 (piles, ascending, descending, redeals left)"]),
        ("3H9SJS", "??9SJS", [UNKNOWN_CARD]),
    ],
)
def test_each_fault_is_named(old: str, new: str, faults: list[str]) -> None:
    """With the pile, foundation or card that it is about, and nothing else is complained about."""
    text = TEXT.replace(old, new, 1)
    assert text != TEXT
    if not faults:
        assert str(Position.parse(text)) == text
        return
    found = faults_of(text)
    assert len(found) == len(faults), found
    for fault, expected in zip(found, faults, strict=True):
        assert fault.startswith(expected)


def test_every_fault_is_listed_at_once() -> None:
    """Wrong counts, a third copy, a base missing, an unknown card, no card, too many redeals: all in one error."""
    text = TEXT.replace("3H9SJS2HTS5H/6CTH3C9SKHQD/3SJHQC4H", "??9SJS2HTS5H6CTH3C9SKHQDASXX/-/3SJHQC4H")
    text = text.replace(" AAAA KKKK 3", " A-AA KKKK 5")
    assert faults_of(text) == (
        "pile 1 has 'XX', which is no card",
        "the foundation HA has no base",
        UNKNOWN_CARD,
        "5 redeals left, these rules give 3",
        "3 copies of AS instead of 2",
        "1 unknown cards for 2 that are missing",
    )


def test_too_tall_a_pile_is_a_fault_of_the_rules_not_of_the_cards() -> None:
    """Fourteen cards fit where the capacity allows it, and the sixth of 6 too."""
    tall = text_with({1: "3H4H5H6H7H8H9HTHJHQHKHAH2H3H"}, redeals=0)
    assert faults_of(tall) == ("pile 1 holds 14 cards, at most 13 fit",)
    assert str(Position.parse(tall, Rules(pile_capacity=14))) == tall
    assert Position.parse(TEXT, Rules(pile_capacity=6)).heights == (6,) * 16


def test_an_empty_text_and_huge_ones_have_one_fault() -> None:
    """Nothing to read, or too much."""
    assert faults_of("") == ("0 fields instead of 4 (piles, ascending, descending, redeals left)",)
    assert faults_of(TEXT * 10) == (f"{10 * len(TEXT)} characters are too many, 2000 at most are read",)


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("TS5H/6C", "TS5h/6C", ["the top card of pile 1 is face down"]),
        ("3H9S", "??9S", [UNKNOWN_CARD]),
    ],
)
def test_faults_of_facing(old: str, new: str, faults: list[str]) -> None:
    """The top card is always up, and no position has unknown cards."""
    assert list(faults_of(TEXT.replace(old, new), HIDDEN)) == faults


def test_face_down_cards_exist_only_where_the_rules_know_them() -> None:
    """By other rules a lower-case suit is a card like any other, but a face-down byte or `??` is a fault."""
    assert str(Position.parse(HIDDEN_TEXT)) == TEXT
    row = Position.deal(1, HIDDEN).row
    with pytest.raises(PositionError, match="pile 1 has a face-down card, which these rules do not know"):
        Position.from_row(row)
    assert view_faults_of(VIEW_TEXT, Rules())[0] == "pile 1 has a face-down card, which these rules do not know"


@pytest.mark.parametrize(
    ("old", "new", "faults"),
    [
        ("??5H/", "??????5H/", ["82 unknown cards for 80 that are missing"]),
        ("??5H/", "??5h/", ["pile 1 shows a face-down card, which a view cannot know", "the top card of pile 1"]),
        ("??5H/", "9S5H/", []),
        ("??5H/", "5H??/", ["the top card of pile 1 is face down"]),
        ("??????????5H/", "-/", ["75 unknown cards for 81 that are missing"]),
        ("5H/??????????QD", "5H5H5H/??????????QD", ["3 copies of 5H instead of 2", "80 unknown cards for 79"]),
        (" AAAA", " A-AA", ["the foundation HA has no base", "80 unknown cards for 81"]),
    ],
)
def test_faults_of_views(old: str, new: str, faults: list[str]) -> None:
    """Unknown cards stand for exactly those that are missing."""
    text = VIEW_TEXT.replace(old, new, 1)
    assert text != VIEW_TEXT
    if not faults:
        assert str(View.parse(text, HIDDEN)) == text
        return
    found = view_faults_of(text)
    for expected in faults:
        assert any(fault.startswith(expected) for fault in found), found


def test_a_hidden_positions_text_is_no_view() -> None:
    """What is face down in it cannot be passed off as seen."""
    assert len(view_faults_of(HIDDEN_TEXT)) == 16


def row_with(changes: dict[int, int], start: Position = START) -> bytes:
    """The row with some bytes changed."""
    row = bytearray(start.row)
    for place, byte in changes.items():
        row[place] = byte
    return bytes(row)


COUNTS: Final = 16 * 13

ROW_FAULTS: Final[list[tuple[dict[int, int], str]]] = [
    ({6: 5}, "pile 1 has cards above its count of 6"),
    ({COUNTS: 5}, "pile 1 has cards above its count of 5"),
    ({COUNTS: 14}, "pile 1 counts 14 cards in room for 13"),
    ({COUNTS: 255}, "pile 1 counts 255 cards in room for 13"),
    ({COUNTS + 1: 14}, "pile 2 counts 14 cards in room for 13"),
    ({0: 0}, "pile 1 has the byte 0, which is no card"),
    ({0: 53}, "pile 1 has the byte 53, which is no card"),
    ({0: 63}, "pile 1 has the byte 63, which is no card"),
    ({0: 64 + 53}, "pile 1 has the byte 117, which is no card"),
    ({0: 128 + 5}, "pile 1 has the byte 133, which is no card"),
    ({0: 64}, UNKNOWN_CARD),
    ({0: 64 + 16}, "pile 1 has a face-down card, which these rules do not know"),
    ({0: 1}, "3 copies of AS instead of 2"),
    ({COUNTS + 16: 0}, "the foundation SA has no base"),
    ({COUNTS + 23: 0}, "the foundation CK has no base"),
    ({COUNTS + 17: 14}, "the foundation HA counts 14 cards, 13 at most"),
    ({COUNTS + 24: 4}, "4 redeals left, these rules give 3"),
    ({COUNTS + 24: 255}, "255 redeals left, these rules give 3"),
]


@pytest.mark.parametrize(("changes", "fault"), ROW_FAULTS, ids=[fault for _, fault in ROW_FAULTS])
def test_each_fault_of_a_row_is_named(changes: dict[int, int], fault: str) -> None:
    """The same checks as for texts, and what only bytes can have wrong; the error shows the row in hexadecimal."""
    with pytest.raises(PositionError) as caught:
        Position.from_row(row_with(changes))
    assert fault in caught.value.faults
    assert caught.value.text == row_with(changes).hex()


def test_every_fault_of_a_row_is_listed_at_once() -> None:
    """Bytes, counts, bases and redeals together."""
    changes = {0: 0, 6: 5, COUNTS + 1: 14, COUNTS + 16: 0, COUNTS + 17: 14, COUNTS + 24: 4}
    with pytest.raises(PositionError) as caught:
        Position.from_row(row_with(changes))
    for part in ("the byte 0", "above its count", "room for 13", "no base", "13 at most", "4 redeals", "of AS"):
        assert part in str(caught.value)


def test_a_row_is_read_from_any_contiguous_buffer() -> None:
    """A bytearray, a memoryview of it; what is not contiguous or no buffer is refused by type."""
    given = bytearray(START.row)
    assert Position.from_row(memoryview(given)) == START  # type: ignore[arg-type]  # wider than annotated
    taken = Position.from_row(bytes(given))
    given[0] = 0
    assert taken == START
    with pytest.raises(WrongTypeError, match="a row must be a contiguous buffer of bytes"):
        Position.from_row(memoryview(bytes(466))[::2])  # type: ignore[arg-type]  # that it is refused is the point


def test_a_view_has_rows_of_its_own() -> None:
    """With 64 for what is unknown; a position's row with face-down cards is none."""
    position = Position.deal(1, HIDDEN)
    view = position.view()
    assert View.from_row(view.row, HIDDEN) == view
    assert view.row.count(kernel.FACE_DOWN) == 80
    with pytest.raises(PositionError, match="shows a face-down card, which a view cannot know"):
        View.from_row(position.row, HIDDEN)
    with pytest.raises(
        PositionError, match=r"a view of a game with hidden cards \(unknown cards: 80, the first in pile 1\)"
    ):
        Position.from_row(view.row, HIDDEN)


def test_arranging_is_bounded_and_checked() -> None:
    """Endless piles end in an error; so do redeals out of range, missing ranks and cards that are too many."""
    ace = Card.parse("AS")
    with pytest.raises(PositionError, match="too many"):
        Position.arrange(repeat(repeat(ace)), START.ascending, START.descending, 3)
    with pytest.raises(PositionError, match="17 piles instead of 16"):
        Position.arrange([*START.piles, ()], START.ascending, START.descending, 3)
    with pytest.raises(RulesError, match="redeals_left must be an integer from 0 to 99, not 100"):
        Position.arrange(START.piles, START.ascending, START.descending, 100)
    with pytest.raises(WrongTypeError, match="the top of the foundation of H must be a Rank, not NoneType"):
        Position.arrange(START.piles, {Suit.SPADES: Rank.ACE}, START.descending, 3)
    with pytest.raises(PositionError, match="4 redeals left"):
        Position.arrange(START.piles, START.ascending, START.descending, 4)


def test_positions_and_views_are_not_made_by_calling_their_class() -> None:
    """With a text, or with nothing: the error says what makes one."""
    says = {
        Position: "a Position is not made by calling the class: use Position.parse(text) or crescent.deal(code)",
        View: "a View is not made by calling the class: use View.parse(text) or position.view()",
    }
    for kind, message in says.items():
        for arguments, named in ((), {}), ((TEXT,), {}), ((TEXT, Rules()), {}), ((), {"text": TEXT}):
            with pytest.raises(NoConstructorError) as caught:
                kind(*arguments, **named)
            assert str(caught.value) == message
            assert isinstance(caught.value, TypeError)


@given(data=st.data(), numbers=st.sets(st.integers(0, 15), min_size=1), rules=st.sampled_from([HIDDEN, Rules()]))
def test_a_view_read_as_a_position_has_one_short_fault(data: st.DataObject, numbers: set[int], rules: Rules) -> None:
    """Not one for each card or pile: it counts the unknown cards and names the first pile."""
    piles = [re.findall("..", pile) for pile in TEXT.split(" ", maxsplit=1)[0].split("/")]
    unknown = 0
    for number in numbers:
        depths = data.draw(st.sets(st.integers(0, 5), min_size=1))
        unknown += len(depths)
        piles[number] = ["??" if depth in depths else card for depth, card in enumerate(piles[number])]
    text = f"{'/'.join(map(''.join, piles))} AAAA KKKK 3"
    says = (
        f"this is a view of a game with hidden cards (unknown cards: {unknown}, the first in pile {min(numbers) + 1})"
    )
    assert faults_of(text, rules) == (says,)
    with pytest.raises(PositionError) as caught:
        Position.parse(text, rules)
    assert len(str(caught.value)) < 400


def test_depths_and_places_are_checked() -> None:
    """A pile has cards from depth 0 to below its height."""
    assert START.is_face_down(Pile(1), 5) is False
    for depth in (-1, 6, 10**5000):
        with pytest.raises(RulesError, match="a depth must be 0 or more and below 6, the cards of pile 1"):
            START.is_face_down(Pile(1), depth)
