"""What a position is worth to the search, in integers: a card home is `HOME`, the rest is tuned.

    value = HOME * cards home + redeal * redeals left + empty * empty piles + the values of the piles
    value of a pile = the sum over all its pairs of a lower and a higher card of `below[lower, higher]`
                    + the sum over its touching pairs of `touching[lower, higher]`
                    + turn for each run x, y, x in it whose cards neighbour each other

`below` says what it costs that one card buries another, `touching` what it is worth that cards lie in order (a card
taken off gives its neighbour's place away).  Both come from the weights that `crescent.solver.weights` describes.

Plain functions over arrays, as in `crescent.solver.packed`.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from crescent.solver.packed import FOUNDATIONS, HEIGHTS, LOWER, RANK, REDEALS, SUIT

HOME = 8000

WEIGHTS = (
    "same_rank", "ranks_1_apart", "ranks_2_apart", "ranks_3_to_5_apart", "ranks_6_or_more_apart",
    "edge_below", "edge_above", "end_below", "end_above", "beside_end_below", "beside_end_above",
    "other_suit", "other_suit_edge_below", "other_suit_edge_above",
    "other_suit_end_below", "other_suit_end_above", "touching_other_suit",
    "touching_same_rank", "touching_2_apart", "touching_neighbours",
    "touching_neighbours_edge", "touching_ace_and_king",
    "turn", "empty_pile", "redeal_left", "hope", "move", "noise",
)  # fmt: skip
"""The weights by their places in an array; `crescent.solver.weights` says what each means."""

(
    SAME, D1, D2, D3, D6, EXTREME_LOW, EXTREME_HIGH, ACE_LOW, ACE_HIGH, TWO_LOW, TWO_HIGH,
    CROSS, CROSS_LOW, CROSS_HIGH, CROSS_ACE_LOW, CROSS_ACE_HIGH, TOUCHING_CROSS,
    PAIR_0, PAIR_2, NEIGHBOUR, EXTREME_NEIGHBOUR, WRAP_NEIGHBOUR, TURN, EMPTY, REDEAL, HOPE, MOVE, NOISE,
) = range(28)  # fmt: skip


class Tables(NamedTuple):
    """What positions are valued and told apart by.

    Attributes:
        settings: signed 64-bit: what `packed` and `tree` name.
        weights: signed 64-bit, by the places above.
        faces, words: as `packed` and `hashing` make them.
        below, touching: signed 16-bit, 64 * lower card + higher card: what `fill_tables` makes of the weights.
    """

    settings: array[int]
    weights: array[int]
    faces: array[int]
    words: array[int]
    below: array[int]
    touching: array[int]


MOST = 32_000
"""A pair's value stays within this, plus and minus: it is kept in 16 bits."""


def draw(state: array[int], at: int) -> int:
    """The next random number, 1 to 2 ** 32 - 1, of the xorshift generator (Marsaglia, 2003) at `state[at]`."""
    word = state[at]
    word ^= (word << 13) & 0xFFFFFFFF
    word ^= word >> 17
    word ^= (word << 5) & 0xFFFFFFFF
    state[at] = word
    return word


def perturb(
    weights: array[int], tuned: array[int], spreads: array[int], spread: int, state: array[int], at: int
) -> None:
    """Move each weight away from its tuned value by about `spread` halves of its own spread.

    Twice the spread is the standard deviation's unit: the sum of four uniform numbers of -1000 to 1000 has deviation
    1155, so the factor of `spreads` has deviation spread / 2.
    """
    for place in range(len(WEIGHTS)):
        far = -4000
        for _ in range(4):
            far += draw(state, at) % 2001
        weights[place] = tuned[place] + far * spreads[place] * spread // 2310


def fill_tables(tables: Tables) -> None:
    """Fill `below` and `touching` from the weights."""
    faces = tables.faces
    weights = tables.weights
    for low in range(1, 53):
        edge_low = 6 - min(faces[RANK + low], 12 - faces[RANK + low])
        for high in range(1, 53):
            edge_high = 6 - min(faces[RANK + high], 12 - faces[RANK + high])
            apart = abs(faces[RANK + low] - faces[RANK + high])
            if faces[SUIT + low] == faces[SUIT + high]:
                cost = _same_suit_cost(weights, apart, edge_low, edge_high)
                worth = _touching_worth(weights, apart, edge_low, edge_high)
            else:
                cost = weights[CROSS] + weights[CROSS_LOW] * edge_low + weights[CROSS_HIGH] * edge_high
                if edge_low == 6:
                    cost += weights[CROSS_ACE_LOW]
                if edge_high == 6:
                    cost += weights[CROSS_ACE_HIGH]
                worth = -weights[TOUCHING_CROSS]
            tables.below[64 * low + high] = max(-MOST, min(MOST, -cost))
            tables.touching[64 * low + high] = max(-MOST, min(MOST, worth))


def _same_suit_cost(weights: array[int], apart: int, edge_low: int, edge_high: int) -> int:
    cost = weights[EXTREME_LOW] * edge_low + weights[EXTREME_HIGH] * edge_high
    if apart < 3:
        cost += weights[SAME + apart]
    elif apart < 6:
        cost += weights[D3]
    else:
        cost += weights[D6]
    if edge_low == 6:
        cost += weights[ACE_LOW]
    elif edge_low == 5:
        cost += weights[TWO_LOW]
    if edge_high == 6:
        cost += weights[ACE_HIGH]
    elif edge_high == 5:
        cost += weights[TWO_HIGH]
    return cost


def _touching_worth(weights: array[int], apart: int, edge_low: int, edge_high: int) -> int:
    if apart == 0:
        return weights[PAIR_0]
    if apart in (2, 11):
        return weights[PAIR_2]
    if apart == 1:
        return weights[NEIGHBOUR] + weights[EXTREME_NEIGHBOUR] * min(edge_low, edge_high)
    if apart == 12:
        return weights[NEIGHBOUR] + weights[EXTREME_NEIGHBOUR] * min(edge_low, edge_high) + weights[WRAP_NEIGHBOUR]
    return 0


def gain(rows: array[int], bottom: int, height: int, card: int, tables: Tables) -> int:
    """What the value of a pile of one card or more gains by `card` on top of it; `bottom` is its first card's index."""
    value = 0
    for place in range(bottom, bottom + height):
        value += tables.below[64 * rows[place] + card]
    top = rows[bottom + height - 1]
    value += tables.touching[64 * top + card]
    turned = height > 1 and rows[bottom + height - 2] == card
    if turned and (tables.faces[top] == card or tables.faces[LOWER + top] == card):
        value += tables.weights[TURN]
    return value


def evaluate(rows: array[int], at: int, tables: Tables) -> int:
    """The value of a row."""
    value = tables.weights[REDEAL] * rows[at + REDEALS]
    for foundation in range(FOUNDATIONS, REDEALS):
        value += HOME * rows[at + foundation]
    bottom = at
    for pile in range(16):
        height = rows[at + HEIGHTS + pile]
        if height == 0:
            value += tables.weights[EMPTY]
        for depth in range(1, height):
            value += gain(rows, bottom, depth, rows[bottom + depth], tables)
        bottom += height
    return value
