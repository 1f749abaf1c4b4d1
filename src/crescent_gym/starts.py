"""Where an episode starts: seeds, and the options of `reset`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.codes import ALGORITHM, GameCode
from crescent.errors import CrescentError, InvalidValueError, RulesError, WrongTypeError, as_integer
from crescent.position import NUMBERS, Position
from crescent.variants import NORMAL, Variant, variants
from crescent_gym.errors import ArgumentTypeError, OptionError

NO_SEED = 9
"""In the first column of seeds: a slot without one, whose series of deals goes on."""

NO_NUMBER = -1
"""In place of a code's number, an episode that began with a position."""

LARGEST_SEED = 2**128 - 1
"""The largest seed: NumPy's seeding keeps 128 bits of it."""

OPTIONS = ("code", "position")
"""What `reset(options=...)` knows."""

SLOTS_OPTIONS = {"codes": "code", "positions": "position"}
"""Options of one start a slot, by name, and the option that each start would be by itself."""

VECTOR_OPTIONS = (*OPTIONS, *SLOTS_OPTIONS, "reset_mask")
"""What the vector environment's `reset(options=...)` knows."""


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
    plain = as_integer("a seed", seed)
    if not 0 <= plain <= LARGEST_SEED:
        raise RulesError("a seed", plain, "from 0 to 2 ** 128 - 1")
    return plain


def drawn_number(rng: np.random.Generator) -> int:
    """The code number of the next deal: one draw of `rng.integers(2 ** 35)`.

    For Gymnasium's own generators (PCG64) that is the upper 35 bits of one raw 64-bit number, so that a vector
    environment can draw the same deals without a generator object for every slot.
    """
    return int(rng.integers(NUMBERS))


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
    ((option, value),) = options.items()
    return _one_start(option, value, variant)


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


def checked_seeds(seed: object, count: int) -> NDArray[np.uint64]:
    """The seeds of `count` slots, as the compiled streams take them: uint64 of shape (count, 5).

    In front stands how many 32-bit words a seed has, or `NO_SEED`; then the words, lowest first.

    Raises:
        WrongTypeError: `seed` is neither None, an integer, nor a sequence of these.
        RulesError: a seed out of range, or another number of them than slots.
    """
    seeds = np.zeros((count, 5), np.uint64)
    if seed is None:
        seeds[:, 0] = NO_SEED
        return seeds
    if isinstance(seed, Sequence) and not isinstance(seed, str | bytes):
        if len(seed) != count:
            raise RulesError("seeds, as many as slots,", len(seed), f"{count} of them")
        plain = []
        for slot, one in enumerate(seed):
            with named(slot):
                plain.append(checked_seed(one))
    else:
        first = checked_seed(seed) or 0
        if first + count - 1 > LARGEST_SEED:
            raise RulesError("a seed with slots", first, "at most 2 ** 128 - slots")
        if first + count <= 2**63:
            _fill_small(seeds, np.arange(first, first + count, dtype=np.uint64))
            return seeds
        plain = [first + slot for slot in range(count)]
    for slot, one in enumerate(plain):
        words = [NO_SEED] if one is None else _words(one)
        seeds[slot, : len(words)] = words
    return seeds


def _fill_small(seeds: NDArray[np.uint64], plain: NDArray[np.uint64]) -> None:
    """The words of seeds below 2 ** 64."""
    seeds[:, 1], seeds[:, 2] = plain & np.uint64(0xFFFFFFFF), plain >> np.uint64(32)
    seeds[:, 0] = 1 + (seeds[:, 2] > 0)


def _words(seed: int) -> list[int]:
    """How many 32-bit words a seed has, one at least, and the words."""
    words = [seed >> shift & 0xFFFFFFFF for shift in range(0, max(seed.bit_length(), 1), 32)]
    return [len(words), *words]


class Starts(NamedTuple):
    """How the slots of a vector environment begin: which are reset, and from where those that have a start given.

    Attributes:
        chosen: bool (n,), the slots to reset.
        given: by slot, a position and its code's number (or `NO_NUMBER`); the other chosen slots draw their deal.
    """

    chosen: NDArray[np.bool_]
    given: dict[int, tuple[Position, int]]


def starts_of_options(options: object, variant: Variant, count: int) -> Starts:
    """What `options` say for `count` slots.

    Raises:
        As `start_of_options`.
    """
    every = np.ones(count, np.bool_)
    if options is None:
        return Starts(every, {})
    if not isinstance(options, Mapping):
        raise WrongTypeError("reset options", "a mapping or None", options)
    for option in options:
        if option not in VECTOR_OPTIONS:
            raise OptionError(option, f"it is unknown; known: {', '.join(VECTOR_OPTIONS)}")
    chosen = _reset_mask(options["reset_mask"], count) if "reset_mask" in options else every
    one = {option: options[option] for option in OPTIONS if option in options}
    several = [option for option in SLOTS_OPTIONS if option in options]
    if not several:
        start = start_of_options(one, variant)
        starts = {} if start is None else dict.fromkeys(np.flatnonzero(chosen).tolist(), _given(start))
        return Starts(chosen, starts)
    if excluded := [*one, *several[1:]]:
        raise OptionError(several[0], f"it excludes the option {excluded[0]}")
    values = _one_a_slot(several[0], options[several[0]], count)
    given: dict[int, tuple[Position, int]] = {}
    for slot in np.flatnonzero(chosen).tolist():
        with named(slot):
            given[slot] = _given(_one_start(SLOTS_OPTIONS[several[0]], values[slot], variant))
    return Starts(chosen, given)


def _one_a_slot(option: str, values: object, count: int) -> Sequence[object]:
    """The values of an option that has one a slot."""
    if isinstance(values, np.ndarray):
        values = values.tolist()
    if not isinstance(values, Sequence) or isinstance(values, str | bytes) or len(values) != count:
        raise OptionError(option, f"it must be a sequence of {count} {option}, one a slot")
    return values


def _one_start(option: str, value: object, variant: Variant) -> Start:
    """The start that one option names."""
    if option == "position":
        return Start(_position(value, variant), None)
    code = _code(value, variant)
    return Start(code.deal(), code)


@contextmanager
def named(slot: int) -> Iterator[None]:
    """Around what is checked for one slot: an error's note says which."""
    try:
        yield
    except CrescentError as error:
        error.add_note(f"in slot {slot}")
        raise


def _given(start: Start) -> tuple[Position, int]:
    return start.position, NO_NUMBER if start.code is None else start.code.number


def _reset_mask(mask: object, count: int) -> NDArray[np.bool_]:
    """Which slots to reset."""
    if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_ or mask.shape != (count,):
        raise OptionError("reset_mask", f"it must be a bool array of shape ({count},)")
    if not mask.any():
        raise OptionError("reset_mask", "it names no slot")
    return mask.copy()


def random_seeds(count: int) -> NDArray[np.uint64]:
    """Seeds for `count` slots from the system's randomness, as `checked_seeds` gives them."""
    seeds = np.empty((count, 5), np.uint64)
    seeds[:, 0] = 4
    seeds[:, 1:] = np.random.default_rng().integers(1, 2**32, (count, 4), np.uint64)
    return seeds


def checked_rows(rows: object, variant: Variant, count: int) -> list[bytes]:
    """Rows for `count` slots, each a position that can be played on.

    Raises:
        ArgumentTypeError: they have another type or shape.
        PositionError: one is no position under these rules; every fault is listed.
        OptionError: one is a finished game.
    """
    length = kernel.row_length(variant.rules.pile_capacity)
    if not isinstance(rows, np.ndarray) or rows.dtype != np.uint8 or rows.shape != (count, length):
        raise ArgumentTypeError(f"rows must be a uint8 array of shape ({count}, {length})")
    checked = []
    for slot, row in enumerate(rows):
        with named(slot):
            checked.append(_position(Position.from_row(row.tobytes(), variant.rules), variant).row)
    return checked
