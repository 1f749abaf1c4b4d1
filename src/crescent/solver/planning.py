"""Plans from what a player knows: the moves to a win, or to the best that is in sight.

`Finisher` solves where all cards are known.  `Scout` looks ahead over the known cards alone.  `Sampler` compares the
ways to turn up the next card: it fills the unknown cards in at random, consistently with what has been seen, plays each
way in each filling, and looks ahead from there with what would be known then.  A full search of each filling would win
nearly always, whatever comes first, and so say nothing about the ways; it is used near the end alone.  Nothing here
ever has a card that the view does not show.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, NamedTuple

from crescent import kernel
from crescent.rules import Rules
from crescent.solver.evaluation import NOISE
from crescent.solver.guesses import known_position, missing_cards
from crescent.solver.memory import new_tables, new_tree
from crescent.solver.packed import HEIGHTS, ROW, pack, zeros
from crescent.solver.program import INTERPRETED_PLANNING, ready_planning_program
from crescent.solver.searching import ready_program, solve
from crescent.solver.tree import CHANCE, STATE, WON
from crescent.solver.weights import tuned
from crescent.view import View

CURIOSITY: Final = 3000
"""What it is worth that an unknown card comes to a top, over a third of a card home; tuned on deals from 300001 on."""

WIN: Final = 100_000
"""What a win is worth to a sample more than its cards, so that chances of winning count."""

STANDARD_ERRORS: Final = 2.0
"""By how many standard errors a way must be better in the samples than the one that looks best without them."""

FEW: Final = 12
"""Unknown cards of which a sample may know all: by then it depends on the ways whether a filling can be won."""

FEW_NODES: Final = 1500
"""Positions to look at where a sample knows all."""

MOST_PLIES: Final = 200
"""The deepest that may be looked."""


NO_ACTIONS: Final[tuple[int, ...]] = ()


class Plan(NamedTuple):
    """What to play next.

    Attributes:
        actions: action indices; empty where nothing in sight is better than staying.
        rows: by ply, the view's row (of `crescent.kernel`) where it is to be played; as far as cards are known.
    """

    actions: tuple[int, ...]
    rows: tuple[bytes, ...]


class Finisher:
    """Solves where all cards are known.

    Where it finds nothing better it gives up until one more card is home or a redeal is used, so that a game which
    cannot be won does not cost a search for every move.

    Args:
        nodes: the solver's node budget for each search.
    """

    def __init__(self, nodes: int) -> None:
        """Have given up nothing yet."""
        self._nodes = nodes
        self._given_up: tuple[int, int] | None = None

    def plan(self, view: View, chance: random.Random) -> Plan:
        """The line that wins, or else the best that was found; `chance` seeds the solver.

        Raises:
            UnknownCardsError: some card is not known.
            KeyboardInterrupt: ctrl-C came while the solver searched.
        """
        position, state = known_position(view), (view.cards_home, view.redeals_left)
        if state == self._given_up:
            return followed(view, NO_ACTIONS)
        solution = solve(position, nodes=self._nodes, seed=chance.getrandbits(64))
        if solution.interrupted:
            raise KeyboardInterrupt  # the solver keeps it for itself, but here it was meant for the whole game
        self._given_up = None if solution.moves else state
        return followed(view, tuple(move.index for move in solution.moves))


class _Desk:
    """Arrays for looks of a given size by given rules."""

    def __init__(self, rules: Rules, nodes: int) -> None:
        weights = tuned().values[:]
        weights[NOISE] = 0
        self.tree, self.tables = new_tree(nodes), new_tables(rules, nodes, weights)
        self.state = array("q", bytes(8 * STATE))
        self.state[CHANCE] = 1
        ready_planning_program().fill_tables(self.tables)


class Scout:
    """Looks ahead over known cards.

    Args:
        rules: the rules of all views that will be asked about.
        depth: plies to look ahead, 1 to `MOST_PLIES`.
        nodes: positions to look at.
    """

    def __init__(self, rules: Rules, depth: int, nodes: int) -> None:
        """Reserve the arrays: about 340 bytes a node."""
        self.rules = rules
        self._depth, self._nodes = depth, nodes
        self._desk = _Desk(rules, nodes)
        self._line = zeros("q", MOST_PLIES + 1)

    def plan(self, view: View) -> Plan:
        """The moves to the best position in sight, cut where they turn up a card."""
        return followed(view, self._best(view))

    def _best(self, view: View) -> tuple[int, ...]:
        """The actions to the best position in sight; none where that is this one."""
        desk, program = self._desk, ready_planning_program()
        cards = missing_cards(view)
        if cards:
            program.fill_unknown(desk.tables, _counts(cards), len(cards), CURIOSITY)
        best = program.look(pack(view.row, self.rules), self._depth, self._nodes, desk.tables, desk.tree, desk.state)
        return self._line_to(best)

    def _line_to(self, node: int) -> tuple[int, ...]:
        plies = ready_planning_program().line_to(node, self._desk.tree, self._line)
        return tuple(self._line[:plies])


class Sampler(Scout):
    """Looks ahead over known cards, and decides by samples which card to turn up next.

    Args:
        rules, depth, nodes: as of a `Scout`.
        samples: fillings of the unknown cards for each decision, 2 or more.
        ways: how many ways to turn up the next card are compared.
        sample_depth, sample_nodes: how far to look in a sample.
    """

    def __init__(
        self, rules: Rules, depth: int, nodes: int, samples: int, ways: int, sample_depth: int, sample_nodes: int
    ) -> None:
        """Reserve the arrays."""
        super().__init__(rules, depth, nodes)
        self._samples, self._ways = samples, ways
        self._settings = array("q", [sample_depth, sample_nodes, CURIOSITY, WIN, FEW, FEW_NODES])
        self._sample_desk = _Desk(rules, max(sample_nodes, FEW_NODES))
        self._found = zeros("i", len(self._desk.tree.parent))

    def sampled_plan(self, view: View, chance: random.Random) -> Plan:
        """The moves of the best way on; `chance` fills in the unknown cards."""
        best = self._best(view)
        if not view.unknown_count or self._desk.state[WON] >= 0:
            return followed(view, best)
        ways = [best, *self._discoveries()] if best else self._discoveries()
        if len(ways) > 1:
            best = ways[self._elected(self._worths(view, ways, chance))]
        return followed(view, best or (ways[0] if ways else ()))

    def _discoveries(self) -> list[tuple[int, ...]]:
        """Lines that end by turning up a card: for each pile whose card that is the best, and the best of those."""
        tree = self._desk.tree
        count = ready_planning_program().discoveries(tree, self._desk.state, self._found)
        by_pile: dict[int, int] = {}
        for node in sorted(self._found[:count], key=lambda node: -tree.value[node]):
            by_pile.setdefault(_source(tree.action[node]), node)
        return [self._line_to(node) for node in list(by_pile.values())[: self._ways]]

    def _worths(self, view: View, ways: Sequence[tuple[int, ...]], chance: random.Random) -> list[list[int]]:
        """By way, what it is worth in each sample."""
        desk, program, seen = self._sample_desk, ready_planning_program(), pack(view.row, self.rules)
        cards = missing_cards(view)
        counts = _counts(cards)
        places = [place for place in range(sum(seen[HEIGHTS : HEIGHTS + 16])) if not seen[place]]
        line, spare = zeros("q", MOST_PLIES + 1), zeros("b", ROW)
        worths: list[list[int]] = [[] for _ in ways]
        for _ in range(self._samples):
            real = seen[:]
            for place, card in zip(places, chance.sample(cards, len(cards)), strict=True):
                real[place] = card
            for way, worth in zip(ways, worths, strict=True):
                line[: len(way)] = array("q", way)
                arrays = (seen[:], real[:], counts[:], len(cards), line, len(way), self._settings)
                worth.append(program.prospect(*arrays, desk.tables, desk.tree, desk.state, spare))
        return worths

    def _elected(self, worths: Sequence[Sequence[int]]) -> int:
        """The way that the samples elect: the first, unless another is better in them beyond what chance may do."""
        elected, most = 0, 0.0
        for number, worth in enumerate(worths):
            gains = [one - other for one, other in zip(worth, worths[0], strict=True)]
            mean = sum(gains) / len(gains)
            variance = sum((gain - mean) ** 2 for gain in gains) / (len(gains) - 1)
            sure = mean - STANDARD_ERRORS * (variance / len(gains)) ** 0.5
            if sure > most:
                elected, most = number, sure
        return elected


@cache
def prepare_looking() -> None:
    """Have what a `Scout` needs compiled, where Numba is there, so that no plan takes long for that."""
    _prepare(Scout(_TINY.rules, 2, 9).plan, "the look ahead")


@cache
def prepare_sampling() -> None:
    """The same for a `Sampler`."""
    prepare_looking()
    chance = random.Random(0)
    _prepare(lambda view: Sampler(view.rules, 2, 9, 2, 2, 1, 9).sampled_plan(view, chance), "the sampler")


def prepare_solving() -> None:
    """The same for a `Finisher`."""
    ready_program()


def _prepare(plan: Callable[[View], Plan], what: str) -> None:
    """Plan once, in a tiny game, and say what takes so long if it does."""
    if ready_planning_program() is INTERPRETED_PLANNING:
        return
    from crescent import jit

    with jit.announced(what):
        plan(_TINY)


_TINY: Final = View.parse("??QS/??JS/KS" + "/-" * 13 + " 9KKK 2AAA 1", Rules(face_down=True))
"""Two unknown cards, and two ways to turn one up."""


def _counts(cards: Sequence[int]) -> array[int]:
    """How often each card (1 to 52) is among `cards`."""
    counts = zeros("q", 53)
    for card in cards:
        counts[card] += 1
    return counts


def _source(action: int) -> int:
    """The pile that an action below 272 takes a card from."""
    return action // 15 if action < 240 else (action - 240) % 16


def followed(view: View, actions: tuple[int, ...]) -> Plan:
    """The plan of these actions, which are legal from `view` on, cut behind the first that turns up a card."""
    row, capacity = bytearray(view.row), view.rules.pile_capacity
    rows: list[bytes] = []
    for action in actions:
        rows.append(bytes(row))
        kernel.play(row, capacity, action)
        if any(row[16 * capacity + pile] and not kernel.top_card(row, capacity, pile) for pile in range(16)):
            break
    return Plan(actions[: len(rows)], tuple(rows))
