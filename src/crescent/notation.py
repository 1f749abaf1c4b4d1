"""The text of a position, `pile1/.../pile16 UUUU DDDD r`, and what makes an arrangement of cards a position.

Between text and row stands a `Loose` arrangement: whatever was written, however wrong.  `faults` lists everything
that is wrong with it, so that one reading reports every fault at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from crescent import kernel
from crescent.cards import CARDS, RANKS, SUITS, Card
from crescent.errors import PositionError, WrongTypeError
from crescent.faults import PositionFault, Problem
from crescent.moves import FOUNDATIONS, Direction, Foundation
from crescent.rules import Rules

LONGEST_TEXT = 2000
"""Characters of a position's text that are read at most; a whole one has about 230."""

_CARD = re.compile(r"(\?\?)|(10|[A2-9TJQKatjqk])([SHDCshdc♠♥♦♣])|(.)", re.DOTALL)
_REDEALS = re.compile(r"[0-9]{1,2}")


@dataclass(slots=True)
class Loose:
    """Any arrangement of cards, valid or not, in the kernel's numbers.

    Attributes:
        piles: card bytes from bottom to top, pile by pile.
        heights: cards on the ascending, then on the descending foundations; 0 where the base is missing.
        redeals: redeals left.
        faults: what could not be read at all.
    """

    piles: list[list[int]] = field(default_factory=list)
    heights: list[int] = field(default_factory=list)
    redeals: int = 0
    faults: list[Problem] = field(default_factory=list)


def row_of_text(text: str, rules: Rules, *, view: bool) -> bytes:
    """The row that `text` writes down, a player's view where `view`.

    Raises:
        WrongTypeError: `text` is no string or `rules` no `Rules`.
        PositionError: it is no position under these rules; every fault is listed.
    """
    if not isinstance(text, str):
        raise WrongTypeError("a position", "a text", text)
    check_rules(rules)
    if len(text) > LONGEST_TEXT:
        raise PositionError([PositionFault.TOO_LONG(count=len(text), limit=LONGEST_TEXT)], text)
    loose = _read(text, rules)
    return checked_row(loose, rules, text, view=view)


def check_rules(rules: Rules) -> None:
    """Raise `WrongTypeError` unless `rules` is a `Rules`."""
    if not isinstance(rules, Rules):
        raise WrongTypeError("rules", "a Rules", rules)


def checked_row(loose: Loose, rules: Rules, text: str, *, view: bool) -> bytes:
    """The row of a loose arrangement.

    Raises:
        PositionError: it has faults; `text` goes into the error.
    """
    found = [*loose.faults, *_faults(loose, rules, view=view)]
    if found:
        raise PositionError(found, text)
    capacity = rules.pile_capacity
    row = bytearray(kernel.row_length(capacity))
    for number, pile in enumerate(loose.piles):
        row[capacity * number : capacity * number + len(pile)] = bytes(pile)
        row[16 * capacity + number] = len(pile)
    row[16 * capacity + 16 : 16 * capacity + 24] = bytes(loose.heights)
    row[16 * capacity + 24] = loose.redeals
    return bytes(row)


def loose_of_row(row: bytes, rules: Rules) -> Loose:
    """A row of the right length as a loose arrangement, with faults for what only a row can have wrong."""
    capacity = rules.pile_capacity
    loose = Loose(redeals=row[16 * capacity + 24])
    for number in range(16):
        cells = row[capacity * number : capacity * (number + 1)]
        height = row[16 * capacity + number]
        if any(cells[height:]):
            loose.faults.append(PositionFault.ROW_CARDS(pile=number + 1, count=height))
        if height > capacity:
            loose.faults.append(PositionFault.ROW_COUNT(pile=number + 1, count=height, capacity=capacity))
        pile = list(cells[:height])
        for card in {card for card in pile if not (1 <= card & 63 <= 52 and card < 128) and card != kernel.FACE_DOWN}:
            loose.faults.append(PositionFault.ROW_BYTE(pile=number + 1, byte=card))
        loose.piles.append([card for card in pile if 1 <= card & 63 <= 52 or card == kernel.FACE_DOWN])
    for place, height in enumerate(row[16 * capacity + 16 : 16 * capacity + 24]):
        if height > 13:
            loose.faults.append(PositionFault.ROW_FOUNDATION(foundation=FOUNDATIONS[place], count=height))
        if not height:
            loose.faults.append(PositionFault.NO_BASE(foundation=FOUNDATIONS[place]))
        loose.heights.append(min(height, 13))
    return loose


def text_of_row(row: bytes | bytearray, capacity: int) -> str:
    """The text of a row: `row_of_text` reads it back to the very bytes."""
    heights = row[16 * capacity :]
    piles = [
        "".join(map(_text_of_byte, row[capacity * pile : capacity * pile + heights[pile]])) or "-" for pile in range(16)
    ]
    ascending = "".join(RANKS[height - 1].letter for height in heights[16:20])
    descending = "".join(RANKS[13 - height].letter for height in heights[20:24])
    return f"{'/'.join(piles)} {ascending} {descending} {row[16 * capacity + 24]}"


def card_of_byte(byte: int) -> Card:
    """The card of a byte, face up or down (not of 64, the unknown one)."""
    return CARDS[(byte & 63) - 1]


def _text_of_byte(byte: int) -> str:
    if byte == kernel.FACE_DOWN:
        return "??"
    text = str(card_of_byte(byte))
    return text if byte < kernel.FACE_DOWN else text[0] + text[1].lower()


def _read(text: str, rules: Rules) -> Loose:
    """Read as much as can be read; what cannot becomes a fault."""
    loose = Loose()
    fields = text.split()
    if len(fields) != 4:
        loose.faults.append(PositionFault.FIELDS(count=len(fields)))
    fields += [""] * (4 - len(fields))
    if fields[0]:
        _read_piles(fields[0], rules, loose)
    for direction, letters in zip(Direction, fields[1:3], strict=True):
        if letters:
            _read_heights(letters, direction, loose)
    if _REDEALS.fullmatch(fields[3]):
        loose.redeals = int(fields[3])
    elif fields[3]:
        loose.faults.append(PositionFault.NO_REDEALS(text=fields[3]))
    return loose


def _read_piles(text: str, rules: Rules, loose: Loose) -> None:
    for number, pile in enumerate(text.split("/"), 1):
        cards: list[int] = []
        unreadable = ""
        for unknown, rank, suit, other in _CARD.findall("" if pile == "-" else pile):
            if other:
                unreadable += other
            elif unknown:
                cards.append(kernel.FACE_DOWN)
            else:
                down = rules.face_down and suit in "shdc"
                cards.append(Card.parse(rank + suit).code + (kernel.FACE_DOWN if down else 0))
        if unreadable or not pile:
            missing = PositionFault.PILE_MISSING(pile=number)
            loose.faults.append(PositionFault.NO_CARD(pile=number, text=unreadable) if pile else missing)
        loose.piles.append(cards)


def _read_heights(letters: str, direction: Direction, loose: Loose) -> None:
    """The four top ranks of the foundations of one direction."""
    ranks = "A23456789TJQK"
    up = direction is Direction.ASCENDING
    if len(letters) != 4:
        fault = PositionFault.ASCENDING if up else PositionFault.DESCENDING
        loose.faults.append(fault(text=letters, count=len(letters)))
    for suit, letter in zip(SUITS, letters[:4], strict=False):
        order = ranks.find(letter)
        foundation = Foundation(suit, direction)
        if letter == "-":
            loose.faults.append(PositionFault.NO_BASE(foundation=foundation))
        elif order < 0:
            loose.faults.append(PositionFault.NO_RANK(text=letter, foundation=foundation))
        loose.heights.append(order + 1 if up else 13 - order if order >= 0 else 0)


def _faults(loose: Loose, rules: Rules, *, view: bool) -> Iterator[Problem]:
    """Everything that is wrong with an arrangement under `rules`."""
    if len(loose.piles) != 16 and not (not loose.piles and loose.faults):
        yield PositionFault.PILES(count=len(loose.piles))
    lowest = kernel.FACE_DOWN + (not view)  # in a position an unknown card is a fault of its own
    for number, pile in enumerate(loose.piles, 1):
        if len(pile) > rules.pile_capacity:
            yield PositionFault.TOO_TALL(pile=number, count=len(pile), capacity=rules.pile_capacity)
        if any(card >= lowest for card in pile) and not rules.face_down:
            yield PositionFault.FACE_DOWN(pile=number)
        elif pile and pile[-1] >= lowest:
            yield PositionFault.TOP_FACE_DOWN(pile=number)
        if any(card > kernel.FACE_DOWN for card in pile) and view:
            yield PositionFault.FACE_DOWN_SHOWN(pile=number)
    unknown = [pile.count(kernel.FACE_DOWN) for pile in loose.piles]
    if any(unknown) and not view:
        first = next(number for number, count in enumerate(unknown, 1) if count)
        yield PositionFault.UNKNOWN_CARD(count=sum(unknown), pile=first)
    if loose.redeals > rules.redeals:
        yield PositionFault.REDEALS(count=loose.redeals, redeals=rules.redeals)
    if loose.piles and len(loose.heights) == 8:
        yield from _count_faults(loose.piles, loose.heights)


def _count_faults(piles: Sequence[Sequence[int]], heights: Sequence[int]) -> Iterator[Problem]:
    """Every card must be there twice; unknown cards may stand for what is missing."""
    copies = [0] * 52
    unknown = 0
    for pile in piles:
        for card in pile:
            if card == kernel.FACE_DOWN:
                unknown += 1
            else:
                copies[(card & 63) - 1] += 1
    for place, height in enumerate(heights):
        suit = 13 * (place % 4)
        for card in range(suit, suit + height) if place < 4 else range(suit + 13 - height, suit + 13):
            copies[card] += 1
    missing = sum(max(0, 2 - count) for count in copies)
    for face, count in zip(CARDS, copies, strict=True):
        if count > 2 or (count < 2 and not unknown):
            yield PositionFault.ONE_COPY(card=face) if count == 1 else PositionFault.COPIES(card=face, count=count)
    if unknown and unknown != missing:
        yield PositionFault.UNKNOWN_CARDS(count=unknown, missing=missing)
