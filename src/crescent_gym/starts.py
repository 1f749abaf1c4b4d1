"""Where an episode starts: seeds, and the options of `reset`."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from operator import index
from typing import NamedTuple, SupportsIndex

import numpy as np

from crescent.codes import ALGORITHM, GameCode
from crescent.errors import InvalidValueError, RulesError, WrongTypeError
from crescent.position import NUMBERS, Position
from crescent.variants import NORMAL, Variant, variants
from crescent_gym.errors import OptionError

LARGEST_SEED = 2**128 - 1
"""The largest seed: NumPy's seeding keeps 128 bits of it."""

OPTIONS = ("code", "position")
"""What `reset(options=...)` knows."""


class Start(NamedTuple):
    """Where an episode starts: a position, and the code that deals it if there is one."""

    position: Position
    code: GameCode | None


def checked_seed(seed: object) -> int | None:
    """`seed` as Gymnasium wants it, a plain int or None.

    Raises:
        WrongTypeError: it is no integer (NumPy's are fine, a bool is not).
        RulesError: it is negative or larger than `LARGEST_SEED`.
    """
    if seed is None:
        return None
    plain = integer("a seed", seed)
    if not 0 <= plain <= LARGEST_SEED:
        raise RulesError("a seed", plain, "from 0 to 2 ** 128 - 1")
    return plain


def integer(what: str, value: object) -> int:
    """`value` as a plain int.

    Raises:
        WrongTypeError: it is no integer, or a bool.
    """
    if isinstance(value, SupportsIndex) and not isinstance(value, bool | np.bool_):
        with suppress(TypeError):  # arrays of more than one number, or of floats, have an __index__ that raises
            return index(value)
    raise WrongTypeError(what, "an integer", value)


def drawn_code(rng: np.random.Generator, variant: Variant) -> GameCode:
    """The code of the next deal: one draw of `rng.integers(2 ** 35)`.

    For Gymnasium's own generators (PCG64) that is the upper 35 bits of one raw 64-bit number, so that a vector
    environment can draw the same deals without a generator object for every slot.
    """
    return GameCode(int(rng.integers(NUMBERS)), variant)


def start_of_options(options: object, variant: Variant) -> Start | None:
    """The start that `options` name, None where they name none.

    Raises:
        WrongTypeError: `options` is no mapping, or an option's value has the wrong type.
        OptionError: an unknown option; both options at once; a code or position of other rules; a finished game.
        CodeError, PositionError: a text that is no code or no position.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise WrongTypeError("reset options", "a mapping or None", options)
    for option in options:
        if option not in OPTIONS:
            raise OptionError(option, f"it is unknown; known: {', '.join(OPTIONS)}")
    if not options:
        return None
    if len(options) > 1:
        raise OptionError("position", "it excludes the option code")
    if "code" in options:
        code = _code(options["code"], variant)
        return Start(code.deal(), code)
    return Start(_position(options["position"], variant), None)


def _code(given: object, variant: Variant) -> GameCode:
    """A code of this variant; of an unregistered variant a text is read by the variant's own tag."""
    if isinstance(given, GameCode):
        code = given
    elif isinstance(given, str) and variant.name not in variants:
        code = _unregistered_code(given, variant)
    else:
        code = GameCode.parse(_as_text("the option code", "a text or a GameCode", given))
    if code.variant != variant:
        raise OptionError("code", f"{code} is of the variant {code.variant}, this environment plays {variant}")
    return code


def _unregistered_code(text: str, variant: Variant) -> GameCode:
    """The code that `text` writes down, its tag being that of `variant`."""
    own = f"{ALGORITHM}-{variant.tag}-"
    head, letters = text.strip()[: len(own)].upper(), text.strip()[len(own) :]
    if head != own:
        raise OptionError("code", f"the codes of the variant {variant} begin with {own}")
    try:
        return GameCode(GameCode.parse(f"{ALGORITHM}-{NORMAL.tag}-{letters}").number, variant)
    except InvalidValueError:
        raise OptionError("code", f"behind {own} there must be seven of the letters A-Z and 2-7") from None


def _position(given: object, variant: Variant) -> Position:
    """A position of this variant's rules that can be played on."""
    if isinstance(given, Position):
        position = given
    else:
        position = Position.parse(_as_text("the option position", "a text or a Position", given), variant.rules)
    if position.rules != variant.rules:
        raise OptionError("position", f"its rules are {position.rules}, this environment plays {variant.rules}")
    if position.outcome is not None:
        raise OptionError("position", f"the game is over ({position.outcome}), no episode can start there")
    return position


def _as_text(what: str, expected: str, value: object) -> str:
    """`value` if it is a text."""
    if not isinstance(value, str):
        raise WrongTypeError(what, expected, value)
    return value
