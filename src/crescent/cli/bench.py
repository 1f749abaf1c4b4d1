"""`crescent bench`: agents play the same deals, and are compared."""

from __future__ import annotations

from collections.abc import Generator, Sequence, Sized
from contextlib import closing
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, Final

import typer

from crescent.agents import check_plays
from crescent.bench import (
    STANDARD_SETS,
    Bench,
    Ending,
    GameFile,
    GameResult,
    Player,
    StandardSet,
    compare,
    play_here,
    summarise,
)
from crescent.bench.plan import DEFAULT_LIMIT, DEFAULT_SECONDS, LONGEST_SECONDS
from crescent.bench.plot import leaderboard_plot
from crescent.bench.records import RecordFolder
from crescent.bench.results import LONGEST_AGENT, MOST_GAMES, MOST_PLIES
from crescent.bench.sets import CRESCENT_1000
from crescent.bench.store import FORMAT
from crescent.cli.bench_tables import bench_document, bench_lines
from crescent.cli.budget import checked_seconds
from crescent.cli.dealing import checked_number, checked_seed
from crescent.cli.plotting import check_plot, save_plot
from crescent.cli.ranges import deals_of
from crescent.cli.runs import Pace, Run
from crescent.cli.shared import JsonOption, LanguageOption, Output
from crescent.errors import shown
from crescent.position import NUMBERS
from crescent.runs.lines import read_files
from crescent.runs.processes import MOST_JOBS
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants

MOST_AGENTS: Final = 26
"""Agents at most: the table names them by letters."""

Key = tuple[int, str]


def bench(  # noqa: PLR0913, PLR0917  an argument for every option
    results: Annotated[
        list[str] | None, typer.Argument(metavar="FILES", help="Sum up these files of games; nothing is played.")
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            "--agent",
            metavar="NAME",
            help="Who plays: a name that `crescent agents` lists, or 'cmd:./mybot' for a program; may be repeated.",
        ),
    ] = None,
    deals: Annotated[
        str | None,
        typer.Option("--deals", metavar="A:B|SET", help="The deals with these code numbers. [default: crescent-1000]"),
    ] = None,
    variant: Annotated[str | None, typer.Option("--variant", metavar="NAME", help="The variant.")] = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="What the agents' chance is drawn from. [default: 0]")
    ] = None,
    limit: Annotated[
        int | None,
        typer.Option("--limit", metavar="N", help=f"Moves and redeals of a game. [default: {DEFAULT_LIMIT}]"),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", metavar="S", help=f"That a move may take. [default: {DEFAULT_SECONDS:g}]"),
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", help="Processes on this machine.")] = 1,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Keep the games here; go on where they end.")
    ] = None,
    records: Annotated[
        str | None, typer.Option("--records", metavar="FOLDER", help="Keep the record of every game played in there.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw how well they play: .png, .svg or .pdf.")
    ] = None,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let agents play the same deals, and compare them, with 95 % intervals.

    The file of --out gets a line for every game as soon as it is over. The same command again goes on where it ended,
    however it ended, and plays no game twice. A game that an agent does not play to its end, by an illegal move, an
    error or for too long, is lost, and the others go on. With FILES nothing is played: they are summed up.
    """
    with Output.of_options(language) as output:
        agents = _checked_agents(agent or [])
        check_plot(plot)
        if results:
            _check_nothing_to_play(
                deals=deals, variant=variant, seed=seed, limit=limit, seconds=seconds, out=out, records=records
            )
            terms, found = read_files(results, FORMAT)
            agents = _with_games(agents, found)
        else:
            if not agents:
                raise UsageError(Message.OPTION_NEEDED, option="--agent")
            checked_number("--jobs", jobs, 1, MOST_JOBS)
            numbers, standard = _read_deals(deals, len(agents))
            terms = _terms(variant or "normal", standard, seed=seed, limit=limit, seconds=seconds)
            _check_agents(agents, terms)
            folder = None if records is None else RecordFolder(records, terms)
            match = Match(terms, [(deal, name) for deal in numbers for name in agents], output, jobs, folder)
            found = match.results(out)
        _tell(terms, agents, found, output, as_json=as_json)
        save_plot(plot, lambda ending: _drawn(terms, agents, found, output, ending), output)


def _checked_agents(agents: list[str]) -> list[str]:
    """The values of --agent.

    Raises:
        UsageError: one is given twice, is too long to be kept, or there are too many.
    """
    _check_number_of(agents)
    for name in agents:
        if agents.count(name) > 1:
            raise UsageError(Message.GIVEN_TWICE, option="--agent", value=shown(name))
        if len(name) > LONGEST_AGENT:
            raise UsageError(Message.OPTION_TOO_LONG, option="--agent", limit=LONGEST_AGENT)
    return agents


def _check_number_of(agents: Sized) -> None:
    """Refuse more agents than there are letters.

    Raises:
        UsageError: there are more.
    """
    if len(agents) > MOST_AGENTS:
        raise UsageError(Message.GIVEN_TOO_OFTEN, option="--agent", most=MOST_AGENTS)


def _check_nothing_to_play(**options: object) -> None:
    """Refuse options that say what to play where files are summed up.

    Raises:
        UsageError: one is given.
    """
    for name, value in options.items():
        if value is not None:
            raise UsageError(Message.CHOOSE_ONE, options=f"FILES, --{name}")


def _with_games(agents: list[str], found: Sequence[GameResult]) -> list[str]:
    """The agents asked for, else all that there are games of, by name.

    Raises:
        UsageError: there are no games of one, or of too many.
    """
    there = {result.agent for result in found}
    for name in agents:
        if name not in there:
            raise UsageError(Message.AGENT_WITHOUT_GAMES, agent=shown(name))
    _check_number_of(agents or there)
    return agents or sorted(there)


def _read_deals(text: str | None, agents: int) -> tuple[range, StandardSet | None]:
    """The deals of a range or of a standard set, and the set, for so many agents.

    Raises:
        UsageError: the text means neither, or too many deals, or is reversed.
    """
    standard = STANDARD_SETS.get(CRESCENT_1000.name if text is None else text)
    if standard is not None:
        return standard.deals, standard if text is not None else None
    numbers, most = deals_of(text or ""), MOST_GAMES // agents
    if numbers is None or len(numbers) > most:
        about = {"value": shown(text), "sets": ", ".join(STANDARD_SETS), "most": most, "high": NUMBERS - 1}
        raise UsageError(Message.BENCH_DEALS_FORM, option="--deals", **about)
    return numbers, None


def _terms(
    variant: str, standard: StandardSet | None, *, seed: int | None, limit: int | None, seconds: float | None
) -> Bench:
    """The terms that the options make.

    Raises:
        UsageError: one is out of range, or the standard set has its own.
        UnknownNameError, PluginError: there is no such variant.
    """
    given = {"--seed": seed, "--limit": limit, "--seconds": seconds}
    if standard is not None:
        for option, value in given.items():
            if value is not None:
                raise UsageError(Message.SET_FIXES, option=option, set=standard.name)
        return Bench.of_set(standard, variants.get(variant))
    checked_seed(seed)
    if limit is not None:
        checked_number("--limit", limit, 1, MOST_PLIES)
    if seconds is not None:
        checked_seconds("--seconds", seconds, LONGEST_SECONDS)
    return Bench.of_variant(
        variants.get(variant),
        limit=DEFAULT_LIMIT if limit is None else limit,
        seconds=DEFAULT_SECONDS if seconds is None else seconds,
        seed=seed or 0,
    )


def _check_agents(agents: list[str], terms: Bench) -> None:
    """Make every agent once, so that one that cannot be made is refused before all the games.

    Raises:
        UnknownNameError, AgentNameError, UnsuitedAgentError, PluginError, AgentFailedError, EngineError: it is refused.
    """
    for name in agents:
        check_plays(name, terms.rules)
    for name in agents:
        Player.made(name, 0).close()


def _tell(terms: Bench, agents: list[str], found: Sequence[GameResult], output: Output, *, as_json: bool) -> None:
    """What came of the games."""
    summaries = [summarise(name, found) for name in agents]
    comparisons = [compare(first, second, found) for first, second in combinations(agents, 2)]
    if as_json:
        output.json(bench_document(terms, summaries, comparisons))
    else:
        variant = variants.get(terms.variant, None)
        output.line("\n".join(bench_lines(output.wording, terms, variant, summaries, comparisons)))


def _drawn(terms: Bench, agents: list[str], found: Sequence[GameResult], output: Output, ending: str) -> bytes:
    """The same as a picture."""
    say = output.wording.say
    board = {terms.variant: [summarise(name, found) for name in agents]}
    return leaderboard_plot(board, ending, won=say(Message.PLOT_WON), cards=say(Message.PLOT_CARDS))


@dataclass(frozen=True, slots=True)
class Match:
    """Games that are played.

    Attributes:
        terms: on which terms.
        games: which, each a deal and an agent.
        output: where to tell how far it is.
        jobs: processes on this machine.
        folder: where their records go, None for nowhere.
    """

    terms: Bench
    games: list[Key]
    output: Output
    jobs: int
    folder: RecordFolder | None

    def results(self, path: str | None) -> list[GameResult]:
        """What came of the games, of those too that the file at `path` had before."""
        run = Run[Key, GameResult](
            keys=self.games,
            key=lambda result: result.key,
            work=self._played,
            open_file=None if path is None else lambda: GameFile(path, self.terms),
            output=self.output,
            resumed=Message.BENCH_RESUMED,
            kept=Message.BENCH_KEPT,
            progress=self._progress,
            kind=lambda result: result.ending.value,
        )
        known = run.results()
        return [known[game] for game in self.games]

    def _played(self, missing: list[Key]) -> Generator[GameResult, None, None]:
        """The results of games as they end; their records are kept first, so that no result is without one."""
        with closing(play_here(self.terms, missing, self.jobs)) as games:
            for played in games:
                if self.folder is not None:
                    self.folder.save(played)
                yield played.result

    def _progress(self, pace: Pace) -> str:
        ends = {"won": pace.kinds[Ending.WON.value], "failed": pace.kinds[Ending.FAILED.value]}
        return self.output.wording.say(Message.BENCH_PROGRESS, **pace.values(self.output), **ends)
