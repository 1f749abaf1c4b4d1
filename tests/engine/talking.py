"""A server in this process, at the other end of two pipes; its main loop in a thread of its own."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from crescent import Move, View
from crescent.engine import Player, Server, Speaker
from crescent.engine.server import LISTENER


class FirstMove:
    """Plays the first legal move."""

    def choose(self, view: View) -> Move:
        """The first."""
        return view.legal_moves()[0]


class Talk:
    """What one end of a talk has in hand: bytes to the server, lines from it.

    Attributes:
        error: what the server ended with, if it was an error.
    """

    def __init__(self, to_server: int, from_server: int, thread: threading.Thread) -> None:
        """Take both pipes."""
        self.to_server = to_server
        self._from_server = os.fdopen(from_server, "rb")
        self.thread = thread
        self.error: BaseException | None = None

    def send(self, data: bytes) -> None:
        """Write all of it."""
        while data:
            data = data[os.write(self.to_server, data) :]

    def reply(self) -> str:
        """The next reply, without its blank line; empty at the end of the output."""
        lines = []
        while (line := self._from_server.readline()) not in (b"\n", b""):
            lines.append(line.decode("ascii"))
        return "".join(lines).rstrip("\n")

    def ask(self, line: str) -> str:
        """The reply to a line."""
        self.send(f"{line}\n".encode())
        return self.reply()

    def close_input(self) -> None:
        """The server meets the end of its input."""
        if self.to_server >= 0:
            os.close(self.to_server)
            self.to_server = -1

    def close_output(self) -> None:
        """The server writes to nobody."""
        self._from_server.close()

    def rest(self) -> bytes:
        """All that is still to come."""
        return self._from_server.read()


@contextmanager
def talk_with(make: Callable[[int | None], Player] = lambda _: FirstMove()) -> Iterator[Talk]:
    """A talk with a server for this player; afterwards the server has ended."""
    server_in, to_server = os.pipe()
    from_server, server_out = os.pipe()
    speaker = Speaker("tester", "7", lambda seed, _: make(seed), lambda view: view.legal_moves()[-1], str)

    def write(data: bytes) -> None:
        while data:
            data = data[os.write(server_out, data) :]

    server = Server(speaker, lambda count: os.read(server_in, count), write, server_out)

    def serve() -> None:
        try:
            server.serve()
        except BaseException as error:
            talk.error = error
        finally:
            os.close(server_out)

    thread = threading.Thread(target=serve, name="server")
    talk = Talk(to_server, from_server, thread)
    thread.start()
    try:
        yield talk
    finally:
        talk.close_input()
        with suppress(ValueError):
            talk.rest()
        # Who listens is to have ended too, else it would read from the next talk's pipe, which gets the same number.
        for ending in (thread, *(other for other in threading.enumerate() if other.name == LISTENER)):
            ending.join(60)
            assert not ending.is_alive()
        talk.close_output()
        os.close(server_in)
