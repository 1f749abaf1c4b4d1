"""Processes solve what one solves alone, end when they should, and say so when they end when they should not."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from crescent import RulesError, WrongTypeError
from crescent.survey import Survey, WorkerError, solve_here
from tests.survey.processes import all_gone, children, new_children, seconds_busy
from tests.survey.questions import QUICK, alike

DEALS = range(1, 41)
LONG = replace(QUICK, nodes=10**11)
"""Every deal that is not solved soon goes on for long."""


@pytest.mark.parametrize("jobs", [1, 3])
def test_processes_find_what_one_finds_alone(jobs: int) -> None:
    """Every deal once, with the same result, however many processes share the work."""
    found = list(solve_here(QUICK, DEALS, jobs))
    assert alike(found) == alike([QUICK.solve(deal) for deal in DEALS])


def test_no_deals_need_no_processes() -> None:
    """Nothing is solved where nothing is asked; fewer deals than processes are no trouble."""
    assert list(solve_here(QUICK, [], 2)) == []
    assert alike(list(solve_here(QUICK, [5], 4))) == alike([QUICK.solve(5)])


def test_closing_ends_all_processes() -> None:
    """Whoever has enough closes the iterator, and no process is left, in the middle of a search neither."""
    others = children(os.getpid())
    solved = solve_here(replace(LONG, seconds=600.0), [1, 76, 2, 353, 3, 164, 289, 741], 2)
    next(solved)
    mine = new_children(others)
    assert len(mine) >= 2
    solved.close()
    assert all_gone(mine)


def test_a_process_that_is_killed_is_told() -> None:
    """The error names the deals that it had in hand, and no other process is left behind."""
    others = children(os.getpid())
    solved = solve_here(QUICK, range(1, 100_000), 2)
    next(solved)
    mine = new_children(others)
    os.kill(mine[0], signal.SIGKILL)
    with pytest.raises(WorkerError, match="exit code -9") as caught:
        for _ in solved:
            pass
    assert 1 <= len(caught.value.deals) <= 2
    assert all_gone(mine)


def test_an_error_in_a_process_is_raised_here() -> None:
    """A deal that is none is the library's own error, as it would be without processes."""
    with pytest.raises(RulesError, match="code number"):
        list(solve_here(QUICK, [1, 2**35], 1))
    with pytest.raises(WrongTypeError, match="code number"):
        list(solve_here(QUICK, ["one"], 1))  # type: ignore[list-item]  # meant to be wrong


@pytest.mark.parametrize("jobs", [0, -1, 257])
def test_the_number_of_processes_has_bounds(jobs: int) -> None:
    """None at all and too many are refused before any is started."""
    with pytest.raises(RulesError, match="jobs"):
        next(solve_here(QUICK, DEALS, jobs))
    with pytest.raises(WrongTypeError, match="jobs"):
        next(solve_here(QUICK, DEALS, "2"))  # type: ignore[arg-type]  # meant to be wrong


PROGRAM = """
from crescent.survey import Survey, solve_here
if __name__ == "__main__":
    list(solve_here(Survey.of_variant(nodes=10**12, redeals=0), range(1, 9), 2))
"""


def test_processes_do_not_outlive_a_killed_parent() -> None:
    """After kill -9 nobody can end them, so they end themselves, in the middle of a search too."""
    parent = subprocess.Popen([sys.executable, "-c", PROGRAM])
    end = time.monotonic() + 60
    while len(theirs := children(parent.pid)) < 2 or min(map(seconds_busy, theirs)) < 3:  # by then they search
        assert time.monotonic() < end
        time.sleep(0.1)
    parent.kill()
    parent.wait()
    gone = all_gone(theirs)
    for pid in theirs if not gone else ():
        os.kill(pid, signal.SIGKILL)
    assert gone


def test_surveys_of_other_rules_reach_the_processes() -> None:
    """Rules that belong to no variant travel as they are."""
    bare = Survey.of_variant(nodes=2000, redeals=0)
    assert alike(list(solve_here(bare, range(1, 9), 1))) == alike([bare.solve(deal) for deal in range(1, 9)])
