"""A growing set of positions up to the order of their piles: the Python side of `exhaustion`."""

from __future__ import annotations

from array import array

from crescent.rules import Rules
from crescent.solver import exhaustion
from crescent.solver.hashing import words_table
from crescent.solver.packed import ROW, faces_table, table_size, zeros
from crescent.solver.program import Program
from crescent.solver.symmetry import real_line


class Graph:
    """Positions up to the order of their piles.

    Attributes:
        arrays, state: what `exhaustion` and `neighbourhood` work on.
    """

    def __init__(self, room: int, rules: Rules) -> None:
        """An empty graph with room for so many positions: about 145 bytes each."""
        room = max(1, room)  # for the position that it begins with: a graph without any would be exhausted at once
        size = table_size(room)
        self.state: array[int] = array("q", [0, 0, -1, room, 0, 0])
        self.arrays: exhaustion.Arrays = exhaustion.Arrays(
            rows=zeros("b", ROW * room),
            parents=zeros("i", room),
            actions=zeros("h", room),
            places=array("i", [-1]) * size,
            faces=faces_table(rules.wrap),
            words=words_table(size),
            settings=array("q", [rules.pile_capacity, rules.foundation_to_pile]),
            child=zeros("b", ROW),
            child_sorted=zeros("b", ROW),
            order=zeros("q", 32),
            tops=zeros("q", 16),
            legal=zeros("q", 512),
            raws=zeros("Q", 17),
        )

    @property
    def size(self) -> int:
        """Positions in the graph."""
        return self.state[exhaustion.FILLED]

    def enter(self, row: array[int]) -> None:
        """Enter a packed row, if there is room."""
        exhaustion.enter(row, self.arrays, self.state)

    def grow(self, program: Program) -> int:
        """Expand some positions; see `exhaustion.exhaust`."""
        return program.exhaust(self.arrays, self.state, program.steps)

    def line(self, start: array[int]) -> tuple[int, ...]:
        """The action indices from `start`, which was entered first, to the won position that was reached."""
        number, line = self.state[exhaustion.WON], []
        while number > 0:
            line.append(self.arrays.actions[number])
            number = self.arrays.parents[number]
        return tuple(real_line(start, line[::-1], self.arrays.faces))
