"""The command `crescent`: its own options and the list of its commands."""

from __future__ import annotations

import importlib
from collections import UserDict
from typing import Annotated, Any, Final

import typer
from typer.core import TyperGroup
from typer.main import get_command

import crescent
from crescent.cli.shared import Output

COMMANDS: Final = (
    "play", "tui", "replay", "deal", "watch", "bench", "hint", "solve", "survey", "engine", "export-minari", "variants",
    "agents",
)  # fmt: skip
"""In the order of the help.

Each stands in the module of its name, as the function of its name, and, where it is a command of a special kind, with
that as `COMMAND_CLASS`.
"""

_SETTINGS: Final[dict[str, Any]] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"]},
}


def module_of(name: str) -> str:
    """Where the command called `name`, one of `COMMANDS`, stands."""
    return f"crescent.cli.{name.replace('-', '_')}"


def load(name: str) -> Any:  # noqa: ANN401  a type that Typer does not export
    """The command called `name`, one of `COMMANDS`, ready to run; its module is imported now."""
    module = importlib.import_module(module_of(name))
    alone = typer.Typer(**_SETTINGS)
    alone.command(name, cls=getattr(module, "COMMAND_CLASS", None))(getattr(module, name.replace("-", "_")))
    return get_command(alone)


class _Loaded(UserDict[str, Any]):
    """Commands by name, each loaded when it is asked for: loading all takes as long as what most of them do."""

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401  as `load`
        if self.data[name] is None:
            self.data[name] = load(name)
        return self.data[name]


class _Commands(TyperGroup):
    """All commands."""

    def __init__(self, **settings: Any) -> None:  # noqa: ANN401  whatever Typer gives its groups
        super().__init__(**settings)
        self.commands = _Loaded(dict.fromkeys(COMMANDS))

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002  a type that Typer does not export
        return list(COMMANDS)


app: typer.Typer = typer.Typer(
    name="crescent",
    cls=_Commands,
    help="The patience Crescent: play it, replay games, watch agents.",
    no_args_is_help=True,
    **_SETTINGS,
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
