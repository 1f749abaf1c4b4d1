"""The example that imitates the solver learns, and goes on where it ended, whatever ended it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from crescent_gym.training import read_curve

pytestmark = pytest.mark.sb3

PROGRAM = Path(__file__).parents[2] / "examples" / "imitate.py"


def command(folder: Path, epochs: int) -> list[str]:
    """A few games, learned from so often."""
    options = ("--games", "25", "--epochs", str(epochs), "--folder", str(folder))
    return [sys.executable, str(PROGRAM), *options]


def curve(folder: Path) -> list[tuple[int, float, float]]:
    """Epoch, loss and agreement, a line an epoch."""
    return [(int(line["epoch"]), line["loss"], line["agreement"]) for line in read_curve(folder)]


def test_it_learns(tmp_path: Path) -> None:
    """The loss falls, and in games that it did not learn from it plays as the solver did more often than by chance."""
    done = subprocess.run(command(tmp_path, 6), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "held-out deals" in done.stdout
    assert (tmp_path / "curve.png").read_bytes().startswith(b"\x89PNG")
    assert list((tmp_path / "tensorboard").iterdir())
    table = curve(tmp_path)
    assert table[-1][1] < 0.8 * table[0][1]
    assert table[-1][2] > 0.2  # one legal move in seven, at random


def test_it_goes_on_after_being_killed(tmp_path: Path) -> None:
    """A kill -9 in the middle costs the epoch under way; records are not made again, epochs go on in the same table."""
    child = subprocess.Popen(command(tmp_path, 10**6), stdout=subprocess.DEVNULL)
    end = time.monotonic() + 200
    while not (tmp_path / "curve.csv").exists() or len(curve(tmp_path)) < 3:
        assert time.monotonic() < end
        time.sleep(0.05)
    child.send_signal(signal.SIGKILL)
    child.wait()
    before = curve(tmp_path)[-1][0]
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "records").iterdir()}
    assert len(kept) >= 20
    done = subprocess.run(command(tmp_path, before + 2), capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert "goes on from epoch" in done.stdout
    assert curve(tmp_path)[-1][0] == before + 2
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "records").iterdir()} == kept
