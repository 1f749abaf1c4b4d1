"""`crescent export-minari`: games as a data set for Minari."""

from __future__ import annotations

import importlib
from collections.abc import Generator, Sequence
from dataclasses import asdict
from typing import Annotated, Any, TypeVar

import typer

from crescent.agents import check_plays
from crescent.bench import AgentFailedError, Player
from crescent.cli.dealing import checked_number, checked_seed
from crescent.cli.progress import ProgressLine
from crescent.cli.ranges import read_deals
from crescent.cli.runs import Pace
from crescent.cli.shared import JsonOption, LanguageOption, Output, end_when_asked
from crescent.codes import GameCode
from crescent.errors import MissingExtraError
from crescent.moves import Move
from crescent.record import Record
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants

T = TypeVar("T")


def export_minari(  # noqa: PLR0913, PLR0917  an argument for every option
    name: Annotated[str, typer.Argument(metavar="NAME", help="The data set, as in crescent/solver-v0.")],
    files: Annotated[list[str] | None, typer.Argument(metavar="FILES", help="Records of games.")] = None,
    agent: Annotated[
        str | None, typer.Option("--agent", metavar="NAME", help="Let this agent play the deals of --deals.")
    ] = None,
    deals: Annotated[
        str | None, typer.Option("--deals", metavar="A:B", help="The code numbers of the deals. [default: 1:100]")
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="NAME", help="Their variant.")] = None,
    seed: Annotated[int | None, typer.Option("--seed", metavar="N", help="The agent's seed. [default: 0]")] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Moves and redeals of a game.")] = 500,
    observation: Annotated[
        str, typer.Option("--observation", metavar="NAME", help="What is observed: flat or cards.")
    ] = "flat",
    reward: Annotated[
        str, typer.Option("--reward", metavar="NAME", help="What is paid: progress or sparse.")
    ] = "progress",
    author: Annotated[str | None, typer.Option("--author", metavar="NAME", help="Who made it.")] = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write games as a data set for Minari, with action masks, each game's code in its metadata.

    The games are those of record files, or what an agent plays. The data set lies where Minari looks for it, in the
    folder that the environment variable MINARI_DATASETS_PATH names if it is set. One that is there is never written
    over; ctrl-C leaves nothing half-made. It needs the extra minari.
    """
    with Output.of_options(language) as output:
        if (agent is None) == (not files):
            raise UsageError(Message.CHOOSE_ONE, options="FILES, --agent")
        if agent is None and (deals, variant, seed) != (None, None, None):
            raise UsageError(Message.OPTION_NEEDED, option="--agent")
        checked_number("--limit", limit, 1, 10_000)
        dataset = _dataset()
        dataset.check_minari(name)
        end_when_asked()
        if agent is None:
            games = [Record.load(file) for file in _shown(files or (), output, Message.EXPORT_READING)]
        else:
            numbers, played = read_deals(deals or "1:100"), variants[variant or "normal"]
            check_plays(agent, played.rules)
            checked = checked_seed(seed) or 0
            shown = _shown(numbers, output, Message.EXPORT_PLAYING)
            games = [_game(agent, GameCode(number, played), checked, limit) for number in shown]
        told = _written(dataset, games, output, name=name, observation=observation, reward=reward, author=author)
        if as_json:
            output.json(asdict(told))
        else:
            output.line(told.name)
            output.note(output.wording.say(Message.SAVED, file=told.folder))


def _dataset() -> Any:  # noqa: ANN401  a module
    """What writes the data set, looked up only now: the library does not know the environment.

    Raises:
        MissingExtraError: what it needs is not installed; the extra minari brings all of it, that of gym too.
    """
    try:
        return importlib.import_module("crescent_gym.dataset")
    except MissingExtraError as error:
        raise MissingExtraError("a data set", "minari") from error


def _shown(items: Sequence[T], output: Output, message: Message) -> Generator[T, None, None]:
    """The items one by one; a line of progress tells how many have been worked on."""
    pace = Pace(len(items), 0)
    with ProgressLine() as line:
        for item in items:
            if line.is_due:
                line.show(output.wording.say(message, **pace.values(output)))
            yield item
            pace.count("")


def _written(dataset: Any, games: list[Record], output: Output, **arguments: Any) -> Any:  # noqa: ANN401  a module
    """What was written of these games, with a line of progress."""
    pace = Pace(max(1, len(games)), 0)
    with ProgressLine() as line:

        def show(_done: int, _total: int) -> None:
            pace.count("")
            if line.is_due:
                line.show(output.wording.say(Message.EXPORT_WRITING, **pace.values(output)))

        return dataset.export_minari(games, progress=show, **arguments)


def _game(agent: str, code: GameCode, seed: int, limit: int) -> Record:
    """What an agent plays at a deal; where it does not play to the end by its own fault, the game ends there."""
    player = Player.made(agent, seed)
    position = code.deal()
    moves: list[Move] = []
    try:
        while position.outcome is None and len(moves) < limit:
            moves.append(player.move(position))
            position = position.play(moves[-1])
    except AgentFailedError:
        if not moves:
            raise
    finally:
        player.close()
    return Record(code.deal(), moves, code, tags={"Player": agent[:100]})
