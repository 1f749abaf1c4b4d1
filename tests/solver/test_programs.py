"""Compiled and interpreted, the solver does the very same; and what it counts on the way is right."""

from __future__ import annotations

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import GameCode, Position, Rules, Variant, variants
from crescent.solver import Status, program, searching, shorten, solve
from crescent.solver.evaluation import evaluate
from crescent.solver.hashing import hash_piles, mix
from crescent.solver.limits import Watch
from crescent.solver.packed import ROW, cards_home
from crescent.solver.program import INTERPRETED, Program
from crescent.solver.searching import Search
from crescent.solver.tree import BEST, NODES, ROWS
from tests.laws.strategies import BUILT_IN, positions
from tests.solver.asking import ODD_RULES, interpret

ALL_RULES = [variant.rules for variant in BUILT_IN] + [*ODD_RULES]


def searched(position: Position, functions: Program, nodes: int = 1_000) -> Search:
    """A search after three restarts."""
    search = Search(position, 5, Watch(nodes, None, None))
    search.use(functions)
    for _ in range(3):
        search.restart()
    return search


@pytest.mark.parametrize("rules", ALL_RULES, ids=str)
def test_both_programs_do_the_same(rules: Rules) -> None:
    """After restarts every array is the same to the last bit, under all rules."""
    position = Position.deal(11, rules)
    one, other = (searched(position, each) for each in (INTERPRETED, program.compiled()))
    assert one._state == other._state
    for ours, theirs in zip(one._tree + one._tables, other._tree + other._tables, strict=True):
        assert ours == theirs


@pytest.mark.parametrize("number", [4, 5])
def test_answers_do_not_depend_on_numba(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interpreted, the solver gives the answer that compiled code gives, and shortens to the same line."""
    position = GameCode(number, variants["normal"]).deal()
    compiled = solve(position, nodes=9_000)
    compiled_shorter = shorten(compiled, seconds=None, nodes=2_000) if compiled.status is Status.SOLVED else None
    interpret(monkeypatch)
    assert solve(position, nodes=9_000) == compiled
    if compiled_shorter:
        assert shorten(compiled, seconds=None, nodes=2_000) == compiled_shorter


@given(positions(), st.sampled_from([20, 300]))
@settings(max_examples=30)
def test_values_and_hashes_kept_on_the_way_are_those_of_the_rows(position: Position, nodes: int) -> None:
    """Values and hashes are found by differences; of every row that was made they are what counting anew gives."""
    search = Search(position, 1, Watch(nodes, None, None))
    search.use(INTERPRETED)
    search.restart()
    tree, tables, raws = search._tree, search._tables, array("Q", bytes(8 * 17))
    for node in range(search._state[NODES]):
        row = tree.row[node]
        if row < 0:
            continue
        assert tree.value[node] == evaluate(tree.rows, ROW * row, tables)
        assert tree.hashes[row] == hash_piles(tree.rows, ROW * row, tables.words, raws, 0)
        assert tree.raws[16 * row : 16 * row + 16] == raws[:16]
        assert contains(tree.table, tree.hashes[row])
    best = max(cards_home(tree.rows, ROW * row) for row in range(search._state[ROWS]))
    assert search._state[BEST] >= best
    assert mix(0) == 0


def contains(table: array[int], key: int) -> bool:
    """Whether the hash table holds a row's hash."""
    return (key | 1) in set(table)


@pytest.mark.parametrize("variant", BUILT_IN, ids=lambda variant: variant.name)
def test_exhaustion_does_the_same_in_both(variant: Variant) -> None:
    """The graph of everything reachable grows alike, row by row."""
    from crescent.solver.graph import Graph
    from crescent.solver.packed import pack

    position = GameCode(2, variant).deal()
    graphs = []
    for functions in (INTERPRETED, program.compiled()):
        graph = Graph(300, position.rules)
        graph.enter(pack(position.row, position.rules))
        outcome = 0
        while not outcome:
            outcome = graph.grow(functions)
        graphs.append((outcome, graph.state, graph.arrays.rows, graph.arrays.parents, graph.arrays.actions))
    assert graphs[0] == graphs[1]


def test_best_program_is_compiled_here() -> None:
    """With Numba installed, as for these tests, compiled code is what runs."""
    assert program.best_program().is_compiled
    assert searching.ready_program() is program.compiled()
