"""`crescent replay`: verify a record, and watch it again."""

from __future__ import annotations

import sys
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Annotated

import typer

from crescent import files
from crescent.cli.pictures import GamePictures, StyleOption, ThemeOption
from crescent.cli.prompt import Prompt
from crescent.cli.screen import Screen
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output, checked_delay, pause
from crescent.cli.sources import record_moves
from crescent.cli.states import refusal_state, state
from crescent.codes import ALGORITHM, GameCode
from crescent.errors import CodeError, DivergenceError, shown
from crescent.position import Position
from crescent.record import LONGEST, Record
from crescent.text.board import WIDTH, horseshoe, landing
from crescent.text.errors import UsageError
from crescent.text.layout import Style
from crescent.text.messages import Message, Noun
from crescent.text.palette import Theme


def replay(  # noqa: PLR0913, PLR0917  an argument for every option
    source: Annotated[
        str, typer.Argument(metavar="FILE|-|CODE", help="A record file, - for standard input, or a game code.")
    ],
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVES", help="After a game code: the moves, as in 1-11 3-7 R.")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Show every board; on a terminal wait for Enter.")] = False,
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="Show the board after N plies (moves and redeals).")
    ] = None,
    delay: Annotated[
        float | None, typer.Option("--delay", metavar="SECONDS", help="Show every board, SECONDS apart.")
    ] = None,
    svg: Annotated[
        str | None, typer.Option("--svg", metavar="DIR", help="Draw every board as an SVG picture, a file each in DIR.")
    ] = None,
    html: Annotated[
        str | None, typer.Option("--html", metavar="FILE", help="Write one HTML page that steps through the game.")
    ] = None,
    gif: Annotated[
        str | None, typer.Option("--gif", metavar="FILE", help="Draw the game as a moving picture (extra: pictures).")
    ] = None,
    style: StyleOption = Style.FULL,
    theme: ThemeOption = Theme.AUTO,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Replay a game: verify that every move is legal, and show the result or the boards.

    Exit code 1 means that the record diverges: the first move that the rules refuse is named. With --json there is one
    document, or with --step and --delay one line a board. Pictures (--svg, --html, --gif) are made besides.
    """
    with Output.of_options(language, plain=plain) as output:
        if sum((step, at is not None, delay is not None)) > 1:
            raise UsageError(Message.CHOOSE_ONE, options="--step, --at, --delay")
        seconds = None if delay is None else checked_delay(delay)
        try:
            record = _record(source, moves or [], output)
        except DivergenceError as error:
            _tell_divergence(error, output, as_json=as_json)
            raise typer.Exit(1) from error
        player = Player(record, output, as_json=as_json)
        pictures = GamePictures(record, output, style, theme)
        pictures.check(svg, html, gif)
        pictures.save(svg, html, gif, player.facts())
        if at is not None:
            player.show_only(at)
        elif step:
            player.step()
        elif seconds is not None:
            player.play(seconds)
        else:
            player.summarise()


def _record(source: str, moves: list[str], output: Output) -> Record:
    """The verified record that the arguments name."""
    code = _code(source)
    if code is not None:
        return Record(code.deal(), record_moves(moves), code)
    if moves:
        raise UsageError(Message.MOVES_NEED_CODE)
    if source == "-":
        data = b"" if sys.stdin is None else sys.stdin.buffer.read(LONGEST + 1)
        return Record.parse(files.text_of(data, output.wording.say(Message.STANDARD_INPUT), LONGEST))
    return Record.load(source)


def _code(source: str) -> GameCode | None:
    """The game code that `source` is, None where it names a file."""
    try:
        return GameCode.parse(source)
    except CodeError:
        if source.upper().startswith(f"{ALGORITHM}-") and not Path(source).exists():
            raise  # a misspelt code, not a missing file
    return None


def _tell_divergence(error: DivergenceError, output: Output, *, as_json: bool) -> None:
    """The answer where a record diverges: where and why."""
    if not as_json:
        output.line(output.reason(error))
        return
    output.json(
        {
            "valid": False,
            "number": error.number,
            "ply": error.ply,
            "line": error.line,
            "refusal": refusal_state(error.refusal, output.wording.refusal(error.refusal)),
            "position": str(error.position.view()),
        }
    )


class Player:
    """Shows a verified record."""

    def __init__(self, record: Record, output: Output, *, as_json: bool) -> None:
        """Show `record` on `output`."""
        self._record = record
        self._output = output
        self._as_json = as_json

    @cached_property
    def _positions(self) -> list[Position]:
        return list(self._record.positions())

    def summarise(self) -> None:
        """The result, in some lines or as one JSON document."""
        record = self._record
        if self._as_json:
            values = self._state(len(record.moves))
            self._output.json({"valid": True, **values, "seconds": record.seconds, "tags": dict(record.tags)})
            return
        rows = self.facts()
        width = max(len(name) for name, _ in rows)
        self._output.line("\n".join(f"{name:<{width}}  {value}" for name, value in rows))

    def facts(self) -> list[tuple[str, str]]:
        """What the record tells of the game, labels and values: what follows from it, then its free tags."""
        record, wording = self._record, self._output.wording
        outcome = record.outcome
        table = {
            Message.LABEL_CODE: str(record.code or ""),
            Message.LABEL_POSITION: "" if record.code else str(record.start.view()),
            Message.LABEL_VARIANT: record.variant.name,
            Message.LABEL_RESULT: wording.outcomes[outcome] if outcome else wording.say(Message.RESULT_OPEN),
            Message.LABEL_MOVES: str(record.move_count),
            Message.LABEL_REDEALS: str(record.end.redeals_left),
            Message.LABEL_TIME: "" if record.seconds is None else wording.duration(record.seconds),
        }
        return [(wording.say(label), value) for label, value in table.items() if value] + list(record.tags.items())

    def show_only(self, ply: int) -> None:
        """The board after `ply` plies.

        Raises:
            UsageError: the record has fewer plies, or `ply` is negative.
        """
        plies = len(self._record.moves)
        if not 0 <= ply <= plies:
            raise UsageError(Message.NUMBER_RANGE, option="--at", value=shown(ply), low=0, high=plies)
        if self._as_json:
            self._output.json(self._state(ply))
        else:
            self._output.line("\n".join(self._board(ply)))

    def play(self, delay: float) -> None:
        """Every board, `delay` seconds apart."""
        screen = Screen(self._output)
        for ply in self._plies():
            if ply:
                pause(delay)
            if self._as_json:
                self._output.json(self._state(ply))
            else:
                screen.show(*self._board(ply), width=WIDTH)
        self._conclude()

    def step(self) -> None:
        """Every board, each at a person's Enter where one is at a terminal."""
        for ply in self._plies():
            if ply and self._wants_to_leave():
                return
            self.show_only(ply)
        self._conclude()

    def _plies(self) -> range:
        """The numbers of all boards, from the start's 0."""
        return range(len(self._record.moves) + 1)

    @cached_property
    def _prompt(self) -> Prompt:
        return Prompt(self._output.wording.say(Message.PRESS_ENTER), quiet=self._as_json)

    def _wants_to_leave(self) -> bool:
        """Wait for the person; without one go on."""
        if not self._prompt.person:
            return False
        try:
            line = self._prompt.line()
        except UsageError:  # a line that is no text is still an Enter
            return False
        return line is None or line.strip().casefold() == "q"

    def _conclude(self) -> None:
        """The result, under all the boards."""
        if not self._as_json:
            self._output.line()
            self.summarise()

    def _board(self, ply: int) -> tuple[str, ...]:
        """One board and where it stands in the game."""
        output = self._output
        view, last = self._positions[ply].view(), None
        status = [str(self._record.code or self._record.variant)]
        if ply:
            move = self._record.moves[ply - 1]
            last = landing(self._positions[ply - 1], move)
            status.append(output.wording.say(Message.PLY, number=ply, total=len(self._record.moves), move=move))
        status.append(output.wording.count(view.redeals_left, Noun.REDEAL_ALONE))
        return horseshoe(view, output.card, output.style, last=last), "", "  ".join(status)

    @cached_property
    def _move_counts(self) -> list[int]:
        """Moves without redeals that stand at each ply."""
        return list(accumulate((not move.is_redeal for move in self._record.moves), initial=0))

    def _state(self, ply: int) -> dict[str, object]:
        record = self._record
        return state(record.code, record.variant, self._positions[ply].view()) | {
            "ply": ply,
            "plies": len(record.moves),
            "moves": self._move_counts[ply],
            "played": str(record.moves[ply - 1]) if ply else None,
        }
