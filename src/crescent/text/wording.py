"""What a language must provide: the words for cards, places, refusals, outcomes, errors and everything the app says.

A `Wording` is data and complete from the start: one that lacks a text, or whose texts do not take what they are
given, cannot be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from crescent.cards import Card, Rank
from crescent.errors import InvalidValueError, WrongTypeError
from crescent.faults import FAULTS, Fault, placeholders
from crescent.moves import Direction, Pile, Place
from crescent.outcome import Outcome
from crescent.refusals import Reason, Refusal
from crescent.text.messages import Message, Noun


@dataclass(frozen=True)
class Wording:
    """All texts of one language.

    Attributes:
        language: its name, as in `de`.
        ranks: what stands on a card of each rank.
        refusals: why a move is refused.
        faults: what is wrong with a code, a position, a record or a file; each text has the very placeholders of the
            fault's own sentence, `{name!r}` for a foreign text among them.
        outcomes: how a game ended, in a word or two.
        nouns: none, one and many of each noun; `{count}` is the number, and need not be there.
        kinds: what the registries hold, by the registry's own word for it ("variant").
        pile: the name of a pile, with `{number}`.
        foundations: the name of a foundation of each direction, with `{suit}`.
        messages: everything else.
        descriptions: of variants and agents, by the registry's word ("variant") and the name; what is not here is
            described by itself, in English.

    Raises:
        WordingError: a text is missing, is no text, or has other placeholders than it is given.
    """

    language: str
    ranks: Mapping[Rank, str]
    refusals: Mapping[Reason, str]
    faults: Mapping[Fault, str]
    outcomes: Mapping[Outcome, str]
    nouns: Mapping[Noun, tuple[str, str, str]]
    kinds: Mapping[str, str]
    pile: str
    foundations: Mapping[Direction, str]
    messages: Mapping[Message, str]
    descriptions: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check that everything is there and takes what it is given."""
        faults = _faults(self)
        if faults:
            raise WordingError(self.language, faults)

    def say(self, message: Message, **values: object) -> str:
        """The text of `message` with `values` in its placeholders."""
        return self.messages[message].format(**values)

    def count(self, number: int, noun: Noun) -> str:
        """`number` things, as in "1 move", "2 moves"."""
        none, one, many = self.nouns[noun]
        return (many if number > 1 else one if number else none).format(count=number)

    def card(self, card: Card | None, *, unicode: bool = True) -> str:
        """A card as people read it, `10♥` (or `10H` in ASCII); None is a card that the player has not seen: `??`."""
        if card is None:
            return "??"
        return self.ranks[card.rank] + (card.suit.symbol if unicode else card.suit.letter)

    def place(self, place: Place, *, unicode: bool = True) -> str:
        """The name of a pile or a foundation."""
        if isinstance(place, Pile):
            return self.pile.format(number=place.number)
        suit = place.suit.symbol if unicode else place.suit.letter
        return self.foundations[place.direction].format(suit=suit)

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused."""
        return self.refusals[refusal.reason]

    def described(self, kind: str, name: str, own: str) -> str:
        """The description of a variant or an agent in this language, or else its `own`."""
        return self.descriptions.get((kind, name), own)

    def duration(self, seconds: float) -> str:
        """Seconds as `m:ss`, from an hour on `h:mm:ss`; begun seconds do not count."""
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class WordingError(InvalidValueError):
    """A language whose texts are not complete, or do not take what they are given; every fault is listed."""

    def __init__(self, language: str, faults: list[str]) -> None:
        """Keep the `language` and all `faults`, a sentence each."""
        super().__init__(language, faults)
        self.language = language
        self.faults: tuple[str, ...] = tuple(faults)

    def __str__(self) -> str:
        """List every fault."""
        return f"the language {self.language!r} is not complete: {'; '.join(self.faults)}"


def _faults(wording: Wording) -> list[str]:
    """Everything that is wrong with the texts of a language."""
    if not isinstance(wording.language, str):
        raise WrongTypeError("Wording.language", "a text", wording.language)
    faults = [
        f"no {type(key).__name__} {key.name}"
        for keys, texts in (
            (Rank, wording.ranks),
            (Reason, wording.refusals),
            (FAULTS, wording.faults),
            (Outcome, wording.outcomes),
            (Noun, wording.nouns),
            (Direction, wording.foundations),
            (Message, wording.messages),
        )
        for key in keys
        if key not in texts
    ]
    templates: list[tuple[str, object, frozenset[str]]] = [("pile", wording.pile, frozenset({"number"}))]
    templates += [(f"refusal {key}", text, frozenset()) for key, text in wording.refusals.items()]
    templates += [
        (f"{type(key).__name__} {key.name}", text, placeholders(key.sentence)) for key, text in wording.faults.items()
    ]
    templates += [(f"foundation {key}", text, frozenset({"suit"})) for key, text in wording.foundations.items()]
    templates += [(f"message {key.value}", text, key.placeholders) for key, text in wording.messages.items()]
    for noun, forms in wording.nouns.items():
        templates += [(f"noun {noun.value}", text, placeholders(text) & {"count"}) for text in forms]
    for what, text, expected in templates:
        if not isinstance(text, str) or not text:
            faults.append(f"{what} is no text")
        elif placeholders(text) != expected:
            faults.append(f"{what} takes {sorted(placeholders(text))} instead of {sorted(expected)}")
    return faults
