"""Every example of a trainer learns, goes on where it ended, whatever ended it, and never plays illegally."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

from crescent_gym.training import LOGS, PICTURE, read_curve

ROOT = Path(__file__).parents[2]
MARKS = {"ppo": pytest.mark.sb3, "sb3": pytest.mark.sb3, "torchrl": pytest.mark.torchrl, "rllib": pytest.mark.rllib}
SLOTS, ROLLOUT = 32, 32

every_trainer = pytest.mark.parametrize("name", [pytest.param(name, marks=mark) for name, mark in MARKS.items()])


def command(name: str, folder: Path, steps: int, *before: str) -> list[str]:
    """A training of a few rollouts."""
    program = str(ROOT / "examples" / f"train_{name}.py")
    sizes = ["--slots", str(SLOTS), "--rollout", str(ROLLOUT), "--steps", str(steps), "--folder", str(folder)]
    return [sys.executable, *before, program, *sizes]


def run(*words: str) -> str:
    """What a program says that ends well."""
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=300, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_every_trainer_is_tested() -> None:
    """A new example has a line above."""
    assert {f"train_{name}.py" for name in MARKS} == {path.name for path in (ROOT / "examples").glob("train_*")}


@every_trainer
def test_it_trains_legally_and_shows_it(name: str, tmp_path: Path) -> None:
    """By the rules' own word no step was illegal; table, picture and TensorBoard's logs are there."""
    said = run(*command(name, tmp_path, 4 * SLOTS * ROLLOUT, "scripts/count_illegal.py"))
    assert "held-out deals" in said
    steps, illegal = said.splitlines()[-1].split(" steps, of these illegal: ")
    assert int(steps) >= 4 * SLOTS * ROLLOUT
    assert illegal == "0"
    assert len(read_curve(tmp_path)) >= 2
    assert (tmp_path / PICTURE).read_bytes().startswith(b"\x89PNG")
    assert list((tmp_path / LOGS).glob("events*"))


def test_illegal_steps_would_be_counted(tmp_path: Path) -> None:
    """A program that plays any action, in both kinds of environment, is found out: the count above can fail."""
    program = tmp_path / "any_action.py"
    program.write_text(
        "import numpy, crescent_gym\n"
        "env = crescent_gym.CrescentVectorEnv(4, illegal='ignore')\n"
        "env.reset(seed=1)\n"
        "for _ in range(10): env.step(numpy.full(4, 272))\n"
        "env = crescent_gym.CrescentEnv()\n"
        "env.reset(seed=1)\n"
        "env.step(272)\n",
        encoding="utf-8",
    )
    assert run(sys.executable, "scripts/count_illegal.py", str(program)) == "41 steps, of these illegal: 41\n"


@every_trainer
def test_it_goes_on_after_being_killed(name: str, tmp_path: Path) -> None:
    """A kill -9 in the middle costs the rollout under way; steps go on from the checkpoint, in the same table."""
    with (tmp_path / "errors").open("w", encoding="utf-8") as errors:
        child = subprocess.Popen(command(name, tmp_path, 10**9), stdout=subprocess.DEVNULL, stderr=errors)
        end = time.monotonic() + 120
        while len(read_curve(tmp_path)) < 3:
            assert child.poll() is None, (tmp_path / "errors").read_text(encoding="utf-8")
            assert time.monotonic() < end
            time.sleep(0.05)
        child.send_signal(signal.SIGKILL)
        child.wait()
    before = int(read_curve(tmp_path)[-1]["steps"])
    assert "goes on from" in run(*command(name, tmp_path, before + 2 * SLOTS * ROLLOUT))
    steps = [line["steps"] for line in read_curve(tmp_path)]
    assert all(0 < later - earlier <= 2.5 * SLOTS * ROLLOUT for earlier, later in pairwise(steps))
    assert steps[-1] >= before + 2 * SLOTS * ROLLOUT


@pytest.mark.sb3
@pytest.mark.parametrize("name", ["ppo", "sb3"])
def test_a_curriculum_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    """The frontier moves away from the win, and a second run begins with it where the first one ended."""
    words = ("--curriculum", "3")
    run(*command(name, tmp_path, 8 * SLOTS * ROLLOUT), *words)
    reached = int(read_curve(tmp_path)[-1]["distance"])
    assert reached > 1
    assert "goes on from" in run(*command(name, tmp_path, 9 * SLOTS * ROLLOUT), *words)
    assert read_curve(tmp_path)[-1]["distance"] >= reached


@pytest.mark.sb3
def test_our_own_learns(tmp_path: Path) -> None:
    """After some ten thousand steps more cards come home than in the beginning."""
    run(*command("ppo", tmp_path, 30_000))
    cards = [line["cards"] for line in read_curve(tmp_path)]
    assert cards[-1] > cards[1] + 1
