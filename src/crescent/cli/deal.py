"""`crescent deal`: show a deal, perhaps one that is known to be winnable."""

from __future__ import annotations

import random
from dataclasses import asdict
from typing import Annotated, Final

import typer

from crescent.cli.dealing import CodeArgument, VariantOption, checked_seed, chosen_code
from crescent.cli.pictures import StyleOption, ThemeOption, deal_picture, save_picture, try_picture
from crescent.cli.progress import ProgressLine
from crescent.cli.searching import Search
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output
from crescent.cli.states import state
from crescent.codes import GameCode
from crescent.solver import Solution, Status
from crescent.text.board import horseshoe
from crescent.text.errors import UsageError
from crescent.text.layout import Style
from crescent.text.messages import Message, Noun
from crescent.text.palette import Theme
from crescent.variants import variants

SOLVER_NODES: Final = 400_000
"""Positions made at most for a deal that is to be winnable."""

MOST_DRAWN: Final = 1000
"""Deals drawn at most to find a winnable one."""


def deal(  # noqa: PLR0913, PLR0917  an argument for every option
    code: CodeArgument = None,
    variant: VariantOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Draw the new deal by this number. [default: at random]")
    ] = None,
    winnable: Annotated[
        bool, typer.Option("--winnable", help="Draw until the solver knows how to win the deal; no cards face down.")
    ] = False,
    reveal: Annotated[bool, typer.Option("--reveal", help="Tell the cards that lie face down, too.")] = False,
    as_text: Annotated[bool, typer.Option("--text", help="Nothing but the position as one line of text.")] = False,
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Draw the deal as an SVG picture.")] = None,
    style: StyleOption = Style.FULL,
    theme: ThemeOption = Theme.AUTO,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a deal: its code, its board and its position as text.

    The text has every pile from bottom to top, then the foundations and the redeals left. A card that lies face down
    is ?? in it; with --reveal it is told, its suit in lower case. With --winnable the deal is one that the solver has
    won; exit code 1 means that none of many was. With --svg the deal is drawn as well, as the player sees it.
    """
    with Output.of_options(language, plain=plain) as output:
        if as_text and as_json:
            raise UsageError(Message.CHOOSE_ONE, options="--text, --json")
        if code is not None and seed is not None:
            raise UsageError(Message.CHOOSE_ONE, options="CODE, --seed")
        if winnable and code is not None:
            raise UsageError(Message.CHOOSE_ONE, options="CODE, --winnable")
        checked_seed(seed)
        if svg is not None:
            try_picture(svg)
        solution = None
        if winnable:
            chosen, solution = _winnable(variant, seed, output)
        else:
            chosen = chosen_code(code, variant, seed)
        if svg is not None:
            save_picture(svg, deal_picture(chosen.deal(), str(chosen), output, style, theme))
        if as_json:
            output.json(_document(chosen, solution, reveal=reveal))
        elif as_text:
            output.line(_position(chosen, reveal=reveal))
        else:
            output.line(_picture(chosen, solution, output, reveal=reveal))
        if svg is not None:
            output.note(output.wording.say(Message.SAVED, file=svg))


def _winnable(variant: str | None, seed: int | None, output: Output) -> tuple[GameCode, Solution]:
    """The first deal that the solver wins among those drawn by `seed`, and the line.

    Raises:
        UsageError: cards lie face down in the variant.
        typer.Exit: there is none among the first `MOST_DRAWN`.
        KeyboardInterrupt: ctrl-C ended the search.
    """
    chosen = variants.get("normal" if variant is None else variant)
    if chosen.rules.face_down:
        raise UsageError(Message.WINNABLE_OPEN, variant=chosen.name)
    rng = None if seed is None else random.Random(seed)
    with ProgressLine() as line:
        search = Search(line, output, SOLVER_NODES)
        for number in range(1, MOST_DRAWN + 1):
            code = GameCode.random(chosen, rng)
            line.show(output.wording.say(Message.DEALS_TRIED, count=number))
            solution = search.solve(code.deal())
            if solution.interrupted:
                raise KeyboardInterrupt
            if solution.status is Status.SOLVED:
                return code, solution
    output.note(output.wording.say(Message.NO_WINNABLE_DEAL, count=MOST_DRAWN))
    raise typer.Exit(1)


def _position(code: GameCode, *, reveal: bool) -> str:
    """The text of the position: what the player may know, or everything."""
    position = code.deal()
    return str(position if reveal else position.view())


def _picture(code: GameCode, solution: Solution | None, output: Output, *, reveal: bool) -> str:
    """Code and variant, board, text, and that it is winnable where that is known."""
    variant = code.variant
    description = output.wording.described("variant", variant.name, variant.description)
    head = f"{code}  {variant.name}: {description}" if description else f"{code}  {variant.name}"
    board = horseshoe(code.deal().view(), output.card, output.style)
    lines = [head, "", board, "", _position(code, reveal=reveal)]
    if solution is not None:
        moves = output.wording.count(solution.move_count, Noun.MOVE_AFTER_WITH)
        lines += ["", output.wording.say(Message.DEAL_WINNABLE, moves=moves)]
    return "\n".join(lines)


def _document(code: GameCode, solution: Solution | None, *, reveal: bool) -> dict[str, object]:
    """The state as in every command, with the deal's number and the variant's rules, and the moves of a known line."""
    position = code.deal()
    values = state(code, code.variant, position.view())
    if reveal:
        values["position"] = str(position)
    values |= {"number": code.number, "rules": asdict(code.variant.rules)}
    return values if solution is None else values | {"winning_moves": solution.move_count}
