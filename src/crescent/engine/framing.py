r"""The form of what the two ends write to each other: lines, commands, replies.

It is that of GTP (Gunnar Farnebäck, "Specification of the Go Text Protocol, version 2", draft 2, 2002): a command is a
line, with a number before it if the asker wants one; the reply begins with `=` or, where the command failed, `?`,
then the number, and ends with a blank line.  Control characters mean nothing, `#` begins a comment.

    >>> command = Command.of_line(Line(b"7 play 10-14  # at last"))
    >>> command.number, command.name, command.arguments
    ('7', 'play', ('10-14',))
    >>> Reply(True, "10-14").lines(command.number)
    '=7 10-14\n\n'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

PROTOCOL: Final = 1
"""The number of this protocol."""

LONGEST_COMMAND: Final = 2**18
"""Bytes of a command's line at most: a position with some 40,000 moves."""

LONGEST_REPLY: Final = 2**20
"""Bytes of a whole reply at most."""

_MEANINGLESS = {code: None for code in (*range(32), 127) if code != 9} | {0xFEFF: None}
_NUMBER = re.compile(r"[0-9]{1,10}", re.ASCII)
_REPLY = re.compile(r"([=?])([0-9]{0,10})(?:[ \t]+(.*)|)", re.ASCII)


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its end.

    Attributes:
        data: its bytes, or the first of them.
        is_cut: whether there were more than are kept.
    """

    data: bytes
    is_cut: bool = False

    @property
    def text(self) -> str:
        """The bytes as text without control characters; bytes that are no UTF-8 as lone surrogates."""
        return self.data.decode("utf-8", "surrogateescape").translate(_MEANINGLESS)


class LineSplitter:
    """Makes lines of bytes as they come in; keeps of a long one no more than `longest` bytes."""

    def __init__(self, longest: int) -> None:
        """Nothing has come yet."""
        self._longest = longest
        self._held = bytearray()
        self._is_cut = False

    def feed(self, data: bytes) -> list[Line]:
        """The lines that end in `data`."""
        *ended, rest = data.split(b"\n")
        lines = []
        for piece in ended:
            self._hold(piece)
            lines.append(self._line())
        self._hold(rest)
        return lines

    def end(self) -> list[Line]:
        """The last line, if it has no end."""
        return [self._line()] if self._held or self._is_cut else []

    def _hold(self, piece: bytes) -> None:
        room = self._longest - len(self._held)
        self._held += piece[:room]
        self._is_cut = self._is_cut or len(piece) > room

    def _line(self) -> Line:
        line = Line(bytes(self._held), self._is_cut)
        self._held.clear()
        self._is_cut = False
        return line


@dataclass(frozen=True, slots=True)
class Command:
    """A command that came in.

    Attributes:
        number: the digits before it, as they were written; empty where there are none.
        name: its first word; empty where the line is unreadable.
        arguments: the words behind it.
        fault: why the line is unreadable; empty where it is not.
    """

    number: str
    name: str
    arguments: tuple[str, ...] = ()
    fault: str = ""

    @classmethod
    def of_line(cls, line: Line) -> Command | None:
        """The command on a line; None where there is nothing but space and comment."""
        text = line.text.partition("#")[0]
        words = text.split()
        if not words and not line.is_cut:
            return None
        number = words.pop(0) if words and _NUMBER.fullmatch(words[0]) else ""
        if line.is_cut:
            return cls(number, "", fault=f"the line is longer than {LONGEST_COMMAND} bytes")
        if not words:
            return cls(number, "", fault="a number without a command")
        if any(map(_is_surrogate, text)):
            return cls(number, "", fault="the line is not UTF-8 text")
        return cls(number, words[0], tuple(words[1:]))


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply: whether the command was done, and what there is to say."""

    is_done: bool
    text: str = ""

    def lines(self, number: str) -> str:
        r"""What is written: ASCII, each line ended, the last one blank and no other.

        Characters beyond ASCII are escaped, as in `\u2660`.  A text that begins with an end of line begins below the
        sign.
        """
        text = "\n".join(filter(None, map(_visible, self.text.splitlines())))
        between = "" if not text else "\n" if self.text.startswith("\n") else " "
        return f"{'=' if self.is_done else '?'}{number}{between}{text}\n\n"


@dataclass(frozen=True, slots=True)
class ReplyHead:
    """The first line of a reply that came in: its sign, its number, its text."""

    is_done: bool
    number: str
    text: str

    @classmethod
    def of_text(cls, text: str) -> ReplyHead | None:
        """The head that `text` writes down; None where it is none."""
        match = _REPLY.fullmatch(text)
        return None if match is None else cls(match[1] == "=", match[2], (match[3] or "").strip())


def _visible(line: str) -> str:
    """A line in printable ASCII, without space at its end."""
    ascii_only = line.rstrip().encode("ascii", "backslashreplace").decode("ascii")
    return "".join(sign if sign.isprintable() else f"\\x{ord(sign):02x}" for sign in ascii_only)


def _is_surrogate(sign: str) -> bool:
    return "\ud800" <= sign <= "\udfff"
