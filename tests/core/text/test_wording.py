"""Every language says everything, in texts that take what they are given; the rules page's own to the letter."""

from __future__ import annotations

import dataclasses
import pickle
import string
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import Card, Pile, Reason, RulesError, WrongTypeError
from crescent.cards import CARDS
from crescent.faults import FAULTS, CodeFault, RecordFault, filled
from crescent.moves import FOUNDATIONS, PLACES
from crescent.outcome import Outcome
from crescent.text import Message, Noun, Wording, languages
from crescent.text.wording import WordingError

every_language = pytest.mark.parametrize("language", languages.names())

QUOTED = {
    Reason.PILE_FULL: "Dieser Stapel ist voll; wähle ein anderes Ziel",
    Reason.NOT_SAME_SUIT: "Muss dieselbe Farbe haben",
    Reason.NOT_ADJACENT: "Muss einen höheren oder niedrigeren Rang haben",
    Reason.TARGET_EMPTY: "Auf einen leeren Stapel kann nichts gelegt werden",
    Reason.BASE_CARD: "Die Basis des Grundstapels ist gesperrt",
    Reason.NO_REDEAL: "Keine Neuverteilung",
}


def placeholders(template: str) -> set[str]:
    """The names in braces."""
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("reason", QUOTED, ids=str)
def test_german_refusals_are_the_apps_own(reason: Reason) -> None:
    """The six refusals that the rules page quotes stand in the German texts to the letter."""
    assert languages["de"].refusals[reason] == QUOTED[reason]


@every_language
def test_every_refusal_has_a_text_of_its_own(language: str) -> None:
    """Each reason has one line of text, and no two share it."""
    texts = languages[language].refusals
    assert set(texts) == set(Reason)
    assert len(set(texts.values())) == len(Reason)
    assert all(text.strip() == text and "\n" not in text for text in texts.values())


@every_language
def test_every_message_takes_what_it_is_given(language: str) -> None:
    """Each message is there, has the placeholders that its name declares, and shows every value."""
    wording = languages[language]
    for message in Message:
        assert placeholders(wording.messages[message]) == message.placeholders, message
        values = {name: f"<{name}>" for name in message.placeholders}
        said = wording.say(message, **values)
        assert all(value in said for value in values.values()), message
        assert said == said.strip() or message is Message.PRESS_ENTER


def test_all_languages_have_the_same_messages() -> None:
    """No language says more or less than another, and no text was forgotten in translating."""
    english, german = languages["en"], languages["de"]
    assert english.messages.keys() == german.messages.keys() == set(Message)
    same = {message for message in Message if english.messages[message] == german.messages[message]}
    assert same <= {Message.STATUS, Message.FILE_ERROR, Message.LABEL_CODE, Message.SHORTENING}


@every_language
def test_every_fault_has_a_text_of_its_own(language: str) -> None:
    """One line for each, which shows all the evidence, and foreign texts only quoted and cut."""
    wording = languages[language]
    assert set(wording.faults) == set(FAULTS)
    for fault, text in wording.faults.items():
        assert placeholders(text) == placeholders(fault.sentence), fault
        evidence = {name: f"<{name}>\x1b{'x' * 1000}" if f"{{{name}!r}}" in text else 7 for name in placeholders(text)}
        said = filled(text, evidence)
        assert "\n" not in said
        assert "\x1b" not in said
        assert len(said) < 300
        assert all((f"<{name}>" if f"{{{name}!r}}" in text else "7") in said for name in evidence)


def test_every_fault_is_said_in_german_too() -> None:
    """No sentence was left as the error itself says it, but for the one that is another error's whole text."""
    german = languages["de"].faults
    assert {fault for fault in FAULTS if german[fault] == fault.sentence} == {RecordFault.BAD_START}
    words = set(" ".join(german.values()).lower().split())
    assert not words & {"the", "of", "not", "instead", "which", "cannot", "has", "left", "are", "is"}


@every_language
@pytest.mark.parametrize("field", ["ranks", "refusals", "faults", "outcomes", "nouns", "foundations", "messages"])
def test_an_incomplete_language_cannot_be_made(language: str, field: str) -> None:
    """Whichever text is missing, the error names it."""
    wording = languages[language]
    texts: dict[Any, object] = dict(getattr(wording, field))
    missing = list(texts)[-1]
    del texts[missing]
    with pytest.raises(WordingError, match=missing.name) as caught:
        dataclasses.replace(wording, **{field: texts})  # type: ignore[arg-type]  # the field decides the type
    assert caught.value.language == language
    assert len(caught.value.faults) == 1
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize(
    ("field", "key", "text"),
    [
        ("messages", Message.SAVED, "Saved"),
        ("messages", Message.SAVED, "Saved {file} {where}"),
        ("messages", Message.SAVED, "Saved {file"),
        ("messages", Message.SAVED, 3),
        ("messages", Message.SAVED, ""),
        ("refusals", Reason.PILE_FULL, "{pile} is full"),
        ("faults", CodeFault.LENGTH, "it is too short"),
        ("faults", CodeFault.LETTER, "{letter} is no letter of codes"),
        ("nouns", Noun.MOVE, ("none", "one", "{number} moves")),
    ],
)
def test_a_text_that_takes_something_else_cannot_be_made(field: str, key: object, text: object) -> None:
    """A text whose placeholders are not those that it will be given is refused when the language is made."""
    wording = languages["en"]
    texts: Mapping[object, object] = {**getattr(wording, field), key: text}
    with pytest.raises(WordingError):
        dataclasses.replace(wording, **{field: texts})  # type: ignore[arg-type]  # the field decides the type


def test_every_fault_of_a_language_is_listed() -> None:
    """Two faults give one error that names both."""
    wording = languages["en"]
    texts = {**wording.messages, Message.SAVED: "Saved"}
    del texts[Message.ERROR]
    with pytest.raises(WordingError) as caught:
        dataclasses.replace(wording, messages=texts)
    assert len(caught.value.faults) == 2


def test_languages_are_wordings_under_their_own_names() -> None:
    """The registry takes nothing else."""
    with pytest.raises(WrongTypeError):
        languages.register("xx", "hello")  # type: ignore[arg-type]  # the mistake under test
    with pytest.raises(RulesError):
        languages.register("xx", languages["de"])
    with pytest.raises(WrongTypeError):
        dataclasses.replace(languages["de"], language=3)  # type: ignore[arg-type]  # the mistake under test
    assert languages.names() == ("en", "de")


def test_a_third_party_language_is_a_language() -> None:
    """A wording that is registered is found by its name."""
    wording = dataclasses.replace(languages["en"], language="xx")
    languages.register("xx", wording)
    try:
        assert languages["xx"] is wording
    finally:
        languages.unregister("xx")


@every_language
def test_cards_are_told_apart(language: str) -> None:
    """All 52 cards have different texts of 2 or 3 characters, with symbols and in ASCII."""
    wording = languages[language]
    for unicode in (True, False):
        texts = [wording.card(card, unicode=unicode) for card in CARDS]
        assert len(set(texts)) == 52
        assert {*map(len, texts)} == {2, 3}
        assert unicode or "".join(texts).isascii()
    assert wording.card(None) == "??"


@pytest.mark.parametrize(
    ("card", "english", "german", "ascii_german"),
    [("TH", "10♥", "10♥", "10H"), ("JD", "J♦", "B♦", "BD"), ("QC", "Q♣", "D♣", "DC"), ("KS", "K♠", "K♠", "KS")],
)
def test_cards_are_shown_as_people_know_them(card: str, english: str, german: str, ascii_german: str) -> None:
    """Ten is 10, and in German jack and queen are Bube and Dame."""
    value = Card.parse(card)
    assert languages["en"].card(value) == english
    assert languages["de"].card(value) == german
    assert languages["de"].card(value, unicode=False) == ascii_german


@every_language
def test_places_are_told_apart(language: str) -> None:
    """All 24 places have different names, in ASCII too."""
    wording = languages[language]
    for unicode in (True, False):
        names = [wording.place(place, unicode=unicode) for place in PLACES]
        assert len(set(names)) == 24
    assert wording.place(FOUNDATIONS[0], unicode=False).isascii()


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [
        ("en", 0, "no redeal"),
        ("en", 1, "1 redeal"),
        ("en", 2, "2 redeals"),
        ("de", 0, "keine Neuverteilung"),
        ("de", 1, "1 Neuverteilung"),
        ("de", 3, "3 Neuverteilungen"),
    ],
)
def test_counts_agree_with_their_number(language: str, number: int, text: str) -> None:
    """None, one and many have forms of their own."""
    assert languages[language].count(number, Noun.REDEAL) == text


def test_no_redeal_alone_is_said_as_the_app_says_it() -> None:
    """With a capital where it stands alone, as on the app's button, and as a noun's article inside a sentence."""
    german = languages["de"]
    assert german.count(0, Noun.REDEAL_ALONE) == german.refusals[Reason.NO_REDEAL] == "Keine Neuverteilung"
    redealt = german.say(Message.REDEALT, redeals=german.count(0, Noun.REDEAL))
    assert redealt == "Neu verteilt; übrig: keine Neuverteilung"


@pytest.mark.parametrize(
    ("number", "won", "stopped"),
    [
        (1, "Gewonnen, mit 1 Zug in 1:00!", "Angehalten nach 1 Zug oder Neuverteilung; "),
        (138, "Gewonnen, mit 138 Zügen in 1:00!", "Angehalten nach 138 Zügen und Neuverteilungen; "),
    ],
)
def test_german_counts_stand_in_their_sentences_case(number: int, won: str, stopped: str) -> None:
    """After `mit` and `nach` the dative, after one a singular."""
    german = languages["de"]
    assert german.say(Message.WON, moves=german.count(number, Noun.MOVE_AFTER_WITH), time="1:00") == won
    assert german.say(Message.LIMIT_REACHED, plies=german.count(number, Noun.PLY_AFTER_AFTER)).startswith(stopped)


@pytest.mark.parametrize(
    ("seconds", "text"), [(0, "0:00"), (59.99, "0:59"), (60, "1:00"), (754.2, "12:34"), (3600, "1:00:00")]
)
def test_durations_are_minutes_and_seconds(seconds: float, text: str) -> None:
    """Begun seconds do not count, and hours appear when they are needed."""
    assert languages["en"].duration(seconds) == text


@given(st.floats(0, 1e9))
def test_durations_lose_less_than_a_second(seconds: float) -> None:
    """Read back, the text is the whole seconds."""
    parts = [int(part) for part in languages["de"].duration(seconds).split(":")]
    assert sum(part * 60**power for power, part in enumerate(reversed(parts))) == int(seconds)


@every_language
def test_outcomes_are_told_apart(language: str) -> None:
    """Won and blocked have words of their own."""
    assert len({*languages[language].outcomes.values()}) == len(Outcome)


def test_wordings_stand_on_no_particular_pile() -> None:
    """A pile's name carries its number."""
    assert languages["de"].place(Pile(10)) == "Stapel 10"
    assert isinstance(languages["de"], Wording)
