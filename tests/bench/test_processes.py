"""Processes play what one plays alone; whatever an agent does, its game is lost and all others are played."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crescent import RulesError, UnknownNameError, WrongTypeError
from crescent.bench import Bench, Failure, GameResult, play_here
from crescent.bench.processes import Game, Playing
from tests.bench.games import alike, plug_in, plug_in_here
from tests.cli.running import environment
from tests.survey.processes import all_gone, children, new_children, seconds_busy

TERMS = Bench.of_variant(seed=3)
GAMES = [(deal, name) for deal in range(1, 16) for name in ("greedy", "uniform")]


@pytest.mark.parametrize("jobs", [1, 3])
def test_processes_play_what_one_plays_alone(jobs: int) -> None:
    """Every game once, with the same result, however many processes share them and in whatever order."""
    alone = [TERMS.play(deal, name) for deal, name in GAMES]
    order = random.Random(jobs).sample(GAMES, len(GAMES))
    found = list(play_here(TERMS, order, jobs))
    assert alike([played.result for played in found]) == alike([played.result for played in alone])
    lines = {played.result.key: played.line for played in alone}
    assert all(lines[played.result.key] == played.line for played in found)


@pytest.mark.parametrize(
    ("agent", "failure", "words"),
    [
        ("cheat", Failure.ILLEGAL_MOVE, "chose 1-1, same-place"),
        ("mute", Failure.NO_MOVE, "must be a Move"),
        ("broken", Failure.ERROR, "RuntimeError: no idea"),
        ("quitter", Failure.ERROR, "SystemExit: 3"),
        ("crash", Failure.CRASH, "its process ended (exit code 7)"),
        ("endless", Failure.TIMEOUT, "took longer than 0.3 s"),
        ("sleepy", Failure.TIMEOUT, "took longer than 0.3 s"),
        ("never", Failure.NOT_MADE, "no model"),
    ],
)
def test_a_failing_agent_costs_its_games_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, agent: str, failure: Failure, words: str
) -> None:
    """Its games are lost as far as they were played, each with its reason; the other's are played to their ends."""
    plug_in_here(tmp_path / "plugin", monkeypatch)
    terms = Bench.of_variant(seconds=0.3)
    games = [(deal, name) for deal in (1, 2) for name in ("first", agent, "greedy")]
    found = {played.result.key: played for played in play_here(terms, games, 2)}
    assert sorted(found) == sorted(games)
    for deal in (1, 2):
        lost = found[deal, agent]
        assert lost.result.failure is failure
        assert words in lost.result.evidence
        assert len(lost.line) == lost.result.times.count == (0 if failure is Failure.NOT_MADE else 3)
        assert lost.line == found[deal, "first"].line[: len(lost.line)]
        assert found[deal, "greedy"].result.failure is None
        assert alike([found[deal, "greedy"].result]) == alike([terms.play(deal, "greedy").result])


def test_what_agents_print_stays_off_the_results(tmp_path: Path) -> None:
    """Standard output belongs to the bench; an agent that prints there is heard on standard error."""
    program = (
        "from crescent.bench import Bench, play_here\n"
        "if __name__ == '__main__':\n"
        "    print(sum(1 for _ in play_here(Bench.of_variant(), [(1, 'talker')])))\n"
    )
    path = tmp_path / "program.py"
    path.write_text(program, encoding="utf-8")
    env = environment(plug_in(tmp_path / "plugin"))
    result = subprocess.run([sys.executable, path], capture_output=True, text=True, env=env, timeout=60, check=True)
    assert result.stdout == "1\n"
    assert "I think ..." in result.stderr
    assert "... therefore" in result.stderr


def test_a_process_that_cannot_begin_ends_the_bench(tmp_path: Path) -> None:
    """A program without the guard that fresh processes need is told, instead of games being lost one by one."""
    path = tmp_path / "program.py"
    path.write_text(
        "from crescent.bench import Bench, play_here\nlist(play_here(Bench.of_variant(), [(1, 'greedy')]))\n",
        encoding="utf-8",
    )
    result = subprocess.run(
        [sys.executable, path], capture_output=True, text=True, env=environment(), timeout=60, check=False
    )
    assert result.returncode != 0
    assert "WorkerError" in result.stderr


def test_a_killed_process_loses_the_game_it_was_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Killed by the system, as for memory, while an agent thinks: that game is lost, another process plays the rest."""
    plug_in_here(tmp_path / "plugin", monkeypatch)
    others = children(os.getpid())
    played = play_here(Bench.of_variant(seconds=60.0), [(1, "greedy"), (2, "endless"), (3, "greedy")])
    found: list[GameResult] = [next(played).result]
    (mine,) = new_children(others)
    busy = seconds_busy(mine)
    while seconds_busy(mine) < busy + 0.5:  # by then it thinks
        time.sleep(0.05)
    os.kill(mine, signal.SIGKILL)
    found += [one.result for one in played]
    assert [one.failure for one in found] == [None, Failure.CRASH, None]
    assert "exit code -9" in found[1].evidence
    assert found[1].moves == 3


def test_an_agent_that_is_made_for_too_long_was_not_made() -> None:
    """What is known of a game from outside tells the making from the thinking, and one game from the next."""
    work, game, next_game = Playing(Bench.of_variant()), Game(4, 1, "greedy"), Game(5, 2, "greedy")
    assert work.lost(game, "exit code 1", overdue=False) is None
    work._box.begin(game)
    work._box.making()
    lost = work.lost(game, "exit code -9", overdue=True)
    assert lost is not None
    assert lost.result.failure is Failure.NOT_MADE
    work._box.thinking()
    lost = work.lost(game, "exit code -9", overdue=True)
    assert lost is not None
    assert lost.result.failure is Failure.TIMEOUT
    assert work.lost(next_game, "exit code -9", overdue=True) is None
    assert not work.overdue()
    work._box.end()
    assert work.lost(game, "exit code 1", overdue=False) is None


PROGRAM = """
from crescent.bench import Bench, play_here
if __name__ == "__main__":
    list(play_here(Bench.of_variant(seconds=600), [(1, "endless"), (2, "endless")], 2))
"""


def test_processes_do_not_outlive_a_killed_parent(tmp_path: Path) -> None:
    """After kill -9 nobody can end them, so they end themselves, in the middle of an endless thought too."""
    env = environment(plug_in(tmp_path / "plugin"))
    parent = subprocess.Popen([sys.executable, "-c", PROGRAM], env=env)
    end = time.monotonic() + 60
    while len(theirs := children(parent.pid)) < 2 or min(map(seconds_busy, theirs)) < 2:
        assert time.monotonic() < end
        time.sleep(0.1)
    parent.kill()
    parent.wait()
    gone = all_gone(theirs)
    for pid in theirs if not gone else ():
        os.kill(pid, signal.SIGKILL)
    assert gone


def test_closing_ends_all_processes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever has enough closes the iterator, and no process is left, in the middle of an endless thought neither."""
    plug_in_here(tmp_path / "plugin", monkeypatch)
    others = children(os.getpid())
    played = play_here(Bench.of_variant(seconds=600.0), [(1, "greedy"), (2, "endless"), (3, "endless")], 2)
    next(played)
    mine = new_children(others)
    assert len(mine) == 2
    played.close()
    assert all_gone(mine)


def test_what_no_game_is_asked_of_is_refused() -> None:
    """No agent of that name, no such deal, no such number of processes; and no games need no processes."""
    assert list(play_here(TERMS, [], 2)) == []
    with pytest.raises(UnknownNameError, match="gredy"):
        list(play_here(TERMS, [(1, "gredy")]))
    with pytest.raises(RulesError, match="code number"):
        list(play_here(TERMS, [(2**35, "greedy")]))
    for jobs in (0, 257):
        with pytest.raises(RulesError, match="jobs"):
            next(play_here(TERMS, GAMES, jobs))
    with pytest.raises(WrongTypeError, match="jobs"):
        next(play_here(TERMS, GAMES, "2"))  # type: ignore[arg-type]  # meant to be wrong
