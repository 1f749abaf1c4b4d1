"""Records: what may stand in one, what is wrong with one and where, and what it says about its game."""

from __future__ import annotations

from typing import Final

import pytest

import crescent
from crescent import (
    DivergenceError,
    Game,
    GameCode,
    Move,
    Outcome,
    Position,
    Reason,
    Record,
    RecordError,
    Rules,
    Variant,
    WrongTypeError,
    variants,
)
from crescent.record import LONGEST
from tests.boards import text_of, text_with

CODE: Final = '[Code "CR1-N-AAAAAAB"]'
WON_START: Final = text_of([["KS"]] + [[]] * 15, [12, 13, 13, 13, 13, 13, 13, 13], 1)
BLOCKED_START: Final = text_of([["QS", "KS"]] + [[]] * 15, [11, 13, 13, 13, 13, 13, 13, 13], 0)


def text(*lines: str) -> str:
    """A record's text: the code, then these lines."""
    return "\n".join((CODE, *lines)) + "\n"


@pytest.mark.parametrize(
    ("given", "line", "says"),
    [
        ("", None, "neither a Code nor a Position"),
        ("3-7\n", None, "neither a Code nor a Position"),
        ('[Player "A"]\n', None, "neither a Code nor a Position"),
        (text("[Player A]"), 2, "'[Player A]' is no tag"),
        (text('[Player "A"'), 2, "is no tag"),
        (text('[Player "A" "B"]'), 2, "is no tag"),
        (text('[Player "A\\n"]'), 2, "is no tag"),
        (text('[Player "A""]'), 2, "is no tag"),
        (text('[1 "A"]'), 2, "is no tag"),
        (text('[Player"A"]'), 2, "is no tag"),
        (text('[Player "A"]', '[Player "B"]'), 3, "the tag 'Player' stands twice, first in line 2"),
        (text(CODE), 2, "the tag 'Code' stands twice, first in line 1"),
        (text(f'[Position "{WON_START}"]'), 2, "the tags Code and Position exclude each other"),
        ('[Player "A"]\n[Code "CR1-N-AAAAAA"]\n', 2, "it ends in 6 letters instead of 7"),
        (text('[Variant "nrmal"]'), 2, "did you mean normal?"),
        (text('[Variant "easy"]'), 1, "is of the variant normal, not easy"),
        ('[Variant "normal"]\n[Position "x"]\n', 2, "not a position"),
        (text('[Seconds "x"]'), 2, "'x' is no number of seconds"),
        (text('[Seconds "-1"]'), 2, "'-1' is no number of seconds"),
        (text('[Seconds "1e3"]'), 2, "no number of seconds"),
        (text('[Seconds "9999999999"]'), 2, "no number of seconds"),
        (text('[Seconds "1.0000001"]'), 2, "no number of seconds"),
        (text('[Seconds ""]'), 2, "no number of seconds"),
        (text('[Result "won"]', "", "3-7"), 2, "the tag Result says 'won', the moves make it open"),
        (text('[Moves "2"]', "", "3-7"), 2, "the tag Moves says '2', the moves make it 1"),
        (text('[Moves "01"]', "", "3-7"), 2, "the tag Moves says '01', the moves make it 1"),
        (text("", "3-7", "8_6"), 4, "'8_6' is not a move"),
        (text("", "3-7 8-6", "", "{a", "b} 1-"), 6, "'1-' is not a move"),
        (text("", "2. 3-7"), 3, "move number 2. stands where 1. comes next"),
        (text("", "1. 3-7 1. 8-6"), 3, "move number 1. stands where 2. comes next"),
        (text("", "R 2. 3-7"), 3, "move number 2. stands where 1. comes next"),
        (text("", "3-7 {never closed"), 3, "a comment { is not closed"),
        (text("", "3-7 closed}"), 3, "'closed' is not a move"),
        (text("", "3-7 }"), 3, "'}' does not belong here"),
        (text("", "3-7."), 3, "'.' does not belong here"),
        (text("", "1234567890. 3-7"), 3, "'1234567890' is not a move"),
        (text("", "3-7", '[Player "A"]'), 4, "is not a move"),
        (text("", "3-7\0"), 3, "is not a move"),
        (text("", "3-7", "\x1b[31m"), 4, r"'\x1b[31m' is not a move"),
        (text('[Player "\x07"]'), 2, "control character"),
        (text(f'[Player "{"x" * 2000}"]'), 2, "over 1000 characters"),
        (text(f'[{"P" * 50} "x"]'), 2, "no name for a tag"),
    ],
)
def test_what_is_wrong_is_named_with_its_line(given: str, line: int | None, says: str) -> None:
    """In the text's own lines, counted from one; with the lines of the system or of others."""
    for ending in ("\n", "\r\n"):
        with pytest.raises(RecordError) as caught:
            Record.parse(given.replace("\n", ending))
        assert says in str(caught.value)
        assert caught.value.line == line
        assert not isinstance(caught.value, DivergenceError)
        assert str(caught.value).startswith("record: " if line is None else f"record, line {line}: ")


@pytest.mark.parametrize(
    ("moves", "number", "ply", "line", "move", "reason"),
    [
        ("1-2", 1, 1, 3, "1-2", Reason.NOT_SAME_SUIT),
        ("3-7 3-7", 2, 2, 3, "3-7", Reason.NOT_SAME_SUIT),
        ("1. 3-7\n{note}\n8-6 2-A", 3, 3, 5, "2-A", Reason.NOT_NEXT_RANK),
        ("R R R R", 0, 4, 3, "R", Reason.NO_REDEAL),
        ("3-7 R\nR R\nR 1-2", 1, 5, 5, "R", Reason.NO_REDEAL),
        ("3-7 SA-SK", 2, 2, 3, "SA-SK", Reason.BASE_CARD),
    ],
)
def test_a_divergence_is_reported_with_number_line_and_refusal(
    moves: str, number: int, ply: int, line: int, move: str, reason: Reason
) -> None:
    """The first one; of a redeal the number is that of the move before it, while the ply counts redeals too."""
    with pytest.raises(DivergenceError) as caught:
        Record.parse(text("", moves))
    error = caught.value
    assert (error.number, error.ply, error.line) == (number, ply, line)
    assert (str(error.move), error.refusal.reason) == (move, reason)
    assert error.position.refusal(error.move) == error.refusal
    where = f"the redeal after move {number}" if move == "R" else f"move {number}"
    assert str(error).startswith(f"record, line {line}: diverges at {where}: {move} is illegal, {reason}")
    assert str(error).endswith(f"in {error.position}")


def test_a_record_cannot_be_made_from_moves_that_the_rules_refuse() -> None:
    """Without a text there is no line, but all else is the same."""
    with pytest.raises(DivergenceError) as caught:
        Record(crescent.deal("CR1-N-AAAAAAB"), (Move.parse("3-7"), Move.parse("1-2")))
    assert (caught.value.number, caught.value.line) == (2, None)
    assert str(caught.value).startswith("record: diverges at move 2: 1-2 is illegal")


def test_moves_stand_as_the_table_has_them() -> None:
    """A foundation spelt out is written by its direction, so that equal lines are equal records."""
    start = Position.parse(WON_START)
    one, other = Record(start, (Move.parse("1-SA"),)), Record(start, (Move.parse("1-A"),))
    assert one == other
    assert str(one) == str(other)
    assert [str(move) for move in one.moves] == ["1-A"]


@pytest.mark.parametrize(
    ("start", "moves", "outcome", "result"),
    [
        (WON_START, ("1-A",), Outcome.WON, "won"),
        (WON_START, ("R",), None, "open"),
        (BLOCKED_START, (), Outcome.BLOCKED, "blocked"),
    ],
)
def test_the_result_is_that_of_the_last_position(
    start: str, moves: tuple[str, ...], outcome: Outcome | None, result: str
) -> None:
    """Written as a tag, and checked when read."""
    record = Record(Position.parse(start), [Move.parse(move) for move in moves])
    assert record.outcome is outcome
    assert f'[Result "{result}"]' in str(record)
    assert Record.parse(str(record)) == record
    assert (record.code, record.seconds) == (None, None)
    assert "Seconds" not in str(record)


def test_code_and_start_must_agree() -> None:
    """A record says one thing about where it begins."""
    with pytest.raises(RecordError, match="deals another position"):
        Record(crescent.deal("CR1-N-AAAAAAB"), (), GameCode.parse("CR1-N-AAAAAAA"))
    with pytest.raises(WrongTypeError, match=r"Record\.code must be a code, not str"):
        Record(crescent.deal("CR1-N-AAAAAAB"), (), "CR1-N-AAAAAAB")  # type: ignore[arg-type]  # that it is refused


def test_rules_without_a_variant_make_no_record() -> None:
    """Their text could not be read: neither from a position nor from a code of a variant that nobody registered."""
    rules = Rules(pile_capacity=20)
    with pytest.raises(RecordError, match="no variant has the rules of the position"):
        Record(Position.deal(1, rules))
    code = GameCode(1, Variant("twenty", "TW", rules))
    with pytest.raises(RecordError, match="the variant twenty is not registered"):
        Game(code).record()
    impostor = GameCode(1, Variant("easy", "E", rules))
    with pytest.raises(RecordError, match="the variant easy is not registered"):
        Game(impostor).record()


def test_a_variant_that_equals_the_registered_one_will_do() -> None:
    """Another object with the same name, tag and rules, as one that comes from another process."""
    easy = variants["easy"]
    again = Variant(easy.name, easy.tag, easy.rules, easy.description)
    assert again is not easy
    record = Record(GameCode(1, again).deal(), code=GameCode(1, again))
    assert Record.parse(str(record)) == record


def test_a_registered_variant_is_recorded_by_its_name() -> None:
    """A variant of one's own works like a built-in one, as long as it is there."""
    variant = variants.add(Variant("twenty", "TW", Rules(pile_capacity=20)))
    try:
        for start in (GameCode(1, variant), Position.deal(1, variant.rules)):
            record = Game(start, clock=lambda: 0.0).record()
            assert record.variant is variant
            assert Record.parse(str(record)) == record
        assert '[Code "CR1-TW-AAAAAAB"]' in str(Game(GameCode(1, variant)).record())
    finally:
        variants.unregister("twenty")


@pytest.mark.parametrize(
    ("seconds", "written"),
    [(0, "0"), (-0.0, "0"), (0.0004, "0"), (12.5, "12.5"), (100, "100"), (61.2345, "61.234"), (1e9, "1000000000")],
)
def test_seconds_are_kept_to_the_millisecond(seconds: float, written: str) -> None:
    """And written without trailing zeros."""
    record = Record(crescent.deal("CR1-N-AAAAAAB"), seconds=seconds)
    assert f'[Seconds "{written}"]' in str(record)
    assert Record.parse(str(record)).seconds == record.seconds


def test_a_free_tag_has_a_thousand_characters_at_most() -> None:
    """One more is refused, where a record is made and where it is read."""
    longest = Record(crescent.deal("CR1-N-AAAAAAB"), tags={"Player": "x" * 1000})
    assert Record.parse(str(longest)) == longest
    with pytest.raises(RecordError, match="over 1000 characters"):
        Record(longest.start, tags={"Player": "x" * 1001})
    with pytest.raises(RecordError, match="over 1000 characters"):
        Record.parse(str(longest).replace("xxx", "xxxx", 1))


def test_seconds_out_of_range_are_refused() -> None:
    """Before a text is made that nobody reads."""
    for seconds in (-1, 1e9 + 1, float("nan"), float("inf"), 10**5000, -(10**5000)):
        with pytest.raises(RecordError, match="seconds are out of range, 0 to 1000000000"):
            Record(crescent.deal("CR1-N-AAAAAAB"), seconds=seconds)


def test_a_text_past_the_limit_is_not_read() -> None:
    """One megabyte is room for some 150,000 moves."""
    with pytest.raises(RecordError, match=f"{LONGEST + 1} characters are too many"):
        Record.parse(" " * (LONGEST + 1))
    assert Record.parse(CODE.ljust(LONGEST)).moves == ()


def test_many_moves_are_wrapped_and_numbered() -> None:
    """Ten moves a line, a number first and after each redeal; the redeal takes none."""
    shuttle = Position.parse(text_with({1: "4H5H", 2: "6H", 3: "KD"}, redeals=3))
    moves = [*["1-2", "2-1"] * 2, "R", "R", *["1-2", "2-1"] * 8, "R"]
    record = Record(shuttle, [Move.parse(move) for move in moves])
    assert str(record).split("\n\n")[1].splitlines() == [
        "1. 1-2 2-1 1-2 2-1 R R 5. 1-2 2-1 1-2 2-1 1-2 2-1",
        "11. 1-2 2-1 1-2 2-1 1-2 2-1 1-2 2-1 1-2 2-1 R",
    ]
    assert record.move_count == 20
    assert Record.parse(str(record)) == record
