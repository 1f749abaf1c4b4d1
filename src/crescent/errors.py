"""Every error that the library raises, split by cause and carrying its evidence as typed fields.

All descend from `CrescentError`; where a value was wrong the error is a `ValueError` too, where a type was
wrong a `TypeError`.  The evidence is kept in `args`, so errors pickle across processes; the message is made
from it on demand.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, SupportsIndex

    from crescent.faults import Problem
    from crescent.moves import Move
    from crescent.outcome import Outcome
    from crescent.position import Position
    from crescent.refusals import Refusal
    from crescent.rules import Rules
    from crescent.view import View

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


def as_integer(what: str, value: object, expected: str = "an integer") -> int:
    """`value` as a plain int: an integer of any kind (numpy's too), but no bool.

    Raises:
        WrongTypeError: it is no integer; the error says `what` it was for.
    """
    try:
        plain = operator.index(cast("SupportsIndex", value))
    except TypeError:  # an array of several numbers has __index__ too, and refuses
        plain = None
    if plain is None or isinstance(value, bool):
        raise WrongTypeError(what, expected, value) from None
    return int(plain)


class CardTextError(InvalidValueError):
    """A text that names no card."""

    def __init__(self, text: str) -> None:
        """Keep the `text` that could not be read."""
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """Name the text and show the form."""
        return f"{shown(self.text)} is not a card: write a rank (A 2 ... 9 T J Q K) and a suit (S H D C), as in TH"


class MoveTextError(InvalidValueError):
    """A text that names no move."""

    def __init__(self, text: str) -> None:
        """Keep the `text` that could not be read."""
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        """Name the text and show the forms."""
        return f"{shown(self.text)} is not a move: write 10-14, 10-A, 10-K, SA-SK, SA-10 or R"


class MoveIndexError(InvalidValueError):
    """An action index outside the table, or a move that the table does not hold."""

    def __init__(self, index: int | None, move: str | None = None) -> None:
        """Keep the `index` asked for, or the text of the `move` that has none."""
        super().__init__(index, move)
        self.index = index
        self.move = move

    def __str__(self) -> str:
        """Name the index and the table's range, or the move."""
        if self.index is None:
            return f"the move {self.move} has no action index: it can never be legal"
        return f"{shown(self.index)} is no action index: they run from 0 to 408"


class RulesError(InvalidValueError):
    """A switch of `Rules` or a field of `Variant` out of its range."""

    def __init__(self, field: str, value: object, expected: str) -> None:
        """Keep the `field`, the `value` it was given and what is `expected`, in words."""
        super().__init__(field, value, expected)
        self.field = field
        self.value = value
        self.expected = expected

    def __str__(self) -> str:
        """Name the field, the value and the range."""
        return f"{self.field} must be {self.expected}, not {shown(self.value)}"


class CodeError(InvalidValueError):
    """A text that is no game code, or a code number out of range."""

    def __init__(self, text: object, problem: Problem) -> None:
        """Keep the `text` (or number) and the `problem` with it, a `CodeFault` with its evidence."""
        super().__init__(text, problem)
        self.text = text
        self.problem = problem

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Name the text, what is wrong with it, and the form."""
        return f"{shown(self.text)} is no game code: {self.reason} (a code looks like CR1-N-AAAAAAB)"


class PositionError(InvalidValueError):
    """A text or an arrangement of cards that is no position; every fault is listed at once."""

    def __init__(self, problems: Sequence[Problem], text: str) -> None:
        """Keep all `problems`, each a `PositionFault` with its evidence, and the `text` of the arrangement."""
        super().__init__(tuple(problems), text)
        self.problems: tuple[Problem, ...] = tuple(problems)
        self.text = text

    @property
    def faults(self) -> tuple[str, ...]:
        """The problems in words, a sentence each."""
        return tuple(map(str, self.problems))

    def __str__(self) -> str:
        """List every fault, then the text."""
        return f"not a position: {'; '.join(self.faults)}; in {shown_whole(self.text)}"


def shown_whole(text: str) -> str:
    """A position's text in full (it is short by construction), anything longer cut."""
    return repr(text) if len(text) <= 300 else shown(text)


class IllegalMoveError(InvalidValueError):
    """A move that the rules refuse here; the position is untouched."""

    def __init__(self, move: Move, refusal: Refusal, position: Position) -> None:
        """Keep the `move`, the `refusal` that says why, and the `position` it was tried in."""
        super().__init__(move, refusal, position)
        self.move = move
        self.refusal = refusal
        self.position = position

    def __str__(self) -> str:
        """Move, reason, and the position as text, so that a report is a replay."""
        return f"{self.move} is illegal, {self.refusal}; in {self.position}"


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


class NoLegalMoveError(InvalidValueError):
    """A move was asked for where there is none: the game is won or blocked."""

    def __init__(self, view: View) -> None:
        """Keep the `view` of the finished game."""
        super().__init__(view)
        self.view = view

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended."""
        return self.view.outcome

    def __str__(self) -> str:
        """Outcome, and the view as text."""
        return f"no legal move: the game is {self.outcome}; in {self.view}"


class NothingToUndoError(CrescentError):
    """Undo was asked for where the history is empty: at the start, after a redeal, or past the limit."""

    def __init__(self, position: Position) -> None:
        """Keep the `position` that stands."""
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        """Say that the history is empty, with the position."""
        return f"nothing to undo; in {self.position}"


class NothingToRedoError(CrescentError):
    """Redo was asked for where nothing was undone."""

    def __init__(self, position: Position) -> None:
        """Keep the `position` that stands."""
        super().__init__(position)
        self.position = position

    def __str__(self) -> str:
        """Say that nothing was undone, with the position."""
        return f"nothing to redo; in {self.position}"


class RecordError(InvalidValueError):
    """A text that is no game record: a broken tag, a word that is no move, a tag that contradicts the game."""

    def __init__(self, problem: Problem, line: int | None = None) -> None:
        """Keep the `problem`, a `RecordFault` with its evidence, and the `line` (from 1) where it showed, if any."""
        super().__init__(problem, line)
        self.problem = problem
        self.line = line

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Line, then reason."""
        where = "record" if self.line is None else f"record, line {self.line}"
        return f"{where}: {self.reason}"


class DivergenceError(RecordError):
    """A record whose replay meets an illegal move: the first one, with all that is known about it."""

    def __init__(self, problem: Problem, line: int | None, number: int, ply: int, cause: IllegalMoveError) -> None:
        """Keep where it diverges, and the refusal.

        Args:
            problem: `RecordFault.DIVERGES`.
            line: of the text, from 1; None where there is none.
            number: of the move, from 1; of a redeal, the moves before it.
            ply: the same with redeals counted, so that it names one move or redeal.
            cause: the refusal.
        """
        super().__init__(problem, line)
        self.args: tuple[Any, ...] = (problem, line, number, ply, cause)
        self.number = number
        self.ply = ply
        self.cause = cause

    @property
    def move(self) -> Move:
        """The move that was refused."""
        return self.cause.move

    @property
    def refusal(self) -> Refusal:
        """Why it was refused."""
        return self.cause.refusal

    @property
    def position(self) -> Position:
        """Where it was refused: the last position that the record reaches."""
        return self.cause.position

    def __str__(self) -> str:
        """Line, number, move, refusal, position."""
        where = "record" if self.line is None else f"record, line {self.line}"
        at = f"the redeal after move {self.number}" if self.move.is_redeal else f"move {self.number}"
        return f"{where}: diverges at {at}: {self.cause}"


class FileError(CrescentError, OSError):
    """A file that could not be read or written; what was on the disk is as it was."""

    def __init__(self, path: str, problem: Problem) -> None:
        """Keep the `path` and the `problem`, a `FileFault` with its evidence."""
        CrescentError.__init__(self, path, problem)
        self.path = path
        self.problem = problem

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Path and reason."""
        return f"{self.path}: {self.reason}"


class UnknownNameError(InvalidValueError):
    """A name that no registry entry has; near ones are offered."""

    def __init__(self, kind: str, name: str, near: Sequence[str], known: Sequence[str]) -> None:
        """Keep the `kind` of thing, the `name` asked for, the `near` names and all `known` ones."""
        super().__init__(kind, name, tuple(near), tuple(known))
        self.kind = kind
        self.name = name
        self.near: tuple[str, ...] = tuple(near)
        self.known: tuple[str, ...] = tuple(known)

    def __str__(self) -> str:
        """Name it, and say what was probably meant or what there is."""
        if self.near:
            return f"there is no {self.kind} {shown(self.name)}; did you mean {' or '.join(self.near)}?"
        return f"there is no {self.kind} {shown(self.name)}; known: {', '.join(self.known) or 'none'}"


class AgentNameError(InvalidValueError):
    """An agent's name whose options cannot be read, or are not that agent's."""

    def __init__(self, text: str, problem: Problem) -> None:
        """Keep the `text` of the name with its options, and the `problem`, an `OptionFault` with its evidence."""
        super().__init__(text, problem)
        self.text = text
        self.problem = problem

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Name the text, what is wrong with it, and the form."""
        return f"{shown(self.text)} names no agent: {self.reason} (options look like lookahead(depth=2))"


class UnsuitedAgentError(InvalidValueError):
    """An agent was to play by rules that it does not play by."""

    def __init__(self, name: str, rules: Rules) -> None:
        """Keep the agent's `name` and the `rules`."""
        super().__init__(name, rules)
        self.name = name
        self.rules = rules

    def __str__(self) -> str:
        """Name both."""
        return f"the agent {shown(self.name)} does not play by these rules: {self.rules}"


class DuplicateNameError(InvalidValueError):
    """A second entry under a name (or a code tag) that is taken."""

    def __init__(self, kind: str, name: str) -> None:
        """Keep the `kind` of thing and the `name`."""
        super().__init__(kind, name)
        self.kind = kind
        self.name = name

    def __str__(self) -> str:
        """Name both."""
        return f"the {self.kind} {shown(self.name)} exists already; choose another name"


class FixedNameError(InvalidValueError):
    """A name that cannot be taken out of its registry: it is built in, or an installed plug-in's."""

    def __init__(self, kind: str, name: str, reason: str) -> None:
        """Keep the `kind` of thing, the `name` and the `reason` in words."""
        super().__init__(kind, name, reason)
        self.kind = kind
        self.name = name
        self.reason = reason

    def __str__(self) -> str:
        """Name both, and say why."""
        return f"the {self.kind} {shown(self.name)} cannot be taken out: {self.reason}"


class PluginError(CrescentError):
    """An installed plug-in that cannot be loaded or does not deliver what its entry point promises."""

    def __init__(self, group: str, name: str, source: str, reason: str) -> None:
        """Keep the entry point's `group` and `name`, its `source` (module:attribute) and the `reason` in words."""
        super().__init__(group, name, source, reason)
        self.group = group
        self.name = name
        self.source = source
        self.reason = reason

    def __str__(self) -> str:
        """Where the plug-in comes from and what went wrong."""
        return f"plug-in {shown(self.name)} ({shown(self.source)}, group {self.group}): {self.reason}"


class MissingExtraError(CrescentError, ImportError):
    """A part of the project that needs an extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        """Keep `what` was asked for and the name of the `extra` that brings it."""
        super().__init__(what, extra)
        self.what = what
        self.extra = extra

    def __str__(self) -> str:
        """Name the extra, with the line that installs it."""
        return f"{self.what} needs the extra {self.extra!r}: pip install 'crescent-patience[{self.extra}]'"


class EngineError(CrescentError):
    """An external engine that cannot be started, or does not keep to the protocol; `crescent.engine` has its kinds.

    Whatever the kind, the engine's processes have ended when this is raised.
    """

    def __init__(self, command: str, problem: Problem, position: str = "", transcript: Sequence[str] = ()) -> None:
        """Keep what it was about.

        Args:
            command: the engine, as it was named.
            problem: an `EngineFault` with its evidence.
            position: the text of the view that it was asked about; empty where it was not asked.
            transcript: the last lines of the talk, oldest first: `> ` to it, `< ` from it, `! ` its standard error.
        """
        super().__init__(command, problem, position, tuple(transcript))
        self.command = command
        self.problem = problem
        self.position = position
        self.transcript: tuple[str, ...] = tuple(transcript)

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    @property
    def report(self) -> str:
        """All there is to know, line by line."""
        return "\n".join([f"engine {shown_whole(self.command)}: {self.reason}", *self._place(), *self.transcript])

    def __str__(self) -> str:
        """Engine, problem, position."""
        return f"engine {shown(self.command)}: {self.reason}{''.join(f'; {line}' for line in self._place())}"

    def _place(self) -> list[str]:
        return [f"in {self.position}"] if self.position else []
