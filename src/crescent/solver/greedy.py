"""One restart: greedy best-first search over packed rows, its evaluation blurred by noise.

The open position of the highest score comes up, its children are valued without being made, and each that is new joins
the queue.  Score: the evaluation less `move` for each move made, plus noise.  The child by a redeal is not valued
before it comes up; until then it stands at its parent's value less `redeal_left` plus `hope`.

Positions are told apart by 64-bit hashes in which the piles are a set.  Two positions of one hash would cost a restart
one of them; nothing is concluded from a restart but a line of moves, which is replayed by the rules.  An empty queue is
a hint that everything was reached, and no proof: `crescent.solver.exhaustion` gives proofs.

Plain functions over arrays, as in `crescent.solver.packed`.
"""

from __future__ import annotations

from array import array

from crescent.kernel import WORD
from crescent.solver.evaluation import EMPTY, HOME, HOPE, MOVE, NOISE, REDEAL, Tables, draw, evaluate, gain
from crescent.solver.hashing import CARDS, HOMES, ZERO, hash_piles, mix
from crescent.solver.packed import (
    CAPACITY,
    FOUNDATIONS,
    HEIGHTS,
    LOWER,
    RANK,
    REDEALS,
    ROW,
    SUIT,
    TO_PILE,
    USED,
    cards_home,
    foundation_card,
    play,
)
from crescent.solver.tree import (
    BEST,
    BEST_NODE,
    BUDGET,
    CHANCE,
    CHILDREN,
    NODES,
    QUEUED,
    ROWS,
    WON,
    Tree,
    enqueue,
    is_new,
    take,
)


def begin(start: array[int], tables: Tables, tree: Tree, state: array[int]) -> None:
    """Begin a restart at the row `start`; `state[CHANCE]` is left as it is."""
    for place in range(len(tree.table)):
        tree.table[place] = tables.words[ZERO]
    for card in range(64):
        tree.topped[card] = -1
    for cell in range(USED):
        tree.rows[cell] = start[cell]
    tree.parent[0] = -1
    tree.action[0] = -1
    tree.row[0] = 0
    tree.moves[0] = 0
    tree.value[0] = evaluate(tree.rows, 0, tables)
    tree.hashes[0] = hash_piles(tree.rows, 0, tables.words, tree.raws, 0)
    is_new(tree.hashes[0], tables, tree)
    tree.queue[0] = 0
    state[NODES] = 1
    state[ROWS] = 1
    state[QUEUED] = 1
    state[BEST] = cards_home(tree.rows, 0)
    state[BEST_NODE] = 0
    state[WON] = -1


def advance(tables: Tables, tree: Tree, state: array[int], steps: int) -> bool:
    """Let at most `steps` nodes come up; whether the restart goes on."""
    budget = tables.settings[BUDGET]
    while steps > 0 and state[QUEUED] > 0 and state[NODES] < budget and state[WON] < 0:
        steps -= 1
        node = take(tree.queue, state)
        if tree.row[node] >= 0 or arrive(node, tables, tree, state):
            expand(node, tables, tree, state)
    return state[QUEUED] > 0 and state[NODES] < budget and state[WON] < 0


def _blurred(value: int, moves: int, tables: Tables, state: array[int]) -> int:
    """A value's score: less what the moves cost, plus noise of 0 to its weight."""
    noise = ((draw(state, CHANCE) >> 8) * max(0, tables.weights[NOISE])) >> 24
    return value - tables.weights[MOVE] * moves + noise


def arrive(node: int, tables: Tables, tree: Tree, state: array[int]) -> bool:
    """Make the row of a node that comes up; False where it is known already or queued again at its true value."""
    row = state[ROWS]
    at = ROW * row
    play(tree.rows, ROW * tree.row[tree.parent[node]], tree.rows, at, tree.action[node], tables.faces)
    tree.hashes[row] = hash_piles(tree.rows, at, tables.words, tree.raws, 16 * row)
    redealt = tree.action[node] == 280
    if redealt and not is_new(tree.hashes[row], tables, tree):
        return False
    tree.row[node] = row
    state[ROWS] = row + 1
    if redealt:
        tree.value[node] = evaluate(tree.rows, at, tables)
        score = _blurred(tree.value[node], tree.moves[node], tables, state)
        if state[QUEUED] > 0 and ((score << 24) | node) < tree.queue[0]:
            enqueue(score, node, tree.queue, state)
            return False
    return True


def expand(node: int, tables: Tables, tree: Tree, state: array[int]) -> None:
    """Value and queue the children of a node whose row is made."""
    row = tree.row[node]
    end = ROW * row
    for pile in range(16):
        height = tree.rows[ROW * row + HEIGHTS + pile]
        tree.bottom[pile] = end
        tree.top[pile] = 0
        end += height
        if height:
            card = tree.rows[end - 1]
            tree.top[pile] = card
            tree.next_topped[pile] = tree.topped[card]
            tree.topped[card] = pile
            tree.mixed[pile] = mix(tree.raws[16 * row + pile])
    state[CHILDREN] = 0
    for pile in range(16):
        if tree.top[pile]:
            _from_pile(pile, row, tree.value[node], tables, tree, state)
    _from_foundations(row, tree.value[node], tables, tree, state)
    for pile in range(16):
        tree.topped[tree.top[pile]] = -1
    _enter(node, row, tables, tree, state)


def _child(action: int, value: int, pile: int, card: int, key: int, tree: Tree, state: array[int]) -> None:
    """Note a child, as `Tree.children` says, and its hash."""
    place = state[CHILDREN]
    tree.children[4 * place] = action
    tree.children[4 * place + 1] = value
    tree.children[4 * place + 2] = pile
    tree.children[4 * place + 3] = card
    tree.keys[place] = key & WORD
    state[CHILDREN] = place + 1


def _from_pile(pile: int, row: int, value: int, tables: Tables, tree: Tree, state: array[int]) -> None:
    """The children by the top card of a pile."""
    card = tree.top[pile]
    suit = tables.faces[SUIT + card]
    rank = tables.faces[RANK + card]
    up = tree.rows[ROW * row + FOUNDATIONS + suit] == rank
    down = tree.rows[ROW * row + FOUNDATIONS + 4 + suit] == 12 - rank
    onto = tree.topped[tables.faces[card]] >= 0 or tree.topped[tables.faces[LOWER + card]] >= 0
    if not (up or down or onto):
        return
    height = tree.rows[ROW * row + HEIGHTS + pile]
    key = (tree.hashes[row] - tree.mixed[pile]) & WORD
    if height > 1:
        key = (key + mix((tree.raws[16 * row + pile] - tables.words[CARDS + 64 * (height - 1) + card]) & WORD)) & WORD
        value -= gain(tree.rows, tree.bottom[pile], height - 1, card, tables)
    else:
        value += tables.weights[EMPTY]
    if up:
        home = HOMES + 64 * suit + rank
        _child(240 + pile, value + HOME, -1, card, (key - tables.words[home]) + tables.words[home + 1], tree, state)
    if down:
        home = HOMES + 64 * (4 + suit) + 12 - rank
        _child(256 + pile, value + HOME, -1, card, (key - tables.words[home]) + tables.words[home + 1], tree, state)
    if onto:
        _onto_piles(row, 15 * pile, pile, card, value, key, tables, tree, state)


def _onto_piles(
    row: int, first: int, source: int, card: int, value: int, key: int, tables: Tables, tree: Tree, state: array[int]
) -> None:
    """The children by a card, taken already, onto piles; actions count from `first` over piles other than `source`."""
    for side in range(2):
        target = tree.topped[tables.faces[LOWER * side + card]]
        while target >= 0:
            height = tree.rows[ROW * row + HEIGHTS + target]
            if height < tables.settings[CAPACITY]:
                raised = mix((tree.raws[16 * row + target] + tables.words[CARDS + 64 * height + card]) & WORD)
                action = first + target - (1 if target > source else 0)
                _child(action, value, target, card, (key - tree.mixed[target]) + raised, tree, state)
            target = tree.next_topped[target]


def _from_foundations(row: int, value: int, tables: Tables, tree: Tree, state: array[int]) -> None:
    """The children by the top cards of foundations."""
    for foundation in range(8):
        height = tree.rows[ROW * row + FOUNDATIONS + foundation]
        if height == 1:
            continue
        other = tree.rows[ROW * row + FOUNDATIONS + (foundation ^ 4)]
        across = height + other == 13
        if not across and not tables.settings[TO_PILE]:
            continue
        home = HOMES + 64 * foundation + height
        key = ((tree.hashes[row] - tables.words[home]) + tables.words[home - 1]) & WORD
        if across:
            home = HOMES + 64 * (foundation ^ 4) + other
            key_across = (key - tables.words[home]) + tables.words[home + 1]
            _child(272 + foundation, value, -1, 0, key_across, tree, state)
        if tables.settings[TO_PILE]:
            card = foundation_card(foundation, height)
            _onto_piles(row, 281 + 16 * foundation, 16, card, value - HOME, key, tables, tree, state)


def _enter(node: int, row: int, tables: Tables, tree: Tree, state: array[int]) -> None:
    """Value and queue the children that are new, and the one by a redeal without either."""
    home = cards_home(tree.rows, ROW * row) + 1
    made = tree.moves[node] + 1
    for place in range(state[CHILDREN]):
        if not is_new(tree.keys[place], tables, tree):
            continue
        action = tree.children[4 * place]
        value = tree.children[4 * place + 1]
        pile = tree.children[4 * place + 2]
        if pile >= 0:
            height = tree.rows[ROW * row + HEIGHTS + pile]
            value += gain(tree.rows, tree.bottom[pile], height, tree.children[4 * place + 3], tables)
        elif action < 272 and home > state[BEST]:
            state[BEST] = home
            state[BEST_NODE] = state[NODES]
            if home == 104:
                state[WON] = state[NODES]
        _add(node, action, made, value, tables, tree, state)
    if tree.rows[ROW * row + REDEALS] > 0:
        guess = tree.value[node] - tables.weights[REDEAL] + tables.weights[HOPE]
        _add(node, 280, made - 1, guess, tables, tree, state)


def _add(parent: int, action: int, made: int, value: int, tables: Tables, tree: Tree, state: array[int]) -> None:
    """Make a node and queue it."""
    node = state[NODES]
    tree.parent[node] = parent
    tree.action[node] = action
    tree.row[node] = -1
    tree.moves[node] = made
    tree.value[node] = value
    enqueue(_blurred(value, made, tables, state), node, tree.queue, state)
    state[NODES] = node + 1
