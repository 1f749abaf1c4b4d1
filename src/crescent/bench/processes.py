"""Games played by processes on this machine, each watched from outside: what hangs is ended, and what ends is told.

An agent is foreign code.  It may never answer, end its process or be ended by the system; so each process keeps in
memory that is shared with its parent what it is at, until when it may be, and what was played.  The parent ends it when
it is late, makes the result of the lost game from that, and starts another process for the games that are left.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterable
from multiprocessing.sharedctypes import RawArray
from typing import NamedTuple

from crescent.bench.errors import AgentFailedError
from crescent.bench.plan import Bench
from crescent.bench.playing import Played, Recorder, play_game, result_of, slow
from crescent.bench.results import Failure
from crescent.bench.times import Times
from crescent.moves import MOVES, Move
from crescent.position import Position
from crescent.runs.processes import Work, work_here

GRACE = 2.0
"""Seconds beyond its time after which an agent is ended from outside; before, it is late by its own clock."""

MAKING = 300.0
"""Seconds that the making of an agent may take: it may load a model, or compile."""


class Game(NamedTuple):
    """A task: a game to be played, with its number among the tasks."""

    number: int
    deal: int
    agent: str


class BlackBox(Recorder):
    """What a process is at, in memory that outlives it.

    Args:
        limit: moves and redeals of a game at most.
        seconds: that a move may take.
    """

    def __init__(self, limit: int, seconds: float) -> None:
        """Nothing yet."""
        self._seconds = seconds
        self._at = RawArray("l", 3)  # the game's number, from 1; moves played; whether it is being made
        self._until = RawArray("d", 1)  # when the agent will be late, 0 while nothing is asked of it
        self._line = RawArray("h", limit)
        self._taken = RawArray("d", limit)

    def begin(self, game: Game) -> None:
        """There: a game begins."""
        self._until[0] = 0.0
        self._at[1] = 0
        self._at[0] = game.number + 1

    def making(self) -> None:
        """There: the agent is about to be made."""
        self._at[2] = 1
        self._until[0] = time.monotonic() + MAKING

    def thinking(self) -> None:
        """There: it is about to choose."""
        self._at[2] = 0
        self._until[0] = time.monotonic() + self._seconds + GRACE

    def played(self, move: Move, seconds: float) -> None:
        """There: it has chosen."""
        self._until[0] = 0.0
        self._line[self._at[1]] = move.index
        self._taken[self._at[1]] = seconds
        self._at[1] += 1

    def end(self) -> None:
        """There: the game has ended; what happens now is not the agent's fault."""
        self._until[0] = 0.0
        self._at[0] = 0

    @property
    def number(self) -> int:
        """Here: the number of the game that goes on, -1 where none does."""
        return int(self._at[0]) - 1

    @property
    def is_making(self) -> bool:
        """Here: whether the agent was being made."""
        return bool(self._at[2])

    @property
    def is_late(self) -> bool:
        """Here: whether the agent has been at one thing for too long."""
        until = self._until[0]
        return bool(until and time.monotonic() > until)

    @property
    def line(self) -> list[Move]:
        """Here: what was played."""
        return [MOVES[self._line[ply]] for ply in range(self._at[1])]

    @property
    def taken(self) -> list[float]:
        """Here: how many seconds each move took."""
        return list(self._taken[: self._at[1]])


class Playing(Work[Game, Played]):
    """Plays games in one process."""

    has_limit = True
    ahead = 1

    def __init__(self, bench: Bench) -> None:
        """Play on the terms of `bench`."""
        self._bench = bench
        self._box = BlackBox(bench.limit, bench.seconds)

    def do(self, task: Game) -> Played:
        """There: the game."""
        bench, box = self._bench, self._box
        box.begin(task)
        try:
            seed = bench.agent_seed(task.deal)
            return play_game(task.deal, task.agent, bench.rules, seed, bench.limit, bench.seconds, box)
        finally:
            box.end()

    def overdue(self) -> bool:
        """Here: whether the agent is late."""
        return self._box.is_late

    def lost(self, task: Game, reason: str, *, overdue: bool) -> Played | None:
        """Here: the game that the process was at is lost, as far as it was played."""
        box = self._box
        if box.number != task.number:
            return None
        line, position = box.line, Position.deal(task.deal, self._bench.rules)
        for move in line:
            position = position.play(move)
        if not overdue:
            evidence = f"its process ended ({reason}); in {position.view()}"
            failed = AgentFailedError(task.agent, Failure.CRASH, evidence)
        elif box.is_making:
            evidence = f"took longer than {MAKING:g} s to be made"
            failed = AgentFailedError(task.agent, Failure.NOT_MADE, evidence)
        else:
            failed = slow(task.agent, self._bench.seconds, position)
        result = result_of(task.deal, task.agent, position, line, Times.of(box.taken), failed)
        return Played(result, tuple(line))


def play_here(bench: Bench, games: Iterable[tuple[int, str]], jobs: int = 1) -> Generator[Played, None, None]:
    """Play games, each a deal and an agent, in `jobs` processes; results come as they are found, in any order.

    Whatever an agent does, its game is lost and the others go on.  Closing the iterator ends the processes.  As
    everywhere with processes that are started afresh, a program that calls this guards its own start with
    `if __name__ == "__main__"`.

    Raises:
        WrongTypeError, RulesError: `jobs` is no integer from 1 to 256, or a deal is no code number.
        UnknownNameError, AgentNameError: there is no such agent.
        WorkerError: a process ended before it could begin.
    """
    tasks = (Game(number, deal, agent) for number, (deal, agent) in enumerate(games))
    yield from work_here(lambda: Playing(bench), tasks, jobs)
