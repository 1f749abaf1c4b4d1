"""`crescent watch`: an agent plays, board after board, or two play the same deal side by side."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import ExitStack
from typing import Annotated, Final

import typer

from crescent import files
from crescent.cli.dealing import CodeArgument, VariantOption, checked_number, checked_seed, chosen_code
from crescent.cli.keeping import RecordFile
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output, checked_delay, end_when_asked
from crescent.cli.states import state
from crescent.cli.watching import DEFAULT_LIMIT, Boards, Ply, Seat, turns
from crescent.errors import EngineError, shown
from crescent.text.errors import UsageError
from crescent.text.messages import Message, Noun

HIGHEST_LIMIT: Final = 100_000
"""Plies at most, so that the record of any game can be read back."""

TALK: Final = 20
"""Lines of the talk with an external program that are shown where it fails."""

DEFAULT_DELAY: Final = 0.5
"""Seconds between two boards where a person looks on."""


MOST_AGENTS: Final = 2
"""Agents at most: as many boards as an eye can follow."""


def watch(  # noqa: PLR0913, PLR0917  an argument for every option
    code: CodeArgument = None,
    variant: VariantOption = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            metavar="NAME",
            help=(
                "Who plays: a name that `crescent agents` lists, or 'cmd:./mybot' for a program. "
                "Twice, two play the same deal. [default: greedy]"
            ),
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", metavar="N", help="The agents' chance, and the deal's without CODE. [default: at random]"
        ),
    ] = None,
    delay: Annotated[
        float | None,
        typer.Option(
            "--delay", metavar="SECONDS", help=f"Between two boards. [default: {DEFAULT_DELAY} on a terminal, else 0]"
        ),
    ] = None,
    record: Annotated[
        list[str] | None,
        typer.Option("--record", metavar="FILE", help="Keep the game in this file; of two agents once for each."),
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Stop after N moves and redeals.")] = DEFAULT_LIMIT,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Watch an agent play a game, board after board, or two agents the same deal, side by side.

    The last line tells how to see the same again. Ctrl-C ends the game; what was played until then is kept in the
    file of --record all the same; an agent stopped before its first move leaves the file as it is, and a line says so.
    With --json there is one line for every move or redeal.
    """
    with Output.of_options(language, plain=plain) as output:
        checked_number("--limit", limit, 1, HIGHEST_LIMIT)
        wait = _default_delay(as_json) if delay is None else checked_delay(delay)
        given_seed = checked_seed(seed)
        names = agent or ["greedy"]
        if len(names) > MOST_AGENTS:
            raise UsageError(Message.GIVEN_TOO_OFTEN, option="--agent", most=MOST_AGENTS)
        paths = _checked_records(record or [], len(names))
        chosen = chosen_code(code, variant, given_seed)
        chance = secrets.randbelow(2**31) if given_seed is None else given_seed
        with ExitStack() as stack:
            seats: list[Seat] = []
            for name in names:
                seats.append(Seat(chosen, name, chance, limit))
                stack.callback(seats[-1].close)
            records = [
                RecordFile(path, chosen, {"Player": seat.name, "Seed": str(chance)})
                for seat, path in zip(seats, paths, strict=False)  # as many, or none
            ]
            end_when_asked()
            for seat, file in reversed([*zip(seats, records, strict=False)]):  # the last one added is called first
                stack.callback(_keep, seat, file, output)
            try:
                _show(seats, output, wait, as_json=as_json)
            except KeyboardInterrupt:
                if sys.stderr.isatty():
                    output.note("")  # ^C stands on the line
                raise
            except EngineError as error:
                output.note("\n".join(error.transcript[-TALK:]))
                raise


def _checked_records(paths: list[str], agents: int) -> list[str]:
    """The values of --record.

    Raises:
        UsageError: there are some, but not one for each agent, or two are the same file.
    """
    if paths and len(paths) != agents:
        raise UsageError(Message.RECORD_EACH, option="--record", each="--agent")
    places = [os.path.realpath(files.path_of(path)) for path in paths]
    if len(set(places)) < len(places):
        raise UsageError(Message.GIVEN_TWICE, option="--record", value=shown(paths[-1]))
    return paths


def _keep(seat: Seat, file: RecordFile, output: Output) -> None:
    """Save what was played; where that is nothing, an older record of the deal is worth more."""
    if seat.game.line or seat.game.outcome:
        file.save(seat.game.line, seat.tags)
        output.note(output.wording.say(Message.SAVED, file=file.path))
    else:
        output.note(output.wording.say(Message.NOTHING_PLAYED, file=file.path))


def _default_delay(as_json: bool) -> float:
    """Time to look where somebody looks on."""
    return DEFAULT_DELAY if sys.stdout.isatty() and not as_json else 0.0


def _show(seats: list[Seat], output: Output, delay: float, *, as_json: bool) -> None:
    """Play to the end, and show every ply."""
    if as_json:
        for ply in turns(seats, delay):
            output.json(_line(seats, ply))
    else:
        output.warn_if_narrow()
        with Boards(seats, output) as boards:
            for ply in turns(seats, delay):
                boards.ply(ply)
        boards.result()
    if any(seat.game.outcome is None for seat in seats):
        plies = output.wording.count(seats[0].limit, Noun.PLY_AFTER_AFTER)
        output.note(output.wording.say(Message.LIMIT_REACHED, plies=plies))


def _line(seats: list[Seat], ply: Ply) -> dict[str, object]:
    """The state after a ply as in every command, with who played what; of two agents, on which board."""
    game = ply.seat.game
    board = {"board": seats.index(ply.seat) + 1} if len(seats) > 1 else {}
    return {
        **board,
        "ply": len(game.line),
        "played": str(ply.move),
        "moves": game.move_count,
        "agent": ply.seat.name,
        "seed": ply.seat.seed,
        **state(game.code, game.variant, game.view),
    }
