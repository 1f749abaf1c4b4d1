"""Bad arguments get one clear error of ours, before anything is searched."""

from __future__ import annotations

import math
import pickle
from typing import Any

import pytest

from crescent import CrescentError, GameCode, Position, RulesError, WrongTypeError, variants
from crescent.solver import FaceDownError, NotSolvedError, Status, UnsoundLineError, shorten, solve
from tests.solver.asking import LOST, WON

POSITION = Position.parse(WON)

BAD_TYPES: list[dict[str, Any]] = [
    {"nodes": "many"}, {"nodes": 1.5}, {"nodes": True}, {"nodes": None},
    {"seconds": "1"}, {"seconds": True}, {"seconds": 1j},
    {"seed": "x"}, {"seed": 0.5}, {"seed": None}, {"seed": False},
    {"progress": 3}, {"progress": "print"},
    {"look_under": 1}, {"look_under": None},
]  # fmt: skip

BAD_VALUES: list[dict[str, Any]] = [
    {"nodes": 0}, {"nodes": -(10**400)},
    {"seconds": 0}, {"seconds": -1.0}, {"seconds": math.nan}, {"seconds": math.inf}, {"seconds": -(10**400)},
]  # fmt: skip


@pytest.mark.parametrize("named", BAD_TYPES, ids=str)
def test_wrong_types_are_named(named: dict[str, Any]) -> None:
    """An argument of the wrong type is named by the error."""
    with pytest.raises(WrongTypeError, match=next(iter(named))):
        solve(POSITION, **named)


@pytest.mark.parametrize("named", BAD_VALUES, ids=lambda named: str(named)[:30])
def test_values_out_of_range_are_named(named: dict[str, Any]) -> None:
    """An argument out of range is named by the error, with what was expected."""
    with pytest.raises(RulesError, match=next(iter(named))):
        solve(POSITION, **named)


@pytest.mark.parametrize("seconds", [1, 10**400, 1e308])
def test_any_positive_time_limit_is_fine(seconds: float) -> None:
    """Integers and huge limits are times too."""
    assert solve(POSITION, seconds=seconds).status is Status.SOLVED


@pytest.mark.parametrize("seed", [-1, 2**64, 10**400], ids=lambda seed: str(seed)[:30])
def test_any_integer_is_a_seed(seed: int) -> None:
    """Seeds are integers of any sign and size."""
    assert solve(GameCode(1, variants["normal"]).deal(), seed=seed, nodes=100) is not None


@pytest.mark.parametrize(
    "thing", [None, "CR1-N-AAAAAAB", POSITION.view(), POSITION.row], ids=lambda x: type(x).__name__
)
def test_only_positions_are_solved(thing: Any) -> None:  # noqa: ANN401  anything at all
    """What is no position is refused, a player's view among it."""
    with pytest.raises(WrongTypeError, match="Position"):
        solve(thing)


def test_face_down_cards_are_not_looked_under_unasked() -> None:
    """A deal with hidden cards is refused by an error that says how to allow it, and carries the position."""
    position = GameCode(1, variants["hidden"]).deal()
    with pytest.raises(FaceDownError, match="look_under=True") as caught:
        solve(position)
    assert caught.value.position == position
    assert isinstance(caught.value, ValueError)
    assert solve(position, look_under=True).status is Status.SOLVED


def test_nothing_face_down_nothing_to_refuse() -> None:
    """Once all cards are face up, the hidden game is solved without asking."""
    assert solve(Position.parse(LOST, variants["hidden"].rules)).status is Status.UNSOLVABLE


def test_only_solutions_are_shortened() -> None:
    """What is no solution, or a solution without a win, is refused."""
    with pytest.raises(WrongTypeError, match="Solution"):
        shorten(POSITION)  # type: ignore[arg-type]  # the very mistake
    lost = solve(Position.parse(LOST))
    with pytest.raises(NotSolvedError, match="unsolvable") as caught:
        shorten(lost)
    assert caught.value.solution == lost


@pytest.mark.parametrize(
    "named", [{"seconds": None}, {"seconds": "1"}, {"nodes": "1"}, {"seed": None}, {"progress": 1}], ids=str
)
def test_shortening_names_wrong_types_too(named: dict[str, Any]) -> None:
    """The arguments of `shorten` are checked like those of `solve`, and one limit must be given."""
    with pytest.raises(WrongTypeError, match=next(iter(named))):
        shorten(solve(POSITION), **named)


def test_errors_survive_pickling() -> None:
    """The solver's errors cross processes with their evidence."""
    errors: list[CrescentError] = [
        FaceDownError(POSITION),
        UnsoundLineError(POSITION, (1,)),
        NotSolvedError(solve(POSITION)),
    ]
    for error in errors:
        again = pickle.loads(pickle.dumps(error))
        assert type(again) is type(error)
        assert str(again) == str(error)
