"""Ctrl-C ends a search and keeps what it found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from crescent import GameCode, Position, Rules, variants
from crescent.solver import Progress, Status, shorten, solve
from tests.solver.asking import end_of, interpret, is_won

HARD = Position.deal(3, Rules(redeals=0))
"""Not solved within any test's patience."""


class StopAfter:
    """A `progress` that raises what ctrl-C raises, at its call of this number."""

    def __init__(self, calls: int, error: type[BaseException] = KeyboardInterrupt) -> None:
        """Stop at call number `calls`, from 1, with this error."""
        self._left = calls
        self._error = error

    def __call__(self, _: Progress) -> None:
        """Count a call."""
        self._left -= 1
        if self._left == 0:
            raise self._error


@pytest.mark.parametrize("calls", [1, 2, 4])
def test_interrupted_search_returns_its_best(calls: int) -> None:
    """Stopped from `progress`, the search returns the best line so far and says that it was interrupted."""
    solution = solve(HARD, nodes=10**9, progress=StopAfter(calls))
    assert (solution.status, solution.interrupted) == (Status.UNKNOWN, True)
    assert end_of(solution).cards_home == solution.best_cards
    assert (solution.best_cards > 8) == (calls > 1)


def test_interpreted_search_returns_its_best_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without compiled code the search gives up control often as well."""
    interpret(monkeypatch)
    solution = solve(HARD, nodes=10**9, progress=StopAfter(4))
    assert solution.interrupted
    assert solution.seconds < 5
    assert end_of(solution).cards_home == solution.best_cards > 8


def test_interrupted_shortening_returns_its_shortest() -> None:
    """Stopped from `progress`, `shorten` returns a won line that is no longer than the one it got."""
    solution = solve(GameCode(2, variants["normal"]).deal())
    shorter = shorten(solution, seconds=60, progress=StopAfter(6))
    assert shorter.interrupted
    assert is_won(shorter)
    assert shorter.move_count <= solution.move_count


def test_other_errors_of_progress_pass_through() -> None:
    """Only ctrl-C is answered by a result."""
    with pytest.raises(ZeroDivisionError):
        solve(HARD, nodes=10**9, progress=StopAfter(2, ZeroDivisionError))


@pytest.mark.skipif(sys.platform == "win32", reason="signals to a child are POSIX")
def test_real_ctrl_c_returns_the_best() -> None:
    """A SIGINT from outside, in the middle of compiled work, is answered within moments by the best so far."""
    program = (
        "from crescent import Position, Rules; from crescent.solver import solve\n"
        "told = []\n"
        "def tell(progress):\n"
        "    if not told: print('begun', flush=True)\n"
        "    told.append(progress)\n"
        "solution = solve(Position.deal(3, Rules(redeals=0)), nodes=10**9, progress=tell)\n"
        "print(solution.status, solution.interrupted, solution.best_cards, len(solution.moves) > 0, flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True, env=os.environ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "begun\n"
        time.sleep(0.3)
        child.send_signal(signal.SIGINT)
        output, _ = child.communicate(timeout=20)
    status, interrupted, cards, moved = output.split()
    assert (status, interrupted, moved) == ("unknown", "True", "True")
    assert int(cards) > 8
    assert child.returncode == 0
