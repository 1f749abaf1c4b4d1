"""A hint in words: the next move, and whether the game can still be won."""

from __future__ import annotations

from crescent.game_words import cards_of
from crescent.hints import Hint, Winnable
from crescent.moves import Move
from crescent.text.messages import Message, Noun
from crescent.text.wording import Wording
from crescent.view import View


def hint_lines(wording: Wording, view: View, hint: Hint, *, unicode: bool) -> tuple[str, ...]:
    """What to say about `view`."""
    if hint.move is None:
        return (wording.say(Message.NO_LEGAL_MOVES),)
    return _next_move(wording, view, hint.move, unicode=unicode), _winnable(wording, hint)


def _next_move(wording: Wording, view: View, move: Move, *, unicode: bool) -> str:
    if move.is_redeal:
        return wording.say(Message.HINT_REDEAL, move=move)
    return wording.say(Message.HINT_MOVE, move=move, **cards_of(wording, view, move, unicode=unicode))


def _winnable(wording: Wording, hint: Hint) -> str:
    """Whether the game can still be won, and how sure that is."""
    if hint.unknown and hint.winnable is Winnable.UNKNOWN:
        counts = {name: getattr(hint, name) for name in ("unknown", "samples", "won", "lost", "agreeing")}
        return wording.say(Message.WINNABLE_HIDDEN, **counts)
    if hint.winnable is Winnable.YES and not hint.unknown:
        moves = sum(not move.is_redeal for move in hint.line)
        return wording.say(Message.WINNABLE_LINE, moves=wording.count(moves, Noun.MOVE_AFTER_WITH))
    messages = {
        Winnable.YES: Message.WINNABLE_YES,
        Winnable.NO: Message.WINNABLE_NO,
        Winnable.UNKNOWN: Message.WINNABLE_UNKNOWN,
    }
    return wording.say(messages[hint.winnable])


def hint_document(hint: Hint) -> dict[str, object]:
    """A hint as JSON values: `winnable` is yes, no (proven) or unknown; `moves` are those left to the win, if known."""
    moves = sum(not move.is_redeal for move in hint.line)
    return {
        "move": None if hint.move is None else str(hint.move),
        "winnable": str(hint.winnable),
        "moves": moves if hint.winnable is Winnable.YES and not hint.unknown else None,
        "unknown": hint.unknown,
        "samples": hint.samples,
        "won": hint.won,
        "lost": hint.lost,
        "agreeing": hint.agreeing,
    }
