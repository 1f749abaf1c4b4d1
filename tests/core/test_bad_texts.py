"""Spoiled, hostile and huge texts: only this library's own errors come out, and they name the text.

That time stays bounded is shown by the limits on what is read at all (ten million characters are refused at once),
not by a clock.
"""

from __future__ import annotations

from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import Game, InvalidValueError, Position
from tests.core.junk import huge_texts, spoiled
from tests.core.readers import HIDDEN, START, TEXT_READERS, error_of

RECORD: Final = Game("CR1-N-AAAAAAB")
for _move in ("3-7", "8-6", "R"):
    RECORD.play(_move)
RECORD_TEXT: Final = str(RECORD.record({"Player": 'A "player"'}))

VALID_TEXTS: Final[dict[str, tuple[str, ...]]] = {
    "Card.parse": ("TH", "10H", "A♠"),
    "Move.parse": ("10-14", "10-A", "SA-SK", "SA-10", "R"),
    "GameCode.parse": ("CR1-N-AAAAAAB", "CR1-FH-7777777"),
    "Position.parse": (str(START),),
    "Position.parse hidden": (str(Position.deal(1, HIDDEN)),),
    "View.parse": (str(START),),
    "View.parse hidden": (str(Position.deal(1, HIDDEN).view()),),
    "Record.parse": (RECORD_TEXT, RECORD_TEXT.replace('Code "CR1-N-AAAAAAB"', f'Position "{START}"')),
    "variants.get": ("normal", "hidden-four"),
    "variants.by_tag": ("N", "FH"),
    "agents.make": ("uniform", "greedy"),
}


@pytest.mark.parametrize("name", VALID_TEXTS)
@given(data=st.data())
def test_spoiled_texts_are_refused_or_mean_what_they_say(name: str, data: st.DataObject) -> None:
    """Refused with our errors; and what is read all the same is written back to something that reads alike."""
    text = data.draw(spoiled(data.draw(st.sampled_from(VALID_TEXTS[name]))))
    reader = TEXT_READERS[name]
    if error_of(reader, text) is None and name.endswith(("parse", "hidden")):
        value = reader(text)
        assert reader(str(value)) == value


FULL_WIDTH: Final = "\uff11\uff12\uff33\uff21\uff2e\uff54"
"""Wide forms of 1 2 S A N t."""

ONE, TWO, S, A, N, T = FULL_WIDTH
ARABIC_ONE, ARABIC_TWO, SUPERSCRIPT_TWO = "\u0661\u0662\u00b2"
LONG_S, DOTLESS_I, KELVIN, GREEK_NU = "\u017f\u0131\u212a\u039d"
NARROW_HYPHEN, MINUS = "\u2010\u2212"
RED = "\x1b[31m"

HOSTILE: Final[dict[str, list[str]]] = {
    "Card.parse": [
        "",
        " ",
        "H",
        "T",
        "1H",
        "0H",
        "TX",
        "THH",
        "T H",
        f"{ONE}0H",
        f"{T}H",
        f"T{S}",
        "T\u2661",
        "\0TH",
        "th\x1b",
        "??",
        "TH" * 9,
        f"{RED}TH",
        "\u200bTH",
        "TH\ufe0f",
    ],
    "Move.parse": [
        "",
        "-",
        "1-",
        "-1",
        "1--2",
        "0-1",
        "17-1",
        "1-17",
        "01-2",
        "1-2-3",
        "1-R",
        "R-1",
        "RR",
        "A-1",
        "K-K",
        "SS-1",
        "SA-SKK",
        "1\x002",
        f"1-2{RED}",
        "R\n\nR",
        "+1-2",
        "1_0-2",
        "1.0-2",
        "1e1-2",
        "1 2 3",
        f"{ONE}-2",
        f"1-{TWO}",
        f"{ARABIC_ONE}-{ARABIC_TWO}",
        f"{SUPERSCRIPT_TWO}-3",
        f"{LONG_S}A-SK",
        f"SA-S{KELVIN}",
        f"1{NARROW_HYPHEN}2",
        f"1{MINUS}2",
        "1\u2192",
        "1" * 30 + "-2",
        "1" + " " * 50 + "2",
    ],
    "GameCode.parse": [
        "",
        "CR1",
        "CR1-N",
        "CR1-N-",
        "CR1-N-AAAAAA",
        "CR1-N-AAAAAAAA",
        "CR2-N-AAAAAAA",
        "CR1--AAAAAAA",
        "-N-AAAAAAA",
        "CR1-X-AAAAAAA",
        "CR1-N-AAAAAA0",
        "CR1-N-AAAAAA1",
        "CR1-N-AAAAAA8",
        "CR1-N-AAA AAA",
        "CR1 N AAAAAAA",
        f"CR1-N-AAAAAA{LONG_S}",
        f"CR1-N-{A}AAAAAA",
        f"CR{ONE}-N-AAAAAAA",
        f"CR1-{N}-AAAAAAA",
        "CR1-N-AAAAAA\0",
        f"CR1-{RED}N-AAAAAAA",
        f"CR1{MINUS}N{MINUS}AAAAAAA",
        "CR1-NORMAL-AAAAAAA",
        "CR1-N-AAAAAAB-",
        " " * 200 + "CR1-N-AAAAAAB",
        f"CR1-N-AAAAA{DOTLESS_I}A",
    ],
    "variants.get": ["", "norma", "NORMAL", "normal ", "n", "normal\0", RED, "x" * 1000, f"h{DOTLESS_I}dden"],
    "variants.by_tag": ["", "n", "NN", GREEK_NU, "N ", N],
    "agents.make": ["", "unifrom", "UNIFORM", "greedy\0"],
    "Position.parse": [
        str(START).replace("3H9S", f"3H9{S}"),
        str(START).replace(" 3", f" {ARABIC_ONE}"),
        str(START) + RED,
        str(START).replace("/", "\u2044", 1),
        "\ufeff" + str(START),
    ],
}


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, texts in HOSTILE.items() for text in texts])
def test_texts_that_only_look_right_are_refused(name: str, text: str) -> None:
    """Foreign digits and letters, signs that look like hyphens, control characters, too much, too little."""
    error = error_of(TEXT_READERS[name], text)
    assert isinstance(error, InvalidValueError)
    assert repr(text[:10])[1:-1] in str(error)


@pytest.mark.parametrize("name", TEXT_READERS)
def test_ten_million_characters_are_refused_at_once(name: str) -> None:
    """By their length, or by the first sign that does not fit; the message stays short."""
    for text in huge_texts():
        error = error_of(TEXT_READERS[name], text)
        assert isinstance(error, InvalidValueError)
        assert len(str(error)) < 2000
