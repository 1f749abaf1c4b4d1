"""Options in an agent's name, as in `lookahead(depth=2)`: which there are, and what a text gives them.

    >>> spelled = AgentName.parse("lookahead( depth = 2 )")
    >>> spelled.name, dict(spelled.options), str(spelled)
    ('lookahead', {'depth': '2'}, 'lookahead(depth=2)')

An agent's options are the keyword arguments that its factory takes besides `seed`, with their types and defaults; a
range is told by `Annotated[int, Between(1, 9)]`, a choice by `Literal["a", "b"]`.  Nothing that stands in a text is
evaluated: a value is a number, a word, or a text in quotation marks.
"""

from __future__ import annotations

import inspect
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType, NoneType, UnionType
from typing import Annotated, Final, Literal, TypeAlias, Union, get_args, get_origin, get_type_hints

from crescent.errors import AgentNameError, RulesError, WrongTypeError, as_integer
from crescent.faults import OptionFault, Problem

LONGEST: Final = 1000
"""Characters of a name with options at most."""

Value: TypeAlias = bool | int | float | str

_OPTION = re.compile(r"\s*([A-Za-z_]\w*)\s*=\s*(?:\"([^\"]*)\"|'([^']*)'|([^\s,()=\"']+))\s*", re.ASCII)
_INTEGER = re.compile(r"[+-]?[0-9]+(_[0-9]+)*", re.ASCII)
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]{1,3})?", re.ASCII)
_FLAGS: Final[Mapping[str, bool]] = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Between:
    """The range of an option, both ends included; stands in its annotation."""

    low: float
    high: float

    def checked(self, what: str, value: object) -> int:
        """`value` as a plain int within the range.

        Raises:
            WrongTypeError: it is no integer.
            RulesError: it is out of range.
        """
        plain = as_integer(what, value)
        if not self.low <= plain <= self.high:
            raise RulesError(what, plain, f"an integer from {self.low} to {self.high}")
        return plain


class Kind(Enum):
    """What an option's value is."""

    INTEGER = "integer"
    NUMBER = "number"
    FLAG = "flag"
    TEXT = "text"


_KINDS: Final[Mapping[object, Kind]] = {int: Kind.INTEGER, float: Kind.NUMBER, bool: Kind.FLAG, str: Kind.TEXT}


@dataclass(frozen=True, slots=True)
class Option:
    """An option of an agent.

    Attributes:
        name: its name.
        kind: what its value is.
        default: the value where none is given; None may be one.
        is_required: whether a value must be given.
        bounds: the range of a number, if it has one.
        choices: the texts that may be chosen from; empty where any text may stand.
    """

    name: str
    kind: Kind
    default: Value | None = None
    is_required: bool = False
    bounds: Between | None = None
    choices: tuple[str, ...] = ()

    def value(self, text: str) -> Value | Problem:
        """The value that `text` writes down, or what is wrong with it."""
        value = _read(self.kind, text)
        if value is None:
            return _NOT[self.kind](option=self.name, value=text)
        bounds = self.bounds
        if bounds is not None and not isinstance(value, str) and not bounds.low <= value <= bounds.high:
            return OptionFault.RANGE(option=self.name, low=bounds.low, high=bounds.high, value=text)
        if self.choices and value not in self.choices:
            return OptionFault.CHOICE(option=self.name, choices=", ".join(self.choices), value=text)
        return value


_NOT: Final[Mapping[Kind, OptionFault]] = {
    Kind.INTEGER: OptionFault.INTEGER,
    Kind.NUMBER: OptionFault.NUMBER,
    Kind.FLAG: OptionFault.FLAG,
}


def _read(kind: Kind, text: str) -> Value | None:
    """A text as a value of this kind; None where it is none."""
    if kind is Kind.INTEGER:
        return int(text) if _INTEGER.fullmatch(text) else None
    if kind is Kind.NUMBER:
        number = float(text) if _NUMBER.fullmatch(text) else math.inf
        return number if math.isfinite(number) else None
    return _FLAGS.get(text.lower()) if kind is Kind.FLAG else text


@dataclass(frozen=True, slots=True)
class AgentName:
    """An agent's name with options, read but not looked up.

    Attributes:
        name: what stands before the options.
        options: their values by name, as texts, in the order in which they stand.
    """

    name: str
    options: Mapping[str, str]

    @classmethod
    def parse(cls, text: str) -> AgentName:
        """What `text` writes down: `name` or `name(option=value, ...)`.

        Raises:
            WrongTypeError: `text` is no text.
            AgentNameError: it is neither; the error says where it is wrong.
        """
        if not isinstance(text, str):
            raise WrongTypeError("the name of an agent", "a text", text)
        name, opened, rest = text.partition("(")
        if not opened:
            return cls(name.strip(), MappingProxyType({}))
        if len(text) > LONGEST:
            raise AgentNameError(text, OptionFault.TOO_LONG(count=len(text), limit=LONGEST))
        return cls(name.strip(), MappingProxyType(_options(text, rest)))

    def __str__(self) -> str:
        """The form that is read back, without needless spaces."""
        inside = ", ".join(f"{name}={_quoted(value)}" for name, value in self.options.items())
        return f"{self.name}({inside})" if inside else self.name


def _options(text: str, rest: str) -> dict[str, str]:
    """The options in `rest`, what follows the opening parenthesis of `text`."""
    found: dict[str, str] = {}
    inside, closed, behind = rest.rstrip().rpartition(")")
    if not closed or behind:
        raise AgentNameError(text, OptionFault.UNCLOSED())
    at = 0
    while inside[at:].strip():
        match = _OPTION.match(inside, at)
        if not match or inside[match.end() : match.end() + 1] not in ("", ","):
            raise AgentNameError(text, OptionFault.FORM(rest=inside[at:].strip()))
        name, *values = match.groups()
        if name in found:
            raise AgentNameError(text, OptionFault.TWICE(option=name))
        found[name] = next(value for value in values if value is not None)
        at = match.end() + 1
    return found


def _quoted(value: str) -> str:
    """A value as it can be read back."""
    if re.fullmatch(r"[^\s,()=\"']+", value):
        return value
    return f"'{value}'" if '"' in value else f'"{value}"'


def options_of(factory: object) -> tuple[Option, ...]:
    """The options of an agent's factory, by its signature; none where it has no signature.

    Arguments of types that no text can give are left out.
    """
    if not callable(factory):
        return ()
    return tuple(option for parameter in _parameters(factory) if (option := _option(parameter)) is not None)


def _parameters(factory: Callable[..., object]) -> Iterator[inspect.Parameter]:
    """The keyword arguments of a factory besides `seed`, their annotations evaluated as far as that can be done."""
    try:
        signature = inspect.signature(factory)
    except (TypeError, ValueError):
        return
    function = getattr(factory, "__init__", factory) if isinstance(factory, type) else factory
    names: dict[str, object] = getattr(inspect.unwrap(function), "__globals__", {})
    for parameter in signature.parameters.values():
        if parameter.name != "seed" and parameter.kind in (parameter.KEYWORD_ONLY, parameter.POSITIONAL_OR_KEYWORD):
            yield parameter.replace(annotation=_evaluated(parameter.annotation, names))


def _evaluated(annotation: object, names: dict[str, object]) -> object:
    """An annotation that may be a text, in the names of its module; as it is where it cannot be evaluated."""
    if not isinstance(annotation, str):
        return annotation
    holder = type("Holder", (), {"__annotations__": {"value": annotation}})
    try:
        return get_type_hints(holder, names, include_extras=True)["value"]
    except Exception:  # an annotation is foreign code and may raise anything at all
        return annotation


def _option(parameter: inspect.Parameter) -> Option | None:
    """An argument as an option; None where no text can give its value."""
    required = parameter.default is inspect.Parameter.empty
    default = None if required else parameter.default
    if not isinstance(default, bool | int | float | str | None):
        return None
    annotation = parameter.annotation
    if annotation is inspect.Parameter.empty or (isinstance(annotation, str) and default is not None):
        annotation = str if default is None else type(default)
    bounds = None
    if get_origin(annotation) is Annotated:
        annotation, *notes = get_args(annotation)
        bounds = next((note for note in notes if isinstance(note, Between)), None)
    if get_origin(annotation) in (Union, UnionType):
        some = [part for part in get_args(annotation) if part is not NoneType]
        annotation = some[0] if len(some) == 1 else None
    choices: tuple[str, ...] = ()
    if get_origin(annotation) is Literal:
        choices = tuple(choice for choice in get_args(annotation) if isinstance(choice, str))
        annotation = str if choices == get_args(annotation) else None
    kind = _KINDS.get(annotation) if isinstance(annotation, type) else None
    return None if kind is None else Option(parameter.name, kind, default, required, bounds, choices)


def arguments_for(asked: AgentName, text: str, factory: object) -> dict[str, Value]:
    """The keyword arguments that a factory is to be called with.

    Args:
        asked: the name with its options.
        text: as it was written, for the error.
        factory: what makes the agent.

    Raises:
        AgentNameError: the factory has no such option, the value is of the wrong kind or out of range, or one that
            must be given is missing.
    """
    options = {option.name: option for option in options_of(factory)}
    arguments: dict[str, Value] = {}
    for name, written in asked.options.items():
        if name not in options:
            known = ", ".join(options)
            problem = OptionFault.UNKNOWN(option=name, known=known) if known else OptionFault.NO_OPTIONS(option=name)
            raise AgentNameError(text, problem)
        value = options[name].value(written)
        if isinstance(value, Problem):
            raise AgentNameError(text, value)
        arguments[name] = value
    for option in options.values():
        if option.is_required and option.name not in arguments:
            raise AgentNameError(text, OptionFault.REQUIRED(option=option.name))
    return arguments
