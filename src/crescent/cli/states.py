"""The state of a game as the JSON that `--json` writes: the same names in every command."""

from __future__ import annotations

from crescent.codes import GameCode
from crescent.refusals import Refusal
from crescent.variants import Variant
from crescent.view import View


def state(code: GameCode | None, variant: Variant | None, view: View) -> dict[str, object]:
    """What can be seen of a position, as JSON values.

    `code` and `variant` are null where there is none; `position` is the text form of what the player may know (`??`
    an unknown card); `legal` lists the legal moves in index order; `outcome` is `won`, `blocked` or null.
    """
    return {
        "code": None if code is None else str(code),
        "variant": None if variant is None else variant.name,
        "position": str(view),
        "cards_home": view.cards_home,
        "redeals_left": view.redeals_left,
        "outcome": None if view.outcome is None else str(view.outcome),
        "legal": [str(move) for move in view.legal_moves()],
    }


def refusal_state(refusal: Refusal, text: str | None) -> dict[str, object]:
    """A refusal as JSON values: the move, and the reason with its cards and places; `text` is its wording.

    Without a `text` only the move is told, as where interactive rules are off.
    """
    if text is None:
        return {"move": str(refusal.move)}
    about = {"source": refusal.source, "target": refusal.target, "card": refusal.card, "onto": refusal.onto}
    return {
        "move": str(refusal.move),
        "reason": str(refusal.reason),
        **{name: None if value is None else str(value) for name, value in about.items()},
        "text": text,
    }
