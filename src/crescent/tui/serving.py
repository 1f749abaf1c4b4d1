"""The terminal app in the browser: a server that runs the command anew for everyone who opens its page.

textual-serve does the work.  It lets any page that a browser shows talk to it, so here a page of another origin is
turned away: no foreign page that is open meanwhile can play, or start the app a thousand times.  The page is our own,
because textual-serve's fetches a font from elsewhere: nothing that this one needs, or may ask for, is on another host.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import os
import shlex
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from crescent.errors import InvalidValueError, MissingExtraError, RulesError, shown
from crescent.text import languages
from crescent.text.messages import Message
from crescent.text.wording import Wording

try:
    import aiohttp_jinja2
    from aiohttp import web
    from textual_serve.server import Server
except ImportError as _error:
    raise MissingExtraError("the terminal app in the browser", "tui") from _error

TEMPLATES: Final = Path(__file__).parent / "templates"
"""The folder of the page, an `app_index.html` as textual-serve fills it in."""

LONGEST_ADDRESS: Final = 1000
"""Characters of an address at most."""


class AddressError(InvalidValueError):
    """An address that cannot be listened at."""

    def __init__(self, host: str, port: int, reason: str) -> None:
        """Keep `host` and `port`, and the `reason` in the system's words."""
        super().__init__(host, port, reason)
        self.host = host
        self.port = port
        self.reason = reason

    def __str__(self) -> str:
        """Name all."""
        return f"cannot listen at {shown(self.host)}, port {self.port}: {self.reason}"


class GameServer(Server):
    """Serves a command of this program at one address.

    Attributes:
        origins: of the pages that may talk to it.

    Args:
        words: the command, its program first.
        host: the address to listen at, a name or a number.
        port: 1 to 65535.
        public_url: where browsers find it, None for `host` and `port` themselves.
        title: of the page.
        wording: the page's language, None for English; the app's own is an option of the command.

    Raises:
        RulesError: the port is out of range, or the URL is none of http or https.
        AddressError: nothing can listen there.
    """

    def __init__(
        self,
        words: Sequence[str],
        host: str,
        port: int,
        public_url: str | None = None,
        *,
        title: str = "Crescent",
        wording: Wording | None = None,
    ) -> None:
        """Check that something can listen there; nothing listens yet."""
        if not 1 <= port <= 65535:
            raise RulesError("a port", port, "an integer from 1 to 65535")
        _try_listening(host, port)
        url = own_url(host, port) if public_url is None else public_url.rstrip("/")
        super().__init__(_shell_line(words), host, port, title, _checked_url(url), templates_path=TEMPLATES)
        self._wording = wording or languages.get("en")
        self._talks: set[asyncio.Task[Any]] = set()
        names = {host, "localhost", "127.0.0.1", "::1"} if is_loopback(host) else {host}
        self.origins: set[str] = {own_url(name, port) for name in names} | {_origin(url)}

    def initialize_logging(self) -> None:
        """Say what goes wrong, and nothing of every request."""
        logging.basicConfig(level=logging.WARNING, format="%(message)s")

    async def on_startup(self, app: web.Application) -> None:
        """Give the page its words; say nothing, which whoever starts the server does."""
        say = self._wording.say
        aiohttp_jinja2.get_env(app).globals.update(
            language=self._wording.language,
            origin=_origin(self.public_url),
            own_files=f"{self.public_url}/static/",  # textual-serve's own address of them has two slashes in 1.1.0
            ended=say(Message.PAGE_ENDED),
            again=say(Message.PAGE_AGAIN),
        )

    async def on_shutdown(self, app: web.Application) -> None:  # noqa: ARG002  as the server calls it
        """End every app that a page still shows, as the server, left to itself, does only after a long wait."""
        for talk in self._talks:
            talk.cancel()

    async def handle_websocket(self, request: web.Request) -> web.WebSocketResponse:
        """Start the app for a page of ours.

        Raises:
            web.HTTPForbidden: it is another's.
        """
        origin = request.headers.get("Origin")
        if origin is not None and origin not in self.origins:
            raise web.HTTPForbidden(text="a page of another origin")
        talk = asyncio.current_task()
        if talk is not None:
            self._talks.add(talk)
            talk.add_done_callback(self._talks.discard)
        return await super().handle_websocket(request)


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def is_wildcard(host: str) -> bool:
    """Whether it stands for every address of this machine, so that no browser can go there."""
    try:
        return ipaddress.ip_address(host).is_unspecified
    except ValueError:
        return not host


def own_url(host: str, port: int) -> str:
    """Where a browser finds what listens there, as it names the page's origin."""
    place = f"[{host}]" if ":" in host else host.lower()
    return f"http://{place}" if port == 80 else f"http://{place}:{port}"


def _origin(url: str) -> str:
    """The origin of pages at a URL, without the port that the scheme has anyway."""
    parts = urlsplit(url)
    usual = {"http": 80, "https": 443}[parts.scheme]
    place = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    return f"{parts.scheme}://{place}" + ("" if parts.port in (None, usual) else f":{parts.port}")


def _checked_url(url: str) -> str:
    """The URL, which is one of http or https.

    Raises:
        RulesError: it is not.
    """
    try:
        parts = urlsplit(url)
        good = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or len(url) > LONGEST_ADDRESS or set(url) & set(" \"'<>?#\\") or not url.isprintable():
        raise RulesError("the public URL", url, "as in https://games.example.org")
    return url


def _try_listening(host: str, port: int) -> None:
    """Listen there for a moment.

    Raises:
        AddressError: that cannot be done.
    """
    if len(host) > LONGEST_ADDRESS:
        raise AddressError(host, port, "the name is too long")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        socket.create_server((host, port), family=family).close()
    except socket.gaierror as error:
        raise AddressError(host, port, error.strerror or str(error)) from error
    except OSError as error:  # to which Python adds where
        raise AddressError(host, port, os.strerror(error.errno) if error.errno else str(error)) from error
    except ValueError as error:  # a name that the system cannot even be asked about
        raise AddressError(host, port, "this is no name of a machine") from error


def _shell_line(words: Sequence[str]) -> str:
    """The command as a line for the system's shell, which textual-serve starts it with."""
    return subprocess.list2cmdline(words) if sys.platform == "win32" else shlex.join(words)
