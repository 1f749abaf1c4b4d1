"""The shortest line within a graph of known positions: how lines are made shorter.

Plan neighbourhood graph search (Nakhost and Mueller, "Action elimination and plan neighborhood graph search",
ICAPS 2010): the positions of known lines are entered into a graph, `crescent.solver.exhaustion.exhaust` grows it
around all of them alike until its room is used up, and the shortest line within it is found.

A redeal costs nothing and a move costs 1, so that is a breadth-first search whose queue takes redeals in front.

Plain functions over arrays, as in `crescent.solver.packed`.
"""

from __future__ import annotations

from array import array

from crescent.solver.exhaustion import EXHAUSTED, FILLED, MORE, REACHED, WON, Arrays
from crescent.solver.packed import ROW, cards_home, legal, play
from crescent.solver.symmetry import canonical, find

HEAD, TAIL = 4, 5
"""Places in `state`, behind those of `exhaustion`: where the queue begins and ends."""

FAR = 1 << 30


def begin(distance: array[int], queue: array[int], state: array[int]) -> None:
    """Begin at row 0; the queue has room before its middle for every redeal."""
    for number in range(state[FILLED]):
        distance[number] = FAR
    distance[0] = 0
    state[HEAD] = len(queue) // 2
    state[TAIL] = state[HEAD] + 1
    state[WON] = -1
    queue[state[HEAD]] = 0


def shortest(graph: Arrays, distance: array[int], queue: array[int], state: array[int], steps: int) -> int:
    """Expand at most `steps` rows of the queue: `MORE`, `REACHED` (`state[WON]` is the nearest won row) or `EXHAUSTED`.

    The graph's parents and actions become those of the shortest lines.
    """
    while steps > 0 and state[HEAD] < state[TAIL]:
        steps -= 1
        at = queue[state[HEAD]]
        state[HEAD] += 1
        if cards_home(graph.rows, ROW * at) == 104:
            state[WON] = at
            return REACHED
        found = legal(graph.rows, ROW * at, graph.faces, graph.settings, graph.tops, graph.legal)
        for place in range(found):
            play(graph.rows, ROW * at, graph.child, 0, graph.legal[place], graph.faces)
            canonical(graph.child, 0, graph.child_sorted, 0, graph.order)
            number = find(graph.child_sorted, graph.rows, graph.places, graph.words, graph.raws)
            cost = 0 if graph.legal[place] == 280 else 1
            if number < 0 or distance[number] <= distance[at] + cost:
                continue
            distance[number] = distance[at] + cost
            graph.parents[number] = at
            graph.actions[number] = graph.legal[place]
            if cost == 0:
                state[HEAD] -= 1
                queue[state[HEAD]] = number
            else:
                queue[state[TAIL]] = number
                state[TAIL] += 1
    return MORE if state[HEAD] < state[TAIL] else EXHAUSTED
