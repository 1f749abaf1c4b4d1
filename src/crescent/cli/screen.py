"""Pictures one after another: in the same place on a terminal, each below the last one elsewhere."""

from __future__ import annotations

import shutil

from crescent.cli.shared import Output


class Screen:
    """Shows pictures.

    A terminal that takes escape sequences and has room for a picture gets it in the place of the one before, so that
    the eye stays on the board; everything else gets the pictures below each other, with a blank line between.
    """

    def __init__(self, output: Output) -> None:
        """Show on `output`."""
        self._output = output
        self._height = 0
        self._any = False

    def show(self, *lines: str, width: int) -> None:
        """Show a picture of these lines, `width` columns wide at most."""
        picture = "\n".join(lines)
        height = picture.count("\n") + 1
        up = ""
        if self._output.style.colour:
            columns, rows = shutil.get_terminal_size()
            fits = width < columns and height < rows
            up = f"\x1b[{self._height}F\x1b[J" if fits and self._height else ""
            self._height = height if fits else 0
        self._output.line(up + picture if up or not self._any else f"\n{picture}")
        self._any = True
