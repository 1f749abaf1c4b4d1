"""A text as long as its reader takes is read, and one with a sign more is refused by an error that names the limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import CrescentError, GameCode, Move, Position, Record, View
from crescent.agents.options import AgentName
from crescent.cli.orders import read_order
from crescent.text import languages
from crescent.text.errors import error_text

CODE: Final = "CR1-N-AAAAAAB"
POSITION: Final = str(GameCode.parse(CODE).deal())

READERS: Final[dict[str, tuple[Callable[[str], object], str, int]]] = {
    "code": (GameCode.parse, CODE, 100),
    "move": (Move.parse, "10-14", 40),
    "position": (Position.parse, POSITION, 2000),
    "view": (View.parse, POSITION, 2000),
    "record": (Record.parse, f'[Code "{CODE}"]', 2**20),
    "agent": (AgentName.parse, "policy(nodes=5)", 1000),
    "order": (read_order, "10 14", 1000),
}

every_reader = pytest.mark.parametrize(("reader", "text", "longest"), READERS.values(), ids=READERS)


def check_refusal(reader: Callable[[str], object], text: str, longest: int) -> None:
    """The error names the limit, in every language and in the library's own words, and is short whatever the text."""
    with pytest.raises(CrescentError) as caught:
        reader(text)
    for words in (str(caught.value), *(error_text(languages[name], caught.value) for name in languages.names())):
        assert str(longest) in words
        assert len(words) < 1000  # a sign may need ten to be escaped, and 60 are shown


@every_reader
def test_the_longest_text_is_read_and_one_sign_more_refused(
    reader: Callable[[str], object], text: str, longest: int
) -> None:
    """The same words with space behind them, which every reader passes over."""
    assert reader(text.ljust(longest)) == reader(text)
    check_refusal(reader, text.ljust(longest + 1), longest)


@every_reader
@given(head=st.text(alphabet=st.characters(exclude_categories=["Nd"]), min_size=1), more=st.integers(1, 50))
def test_a_text_that_is_too_long_is_refused_for_its_length_whatever_it_says(
    reader: Callable[[str], object], text: str, longest: int, head: str, more: int
) -> None:
    """Signs of every script before, between and behind what would be read; digits would look like the limit."""
    long = (head + text + head * (longest // len(head) + 1))[: longest + more]
    check_refusal(reader, long, longest)


@given(word=st.text(alphabet="AKSHDCR-", min_size=41, max_size=300))
def test_a_word_of_a_record_that_is_too_long_for_a_move_is_refused_by_the_limit(word: str) -> None:
    """As the move alone would be, with its line."""
    with pytest.raises(CrescentError) as caught:
        Record.parse(f'[Code "{CODE}"]\n\n1. {word}')
    assert str(caught.value).endswith("is too long for a move: 40 characters at most are read")
    assert str(caught.value).startswith("record, line 3: ")
    assert error_text(languages["de"], caught.value).endswith("höchstens 40 Zeichen werden gelesen, Zeile 3")
