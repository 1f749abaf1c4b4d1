"""Packed rows: a position in 121 bytes whatever the rules, and its moves.

Plain functions in the subset of Python that Numba compiles, over one-dimensional arrays, so that CPython runs the very
same code where Numba is missing; `crescent.solver.program` compiles them.  A packed row begins anywhere in a signed
byte array (`rows` and the index `at`):

    0 ... 95   the piles' cards, packed: pile 0 from bottom to top, then pile 1, and so on; the rest is 0
    96 + p     how many cards pile p holds (0 to 31)
    112 + f    cards on foundation f (0-3 ascending, 4-7 descending, suits in the order S H D C; 1 to 13)
    120        redeals left (0 to 99)

A card is `13 * suit + rank + 1`, all faces up: a search looks under the cards.  Actions are those of `crescent.moves`.
Tests keep `play` and `legal` in step with `crescent.kernel`.
"""

from __future__ import annotations

from array import array
from functools import cache

from crescent import kernel
from crescent.rules import Rules

ROW = 128
"""Distance of rows in an array: a power of two, so that a row shares its cache lines with no more than it must."""

HEIGHTS = 96
FOUNDATIONS = 112
REDEALS = 120
USED = 121
"""Bytes of a row that mean something."""

NO_CARD = 63
"""Stands for the neighbour that a card lacks; never lies anywhere."""

LOWER = 64
SUIT = 128
RANK = 192
"""Where parts of the faces table begin: the higher neighbour of a card at 0, then these three."""

CAPACITY = 0
TO_PILE = 1
"""What the first two settings are."""


def zeros(code: str, count: int) -> array[int]:
    """An array of so many numbers of this type code, all 0."""
    return array(code, bytes(array(code).itemsize * count))


def table_size(entries: int) -> int:
    """A power of two, at least twice as many."""
    return 1 << (2 * entries - 1).bit_length()


@cache
def faces_table(wrap: bool) -> array[int]:
    """By card: its neighbours above and below (`NO_CARD` where there is none), suit and rank.

    256 signed bytes, shared: not to be written.
    """
    table = array("b", bytes(256))
    for card in range(1, 53):
        table[card] = kernel.HIGHER[card] if wrap or kernel.RANK[card] < 12 else NO_CARD
        table[LOWER + card] = kernel.LOWER[card] if wrap or kernel.RANK[card] > 0 else NO_CARD
        table[SUIT + card] = kernel.SUIT[card]
        table[RANK + card] = kernel.RANK[card]
    return table


def pack(row: bytes, rules: Rules) -> array[int]:
    """The packed row of a row of `crescent.kernel`; face-down cards are turned up."""
    capacity = rules.pile_capacity
    packed = array("b", bytes(ROW))
    place = 0
    for pile in range(16):
        height = row[16 * capacity + pile]
        for depth in range(height):
            packed[place] = row[capacity * pile + depth] & 63
            place += 1
        packed[HEIGHTS + pile] = height
    for foundation in range(8):
        packed[FOUNDATIONS + foundation] = row[16 * capacity + 16 + foundation]
    packed[REDEALS] = row[16 * capacity + 24]
    return packed


def cards_home(rows: array[int], at: int) -> int:
    """Cards on the foundations, 8 to 104."""
    home = 0
    for foundation in range(FOUNDATIONS, REDEALS):
        home += rows[at + foundation]
    return home


def end_of(rows: array[int], at: int, pile: int) -> int:
    """The index behind the top card of a pile."""
    end = at
    for other in range(pile + 1):
        end += rows[at + HEIGHTS + other]
    return end


def foundation_card(foundation: int, height: int) -> int:
    """The top card of a foundation of this height."""
    if foundation < 4:
        return 13 * foundation + height
    return 13 * (foundation - 4) + 14 - height


def play(before: array[int], at: int, after: array[int], to: int, action: int, faces: array[int]) -> None:
    """Write at `to` in `after` the row at `at` in `before` with a legal action played; the two must not overlap."""
    if action == 280:
        _redeal(before, at, after, to)
        return
    for cell in range(USED):
        after[to + cell] = before[at + cell]
    if action >= 281:
        foundation = (action - 281) // 16
        height = before[at + FOUNDATIONS + foundation]
        after[to + FOUNDATIONS + foundation] = height - 1
        _put(before, at, after, to, (action - 281) % 16, foundation_card(foundation, height))
    elif action >= 272:
        foundation = action - 272
        after[to + FOUNDATIONS + foundation] -= 1
        after[to + FOUNDATIONS + (foundation ^ 4)] += 1
    elif action >= 240:
        pile = (action - 240) % 16
        end = end_of(before, at, pile) - at
        card = before[at + end - 1]
        for cell in range(end, HEIGHTS):
            after[to + cell - 1] = before[at + cell]
        after[to + HEIGHTS - 1] = 0
        after[to + HEIGHTS + pile] -= 1
        after[to + FOUNDATIONS + faces[SUIT + card] + (0 if action < 256 else 4)] += 1
    else:
        _shift(before, at, after, to, action)


def _redeal(before: array[int], at: int, after: array[int], to: int) -> None:
    place = 0
    for pile in range(16):
        height = before[at + HEIGHTS + pile]
        after[to + HEIGHTS + pile] = height
        if height:
            for depth in range(1, height):
                after[to + place + depth - 1] = before[at + place + depth]
            after[to + place + height - 1] = before[at + place]
        place += height
    for cell in range(place, HEIGHTS):
        after[to + cell] = 0
    for cell in range(FOUNDATIONS, REDEALS):
        after[to + cell] = before[at + cell]
    after[to + REDEALS] = before[at + REDEALS] - 1


def _put(before: array[int], at: int, after: array[int], to: int, pile: int, card: int) -> None:
    """Put a card on a pile; `after` is a copy of `before` so far."""
    end = end_of(before, at, pile) - at
    after[to + end] = card
    for cell in range(end, HEIGHTS - 1):
        after[to + cell + 1] = before[at + cell]
    after[to + HEIGHTS + pile] += 1


def _shift(before: array[int], at: int, after: array[int], to: int, action: int) -> None:
    """Take a card from a pile to a pile; `after` is a copy of `before` so far."""
    source = action // 15
    target = action % 15
    if target >= source:
        target += 1
    taken = end_of(before, at, source) - at
    end = end_of(before, at, target) - at
    card = before[at + taken - 1]
    after[to + HEIGHTS + source] -= 1
    after[to + HEIGHTS + target] += 1
    if target > source:
        for cell in range(taken, end):
            after[to + cell - 1] = before[at + cell]
        after[to + end - 1] = card
    else:
        for cell in range(end, taken - 1):
            after[to + cell + 1] = before[at + cell]
        after[to + end] = card


def legal(
    rows: array[int], at: int, faces: array[int], settings: array[int], tops: array[int], actions: array[int]
) -> int:
    """Write the legal actions into `actions` (room for 409) and return how many; in no special order.

    `tops` has room for 16.  `settings` are the capacity and whether foundation cards may go to piles.
    """
    _read_tops(rows, at, tops)
    found = 0
    for pile in range(16):
        card = tops[pile]
        if card == 0:
            continue
        found = _onto_piles(rows, at, card, 15 * pile, pile, faces, settings[CAPACITY], tops, actions, found)
        suit = faces[SUIT + card]
        if rows[at + FOUNDATIONS + suit] == faces[RANK + card]:
            actions[found] = 240 + pile
            found += 1
        if rows[at + FOUNDATIONS + 4 + suit] == 12 - faces[RANK + card]:
            actions[found] = 256 + pile
            found += 1
    home = 0
    for foundation in range(8):
        height = rows[at + FOUNDATIONS + foundation]
        home += height
        if height > 1 and height < 13 and height + rows[at + FOUNDATIONS + (foundation ^ 4)] == 13:
            actions[found] = 272 + foundation
            found += 1
        if height > 1 and settings[TO_PILE]:
            card = foundation_card(foundation, height)
            first = 281 + 16 * foundation
            found = _onto_piles(rows, at, card, first, 16, faces, settings[CAPACITY], tops, actions, found)
    if rows[at + REDEALS] > 0 and home < 104:
        actions[found] = 280
        found += 1
    return found


def _read_tops(rows: array[int], at: int, tops: array[int]) -> None:
    place = at
    for pile in range(16):
        height = rows[at + HEIGHTS + pile]
        place += height
        tops[pile] = rows[place - 1] if height else 0


def _onto_piles(
    rows: array[int],
    at: int,
    card: int,
    first: int,
    source: int,
    faces: array[int],
    capacity: int,
    tops: array[int],
    actions: array[int],
    found: int,
) -> int:
    """The part of `legal` for a card onto piles: actions count from `first` over the piles other than `source`."""
    higher = faces[card]
    lower = faces[LOWER + card]
    for target in range(16):
        if (tops[target] == higher or tops[target] == lower) and rows[at + HEIGHTS + target] < capacity:
            actions[found] = first + target - (1 if target > source else 0)
            found += 1
    return found
