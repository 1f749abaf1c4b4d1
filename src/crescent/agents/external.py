"""Agents that are programs of their own, in any language: `cmd:./mybot --level 3`.

    cmd:COMMAND                                    the program and its arguments, started without a shell
    cmd(seconds=5, start=60):COMMAND               how long we wait for an answer, and for the first one
    cmd(movetime=1000, nodes=50000):COMMAND        what the program is told to keep to by itself

An option stands before the colon; behind it everything is the command.
"""

from __future__ import annotations

from types import TracebackType
from typing import Annotated, Final, Self

from crescent.agents.options import AgentName, Between, arguments_for
from crescent.agents.protocol import choices
from crescent.engine import EngineClient, Patience
from crescent.errors import AgentNameError
from crescent.faults import OptionFault
from crescent.moves import Move
from crescent.view import View

PREFIX: Final = "cmd"

DAY: Final = 86_400


class ExternalAgent:
    """plays what an external program answers, which is asked through the line protocol.

    It is shown views alone.  Whatever it does wrong raises an `EngineError` and ends it; else it ends with `close`, at
    the end of a `with`, or when nothing refers to the agent any more.
    """

    def __init__(
        self,
        command: str,
        /,
        *,
        seed: int | None = None,
        seconds: Annotated[float, Between(0.001, DAY)] = 30.0,
        start: Annotated[float, Between(0.001, DAY)] = 30.0,
        movetime: Annotated[int | None, Between(1, 1000 * DAY)] = None,
        nodes: Annotated[int | None, Between(1, 10**12)] = None,
    ) -> None:
        """Start the program.

        Args:
            command: the program and its arguments, split as a POSIX shell would.
            seed: is passed on, where the program has a chance that can be set.
            seconds: how long we wait for an answer.
            start: how long we wait for the first one, while the program loads.
            movetime: milliseconds that the program is told to think for at most.
            nodes: nodes that it is told to search at most.

        Raises:
            EngineStartError: it cannot be started.
            EngineCrashError, EngineTimeoutError, EngineReplyError: it does not speak the protocol.
        """
        self.client: EngineClient = EngineClient(command, seed=seed, patience=Patience(start, seconds, movetime, nodes))

    @classmethod
    def of_name(cls, name: str, *, seed: int | None = None) -> Self:
        """The agent that `name` describes.

        Raises:
            AgentNameError: its options are none.
            As the class.
        """
        asked, command = split_name(name)
        return cls(command[1:], seed=seed, **arguments_for(asked, name, cls))  # type: ignore[arg-type]  # each of its option's type

    def choose(self, view: View) -> Move:
        """The move that the program chooses.

        Raises:
            WrongTypeError: `view` is no `View`.
            NoLegalMoveError: the game is won or blocked; the program is not asked.
            EngineError: it does not answer with a legal move.
        """
        choices(view)
        return self.client.choose(view)

    def close(self) -> None:
        """End the program."""
        self.client.close()

    def __enter__(self) -> Self:
        """Nothing more to do."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """End the program."""
        self.close()


def is_external(name: object) -> bool:
    """Whether `name` is that of an external agent, `cmd:...` or `cmd(...):...`."""
    return isinstance(name, str) and name.startswith((f"{PREFIX}:", f"{PREFIX}("))


def split_name(name: str) -> tuple[AgentName, str]:
    """The part of an external agent's name that has its options, and the rest: a colon, then the command.

    Raises:
        AgentNameError: the options are none, or there is no colon behind them.
    """
    end = len(PREFIX) if name.startswith(f"{PREFIX}:") else name.find("):") + 1
    if not end:
        raise AgentNameError(name, OptionFault.UNCLOSED())
    return AgentName.parse(name[:end]), name[end:]
