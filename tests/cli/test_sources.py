"""What is wrong with moves that are given as arguments: told by the number of the move, for there are no lines."""

from __future__ import annotations

import re
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent.cli.sources import record_moves
from crescent.text import languages
from crescent.text.errors import UsageError, error_text

WORDS: Final = st.lists(st.sampled_from(["1-2", "10-14", "15-K", "SA-SK", "R"]), max_size=20)


@given(before=WORDS, wrong=st.sampled_from(["15-X", "1-", "x" * 41, "{", "}", "[A"]), after=WORDS)
def test_a_wrong_move_is_told_by_its_number(before: list[str], wrong: str, after: list[str]) -> None:
    """Redeals do not count, as in the number of a divergence; nothing is called a record, or a line."""
    with pytest.raises(UsageError) as caught:
        record_moves([*before, wrong, *after])
    number = len(before) - before.count("R") + 1
    for name, begin in (("en", "move"), ("de", "Zug")):
        text = error_text(languages[name], caught.value)
        assert text.startswith(f"{begin} {number}: ")
        assert not re.search(r"record|line|Aufzeichnung|Zeile", text)


def test_a_tag_before_the_moves_is_the_first_moves_fault() -> None:
    """A tag would begin a record."""
    with pytest.raises(UsageError) as caught:
        record_moves(['[A "b"]', "1-2"])
    assert error_text(languages["en"], caught.value) == "move 1: '[A \"b\"]' is a tag where moves stand"
