"""`crescent engine`: an agent speaks the line protocol on standard input and output."""

from __future__ import annotations

import os
import select
import sys
from typing import Annotated, Final

import typer

import crescent
from crescent.agents import make, option_names, with_option
from crescent.cli.dealing import checked_seed
from crescent.cli.shared import LanguageOption, Output, end_when_asked
from crescent.engine import Player, Server, Speaker
from crescent.moves import Move
from crescent.text import languages
from crescent.text.board import Style, horseshoe
from crescent.text.messages import Message
from crescent.view import View

_HAS_SELECT: Final = os.name == "posix"  # elsewhere it is for sockets alone


def engine(
    agent: Annotated[
        str, typer.Option("--agent", metavar="NAME", help="Who plays: a name that `crescent agents` lists.")
    ] = "greedy",
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="N", help="The agent's chance, until setoption sets it. [default: at random]"),
    ] = None,
    language: LanguageOption = None,
) -> None:
    """Let an agent play for a program that asks it line by line.

    Each line of standard input is a command, and is answered on standard output: `=`, or `?` where it failed, and a
    blank line at the end. The command `help` lists the commands. The language is that of messages on standard error.
    """
    with Output.of_options(language) as output:
        given_seed = checked_seed(seed)

        def player(seed: int | None, nodes: int | None) -> Player:
            return make(agent if nodes is None else with_option(agent, "nodes", str(nodes)), seed=seed)

        speaker = Speaker(
            name=f"crescent {agent}",
            version=crescent.__version__,
            make=player,
            hasty=_hasty,
            show=_board,
            seed=given_seed,
            counts_nodes="nodes" in option_names(agent),
        )
        end_when_asked()
        descriptor = sys.stdout.fileno()
        server = Server(speaker, _read, lambda data: _write(descriptor, data), descriptor)
        if sys.stdin is not None and sys.stdin.isatty():
            output.note(output.wording.say(Message.ENGINE_HINT))
        server.serve()


def _read(count: int) -> bytes:
    """Past Python's own buffer, whose lock a thread that reads would hold to the end of the process."""
    return b"" if sys.stdin is None else os.read(sys.stdin.fileno(), count)


def _write(descriptor: int, data: bytes) -> None:
    """All of it, and nothing kept back, so that a process that is asked to end has nothing left to write.

    Where nobody reads, every wait is short: a signal that comes on the way into one is only seen behind it.
    """
    while data:
        if not _HAS_SELECT:
            data = data[os.write(descriptor, data) :]
        elif select.select([], [descriptor], [], 0.2)[1]:
            data = data[os.write(descriptor, data[: select.PIPE_BUF]) :]  # so many never block a pipe that is ready


def _hasty(view: View) -> Move:
    return make("greedy", seed=0).choose(view)


def _board(view: View) -> str:
    """In English and ASCII, as everything in the protocol."""
    wording = languages["en"]
    return horseshoe(view, lambda card: wording.card(card, unicode=False), Style(unicode=False))
