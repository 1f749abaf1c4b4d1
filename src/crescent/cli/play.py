"""`crescent play`: a game in the shell, line by line."""

from __future__ import annotations

import signal
import sys
from typing import Annotated

import typer

from crescent.cli.progress import ProgressLine
from crescent.cli.prompt import EndlessLineError, Prompt
from crescent.cli.searching import Search
from crescent.cli.session import Reply, Session
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output, end_when_asked
from crescent.codes import GameCode
from crescent.game import Game
from crescent.hints import NODES, Adviser, Hint
from crescent.record import Record
from crescent.text.board import horseshoe
from crescent.text.errors import UsageError
from crescent.text.messages import Message
from crescent.variants import variants
from crescent.view import View


def play(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="The game code to deal. [default: a new game]")
    ] = None,
    variant: Annotated[
        str | None, typer.Option("--variant", metavar="NAME", help="A new game of this variant. [default: normal]")
    ] = None,
    resume: Annotated[
        str | None, typer.Option("--resume", metavar="FILE", help="Play on the game that `save FILE` kept.")
    ] = None,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Play a game, line by line; the line ? shows the commands.

    With --json every line of input is answered by one line: the state, with `ok` and `text` for what was said.
    """
    with Output.of_options(language, plain=plain) as output:
        if sum(value is not None for value in (code, variant, resume)) > 1:
            raise UsageError(Message.CHOOSE_ONE, options="CODE, --variant, --resume")
        session = _session(code, variant, resume, output)
        end_when_asked()
        try:
            _converse(session, output, as_json=as_json)
        except KeyboardInterrupt:
            rescue(session, output)
            raise


def _session(code: str | None, variant: str | None, resume: str | None, output: Output) -> Session:
    """The session that the options ask for."""
    tags: dict[str, str] = {}
    if resume is not None:
        record = Record.load(resume)
        game, tags = Game.resume(record), dict(record.tags)
    elif code is not None:
        game = Game(code)
    else:
        game = Game(GameCode.random(variants.get("normal" if variant is None else variant)))
    adviser = Adviser()

    def advise(view: View) -> Hint:
        with ProgressLine() as line:
            return adviser.hint(view, Search(line, output, NODES).show)

    return Session(game, output.wording, unicode=output.style.unicode, tags=tags, file=resume or "", advise=advise)


def _converse(session: Session, output: Output, *, as_json: bool) -> None:
    """Orders and replies until one of the two ends it."""
    prompt = Prompt("> ", quiet=as_json)
    if as_json:
        output.json(session.state())
    else:
        output.warn_if_narrow()
        _show_board(session, output)
        output.line(output.wording.say(Message.HELP_HINT))
    while True:
        try:
            line = prompt.line()
            if line is None:
                return
            reply = session.obey(line)
        except EndlessLineError:
            raise
        except UsageError as error:
            reply = Reply((output.reason(error),), failed=True)
        if reply.leave:
            return
        if as_json:
            output.json(session.state(reply))
        else:
            _answer(session, reply, output)


def _answer(session: Session, reply: Reply, output: Output) -> None:
    """Say and show what came of an order."""
    if reply.show_board:
        _show_board(session, output, reply.lines)
    elif reply.failed:
        output.note("\n".join(reply.lines))
    else:
        output.line("\n".join(reply.lines))


def _show_board(session: Session, output: Output, lines: tuple[str, ...] = ()) -> None:
    """The board, where the game stands, and `lines` of news under it."""
    game = session.game
    board = horseshoe(game.view, output.card, output.style, last=session.last, selected=game.selected)
    output.line("\n".join(["", board, "", session.status(), *lines, *session.ending()]))


def rescue(session: Session, output: Output) -> None:
    """Give the person the game that an interruption ends, if there is one to speak of."""
    for asking in (signal.SIGINT, signal.SIGTERM):
        signal.signal(asking, signal.SIG_IGN)  # a second ctrl-C must not cut it off
    if sys.stderr.isatty():
        output.note("")  # ^C stands on the line
    if session.game.line:
        output.note(f"{output.wording.say(Message.INTERRUPTED)}\n\n{session.record()}")
