"""The parts of the slow model of Crescent: cards, rules, places, dealing, and the table of actions.

Places are the tokens of the move notation: piles ``"1"`` … ``"16"``, foundations ``"SA"`` … ``"CK"``. The table
of actions is written out by listing the moves in order, not by formula.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

RANKS_UP = "A23456789TJQK"
RANKS_DOWN = "KQJT98765432A"
SUITS = "SHDC"
PILES = tuple(str(number) for number in range(1, 17))
ASCENDING = tuple(suit + "A" for suit in SUITS)
DESCENDING = tuple(suit + "K" for suit in SUITS)
FOUNDATIONS = ASCENDING + DESCENDING
REDEAL = "R"
SOURCES = PILES + FOUNDATIONS
TARGETS = PILES + FOUNDATIONS + ("A", "K")
CODE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
BITS_64 = 2**64


@dataclass(frozen=True)
class SlowRules:
    """The switches of a variant; the defaults are the normal game."""

    redeals: int = 3
    pile_capacity: int = 13
    face_down: bool = False
    wrap: bool = True
    foundation_to_pile: bool = False


SLOW_VARIANTS: dict[str, SlowRules] = {
    "N": SlowRules(),
    "F": SlowRules(redeals=4),
    "H": SlowRules(face_down=True),
    "FH": SlowRules(redeals=4, face_down=True),
    "C": SlowRules(pile_capacity=31),
    "L": SlowRules(pile_capacity=31, foundation_to_pile=True),
    "E": SlowRules(redeals=9),
}
"""The published variants by the tag in their codes."""


class SlowCard(NamedTuple):
    """One card: a rank of ``A23456789TJQK``, a suit of ``SHDC``, and whether it lies face up."""

    rank: str
    suit: str
    face_up: bool = True

    def text(self) -> str:
        """``TH``, or ``Th`` when face down."""
        return self.rank + (self.suit if self.face_up else self.suit.lower())

    def view_text(self) -> str:
        """``TH``, or ``??`` when face down."""
        return self.text() if self.face_up else "??"

    def turned_up(self) -> SlowCard:
        """The same card face up."""
        return SlowCard(self.rank, self.suit)


# --- dealing -----------------------------------------------------------------------------------------


def number_from_letters(letters: str) -> int:
    """The number that the seven letters of a game code write, most significant first."""
    number = 0
    for letter in letters:
        number = number * 32 + CODE_LETTERS.index(letter)
    return number


def split_mix_64(seed: int) -> Iterator[int]:
    """The endless draws of SplitMix64 (Steele, Lea and Flood, 2014) from the 64-bit state `seed`."""
    state = seed
    while True:
        state = (state + 0x9E3779B97F4A7C15) % BITS_64
        mixed = state
        mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9 % BITS_64
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB % BITS_64
        yield mixed ^ (mixed >> 31)


def unshuffled_pack() -> list[SlowCard]:
    """The 96 cards beside the bases: in each suit one ace, two of each rank between, one king."""
    pack = []
    for suit in SUITS:
        pack += [SlowCard(rank, suit) for rank in "A" + "".join(rank * 2 for rank in "23456789TJQ") + "K"]
    return pack


def shuffled_pack(draws: Iterator[int]) -> list[SlowCard]:
    """The 96 cards in the order that these 64-bit draws give them; a draw that would favour a card is passed over."""
    pack = unshuffled_pack()
    for last in range(95, 0, -1):
        choices = last + 1
        draw = next(draws)
        while draw >= BITS_64 - BITS_64 % choices:
            draw = next(draws)
        pick = draw % choices
        pack[last], pack[pick] = pack[pick], pack[last]
    return pack


# --- the table of actions ----------------------------------------------------------------------------


@cache
def action_table(rules: SlowRules) -> tuple[tuple[str, str], ...]:
    """Every action of the variant as (source, target), in index order; the redeal is ``("R", "")``."""
    table = [(source, target) for source in PILES for target in PILES if source != target]
    table += [(source, "A") for source in PILES]
    table += [(source, "K") for source in PILES]
    table += list(zip(ASCENDING, DESCENDING, strict=True))
    table += list(zip(DESCENDING, ASCENDING, strict=True))
    table.append((REDEAL, ""))
    if rules.foundation_to_pile:
        table += [(source, target) for source in FOUNDATIONS for target in PILES]
    return tuple(table)


def action_text(rules: SlowRules, action: int) -> str:
    """The move notation of an action index: ``10-14``, ``10-A``, ``SA-SK``, ``R``, ``SA-10``."""
    source, target = action_table(rules)[action]
    return source if source == REDEAL else f"{source}-{target}"


def foundation_order(place: str) -> str:
    """The ranks in the order in which this foundation takes them."""
    return RANKS_UP if place in ASCENDING else RANKS_DOWN


def check_tokens(source: str, target: str) -> None:
    """Raise ValueError for a source or a target that no move notation has."""
    if source == REDEAL and target == "":
        return
    if source not in SOURCES:
        raise ValueError(f"no such source: {source!r}")
    if target not in TARGETS:
        raise ValueError(f"no such target: {target!r}")
