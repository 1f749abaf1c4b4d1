"""Crescent (La Demi-Lune, Halbmond), the two-pack patience: rules, games, codes and records.

    >>> import crescent
    >>> position = crescent.deal("CR1-N-AAAAAAB")
    >>> print(*position.legal_moves())
    1-11 3-7 5-14 6-8 7-3 8-6 10-14 11-1 12-16 13-15 14-5 14-10 15-13 16-12 2-K 15-K R
    >>> print(position.refusal("1-2").reason)
    not-same-suit
    >>> game = crescent.Game("CR1-N-AAAAAAB")
    >>> print(game.play("15-K"), game.move_count, game.position.cards_home)
    15-K 1 9

Importing this loads the standard library alone.  `crescent.agents` plays, `crescent.text` words, `crescent.cli` is
the command line, and the package `crescent_gym` holds the Gymnasium environments.
"""

from crescent.cards import Card, Rank, Suit
from crescent.codes import GameCode, deal
from crescent.errors import (
    AgentNameError,
    CardTextError,
    CodeError,
    CrescentError,
    DivergenceError,
    DuplicateNameError,
    EngineError,
    FileError,
    FixedNameError,
    IllegalMoveError,
    InvalidValueError,
    MissingExtraError,
    MoveIndexError,
    MoveTextError,
    NoConstructorError,
    NoLegalMoveError,
    NothingToRedoError,
    NothingToUndoError,
    PluginError,
    PositionError,
    RecordError,
    RulesError,
    UnknownNameError,
    UnsuitedAgentError,
    WrongTypeError,
)
from crescent.faults import CodeFault, EngineFault, FileFault, OptionFault, PositionFault, Problem, RecordFault
from crescent.game import Game
from crescent.moves import Direction, Foundation, Move, Pile
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.record import Record
from crescent.refusals import Reason, Refusal
from crescent.rules import Rules
from crescent.variants import Variant, variants
from crescent.view import View

__version__ = "0.1.0"

__all__ = [
    "AgentNameError",
    "Card",
    "CardTextError",
    "CodeError",
    "CodeFault",
    "CrescentError",
    "Direction",
    "DivergenceError",
    "DuplicateNameError",
    "EngineError",
    "EngineFault",
    "FileError",
    "FileFault",
    "FixedNameError",
    "Foundation",
    "Game",
    "GameCode",
    "IllegalMoveError",
    "InvalidValueError",
    "MissingExtraError",
    "Move",
    "MoveIndexError",
    "MoveTextError",
    "NoConstructorError",
    "NoLegalMoveError",
    "NothingToRedoError",
    "NothingToUndoError",
    "OptionFault",
    "Outcome",
    "Pile",
    "PluginError",
    "Position",
    "PositionError",
    "PositionFault",
    "Problem",
    "Rank",
    "Reason",
    "Record",
    "RecordError",
    "RecordFault",
    "Refusal",
    "Rules",
    "RulesError",
    "Suit",
    "UnknownNameError",
    "UnsuitedAgentError",
    "Variant",
    "View",
    "WrongTypeError",
    "deal",
    "variants",
]
