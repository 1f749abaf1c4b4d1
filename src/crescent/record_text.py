"""The syntax of records: tag lines, move numbers, comments; what the tags and moves mean is `record`'s business."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from crescent.errors import MoveTextError, RecordError
from crescent.faults import Problem, RecordFault
from crescent.moves import Move

MOVES_A_LINE = 10

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*)[ \t]+"((?:[^"\\]|\\["\\])*)"\]')
_WORD = re.compile(r"(?P<space>\s+)|(?P<comment>\{[^{}]*\})|(?P<number>[0-9]{1,9})\.|(?P<move>[^\s{}.]+)|(?P<other>.)")


@dataclass(slots=True)
class Written:
    """What stands in a record's text, with the line (from 1) of everything.

    Attributes:
        tags: value and line by name, in the order written.
        moves: the moves, redeals included.
        lines: the line of each move.
    """

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    moves: list[Move] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def value(self, name: str) -> str | None:
        """The value of a tag, None where it is missing."""
        return self.tags[name][0] if name in self.tags else None

    def line(self, name: str) -> int | None:
        """The line of a tag, None where it is missing."""
        return self.tags[name][1] if name in self.tags else None


def read(text: str, written: Written | None = None) -> Written:
    """Take a record's text apart.

    Args:
        text: the text.
        written: where to put it, empty; after an error it holds what stands before the fault.

    Raises:
        RecordError: a line or word that is none of a tag, a move, a move number or a comment; a number out of step;
            a tag twice.
    """
    written = Written() if written is None else written
    lines = text.replace("\r\n", "\n").split("\n")
    line = 0
    for line, content in enumerate(lines):
        stripped = content.strip()
        if stripped and not stripped.startswith("["):
            break
        if stripped:
            _read_tag(stripped, line + 1, written)
    else:
        line = len(lines)
    _read_moves("\n".join(lines[line:]), line + 1, written)
    return written


def write(tags: Mapping[str, str], moves: Sequence[Move]) -> str:
    """The text of a record with these tags, in their order, and moves."""
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in tags.items()]
    return "\n".join([*lines, "", *_move_lines(moves)]) + "\n"


def _read_tag(text: str, line: int, written: Written) -> None:
    found = _TAG.fullmatch(text)
    if found is None:
        raise RecordError(RecordFault.NO_TAG(text=text), line)
    name, value = found.groups()
    if name in written.tags:
        raise RecordError(RecordFault.TAG_TWICE(tag=name, first=written.line(name)), line)
    written.tags[name] = (re.sub(r"\\(.)", r"\1", value), line)


def _read_moves(text: str, line: int, written: Written) -> None:
    count = 0
    for word in _WORD.finditer(text):
        kind, content = word.lastgroup, word.group()
        if kind == "number" and int(word["number"]) != count + 1:
            raise RecordError(RecordFault.NUMBER(text=content, next=count + 1), line)
        if kind == "move":
            try:
                move = Move.parse(content)
            except MoveTextError as error:
                raise RecordError(_no_move(error), line) from error
            count += not move.is_redeal
            written.moves.append(move)
            written.lines.append(line)
        if kind == "other":
            problem = RecordFault.COMMENT() if content == "{" else RecordFault.STRAY(text=content)
            raise RecordError(problem, line)
        line += content.count("\n")


def _no_move(error: MoveTextError) -> Problem:
    if error.limit is None:
        return RecordFault.NO_MOVE(text=error.text)
    return RecordFault.LONG_MOVE(text=error.text, limit=error.limit)


def _move_lines(moves: Sequence[Move]) -> Iterator[str]:
    """The moves, some to a line, with the next move's number at each line's start and after each redeal."""
    number = 1
    words: list[str] = []
    on_line = 0
    numbered = False
    for move in moves:
        if on_line == MOVES_A_LINE and not move.is_redeal:
            yield " ".join(words)
            words, on_line, numbered = [], 0, False
        if move.is_redeal:
            words.append("R")
            numbered = False
            continue
        if not numbered:
            words.append(f"{number}.")
            numbered = True
        words.append(str(move))
        number += 1
        on_line += 1
    if words:
        yield " ".join(words)


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
