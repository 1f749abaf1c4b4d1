"""Shorter lines: the shortest one around all known lines, then more lines to know."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from crescent.errors import WrongTypeError
from crescent.rules import Rules
from crescent.solver import exhaustion
from crescent.solver.errors import NotSolvedError
from crescent.solver.graph import Graph
from crescent.solver.limits import Report, Watch, checked_seed
from crescent.solver.packed import pack, play, zeros
from crescent.solver.program import Program
from crescent.solver.searching import Search, ready_program
from crescent.solver.solution import Solution, Status, moves_of

SECONDS = 2.0
"""The time limit, if none is given."""

NEAR, WIDE = 20_000, 100_000
"""Positions in the graph around one line, and around several."""

LINES = 12
"""How many lines are kept: the shortest ones."""

SEARCH_NODES = 400_000
"""Nodes spent on more lines before the next graph."""


def shorten(
    solution: Solution,
    *,
    seconds: float | None = SECONDS,
    nodes: int | None = None,
    seed: int = 0,
    progress: Report | None = None,
) -> Solution:
    """A solution of the same position with as many moves or fewer; redeals are not counted, as in the app.

    Anytime: it goes on until the limit, or ctrl-C, or until the line is proven to be the shortest, and returns the
    shortest one so far.  It repeats itself for a seed and a node limit, unless `seconds` end it earlier.  Memory stays
    below 100 MB.

    Args:
        solution: a solved one.
        seconds: time to take at most, above 0; None for no limit.
        nodes: positions to make at most; None for no limit.  One of the two must be given.
        seed: any integer; the lowest 64 bits count.
        progress: called with a `Progress` at the start and about every 50 ms.

    Returns:
        The solution with the shorter moves; nodes, restarts and seconds are those of the shortening.

    Raises:
        WrongTypeError, RulesError: an argument is of the wrong type or out of range.
        NotSolvedError: the solution has no won line.
    """
    if not isinstance(solution, Solution):
        raise WrongTypeError("what is to be shortened", "a Solution", solution)
    if solution.status is not Status.SOLVED:
        raise NotSolvedError(solution)
    if seconds is None and nodes is None:
        raise WrongTypeError("seconds", "a number where nodes is None", seconds)
    watch = Watch(nodes, seconds, progress)
    shortening = Shortening(solution, checked_seed(seed), watch)
    interrupted = False
    try:
        shortening.run()
    except KeyboardInterrupt:
        interrupted = True
    moves, end = moves_of(solution.position, shortening.lines[0], won=True)
    return Solution(
        Status.SOLVED,
        solution.position,
        moves,
        end.cards_home,
        watch.nodes,
        watch.restarts,
        interrupted,
        watch.seconds,
    )


class Shortening:
    """All lines known from one position.

    Attributes:
        lines: action indices, the line of fewest moves first.
    """

    def __init__(self, solution: Solution, seed: int, watch: Watch) -> None:
        """Begin with the solution's own line."""
        self._position = solution.position
        self._watch = watch
        self._start = pack(solution.position.row, solution.position.rules)
        self._search = Search(solution.position, seed, watch)
        self.lines: list[tuple[int, ...]] = []
        self._is_shortest = False
        self._learn(_actions_of(solution))
        watch.best_cards = 104

    def run(self) -> None:
        """Shorten until the watch is over."""
        self._search.use(ready_to_shorten())
        self._watch.start()
        while not (self._watch.is_over() or self._is_shortest):
            while self._improve(self.lines[:1], NEAR):
                pass
            if not self._is_shortest:
                self._search_more()
                self._improve(self.lines, WIDE)

    def _learn(self, line: tuple[int, ...]) -> bool:
        """Keep a line if it is among the shortest; whether it is the shortest of all."""
        best = count_moves(self.lines[0]) if self.lines else len(line) + 1
        if line not in self.lines:
            self.lines = sorted([*self.lines, line], key=count_moves)[:LINES]
        self._watch.move_count = count_moves(self.lines[0])
        return self._watch.move_count < best

    def _search_more(self) -> None:
        """Look for other lines that win."""
        enough = self._watch.nodes + SEARCH_NODES
        while not self._watch.is_over() and self._watch.nodes < enough:
            if self._search.restart():
                self._learn(self._search.last_line())

    def _improve(self, lines: Sequence[tuple[int, ...]], room: int) -> bool:
        """Find the shortest line around the given ones; whether it is shorter than all known."""
        graph = Graph(int(min(room, 1 + self._watch.nodes_left)), self._position.rules)
        for line in lines:
            self._enter(line, graph)
        before = graph.size
        outcome = exhaustion.MORE
        program = ready_to_shorten()
        while outcome in (exhaustion.MORE, exhaustion.REACHED):
            outcome = graph.grow(program)
            if not self._watch.look(graph.size - before):
                return False
            before = graph.size
        self._is_shortest = outcome == exhaustion.EXHAUSTED  # the graph is all that there is
        distance, queue = zeros("i", graph.size), zeros("i", 4 * graph.size)
        program.begin_shortest(distance, queue, graph.state)
        outcome = exhaustion.MORE
        while outcome == exhaustion.MORE:
            outcome = program.shortest(graph.arrays, distance, queue, graph.state, program.steps)
            if not self._watch.look():
                return False
        return outcome == exhaustion.REACHED and self._learn(graph.line(self._start))

    def _enter(self, line: tuple[int, ...], graph: Graph) -> None:
        """Enter all positions of a line into a graph."""
        row, other = self._start[:], self._start[:]
        graph.enter(row)
        for action in line:
            play(row, 0, other, 0, action, graph.arrays.faces)
            row, other = other, row
            graph.enter(row)


@cache
def ready_to_shorten() -> Program:
    """The program that searches, with the functions compiled too that only shortening calls."""
    program = ready_program()
    if program.is_compiled:
        from crescent import jit

        graph = Graph(1, Rules())
        with jit.announced("the solver's shortening"):
            program.begin_shortest(zeros("i", 1), zeros("i", 4), graph.state)
            program.shortest(graph.arrays, zeros("i", 1), zeros("i", 4), graph.state, 0)
    return program


def count_moves(line: tuple[int, ...]) -> int:
    """The moves among these action indices, redeals not counted."""
    return len(line) - line.count(280)


def _actions_of(solution: Solution) -> tuple[int, ...]:
    """The action indices of a solution's moves, whichever way they name foundations."""
    position, actions = solution.position, []
    for move in solution.moves:
        actions.append(position.action(move))
        position = position.play(move)
    return tuple(actions)
