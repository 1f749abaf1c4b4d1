"""`crescent hint`: the next move, and whether the game can still be won."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from crescent.cli.budget import HIGHEST_NODES, SecondsOption, SolverSeedOption, checked_seconds
from crescent.cli.dealing import checked_number, checked_seed
from crescent.cli.progress import ProgressLine
from crescent.cli.searching import Search
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output
from crescent.cli.sources import GameCommand, MovesArgument, PositionVariantOption, SourceArgument, game_of
from crescent.cli.states import state
from crescent.hint_words import hint_document, hint_lines
from crescent.hints import MOST_SAMPLES, NODES, SAMPLES, Winnable
from crescent.hints import hint as hint_for
from crescent.record import Record
from crescent.view import View

_SAMPLES_HELP: Final = "Where cards are hidden: ways in which they may lie to try at most."

COMMAND_CLASS: Final = GameCommand


def hint(  # noqa: PLR0913, PLR0917  an argument for every option
    source: SourceArgument,
    moves: MovesArgument = None,
    variant: PositionVariantOption = None,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", help="Positions that the search makes at most.")
    ] = NODES,
    seconds: SecondsOption = None,
    seed: SolverSeedOption = 0,
    samples: Annotated[int, typer.Option("--samples", metavar="N", help=_SAMPLES_HELP)] = SAMPLES,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Say what to play next, and whether the game can still be won: yes, proven no, or not known.

    Cards that are face down are not looked at: several ways in which they may lie are tried, and the hint says in how
    many of them it wins. Exit code 1 means that there is nothing to win any more, or no move.
    """
    with Output.of_options(language, plain=plain) as output:
        checked_number("--nodes", nodes, 1, HIGHEST_NODES)
        checked_number("--samples", samples, 1, MOST_SAMPLES)
        checked_seed(seed)
        if seconds is not None:
            checked_seconds("--seconds", seconds)
        game = game_of(source, moves or [], variant, output)
        view = game.end.view()
        with ProgressLine() as line:
            show = Search(line, output, nodes).show
            found = hint_for(
                view, nodes=nodes, seconds=seconds, seed=seed, samples=samples, seen=_boards(game), progress=show
            )
        if as_json:
            output.json(state(game.code, game.variant, view) | {"hint": hint_document(found)})
        else:
            output.line("\n".join(hint_lines(output.wording, view, found, unicode=output.style.unicode)))
        if found.interrupted:
            raise typer.Exit(130)
        if found.move is None or found.winnable is Winnable.NO:
            raise typer.Exit(1)


def _boards(game: Record) -> set[View]:
    """What the player has seen in the game so far."""
    position = game.start
    boards = {position.view()}
    for move in game.moves:
        position = position.play(move)
        boards.add(position.view())
    return boards
