"""One line on standard error that tells how far something has come, drawn over itself; only on a terminal."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from types import TracebackType
from typing import Final, Self

INTERVAL: Final = 0.1
"""Seconds between two pictures."""

PATIENCE: Final = 0.3
"""Seconds before the first one: what is done by then needs none."""


class ProgressLine:
    """A line that lives while its `with` block runs; nothing of it is left behind, and pipes get nothing at all.

    It uses nothing but carriage returns, so it works on a terminal that takes no escape sequences too.
    """

    def __init__(self) -> None:
        """Show on standard error, if that is a terminal."""
        self._shown = sys.stderr.isatty()
        self._width = 0
        self._next = time.monotonic() + PATIENCE

    def __enter__(self) -> Self:
        """The line, still empty."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Wipe it away."""
        self.clear()

    @property
    def is_due(self) -> bool:
        """Whether a new text would be shown: there is a terminal, and the last one has stood for `INTERVAL`."""
        return self._shown and time.monotonic() >= self._next

    def show(self, text: str) -> None:
        """Show `text`, cut to the terminal's width, if one is due."""
        if self.is_due:
            self._next = time.monotonic() + INTERVAL
            columns = shutil.get_terminal_size().columns
            self._draw(text[: max(0, columns - 1)])

    def clear(self) -> None:
        """Wipe the line, so that something else can stand there."""
        if self._width:
            self._draw("")
            _write("\r")

    def _draw(self, text: str) -> None:
        _write(f"\r{text}{' ' * (self._width - len(text))}")
        self._width = len(text)


def _write(text: str) -> None:
    with contextlib.suppress(OSError):  # as `Output.note`
        sys.stderr.write(text)
        sys.stderr.flush()
