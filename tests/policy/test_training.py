"""The training of the policy, at a tiny size: its stages run, go on where they ended, and make weights that play."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from crescent import Position
from crescent.agents import checked_choice, make
from crescent.policy.features import describe
from crescent.policy.parts import adjacency
from crescent.policy.weights import load
from scripts.policy.labelling import Labelled, label

pytestmark = pytest.mark.sb3

ROOT = Path(__file__).parents[2]


def command(folder: Path) -> list[str]:
    """The whole training, a thousandth as long, in small steps."""
    sizes = ("--scale", "0.001", "--batch", "32")
    return [sys.executable, "-m", "scripts.train_policy", "--folder", str(folder), *sizes]


def run(folder: Path) -> str:
    """What it says."""
    done = subprocess.run(command(folder), cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_all_stages_make_weights_that_play(tmp_path: Path) -> None:
    """From nothing to a file that the agent plays by; a second run finds all done and makes the same file."""
    run(tmp_path)
    weights = tmp_path / "weights.npz"
    first = load(weights).network.weights
    agent = make(f'policy(weights="{weights}")', seed=1)
    position = Position.deal(1)
    for _ in range(20):
        position = position.play(checked_choice(agent, position))
    weights.unlink()
    assert "positions" not in run(tmp_path)
    for name, array in load(weights).network.weights.items():
        assert (array == first[name]).all()


def test_it_goes_on_after_being_killed(tmp_path: Path) -> None:
    """A kill -9 in the midst: what was done stays as it was, and the rest is done by the next run."""
    child = subprocess.Popen(command(tmp_path), cwd=ROOT, stdout=subprocess.DEVNULL)
    end = time.monotonic() + 200
    while not (tmp_path / "stage_1").exists():
        assert time.monotonic() < end
        time.sleep(0.02)
    child.send_signal(signal.SIGKILL)
    child.wait()
    done = [path for part in ("lines", "stage_0") for path in (tmp_path / part).iterdir()]
    kept = {path: path.stat().st_mtime_ns for path in done}
    assert len(kept) >= 3
    run(tmp_path)
    assert {path: path.stat().st_mtime_ns for path in done} == kept
    assert load(tmp_path / "weights.npz").network.shape.layers == 2


def test_a_training_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    """Interrupted half way and started again, it ends with the weights that it ends with uninterrupted.

    But for rounding: the last bits of a product of matrices depend on where in memory its factors happen to lie.
    """
    import torch

    from scripts.policy.labelling import save
    from scripts.policy.training import KEPT_OUT, Plan, Training, _Set
    from scripts.policy.training import load as load_shards
    from scripts.train_policy import solver_values

    torch.set_num_threads(1)
    parts = [found for number in range(60, 64) if (found := label(Position.deal(number), number))]
    (tmp_path / "lines").mkdir()
    save(tmp_path / "lines" / "1.npz", parts)
    plan = Plan(((tmp_path / "lines", 1.0),), 6, 32, 1e-3, 1)
    whole = Training(plan, solver_values(), tmp_path / "whole")
    whole.run()
    halves = Training(plan, solver_values(), tmp_path / "halves")
    shards = _Set(load_shards(tmp_path / "lines"), KEPT_OUT)
    for batch in halves._batches([(shards, 1.0)]):
        halves._learn(batch)
        halves.step += 1
        if halves.step == 3:
            break
    halves.save()
    again = Training(plan, solver_values(), tmp_path / "halves")
    assert again.step == 3
    again.run()
    for name, value in whole.network.state_dict().items():
        assert (value - again.network.state_dict()[name]).abs().mean() < 1e-5, name


def test_training_fits_what_serves() -> None:
    """Some steps on one small batch: the loss falls, and the best moves serve."""
    import torch

    from scripts.policy.torch_network import Network
    from scripts.policy.training import losses
    from scripts.train_policy import solver_values

    torch.set_num_threads(1)
    torch.manual_seed(2)
    found = label(Position.deal(62), 1) or label(Position.deal(63), 1)
    assert found is not None
    batch = Labelled(*(part[:64] for part in found))  # type: ignore[arg-type]  # as many as it has fields
    boards = describe(batch.rows, 13, adjacency(wrap=True), solver_values())
    network = Network()
    optimizer = torch.optim.Adam(network.parameters(), lr=2e-3)
    seen = []
    for _ in range(25):
        step = losses(network, boards, batch)
        optimizer.zero_grad()
        step.total.backward()
        optimizer.step()
        seen.append((step.policy.item(), step.agreement))
    assert seen[-1][0] < 0.5 * seen[0][0]
    assert seen[-1][1] > 0.9
    assert np.isfinite(seen).all()
