"""Everything that can be reached from a position, each position once up to the order of its piles: the proofs.

Breadth-first over sorted rows (`crescent.solver.symmetry`), which are compared byte by byte; nothing else is pruned.
When all are expanded and none is won, the position cannot be won.  Redeals only ever become fewer and cards are
conserved, so the positions are finitely many, and the search ends or meets the end of its room.

Plain functions over arrays, as in `crescent.solver.packed`.
"""

from __future__ import annotations

from array import array
from typing import NamedTuple

from crescent.solver.packed import ROW, USED, cards_home, legal, play
from crescent.solver.symmetry import FREE, canonical, find


class Arrays(NamedTuple):
    """The arrays that a graph of positions stands on.

    Attributes:
        rows: by row, the sorted position; its number is where it lies.
        parents, actions: by row, where it was first reached from; of the first row, and of rows entered from outside,
            they mean nothing.
        places: as `symmetry.find` says.
        faces, words, settings: as `packed` and `hashing` say.
        child, child_sorted, order, tops, legal, raws: scratch: a row, its sorted form and its order, and what
            `packed.legal` and `symmetry.find` want.
    """

    rows: array[int]
    parents: array[int]
    actions: array[int]
    places: array[int]
    faces: array[int]
    words: array[int]
    settings: array[int]
    child: array[int]
    child_sorted: array[int]
    order: array[int]
    tops: array[int]
    legal: array[int]
    raws: array[int]


FILLED, NEXT, WON, ROOM = range(4)
"""Places in `state`: rows in the graph, the next one to expand, the won one or -1, rows that there is room for."""

MORE, REACHED, EXHAUSTED, FULL = range(4)
"""What `exhaust` returns: call again; a won row is reached; every row is expanded; the room is used up."""


def enter(row: array[int], graph: Arrays, state: array[int]) -> int:
    """The number of a packed row in the graph, entered if it is new and there is room; -1 where there is none.

    A new row's parent and action are left for the caller to write.
    """
    canonical(row, 0, graph.child_sorted, 0, graph.order)
    number = find(graph.child_sorted, graph.rows, graph.places, graph.words, graph.raws)
    if number >= 0:
        return number
    number = state[FILLED]
    if number >= state[ROOM]:
        return -1
    for cell in range(USED):
        graph.rows[ROW * number + cell] = graph.child_sorted[cell]
    graph.places[graph.raws[FREE]] = number
    state[FILLED] = number + 1
    return number


def exhaust(graph: Arrays, state: array[int], steps: int) -> int:
    """Expand at most `steps` rows, in the order in which they were entered."""
    while steps > 0 and state[NEXT] < state[FILLED]:
        steps -= 1
        at = state[NEXT]
        found = legal(graph.rows, ROW * at, graph.faces, graph.settings, graph.tops, graph.legal)
        for place in range(found):
            play(graph.rows, ROW * at, graph.child, 0, graph.legal[place], graph.faces)
            before = state[FILLED]
            number = enter(graph.child, graph, state)
            if number < 0:
                return FULL
            if number == before:
                graph.parents[number] = at
                graph.actions[number] = graph.legal[place]
                if cards_home(graph.child, 0) == 104:
                    state[WON] = number
                    return REACHED
        state[NEXT] = at + 1
    return MORE if state[NEXT] < state[FILLED] else EXHAUSTED
