"""Search as far as cards are known, over packed rows in which an unknown card is 0.

A row with unknown cards is searched like any other: an unknown card that comes to the top of a pile is a wall, nothing
goes off it or onto it, and the search goes on in the other piles.  Such a card counts for what the cards that are
missing count for in the mean, plus `curiosity` for the choice that it will bring once it is seen.

Plain functions over arrays, as in `crescent.solver.packed`.
"""

from __future__ import annotations

from array import array

from crescent.solver.evaluation import HOME, MOST, REDEAL, Tables
from crescent.solver.greedy import arrive, begin, expand
from crescent.solver.packed import HEIGHTS, REDEALS, ROW, USED, play
from crescent.solver.tree import BUDGET, NODES, QUEUED, WON, Tree, take

REDEAL_ACTION = 280

DEEP = 1000
"""Plies that no search reaches."""


def fill_unknown(tables: Tables, counts: array[int], unknown: int, curiosity: int) -> None:
    """Fill the tables' rows and columns of card 0 with the means over the missing cards; `counts` is by card."""
    below = tables.below
    touching = tables.touching
    below_all = 0
    touching_all = 0
    for card in range(1, 53):
        low = 0
        high = 0
        touching_low = 0
        touching_high = 0
        for other in range(1, 53):
            if counts[other]:
                low += counts[other] * below[64 * other + card]
                high += counts[other] * below[64 * card + other]
                touching_low += counts[other] * touching[64 * other + card]
                touching_high += counts[other] * touching[64 * card + other]
        below[card] = low // unknown
        below[64 * card] = high // unknown
        touching[card] = max(-MOST, touching_low // unknown - curiosity)
        touching[64 * card] = min(MOST, touching_high // unknown + curiosity)
        below_all += counts[card] * (low // unknown)
        touching_all += counts[card] * (touching_low // unknown)
    below[0] = below_all // unknown
    touching[0] = touching_all // unknown


def look(start: array[int], depth: int, nodes: int, tables: Tables, tree: Tree, state: array[int]) -> int:
    """Search `depth` plies deep from a row, best first, making about `nodes` nodes; the best node, 0 the start itself.

    A win is best, else the highest value, and the node that was made first among equals.  What a redeal leads to is
    valued only where it came up.
    """
    tables.settings[BUDGET] = nodes
    begin(start, tables, tree, state)
    redeals = start[REDEALS]
    while state[QUEUED] > 0 and state[NODES] < nodes and state[WON] < 0:
        node = take(tree.queue, state)
        if tree.row[node] >= 0 or arrive(node, tables, tree, state):
            if tree.moves[node] + redeals - tree.rows[ROW * tree.row[node] + REDEALS] < depth:
                expand(node, tables, tree, state)
    if state[WON] >= 0:
        return state[WON]
    best = 0
    for node in range(1, state[NODES]):
        is_valued = tree.action[node] != REDEAL_ACTION or tree.row[node] >= 0
        if is_valued and tree.value[node] > tree.value[best]:
            best = node
    return best


def line_to(node: int, tree: Tree, line: array[int]) -> int:
    """Write the actions from the start to a node into `line`; return how many."""
    plies = 0
    at = node
    while at > 0:
        plies += 1
        at = tree.parent[at]
    place = plies
    at = node
    while at > 0:
        place -= 1
        line[place] = tree.action[at]
        at = tree.parent[at]
    return plies


def discoveries(tree: Tree, state: array[int], found: array[int]) -> int:
    """Write into `found` the nodes whose last action, no redeal, is the first to turn up a card; return how many."""
    count = 0
    for node in range(1, state[NODES]):
        action = tree.action[node]
        if action >= 272:
            continue
        pile = action // 15 if action < 240 else (action - 240) % 16
        row = ROW * tree.row[tree.parent[node]]
        end = row
        has_wall = False
        turns_up = False
        for place in range(16):
            height = tree.rows[row + HEIGHTS + place]
            end += height
            if height > 0 and tree.rows[end - 1] == 0:
                has_wall = True
            if place == pile and height > 1 and tree.rows[end - 2] == 0:
                turns_up = True
        if turns_up and not has_wall and not _is_behind_redeal(node, tree):
            found[count] = node
            count += 1
    return count


def _is_behind_redeal(node: int, tree: Tree) -> bool:
    """Whether a redeal before a node turned up a card; a second redeal may have buried that again."""
    at = node
    while at > 0:
        parent = tree.parent[at]
        if tree.action[at] == REDEAL_ACTION:
            bottom = ROW * tree.row[parent]
            heights = bottom + HEIGHTS
            for pile in range(16):
                height = tree.rows[heights + pile]
                if height > 1 and tree.rows[bottom] == 0:
                    return True
                bottom += height
        at = parent
    return False


def turn_up(seen: array[int], real: array[int], counts: array[int]) -> int:
    """Make known the unknown top cards of `seen`, which are those of `real`; return how many they are."""
    turned = 0
    end = 0
    for pile in range(16):
        height = seen[HEIGHTS + pile]
        end += height
        if height > 0 and seen[end - 1] == 0:
            card = real[end - 1]
            seen[end - 1] = card
            counts[card] -= 1
            turned += 1
    return turned


def prospect(
    seen: array[int],
    real: array[int],
    counts: array[int],
    unknown: int,
    line: array[int],
    plies: int,
    settings: array[int],
    tables: Tables,
    tree: Tree,
    state: array[int],
    spare: array[int],
) -> int:
    """What playing a line is worth if the unknown cards of `seen` are those of `real`: the value that is in sight then.

    The line is played as far as the first card that it turns up; where it turns none up, play goes on as `look` finds
    best until a card is turned up or nothing is better.  All arrays but `settings` are used up: those are the depth and
    the nodes to look, the curiosity, what a win is worth more than its cards, and the count of unknown cards from which
    on all are taken for known, with the nodes to look then.
    """
    turned = 0
    while True:
        for ply in range(plies):
            play(seen, 0, spare, 0, line[ply], tables.faces)
            for cell in range(USED):
                seen[cell] = spare[cell]
            play(real, 0, spare, 0, line[ply], tables.faces)
            for cell in range(USED):
                real[cell] = spare[cell]
            turned = turn_up(seen, real, counts)
            if turned > 0:
                break
        unknown -= turned
        known = seen
        depth = settings[0]
        nodes = settings[1]
        if unknown > settings[4]:
            fill_unknown(tables, counts, unknown, settings[2])
        else:
            known = real
            depth = DEEP
            nodes = settings[5]
        best = look(known, depth, nodes, tables, tree, state)
        if state[WON] >= 0:
            return 104 * HOME + tables.weights[REDEAL] * seen[REDEALS] + settings[3]
        if turned > 0 or (best == 0 and seen[REDEALS] == 0):
            return tree.value[best]
        if best > 0:
            plies = line_to(best, tree, line)
        else:
            line[0] = REDEAL_ACTION
            plies = 1
