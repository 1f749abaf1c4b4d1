"""Ray solves what this process solves alone; where it is not installed the error says so."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from crescent import MissingExtraError, RulesError
from crescent.survey import ClusterError, read_results, solve_on_ray
from tests.cli.running import crescent
from tests.survey.questions import QUICK, alike


def test_without_ray_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot be imported the error says what to install."""
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(MissingExtraError, match=r"crescent-patience\[ray\]"):
        next(solve_on_ray(QUICK, [1]))


@pytest.mark.ray
def test_ray_finds_what_one_finds_alone() -> None:
    """Every deal once, with the same result, on a Ray that is started for it."""
    deals = range(1, 41)
    assert alike(list(solve_on_ray(QUICK, deals))) == alike([QUICK.solve(deal) for deal in deals])


@pytest.mark.ray
@pytest.mark.usefixtures("compiled_solver")
def test_the_command_solves_on_a_ray_of_its_own(tmp_path: Path) -> None:
    """`--ray` without an address, wherever it stands among the options, gives the same results as without it."""
    path = tmp_path / "results.jsonl"
    result = crescent("survey", "--ray", "--deals", "1:20", "--nodes", "2000", "--out", str(path), "--json")
    assert (result.code, result.err) == (0, "")
    assert alike(read_results(path)[1]) == alike([QUICK.solve(deal) for deal in range(1, 21)])


@pytest.mark.ray
def test_closing_ends_ray() -> None:
    """Whoever has enough closes the iterator, and Ray is gone; another survey may start its own."""
    import ray

    solved = solve_on_ray(replace(QUICK, nodes=10**11, seconds=600.0), [1, 76, 353, 164])
    next(solved)
    assert ray.is_initialized()
    solved.close()
    assert not ray.is_initialized()


@pytest.mark.ray
def test_an_error_in_a_task_is_raised_here() -> None:
    """A deal that is none is the library's own error, as it would be without Ray."""
    with pytest.raises(RulesError, match="code number"):
        list(solve_on_ray(QUICK, [2**35]))


@pytest.mark.ray
def test_an_address_where_nobody_is_is_one_error() -> None:
    """No cluster runs here, and none there."""
    for address in ("auto", "127.0.0.1:1"):
        with pytest.raises(ClusterError, match=address):
            next(solve_on_ray(QUICK, [1], address))
