"""Every error that the library raises, split by cause and carrying its evidence as typed fields.

All descend from `CrescentError`; where a value was wrong the error is a `ValueError` too, where a type was
wrong a `TypeError`.  The evidence is kept in `args`, so errors pickle across processes; the message is made
from it on demand.
"""

from crescent.errors.agents import AgentNameError, EngineError, UnsuitedAgentError
from crescent.errors.base import (
    SHOWN,
    CrescentError,
    InvalidValueError,
    NoConstructorError,
    WrongTypeError,
    as_integer,
    as_number,
    shown,
    shown_whole,
)
from crescent.errors.names import DuplicateNameError, FixedNameError, MissingExtraError, PluginError, UnknownNameError
from crescent.errors.play import IllegalMoveError, NoLegalMoveError, NothingToRedoError, NothingToUndoError
from crescent.errors.records import DivergenceError, FileError, RecordError
from crescent.errors.values import CardTextError, CodeError, MoveIndexError, MoveTextError, PositionError, RulesError

__all__ = [
    "SHOWN",
    "AgentNameError",
    "CardTextError",
    "CodeError",
    "CrescentError",
    "DivergenceError",
    "DuplicateNameError",
    "EngineError",
    "FileError",
    "FixedNameError",
    "IllegalMoveError",
    "InvalidValueError",
    "MissingExtraError",
    "MoveIndexError",
    "MoveTextError",
    "NoConstructorError",
    "NoLegalMoveError",
    "NothingToRedoError",
    "NothingToUndoError",
    "PluginError",
    "PositionError",
    "RecordError",
    "RulesError",
    "UnknownNameError",
    "UnsuitedAgentError",
    "WrongTypeError",
    "as_integer",
    "as_number",
    "shown",
    "shown_whole",
]

# Tracebacks and pickles name the error where it is public, whatever file it stands in.
for _kind in [thing for thing in globals().values() if isinstance(thing, type)]:
    _kind.__module__ = __name__
