"""`crescent solve`: look for a line that wins."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from crescent import record_text
from crescent.cli.budget import HIGHEST_NODES, SecondsOption, SolverSeedOption, checked_seconds
from crescent.cli.dealing import checked_number, checked_seed
from crescent.cli.figures import decimal
from crescent.cli.progress import ProgressLine
from crescent.cli.searching import Search, verdict
from crescent.cli.shared import JsonOption, LanguageOption, Output
from crescent.cli.sources import GameCommand, MovesArgument, PositionVariantOption, SourceArgument, game_of
from crescent.record import Record
from crescent.solver import Solution, Status
from crescent.text.messages import Message, Noun

DEFAULT_NODES: Final = 4_000_000
"""Some seconds of compiled search; most deals need a thousandth of it."""

COMMAND_CLASS: Final = GameCommand


def solve(  # noqa: PLR0913, PLR0917  an argument for every option
    source: SourceArgument,
    moves: MovesArgument = None,
    variant: PositionVariantOption = None,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", help="Positions that the search makes at most.")
    ] = DEFAULT_NODES,
    seconds: SecondsOption = None,
    seed: SolverSeedOption = 0,
    shorten: Annotated[
        float | None, typer.Option("--shorten", metavar="SECONDS", help="Look so long for a line with fewer moves.")
    ] = None,
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="Keep the won game in this file.")
    ] = None,
    look_under: Annotated[
        bool, typer.Option("--look-under", help="Let the solver look under cards that are face down.")
    ] = False,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Look for a line that wins a game, from where it stands.

    Exit code 1 means that it is not solved: it is proven that nobody can win it, or that is not known with this budget;
    the best line found is shown. The same nodes and seed give the same answer. Ctrl-C ends the search with the best so
    far, and exit code 130.
    """
    with Output.of_options(language) as output:
        checked_number("--nodes", nodes, 1, HIGHEST_NODES)
        checked_seed(seed)
        for option, value in (("--seconds", seconds), ("--shorten", shorten)):
            if value is not None:
                checked_seconds(option, value)
        game = game_of(source, moves or [], variant, output)
        if record is not None:
            game.try_saving(record)
        with ProgressLine() as line:
            search = Search(line, output, nodes, seconds, seed, look_under)
            first = best = search.solve(game.end)
            if shorten is not None and first.status is Status.SOLVED and not first.interrupted:
                best = search.shorten(first, shorten)
        _tell(game, first, best, output, as_json=as_json)
        if record is not None:
            _keep(game, best, record, output)
        if best.interrupted:
            raise typer.Exit(130)
        if best.status is not Status.SOLVED:
            raise typer.Exit(1)


def _tell(game: Record, first: Solution, best: Solution, output: Output, *, as_json: bool) -> None:
    """The answer: the `first` solution, and the `best` after shortening."""
    if as_json:
        output.json(_document(game, first, best))
        return
    wording = output.wording
    output.line(verdict(wording, first))
    if best is not first:
        moves = wording.count(best.move_count, Noun.MOVE)
        output.line(wording.say(Message.SHORTENED, moves=moves, seconds=decimal(wording, best.seconds, 2)))
    if best.status is not Status.SOLVED and best.moves:
        output.line(wording.say(Message.BEST_LINE, cards=wording.count(best.best_cards, Noun.CARD)))
    if best.moves:
        output.line(record_text.write({}, best.moves).strip())


def _document(game: Record, first: Solution, best: Solution) -> dict[str, object]:
    """The answer as JSON values; `position` is where the search began."""
    return {
        "status": str(best.status),
        "code": None if game.code is None else str(game.code),
        "variant": game.variant.name,
        "position": str(game.end),
        "moves": best.move_count,
        "redeals": len(best.moves) - best.move_count,
        "cards_home": best.best_cards,
        "line": [str(move) for move in best.moves],
        "nodes": first.nodes,
        "seconds": round(first.seconds, 6),
        "interrupted": best.interrupted,
    }


def _keep(game: Record, solution: Solution, file: str, output: Output) -> None:
    """Save the game with the line that wins it; without one leave the file as it is."""
    if solution.status is Status.SOLVED:
        Record(game.start, (*game.moves, *solution.moves), game.code, tags={"Player": "crescent solve"}).save(file)
        output.note(output.wording.say(Message.SAVED, file=file))
    else:
        output.note(output.wording.say(Message.NOTHING_WON, file=file))
