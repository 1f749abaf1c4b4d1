"""`crescent watch`: an agent plays, board after board."""

from __future__ import annotations

import secrets
import shlex
import sys
import time
from collections.abc import Iterator
from typing import Annotated, Final

import typer

from crescent.agents import checked_choice, make
from crescent.arrangement import Arrangement
from crescent.cli.dealing import CodeArgument, VariantOption, checked_number, checked_seed, chosen_code
from crescent.cli.keeping import RecordFile
from crescent.cli.screen import Screen
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output, checked_delay, end_when_asked
from crescent.cli.states import state
from crescent.codes import GameCode
from crescent.errors import IllegalMoveError, PluginError
from crescent.game import Game
from crescent.moves import Move, Place
from crescent.text.board import WIDTH, horseshoe, landing
from crescent.text.wording import Message, Noun

DEFAULT_LIMIT: Final = 1000
"""Plies after which an agent that goes in circles is stopped; a game that comes to an end has some 50 to 250."""

HIGHEST_LIMIT: Final = 100_000
"""Plies at most, so that the record of any game can be read back."""

DEFAULT_DELAY: Final = 0.5
"""Seconds between two boards where a person looks on."""


def watch(  # noqa: PLR0913, PLR0917  an argument for every option
    code: CodeArgument = None,
    variant: VariantOption = None,
    agent: Annotated[
        str, typer.Option("--agent", metavar="NAME", help="Who plays; `crescent agents` lists them.")
    ] = "greedy",
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="The agent's chance, and the deal's without CODE. [default: at random]"
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            "--delay", metavar="SECONDS", help=f"Between two boards. [default: {DEFAULT_DELAY} on a terminal, else 0]"
        ),
    ] = None,
    record: Annotated[str | None, typer.Option("--record", metavar="FILE", help="Keep the game in this file.")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Stop after N moves and redeals.")] = DEFAULT_LIMIT,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Watch an agent play a game, board after board.

    The last line tells how to see the same again. Ctrl-C ends the game; what was played until then is kept in the
    file of --record all the same; an agent stopped before its first move leaves the file as it is, and a line says so.
    With --json there is one line for every move or redeal.
    """
    with Output.of_options(language, plain=plain) as output:
        checked_number("--limit", limit, 1, HIGHEST_LIMIT)
        wait = _default_delay(as_json) if delay is None else checked_delay(delay)
        given_seed = checked_seed(seed)
        chosen = chosen_code(code, variant, given_seed)
        run = Run(chosen, agent, secrets.randbelow(2**31) if given_seed is None else given_seed, limit)
        file = None if record is None else RecordFile(record, chosen, {"Player": agent, "Seed": str(run.seed)})
        end_when_asked()
        try:
            _show(run, output, wait, as_json=as_json)
        except KeyboardInterrupt:
            if sys.stderr.isatty():
                output.note("")  # ^C stands on the line
            raise
        finally:
            if file is not None:
                _keep(run, file, output)


def _keep(run: Run, file: RecordFile, output: Output) -> None:
    """Save what was played; where that is nothing, an older record of the deal is worth more."""
    if run.game.line or run.game.outcome:
        file.save(run.game.line)
        output.note(output.wording.say(Message.SAVED, file=file.path))
    else:
        output.note(output.wording.say(Message.NOTHING_PLAYED, file=file.path))


def _default_delay(as_json: bool) -> float:
    """Time to look where somebody looks on."""
    return DEFAULT_DELAY if sys.stdout.isatty() and not as_json else 0.0


class Run:
    """An agent at a game.

    Args:
        code: the deal.
        name: the agent's name.
        seed: the agent's seed.
        limit: plies after which it is stopped.

    Raises:
        UnknownNameError, PluginError: there is no such agent, or it cannot be made.
    """

    def __init__(self, code: GameCode, name: str, seed: int, limit: int) -> None:
        """Deal, and make the agent."""
        self.code = code
        self.name = name
        self.seed = seed
        self.limit = limit
        self.game = Game(code, undo_limit=0)
        self._agent = make(name, seed=seed)

    def plies(self, delay: float) -> Iterator[tuple[Arrangement, Move]]:
        """Play, `delay` seconds before each ply; yield what the player saw before it, and the ply.

        Raises:
            PluginError: the agent fails, or chooses what is no legal move.
        """
        while self.game.outcome is None and len(self.game.line) < self.limit:
            time.sleep(delay)
            before = self.game.position
            try:
                move = checked_choice(self._agent, before)
            except IllegalMoveError as error:
                raise self._failure(f"chose {error.move}, {error.refusal}; in {before.view()}") from error
            except Exception as error:  # an agent is foreign code and may raise anything at all
                raise self._failure(f"{type(error).__name__}: {error}") from error
            yield before.view(), self.game.play(move)

    def _failure(self, reason: str) -> PluginError:
        """The agent's fault."""
        kind = type(self._agent)
        return PluginError("crescent.agents", self.name, f"{kind.__module__}:{kind.__qualname__}", reason)

    @property
    def command(self) -> str:
        """The command that plays the same game again."""
        words = ["crescent", "watch", str(self.code), "--agent", self.name, "--seed", str(self.seed)]
        return shlex.join(words if self.limit == DEFAULT_LIMIT else [*words, "--limit", str(self.limit)])


def _show(run: Run, output: Output, delay: float, *, as_json: bool) -> None:
    """Play to the end, and show every ply."""
    if as_json:
        for _, move in run.plies(delay):
            output.json(_line(run, move))
    else:
        output.warn_if_narrow()
        boards = Boards(run, output)
        for before, move in run.plies(delay):
            boards.ply(before, move)
        boards.result()
    if run.game.outcome is None:
        plies = output.wording.count(run.limit, Noun.PLY_AFTER_AFTER)
        output.note(output.wording.say(Message.LIMIT_REACHED, plies=plies))


def _line(run: Run, move: Move) -> dict[str, object]:
    """The state after a ply as in every command, with who played what."""
    game = run.game
    return {
        "ply": len(game.line),
        "played": str(move),
        "moves": game.move_count,
        "agent": run.name,
        "seed": run.seed,
        **state(game.code, game.variant, game.view),
    }


class Boards:
    """Boards for people, and the result below them."""

    def __init__(self, run: Run, output: Output) -> None:
        """Show the deal."""
        self._run = run
        self._output = output
        self._screen = Screen(output)
        self._show([], None)

    def ply(self, before: Arrangement, move: Move) -> None:
        """Show the board after a ply."""
        place = landing(before, move)
        self._show([self._told(before, move, place)], place)

    def result(self) -> None:
        """Say how it ended, and how to see it again."""
        game, wording = self._run.game, self._output.wording
        result = wording.outcomes[game.outcome] if game.outcome else wording.say(Message.RESULT_OPEN)
        moves = wording.count(game.move_count, Noun.MOVE)
        cards = wording.count(game.position.cards_home, Noun.CARD)
        self._output.line()
        self._output.line(wording.say(Message.WATCHED, result=result, moves=moves, cards=cards))
        self._output.line(wording.say(Message.WATCH_AGAIN, command=self._run.command))

    def _show(self, news: list[str], last: Place | None) -> None:
        output = self._output
        board = horseshoe(self._run.game.view, output.card, output.style, last=last)
        status = "  ".join([str(self._run.code), self._run.name, *news])
        self._screen.show(board, "", status, width=max(WIDTH, len(status)))

    def _told(self, before: Arrangement, move: Move, place: Place | None) -> str:
        """What a ply did."""
        game, output = self._run.game, self._output
        if move.source is None or place is None:
            redeals = output.wording.count(game.redeals_left, Noun.REDEAL)
            return output.wording.say(Message.REDEALT, redeals=redeals)
        card, onto = output.card(before.top(move.source)), output.card(before.top(place))
        return f"{game.move_count}. {output.wording.say(Message.PLAYED, move=move, card=card, onto=onto)}"
