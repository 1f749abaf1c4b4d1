"""The end that asks: an external engine, started, asked for moves, and ended.

An engine that does anything but answer in time as the protocol says is ended, and an `EngineError` tells what it did,
with the last lines of the talk.
"""

from __future__ import annotations

import select
import shlex
import time
from collections import deque
from types import TracebackType
from typing import Final, Self

from crescent.engine.board import position_words
from crescent.engine.errors import (
    EngineCrashError,
    EngineError,
    EngineGoneError,
    EngineMoveError,
    EngineReplyError,
    EngineStartError,
    EngineTimeoutError,
)
from crescent.engine.framing import LONGEST_REPLY, PROTOCOL, Line, ReplyHead
from crescent.engine.patience import Patience
from crescent.engine.process import LONGEST_LINE, Process
from crescent.errors import MoveTextError, WrongTypeError
from crescent.faults import EngineFault, Problem
from crescent.moves import MOVES, Direction, Foundation, Move, Pile
from crescent.view import View

TRANSCRIPT: Final = 200
"""Lines of the talk that are kept."""

LONGEST_KEPT: Final = 400
"""Characters of a line that are kept there."""

GRACE: Final = 1.0
"""Seconds that an engine has to end when it is told to, and to be seen ending by itself."""


class EngineClient:
    """An external engine.  It ends with `close`, at the end of a `with`, or when nothing refers to it any more.

    Args:
        command: the program and its arguments, split as a POSIX shell would, and started without one.
        seed: what its chance is to depend on, if it has any; None leaves that to it.
        patience: how long to wait.

    Raises:
        EngineStartError: the command is none, or cannot be started.
        EngineCrashError, EngineTimeoutError, EngineReplyError: it did not say that it speaks the protocol.
        WrongTypeError: `command` is no text.
    """

    def __init__(self, command: str, *, seed: int | None = None, patience: Patience = Patience()) -> None:  # noqa: B008  Patience is frozen, one default serves all
        """Start it, and have it say that it speaks the protocol."""
        if not isinstance(command, str):
            raise WrongTypeError("an engine's command", "a text", command)
        self.command = command
        self.patience = patience
        self._transcript: deque[str] = deque(maxlen=TRANSCRIPT)
        self._position = ""
        self._number = 0
        self._process: Process | None = None
        self._process = self._started(command)
        try:
            answer = self.ask("protocol", seconds=patience.start)
            if answer != str(PROTOCOL):
                raise self._failed(EngineReplyError, EngineFault.OTHER_PROTOCOL(text=answer, protocol=PROTOCOL))
            if seed is not None:
                self._ask(f"setoption seed {seed}", patience.seconds)  # an engine without chance may refuse it
        except BaseException:
            self.close(0.0)
            raise

    @property
    def transcript(self) -> tuple[str, ...]:
        """The last lines of the talk, oldest first: `> ` to the engine, `< ` from it, `! ` its standard error."""
        return tuple(self._transcript)

    @property
    def pid(self) -> int | None:
        """The number of its process, None after its end."""
        return None if self._process is None else self._process.pid

    def choose(self, view: View) -> Move:
        """The move that it chooses here, checked to be legal, as the action table has it.

        Raises:
            EngineCrashError, EngineTimeoutError, EngineReplyError: it did not answer, or not with a move.
            EngineMoveError: the move is not legal.
            EngineGoneError: it was ended before.
        """
        self._position = str(view)
        self.ask(f"position {position_words(view)}")
        legal = " ".join(map(str, view.legal_moves()))
        answer = self.ask(f"go{self.patience.words} legal {legal}")
        try:
            move = Move.parse(answer)
        except MoveTextError:
            raise self._failed(EngineReplyError, EngineFault.NO_MOVE(text=answer)) from None
        refusal = view.refusal(move)
        if refusal is not None:
            raise self._failed(EngineMoveError, EngineFault.ILLEGAL(move=move, refusal=refusal))
        return _of_table(move)

    def ask(self, words: str, *, seconds: float | None = None) -> str:
        """The text of the reply to any command.

        Args:
            words: the command with its arguments, one line.
            seconds: how long to wait; the patience's seconds where None.

        Raises:
            EngineCrashError, EngineTimeoutError: there was no reply.
            EngineReplyError: it was none, or it was `?`.
            EngineGoneError: the engine was ended before.
        """
        is_done, text = self._ask(words, self.patience.seconds if seconds is None else seconds)
        if not is_done:
            raise self._failed(EngineReplyError, EngineFault.REFUSED(asked=words, text=text))
        return text

    def close(self, grace: float = GRACE) -> None:
        """End it: it is told to quit, and forced to after `grace` seconds; nothing is left of it."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            if grace > 0:
                process.write(f"{self._number + 1} quit\n".encode())
                process.flush(min(grace, 0.05))
        finally:
            process.end(grace)

    def __enter__(self) -> Self:
        """Nothing more to do."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    # ------------------------------------------------------------ the talk

    def _started(self, command: str) -> Process:
        try:
            words = shlex.split(command)
        except ValueError:
            raise self._failed(EngineStartError, EngineFault.QUOTES()) from None
        if not words:
            raise self._failed(EngineStartError, EngineFault.NO_COMMAND())
        if not hasattr(select, "poll"):
            raise self._failed(EngineStartError, EngineFault.NO_POLL())
        try:
            return Process(words, _Note(self._transcript, "! "))
        except (FileNotFoundError, NotADirectoryError):
            raise self._failed(EngineStartError, EngineFault.NO_PROGRAM(program=words[0])) from None
        except (OSError, ValueError) as error:
            system = getattr(error, "strerror", None) or str(error)
            raise self._failed(EngineStartError, EngineFault.NOT_STARTED(system=system)) from error

    def _ask(self, words: str, seconds: float) -> tuple[bool, str]:
        """Whether a command was done, and the text of the reply."""
        process = self._process
        if process is None:
            raise self._failed(EngineGoneError, EngineFault.GONE())
        self._number += 1
        _Note(self._transcript, "> ")(f"{self._number} {words}")
        process.write(f"{self._number} {words}\n".encode())
        reply = _Reading(self, process, words, seconds)
        return reply.read()

    def _failed(self, kind: type[EngineError], problem: Problem) -> EngineError:
        """The error of this kind; the engine is ended."""
        self.close(0.0)
        return kind(self.command, problem, self._position, self.transcript)


class _Reading:
    """The reading of one reply."""

    def __init__(self, client: EngineClient, process: Process, words: str, seconds: float) -> None:
        self._client = client
        self._process = process
        self._asked = words.partition(" ")[0]
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._size = 0

    def read(self) -> tuple[bool, str]:
        """Sign and text."""
        client = self._client
        while True:
            head = self._head()
            texts = [head.text]
            while text := self._text().strip():
                texts.append(text)
            number = int(head.number) if head.number else -1
            if number == client._number:
                return head.is_done, "\n".join(texts)
            if not 0 < number < client._number:  # what is late answers a command whose waiting was interrupted
                text = f"{'=' if head.is_done else '?'}{head.number}"
                problem = EngineFault.OTHER_NUMBER(asked=self._asked, text=text)
                raise client._failed(EngineReplyError, problem)

    def _head(self) -> ReplyHead:
        text = self._text()
        while not text.strip() or text.startswith("#"):
            text = self._text()
        head = ReplyHead.of_text(text)
        if head is None:
            raise self._client._failed(EngineReplyError, EngineFault.NO_REPLY_FORM(text=text))
        return head

    def _text(self) -> str:
        """The next line."""
        line = self._line()
        self._size += len(line.data) + 1
        if line.is_cut or self._size > LONGEST_REPLY:
            problem = EngineFault.TOO_LONG(asked=self._asked, limit=LONGEST_LINE if line.is_cut else LONGEST_REPLY)
            raise self._client._failed(EngineReplyError, problem)
        text = line.text
        if text:
            _Note(self._client._transcript, "< ")(text)
        return text

    def _line(self) -> Line:
        try:
            line = self._process.line(self._end)
        except TimeoutError:
            problem = EngineFault.NO_REPLY(asked=self._asked, seconds=self._seconds)
            raise self._client._failed(EngineTimeoutError, problem) from None
        if line is None:
            code = self._process.ended_by_itself(GRACE)
            if code is None:
                problem = EngineFault.SILENT()
            else:
                problem = EngineFault.ENDED(code=code) if code >= 0 else EngineFault.KILLED(signal=-code)
            raise self._client._failed(EngineCrashError, problem)
        return line


class _Note:
    """Puts lines into a transcript: printable, cut, marked; knows nothing else, so that it keeps nothing alive."""

    def __init__(self, transcript: deque[str], mark: str) -> None:
        self._transcript = transcript
        self._mark = mark

    def __call__(self, text: str) -> None:
        """Put one in."""
        cut = text[:LONGEST_KEPT]
        visible = "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in cut)
        self._transcript.append(f"{self._mark}{visible}{'...' if len(text) > LONGEST_KEPT else ''}")


def _of_table(move: Move) -> Move:
    """A legal move as the action table has it, also where it names the foundation in another way: `2-DK` is `2-K`."""
    if isinstance(move.source, Pile) and isinstance(move.target, Foundation):
        move = Move(move.source, move.target.direction)
    elif isinstance(move.source, Foundation) and isinstance(move.target, Direction):
        move = Move(move.source, Foundation(move.source.suit, move.target))
    return MOVES[move.index]
