"""`crescent bench`: tables that add up, files that survive kill -9 and ctrl-C, and one error for everything else."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import time
from pathlib import Path
from typing import Any

import pytest

from crescent import Record
from crescent.bench import read_games
from tests.bench.games import alike, plug_in
from tests.cli.running import CRESCENT, crescent, end_of, start, terminal, wait_for
from tests.survey.processes import all_gone, children

BENCH = ("bench", "--agent", "uniform", "--agent", "greedy", "--deals", "1:30")
ENDLESS = ("bench", "--agent", "uniform", "--agent", "greedy", "--deals", "1:100000", "--jobs", "2")


def without_times(document: dict[str, Any]) -> dict[str, Any]:
    """A document without the times, which no two runs share."""
    agents = [{name: one[name] for name in one if name != "seconds_a_move"} for one in document["agents"]]
    return document | {"agents": agents}


def test_the_summary_is_that_of_the_file(tmp_path: Path) -> None:
    """Counts follow from the lines, one a game; the same command again plays nothing more; the file says the same."""
    path = tmp_path / "games.jsonl"
    result = crescent(*BENCH, "--jobs", "2", "--out", str(path), "--json")
    (document,) = result.documents
    assert (result.code, result.err) == (0, "")
    terms, found = read_games(path)
    assert (terms.variant, terms.limit, terms.seconds, terms.seed) == ("normal", 1000, 30.0, 0)
    games = {(one.deal, one.agent) for one in found}
    assert len(found) == len(games) == 60
    assert [one["agent"] for one in document["agents"]] == ["uniform", "greedy"]
    for one in document["agents"]:
        own = [game for game in found if game.agent == one["agent"]]
        assert (one["games"], one["won"]["count"]) == (30, sum(game.cards == 104 for game in own))
        assert one["cards"]["mean"] == pytest.approx(sum(game.cards for game in own) / 30)
        assert one["seconds_a_move"]["count"] == sum(game.moves + game.redeals for game in own)
    (comparison,) = document["comparisons"]
    assert (comparison["first"], comparison["second"], comparison["deals"]) == ("uniform", "greedy", 30)
    means = [one["cards"]["mean"] for one in document["agents"]]
    assert comparison["cards"]["mean"] == pytest.approx(means[1] - means[0])
    before = path.read_bytes()
    again = crescent(*BENCH, "--out", str(path), "--json")
    assert again.documents == [document]
    assert again.err == f"{path} has 60 of 60 games already\n"
    assert path.read_bytes() == before
    assert crescent("bench", str(path), "--agent", "uniform", "--agent", "greedy", "--json").documents == [document]
    (by_name,) = crescent("bench", str(path), "--json").documents
    assert [one["agent"] for one in by_name["agents"]] == ["greedy", "uniform"]


def test_results_depend_neither_on_jobs_nor_on_company(tmp_path: Path) -> None:
    """One process or three, alone or with others, a deal more or less: an agent's game at a deal stays the same."""
    one, three = tmp_path / "one.jsonl", tmp_path / "three.jsonl"
    crescent(*BENCH, "--out", str(one), "--seed", "4")
    crescent("bench", "--agent", "greedy", "--deals", "5:40", "--jobs", "3", "--out", str(three), "--seed", "4")
    ours = {game.deal: game for game in read_games(one)[1] if game.agent == "greedy"}
    theirs = {game.deal: game for game in read_games(three)[1]}
    shared = sorted(ours.keys() & theirs.keys())
    assert len(shared) == 26
    assert alike([ours[deal] for deal in shared]) == alike([theirs[deal] for deal in shared])


def test_a_file_grows_by_deals_and_by_agents(tmp_path: Path) -> None:
    """What is there is not played again, and only what is asked for is summed up."""
    path = tmp_path / "games.jsonl"
    crescent("bench", "--agent", "greedy", "--deals", "1:10", "--out", str(path))
    result = crescent(
        "bench", "--agent", "uniform", "--agent", "greedy", "--deals", "6:15", "--out", str(path), "--json"
    )
    assert result.err == f"{path} has 5 of 20 games already\n"
    assert [one["games"] for one in result.documents[0]["agents"]] == [10, 10]
    assert len(read_games(path)[1]) == 25


def test_people_get_tables(tmp_path: Path) -> None:
    """The same in words, in both languages, with letters for the agents and the difference signed."""
    path = tmp_path / "games.jsonl"
    crescent(*BENCH, "--out", str(path))
    english, german = (
        crescent("bench", str(path), "--agent", "uniform", "--agent", "greedy", "--lang", language).out
        for language in ("en", "de")
    )
    assert "\nA  uniform\nB  greedy\n" in english
    assert re.search(r"^A +30 +0 +0\.00 %  \(95 %: 0\.00 to 11\.35 %\) ", english, re.MULTILINE)
    assert re.search(r"^A +30 +0 +0,00 %  \(95 %: 0,00 bis 11,35 %\) ", german, re.MULTILINE)
    assert re.search(r"^B less A, the same deals: cards home \+\d\d\.\d\d \(95 %: ", english, re.MULTILINE)
    assert re.search(r"^B weniger A, dieselben Blätter: \+\d\d,\d\d Karten abgelegt ", german, re.MULTILINE)
    assert "ms a move" in english
    assert not english.splitlines()[-1].startswith("Lost")


def test_the_standard_set_has_limits_of_its_own(tmp_path: Path) -> None:
    """It is what is played where no deals are named; its terms cannot be changed under its name."""
    path = tmp_path / "games.jsonl"
    child = start("bench", "--agent", "uniform", "--out", str(path), "--variant", "hidden")
    wait_for(path, 20)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=30)
    assert f"{path} has " in err
    assert " of 1000 games, and the same command goes on" in err
    named = crescent(
        "bench", "--agent", "uniform", "--out", str(path), "--variant", "hidden", "--deals", "crescent-1000", "--json"
    )
    assert (named.code, named.documents[0]["agents"][0]["games"]) == (0, 1000)
    terms, found = read_games(path)
    assert (terms.variant, terms.limit, terms.seconds, terms.seed) == ("hidden", 1000, 30.0, 0)
    assert sorted(one.deal for one in found) == list(range(1, 1001))
    for option in (("--limit", "1000"), ("--seconds", "30"), ("--seed", "0")):
        refused = crescent("bench", "--agent", "uniform", "--deals", "crescent-1000", *option)
        assert (refused.code, refused.out) == (2, "")
        assert f"crescent-1000 has a {option[0]} of its own" in refused.err


@pytest.mark.parametrize("variant", ["normal", "hidden"])
def test_records_are_replayed(tmp_path: Path, variant: str) -> None:
    """Every game has one, and `crescent replay` takes it; `crescent watch` with its seed plays the same."""
    folder = tmp_path / "records"
    arguments = ("bench", "--agent", "greedy", "--agent", "uniform", "--deals", "1:3", "--variant", variant)
    assert crescent(*arguments, "--records", str(folder)).code == 0
    paths = sorted(folder.iterdir())
    assert len(paths) == 6
    for path in paths:
        record = Record.load(path)
        assert crescent("replay", str(path)).code == 0
        code, player, seed = str(record.code), record.tags["Player"], record.tags["Seed"]
        watched = crescent("watch", code, "--agent", player, "--seed", seed, "--json")
        assert [line["played"] for line in watched.documents] == [str(move) for move in record.moves]


def test_a_failing_agent_loses_and_the_bench_goes_on(tmp_path: Path) -> None:
    """Its games are lost with their reasons, in the table, in JSON and in the records; the other plays all its own."""
    env = plug_in(tmp_path / "plugin")
    arguments = ["bench", "--agent", "cheat", "--agent", "crash", "--agent", "greedy", "--deals", "1:25", "--jobs", "2"]
    result = crescent(*arguments, "--records", str(tmp_path / "records"), "--json", env=env)
    assert result.code == 0
    cheat, crash, greedy = result.documents[0]["agents"]
    assert (cheat["failures"], crash["failures"], greedy["failures"]) == ({"illegal-move": 25}, {"crash": 25}, {})
    assert (cheat["games"], cheat["won"]["count"], cheat["failed"], greedy["failed"]) == (25, 0, 25, 0)
    assert "chose 1-1, same-place (TS onto TS); in " in cheat["lost_by_fault"][0]["evidence"]
    record = Record.load(tmp_path / "records" / "CR1-N-AAAAAAB.cheat.crescent")
    assert (len(record.moves), record.tags["Failure"]) == (3, "illegal-move")
    assert len(result.documents[0]["comparisons"]) == 3
    table = crescent("bench", "--agent", "broken", "--deals", "1:25", env=env).out
    assert "Lost by the agent's fault:\nCR1-N-AAAAAAB  broken  error: RuntimeError: no idea" in table
    assert table.endswith("and 5 more\n")
    assert "\x1b" not in table


def test_an_external_engine_is_an_agent_like_any_other(tmp_path: Path) -> None:
    """Our own engine at the other end of a pipe plays what its agent plays; its command is its name."""
    name = f"cmd:{CRESCENT} engine"
    result = crescent("bench", "--agent", name, "--deals", "1:2", "--out", str(tmp_path / "games.jsonl"), "--json")
    assert result.code == 0
    (agent,) = result.documents[0]["agents"]
    assert (agent["agent"], agent["games"], agent["failed"]) == (name, 2, 0)


@pytest.mark.parametrize("seed", range(2))
def test_kill_9_loses_nothing_and_repeats_nothing(tmp_path: Path, seed: int) -> None:
    """Killed at random moments, again and again, the bench ends with every game once and the same summary."""
    rng = random.Random(seed)
    path = tmp_path / "games.jsonl"
    command = ("bench", "--agent", "uniform", "--agent", "greedy", "--deals", "1:150", "--jobs", "2", "--json")
    for kept in (0, 40, 130):
        child = start(*command, "--out", str(path), "--records", str(tmp_path / "records"))
        wait_for(path, 1 + kept)
        time.sleep(rng.uniform(0, 0.2))
        theirs = children(child.pid)
        child.kill()
        child.communicate()
        assert all_gone(theirs)
        if rng.random() < 0.5 and path.read_bytes().count(b"\n") > 2:
            os.truncate(path, path.stat().st_size - rng.randrange(1, 20))  # as if the machine had stopped, too
    expected = crescent(*command)
    actual = crescent(*command, "--out", str(path), "--records", str(tmp_path / "records"))
    assert (expected.code, actual.code) == (0, 0)
    assert without_times(actual.documents[0]) == without_times(expected.documents[0])
    games = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[1:]]
    assert sorted((one["deal"], one["agent"]) for one in games) == [
        (deal, name) for deal in range(1, 151) for name in ("greedy", "uniform")
    ]
    records = {path.name for path in (tmp_path / "records").iterdir()}
    assert len([name for name in records if name.endswith(".crescent") and not name.startswith(".")]) == 300


@pytest.mark.parametrize(("asking", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_an_interruption_keeps_everything(tmp_path: Path, asking: signal.Signals, code: int) -> None:
    """Ctrl-C and SIGTERM end all processes and say how to go on; the file has whole lines."""
    path = tmp_path / "games.jsonl"
    child = start(*ENDLESS, "--out", str(path))
    wait_for(path, 5)
    theirs = children(child.pid)
    os.kill(child.pid, asking)
    out, err = child.communicate(timeout=30)
    assert (child.returncode, out) == (code, "")
    lines = path.read_bytes()
    assert lines.endswith(b"\n")
    assert f"{path} has {lines.count(bytes([10])) - 1} of 200000 games, and the same command goes on" in err
    assert "Traceback" not in err
    assert all_gone(theirs)


def test_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    """Bar, count, rate, time left, won and failed, over and over on one line; ctrl-C at the keyboard reaches all."""
    child = terminal(*ENDLESS, "--out", str(tmp_path / "games.jsonl"))
    child.expect(r"\r[░█]{20} \d+/200000  \d+\.\d/s  [\d:]+ left  \d+ won  0 failed")
    assert child.pid is not None
    theirs = children(child.pid)
    child.sendintr()
    assert end_of(child) == 130
    rest = child.before or ""
    assert "the same command goes on" in rest
    assert "Traceback" not in rest
    assert "KeyboardInterrupt" not in rest
    assert all_gone(theirs)


def test_an_agent_s_words_stay_off_standard_output(tmp_path: Path) -> None:
    """With --json there is one document, whatever agents print."""
    result = crescent("bench", "--agent", "talker", "--deals", "1", "--json", env=plug_in(tmp_path / "plugin"))
    assert (result.code, len(result.documents)) == (0, 1)
    assert "therefore" in result.err


GREEDY = ["--agent", "greedy"]
BAD = [
    ([], "--agent must be given"),
    (["--deals", "1:2"], "--agent must be given"),
    (["--agent", "gredy"], "did you mean greedy"),
    (["--agent", ""], "known: uniform"),
    (["--agent", "greedy(depth=2)"], "no option 'depth'"),
    (["--agent", "cmd:./nowhere"], "./nowhere"),
    (["--agent", "never"], "no model"),
    (["--agent", "unsuited", "--variant", "hidden"], "does not play"),
    (["--agent", "x" * 1001], "--agent is longer than 1000 characters"),
    ([*GREEDY, *GREEDY], "--agent 'greedy' is given twice"),
    ([word for number in range(27) for word in ("--agent", f"a{number}")], "too many of --agent: 26 at most"),
    (["nowhere.jsonl"], "No such file"),
    (["diary"], "no file of a bench's games"),
    ([*GREEDY, "--deals", "1:2", "--out", "diary"], "no file of a bench's games"),
    ([*GREEDY, "--deals", "1:2", "--out", "."], "cannot be written"),
    ([*GREEDY, "--deals", "1:2", "--out", "nowhere/games.jsonl"], "folder does not exist"),
    ([*GREEDY, "--deals", "1:2", "--out", "/dev/null"], "no regular file"),
    ([*GREEDY, "--deals", "1:2", "--records", "diary"], "diary"),
    ([*GREEDY, "--deals", "1:2", "--records", "nowhere/records"], "folder does not exist"),
    ([*GREEDY, "--deals", "1:2", "--records", ""], "no file can have this name"),
    (["diary", "--deals", "1:2"], "choose one of FILES, --deals"),
    (["diary", "--seed", "1"], "choose one of FILES, --seed"),
    (["diary", "--out", "x"], "choose one of FILES, --out"),
    (["diary", "--records", "x"], "choose one of FILES, --records"),
    (["diary", "--variant", "hidden"], "choose one of FILES, --variant"),
    ([*GREEDY, "--deals", "2:1"], "--deals '2:1' is reversed: the lower number comes first, as in 1:2"),
    ([*GREEDY, "--deals", "crescent-2000"], "--deals must be"),
    ([*GREEDY, "--deals", ""], "--deals must be"),
    ([*GREEDY, "--deals", "-1:2"], "--deals must be"),
    ([*GREEDY, "--deals", "1:1000001"], "at most 1000000 of them"),
    ([*GREEDY, "--agent", "uniform", "--deals", "1:500001"], "at most 500000 of them"),
    ([*GREEDY, "--deals", "9" * 10_000], "characters"),
    ([*GREEDY, "--deals", "1:2", "--variant", "hiden"], "did you mean hidden"),
    ([*GREEDY, "--deals", "1:2", "--limit", "0"], "--limit must be"),
    ([*GREEDY, "--deals", "1:2", "--limit", "100001"], "--limit must be"),
    ([*GREEDY, "--deals", "1:2", "--seconds", "nan"], "--seconds must be"),
    ([*GREEDY, "--deals", "1:2", "--seconds", "0"], "--seconds must be"),
    ([*GREEDY, "--deals", "1:2", "--seconds", "86401"], "--seconds must be"),
    ([*GREEDY, "--deals", "1:2", "--seed", "-1"], "--seed must be"),
    ([*GREEDY, "--deals", "1:2", "--jobs", "0"], "--jobs must be"),
    ([*GREEDY, "--deals", "1:2", "--jobs", "1000"], "--jobs must be"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=range(len(BAD)))
def test_wrong_arguments_get_one_clear_error(tmp_path: Path, arguments: list[str], words: str) -> None:
    """Exit code 2, nothing on standard output, a line that names what is wrong, and every file as it was."""
    env = plug_in(tmp_path / "plugin") if {"never", "unsuited"} & set(arguments) else None
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "diary").write_text("dear diary\n", encoding="utf-8")
    result = crescent("bench", *arguments, cwd=folder, env=env)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert "Traceback" not in result.err
    assert len(result.err) < 1000
    assert [path.name for path in folder.iterdir()] == ["diary"]
    assert (folder / "diary").read_text(encoding="utf-8") == "dear diary\n"


def test_files_on_other_terms_are_not_mixed(tmp_path: Path) -> None:
    """Neither written into nor summed up together; a game twice is refused, and an agent that has none."""
    one, other = str(tmp_path / "one.jsonl"), str(tmp_path / "other.jsonl")
    crescent("bench", *GREEDY, "--deals", "1:3", "--out", one)
    crescent("bench", *GREEDY, "--deals", "1:3", "--limit", "9", "--out", other)
    for arguments in ((one, other), (*GREEDY, "--deals", "1:3", "--limit", "9", "--out", one)):
        result = crescent("bench", *arguments)
        assert (result.code, result.out) == (2, "")
        assert "games on other terms (limit 1000, not 9)" in result.err or "(limit 9, not 1000)" in result.err
    assert "unter anderen Bedingungen" in crescent("bench", one, other, "--lang", "de").err
    assert "the game of 'greedy' at deal 1 is there twice" in crescent("bench", one, one).err
    assert "no games of the agent 'uniform'" in crescent("bench", one, "--agent", "uniform").err
