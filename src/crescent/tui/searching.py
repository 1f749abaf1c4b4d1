"""Searches beside the app, in threads that nobody waits for: whoever leaves does not wait for a compiler."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable

from crescent.hints import Hint
from crescent.view import View

Advise = Callable[[View, Callable[[object], object]], Hint]
"""Gives a hint for what the player sees; tells its progress, and is stopped by what that raises."""


class StoppedError(Exception):
    """The person does not want to wait for a search any longer."""


class Searcher:
    """Gives hints without holding up the app that asks.

    The threads are daemons of our own.  Those of an executor, and so of Textual's workers, are waited for where the
    event loop ends and again where the interpreter does; and while the solver is compiled nothing can stop it.

    Args:
        advise: gives the hints.
    """

    def __init__(self, advise: Advise) -> None:
        self._advise = advise
        self._threads: list[threading.Thread] = []

    @property
    def is_busy(self) -> bool:
        """Whether a thread still runs, though perhaps nobody wants its answer any more."""
        return any(thread.is_alive() for thread in self._threads)

    async def hint(self, view: View) -> Hint:
        """The hint for `view`; a caller that is cancelled stops the search where it next tells its progress.

        Raises:
            Exception: whatever the search raises.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Hint] = loop.create_future()
        left = threading.Event()

        def progress(_: object) -> None:
            if left.is_set():
                raise StoppedError

        def search() -> None:
            try:
                found: Hint | Exception = self._advise(view, progress)
            except Exception as error:  # whatever it is, it is for who asked
                found = error
            with contextlib.suppress(RuntimeError):  # the loop is closed: the app has ended
                loop.call_soon_threadsafe(_settle, answer, found)

        thread = threading.Thread(target=search, name="hint", daemon=True)
        self._threads = [*filter(threading.Thread.is_alive, self._threads), thread]
        thread.start()
        try:
            return await answer
        finally:
            left.set()


def _settle(answer: asyncio.Future[Hint], found: Hint | Exception) -> None:
    """Give the answer, unless nobody waits for it any more."""
    if answer.done():
        return
    if isinstance(found, Exception):
        answer.set_exception(found)
    else:
        answer.set_result(found)
