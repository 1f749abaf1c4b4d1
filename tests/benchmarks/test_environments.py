"""The benchmark of the environments measures what it says it does; how fast anything is, no test asks."""

import json
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchmarks.environments import all_ratios, all_rows, narrowed, parsed
from benchmarks.measuring import AbsentError, Ratio, Row, Speeds, measure
from benchmarks.peer_rows import started
from benchmarks.peers import PEERS
from benchmarks.reporting import ratio_data

PROGRAM = Path(__file__).parents[2] / "benchmarks" / "environments.py"
TOY = ["--quick", "--rounds", "2", "--seconds", "0.001", "--slots", "1", "8", "--memory-slots", "50"]


@pytest.fixture(scope="module")
def figures(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a run with toy sizes saves."""
    out = tmp_path_factory.mktemp("figures") / "new" / "figures.json"
    command = [sys.executable, str(PROGRAM), *TOY, "--c-program", str(out / "missing.c"), "--out", str(out)]
    result = subprocess.run(command, cwd=out.parents[1], capture_output=True, encoding="utf-8", check=False)
    assert result.returncode == 0, result.stderr
    assert "not measured" in result.stdout
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    return found


def test_every_row_has_a_value_for_each_round_or_says_why_not(figures: dict[str, Any]) -> None:
    """Two rounds give two values, for the step alone too where it is told, and what is absent has a reason."""
    for row in figures["rows"]:
        if "absent" in row:
            assert row["absent"]
            continue
        assert len(row["with_choice"]["rounds"]) == 2
        if "step_alone" in row:
            assert len(row["step_alone"]["rounds"]) == 2
            assert min(row["step_alone"]["rounds"]) > 0


def test_every_setting_of_the_vector_environment_is_measured(figures: dict[str, Any]) -> None:
    """Both observations, fresh arrays and views, in every size."""
    names = {row["name"] for row in figures["rows"] if "absent" not in row}
    for slots in (1, 8):
        for observation in ("cards", "flat"):
            for kind in ("fresh arrays", "views"):
                assert f"Crescent vector {slots}, {observation}, {kind}" in names


def test_what_is_missing_is_listed(figures: dict[str, Any]) -> None:
    """A peer that is not installed and a program without its source keep their rows, with the reason."""
    absent = {row["name"]: row["absent"] for row in figures["rows"] if "absent" in row}
    assert absent["plain C 8"] == "no file missing.c"
    for peer in PEERS:
        if find_spec(peer.module) is None:
            assert absent[f"{peer.name} 8" if peer.vector else peer.name] == "not installed"


def test_no_place_on_this_machine_is_saved(figures: dict[str, Any]) -> None:
    """Neither paths of the interpreter nor of the project."""
    text = json.dumps(figures)
    assert sys.prefix not in text
    assert str(PROGRAM.parents[1]) not in text


@pytest.mark.parametrize("sizes", [[1, 8], [1, 64, 1024, 8192]], ids=["toy", "full"])
def test_every_ratio_is_of_two_different_rows(sizes: list[int]) -> None:
    """No ratio is named twice, and none is of a row to itself."""
    ratios = all_ratios(sizes)
    assert len({(ratio.over, ratio.under, ratio.column) for ratio in ratios}) == len(ratios)
    assert all(ratio.over != ratio.under for ratio in ratios)


@pytest.mark.parametrize("arguments", [[], ["--quick"], TOY], ids=["full", "quick", "toy"])
def test_every_ratio_has_rows(arguments: list[str]) -> None:
    """A ratio names rows that the table has: a misspelt one would silently never be measured."""
    options = parsed(arguments)
    with started("no-such-interpreter") as process:
        names = [row.name for group in all_rows(options, process).values() for row in group]
    assert len(set(names)) == len(names)
    assert {name for ratio in all_ratios(options.slots) for name in (ratio.over, ratio.under)} <= set(names)


def test_only_rows_that_hold_a_text_are_left() -> None:
    """In their groups and their order; where none does, the names that there are are told."""
    with started(None) as process:
        groups = all_rows(parsed(TOY), process)
    found = [row.name for rows in narrowed(groups, ["8, cards", "plain C"]).values() for row in rows]
    every = [row.name for rows in groups.values() for row in rows]
    assert found == [name for name in every if "8, cards" in name or "plain C" in name]
    assert 1 < len(found) < len(every)
    with pytest.raises(SystemExit, match="no row holds 'chess'; there are\n  Crescent single, cards"):
        narrowed(groups, ["chess"])


def test_without_an_interpreter_the_peers_are_absent() -> None:
    """An interpreter that cannot be started is a reason, not an error."""
    with started("no-such-interpreter") as process, pytest.raises(AbsentError, match="did not start"):
        process.ask(PEERS[0].name, 1, 0.0)


def counting(first: float) -> Callable[[float], Speeds]:
    """Measures `first` in the first round, twice that in the second and so on."""
    calls = iter(range(1, 100))
    return lambda _: Speeds(first * next(calls))


def test_a_ratio_is_taken_within_a_round() -> None:
    """Rows that slow down together keep their ratio: its spread is none though theirs is wide."""
    rows = [Row("ours", "", counting(6.0)), Row("theirs", "", counting(2.0))]
    measure(rows, rounds=3, seconds=0)
    data = ratio_data(Ratio("ours", "theirs"), {row.name: row for row in rows})
    assert (data["median"], data["min"], data["max"]) == (3, 3, 3)


def test_a_row_that_is_lost_in_a_later_round_is_absent() -> None:
    """Its earlier values are not kept: they would be compared with other rounds of others."""
    answers = iter([Speeds(1.0)])

    def fail_later(_: float) -> Speeds:
        for answer in answers:
            return answer
        raise AbsentError("gone")

    row = Row("theirs", "", fail_later)
    measure([row, Row("ours", "", counting(1.0))], rounds=3, seconds=0)
    assert (row.absent, row.speeds) == ("gone", [])
