"""The command `crescent`: its own options and the list of its commands."""

from __future__ import annotations

from typing import Annotated

import typer

import crescent
from crescent.cli.agents import agents
from crescent.cli.bench import bench
from crescent.cli.deal import deal
from crescent.cli.engine import engine
from crescent.cli.export_minari import export_minari
from crescent.cli.hint import hint
from crescent.cli.play import play
from crescent.cli.replay import replay
from crescent.cli.shared import Output
from crescent.cli.solve import solve
from crescent.cli.sources import GameCommand
from crescent.cli.survey import SurveyCommand, survey
from crescent.cli.tui import tui
from crescent.cli.variants import variants
from crescent.cli.watch import watch

app: typer.Typer = typer.Typer(
    name="crescent",
    help="The patience Crescent: play it, replay games, watch agents.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        with Output.of_options() as output:
            output.line(f"crescent {crescent.__version__}")
        raise typer.Exit


@app.callback()
def _crescent(
    _version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """The patience Crescent: play it, replay games, watch agents."""


app.command()(play)
app.command()(tui)
app.command()(replay)
app.command()(deal)
app.command()(watch)
app.command()(bench)
app.command(cls=GameCommand)(hint)
app.command(cls=GameCommand)(solve)
app.command(cls=SurveyCommand)(survey)
app.command()(engine)
app.command("export-minari")(export_minari)
app.command()(variants)
app.command()(agents)
