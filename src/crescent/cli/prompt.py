"""Lines from a person or a program: editable and with a history on a terminal, bounded from anywhere."""

from __future__ import annotations

import contextlib
import sys
from typing import Final

from crescent.cli.orders import LONGEST_LINE
from crescent.errors import shown
from crescent.text.errors import UsageError
from crescent.text.messages import Message

LONGEST_KEPT: Final = 4 * LONGEST_LINE + 2
"""Bytes of a line that are kept, its end included; more are more than `LONGEST_LINE` characters."""

LONGEST_SKIPPED: Final = 2**25
"""Bytes of one line after which the input is given up: it may never end."""


class Prompt:
    """Reads lines from standard input.

    Args:
        text: what to show where a line is expected; shown only to a terminal, on standard output if that is one
            and is not `quiet`, else on standard error.
        quiet: keep standard output free of everything.

    Attributes:
        person: whether standard input is a terminal.
    """

    def __init__(self, text: str, *, quiet: bool = False) -> None:
        """Load the line editor where there is a terminal to edit on."""
        self.person: bool = sys.stdin is not None and sys.stdin.isatty()
        self._edits = self.person and sys.stdout.isatty() and not quiet
        self._text = text
        self._asks = self.person and not self._edits and sys.stderr.isatty()
        self._first = True
        if self._edits:
            with contextlib.suppress(ImportError):  # some builds of Python lack it
                import readline  # noqa: F401  its import gives input() a history

    def line(self) -> str | None:
        """The next line without its end; None where the input has ended.

        Raises:
            UsageError: a line that is no text or too long; the next one can be read.
            EndlessLineError: a line so long that the input is given up.
        """
        if sys.stdin is None:
            return None
        try:
            line = self._edited() if self._edits else self._read()
        except UnicodeDecodeError as error:
            raise UsageError(Message.LINE_UNREADABLE, text=shown(error.object)) from None
        if self._first and line is not None:
            line = line.removeprefix("\ufeff")
        self._first = False
        return line

    def _edited(self) -> str | None:
        try:
            return input(self._text)
        except EOFError:
            sys.stdout.write("\n")
            return None

    def _read(self) -> str | None:
        if self._asks:
            sys.stderr.write(self._text)
            sys.stderr.flush()
        read = sys.stdin.buffer.readline
        data = read(LONGEST_KEPT)
        if len(data) == LONGEST_KEPT and not data.endswith(b"\n"):
            skipped = len(data)
            while (more := read(2**16)) and not more.endswith(b"\n"):
                skipped += len(more)
                if skipped > LONGEST_SKIPPED:
                    raise EndlessLineError(Message.INPUT_TOO_LONG, limit=LONGEST_SKIPPED)
            raise UsageError(Message.LINE_TOO_LONG, limit=LONGEST_LINE)
        return data.decode("utf-8").rstrip("\r\n") if data else None


class EndlessLineError(UsageError):
    """A line that is too long even to be skipped."""
