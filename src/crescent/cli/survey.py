"""`crescent survey`: how many of many deals can be won."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Annotated, Any, Final

import typer
from typer.core import TyperCommand

from crescent.cli.budget import HIGHEST_NODES, SecondsOption, SolverSeedOption, checked_seconds
from crescent.cli.dealing import checked_number, checked_seed
from crescent.cli.plotting import check_plot, save_plot
from crescent.cli.ranges import read_deals, read_shard
from crescent.cli.runs import Pace, Run
from crescent.cli.shared import JsonOption, LanguageOption, Output
from crescent.cli.tables import survey_document, survey_lines
from crescent.runs.lines import read_files
from crescent.runs.processes import MOST_JOBS
from crescent.survey import DealResult, ResultFile, Survey, solve_here, solve_on_ray, summarise
from crescent.survey.cluster import LOCAL
from crescent.survey.plot import success_plot
from crescent.survey.store import FORMAT
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants

DEFAULT_NODES: Final = 400_000
"""Positions made at most for a deal."""


class _Command(TyperCommand):
    """Lets `--ray` stand without an address, which Typer's options cannot."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401  a type that Typer does not export
        """Give a `--ray` that is followed by no address that of a Ray of the survey's own."""
        given: list[str] = []
        for word, following in zip(args, [*args, "-"][1:], strict=True):
            given += [word, LOCAL] if word == "--ray" and following.startswith("-") else [word]
        return super().parse_args(ctx, given)


COMMAND_CLASS: Final = _Command

_SOLVING: Final = {
    "variant": "--variant", "redeals": "--redeals", "nodes": "--nodes", "seconds": "--seconds", "seed": "--seed",
    "jobs": "--jobs", "ray": "--ray", "out": "--out", "part": "--shard", "look_under": "--look-under",
}  # fmt: skip
"""Options that say how to solve, by their argument's name; beside files of results they would mean nothing."""


def survey(  # noqa: PLR0913, PLR0917  an argument for every option
    context: typer.Context,
    results: Annotated[
        list[str] | None,
        typer.Argument(metavar="FILES", help="Sum up these files of results, such as all shards of a survey."),
    ] = None,
    deals: Annotated[
        str | None, typer.Option("--deals", metavar="A:B", help="Solve the deals with these code numbers.")
    ] = None,
    variant: Annotated[str, typer.Option("--variant", metavar="NAME", help="The variant.")] = "normal",
    redeals: Annotated[
        int | None, typer.Option("--redeals", metavar="N", help="Play with N redeals. [default: the variant's]")
    ] = None,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", help="Positions made at most for a deal.")
    ] = DEFAULT_NODES,
    seconds: SecondsOption = None,
    seed: SolverSeedOption = 0,
    jobs: Annotated[int, typer.Option("--jobs", metavar="N", help="Processes on this machine.")] = 1,
    ray: Annotated[
        str | None,
        typer.Option("--ray", metavar="[ADDRESS]", help="Solve on Ray: one of its own, or the cluster at ADDRESS."),
    ] = None,
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Keep the results here; go on where they end.")
    ] = None,
    part: Annotated[
        str | None, typer.Option("--shard", metavar="i/N", help="Solve only part i of N, as for N machines.")
    ] = None,
    plot: Annotated[
        str | None, typer.Option("--plot", metavar="FILE", help="Draw success against budget: .png, .svg or .pdf.")
    ] = None,
    look_under: Annotated[
        bool, typer.Option("--look-under", help="Let the solver look under cards that are face down.")
    ] = False,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Solve many deals, and sum up how many can be won, with 95 % intervals.

    The file of --out gets a line for every deal as soon as it is finished. The same command again goes on where it
    ended, however it ended, and counts no deal twice. With FILES nothing is solved: they are summed up.
    """
    with Output.of_options(language) as output:
        if bool(results) == (deals is not None):
            raise UsageError(Message.CHOOSE_ONE, options="FILES, --deals")
        if results:
            _refuse_solving(context)
        check_plot(plot)
        if deals is None:
            asked, found = read_files(results or [], FORMAT)
        else:
            checked_number("--nodes", nodes, 1, HIGHEST_NODES)
            checked_number("--jobs", jobs, 1, MOST_JOBS)
            checked_seed(seed)
            if redeals is not None:
                checked_number("--redeals", redeals, 0, 99)
            if seconds is not None:
                checked_seconds("--seconds", seconds)
            asked = Survey.of_variant(variants.get(variant), nodes=nodes, seconds=seconds, seed=seed, redeals=redeals)
            if asked.rules.face_down and not look_under:
                raise UsageError(Message.CARDS_FACE_DOWN, option="--look-under")
            numbers = read_deals(deals)
            chosen = numbers if part is None else read_shard(part, numbers)
            found = _run(
                asked, chosen, output, jobs, ray, out, rescue=lambda some: _tell(asked, some, output, as_json=as_json)
            )
        _tell(asked, found, output, as_json=as_json)
        save_plot(plot, lambda ending: success_plot({asked.variant: found}, ending), output)


def _refuse_solving(context: typer.Context) -> None:
    """Refuse options of solving that were given.

    Raises:
        UsageError: there is one.
    """
    for name, option in _SOLVING.items():
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
            raise UsageError(Message.CHOOSE_ONE, options=f"FILES, {option}")


def _tell(asked: Survey, found: list[DealResult], output: Output, *, as_json: bool) -> None:
    """The summary."""
    summary = summarise(found)
    if as_json:
        output.json(survey_document(asked, summary))
    else:
        output.line("\n".join(survey_lines(output.wording, asked, variants.get(asked.variant, None), summary)))


def _run(
    asked: Survey,
    deals: range,
    output: Output,
    jobs: int,
    ray: str | None,
    out: str | None,
    *,
    rescue: Callable[[list[DealResult]], object],
) -> list[DealResult]:
    """All results that are known at the end, those that the file `out` had before too.

    `rescue` is given what was found when a run without a file is interrupted.
    """

    def work(missing: list[int]) -> Generator[DealResult, None, None]:
        return solve_here(asked, missing, jobs) if ray is None else solve_on_ray(asked, missing, ray)

    def progress(pace: Pace) -> str:
        values = pace.values(output) | {"unsolved": pace.kinds["unsolved"]}
        return output.wording.say(Message.SURVEY_PROGRESS, **values)

    run = Run(
        keys=deals,
        key=lambda result: result.deal,
        work=work,
        open_file=None if out is None else lambda: ResultFile(out, asked),
        output=output,
        resumed=Message.SURVEY_RESUMED,
        kept=Message.SURVEY_KEPT,
        progress=progress,
        kind=lambda result: "solved" if result.cards == 104 else "unsolved",
        rescue=lambda known: rescue(list(known.values())),
    )
    return list(run.results().values())
