"""What no curriculum can be made of is refused, and a reset that fails changes nothing."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

import crescent
from crescent import Position, Record
from crescent.errors import CrescentError, FileError, RecordError, RulesError, UnknownNameError, WrongTypeError
from crescent_gym import ArgumentTypeError, CrescentEnv, CrescentVectorEnv, OptionError
from crescent_gym.curriculum import (
    Curriculum,
    CurriculumStarts,
    VectorCurriculumStarts,
    WonLine,
    lines_of_records,
    solved_lines,
)
from crescent_gym.errors import NotWonError
from tests.gym.curriculum.won import hidden
from tests.gym.playing import ALMOST_WON, CODE, same


def made(**arguments: Any) -> Curriculum:  # noqa: ANN401  whatever is wrong
    """A curriculum of one ply."""
    line = WonLine((Position.parse(ALMOST_WON),))
    return Curriculum(**({"lines": [line]} | arguments))


BAD: list[tuple[Callable[[], object], type[CrescentError]]] = [
    (lambda: made(lines=[]), RulesError),
    (lambda: made(lines=5), WrongTypeError),
    (lambda: made(lines=["line"]), WrongTypeError),
    (lambda: made(lines=[*hidden(), WonLine((Position.parse(ALMOST_WON),))]), RulesError),
    *((lambda name=name: made(**{name: 0}), RulesError) for name in ("distance", "stride", "window", "goal")),
    *((lambda name=name: made(**{name: 2.5}), WrongTypeError) for name in ("distance", "stride", "window")),
    *((lambda name=name: made(**{name: 2**40}), RulesError) for name in ("distance", "stride", "window", "goal")),
    *((lambda name=name: made(**{name: True}), WrongTypeError) for name in ("distance", "goal", "review")),
    *((lambda goal=goal: made(goal=goal), RulesError) for goal in (float("nan"), float("inf"), 10**400, -(10**400))),
    (lambda: made(goal="high"), WrongTypeError),
    (lambda: made(review=1), RulesError),
    (lambda: made(review=-0.1), RulesError),
    (lambda: made().set_state(None), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: made().set_state({"distance": 1}), RulesError),
    (lambda: made().set_state({"distance": 0, "successes": []}), RulesError),
    (lambda: made().set_state({"distance": 1, "successes": [1]}), WrongTypeError),
    (lambda: made().set_state({"distance": 1, "successes": [True] * 101}), RulesError),
    (lambda: CurriculumStarts(gymnasium.make("CartPole-v1"), made()), ArgumentTypeError),
    (lambda: CurriculumStarts(CrescentEnv(), None), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: CurriculumStarts(CrescentEnv(variant="four"), made()), RulesError),
    (lambda: VectorCurriculumStarts(CrescentEnv(), made()), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorCurriculumStarts(CrescentVectorEnv(2, variant="hidden"), made()), RulesError),
    (lambda: WonLine.of(crescent.deal(CODE), []), NotWonError),
    (lambda: WonLine.of(crescent.deal(CODE), [crescent.Move.parse("15-K")]), NotWonError),
    (lambda: lines_of_records("game.crescent"), WrongTypeError),
    (lambda: lines_of_records(None), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: lines_of_records([5]), WrongTypeError),  # type: ignore[list-item]  # wrong on purpose
    (lambda: lines_of_records(["/no/such/file"]), FileError),
    (lambda: lines_of_records([__file__]), RecordError),
    (lambda: lines_of_records([Record(crescent.deal(CODE))]), NotWonError),
    (lambda: solved_lines("1"), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: solved_lines([2**35]), RulesError),
    (lambda: solved_lines([1.5]), WrongTypeError),  # type: ignore[list-item]  # wrong on purpose
    (lambda: solved_lines([1], "nromal"), UnknownNameError),
    (lambda: solved_lines([1], nodes=0), RulesError),
]


@pytest.mark.parametrize(("call", "error"), BAD, ids=range(len(BAD)))
def test_bad_arguments_are_refused(call: Callable[[], object], error: type[CrescentError]) -> None:
    """One clear error of ours, which says what was expected."""
    with pytest.raises(error) as caught:
        call()
    assert 10 < len(str(caught.value)) < 500


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1]])
def test_a_reset_that_fails_changes_nothing(curriculum: Curriculum, seed: Any) -> None:  # noqa: ANN401  anything
    """Seeds and options that the environment refuses leave wrapper and environment as they were."""
    env = CurriculumStarts(CrescentEnv(), curriculum)
    several = VectorCurriculumStarts(CrescentVectorEnv(2), curriculum)
    for wrapped in (env, several):
        twin = pickle.loads(pickle.dumps(wrapped))
        for each in (wrapped, twin):
            each.reset(seed=1)
        with pytest.raises(CrescentError):
            wrapped.reset(seed=seed)
        with pytest.raises(CrescentError):
            wrapped.reset(options={"cdoe": CODE})
        assert same(wrapped.reset(), twin.reset())


def test_options_of_the_caller_stay_as_they_are(curriculum: Curriculum) -> None:
    """The curriculum's positions are not written into the caller's mapping."""
    env = VectorCurriculumStarts(CrescentVectorEnv(2), curriculum)
    env.reset(seed=1)
    options = {"reset_mask": np.array([True, False])}
    env.reset(options=options)
    assert list(options) == ["reset_mask"]
    with pytest.raises(OptionError):
        env.reset(options={"reset_mask": np.zeros(2, np.bool_)})
