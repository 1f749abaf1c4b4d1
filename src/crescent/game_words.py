"""A game in words, as the prompt and the terminal app say it: where it stands, what was played, what is selected."""

from __future__ import annotations

from crescent.arrangement import Arrangement
from crescent.game import Game
from crescent.moves import Move
from crescent.outcome import Outcome
from crescent.text.board import landing
from crescent.text.messages import Message, Noun
from crescent.text.wording import Wording


def status_line(wording: Wording, game: Game) -> str:
    """Which game, moves, time, redeals."""
    return wording.say(
        Message.STATUS,
        game=str(game.code or game.variant or ""),
        moves=wording.count(game.move_count, Noun.MOVE),
        time=wording.duration(game.elapsed),
        redeals=wording.count(game.redeals_left, Noun.REDEAL_ALONE),
    )


def ending_line(wording: Wording, game: Game) -> str:
    """That the game, which has ended, is won, with moves and time, or blocked."""
    if game.outcome is Outcome.WON:
        moves = wording.count(game.move_count, Noun.MOVE_AFTER_WITH)
        return wording.say(Message.WON, moves=moves, time=wording.duration(game.elapsed))
    return wording.say(Message.BLOCKED)


def played_line(wording: Wording, before: Arrangement, move: Move, redeals_left: int, *, unicode: bool = True) -> str:
    """What `move`, played in `before`, did; `redeals_left` are those after it."""
    if move.is_redeal:
        return wording.say(Message.REDEALT, redeals=wording.count(redeals_left, Noun.REDEAL))
    return wording.say(Message.PLAYED, move=move, **cards_of(wording, before, move, unicode=unicode))


def cards_of(wording: Wording, before: Arrangement, move: Move, *, unicode: bool = True) -> dict[str, str]:
    """The `card` that a move moves, and the one it goes `onto`."""
    card, onto = (None if place is None else before.top(place) for place in (move.source, landing(before, move)))
    return {"card": wording.card(card, unicode=unicode), "onto": wording.card(onto, unicode=unicode)}


def selection_line(wording: Wording, game: Game, *, unicode: bool = True) -> str:
    """Which card is selected, and whether any place accepts it; or that none is."""
    if game.selected is None:
        return wording.say(Message.UNSELECTED)
    accepted = any(move.source == game.selected for move in game.legal_moves())
    return selected_line(wording, game, Message.SELECTED if accepted else Message.SELECTED_IN_VAIN, unicode=unicode)


def selected_line(wording: Wording, game: Game, message: Message, *, unicode: bool = True) -> str:
    """A message about the selected place and its top card; empty where none is selected."""
    place = game.selected
    if place is None:
        return ""
    card = wording.card(game.position.top(place), unicode=unicode)
    return wording.say(message, card=card, place=wording.place(place, unicode=unicode))
