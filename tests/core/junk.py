"""What should never get past a reader: values of all types, texts that nearly mean something, and huge ones."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Final

from hypothesis import strategies as st


class Hostile:
    """An object on which every courtesy fails: it cannot be shown, compared, hashed, measured or called true."""

    def __repr__(self) -> str:
        """Fail."""
        raise RuntimeError("no text")

    def __eq__(self, other: object) -> bool:
        """Fail."""
        raise RuntimeError("no comparison")

    def __hash__(self) -> int:
        """Fail."""
        raise RuntimeError("no hash")

    def __bool__(self) -> bool:
        """Fail."""
        raise RuntimeError("no truth")

    def __len__(self) -> int:
        """Fail."""
        raise RuntimeError("no length")


THINGS: Final[tuple[object, ...]] = (
    None,
    True,
    False,
    0.5,
    float("nan"),
    float("inf"),
    -(10**40),
    10**5000,
    1j,
    Decimal(1),
    Fraction(1, 2),
    b"10-14",
    bytearray(b"R"),
    (),
    [],
    [[]],
    {},
    {"a": 1},
    set(),
    object(),
    object,
    int,
    len,
    lambda: 1,
    Ellipsis,
    NotImplemented,
    range(3),
    memoryview(b"abc"),
    ValueError("x"),
    Hostile(),
)
"""One of each kind that is no text and no sensible number."""

things: st.SearchStrategy[object] = st.one_of(
    st.integers(0, len(THINGS) - 1).map(THINGS.__getitem__),  # by number: not all of them can be shown
    st.integers(),
    st.floats(),
    st.binary(max_size=300),
    st.text(max_size=60),
    st.lists(st.integers(), max_size=3),
)

SIGNS: Final = (
    'SHDCshdcAKQJT23456789a01-/>→♠♥ ?.[]{}"\\R\n\r\t\0\x1b'
    "\u0661\uff11\u00b2\u017f\u0131\u212a\uff33\u2028\ud800\U0001f600"
)
"""Signs that mean something to some reader, and some that only look like it."""


@st.composite
def spoiled(draw: st.DrawFn, text: str) -> str:
    """`text` with some signs put in, left out or changed, some parts doubled or cut away."""
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(text)))
        to = draw(st.integers(at, min(len(text), at + draw(st.sampled_from((0, 1, 1, 2, 40))))))
        middle = draw(st.one_of(st.text(SIGNS, max_size=4), st.just(text[at:to] * 2), st.just("")))
        text = draw(st.sampled_from((text[:at] + middle + text[to:], text[:at] + middle + text[to:], text[at:])))
    return text


HUGE: Final = 10_000_000


def huge_texts() -> list[str]:
    """Texts of ten million characters that invite a reader to go on and on."""
    units = ("A", "/", "-", " ", "1-2 ", "R ", "AS", "{", "}", '[A "b"]\n', '"', "9", "?? ", "\n", "é", "1.", "\\")
    return [(unit * (HUGE // len(unit))) for unit in units]
