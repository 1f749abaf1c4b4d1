"""Agents that play the same deal before people: turn by turn, and as boards beside or below each other."""

from __future__ import annotations

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Final, NamedTuple, Self

from crescent.agents import check_plays
from crescent.arrangement import Arrangement
from crescent.bench import AgentFailedError, Failure, Player
from crescent.bench.records import tag_text
from crescent.cli.screen import Screen
from crescent.cli.shared import Output, label, pause
from crescent.codes import GameCode
from crescent.errors import EngineError, PluginError
from crescent.game import Game
from crescent.game_words import played_line
from crescent.moves import Move
from crescent.text.board import GAP, WIDTH, beside, horseshoe, landing
from crescent.text.messages import Message, Noun

DEFAULT_LIMIT: Final = 1000
"""Plies after which an agent that goes in circles is stopped; a game that comes to an end has some 50 to 250."""


class Seat:
    """An agent at a game.

    Args:
        code: the deal.
        name: the agent's name.
        seed: the agent's seed.
        limit: plies after which it is stopped.

    Attributes:
        failure: what ended the game by the agent's fault.
        tags: what the game's record tells of that.

    Raises:
        UnknownNameError, AgentNameError, UnsuitedAgentError: there is no such agent, or it does not play this variant.
        PluginError, EngineError, AgentFailedError: it cannot be made.
    """

    def __init__(self, code: GameCode, name: str, seed: int, limit: int) -> None:
        """Deal, and make the agent."""
        check_plays(name, code.variant.rules)
        self.code = code
        self.name = name
        self.seed = seed
        self.limit = limit
        self.game: Game = Game(code, undo_limit=0)
        self.failure: PluginError | EngineError | None = None
        self.tags: dict[str, str] = {}
        self._player = Player.made(name, seed)

    @property
    def plays_on(self) -> bool:
        """Whether there is a ply to come."""
        return self.failure is None and self.game.outcome is None and len(self.game.line) < self.limit

    def ply(self) -> Ply | None:
        """Play one; None where the agent fails, or chooses what is no legal move, which ends the game."""
        try:
            return self._ply()
        except (PluginError, EngineError) as error:
            self.failure = error
            return None

    def _ply(self) -> Ply:
        before = self.game.position
        try:
            move = self._player.move(before)
        except AgentFailedError as error:
            cause = error.__cause__
            self.tags = {"Failure": error.failure.value, "Evidence": tag_text(error.evidence)}
            if isinstance(cause, EngineError):
                raise cause from None
            reason = error.evidence if error.failure is Failure.ILLEGAL_MOVE else f"{type(cause).__name__}: {cause}"
            raise PluginError("crescent.agents", self.name, self._player.source, reason) from error
        return Ply(self, before.view(), self.game.play(move))

    def close(self) -> None:
        """Let the agent go."""
        self._player.close()


class Ply(NamedTuple):
    """What was played: whose ply, what the player saw before it, and the move."""

    seat: Seat
    before: Arrangement
    move: Move


def turns(seats: Sequence[Seat], delay: float) -> Iterator[Ply]:
    """Let all play by turns, `delay` seconds before each round, until none plays on.

    One whose agent fails is out, and the other plays on; its error is raised when all is over.

    Raises:
        PluginError, EngineError: an agent failed, or chose what is no legal move.
    """
    while any(seat.plays_on for seat in seats):
        pause(delay)
        for seat in seats:
            if seat.plays_on:
                ply = seat.ply()
                if ply is not None:
                    yield ply
    for seat in seats:
        if seat.failure is not None:
            raise seat.failure


def command(seats: Sequence[Seat]) -> str:
    """The command that plays the same again."""
    first = seats[0]
    words = ["crescent", "watch", str(first.code)]
    for seat in seats:
        words += ["--agent", seat.name]
    words += ["--seed", str(first.seed)]
    return shlex.join(words if first.limit == DEFAULT_LIMIT else [*words, "--limit", str(first.limit)])


class Boards:
    """Boards for people, and the result below them: one, or two beside each other where the terminal has room."""

    def __init__(self, seats: Sequence[Seat], output: Output) -> None:
        """Show the deal."""
        self._seats = seats
        self._output = output
        self._screen = Screen(output)
        self._last: dict[Seat, Ply] = {}
        self._new: set[Seat] = set()
        self._show()

    def __enter__(self) -> Self:
        """The boards themselves."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Show what is not shown yet, also where an agent has failed."""
        if self._new and not isinstance(error, OSError):
            self._show()

    def ply(self, ply: Ply) -> None:
        """Show the boards after a ply; those of two when both have played."""
        self._last[ply.seat] = ply
        self._new.add(ply.seat)
        if all(seat in self._new or not seat.plays_on for seat in self._seats):
            self._show()

    def result(self) -> None:
        """Say how it ended, and how to see it again."""
        output = self._output
        output.line()
        for seat in self._seats:
            result = self._result(seat)
            output.line(result if len(self._seats) == 1 else f"{label(seat.name)}: {result}")
        output.line(output.wording.say(Message.WATCH_AGAIN, command=command(self._seats)))

    def _result(self, seat: Seat) -> str:
        game, wording = seat.game, self._output.wording
        result = wording.outcomes[game.outcome] if game.outcome else wording.say(Message.RESULT_OPEN)
        moves = wording.count(game.move_count, Noun.MOVE)
        cards = wording.count(game.position.cards_home, Noun.CARD)
        return wording.say(Message.WATCHED, result=result, moves=moves, cards=cards)

    def _show(self) -> None:
        """The boards as they stand."""
        self._new.clear()
        drawn = [self._drawn(seat) for seat in self._seats]
        if len(drawn) == 1:
            (board, status) = drawn[0]
            self._screen.show(board, "", status, width=max(WIDTH, len(status)))
        elif sys.stdout.isatty() and shutil.get_terminal_size().columns > 2 * WIDTH + GAP:
            lines = [self._fitting(seat, status) for seat, (_, status) in zip(self._seats, drawn, strict=True)]
            blocks = [f"{board}\n\n{line}" for (board, _), line in zip(drawn, lines, strict=True)]
            self._screen.show(beside(*blocks), width=2 * WIDTH + GAP)
        else:
            width = max(WIDTH, *(len(status) for _, status in drawn))
            self._screen.show("\n\n".join(f"{board}\n\n{status}" for board, status in drawn), width=width)

    def _drawn(self, seat: Seat) -> tuple[str, str]:
        """A board, and the line under it: code, agent, and what was played, or how it ended where others play on."""
        ply = self._last.get(seat)
        place = landing(ply.before, ply.move) if ply else None
        news = [] if ply is None else [self._told(ply)]
        if len(self._seats) > 1 and not seat.plays_on:
            news = [self._result(seat)]
        board = horseshoe(seat.game.view, self._output.card, self._output.style, last=place)
        return board, "  ".join([str(seat.code), label(seat.name), *news])

    def _told(self, ply: Ply) -> str:
        """What a ply did."""
        game, output = ply.seat.game, self._output
        text = played_line(output.wording, ply.before, ply.move, game.redeals_left, unicode=output.style.unicode)
        return text if ply.move.is_redeal else f"{game.move_count}. {text}"

    def _fitting(self, seat: Seat, status: str) -> str:
        """A line no wider than its board: without the code, which both have, if need be, and the news last of all."""
        line = status if len(status) <= WIDTH else status.removeprefix(f"{seat.code}  ")
        more = "…" if self._output.style.unicode else "..."
        return line if len(line) <= WIDTH else more + line[len(more) - WIDTH :]
