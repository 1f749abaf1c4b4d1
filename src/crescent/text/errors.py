"""The library's errors in the words of a language.

What is wrong with a plug-in, or with a call of the library, is said in English, as the error itself says it.
"""

from __future__ import annotations

from crescent.errors import (
    AgentNameError,
    CodeError,
    CrescentError,
    DivergenceError,
    EngineError,
    FileError,
    IllegalMoveError,
    MissingExtraError,
    MoveTextError,
    NothingToRedoError,
    NothingToUndoError,
    PositionError,
    RecordError,
    UnknownNameError,
    UnsuitedAgentError,
    shown,
    shown_whole,
)
from crescent.faults import Problem, filled
from crescent.refusals import Refusal
from crescent.text.messages import Message
from crescent.text.wording import Wording


class UsageError(CrescentError):
    """Something that a person typed and that the app cannot follow, as a message to be worded."""

    def __init__(self, message: Message, **values: object) -> None:
        """Keep the `message` and the `values` of its placeholders."""
        super().__init__(message)  # the values travel in __dict__
        self.message = message
        self.values = values

    def __str__(self) -> str:
        """Message and values, for programs; `error_text` gives the words."""
        return f"{self.message.value} {self.values}"


def error_text(wording: Wording, error: CrescentError) -> str:
    """One line of printable characters that says what went wrong."""
    text = _text(wording, error)
    return text if text.isprintable() else "".join(map(_printable, text))


def _text(wording: Wording, error: CrescentError) -> str:
    match error:
        case UsageError():
            return wording.say(error.message, **{name: _value(wording, value) for name, value in error.values.items()})
        case IllegalMoveError():
            return wording.refusal(error.refusal)
        case NothingToUndoError():
            return wording.say(Message.NOTHING_TO_UNDO)
        case NothingToRedoError():
            return wording.say(Message.NOTHING_TO_REDO)
        case MoveTextError():
            return _no_move(wording, error)
        case CodeError():
            return wording.say(Message.NOT_A_CODE, text=shown(error.text), reason=_problem(wording, error.problem))
        case PositionError():
            reasons = "; ".join(_problem(wording, problem) for problem in error.problems)
            return wording.say(Message.NOT_A_POSITION, reasons=reasons, text=shown_whole(error.text))
        case UnknownNameError() | AgentNameError() | UnsuitedAgentError():
            return _wrong_name(wording, error)
        case DivergenceError():
            return _divergence(wording, error)
        case RecordError():
            where = "" if error.line is None else wording.say(Message.IN_LINE, line=error.line)
            return wording.say(Message.RECORD_ERROR, reason=_problem(wording, error.problem)) + where
        case FileError() | EngineError() | MissingExtraError():
            return _from_outside(wording, error)
        case _:
            return str(error)


def _no_move(wording: Wording, error: MoveTextError) -> str:
    """A text that is none of the forms of a move, or too long for one."""
    if error.limit is None:
        return wording.say(Message.NOT_A_MOVE, text=shown(error.text))
    return wording.say(Message.LONG_MOVE, text=shown(error.text), limit=error.limit)


def _problem(wording: Wording, problem: Problem) -> str:
    """A problem in the language's words, another error in it too."""
    evidence = {
        name: _text(wording, value) if isinstance(value, CrescentError) else _evidence(wording, value)
        for name, value in problem.evidence.items()
    }
    return filled(wording.faults[problem.fault], evidence)


def _from_outside(wording: Wording, error: FileError | EngineError | MissingExtraError) -> str:
    """What is wrong with a file, with a program, or with what is installed."""
    if isinstance(error, MissingExtraError):
        return wording.say(Message.MISSING_EXTRA, extra=error.extra)
    reason = _problem(wording, error.problem)
    if isinstance(error, FileError):
        return wording.say(Message.FILE_ERROR, file=error.path, reason=reason)
    if not error.position:
        return wording.say(Message.ENGINE_ERROR, command=shown(error.command), reason=reason)
    return wording.say(Message.ENGINE_ERROR_IN, command=shown(error.command), reason=reason, position=error.position)


def _value(wording: Wording, value: object) -> object:
    """A problem in the language's words; anything else as it is."""
    return _problem(wording, value) if isinstance(value, Problem) else value


def _evidence(wording: Wording, value: object) -> object:
    """A refusal in the language's words; anything else as it is."""
    return wording.refusal(value) if isinstance(value, Refusal) else value


def _printable(character: str) -> str:
    return character if character.isprintable() else character.encode("unicode_escape").decode("ascii")


def _divergence(wording: Wording, error: DivergenceError) -> str:
    """Where a record diverges, and why: move number, line if there is one, refusal."""
    if error.move.is_redeal:
        where = wording.say(Message.AT_REDEAL, number=error.number)
    else:
        where = wording.say(Message.AT_MOVE, number=error.number, move=error.move)
    if error.line is not None:
        where += wording.say(Message.IN_LINE, line=error.line)
    return wording.say(Message.RECORD_DIVERGES, where=where, refusal=wording.refusal(error.refusal))


def _wrong_name(wording: Wording, error: UnknownNameError | AgentNameError | UnsuitedAgentError) -> str:
    """What is wrong with a name that was asked for, or with an agent's options."""
    if isinstance(error, AgentNameError):
        return wording.say(Message.NOT_AN_AGENT, text=shown(error.text), reason=_problem(wording, error.problem))
    if isinstance(error, UnsuitedAgentError):
        return wording.say(Message.AGENT_UNSUITED, name=shown(error.name))
    kind = wording.kinds.get(error.kind, error.kind)
    text = wording.say(Message.UNKNOWN_NAME, kind=kind, name=shown(error.name))
    if error.near:
        return text + wording.say(Message.DID_YOU_MEAN, names=", ".join(error.near))
    return text + wording.say(Message.KNOWN_NAMES, names=", ".join(error.known) or "-")
