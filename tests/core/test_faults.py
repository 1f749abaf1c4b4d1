"""Faults: closed sets with a sentence each, made into problems by the evidence that the sentence names."""

from __future__ import annotations

import copy
import pickle
from typing import Final

import pytest

from crescent.faults import (
    FAULTS,
    BenchFault,
    CodeFault,
    EngineFault,
    Fault,
    FileFault,
    OptionFault,
    PositionFault,
    Problem,
    RecordFault,
    StoreFault,
    SurveyFault,
    placeholders,
)


def problem_with(fault: Fault) -> Problem:
    """The fault with some evidence."""
    return fault(**{name.partition("!")[0]: f"<{name}>" for name in placeholders(fault.sentence)})


@pytest.mark.parametrize("fault", FAULTS, ids=str)
def test_a_problem_keeps_its_evidence_and_crosses_processes(fault: Fault) -> None:
    """It says all of it in one line, and is equal to what is unpickled and copied of it."""
    problem = problem_with(fault)
    assert all(str(value) in str(problem) for value in problem.evidence.values())
    assert str(problem).isprintable()
    for other in (pickle.loads(pickle.dumps(problem)), copy.deepcopy(problem)):
        assert other == problem
        assert other.fault is fault
        assert hash(other) == hash(problem)


def test_evidence_that_the_sentence_does_not_take_is_refused() -> None:
    """Missing, misnamed or more: the mistake shows where the problem is made, not where it is read."""
    mistakes: tuple[dict[str, object], ...] = ({}, {"number": 3}, {"count": 3, "more": 1})
    for evidence in mistakes:
        with pytest.raises(TypeError, match=r"the evidence of CodeFault.LENGTH is \['count'\], not "):
            CodeFault.LENGTH(**evidence)


FOREIGN: Final = "\x1b[2J" + "x" * 100_000


@pytest.mark.parametrize(
    "problem",
    [
        CodeFault.LETTER(letter=FOREIGN),
        PositionFault.NO_REDEALS(text=FOREIGN),
        RecordFault.STRAY(text=FOREIGN),
        RecordFault.CONTRADICTION(tag="Moves", said=FOREIGN, value=3),
    ],
    ids=lambda problem: str(problem.fault),
)
def test_foreign_texts_are_quoted_and_cut(problem: Problem) -> None:
    """Whatever stands in a file reaches no terminal as it is."""
    assert str(problem).isprintable()
    assert len(str(problem)) < 200


KINDS: Final = (
    CodeFault,
    PositionFault,
    RecordFault,
    FileFault,
    SurveyFault,
    BenchFault,
    StoreFault,
    OptionFault,
    EngineFault,
)


def test_no_fault_is_in_two_sets() -> None:
    """Equal names in different sets are different faults."""
    assert len(set(FAULTS)) == len(FAULTS) == sum(map(len, KINDS))
    assert {RecordFault.TOO_LONG, PositionFault.TOO_LONG, FileFault.TOO_LONG} <= set(FAULTS)
