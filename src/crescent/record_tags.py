"""What a record's tags may say: the names with a meaning of their own, the free ones, and the time played."""

from __future__ import annotations

import re
from collections.abc import Mapping

from crescent.errors import RecordError, WrongTypeError
from crescent.faults import RecordFault
from crescent.record_text import Written

OWN_TAGS = ("Code", "Position", "Variant", "Result", "Moves", "Seconds")
"""Tags with a meaning of their own; every other one is free."""

MOST_SECONDS = 1e9
"""Seconds of play that a record tells at most: thirty years."""

LONGEST_VALUE = 1000
"""Characters of a free tag's value at most."""

_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,39}")
_SECONDS = re.compile(r"[0-9]{1,10}(\.[0-9]{1,6})?")


def check_free(tags: Mapping[str, str], lines: Mapping[str, int]) -> None:
    """Raise unless `tags` are free tags that can be written.

    Args:
        tags: value by name.
        lines: the line that each was read from; none where none was.

    Raises:
        WrongTypeError: they are no mapping of texts.
        RecordError: a name that no tag can have or that has a meaning of its own, or a value that cannot be written.
    """
    if not isinstance(tags, Mapping):
        raise WrongTypeError("Record.tags", "a mapping of texts", tags)
    for name, value in tags.items():
        for text in (name, value):
            if not isinstance(text, str):
                raise WrongTypeError("a record's tag", "a text", text)
        if not _NAME.fullmatch(name):
            raise RecordError(RecordFault.TAG_NAME(tag=name), lines.get(name))
        if name in OWN_TAGS:
            raise RecordError(RecordFault.OWN_TAG(tag=name))
        if not value.isprintable() or len(value) > LONGEST_VALUE:
            raise RecordError(RecordFault.TAG_VALUE(tag=name), lines.get(name))


def checked_seconds(seconds: float | None) -> float | None:
    """A time played, to the millisecond.

    Raises:
        WrongTypeError: it is neither a number nor None.
        RecordError: it is not 0 to `MOST_SECONDS`.
    """
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise WrongTypeError("Record.seconds", "a number or None", seconds)
    if not 0 <= seconds <= MOST_SECONDS:
        raise RecordError(RecordFault.SECONDS(seconds=seconds, limit=int(MOST_SECONDS)))
    return abs(round(float(seconds), 3))  # -0.0 is nothing to write


def read_seconds(written: Written) -> float | None:
    """The time that a record's text tells, None where it tells none.

    Raises:
        RecordError: its tag is no such number.
    """
    text = written.value("Seconds")
    if text is None:
        return None
    if not _SECONDS.fullmatch(text) or float(text) > MOST_SECONDS:
        raise RecordError(RecordFault.NO_SECONDS(text=text), written.line("Seconds"))
    return round(float(text), 3)


def seconds_text(seconds: float) -> str:
    """The value of the tag of a time."""
    return f"{seconds:.3f}".rstrip("0").rstrip(".")
