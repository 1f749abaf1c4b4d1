"""What lines at the prompt mean: every form of every order, and one clear error for everything else."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from crescent import Direction, Foundation, Move, Pile, Suit
from crescent.cli import orders
from crescent.cli.orders import LONGEST_LINE, read_order
from crescent.moves import MOVES, PILES, PLACES, Place
from crescent.text import Message
from crescent.text.errors import UsageError

A, K = Direction
REDEAL = Move.parse("R")

FORMS: list[tuple[str, orders.Order]] = [
    ("10 14", orders.Play(Move(Pile(10), Pile(14)))),
    ("10-14", orders.Play(Move(Pile(10), Pile(14)))),
    ("10>14", orders.Play(Move(Pile(10), Pile(14)))),
    ("10 -> 14", orders.Play(Move(Pile(10), Pile(14)))),
    ("10->14", orders.Play(Move(Pile(10), Pile(14)))),
    ("10 -> F", orders.Drop(Pile(10))),
    ("10 → 14", orders.Play(Move(Pile(10), Pile(14)))),
    ("\t10\u00a0 14 \r\n", orders.Play(Move(Pile(10), Pile(14)))),
    ("10 A", orders.Play(Move(Pile(10), A))),
    ("10 k", orders.Play(Move(Pile(10), K))),
    ("SA SK", orders.Play(Move(Foundation(Suit.SPADES, A), Foundation(Suit.SPADES, K)))),
    ("sa-10", orders.Play(Move(Foundation(Suit.SPADES, A), Pile(10)))),
    ("10", orders.Tap(Pile(10))),
    ("HK", orders.Tap(Foundation(Suit.HEARTS, K))),
    ("10 F", orders.Drop(Pile(10))),
    ("10-f", orders.Drop(Pile(10))),
    ("ca > f", orders.Drop(Foundation(Suit.CLUBS, A))),
    ("f", orders.Drop(None)),
    ("A", orders.Aim(A)),
    ("k", orders.Aim(K)),
    ("p 10", orders.ShowPiles(Pile(10))),
    ("p10", orders.ShowPiles(Pile(10))),
    ("Stapel 3", orders.ShowPiles(Pile(3))),
    ("save game.crescent", orders.Save("game.crescent")),
    ("SAVE My Games/one  two.crescent ", orders.Save("My Games/one  two.crescent")),
    ('save "my game.crescent"', orders.Save("my game.crescent")),
    ("save 'my game'", orders.Save("my game")),
    ("save \"half'", orders.Save("\"half'")),
    ('save "', orders.Save('"')),
    ("speichern spiel.crescent", orders.Save("spiel.crescent")),
    ("save", orders.Save("")),
    ("", orders.ShowBoard()),
    ("   ", orders.ShowBoard()),
    *[(word, orders.Play(REDEAL)) for word in ("r", "R", "redeal", "neu verteilen", "Verteilen")],
    *[(word, orders.Undo()) for word in ("u", "undo", "zurück", "ZURÜCK", "zurueck", "zuru\u0308ck")],
    *[(word, orders.Redo()) for word in ("redo", "vor", "wiederholen")],
    *[(word, orders.NewGame(same=False)) for word in ("n", "new", "neu")],
    *[(word, orders.NewGame(same=True)) for word in ("again", "nochmal", "noch  einmal")],
    *[(word, orders.ShowMoves()) for word in ("m", "moves", "züge")],
    *[(word, orders.ShowPiles(None)) for word in ("p", "piles", "stapel")],
    *[(word, orders.ShowHint()) for word in ("h", "hint", "Tipp")],
    *[(word, orders.ShowHelp()) for word in ("?", "help", "hilfe")],
    *[(word, orders.SetRules(on=True)) for word in ("rules on", "regeln an", "Regeln ein")],
    *[(word, orders.SetRules(on=False)) for word in ("rules off", "regeln aus")],
    *[(word, orders.Leave()) for word in ("q", "quit", "exit", "ende")],
]

MISTAKES: list[tuple[str, Message]] = [
    ("hello", Message.UNKNOWN_COMMAND),
    ("10 14 3", Message.UNKNOWN_COMMAND),
    ("10 X", Message.UNKNOWN_COMMAND),
    ("XA F", Message.UNKNOWN_COMMAND),
    ("\u0661 \u0662", Message.UNKNOWN_COMMAND),
    ("0", Message.NO_SUCH_PILE),
    ("17", Message.NO_SUCH_PILE),
    ("10 17", Message.NO_SUCH_PILE),
    ("99-1", Message.NO_SUCH_PILE),
    ("007 A", Message.NO_SUCH_PILE),
    ("20 F", Message.NO_SUCH_PILE),
    ("p 17", Message.NO_SUCH_PILE),
    ("rules", Message.RULES_HOW),
    ('save ""', Message.SAVE_WHERE),
    ("rules maybe", Message.RULES_HOW),
    ("1\x002", Message.LINE_UNREADABLE),
    ("\x1b[A", Message.LINE_UNREADABLE),
    ("save \ufffd", Message.LINE_UNREADABLE),
    ("save \u202egame", Message.LINE_UNREADABLE),
    ("save \ud800", Message.LINE_UNREADABLE),
    ("1\n2", Message.LINE_UNREADABLE),
    ("9" * (LONGEST_LINE + 1), Message.LINE_TOO_LONG),
    ("9" * LONGEST_LINE, Message.NO_SUCH_PILE),
]


def meaning_of(line: str) -> orders.Order | UsageError:
    """The order that a line gives, or the mistake in it."""
    try:
        return read_order(line)
    except UsageError as mistake:
        return mistake


@pytest.mark.parametrize(("line", "order"), FORMS, ids=[ascii(line) for line, _ in FORMS])
def test_each_form_of_an_order_is_understood(line: str, order: orders.Order) -> None:
    """English and German words, any case, any space, give the order they name."""
    assert read_order(line) == order


@pytest.mark.parametrize(("line", "message"), MISTAKES, ids=[ascii(line[:20]) + str(len(line)) for line, _ in MISTAKES])
def test_each_kind_of_mistake_is_named(line: str, message: Message) -> None:
    """A line that is no order says what is wrong with it."""
    with pytest.raises(UsageError) as caught:
        read_order(line)
    assert caught.value.message is message


def test_every_word_is_documented() -> None:
    """The manual's page on the shell names each, in English and in German."""
    page = (Path(__file__).parents[2] / "docs" / "shell.md").read_text(encoding="utf-8").casefold()
    words = ", ".join(orders._PHRASES.values()).split(", ")
    assert len(words) > 30
    assert [word for word in words if f"`{word}`" not in page] == []


@given(st.sampled_from(MOVES), st.sampled_from(["-", " ", ">", " > ", "→", "->", " -> "]), st.booleans())
def test_every_move_can_be_typed(move: Move, separator: str, lower: bool) -> None:
    """Whatever the separator and the case, a move's text is that move."""
    text = str(move).replace("-", separator)
    assert read_order(text.lower() if lower else text) == orders.Play(move)


@given(st.sampled_from(PLACES))
def test_every_place_can_be_tapped_and_dropped_from(place: Place) -> None:
    """A place's name alone taps it; with F its card is dropped on the foundations."""
    assert read_order(str(place)) == orders.Tap(place)
    assert read_order(f"{place} F") == orders.Drop(place)


@given(st.sampled_from(PILES))
def test_every_pile_can_be_looked_into(pile: Pile) -> None:
    """`p` and a number ask for that pile."""
    assert read_order(f"p {pile}") == orders.ShowPiles(pile)


@given(st.text() | st.text("0123456789 AKFSHDCRpPsaverule-<>→?\t\r\n\x00ü", max_size=20))
@example("1 2 F")
@example("save  ")
def test_any_line_is_an_order_or_a_mistake(line: str) -> None:
    """Nothing else can come out, and what is said about a mistake is short."""
    meaning = meaning_of(line)
    if isinstance(meaning, UsageError):
        assert all(len(str(value)) < 500 for value in meaning.values.values())
    else:
        assert isinstance(meaning, orders.Order)


@pytest.mark.parametrize("character", "0S9sp ?\t\x00ü")
def test_a_huge_line_costs_nothing(character: str) -> None:
    """Ten million characters are refused for their number alone."""
    with pytest.raises(UsageError) as caught:
        read_order(character * 10_000_000)
    assert caught.value.message is Message.LINE_TOO_LONG
