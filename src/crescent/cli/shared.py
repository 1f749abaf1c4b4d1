"""What all commands share: language, output, common options, and how a command ends.

    def deal(code: CodeArgument, language: LanguageOption = None, plain: AsciiOption = False) -> None:
        with Output.of_options(language, plain=plain) as output:
            output.line(...)

Inside the `with`, an error of the library ends the command with one line on standard error and exit code 2.
"""

from __future__ import annotations

import codecs
import contextlib
import json
import locale
import math
import os
import shutil
import signal
import sys
import time
from collections.abc import Mapping
from types import FrameType, TracebackType
from typing import Annotated, Final, Self, TextIO

import typer

from crescent.cards import Card
from crescent.errors import CrescentError, FileError, shown
from crescent.faults import FileFault
from crescent.text import Message, Wording, languages
from crescent.text.board import WIDTH, Style
from crescent.text.errors import UsageError, error_text

LanguageOption = Annotated[
    str | None, typer.Option("--lang", metavar="en|de", help="Language of the output. [default: the locale's]")
]
AsciiOption = Annotated[bool, typer.Option("--ascii", help="Nothing but ASCII characters, cards as 10H.")]
JsonOption = Annotated[bool, typer.Option("--json", help="JSON on standard output, and nothing else there.")]

LONGEST_DELAY: Final = 3600.0
"""Seconds between two boards at most."""

_LONGEST_SLEEP: Final = 0.1
"""Seconds at most that a ctrl-C can go unnoticed."""


class Terminated(KeyboardInterrupt):
    """The system asks the command to end (SIGTERM); what is to be rescued is rescued as at ctrl-C.

    Attributes:
        asked: whether it has asked, for whoever takes it for ctrl-C on the way.
    """

    asked = False


def end_when_asked() -> None:
    """From now on raise `Terminated` where the system asks the command to end."""

    def end(_signal: int, _frame: FrameType | None) -> None:
        Terminated.asked = True
        raise Terminated

    signal.signal(signal.SIGTERM, end)


class Output:
    """Where a command's words go: results to standard output, everything else to standard error.

    Attributes:
        wording: the texts.
        style: how boards are drawn, and whether cards have symbols.
    """

    def __init__(self, wording: Wording, style: Style) -> None:
        """Write in `wording` and `style`."""
        self.wording = wording
        self.style = style

    @classmethod
    def of_options(cls, language: str | None = None, *, plain: bool = False) -> Self:
        """The output for the option values `--lang` and `--ascii`.

        Raises:
            typer.Exit: with code 2, there is no such language; the line that says so is in the locale's.
        """
        for stream in (sys.stdout, sys.stderr):
            _never_fail(stream)
        output = cls(languages["en"], style_for(sys.stdout, plain=plain))
        with output:
            output.wording = languages[_locale_language()]
            if language is not None:
                output.wording = languages[language if language in languages else language.lower()]
        return output

    def __enter__(self) -> Self:
        """Begin the command."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End it: give errors and interruptions their line and exit code."""
        if isinstance(error, BrokenPipeError):
            raise typer.Exit(141) from error
        if isinstance(error, KeyboardInterrupt):
            raise typer.Exit(143 if Terminated.asked else 130) from error
        if isinstance(error, CrescentError):
            self.error(error)
            raise typer.Exit(2) from error

    def line(self, text: str = "") -> None:
        """A line, or several, of the result.

        Raises:
            BrokenPipeError: nobody reads it any more.
            FileError: it cannot be written.
        """
        try:
            sys.stdout.write(f"{text}\n")
            sys.stdout.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            raise FileError(
                self.wording.say(Message.STANDARD_OUTPUT), FileFault.UNWRITABLE(system=error.strerror)
            ) from error

    def json(self, value: Mapping[str, object]) -> None:
        """One JSON document, on a line of its own."""
        self.line(json.dumps(value, allow_nan=False))

    def note(self, text: str) -> None:
        """A line for the person at the terminal that is no result; lost where standard error is closed or full."""
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{text}\n")
            sys.stderr.flush()

    def warn_if_narrow(self) -> None:
        """Say so where boards are to be shown on a terminal that has too few columns for them."""
        columns = shutil.get_terminal_size().columns
        if sys.stdout.isatty() and columns <= WIDTH:
            self.note(self.wording.say(Message.NARROW, width=WIDTH + 1, columns=columns))

    def error(self, error: CrescentError) -> None:
        """The one line that an error gets."""
        self.note(self.wording.say(Message.ERROR, reason=self.reason(error)))

    def reason(self, error: CrescentError) -> str:
        """An error in words."""
        return error_text(self.wording, error)

    def card(self, card: Card | None) -> str:
        """A card in this output's language and style."""
        return self.wording.card(card, unicode=self.style.unicode)


def label(name: str) -> str:
    """A foreign name as it is, or quoted where it cannot be printed."""
    return name if name.isprintable() else shown(name)


def style_for(stream: TextIO, *, plain: bool = False) -> Style:
    """How to draw on `stream`: frames and colour only on a terminal and without NO_COLOR, symbols where they fit.

    See https://no-color.org: the variable counts when it is set and not empty.
    """
    rich = stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    unicode = not plain and _carries(stream, "♠♥♦♣→×─")
    return Style(unicode=unicode, colour=rich, frames=rich and _carries(stream, "╭╮│┃┏┓║╔╗"))


def checked_delay(value: float, option: str = "--delay") -> float:
    """Seconds to wait between two boards.

    Raises:
        UsageError: not a number, negative, or more than an hour.
    """
    if not (math.isfinite(value) and 0 <= value <= LONGEST_DELAY):
        raise UsageError(Message.NUMBER_RANGE, option=option, value=shown(value), low=0, high=int(LONGEST_DELAY))
    return value


def pause(seconds: float) -> None:
    """Wait, so that ctrl-C always ends it.

    A signal that comes on the way into a wait is only seen behind it; so every single wait is short.
    """
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        time.sleep(min(left, _LONGEST_SLEEP))


def _locale_language() -> str:
    """The name of the language that the environment asks for and that there is a wording for, else English.

    The variables count in gettext's order.  LANGUAGE lists languages, the best first; as in GNU gettext it says nothing
    where the locale is the C locale, in which programs expect English.
    """
    settings = [os.environ.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    setting = next(filter(None, settings), "")
    wanted = os.environ.get("LANGUAGE", "").split(":") if setting not in ("C", "POSIX") else []
    # Where no variable names a locale Python's own is no C locale that anyone has asked for, whatever it calls it.
    names = map(_language_of, list(filter(None, wanted)) or [setting or locale.getlocale()[0] or ""])
    return next((name for name in names if name in languages), "en")


def _language_of(setting: str) -> str:
    """The language in a locale's name, as `de` in `de_CH.UTF-8`."""
    name = setting.replace("-", "_").partition("_")[0].partition(".")[0].lower()
    return {"german": "de", "english": "en"}.get(name, name)  # as Windows calls them


def _carries(stream: TextIO, text: str) -> bool:
    """Whether the stream's encoding has all characters of `text`."""
    try:
        text.encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


_NEAR: Final = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss"}
    | {"♠": "S", "♥": "H", "♦": "D", "♣": "C", "→": ">", "×": "x", "–": "-", "…": "..."}
)


def _near(error: UnicodeError) -> tuple[str, int]:
    """The nearest characters that every encoding has, for the codec error handler below."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(_NEAR)
    return text.encode("ascii", "backslashreplace").decode("ascii"), error.end


codecs.register_error("crescent.near", _near)


def _never_fail(stream: TextIO) -> None:
    """Let a stream write near characters for those that its encoding lacks, instead of failing."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="crescent.near")
