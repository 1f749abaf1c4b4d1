"""The end that plays: reads commands as they come, answers one after the other, and hears `stop` while it thinks."""

from __future__ import annotations

import queue
import select
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from crescent.engine.framing import LONGEST_COMMAND, Command, Line, LineSplitter
from crescent.engine.session import Session, Speaker
from crescent.engine.thinking import Thinking, stoppable

MOST_WAITING: Final = 64
"""Commands that are read ahead at most; then the asker has to wait."""

CHUNK: Final = 2**16
"""Bytes that are read at once."""

LOOK: Final = 0.2
"""Seconds between two looks at what may have changed."""

LISTENER: Final = "crescent engine input"
"""What the thread is called that reads the commands, which may outlive the server by one reading."""


@dataclass(frozen=True, slots=True)
class _Order:
    """A command that waits to be obeyed, and if it is a `go` the thinking that it asks for."""

    command: Command
    thinking: Thinking | None


class Server:
    """Speaks the protocol until `quit` or the end of the input.

    Args:
        speaker: whom it speaks for.
        read: gives the next bytes of the input, at most as many as it is asked for; none at its end.
        write: writes all bytes that it is given, at once.
        output: the descriptor that `write` writes to, if there is one: should nobody read there any more, nothing is
            thought about any longer.

    Raises:
        Exception: whatever `speaker.make` raises.
    """

    def __init__(
        self,
        speaker: Speaker,
        read: Callable[[int], bytes],
        write: Callable[[bytes], None],
        output: int | None = None,
    ) -> None:
        """Make the first player, and listen."""
        self._session = Session(speaker)
        self._read = read
        self._write = write
        self._output = output
        self._orders: queue.Queue[_Order | None] = queue.Queue(MOST_WAITING)
        self._thoughts: list[Thinking] = []
        self._lock = threading.Lock()
        self._has_ended = False

    def serve(self) -> None:
        """Answer every command.

        Raises:
            Exception: whatever `write` raises, as `BrokenPipeError` where nobody reads any more.
        """
        threading.Thread(target=self._listen, name=LISTENER, daemon=True).start()
        try:
            with stoppable():
                while not self._session.has_left and (order := self._next()) is not None:
                    self._answer(order)
        finally:
            self._has_ended = True
            self._session.close()

    def _next(self) -> _Order | None:
        """The next order, None at the end of the input.

        Every wait is short: a signal that comes on the way into one is only seen behind it.
        """
        while True:
            with suppress(queue.Empty):
                return self._orders.get(timeout=LOOK)

    def _answer(self, order: _Order) -> None:
        reply = self._session.obey(order.command, order.thinking)
        if order.thinking is not None:
            with self._lock:
                self._thoughts.remove(order.thinking)
        self._write(reply.lines(order.command.number).encode("ascii"))

    # ------------------------------------------------------------ in the thread that listens

    def _listen(self) -> None:
        """Read to the end; whatever the reading ends with is an end."""
        splitter = LineSplitter(LONGEST_COMMAND)
        try:
            while not self._has_ended and (data := self._read(CHUNK)):
                self._take(splitter.feed(data))
            self._take(splitter.end())
        except (OSError, ValueError):  # a terminal that is gone, a stream that was closed
            pass
        finally:
            self._put(None)
        self._mind_the_output()

    def _take(self, lines: list[Line]) -> None:
        for line in lines:
            command = Command.of_line(line)
            if command is None:
                continue
            thinking = Thinking() if command.name == "go" else None
            if thinking is not None:
                with self._lock:
                    self._thoughts.append(thinking)
            elif command.name == "stop":
                self._stop()
            self._put(_Order(command, thinking))

    def _put(self, order: _Order | None) -> None:
        """Put an order at the end of the queue, unless nobody takes any more."""
        while not self._has_ended:
            try:
                self._orders.put(order, timeout=LOOK)
            except queue.Full:
                continue
            return

    def _stop(self) -> None:
        """Stop every thinking that was asked for so far."""
        with self._lock:
            for thinking in self._thoughts:
                thinking.stop()

    def _mind_the_output(self) -> None:
        """After the end of the input, see whether anybody waits for the answers."""
        if self._output is None or not hasattr(select, "poll"):
            return
        poll = select.poll()
        poll.register(self._output, 0)  # errors are always told
        while not self._has_ended:
            if any(event & (select.POLLERR | select.POLLNVAL) for _, event in poll.poll(int(1000 * LOOK))):
                self._stop()
                return
