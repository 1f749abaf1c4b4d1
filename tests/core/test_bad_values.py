"""Values of any type: only this library's own errors come out, they name the input, and nothing has changed."""

from __future__ import annotations

import random
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import CodeError, Game, GameCode, Record, RecordError, RulesError, WrongTypeError, variants
from tests.core.junk import THINGS, things
from tests.core.readers import READERS, START, TEXT_READERS, VALUE_READERS, error_of


@pytest.mark.parametrize("name", TEXT_READERS)
def test_what_is_no_text_is_refused_by_type(name: str) -> None:
    """Every reader of texts says that it wants a text, whatever else came; a `Move` where moves are read is fine."""
    for thing in THINGS:
        error = error_of(TEXT_READERS[name], thing)
        assert isinstance(error, WrongTypeError), (name, type(thing))
        assert type(thing).__name__ in str(error)


@pytest.mark.parametrize("name", VALUE_READERS)
def test_values_of_any_type_are_taken_or_refused(name: str) -> None:
    """Nothing but our own errors, also for objects on which everything fails."""
    refused = [error_of(VALUE_READERS[name], thing) for thing in THINGS]
    assert sum(error is not None for error in refused) > len(THINGS) // 2


@pytest.mark.parametrize("name", VALUE_READERS)
def test_a_wrong_type_is_a_type_error(name: str) -> None:
    """Whatever is no number is never called a number out of range; a boolean is none."""
    for thing in THINGS:
        if isinstance(thing, bool) or not isinstance(thing, int | float):
            error = error_of(VALUE_READERS[name], thing)
            assert not isinstance(error, RulesError | CodeError), (type(thing), error)


@given(st.sampled_from(sorted(READERS)), things)
def test_any_value_is_taken_or_refused(name: str, value: object) -> None:
    """Whatever Hypothesis thinks of."""
    error_of(READERS[name], value)


def state_of(game: Game) -> tuple[object, ...]:
    """Everything about a game that could change."""
    return (
        game.position.row,
        game.line,
        game.undo_depth,
        game.redo_depth,
        game.move_count,
        game.selected,
        game.elapsed,
        game.redeals_left,
    )


GAME_INPUTS: Final = ("play", "tap", "drop", "record")


@given(st.sampled_from(GAME_INPUTS), things, st.booleans())
def test_bad_input_leaves_a_game_as_it_was(name: str, value: object, selected: bool) -> None:
    """Of any type, with or without a selection, in the middle of a game with moves to undo and to redo."""
    game = Game("CR1-N-AAAAAAB", clock=lambda: 7.0)
    for move in ("3-7", "8-6"):
        game.play(move)
    game.undo()
    if selected:
        game.tap(1)
    before = state_of(game)
    if error_of(getattr(game, name), value) is not None or name == "record":
        assert state_of(game) == before


@pytest.mark.parametrize("name", GAME_INPUTS)
def test_wrong_types_leave_a_game_as_it_was(name: str) -> None:
    """Everything that is neither place nor move nor tags."""
    game = Game("CR1-N-AAAAAAB", clock=lambda: 7.0)
    game.play("3-7")
    before = state_of(game)
    for thing in THINGS:
        error = error_of(getattr(game, name), thing)
        assert error is not None or (name == "record" and not thing)
    assert state_of(game) == before


@pytest.mark.parametrize(
    ("tags", "says"),
    [
        ({"Code": "CR1-N-AAAAAAB"}, "not free"),
        ({"Result": "won"}, "not free"),
        ({"1": "x"}, "no name for a tag"),
        ({"A b": "x"}, "no name for a tag"),
        ({"A" * 41: "x"}, "no name for a tag"),
        ({"": "x"}, "no name for a tag"),
        ({"Ä": "x"}, "no name for a tag"),
        ({"Player": "a\nb"}, "control character"),
        ({"Player": "\ud800"}, "control character"),
        ({"Player": "\x1b[31m"}, "control character"),
        ({"Player": "x" * 1001}, "over 1000"),
    ],
    ids=str,
)
def test_tags_that_no_record_can_hold_are_refused(tags: dict[str, str], says: str) -> None:
    """When the record is made, not when it is read again."""
    with pytest.raises(RecordError, match=says):
        Record(START, tags=tags)


def test_a_random_code_is_repeatable_with_a_source_and_else_not() -> None:
    """Numbers from everywhere in the range, by the variant asked for."""
    one, other = (GameCode.random(variants["easy"], random.Random(5)) for _ in range(2))
    assert one == other
    assert one.variant is variants["easy"]
    assert len({GameCode.random().number for _ in range(20)}) > 1
