"""One agent at one game, move by move, with everything that it may do wrong told apart."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from crescent.agents import checked_choice, make, with_option
from crescent.agents.external import is_external, split_name
from crescent.bench.errors import AgentFailedError
from crescent.bench.results import LONGEST_AGENT, Ending, Failure, GameResult, cut
from crescent.bench.times import Times
from crescent.engine.errors import EngineCrashError, EngineMoveError, EngineTimeoutError
from crescent.errors import (
    AgentNameError,
    CrescentError,
    EngineError,
    IllegalMoveError,
    RulesError,
    UnknownNameError,
    WrongTypeError,
)
from crescent.faults import EngineFault
from crescent.moves import Move
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.rules import Rules
from crescent.view import View

SHORTEST = 0.001
"""Seconds for a move that an external agent takes at least."""


class Player:
    """An agent that plays one game; whatever it does wrong is an `AgentFailedError`.

    Args:
        name: the agent's name, with its options.
        seed: the agent's seed.

    Attributes:
        seconds: how long it thought about its last move.

    Raises:
        AgentFailedError: it cannot be made.
        WrongTypeError, RulesError, UnknownNameError, AgentNameError: there is no such agent, or no such seed.
    """

    def __init__(self, name: str, seed: int) -> None:
        """Make the agent."""
        self.name = name
        self.seconds: float = 0.0
        try:
            self._agent = make(name, seed=seed)
        except (AgentNameError, KeyboardInterrupt, RulesError, UnknownNameError, WrongTypeError):
            raise
        except BaseException as error:  # foreign code may raise anything at all
            raise AgentFailedError(name, Failure.NOT_MADE, _told(error)) from error

    def move(self, position: Position) -> Move:
        """The agent's move, a legal one.

        Raises:
            AgentFailedError: it did something else.
            NoLegalMoveError: the game is won or blocked.
        """
        try:
            return checked_choice(self, position)
        except IllegalMoveError as error:
            evidence = f"chose {error.move}, {error.refusal}; in {position.view()}"
            raise AgentFailedError(self.name, Failure.ILLEGAL_MOVE, evidence) from error
        except WrongTypeError as error:
            raise AgentFailedError(self.name, Failure.NO_MOVE, f"{_told(error)}; in {position.view()}") from error

    def choose(self, view: View) -> Move:
        """What the agent chooses, unchecked, with its time taken; its errors are an `AgentFailedError`."""
        began = time.perf_counter()
        try:
            return self._agent.choose(view)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # foreign code may raise anything at all
            raise AgentFailedError(self.name, _kind(error), f"{_told(error)}{_place(error, view)}") from error
        finally:
            self.seconds = time.perf_counter() - began

    @classmethod
    def made(cls, name: str, seed: int) -> Self:
        """As the class, but where the agent cannot be made the library's own error says why, if there is one.

        Raises:
            PluginError, EngineError, AgentFailedError: it cannot be made.
            CrescentError: as the class does.
        """
        try:
            return cls(name, seed)
        except AgentFailedError as error:
            if isinstance(error.__cause__, CrescentError):
                raise error.__cause__ from None
            raise

    @property
    def source(self) -> str:
        """Where the agent comes from: module and class."""
        kind = type(self._agent)
        return f"{kind.__module__}:{kind.__qualname__}"

    def close(self) -> None:
        """Let the agent go; what it does wrong now harms nobody."""
        close = getattr(self._agent, "close", None)
        if callable(close):
            with suppress(Exception):
                close()


def _kind(error: BaseException) -> Failure:
    """What an agent that raised this did wrong."""
    match error:
        case EngineTimeoutError():
            return Failure.TIMEOUT
        case EngineCrashError():
            return Failure.CRASH
        case EngineMoveError():
            return Failure.ILLEGAL_MOVE
        case EngineError() if error.problem.fault is EngineFault.NO_MOVE:
            return Failure.NO_MOVE
        case _:
            return Failure.ERROR


def _told(error: BaseException) -> str:
    """An error in words; of an external engine with the talk that led to it."""
    return error.report if isinstance(error, EngineError) else f"{type(error).__name__}: {error}"


def _place(error: BaseException, view: View) -> str:
    return "" if isinstance(error, EngineError) else f"; in {view}"


class Recorder:
    """Is told how far a game has come; this one does not care."""

    def making(self) -> None:
        """The agent is about to be made."""

    def thinking(self) -> None:
        """It is about to choose."""

    def played(self, move: Move, seconds: float) -> None:
        """It has chosen, in so many seconds."""


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played.

    Attributes:
        result: what came of it.
        line: the moves, redeals included.
    """

    result: GameResult
    line: tuple[Move, ...]


def play_game(
    deal: int,
    agent: str,
    rules: Rules,
    seed: int,
    limit: int,
    seconds: float,
    recorder: Recorder | None = None,
) -> Played:
    """The game of `agent` at a deal, on the terms that `Bench` explains.

    Raises:
        WrongTypeError, RulesError: the deal is no code number, or the agent's name is too long to be kept.
        UnknownNameError, AgentNameError: there is no such agent.
        KeyboardInterrupt: ctrl-C ended the game.
    """
    if not isinstance(agent, str):
        raise WrongTypeError("an agent's name", "a text", agent)
    if len(agent) > LONGEST_AGENT:
        raise RulesError("an agent's name", agent, f"of at most {LONGEST_AGENT} characters")
    recorder = recorder or Recorder()
    position, line, taken = Position.deal(deal, rules), list[Move](), list[float]()
    failed: AgentFailedError | None = None
    player: Player | None = None
    try:
        recorder.making()
        player = Player(_limited(agent, seconds), seed)
        while position.outcome is None and len(line) < limit:
            recorder.thinking()
            move = player.move(position)
            if player.seconds > seconds:
                raise slow(agent, seconds, position)
            position = position.play(move)
            line.append(move)
            taken.append(player.seconds)
            recorder.played(move, player.seconds)
    except AgentFailedError as error:
        failed = error
    finally:
        if player is not None:
            player.close()
    return Played(result_of(deal, agent, position, line, Times.of(taken), failed), tuple(line))


def _limited(agent: str, seconds: float) -> str:
    """The name of an external agent with the time a move in it, so that it ends its program itself where that is late.

    A shorter time that stands in the name stays.
    """
    if not is_external(agent):
        return agent
    asked, _ = split_name(agent)
    try:
        own = float(asked.options.get("seconds", seconds))
    except ValueError:
        return agent  # making it will say what is wrong
    return with_option(agent, "seconds", f"{max(min(own, seconds), SHORTEST):g}")


def slow(agent: str, seconds: float, position: Position) -> AgentFailedError:
    """The fault of an agent that thought for longer than it may."""
    evidence = f"took longer than {seconds:g} s for a move; in {position.view()}"
    return AgentFailedError(agent, Failure.TIMEOUT, evidence)


def result_of(
    deal: int, agent: str, position: Position, line: list[Move], times: Times, failed: AgentFailedError | None
) -> GameResult:
    """What came of the game that ended in this position."""
    if failed:
        ending = Ending.FAILED
    elif position.outcome is None:
        ending = Ending.STOPPED
    else:
        ending = Ending.WON if position.outcome is Outcome.WON else Ending.BLOCKED
    redeals = sum(move.is_redeal for move in line)
    failure, evidence = (failed.failure, cut(failed.evidence)) if failed else (None, "")
    return GameResult(deal, agent, ending, position.cards_home, len(line) - redeals, redeals, times, failure, evidence)
