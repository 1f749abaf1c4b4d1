"""A session of play: taps, drops, undo and the clock, as the app behaves; its laws are in tests/laws."""

from __future__ import annotations

import numpy as np
import pytest

from crescent import (
    Foundation,
    Game,
    GameCode,
    IllegalMoveError,
    Move,
    NothingToRedoError,
    NothingToUndoError,
    Outcome,
    Pile,
    Position,
    Reason,
    Record,
    RulesError,
    WrongTypeError,
)
from crescent.moves import FOUNDATIONS
from tests.core.games import game_with, late_game

SPADES_UP, SPADES_DOWN, HEARTS_DOWN = FOUNDATIONS[0], FOUNDATIONS[4], FOUNDATIONS[5]


def reason_of(caught: pytest.ExceptionInfo[IllegalMoveError]) -> Reason:
    """Why a move was refused."""
    return caught.value.refusal.reason


def test_a_tap_sends_a_card_to_its_only_place() -> None:
    """Rules page: if only one place accepts the top card, it goes there."""
    game = game_with({1: "8H", 2: "7H", 3: "KD"})
    assert str(game.tap(1)) == "1-2"
    assert game.selected is None
    assert game.move_count == 1


def test_a_tap_selects_where_there_are_several_places_and_the_next_names_the_target() -> None:
    """Rules page: otherwise the pile is selected, and one taps the target."""
    game = game_with({1: "8H", 2: "7H", 3: "9H"})
    assert game.tap(1) is None
    assert game.selected == Pile(1)
    assert str(game.tap(3)) == "1-3"
    assert game.selected is None


def test_a_tap_selects_where_no_place_accepts_the_card() -> None:
    """And the refusal of the target says why; the selection stays, so that another can be tapped."""
    game = game_with({1: "8H", 2: "7S", 3: "KD"})
    assert game.tap(1) is None
    for target, reason in ((2, Reason.NOT_SAME_SUIT), (FOUNDATIONS[1], Reason.NOT_NEXT_RANK)):
        with pytest.raises(IllegalMoveError) as caught:
            game.tap(target)
        assert reason_of(caught) is reason
        assert game.selected == Pile(1)
    assert game.tap(1) is None
    assert game.selected is None


def test_a_double_tap_sends_a_card_home() -> None:
    """To the ascending foundation if both accept it; the piles that accept it too do not matter."""
    game = late_game([["7S"], ["6S", "8S"]], 6, 6, redeals=1)
    assert game.tap(1) is None
    assert str(game.tap(1)) == "1-A"
    game.undo()
    assert game.selected is None


def test_an_empty_pile_cannot_be_tapped() -> None:
    """Nothing to move; as a target it is refused as empty."""
    game = late_game([["QS"], [], ["KS"]], 11, 13)
    with pytest.raises(IllegalMoveError) as caught:
        game.tap(2)
    assert reason_of(caught) is Reason.NOTHING_TO_MOVE
    game.tap(1)
    with pytest.raises(IllegalMoveError) as caught:
        game.tap(2)
    assert reason_of(caught) is Reason.TARGET_EMPTY
    assert game.selected == Pile(1)


def test_a_foundation_is_selected_and_its_card_goes_to_the_other_one() -> None:
    """By a second tap on either: the one it should go to, or the same again."""
    for second in (SPADES_DOWN, SPADES_UP):
        game = late_game([["8S"], ["9S"]], 7, 5)
        game.play("1-A")
        assert game.position.refusal("SA-SK") is None
        assert game.tap(SPADES_UP) is None
        assert game.selected == SPADES_UP
        assert str(game.tap(second)) == "SA-SK"


def test_the_base_of_a_foundation_cannot_be_selected() -> None:
    """It never moves, so a tap on it is refused as every move of it is; as a target it still serves."""
    game = Game("CR1-N-AAAAAAB")
    with pytest.raises(IllegalMoveError) as caught:
        game.tap(SPADES_UP)
    assert reason_of(caught) is Reason.BASE_CARD
    assert game.selected is None
    assert game.tap(15) is None
    assert str(game.tap(HEARTS_DOWN)) == "15-K"


def test_a_drop_goes_to_the_foundation_that_accepts_the_card() -> None:
    """Rules page: dropped anywhere on the area it goes to its own; to the ascending one where both accept it."""
    assert str(game_with({1: "2S"}).drop(1)) == "1-A"
    assert str(game_with({1: "QS"}).drop(Pile(1))) == "1-K"
    assert str(late_game([["7S"], ["6S"], ["8S"]], 6, 6, redeals=1).drop(1)) == "1-A"
    assert str(late_game([["9S"], ["9S"]], 8, 4).drop(1)) == "1-A"


@pytest.mark.parametrize(
    ("game", "place", "reason", "target"),
    [
        (game_with({1: "8H"}), 1, Reason.NOT_NEXT_RANK, FOUNDATIONS[1]),
        (game_with({1: "8H"}), SPADES_UP, Reason.BASE_CARD, SPADES_DOWN),
        (late_game([["QS", "KS"]], 11, 13), 1, Reason.NOT_NEXT_RANK, SPADES_UP),
        (late_game([["2S", "AS"]], 13, 11), 1, Reason.NOT_NEXT_RANK, SPADES_DOWN),
        (late_game([["QS", "KS"]], 11, 13), 2, Reason.NOTHING_TO_MOVE, None),
        (late_game([], 13, 13), 1, Reason.GAME_OVER, None),
    ],
    ids=["wrong rank", "base card", "descending complete", "ascending complete", "empty pile", "won"],
)
def test_a_refused_drop_tells_of_the_foundation_that_is_open(
    game: Game, place: int | Foundation, reason: Reason, target: Foundation | None
) -> None:
    """Not of the one that is complete."""
    before = game.position
    with pytest.raises(IllegalMoveError) as caught:
        game.drop(place)
    assert (reason_of(caught), caught.value.refusal.target) == (reason, target)
    assert game.position is before


def test_a_won_game_refuses_every_tap() -> None:
    """The game is over, whatever is tapped."""
    game = late_game([], 13, 13, redeals=2)
    assert game.outcome is Outcome.WON
    for place in (1, SPADES_UP):
        with pytest.raises(IllegalMoveError) as caught:
            game.tap(place)
        assert reason_of(caught) is Reason.GAME_OVER
    with pytest.raises(IllegalMoveError):
        game.redeal()
    assert game.selected is None


def test_a_redeal_starts_the_history_again_and_counts_no_move() -> None:
    """Rules page: what was played before it can no longer be undone; nor can the redeal."""
    game = Game("CR1-N-AAAAAAB")
    game.play("3-7")
    game.undo()
    game.redo()
    game.redeal()
    assert (game.move_count, game.undo_depth, game.redo_depth, game.redeals_left) == (1, 0, 0, 2)
    with pytest.raises(NothingToUndoError, match="nothing to undo; in "):
        game.undo()
    assert [str(move) for move in game.line] == ["3-7", "R"]


def test_a_new_move_forgets_what_was_undone() -> None:
    """Redo follows undo only."""
    game = Game("CR1-N-AAAAAAB")
    game.play("3-7")
    game.undo()
    game.play("8-6")
    with pytest.raises(NothingToRedoError, match="nothing to redo; in "):
        game.redo()


@pytest.mark.parametrize("limit", [0, 10**30])
def test_any_undo_limit_is_kept(limit: int) -> None:
    """None at all, or as many as one can play."""
    game = Game("CR1-N-AAAAAAB", undo_limit=limit)
    game.play("3-7")
    assert game.undo_depth == min(limit, 1)
    if limit:
        assert str(game.undo()) == "3-7"
    else:
        with pytest.raises(NothingToUndoError):
            game.undo()


@pytest.mark.parametrize("limit", [-1, -(10**30)])
def test_a_negative_undo_limit_is_refused(limit: int) -> None:
    """By name."""
    with pytest.raises(RulesError, match="undo_limit must be 0 or more"):
        Game("CR1-N-AAAAAAB", limit)


def test_a_clock_must_be_a_function() -> None:
    """Or there is no game."""
    with pytest.raises(WrongTypeError, match="clock must be a function that returns seconds, not float"):
        Game("CR1-N-AAAAAAB", clock=3.0)  # type: ignore[arg-type]  # that it is refused is the point


def test_the_clock_stops_at_the_win_and_runs_on_when_it_is_taken_back() -> None:
    """Without the time between."""
    now = 100.0
    game = Game(late_game([["KS"]], 12, 13).position, clock=lambda: now)
    now = 110.0
    game.play("1-A")
    now = 150.0
    assert (game.outcome, game.elapsed) == (Outcome.WON, 10.0)
    game.undo()
    now = 155.0
    assert game.elapsed == 15.0
    game.redo()
    now = 999.0
    assert game.elapsed == 15.0
    assert game.record().seconds == 15.0


def test_a_clock_that_goes_back_counts_nothing() -> None:
    """Elapsed time is never negative."""
    now = 100.0
    game = Game("CR1-N-AAAAAAB", clock=lambda: now)
    now = 50.0
    assert game.elapsed == 0.0
    assert game.record().seconds == 0.0


def test_the_default_clock_runs() -> None:
    """It is the system's own."""
    game = Game("CR1-N-AAAAAAB")
    assert 0.0 <= game.elapsed <= game.elapsed < 60.0


def test_a_record_is_resumed_where_it_ends() -> None:
    """Position, moves, undo and time go on from there; the code is kept."""
    now = 0.0
    game = Game("CR1-E-AAAAAAB", clock=lambda: now)
    for move in ("3-7", "R", "2-K" if game.position.refusal("2-K") is None else "15-K"):
        if game.position.refusal(move) is None:
            game.play(move)
    now = 30.0
    record = Record.parse(str(game.record({"Player": "A"})))
    now = 1000.0
    again = Game.resume(record, undo_limit=5, clock=lambda: now)
    assert (again.position, again.line, again.code) == (game.position, game.line, game.code)
    assert (again.undo_depth, again.move_count, again.elapsed) == (game.undo_depth, game.move_count, 30.0)
    assert again.variant is not None
    assert again.variant.name == "easy"


def test_a_record_without_code_is_resumed_from_its_position() -> None:
    """Without seconds the clock starts at nought."""
    start = Position.deal(5)
    game = Game.resume(Record(start), clock=lambda: 7.0)
    assert (game.start, game.code, game.elapsed) == (start, None, 0.0)


def test_only_a_record_is_resumed() -> None:
    """Not its text."""
    with pytest.raises(WrongTypeError, match="a record must be a Record, not str"):
        Game.resume("[Code]")  # type: ignore[arg-type]  # that it is refused is the point


def test_a_game_begins_from_code_text_or_position() -> None:
    """And remembers which."""
    code = GameCode.parse("CR1-N-AAAAAAB")
    assert Game(code).code == Game("cr1-n-aaaaaab").code == code
    assert Game(code.deal()).code is None
    assert Game(code).start == Game(code.deal()).start == code.deal()


def test_a_played_move_comes_back_as_the_table_has_it() -> None:
    """However it was spelt."""
    game = game_with({1: "2S", 2: "KD"})
    assert game.play("1 > sa") == Move.parse("1-A")
    assert [str(move) for move in game.line] == ["1-A"]


@pytest.mark.parametrize("thing", ["2", "x", "SA", True, 2.0, None])
def test_what_is_no_place_is_neither_tapped_nor_dropped(thing: object) -> None:
    """Its type is wrong, whatever it spells; integers of any kind are piles' numbers, in the board's range."""
    game = Game("CR1-N-AAAAAAB")
    for act in (game.tap, game.drop):
        with pytest.raises(WrongTypeError, match="a place must be a Pile, a Foundation or the number of a pile, not"):
            act(thing)  # type: ignore[arg-type]  # that it is refused is the point
        with pytest.raises(RulesError, match="a pile's number must be an integer from 1 to 16, not 17"):
            act(17)
    assert str(game.drop(np.int64(15))) == "15-K"  # type: ignore[arg-type]  # wider than annotated


def test_a_game_is_shown_by_deal_moves_and_outcome() -> None:
    """Without its cards, which may be hidden."""
    game = Game("CR1-H-AAAAAAB")
    assert repr(game) == "<Game CR1-H-AAAAAAB, 0 moves, 3 redeals left, open>"
    game.redeal()
    game.play(game.legal_moves()[0])
    assert repr(game) == "<Game CR1-H-AAAAAAB, 1 move, 2 redeals left, open>"
    won = Game(late_game([], 13, 13, redeals=1).position)
    assert repr(won) == "<Game from a position, 0 moves, 1 redeal left, won>"
