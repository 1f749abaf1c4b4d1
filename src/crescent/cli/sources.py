"""Which game a command is about: a code, a position or a record, from an argument, a file or standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from crescent import files, record_text
from crescent.cli.shared import Output
from crescent.codes import ALGORITHM, GameCode
from crescent.errors import PositionError, RecordError
from crescent.faults import PositionFault, RecordFault
from crescent.moves import Move
from crescent.position import Position
from crescent.record import LONGEST, Record
from crescent.rules import Rules
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants

SourceArgument = Annotated[
    str,
    typer.Argument(
        metavar="CODE|FILE|POSITION|-",
        help="A game code, a record file, a position as text, or - for any of them on standard input.",
    ),
]
MovesArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="MOVES", help="After a code or a position: the moves that were played, as in 1-11 3-7 R."),
]
PositionVariantOption = Annotated[
    str | None, typer.Option("--variant", metavar="NAME", help="The variant of a POSITION. [default: normal]")
]

_TELLS_ALL: Final = "crescent deal CODE --text --reveal"


class GameCommand(TyperCommand):
    """A command about a game; takes positions whose first pile is empty for positions, and not for options."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  a type that Typer does not export
        """Put a space, which no reader minds, before a position that begins with a hyphen."""
        return super().parse_args(ctx, [f" {word}" if word.startswith("-/") else word for word in args])


def game_of(source: str, moves: Sequence[str], variant: str | None, output: Output) -> Record:
    """The game that the arguments name, verified: where it began and what was played.

    Raises:
        UsageError: moves with a file, or a variant with what has one already.
        CrescentError: it cannot be read, or there is something wrong in it.
    """
    if source == "-":
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST + 1)
        text = files.text_of(data, output.wording.say(Message.STANDARD_INPUT), LONGEST)
    elif _names_file(source):
        text = files.read_text(source, LONGEST)
    else:
        return _written_in_line([*source.split(), *moves], variant)
    if moves:
        raise UsageError(Message.MOVES_NEED_CODE)
    words = text.split(maxsplit=1)
    if words and (_is_code(words[0]) or _is_position(words[0])):
        return _written_in_line(text.split(), variant)
    if variant is not None:
        raise UsageError(Message.CHOOSE_ONE, options="FILE, --variant")
    return Record.parse(text)


def _written_in_line(words: Sequence[str], variant: str | None) -> Record:
    """The game of a code or a position, with the moves behind it."""
    if _is_position(words[0]):
        rules = variants.get("normal" if variant is None else variant).rules
        return Record(_position(" ".join(words[:4]), rules), record_moves(words[4:]))
    if variant is not None:
        raise UsageError(Message.CHOOSE_ONE, options="CODE, --variant")
    code = GameCode.parse(words[0])
    return Record(code.deal(), record_moves(words[1:]), code)


def _position(text: str, rules: Rules) -> Position:
    """The position that `text` writes down.

    Raises:
        UsageError: it is a view, as `crescent deal --text` writes it where cards are hidden; with the remedy.
        PositionError: it is no position.
    """
    try:
        return Position.parse(text, rules)
    except PositionError as error:
        problem = error.problems[0]
        if len(error.problems) > 1 or problem.fault is not PositionFault.UNKNOWN_CARD:
            raise
        raise UsageError(Message.VIEW_GIVEN, command=_TELLS_ALL, **problem.evidence) from error


def record_moves(words: Sequence[str]) -> tuple[Move, ...]:
    """The moves that `words` write down, as in a record.

    Raises:
        UsageError: they hold something else; the error names the number of the move, redeals not counted.
    """
    text, written = " ".join(words).lstrip(), record_text.Written()
    try:
        if text.startswith("["):
            raise RecordError(RecordFault.TAG_AMONG_MOVES(text=words[0]))
        record_text.read(text, written)
    except RecordError as error:
        number = 1 + sum(not move.is_redeal for move in written.moves)
        raise UsageError(Message.BAD_MOVES, number=number, reason=error.problem) from error
    return tuple(written.moves)


def _names_file(source: str) -> bool:
    """Whether an argument is a file's name: what is neither a code nor a position, or is there as a file."""
    words = source.split()
    return not words or os.path.isfile(source) or not (_is_code(words[0]) or _is_position(source))  # noqa: PTH113  pathlib's raises for long names


def _is_code(word: str) -> bool:
    """Whether a word is a code, perhaps a misspelt one."""
    return word.upper().startswith(f"{ALGORITHM}-")


def _is_position(text: str) -> bool:
    """Whether a text begins with piles, perhaps with a fault in them: no path has so many parts."""
    return text.split(maxsplit=1)[0].count("/") >= 10
