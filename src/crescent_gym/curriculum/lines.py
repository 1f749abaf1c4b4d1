"""Won lines of play, position by position: what a curriculum starts its episodes from."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass

from crescent.codes import GameCode
from crescent.errors import RulesError, WrongTypeError
from crescent.moves import Move
from crescent.outcome import Outcome
from crescent.position import Position, deal_number
from crescent.record import Record
from crescent.solver import Status, solve
from crescent.variants import Variant
from crescent_gym.arguments import checked_variant
from crescent_gym.errors import NotWonError

LINE_NODES = 200_000
"""The node budget of a deal, if none is given: some 98 % of normal deals are solved with it, in milliseconds each."""


@dataclass(frozen=True, slots=True)
class WonLine:
    """The positions of a game that was won, from its start to the last one before the win.

    A line of n plies takes some 350 · n bytes.
    """

    positions: tuple[Position, ...]

    @classmethod
    def of(cls, start: Position, moves: Iterable[Move], where: str = "a line") -> WonLine:
        """The line that `moves` play from `start`.

        Args:
            start: where it begins.
            moves: moves and redeals.
            where: what an error calls the line.

        Raises:
            IllegalMoveError: the rules refuse a move.
            NotWonError: the last position is not won, or there is no move.
        """
        positions = [start]
        for move in moves:
            positions.append(positions[-1].play(move))
        if positions.pop().outcome is not Outcome.WON or not positions:
            raise NotWonError(where, len(positions))
        return cls(tuple(positions))

    def __len__(self) -> int:
        """Plies from the start to the win, 1 or more."""
        return len(self.positions)

    def before_the_win(self, plies: int) -> Position:
        """The position so many plies (1 or more) before the win; the line's start, if it has no more than that."""
        return self.positions[max(0, len(self.positions) - plies)]


def lines_of_records(records: Iterable[Record | str | os.PathLike[str]]) -> list[WonLine]:
    """The lines of records, or of the record files with these names.

    Raises:
        WrongTypeError: `records` cannot be gone through, or holds something else.
        FileError, RecordError, DivergenceError, PluginError: a file cannot be read, or is no record.
        NotWonError: a record does not end in a won game; it names the code or the file.
    """
    if isinstance(records, Record | str | bytes) or not isinstance(records, Iterable):
        raise WrongTypeError("records", "an iterable of records or file names", records)
    lines = []
    for given in records:
        if not isinstance(given, Record | str | os.PathLike):
            raise WrongTypeError("a record", "a Record or a file name", given)
        record = given if isinstance(given, Record) else Record.load(given)
        where = str(record.code or "a record") if isinstance(given, Record) else os.fspath(given)
        lines.append(WonLine.of(record.start, record.moves, where))
    return lines


def solved_lines(
    numbers: Iterable[int],
    variant: str | Variant = "normal",
    *,
    nodes: int = LINE_NODES,
    seed: int = 0,
) -> list[WonLine]:
    """The lines by which the solver wins these deals; those that it does not win are left out.

    Args:
        numbers: of the deals' codes, 0 to 2 ** 35 - 1.
        variant: what is played; where cards are face down the solver looks under them.
        nodes: positions that the solver makes at most for a deal.
        seed: of the solver.

    Raises:
        WrongTypeError, RulesError: an argument is of the wrong type or out of range.
        UnknownNameError: there is no such variant.
    """
    played = checked_variant(variant)
    if isinstance(numbers, str | bytes) or not isinstance(numbers, Iterable):
        raise WrongTypeError("numbers", "an iterable of integers", numbers)
    lines = []
    for number in numbers:
        start = GameCode(deal_number(number), played).deal()
        solution = solve(start, nodes=nodes, seed=seed, look_under=True)
        if solution.status is Status.SOLVED:
            lines.append(WonLine.of(start, solution.moves, f"deal {number}"))
    return lines


def checked_lines(lines: object) -> tuple[WonLine, ...]:
    """`lines` as a tuple of one or more, all of the same rules.

    Raises:
        WrongTypeError: it is no iterable of `WonLine`.
        RulesError: there is none, or lines differ in their rules.
    """
    if not isinstance(lines, Iterable):
        raise WrongTypeError("lines", "an iterable of WonLines", lines)
    checked = tuple(lines)
    for line in checked:
        if not isinstance(line, WonLine):
            raise WrongTypeError("a line", "a WonLine", line)
    if not checked:
        raise RulesError("won lines", 0, "one or more")
    rules = checked[0].positions[0].rules
    for line in checked:
        if line.positions[0].rules != rules:
            raise RulesError("the rules of a line", line.positions[0].rules, f"those of the first one, {rules}")
    return checked
