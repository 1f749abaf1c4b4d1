"""Every text form reads back to exactly what was written, and every spelling the contract allows to the same thing."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import Card, Game, GameCode, Move, MoveIndexError, Position, Record, View
from crescent.cards import CARDS
from crescent.moves import MOVES, PLACES
from tests.laws.strategies import any_move, any_variant, boards, cards, codes, picks, play_out, positions, table_moves

space = st.text(" \t", max_size=3)


@given(cards, space, space)
def test_cards_round_trip_in_every_spelling(card: Card, before: str, after: str) -> None:
    """`TH`, `th`, `10H`, `T♥`, `10♥`, with space around; the same instance comes back."""
    text = str(card)
    ranks = {text[0], text[0].lower()} | ({"10"} if text[0] == "T" else set())
    for rank in ranks:
        for suit in (text[1], text[1].lower(), card.suit.symbol):
            assert Card.parse(before + rank + suit + after) is CARDS[card.code - 1]
    assert CARDS[card.code - 1] == card


@given(any_move)
def test_moves_round_trip(move: Move) -> None:
    """Also those that no rule allows; a move of the table comes back as the table's own."""
    again = Move.parse(str(move))
    assert again == move
    assert again.has_index == move.has_index
    if move.has_index:
        assert again is MOVES[move.index]
    else:
        with pytest.raises(MoveIndexError, match=f"the move {move} has no action index: it can never be legal"):
            move.index  # noqa: B018  reading it is what raises


@given(table_moves, st.sampled_from(["-", " ", ">", "→", " - ", " > ", " → ", "   "]), st.booleans(), space)
def test_moves_are_read_in_every_spelling(move: Move, hyphen: str, lower: bool, around: str) -> None:
    """Space, `>` and `→` stand for the hyphen, in any case."""
    text = str(move).replace("-", hyphen)
    assert Move.parse(around + (text.lower() if lower else text) + around) is move


def test_the_action_table_is_a_bijection() -> None:
    """409 indices, 409 different moves, each with its index and its text."""
    moves = [Move.from_index(index) for index in range(409)]
    assert moves == list(MOVES)
    assert [move.index for move in moves] == list(range(409))
    assert len({str(move) for move in moves}) == len(set(moves)) == 409
    for index in (-1, 409):
        with pytest.raises(MoveIndexError):
            Move.from_index(index)


def test_every_place_has_a_number_and_a_text_of_its_own() -> None:
    """24 places in the kernel's order."""
    assert [place.place for place in PLACES] == list(range(24))
    assert len({str(place) for place in PLACES}) == 24


@given(positions())
def test_positions_round_trip(position: Position) -> None:
    """To the byte, with space around too."""
    again = Position.parse(f" {position}\n", position.rules)
    assert again == position
    assert again.row == position.row
    assert str(again) == str(position)


@given(positions())
def test_positions_are_read_with_tens_and_symbols(position: Position) -> None:
    """`10` for `T`, and symbols for the suits of cards that lie face up."""
    symbols = str.maketrans("SHDC", "♠♥♦♣")
    piles, *rest = str(position).split()
    for text in (piles.replace("T", "10"), piles.translate(symbols), piles.replace("T", "10").translate(symbols)):
        assert Position.parse(" ".join((text, *rest)), position.rules) == position


@given(boards(any_variant.map(lambda variant: variant.rules).filter(lambda rules: not rules.face_down)))
def test_lower_case_suits_are_read_where_no_card_is_face_down(position: Position) -> None:
    """And only there do they not mean a face-down card."""
    piles, *rest = str(position).split()
    assert Position.parse(" ".join((piles.lower(), *rest)), position.rules) == position


@given(positions())
def test_views_round_trip(position: Position) -> None:
    """To the byte."""
    view = position.view()
    again = View.parse(str(view), view.rules)
    assert again == view
    assert again.row == view.row


@given(positions().filter(lambda position: "?" not in str(position.view())))
def test_arranging_the_cards_of_a_position_gives_the_position(position: Position) -> None:
    """From `piles`, `ascending`, `descending` and `redeals_left`."""
    assert (
        Position.arrange(position.piles, position.ascending, position.descending, position.redeals_left, position.rules)
        == position
    )


@given(codes, space, st.booleans())
def test_codes_round_trip(code: GameCode, around: str, lower: bool) -> None:
    """In any case and with space around; they are written in upper case."""
    text = str(code)
    assert text == text.upper()
    assert GameCode.parse(around + (text.lower() if lower else text) + around) == code
    assert len(text) == 12 + len(code.variant.tag)


tags = st.dictionaries(
    st.from_regex(r"[A-Z][a-z0-9_]{0,39}", fullmatch=True).filter(
        lambda name: name not in ("Code", "Position", "Variant", "Result", "Moves", "Seconds")
    ),
    st.text(max_size=50).filter(str.isprintable),
    max_size=4,
)
seconds = st.one_of(st.none(), st.integers(0, 10**9), st.floats(0, 1e9))


@given(st.one_of(codes, positions(any_variant.map(lambda variant: variant.rules))), picks, seconds, tags)
def test_records_round_trip_and_reach_their_position(
    start: GameCode | Position, choices: list[int], time: float | None, free: dict[str, str]
) -> None:
    """Whatever was played, whatever the tags: the text reads back to an equal record that ends where play ended."""
    line = play_out(start.deal() if isinstance(start, GameCode) else start, choices)
    game = Game(start)
    for before, after in pairwise(line):
        game.play(next(move for move in before.legal_moves() if before.play(move) == after))
    code = start if isinstance(start, GameCode) else None
    record = Record(line[0], game.line, code, time, free)
    again = Record.parse(str(record))
    assert again == record
    assert str(again) == str(record)
    assert again.end == line[-1] == game.position
    assert list(again.positions()) == line
    assert (again.outcome, again.move_count) == (game.outcome, game.move_count)


@pytest.mark.parametrize("ending", ["\r\n", "\n"])
def test_a_record_may_be_wrapped_commented_and_spaced_in_any_way(ending: str) -> None:
    """Line ends, blank lines, comments over lines, missing numbers, any spelling of a move, a leading mark."""
    record = Game("CR1-N-AAAAAAB")
    for move in ("3-7", "8-6", "R", "2-K"):
        if record.position.refusal(move) is None:
            record.play(move)
    expected = record.record()
    text = str(expected)
    moves = " ".join(map(str, expected.moves))
    loose = f'\n[Code\t"cr1-n-aaaaaab"]\n\n[Seconds "0"]\n{{a\n[comment]}} {moves.lower().replace("-", ">")}{{.}}'
    assert Record.parse(text.replace("\n", ending)).moves == expected.moves
    assert Record.parse(loose.replace("\n", ending)).moves == expected.moves


@given(st.one_of(codes, positions(), any_move, cards))
def test_texts_are_ascii(thing: object) -> None:
    """Whatever is written can be written anywhere."""
    assert str(thing).isascii()
    assert str(thing).isprintable()
