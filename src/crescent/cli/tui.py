"""`crescent tui`: the game by mouse or keys, in the terminal or in the browser."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from crescent.cli.dealing import VariantOption, checked_number
from crescent.cli.shared import LanguageOption, Output
from crescent.codes import GameCode
from crescent.errors import MissingExtraError, RulesError, shown
from crescent.files import path_of
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants

_EXTRA = frozenset({"platformdirs", "rich", "textual", "textual_serve"})


def tui(  # noqa: PLR0913, PLR0917  an argument for every option
    variant: VariantOption = None,
    code: Annotated[
        str | None, typer.Option("--code", metavar="CODE", help="Deal this game code. [default: a new game]")
    ] = None,
    new: Annotated[bool, typer.Option("--new", help="Begin a new game, though one was left unfinished.")] = False,
    data: Annotated[
        str | None, typer.Option("--data", metavar="FILE", help="The file of games. [default: in your data folder]")
    ] = None,
    serve: Annotated[bool, typer.Option("--serve", help="Show it in the browser, until ctrl-C.")] = False,
    host: Annotated[
        str | None, typer.Option("--host", metavar="NAME", help="With --serve: where to listen. [default: 127.0.0.1]")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", help="With --serve: the port. [default: 8000]")
    ] = None,
    public_url: Annotated[
        str | None, typer.Option("--public-url", metavar="URL", help="With --serve: where browsers find it.")
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Play with the mouse or the keyboard, in the terminal or in the browser.

    The game that was left unfinished goes on, unless --new, --code or --variant asks for another. Every move is saved
    at once. It needs the extra tui.
    """
    with Output.of_options(language) as output:
        if variant is not None and code is not None:
            raise UsageError(Message.CHOOSE_ONE, options="--code, --variant")
        if code is not None:
            GameCode.parse(code)
        if variant is not None:
            variants.get(variant)
        if not serve and (host, port, public_url) != (None, None, None):
            raise UsageError(Message.OPTION_NEEDED, option="--serve")
        path = _module("crescent.tui.store").default_path() if data is None else path_of(data)
        if serve:
            words = _words(variant, code, path, output.wording.language, new=new)
            _serve(words, host or "127.0.0.1", 8000 if port is None else port, public_url, path, output)
            return
        # Driven by textual-serve it needs no terminal.
        if not (sys.stdin.isatty() and sys.stdout.isatty()) and "TEXTUAL_DRIVER" not in os.environ:
            raise UsageError(Message.NO_TERMINAL, option="--serve")
        app = _module("crescent.tui.start")
        if app.run(variant=variant, code=code, language=output.wording.language, store_path=path, resume=not new):
            _leave_at_once()


def _leave_at_once() -> None:
    """End the process in the middle of a search, with exit code 0.

    The games are saved and the terminal is as it was.  What the interpreter does as it ends must not meet a compiler at
    work in another thread, which nothing can stop and which takes up to a minute.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(OSError, ValueError):  # closed, or nobody reads it any more
            stream.flush()
    os._exit(0)


def _module(name: str) -> Any:  # noqa: ANN401  a module
    """A part of the app, loaded only now: it takes its time, and an extra.

    Raises:
        MissingExtraError: the extra is not installed.
    """
    try:
        return importlib.import_module(name)
    except ImportError as error:
        if (error.name or "").partition(".")[0] in _EXTRA:
            raise MissingExtraError("the terminal app", "tui") from error
        raise


def _words(variant: str | None, code: str | None, path: Path, language: str, *, new: bool) -> list[str]:
    """The command that the server runs for whoever opens the page."""
    words = [sys.executable, "-m", "crescent", "tui", f"--data={path.absolute()}", f"--lang={language}"]
    words += [f"--{name}={value}" for name, value in (("variant", variant), ("code", code)) if value is not None]
    return [*words, "--new"] if new else words


def _serve(words: list[str], host: str, port: int, public_url: str | None, path: Path, output: Output) -> None:
    """Serve until ctrl-C; what would fail in the browser fails here, before."""
    checked_number("--port", port, 1, 65535)
    serving = _module("crescent.tui.serving")
    if public_url is None and serving.is_wildcard(host):
        raise UsageError(Message.OPTION_NEEDED, option="--public-url")
    try:
        server = serving.GameServer(words, host, port, public_url, wording=output.wording)
    except serving.AddressError as error:
        raise UsageError(Message.CANNOT_LISTEN, host=shown(host), port=port, reason=error.reason) from error
    except RulesError as error:
        raise UsageError(Message.URL_FORM, option="--public-url", value=shown(public_url)) from error
    _module("crescent.tui.store").Store(path).close()
    output.note(output.wording.say(Message.SERVING, url=server.public_url))
    if not serving.is_loopback(host):
        output.note(output.wording.say(Message.SERVING_ALL))
    server.serve()
