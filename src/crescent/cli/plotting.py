"""Plots as files: what `--plot` asks for, tried before the work and written after it."""

from __future__ import annotations

from collections.abc import Callable

from crescent import files, plots
from crescent.cli.shared import Output
from crescent.text.messages import Message


def check_plot(path: str | None) -> None:
    """Try all that can be tried while the file is left as it is; nothing where there is none.

    Raises:
        RulesError: its name ends in no format.
        MissingExtraError: Matplotlib is not installed.
        FileError: it cannot be written.
    """
    if path is not None:
        plots.format_of(path)
        plots.check_plots()
        files.try_writing(path)


def save_plot(path: str | None, drawn: Callable[[str], bytes], output: Output) -> None:
    """Write what `drawn` makes of the format, and say so; nothing where there is no path.

    Raises:
        FileError: it cannot be written; it is as it was.
    """
    if path is not None:
        files.write_whole(path, drawn(plots.format_of(path)))
        output.note(output.wording.say(Message.SAVED, file=path))
