"""Agents that cannot be had as they are asked for, and the programs that some of them are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crescent.errors.base import CrescentError, InvalidValueError, shown, shown_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from crescent.faults import Problem
    from crescent.rules import Rules


class AgentNameError(InvalidValueError):
    """An agent's name whose options cannot be read, or are not that agent's."""

    def __init__(self, text: str, problem: Problem) -> None:
        """Keep the `text` of the name with its options, and the `problem`, an `OptionFault` with its evidence."""
        super().__init__(text, problem)
        self.text = text
        self.problem = problem

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    def __str__(self) -> str:
        """Name the text, what is wrong with it, and the form."""
        return f"{shown(self.text)} names no agent: {self.reason} (options look like lookahead(depth=2))"


class UnsuitedAgentError(InvalidValueError):
    """An agent was to play by rules that it does not play by."""

    def __init__(self, name: str, rules: Rules) -> None:
        """Keep the agent's `name` and the `rules`."""
        super().__init__(name, rules)
        self.name = name
        self.rules = rules

    def __str__(self) -> str:
        """Name both."""
        return f"the agent {shown(self.name)} does not play by these rules: {self.rules}"


class EngineError(CrescentError):
    """An external engine that cannot be started, or does not keep to the protocol; `crescent.engine` has its kinds.

    Whatever the kind, the engine's processes have ended when this is raised.
    """

    def __init__(self, command: str, problem: Problem, position: str = "", transcript: Sequence[str] = ()) -> None:
        """Keep what it was about.

        Args:
            command: the engine, as it was named.
            problem: an `EngineFault` with its evidence.
            position: the text of the view that it was asked about; empty where it was not asked.
            transcript: the last lines of the talk, oldest first: `> ` to it, `< ` from it, `! ` its standard error.
        """
        super().__init__(command, problem, position, tuple(transcript))
        self.command = command
        self.problem = problem
        self.position = position
        self.transcript: tuple[str, ...] = tuple(transcript)

    @property
    def reason(self) -> str:
        """The problem in words."""
        return str(self.problem)

    @property
    def report(self) -> str:
        """All there is to know, line by line."""
        return "\n".join([f"engine {shown_whole(self.command)}: {self.reason}", *self._place(), *self.transcript])

    def __str__(self) -> str:
        """Engine, problem, position."""
        return f"engine {shown(self.command)}: {self.reason}{''.join(f'; {line}' for line in self._place())}"

    def _place(self) -> list[str]:
        return [f"in {self.position}"] if self.position else []
