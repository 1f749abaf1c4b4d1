"""What every language says of errors: one line that can be printed, with all the evidence."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from crescent import Card, CrescentError, Game, GameCode, MissingExtraError, Move, Position, Record, deal, variants
from crescent.text import Message, languages
from crescent.text.errors import UsageError, error_text

every_language = pytest.mark.parametrize("language", languages.names())


def raised(action: Callable[..., object], *arguments: object) -> CrescentError:
    """The error that a call raises."""
    with pytest.raises(CrescentError) as caught:
        action(*arguments)
    return caught.value


def diverging(moves: str) -> CrescentError:
    """The error of a record with these moves."""
    return raised(Record.parse, f'[Code "CR1-N-AAAAAAB"]\n\n{moves}')


ERRORS = {
    "usage": UsageError(Message.NOTHING_SELECTED),
    "card": raised(Card.parse, "1X"),
    "move": raised(Move.parse, "a\nb"),
    "code": raised(GameCode.parse, "CR1-N-AAA"),
    "tag": raised(GameCode.parse, "CR1-Z-AAAAAAA"),
    "position": raised(Position.parse, "-"),
    "near name": raised(variants.get, "norml"),
    "unknown name": raised(variants.get, "zzzzzz"),
    "illegal": raised(deal("CR1-N-AAAAAAB").play, "1-2"),
    "undo": raised(Game("CR1-N-AAAAAAB").undo),
    "redo": raised(Game("CR1-N-AAAAAAB").redo),
    "file": raised(Record.load, "no\nsuch\x1b[31m\u202efile"),
    "extra": MissingExtraError("x", "gym"),
    "record without moves": raised(Record.parse, "x"),
    "record without start": raised(Record.parse, "1. 1-2"),
    "record with a bad code": raised(Record.parse, '[Code "CR1"]'),
    "divergence": diverging("1. 1-2"),
    "divergent redeal": diverging("1. 10-14 R R R R"),
}


@every_language
@pytest.mark.parametrize("error", ERRORS.values(), ids=ERRORS)
def test_every_error_has_one_printable_line(language: str, error: CrescentError) -> None:
    """An error's text is a single line, whatever foreign text it repeats, and harmless to a terminal."""
    text = error_text(languages[language], error)
    assert text
    assert text.isprintable()


def test_german_errors_are_german() -> None:
    """What goes wrong while playing is said in the language of the game."""
    german = {name: error_text(languages["de"], error) for name, error in ERRORS.items()}
    assert german["illegal"] == "Muss dieselbe Farbe haben"
    assert german["undo"] == "Es gibt keinen Zug, der sich rückgängig machen lässt"
    assert german["redo"] == "Es gibt keinen Zug, der sich wiederholen lässt"
    assert german["code"] == (
        "'CR1-N-AAA' ist kein Spielcode wie CR1-N-AAAAAAB (er endet mit 3 Buchstaben statt mit 7)"
    )
    assert german["position"].startswith("keine Stellung: Felder: 1 statt 4 (Stapel, aufsteigend, absteigend, ")
    assert german["record without start"] == "keine Aufzeichnung: weder Code noch Position sagt, wo sie beginnt"
    assert german["record with a bad code"] == (
        "keine Aufzeichnung: 'CR1' ist kein Spielcode wie CR1-N-AAAAAAB "
        "(er besteht nicht aus drei Teilen mit Bindestrichen dazwischen), Zeile 1"
    )
    assert german["file"].endswith("kann nicht gelesen werden: Es gibt keine solche Datei")
    assert german["near name"] == "unbekannt: Variante 'norml'; meintest du normal?"


def test_a_divergence_tells_number_line_and_refusal() -> None:
    """The text of a divergence holds all that finds the place; a redeal has no number of its own."""
    german = {name: error_text(languages["de"], error) for name, error in ERRORS.items()}
    assert german["divergence"] == "Die Aufzeichnung weicht ab, Zug 1 (1-2), Zeile 3: Muss dieselbe Farbe haben"
    redeal = "Die Aufzeichnung weicht ab, Neuverteilung nach Zug 1, Zeile 3: Keine Neuverteilung"
    assert german["divergent redeal"] == redeal


def test_usage_errors_tell_programs_what_they_are() -> None:
    """Message and values are kept, and survive a pickle."""
    error = UsageError(Message.NO_SUCH_PILE, text="17")
    copy = pickle.loads(pickle.dumps(error))
    assert (copy.message, copy.values) == (error.message, error.values)
    assert str(copy) == str(error) == "no-such-pile {'text': '17'}"
