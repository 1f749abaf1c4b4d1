"""Errors: split by cause, with their evidence in fields and their input in the message, and fit to cross processes."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import traceback
from collections.abc import Callable
from typing import Final

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import crescent
from crescent import (
    AgentNameError,
    CardTextError,
    CodeError,
    CrescentError,
    DivergenceError,
    DuplicateNameError,
    EngineError,
    FileError,
    FixedNameError,
    IllegalMoveError,
    InvalidValueError,
    MissingExtraError,
    Move,
    MoveIndexError,
    MoveTextError,
    NoConstructorError,
    NoLegalMoveError,
    NothingToRedoError,
    NothingToUndoError,
    Outcome,
    PluginError,
    Position,
    PositionError,
    RecordError,
    Rules,
    RulesError,
    UnknownNameError,
    UnsuitedAgentError,
    WrongTypeError,
    errors,
)
from crescent.errors import SHOWN, as_integer, shown, shown_whole
from crescent.faults import CodeFault, EngineFault, FileFault, OptionFault, PositionFault, RecordFault

START: Final = crescent.deal("CR1-N-AAAAAAB")
MOVE: Final = Move.parse("1-2")
NO_POSITION: Final = (PositionFault.PILES(count=15), PositionFault.NO_BASE(foundation="SA"))


def illegal() -> IllegalMoveError:
    """A refused move in the golden deal."""
    with pytest.raises(IllegalMoveError) as caught:
        START.play(MOVE)
    return caught.value


OPTIONS_FORM: Final = "(options look like lookahead(depth=2))"
BLOCKED: Final = Position.parse("/".join(["QSKS", *"-" * 15]) + " JKKK AAAA 0")
REFUSAL: Final = START.refusal(MOVE)

EXAMPLES: Final[list[tuple[CrescentError, type[Exception] | None, dict[str, object], str]]] = [
    (
        WrongTypeError("a card", "a text", 3),
        TypeError,
        {"what": "a card", "expected": "a text", "value": 3},
        "a card must be a text, not int",
    ),
    (
        CardTextError("1H"),
        ValueError,
        {"text": "1H"},
        "'1H' is not a card: write a rank (A 2 ... 9 T J Q K) and a suit (S H D C), as in TH",
    ),
    (
        MoveTextError("1"),
        ValueError,
        {"text": "1", "limit": None},
        "'1' is not a move: write 10-14, 10-A, 10-K, SA-SK, SA-10 or R",
    ),
    (
        MoveTextError("1-2" + " " * 60, 40),
        ValueError,
        {"text": "1-2" + " " * 60, "limit": 40},
        f"'1-2{' ' * 57}'... (63 characters) is too long for a move: 40 characters at most are read",
    ),
    (
        MoveIndexError(409),
        ValueError,
        {"index": 409, "move": None},
        "409 is no action index: they run from 0 to 408",
    ),
    (
        MoveIndexError(None, "1-1"),
        ValueError,
        {"index": None, "move": "1-1"},
        "the move 1-1 has no action index: it can never be legal",
    ),
    (
        RulesError("Rules.redeals", 100, "an integer from 0 to 99"),
        ValueError,
        {"field": "Rules.redeals", "value": 100, "expected": "an integer from 0 to 99"},
        "Rules.redeals must be an integer from 0 to 99, not 100",
    ),
    (
        CodeError("CR1", CodeFault.PARTS()),
        ValueError,
        {"text": "CR1", "problem": CodeFault.PARTS(), "reason": "it does not have three parts joined by hyphens"},
        "'CR1' is no game code: it does not have three parts joined by hyphens (a code looks like CR1-N-AAAAAAB)",
    ),
    (
        PositionError(NO_POSITION, "x"),
        ValueError,
        {"faults": ("15 piles instead of 16", "the foundation SA has no base"), "problems": NO_POSITION, "text": "x"},
        "not a position: 15 piles instead of 16; the foundation SA has no base; in 'x'",
    ),
    (
        illegal(),
        ValueError,
        {"move": MOVE, "refusal": REFUSAL, "position": START},
        f"1-2 is illegal, not-same-suit (5H onto QD); in {START}",
    ),
    (
        NoConstructorError("View", "View.parse(text)"),
        TypeError,
        {"kind": "View", "instead": "View.parse(text)"},
        "a View is not made by calling the class: use View.parse(text)",
    ),
    (
        NoLegalMoveError(BLOCKED.view()),
        ValueError,
        {"view": BLOCKED.view(), "outcome": Outcome.BLOCKED},
        f"no legal move: the game is blocked; in {BLOCKED}",
    ),
    (NothingToUndoError(START), None, {"position": START}, f"nothing to undo; in {START}"),
    (NothingToRedoError(START), None, {"position": START}, f"nothing to redo; in {START}"),
    (
        RecordError(RecordFault.STRAY(text="}"), 3),
        ValueError,
        {"problem": RecordFault.STRAY(text="}"), "reason": "'}' does not belong here", "line": 3},
        "record, line 3: '}' does not belong here",
    ),
    (
        RecordError(RecordFault.NO_START()),
        ValueError,
        {"problem": RecordFault.NO_START(), "line": None},
        "record: neither a Code nor a Position says where it begins",
    ),
    (
        DivergenceError(RecordFault.DIVERGES(), 5, 2, 3, illegal()),
        ValueError,
        {"number": 2, "ply": 3, "line": 5, "move": MOVE, "refusal": REFUSAL, "position": START, "reason": "diverges"},
        f"record, line 5: diverges at move 2: {illegal()}",
    ),
    (
        FileError("game.crescent", FileFault.MISSING()),
        OSError,
        {
            "path": "game.crescent",
            "problem": FileFault.MISSING(),
            "reason": "cannot be read: No such file or directory",
        },
        "game.crescent: cannot be read: No such file or directory",
    ),
    (
        UnknownNameError("variant", "nrmal", ["normal"], ["normal", "four"]),
        ValueError,
        {"kind": "variant", "name": "nrmal", "near": ("normal",), "known": ("normal", "four")},
        "there is no variant 'nrmal'; did you mean normal?",
    ),
    (
        AgentNameError("greedy(depth=2)", OptionFault.NO_OPTIONS(option="depth")),
        ValueError,
        {
            "text": "greedy(depth=2)",
            "problem": OptionFault.NO_OPTIONS(option="depth"),
            "reason": "there is no option 'depth', it takes none",
        },
        f"'greedy(depth=2)' names no agent: there is no option 'depth', it takes none {OPTIONS_FORM}",
    ),
    (
        UnsuitedAgentError("solver", Rules(redeals=0)),
        ValueError,
        {"name": "solver", "rules": Rules(redeals=0)},
        f"the agent 'solver' does not play by these rules: {Rules(redeals=0)}",
    ),
    (
        EngineError("./bot", EngineFault.ENDED(code=3), "-/- AAAA KKKK 3", ["> 1 protocol", "! oh"]),
        None,
        {
            "command": "./bot",
            "problem": EngineFault.ENDED(code=3),
            "reason": "ended with exit code 3",
            "position": "-/- AAAA KKKK 3",
            "transcript": ("> 1 protocol", "! oh"),
            "report": "engine './bot': ended with exit code 3\nin -/- AAAA KKKK 3\n> 1 protocol\n! oh",
        },
        "engine './bot': ended with exit code 3; in -/- AAAA KKKK 3",
    ),
    (
        DuplicateNameError("variant", "four"),
        ValueError,
        {"kind": "variant", "name": "four"},
        "the variant 'four' exists already; choose another name",
    ),
    (
        FixedNameError("variant", "normal", "it is built in"),
        ValueError,
        {"kind": "variant", "name": "normal", "reason": "it is built in"},
        "the variant 'normal' cannot be taken out: it is built in",
    ),
    (
        PluginError("crescent.agents", "last", "module:Last", "it is broken"),
        None,
        {"group": "crescent.agents", "name": "last", "source": "module:Last", "reason": "it is broken"},
        "plug-in 'last' ('module:Last', group crescent.agents): it is broken",
    ),
    (
        MissingExtraError("the environment", "gym"),
        ImportError,
        {"what": "the environment", "extra": "gym"},
        "the environment needs the extra 'gym': pip install 'crescent-patience[gym]'",
    ),
]
IDS: Final = [f"{type(example[0]).__name__} {number}" for number, example in enumerate(EXAMPLES)]


@pytest.mark.parametrize(("error", "base", "fields", "message"), EXAMPLES, ids=IDS)
def test_an_error_names_its_input_and_keeps_its_evidence(
    error: CrescentError, base: type[Exception] | None, fields: dict[str, object], message: str
) -> None:
    """In typed fields and in one line; it is a ValueError, TypeError … as well where that is what went wrong."""
    assert str(error) == message
    assert {name: getattr(error, name) for name in fields} == fields
    assert base is None or isinstance(error, base)
    assert isinstance(error, ValueError) == isinstance(error, InvalidValueError)


@pytest.mark.parametrize("error", [example[0] for example in EXAMPLES], ids=IDS)
def test_an_error_survives_pickle_and_copy(error: CrescentError) -> None:
    """With its type, fields and message, so that it can come out of another process."""
    others = [pickle.loads(pickle.dumps(error, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)]
    for other in (*others, copy.copy(error), copy.deepcopy(error)):
        assert type(other) is type(error)
        assert str(other) == str(error)
        assert _comparable(vars(other)) == _comparable(vars(error))


def _comparable(fields: dict[str, object]) -> dict[str, object]:
    """Fields with errors among them shown as text: exceptions compare by identity."""
    return {name: str(field) if isinstance(field, Exception) else field for name, field in fields.items()}


def test_every_error_has_an_example_here() -> None:
    """Every class that is raised; the two roots stand for all of them."""
    classes = {thing for _, thing in inspect.getmembers(errors, inspect.isclass) if issubclass(thing, CrescentError)}
    assert classes - {CrescentError, InvalidValueError} == {type(example[0]) for example in EXAMPLES}
    assert {kind.__name__ for kind in classes} <= set(crescent.__all__)


def test_an_error_is_shown_whole_in_a_traceback() -> None:
    """The message of the class is the one that people see."""
    shown_lines = "".join(traceback.format_exception_only(illegal()))
    assert shown_lines.startswith("crescent.errors.IllegalMoveError: 1-2 is illegal, not-same-suit")


FOREIGN: Final[list[tuple[object, str]]] = [
    ("x", "'x'"),
    ("\xe9\n\x1b", r"'é\n\x1b'"),
    ("rückgängig ♥ 字 \u0661", "'rückgängig ♥ 字 \u0661'"),
    ("\u202e\u2066\u200b\u2028\u00a0\ufeff\x9b", r"'\u202e\u2066\u200b\u2028\xa0\ufeff\x9b'"),
    ("\ud800\ue000", r"'\ud800\ue000'"),
    ("x" * SHOWN, repr("x" * SHOWN)),
    ("x" * (SHOWN + 1), f"{'x' * SHOWN!r}... ({SHOWN + 1} characters)"),
    (b"\xff", r"b'\xff'"),
    (bytearray(b"x"), "bytearray(b'x')"),
    (3, "3"),
    (-1.5, "-1.5"),
    (True, "True"),
    (None, "None"),
    (2**200, "an integer of 201 bits"),
    (object(), "a value of type object"),
    ([1], "a value of type list"),
]


def test_foreign_values_are_repeated_safely() -> None:
    """Quoted, never at length, and escaped where they cannot be printed."""
    for value, text in FOREIGN:
        assert shown(value) == text


@given(st.text(max_size=SHOWN + 5))
def test_a_text_is_repeated_as_it_is_read_or_escaped(text: str) -> None:
    """What is printable stays, the rest can neither move the cursor nor turn the line around; none is ambiguous."""
    repeated = shown(text)
    assert repeated.isprintable()
    assert ast.literal_eval(repeated.partition("... (")[0] if len(text) > SHOWN else repeated) == text[:SHOWN]
    if text.isprintable() and len(text) <= SHOWN and not set(text) & set("'\\"):
        assert repeated == f"'{text}'"


def test_a_positions_text_is_repeated_whole() -> None:
    """Unless it is none."""
    assert shown_whole(str(START)) == repr(str(START))
    assert shown_whole("x" * 301) == shown("x" * 301)


def test_integers_of_any_kind_are_taken_as_plain_ones() -> None:
    """Whatever counts with `__index__`, but neither booleans nor arrays of several numbers."""
    integers: list[object] = [5, np.int64(5), np.uint8(5), np.array(5)]

    class OlderBool:
        """A bool of NumPy's as it was in NumPy 1.26, where it counted as a number."""

        dtype = np.dtype(np.bool_)

        def __index__(self) -> int:
            return 1

    others: list[object] = [True, np.bool_(True), OlderBool(), np.array([1, 2]), np.array(5.0), 5.0, "5", None]
    for integer in integers:
        taken = as_integer("a number", integer)
        assert (taken, type(taken)) == (5, int)
    for other in others:
        with pytest.raises(WrongTypeError, match="a number must be an integer, not"):
            as_integer("a number", other)


def test_raising_an_error_anew_by_its_kind_keeps_it() -> None:
    """`type(error)(error)`, as Gymnasium's AsyncVectorEnv raises a worker's error, is the error with its evidence."""
    error = PositionError(NO_POSITION, "a text")
    kind: Callable[[object], object] = type(error)
    assert kind(error) is error
    assert str(RecordError(RecordFault.TWO_STARTS())).startswith("record: the tags Code and Position")
