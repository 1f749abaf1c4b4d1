"""`crescent survey`: numbers that add up, files that survive kill -9 and ctrl-C, and one error for everything else."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crescent.cli import survey as command
from crescent.cli.app import app
from crescent.survey import DealResult, Survey, read_results, wilson
from tests.cli.running import crescent, end_of, start, terminal, wait_for
from tests.survey.processes import all_gone, children

pytestmark = pytest.mark.usefixtures("compiled_solver")

SURVEY = ("survey", "--deals", "1:60", "--nodes", "2000")
ENDLESS = ("survey", "--deals", "1:1000000", "--nodes", "2000", "--jobs", "2")


def without_seconds(document: dict[str, Any]) -> dict[str, Any]:
    """A summary without the seconds, which no two runs share."""
    return {name: value for name, value in document.items() if name != "seconds"}


def test_the_summary_is_that_of_the_file(tmp_path: Path) -> None:
    """Counts, shares and intervals follow from the lines, one a deal; the same command again solves nothing more."""
    path = tmp_path / "results.jsonl"
    result = crescent(*SURVEY, "--jobs", "2", "--out", str(path), "--json")
    (document,) = result.documents
    assert (result.code, result.err) == (0, "")
    survey, found = read_results(path)
    assert (survey.nodes, sorted(one.deal for one in found)) == (2000, list(range(1, 61)))
    solved = sum(one.cards == 104 for one in found)
    assert document["solved"]["count"] == solved > 0
    assert (document["solved"]["low"], document["solved"]["high"]) == wilson(solved, 60)
    assert document["not_solved"] == sorted(one.deal for one in found if one.cards < 104)
    before = path.read_bytes()
    again = crescent(*SURVEY, "--out", str(path), "--json")
    assert again.documents == [document]
    assert again.err == f"{path} has 60 of 60 deals already\n"
    assert path.read_bytes() == before
    assert crescent("survey", str(path), "--json").documents == [document]


def test_people_get_a_table(tmp_path: Path) -> None:
    """The same in words, in both languages, with the codes of what is not solved."""
    path = tmp_path / "results.jsonl"
    document = crescent(*SURVEY, "--out", str(path), "--json").documents[0]
    english, german = crescent("survey", str(path)).out, crescent("survey", str(path), "--lang", "de").out
    count, share = document["solved"]["count"], f"{100 * document['solved']['share']:.2f}"
    assert re.search(rf"^solved +{count} +{re.escape(share)} % ", english, re.MULTILINE)
    assert re.search(rf"^gelöst +{count} +{share.replace('.', ',')} % ", german, re.MULTILINE)
    codes = re.findall(r"CR1-N-[A-Z2-7]{7}", english)
    assert len(codes) == min(20, len(document["not_solved"]))
    assert ("and " in english.splitlines()[-1]) == (len(document["not_solved"]) > 20)


def test_without_a_file_nothing_is_kept() -> None:
    """A survey can be only looked at; a single deal is one."""
    result = crescent("survey", "--deals", "1", "--nodes", "2000", "--json")
    assert (result.code, result.documents[0]["deals"], result.documents[0]["solved"]["count"]) == (0, 1, 1)


def test_shards_make_the_whole(tmp_path: Path) -> None:
    """The parts' files together are summed up like the whole; one of them twice is refused."""
    whole = crescent(*SURVEY, "--json").documents[0]
    paths = [str(tmp_path / f"{number}.jsonl") for number in (1, 2, 3)]
    for number, path in enumerate(paths, start=1):
        crescent(*SURVEY, "--shard", f"{number}/3", "--out", path)
    together = crescent("survey", *paths, "--json").documents[0]
    assert without_seconds(together) == without_seconds(whole)
    twice = crescent("survey", *paths, paths[0])
    assert (twice.code, twice.out) == (2, "")
    assert "deal 1 is there twice" in twice.err


def test_other_rules_make_another_survey(tmp_path: Path) -> None:
    """With another number of redeals the deals are others to win, and files are not mixed."""
    one, other = tmp_path / "one.jsonl", tmp_path / "other.jsonl"
    crescent(*SURVEY, "--out", str(one))
    document = crescent(*SURVEY, "--redeals", "0", "--out", str(other), "--json").documents[0]
    assert document["survey"]["rules"]["redeals"] == 0
    for arguments in (("survey", str(one), str(other)), (*SURVEY, "--redeals", "0", "--out", str(one))):
        result = crescent(*arguments)
        assert (result.code, result.out) == (2, "")
        assert "another survey's results (rules " in result.err
    assert "einer anderen Untersuchung" in crescent("survey", str(one), str(other), "--lang", "de").err


@pytest.mark.parametrize("seed", range(2))
def test_kill_9_loses_nothing_and_repeats_nothing(tmp_path: Path, seed: int) -> None:
    """Killed at random moments, again and again, the survey ends with every deal once and the same summary."""
    rng = random.Random(seed)
    path = tmp_path / "results.jsonl"
    command = ("survey", "--deals", "1:300", "--nodes", "2000", "--jobs", "2", "--json")
    for kept in (0, 40, 130):
        child = start(*command, "--out", str(path))
        wait_for(path, 1 + kept)
        time.sleep(rng.uniform(0, 0.2))
        theirs = children(child.pid)
        child.kill()
        child.communicate()
        assert all_gone(theirs)
        if rng.random() < 0.5 and path.read_bytes().count(b"\n") > 2:
            os.truncate(path, path.stat().st_size - rng.randrange(1, 20))  # as if the machine had stopped, too
    expected, actual = crescent(*command), crescent(*command, "--out", str(path))
    assert (expected.code, actual.code) == (0, 0)
    assert without_seconds(actual.documents[0]) == without_seconds(expected.documents[0])
    deals = [json.loads(line)["deal"] for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert sorted(deals) == list(range(1, 301))


@pytest.mark.parametrize(("asking", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interruption_keeps_everything(tmp_path: Path, asking: signal.Signals, code: int) -> None:
    """Ctrl-C and SIGTERM end all processes and say how to go on; the file has whole lines."""
    path = tmp_path / "results.jsonl"
    child = start(*ENDLESS, "--out", str(path))
    wait_for(path, 5)
    theirs = children(child.pid)
    os.kill(child.pid, asking)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (code, "")
    lines = path.read_bytes()
    assert lines.endswith(b"\n")
    assert f"{path} has {lines.count(bytes([10])) - 1} of 1000000 deals, and the same command goes on" in err
    assert "Traceback" not in err
    assert all_gone(theirs)


def test_an_interruption_without_a_file_tells_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C sums up the deals that are finished, for nothing else has them; the exit code is still 130."""

    def three(asked: Survey, missing: list[int], _jobs: int) -> Iterator[DealResult]:
        yield from map(asked.solve, missing[:3])
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "solve_here", three)
    said = CliRunner().invoke(app, ["survey", "--deals", "1:100", "--nodes", "2000", "--json"])
    assert said.exit_code == 130
    assert json.loads(said.stdout)["deals"] == 3


def test_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    """Bar, count, rate and time left, over and over on one line; ctrl-C at the keyboard reaches all, cleanly."""
    child = terminal(*ENDLESS, "--out", str(tmp_path / "results.jsonl"))
    child.expect(r"\r[░█]{20} \d+/1000000  \d+\.\d/s  [\d:]+ left  \d+ not solved")
    assert child.pid is not None
    theirs = children(child.pid)
    child.sendintr()
    assert end_of(child) == 130
    rest = child.before or ""
    assert "the same command goes on" in rest
    assert "Traceback" not in rest
    assert "KeyboardInterrupt" not in rest
    assert all_gone(theirs)


BAD = [
    ([], "choose one of FILES, --deals"),
    (["--ray"], "choose one of FILES, --deals"),
    (["--ray", "auto"], "choose one of FILES, --deals"),
    (["results.jsonl", "--deals", "1:2"], "choose one of FILES, --deals"),
    (["results.jsonl", "--out", "more.jsonl"], "choose one of FILES, --out"),
    (["results.jsonl", "--variant", "four"], "choose one of FILES, --variant"),
    (["results.jsonl", "--nodes", "400000"], "choose one of FILES, --nodes"),
    (["results.jsonl", "--look-under"], "choose one of FILES, --look-under"),
    (["nowhere.jsonl"], "No such file"),
    (["diary"], "no file of a survey's results"),
    (["--deals", "1:2", "--out", "diary"], "no file of a survey's results"),
    (["--deals", "1:2", "--out", "."], "cannot be written"),
    (["--deals", "1:2", "--out", "nowhere/results.jsonl"], "folder does not exist"),
    (["--deals", "1:2", "--out", "/dev/null"], "no regular file"),
    (["--deals", "2:1"], "--deals '2:1' is reversed: the lower number comes first, as in 1:2"),
    (["--deals", "1-2"], "--deals must be"),
    (["--deals", ""], "--deals must be"),
    (["--deals", "-1:2"], "--deals must be"),
    (["--deals", "0:99999999999"], "--deals must be"),
    (["--deals", "1:10000001"], "--deals must be"),
    (["--deals", "9" * 10_000], "characters"),
    (["--deals", "\u0661:\u0662"], "--deals must be"),
    (["--deals", "1:2", "--shard", "3/2"], "--shard must be such as 2/5"),
    (["--deals", "1:2", "--shard", "0/2"], "--shard must be"),
    (["--deals", "1:2", "--shard", "1/0"], "--shard must be"),
    (["--deals", "1:2", "--shard", "half"], "--shard must be"),
    (["--deals", "1:2", "--variant", "hiden"], "did you mean hidden"),
    (["--deals", "1:2", "--variant", "hidden"], "--look-under"),
    (["--deals", "1:2", "--redeals", "100"], "--redeals must be"),
    (["--deals", "1:2", "--nodes", "0"], "--nodes must be"),
    (["--deals", "1:2", "--seconds", "nan"], "--seconds must be"),
    (["--deals", "1:2", "--seed", "-1"], "--seed must be"),
    (["--deals", "1:2", "--jobs", "0"], "--jobs must be"),
    (["--deals", "1:2", "--jobs", "1000"], "--jobs must be"),
    (["--deals", "1:2", "--plot", "curve.jpg"], "the picture's file"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=range(len(BAD)))
def test_wrong_arguments_get_one_clear_error(tmp_path: Path, arguments: list[str], words: str) -> None:
    """Exit code 2, nothing on standard output, a line that names what is wrong, and every file as it was."""
    (tmp_path / "diary").write_text("dear diary\n", encoding="utf-8")
    result = crescent("survey", *arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert "Traceback" not in result.err
    assert len(result.err) < 1000
    assert [path.name for path in tmp_path.iterdir()] == ["diary"]
    assert (tmp_path / "diary").read_text(encoding="utf-8") == "dear diary\n"


def test_hidden_deals_are_surveyed_when_it_is_allowed() -> None:
    """With --look-under the solver's answer is that for the open cards."""
    hidden, normal = (
        crescent(*SURVEY, "--variant", name, "--look-under", "--json").documents[0] for name in ("hidden", "normal")
    )
    assert hidden["not_solved"] == normal["not_solved"]
