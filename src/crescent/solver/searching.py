"""The search for a won line: restarts whose weights are perturbed, and exhaustion where a proof may be in reach."""

from __future__ import annotations

from array import array
from functools import cache

from crescent import kernel
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.solver import exhaustion, tree
from crescent.solver.graph import Graph
from crescent.solver.limits import Report, Watch, check_position, checked_nodes, checked_seed
from crescent.solver.memory import new_tables, new_tree
from crescent.solver.packed import pack
from crescent.solver.program import Program, best_program
from crescent.solver.solution import Solution, Status, moves_of
from crescent.solver.weights import Weights, tuned

NODES = 4_000_000
"""The node budget, if none is given."""

RESTART_NODES = 3000
"""Nodes after which a restart is given up."""

SPREAD = 3
"""How far a restart's weights are perturbed, in halves of their spreads."""

PROOFS = ((40, 50_000), (1000, 500_000))
"""Restarts after which a proof is tried though no restart's queue ran empty, and the rows that it may take."""


def solve(
    position: Position,
    *,
    nodes: int = NODES,
    seconds: float | None = None,
    seed: int = 0,
    progress: Report | None = None,
    look_under: bool = False,
) -> Solution:
    """Look for a line that wins from `position`, or for the proof that there is none.

    The same position, nodes and seed give the same answer, with Numba or without, unless `seconds` or ctrl-C end the
    search earlier.  Ctrl-C (also out of `progress`) does not raise: what was found so far is returned, and says so.
    Memory stays below 100 MB.

    Args:
        position: any position of any rules.
        nodes: positions to make at most, 1 or more; up to some hundreds more are made.
        seconds: time to take at most, above 0; None for no limit.  Compiling, where that is due, does not count.
        seed: any integer; the lowest 64 bits count.
        progress: called with a `Progress` at the start and about every 50 ms.
        look_under: allows positions with face-down cards; the search knows all cards.

    Raises:
        WrongTypeError, RulesError: an argument is of the wrong type or out of range.
        FaceDownError: cards are face down, and `look_under` does not allow it.
    """
    check_position(position, look_under)
    watch = Watch(checked_nodes(nodes), seconds, progress)
    search = Search(position, checked_seed(seed), watch)
    status, interrupted, replayed = Status.UNKNOWN, False, None
    try:
        search.use(ready_program())
        watch.start()
        status = search.run()
        replayed = moves_of(position, search.best_line, won=status is Status.SOLVED)
    except KeyboardInterrupt:
        interrupted = True
    moves, end = replayed or moves_of(position, search.best_line, won=status is Status.SOLVED)
    if end.outcome is Outcome.WON:  # it may have been found in the very moment of the interruption
        status = Status.SOLVED
    return Solution(status, position, moves, end.cards_home, watch.nodes, watch.restarts, interrupted, watch.seconds)


class Search:
    """All searches from one position.

    Attributes:
        best_line: the action indices that bring most cards home so far.
    """

    def __init__(self, position: Position, seed: int, watch: Watch, weights: Weights | None = None) -> None:
        """Prepare the search; `use` is to be called before anything is searched."""
        self._position = position
        self._watch = watch
        self._weights = weights or tuned()
        self._start = pack(position.row, position.rules)
        self._state = array("q", bytes(8 * tree.STATE))
        word = kernel.mix(seed)
        self._state[tree.CHANCE] = ((word ^ (word >> 32)) & 0xFFFFFFFF) or 1
        self._tree = new_tree(RESTART_NODES)
        self._tables = new_tables(position.rules, RESTART_NODES, self._weights.values[:])
        self._proofs = list(PROOFS)
        self.best_line: tuple[int, ...] = ()
        watch.best_cards = position.cards_home

    def use(self, program: Program) -> None:
        """Search by these functions."""
        self._program = program

    def run(self) -> Status:
        """Search until the answer is known or the watch is over."""
        if self._position.outcome is Outcome.WON:
            return Status.SOLVED
        watch = self._watch
        while not watch.is_over():
            if self.restart():
                return Status.SOLVED
            everything = self._state[tree.QUEUED] == 0
            if self._proofs and not watch.is_over() and (everything or watch.restarts >= self._proofs[0][0]):
                status = self._prove(self._proofs.pop(0)[1])
                if status is not Status.UNKNOWN:
                    return status
        return Status.UNKNOWN

    def restart(self) -> bool:
        """Search once, with the tuned weights the first time and with perturbed ones then; whether that won."""
        watch, state = self._watch, self._state
        tables = self._tables
        if watch.restarts:
            values, spreads = self._weights
            self._program.perturb(tables.weights, values, spreads, SPREAD, state, tree.CHANCE)
        self._program.fill_tables(tables)
        tables.settings[tree.BUDGET] = int(min(RESTART_NODES, watch.nodes_left))
        watch.restarts += 1
        self._program.begin_restart(self._start, tables, self._tree, state)
        made, goes_on, best = 0, True, watch.best_cards
        while goes_on:
            goes_on = self._program.advance(tables, self._tree, state, self._program.steps)
            if state[tree.BEST] > best:
                best = state[tree.BEST]
                self.best_line = self._line(state[tree.BEST_NODE])
                watch.best_cards = best
            goes_on &= watch.look(state[tree.NODES] - made)
            made = state[tree.NODES]
        return state[tree.WON] >= 0

    def last_line(self) -> tuple[int, ...]:
        """The action indices of the last restart's win, or of its best."""
        return self._line(self._state[tree.BEST_NODE])

    def _line(self, node: int) -> tuple[int, ...]:
        parent, action = self._tree.parent, self._tree.action
        line = []
        while node > 0:
            line.append(action[node])
            node = parent[node]
        return tuple(reversed(line))

    def _prove(self, room: int) -> Status:
        """Reach everything that can be reached, if that is not more than `room` positions or the nodes left."""
        graph = Graph(int(min(room, self._watch.nodes_left)), self._position.rules)
        graph.enter(self._start)
        outcome = exhaustion.MORE
        while outcome == exhaustion.MORE:
            before = graph.size
            outcome = graph.grow(self._program)
            if not self._watch.look(graph.size - before):
                return Status.UNKNOWN
        if outcome == exhaustion.REACHED:
            self.best_line = graph.line(self._start)
            return Status.SOLVED
        return Status.UNSOLVABLE if outcome == exhaustion.EXHAUSTED else Status.UNKNOWN


@cache
def ready_program() -> Program:
    """The best program there is, compiled: one card before the end, every function is called once."""
    program = best_program()
    if program.is_compiled:
        from crescent import jit

        with jit.announced("the solver"):
            _warm_up(program)
    return program


def _warm_up(program: Program) -> None:
    text = "-/" * 14 + "KSAS/2S QKKK 3AAA 0"
    search = Search(Position.parse(text), 0, Watch(None, None, None))
    search.use(program)
    for _ in range(2):
        search.restart()
    search._prove(100)
