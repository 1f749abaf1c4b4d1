"""The root of all errors, the kinds that most of them are, and how a message repeats what came from outside."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from typing import SupportsIndex

SHOWN = 60
"""Characters of a foreign text that a message repeats at most."""


def shown(value: object) -> str:
    """`value` as a message may repeat it: quoted, escaped where it cannot be printed, and cut to `SHOWN` characters.

    Letters of every script stay as they are; control characters, marks of writing direction, lone surrogates and the
    like are escaped.  A text is cut before it is quoted, so that quoting a huge one costs nothing.
    """
    if isinstance(value, str | bytes | bytearray):
        head = repr(value[:SHOWN])
        return head if len(value) <= SHOWN else f"{head}... ({len(value)} characters)"
    if isinstance(value, int) and value.bit_length() > 200:  # decimal digits of a huge integer cost quadratic time
        return f"an integer of {value.bit_length()} bits"
    if isinstance(value, int | float | bool | None):
        return repr(value)
    return f"a value of type {type(value).__name__}"


def shown_whole(text: str) -> str:
    """A position's text in full (it is short by construction), anything longer cut."""
    return repr(text) if len(text) <= 300 else shown(text)


class _Kind(type):
    """Lets `kind(error)` give back an `error` of this very kind.

    Gymnasium's AsyncVectorEnv raises a worker's error anew in this way; with several arguments to an error it would
    end in a complaint about missing ones, and the error itself would be lost.
    """

    def __call__(cls, *arguments: object, **named: object) -> object:
        """An error of this kind: the one given, or a new one made from the arguments."""
        if len(arguments) == 1 and not named and cls.__instancecheck__(arguments[0]):
            return arguments[0]
        return super().__call__(*arguments, **named)


class CrescentError(Exception, metaclass=_Kind):
    """The root: catch this to catch everything that this library raises on purpose."""


class InvalidValueError(CrescentError, ValueError):
    """A value of the right type that does not mean anything here."""


class WrongTypeError(CrescentError, TypeError):
    """A value of the wrong type: what it was for, what was expected, what came."""

    def __init__(self, what: str, expected: str, value: object) -> None:
        """Keep `what` the value was for, the `expected` type in words, and the `value` that came."""
        super().__init__(what, expected, value)
        self.what = what
        self.expected = expected
        self.value = value

    def __str__(self) -> str:
        """One sentence that names the argument and both types."""
        return f"{self.what} must be {self.expected}, not {type(self.value).__name__}"


class NoConstructorError(CrescentError, TypeError):
    """A class that is not made by calling it was called."""

    def __init__(self, kind: str, instead: str) -> None:
        """Keep the name of the `kind` called, and what to write `instead`."""
        super().__init__(kind, instead)
        self.kind = kind
        self.instead = instead

    def __str__(self) -> str:
        """Name the class, and say what makes one."""
        return f"a {self.kind} is not made by calling the class: use {self.instead}"


def as_integer(what: str, value: object, expected: str = "an integer") -> int:
    """`value` as a plain int: an integer of any kind (numpy's too), but no bool, nor numpy's.

    Raises:
        WrongTypeError: it is no integer; the error says `what` it was for.
    """
    kind = getattr(getattr(value, "dtype", None), "kind", None)  # older NumPy counts its bools, with a warning
    if isinstance(value, bool) or kind == "b":
        raise WrongTypeError(what, expected, value)
    try:
        return int(operator.index(cast("SupportsIndex", value)))
    except TypeError:  # an array of several numbers has __index__ too, and refuses
        raise WrongTypeError(what, expected, value) from None


def as_number(what: str, value: object, expected: str = "a number") -> int | float:
    """`value`, an int or a float of whatever size, but no bool; it may be infinite or not a number.

    Raises:
        WrongTypeError: it is none; the error says `what` it was for.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise WrongTypeError(what, expected, value)
    return value
