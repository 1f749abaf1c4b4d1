"""`crescent deal`: show a deal."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from crescent.cli.dealing import CodeArgument, VariantOption, checked_seed, chosen_code
from crescent.cli.shared import AsciiOption, JsonOption, LanguageOption, Output
from crescent.cli.states import state
from crescent.codes import GameCode
from crescent.text.board import horseshoe
from crescent.text.errors import UsageError
from crescent.text.wording import Message


def deal(
    code: CodeArgument = None,
    variant: VariantOption = None,
    seed: Annotated[
        int | None, typer.Option("--seed", metavar="N", help="Draw the new deal by this number. [default: at random]")
    ] = None,
    reveal: Annotated[bool, typer.Option("--reveal", help="Tell the cards that lie face down, too.")] = False,
    as_text: Annotated[bool, typer.Option("--text", help="Nothing but the position as one line of text.")] = False,
    language: LanguageOption = None,
    plain: AsciiOption = False,
    as_json: JsonOption = False,
) -> None:
    """Show a deal: its code, its board and its position as text.

    The text has every pile from bottom to top, then the foundations and the redeals left. A card that lies face down
    is ?? in it; with --reveal it is told, its suit in lower case.
    """
    with Output.of_options(language, plain=plain) as output:
        if as_text and as_json:
            raise UsageError(Message.CHOOSE_ONE, options="--text, --json")
        if code is not None and seed is not None:
            raise UsageError(Message.CHOOSE_ONE, options="CODE, --seed")
        chosen = chosen_code(code, variant, checked_seed(seed))
        if as_json:
            output.json(_document(chosen, reveal=reveal))
        elif as_text:
            output.line(_position(chosen, reveal=reveal))
        else:
            output.line(_picture(chosen, output, reveal=reveal))


def _position(code: GameCode, *, reveal: bool) -> str:
    """The text of the position: what the player may know, or everything."""
    position = code.deal()
    return str(position if reveal else position.view())


def _picture(code: GameCode, output: Output, *, reveal: bool) -> str:
    """Code and variant, board, text."""
    variant = code.variant
    description = output.wording.described("variant", variant.name, variant.description)
    head = f"{code}  {variant.name}: {description}" if description else f"{code}  {variant.name}"
    board = horseshoe(code.deal().view(), output.card, output.style)
    return "\n".join([head, "", board, "", _position(code, reveal=reveal)])


def _document(code: GameCode, *, reveal: bool) -> dict[str, object]:
    """The state as in every command, with the deal's number and the variant's rules."""
    position = code.deal()
    values = state(code, code.variant, position.view())
    if reveal:
        values["position"] = str(position)
    return values | {"number": code.number, "rules": asdict(code.variant.rules)}
