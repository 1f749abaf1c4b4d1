"""The position that is talked about: every view has words that name it, wrong words leave everything as it was."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import CrescentError, Game, Position, Rules, View
from crescent.engine.board import Board, position_words, rules_of_word, rules_word
from crescent.engine.errors import RefusedCommandError
from tests.core.junk import spoiled
from tests.laws.strategies import any_rules, codes, picks, play_out, positions

CODE = "CR1-N-AAAAAAB"
TEXT = "/".join(["QSKS", *"-" * 15]) + " JKKK AAAA 1"


@given(any_rules)
def test_rules_are_read_back(rules: Rules) -> None:
    """Only the switches that are not normal are written, and they are enough."""
    word = rules_word(rules)
    assert " " not in word
    assert (word == "") == (rules == Rules())
    assert not word or rules_of_word(word) == rules


@given(positions())
def test_every_view_has_words_that_name_it(position: Position) -> None:
    """Under any rules, with cards unknown or not; then the legal moves are the same, too."""
    view = position.view()
    words = position_words(view)
    assert words.isascii()
    board = Board.of_words(words.split())
    assert board.view == view
    assert board.view.legal_moves() == view.legal_moves()


@given(codes.flatmap(lambda code: picks.map(lambda choices: (code, choices))))
def test_a_code_with_moves_is_the_game_played(drawn: tuple[object, list[int]]) -> None:
    """Move by move or all at once; what is undone is what was played."""
    code, choices = drawn
    game = Game(str(code))
    line = play_out(game.position, choices)
    for before, after in pairwise(line):
        game.play(next(move for move in before.legal_moves() if before.play(move) == after))
    moves = [str(move) for move in game.line]
    board = Board.of_words(["code", str(code), "moves", *moves])
    assert board.view == game.view
    assert board.status()["moves"] == game.move_count
    for move in reversed(moves[len(moves) - game.undo_depth :]):
        assert board.undo() == move
    with pytest.raises(CrescentError):
        board.undo()
    assert board.code == game.code


@given(positions(st.just(Rules(face_down=True))))
def test_a_view_stands_still_as_long_as_cards_are_unknown(position: Position) -> None:
    """Nothing can be played, since nobody could say what turns up; without unknown cards it is a position."""
    view = position.view()
    board = Board.of_words(position_words(view).split())
    moves = view.legal_moves()
    if not moves:
        return
    if view.unknown_count:
        with pytest.raises(RefusedCommandError, match="cards are unknown here"):
            board.play(str(moves[0]))
        assert board.view == view
    else:
        board.play(str(moves[0]))
        assert board.view == Position.parse(str(view), view.rules).play(moves[0]).view()


@given(spoiled(f"text {TEXT} rules redeals=2,wrap=no moves R"))
def test_nearly_right_words_name_a_board_or_are_refused(text: str) -> None:
    """With an error of ours, whatever they are."""
    with suppress(CrescentError):
        assert isinstance(Board.of_words(text.split()).view, View)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("", "say position code"),
        ("code", "say position code"),
        ("here", "say position code"),
        ("text -", "say position code"),
        ("code CR1-N-AAAAAA", "'CR1-N-AAAAAA' is no game code: it ends in 6 letters"),
        (f"code {CODE} move 1-2", "'move' does not belong here"),
        (f"code {CODE} moves 15-K 1-2", "move 2: 1-2 is illegal: not-same-suit"),
        (f"code {CODE} moves 15-K soon", "move 2: 'soon' is not a move"),
        (
            f"text {TEXT} rules",
            "'' is no switch; there are redeals, pile_capacity, face_down, wrap, ",
        ),
        (f"text {TEXT} rules wrap=no,wrap=no", "'wrap=no' is no switch; there are .*, each once"),
        (f"text {TEXT} rules wrap=0", "'wrap=0': the value is yes or no"),
        (f"text {TEXT} rules redeals=many", "'redeals=many': the value is a number"),
        (f"text {TEXT} rules redeals=9999", "'redeals=9999': the value is a number"),
        (f"text {TEXT} rules redeals=999", "Rules.redeals must be an integer from 0 to 99"),
        (f"text {TEXT} 7", "'7' does not belong here"),
        ("text - AAAA KKKK 9", "1 piles instead of 16.*9 redeals left, these rules give 3"),
    ],
)
def test_wrong_words_are_refused_with_what_is_wrong(words: str, says: str) -> None:
    """And with what can be said instead."""
    with pytest.raises(CrescentError, match=says):
        Board.of_words(words.split())


def test_moves_may_be_none() -> None:
    """A word `moves` without moves is as good as none."""
    assert Board.of_words(f"code {CODE} moves".split()).view == Board.of_words(f"code {CODE}".split()).view
