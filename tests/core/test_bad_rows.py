"""Rows of bytes that are no position: refused with every fault, or kept to the byte."""

from __future__ import annotations

import tracemalloc
from functools import partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crescent import Position, PositionError, Rules, View
from tests.core.readers import HIDDEN, error_of


@pytest.mark.parametrize("length", [0, 1, 232, 234, 10_000_000])
def test_rows_of_another_length_are_refused(length: int) -> None:
    """With both lengths in the message."""
    for reader in (Position.from_row, View.from_row):
        with pytest.raises(PositionError, match=f"{length} bytes instead of 233"):
            reader(bytes(length))


def test_a_huge_row_is_refused_before_it_is_copied() -> None:
    """Whoever gives it has the memory for it once; nobody has to have it twice."""
    huge = bytes(10_000_000)
    tracemalloc.start()
    try:
        with pytest.raises(PositionError):
            Position.from_row(huge)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 1_000_000


@given(st.binary(min_size=233, max_size=233))
@example(bytes(233))
@example(b"\xff" * 233)
def test_random_rows_are_refused(row: bytes) -> None:
    """Chance never makes a position; the message names each fault."""
    for reader in (Position.from_row, View.from_row):
        error = error_of(reader, row)
        assert isinstance(error, PositionError)
        assert error.faults


@given(st.sampled_from((Rules(), HIDDEN)), st.dictionaries(st.integers(0, 232), st.integers(0, 255), max_size=4))
def test_spoiled_rows_are_refused_or_kept_to_the_byte(rules: Rules, changes: dict[int, int]) -> None:
    """What is taken is exactly what was given."""
    for start, reader in (
        (Position.deal(5, rules), Position.from_row),
        (Position.deal(5, rules).view(), View.from_row),
    ):
        row = bytearray(start.row)
        for place, byte in changes.items():
            row[place] = byte
        error = error_of(partial(reader, rules=rules), row)
        if error is not None:
            assert isinstance(error, PositionError)
            assert error.faults
            continue
        taken = reader(bytes(row), rules)
        assert taken.row == row
        assert type(taken).parse(str(taken), rules) == taken
