"""The one-file trainer learns, and goes on where it ended, whatever ended it."""

from __future__ import annotations

import csv
import signal
import subprocess
import sys
import time
from itertools import pairwise
from pathlib import Path

import pytest

pytestmark = pytest.mark.sb3

PROGRAM = Path(__file__).parents[2] / "examples" / "train_ppo.py"


def command(folder: Path, steps: int) -> list[str]:
    """A training of a few rollouts."""
    return [
        sys.executable,
        str(PROGRAM),
        "--slots",
        "64",
        "--rollout",
        "32",
        "--steps",
        str(steps),
        "--folder",
        str(folder),
    ]


def curve(folder: Path) -> list[tuple[int, float]]:
    """Steps and cards, a line a rollout."""
    with (folder / "curve.csv").open(encoding="utf-8") as file:
        return [(int(line["steps"]), float(line["cards"])) for line in csv.DictReader(file)]


def test_it_learns(tmp_path: Path) -> None:
    """After some ten thousand steps more cards come home than in the beginning."""
    done = subprocess.run(command(tmp_path, 40_000), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "held-out deals" in done.stdout
    cards = [home for _, home in curve(tmp_path)]
    assert cards[-1] > cards[1] + 1


def test_it_goes_on_after_being_killed(tmp_path: Path) -> None:
    """A kill -9 in the middle costs the rollout under way; steps go on from the checkpoint, in the same table."""
    child = subprocess.Popen(command(tmp_path, 10**9), stdout=subprocess.DEVNULL)
    end = time.monotonic() + 120
    while not (tmp_path / "curve.csv").exists() or len(curve(tmp_path)) < 3:
        assert time.monotonic() < end
        time.sleep(0.05)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = curve(tmp_path)[-1][0]
    done = subprocess.run(command(tmp_path, before + 4096), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "goes on from" in done.stdout
    steps = [steps for steps, _ in curve(tmp_path)]
    assert all(2048 <= later - earlier <= 4096 for earlier, later in pairwise(steps))
    assert steps[-1] >= before + 4096
