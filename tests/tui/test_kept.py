"""What the store keeps: games that cannot be are never made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

from crescent.errors import CrescentError, RulesError, WrongTypeError
from crescent.record import LONGEST
from crescent.tui.kept import Played, Running

WRONG: Final[list[tuple[Callable[..., object], tuple[Any, ...], type[CrescentError]]]] = [
    (Running, (b"x", 1.0, True), WrongTypeError),
    (Running, ("", 1.0, True), RulesError),
    (Running, ("x" * (LONGEST + 1), 1.0, True), RulesError),
    (Running, ("ä" * (LONGEST // 2 + 1), 1.0, True), RulesError),
    (Running, ("\ud800", 1.0, True), RulesError),
    (Running, ("a\0b", 1.0, True), RulesError),
    (Running, ("x", "1", True), WrongTypeError),
    (Running, ("x", True, True), WrongTypeError),
    (Running, ("x", float("nan"), True), RulesError),
    (Running, ("x", float("inf"), True), RulesError),
    (Running, ("x", -0.1, True), RulesError),
    (Running, ("x", 10**400, True), RulesError),
    (Running, ("x", 1.0, 1), WrongTypeError),
    (Played, ("", None, True, 1.0, 1), RulesError),
    (Played, ("x" * 101, None, True, 1.0, 1), RulesError),
    (Played, (None, None, True, 1.0, 1), WrongTypeError),
    (Played, ("normal", "", True, 1.0, 1), RulesError),
    (Played, ("normal", 3, True, 1.0, 1), WrongTypeError),
    (Played, ("normal", None, 1, 1.0, 1), WrongTypeError),
    (Played, ("normal", None, True, None, 1), WrongTypeError),
    (Played, ("normal", None, True, 1e10, 1), RulesError),
    (Played, ("normal", None, True, 1.0, 1.0), WrongTypeError),
    (Played, ("normal", None, True, 1.0, True), WrongTypeError),
    (Played, ("normal", None, True, 1.0, -1), RulesError),
    (Played, ("normal", None, True, 1.0, 2**63), RulesError),
]


@pytest.mark.parametrize(("kind", "values", "error"), WRONG, ids=range(len(WRONG)))
def test_games_that_cannot_be_are_never_made(
    kind: Callable[..., object], values: tuple[Any, ...], error: type[CrescentError]
) -> None:
    """Wrong types and ranges are named before a file is touched."""
    with pytest.raises(error, match=kind.__name__):
        kind(*values)
