"""Hints: the next move, and whether the game can still be won, from what the player may know and nothing else.

Where all cards are known the solver answers.  Where some are hidden nobody can know; then the solver plays out several
ways in which the hidden cards may lie, all equally likely, and the hint says in how many of them it wins, and how.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import Enum

from crescent.agents import make
from crescent.errors import RulesError, WrongTypeError, as_integer
from crescent.moves import Move
from crescent.outcome import Outcome
from crescent.solver import Progress, Solution, Status, solve
from crescent.solver.guesses import known_position, moves_by_view, ways
from crescent.view import View

NODES = 1_000_000
"""The solver's node budget where all cards are known."""

SAMPLES = 24
"""Ways in which hidden cards may lie that are tried."""

SAMPLE_NODES = 50_000
"""The solver's node budget for each of them."""

SECONDS = 5.0
"""The time limit of a hint during a game."""

MOST_SAMPLES = 10_000

MOST_ASKED = 10_000
"""Boards that an adviser remembers at most; then it forgets them all."""

Report = Callable[[Progress], object]


class Winnable(Enum):
    """Whether a game can still be won."""

    YES = "yes"
    NO = "no"
    """Proven."""
    UNKNOWN = "unknown"

    def __str__(self) -> str:
        """The word."""
        return self._value_


@dataclass(frozen=True, slots=True)
class Hint:
    """What to play next, and how sure that is.

    Attributes:
        move: the next move; None where there is none, because the game is won or blocked.
        winnable: whether the game can be won from here, as far as it is known for sure.
        line: where all cards are known: the moves from here to the win, or as far as the solver got.
        unknown: cards that the player has not seen.
        samples: ways in which they may lie that were tried; 0 where all cards are known.
        won, lost: of the samples, those that the solver won, and those proven to be lost.
        agreeing: of the won samples, those whose line begins with `move`.
        interrupted: whether ctrl-C ended the search early.
    """

    move: Move | None
    winnable: Winnable
    line: tuple[Move, ...] = ()
    unknown: int = 0
    samples: int = 0
    won: int = 0
    lost: int = 0
    agreeing: int = 0
    interrupted: bool = False


class Adviser:
    """Gives hints during a game, and stands by them: who follows a line that wins is led along it to the end.

    Where no line is known that wins, a better one is looked for at every hint, and without one the last line goes on.
    Where cards are hidden there is none; then no hint leads back to a board that was asked about before.

    Args:
        nodes, seconds, seed: as for `hint`.
    """

    def __init__(self, nodes: int = NODES, seconds: float | None = SECONDS, seed: int = 0) -> None:
        """Know no line yet."""
        self._budget = {"nodes": nodes, "seed": seed}
        self._seconds = seconds
        self._line: dict[View, tuple[Move, ...]] = {}
        self._wins = False
        self._asked: set[View] = set()

    def hint(self, view: View, progress: Report | None = None) -> Hint:
        """What to play in `view`.

        Raises:
            As `hint`.
        """
        rest = self._line.get(view)
        if rest and self._wins:
            return Hint(rest[0], Winnable.YES, rest)
        found = hint(view, **self._budget, seconds=self._seconds, seen=self._asked, progress=progress)
        if len(self._asked) >= MOST_ASKED:
            self._asked.clear()
        self._asked.add(view)
        self._wins = found.winnable is Winnable.YES and bool(found.line)
        if rest and not self._wins and not view.unknown_count:
            return replace(found, move=rest[0], line=rest)
        self._line = moves_by_view(view, found.line) if found.line else {}
        return found


def hint(
    view: View,
    *,
    nodes: int = NODES,
    seconds: float | None = None,
    seed: int = 0,
    samples: int = SAMPLES,
    seen: Collection[View] = (),
    progress: Report | None = None,
) -> Hint:
    """What to play in `view`.

    The same view, budgets and seed give the same hint, unless `seconds` or ctrl-C end the search earlier.

    Args:
        view: what the player sees; a position would show the hidden cards, so none is taken.
        nodes: the solver's node budget, 1 or more; with hidden cards no more than `SAMPLE_NODES` for each sample.
        seconds: time to take at most, about; None for no limit.
        seed: of the solver and the samples.
        samples: ways in which hidden cards may lie to try at most, 1 to `MOST_SAMPLES`.
        seen: boards of the game so far.  Where cards are hidden each hint is made of other samples, so that one
            after the other might lead to and fro; no move back to one of these is given while there is another.
        progress: called now and then with the solver's progress.

    Raises:
        WrongTypeError, RulesError: an argument is of the wrong type or out of range.
    """
    if not isinstance(view, View):
        raise WrongTypeError("what a hint is asked for", "a View", view)
    if not 1 <= as_integer("samples", samples) <= MOST_SAMPLES:
        raise RulesError("samples", samples, f"from 1 to {MOST_SAMPLES}")
    outcome = view.outcome
    if outcome is not None:
        return Hint(None, Winnable.YES if outcome is Outcome.WON else Winnable.NO, unknown=view.unknown_count)
    if not view.unknown_count:
        position = known_position(view)
        return _known(view, solve(position, nodes=nodes, seconds=seconds, seed=seed, progress=progress), seed)
    end = None if seconds is None else time.monotonic() + seconds
    solutions: list[Solution] = []
    some, are_all = ways(view, samples, seed)
    for way in some:
        left = None if end is None else end - time.monotonic()
        if left is not None and left <= 0:
            break
        budget = min(nodes, SAMPLE_NODES)
        solutions.append(solve(way, nodes=budget, seconds=left, seed=seed, progress=progress, look_under=True))
        if solutions[-1].interrupted:
            break
    return _sampled(view, solutions, seed, seen, complete=are_all and len(solutions) == len(some))


def _known(view: View, solution: Solution, seed: int) -> Hint:
    """The hint of a solution where no card is hidden."""
    winnable = {Status.SOLVED: Winnable.YES, Status.UNSOLVABLE: Winnable.NO, Status.UNKNOWN: Winnable.UNKNOWN}
    move = solution.moves[0] if solution.moves else _greedy(view, seed)
    return Hint(move, winnable[solution.status], solution.moves, interrupted=solution.interrupted)


def _sampled(view: View, solutions: list[Solution], seed: int, seen: Collection[View], *, complete: bool) -> Hint:
    """The hint of several solutions; `complete` where they are all that is possible."""
    won = [solution for solution in solutions if solution.status is Status.SOLVED]
    lost = sum(solution.status is Status.UNSOLVABLE for solution in solutions)
    every = Counter(solution.moves[0] for solution in won)
    firsts = {move: count for move, count in every.items() if not _leads_back(solutions, move, seen)}
    if firsts:
        move, agreeing = max(firsts.items(), key=_by_count_and_index)
    else:
        others = [move for move in view.legal_moves() if not _leads_back(solutions, move, seen)]
        move = _greedy(view, seed)
        if others and move not in others:
            move = others[-1]  # the redeal, where there is one
        agreeing = every[move]
    winnable = Winnable.UNKNOWN
    if complete and len(won) == len(solutions):
        winnable = Winnable.YES
    elif complete and lost == len(solutions):
        winnable = Winnable.NO
    interrupted = any(solution.interrupted for solution in solutions)
    return Hint(
        move,
        winnable,
        unknown=view.unknown_count,
        samples=len(solutions),
        won=len(won),
        lost=lost,
        agreeing=agreeing,
        interrupted=interrupted,
    )


def _leads_back(solutions: list[Solution], move: Move, seen: Collection[View]) -> bool:
    """Whether a move leads to a board that was seen; one that turns up a card that was hidden never does."""
    return bool(seen) and bool(solutions) and solutions[0].position.play(move).view() in seen


def _by_count_and_index(entry: tuple[Move, int]) -> tuple[int, int]:
    """The most frequent move first; among equals the lowest index."""
    move, count = entry
    return count, -move.index


def _greedy(view: View, seed: int) -> Move:
    """What looks best without a search."""
    return make("greedy", seed=seed).choose(view)
