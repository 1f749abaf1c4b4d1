"""The improvement by own wins, at a tiny size: it goes on where it ended, and learns from what was played."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Position
from crescent.policy.features import describe
from crescent.policy.parts import adjacency
from crescent.policy.playing import Memory, after, key_of
from crescent.policy.weights import load
from crescent.rules import Rules
from crescent_gym.training import TrainingRun, read_curve
from tests.policy.networks import described, network_of, values_of

pytestmark = pytest.mark.sb3

ROOT = Path(__file__).parents[2]


def test_it_goes_on_after_being_killed_and_learns_the_same(tmp_path: Path) -> None:
    """Killed after a round and started again, it ends with the weights that it ends with uninterrupted.

    But for rounding: the last bits of a product of matrices depend on where in memory its factors happen to lie.
    """
    import torch

    from scripts.policy.improving import Improving, Plan

    torch.set_num_threads(1)
    folder = tmp_path / "killed"
    sizes = ("--rounds", "1000", "--games", "4", "--limit", "12", "--validation", "2", "--every", "1")
    command = [sys.executable, "-m", "scripts.improve_policy", "--folder", str(folder), *sizes]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL) as child:
        while not any(folder.glob("checkpoint-*[1-9]*")):
            assert child.poll() is None
            time.sleep(0.005)
        child.send_signal(signal.SIGKILL)
    rounds = TrainingRun(folder, tensorboard=False).steps + 1
    assert rounds >= 2
    plan = Plan(rounds, games=4, limit=12, validation=(800_001, 2), every=1)
    whole, killed = (Improving(plan, load(), tmp_path / name) for name in ("whole", "killed"))
    whole.improve()
    killed.improve()
    assert [line["steps"] for line in read_curve(folder)] == list(range(rounds + 1))
    for name, array in whole.network.state_dict().items():
        assert torch.allclose(array, killed.network.state_dict()[name], rtol=0, atol=5e-6), name
    assert any(
        (array.numpy() != load().network.weights[name]).any() for name, array in whole.network.state_dict().items()
    )
    assert load(killed.weights).network.shape == load().network.shape


@settings(deadline=None, max_examples=5)
@given(seed=st.integers(0, 1000))
def test_what_is_met_is_what_was_played(seed: int) -> None:
    """Each row follows from the one before, chances are the network's, and no game goes back while it can go on."""
    from scripts.policy.own_games import ACTIONS, collect

    first, network, values = 5_000_001, network_of(seed), values_of(seed)
    rollout = collect(network, values, first, 3, limit=25, temperature=0.7, seed=(seed,))
    for game in range(3):
        (mine,) = np.nonzero(rollout.game == game)
        rows = [rollout.rows[place].tobytes() for place in mine]
        assert rows[0] == Position.deal(first + game).row
        met = set()
        for place, row, following in zip(mine, rows, [*rows[1:], None], strict=True):
            met.add(key_of(row, 13))
            behind = after(row, 13, int(rollout.action[place]))
            assert following is None or bytes(behind) == following
            boards = describe(np.array([np.frombuffer(row, np.uint8)]), 13, adjacency(wrap=True), values)
            back = np.array([key_of(after(row, 13, action), 13) in met for action in boards.action.tolist()])
            barred = set(boards.action[back].tolist()) if not back.all() else set()
            keys = rollout.barred[rollout.barred // ACTIONS == place] % ACTIONS
            assert set(keys.tolist()) == barred
            scores, opinions = network.judge(boards)
            weights = np.exp((scores - scores.max()) / 0.7) * ~np.isin(boards.action, list(barred))
            chance = weights[boards.action == rollout.action[place]].sum() / weights.sum()
            assert chance == pytest.approx(np.exp(rollout.chance[place]), rel=1e-3)
            assert weights.max() / weights.sum() == pytest.approx(rollout.best[place], rel=1e-3)
            assert rollout.value[place] == pytest.approx(1 / (1 + np.exp(-opinions[0, 1])), rel=1e-3)


@given(number=st.integers(0, 10**6), every=st.booleans(), which=st.sets(st.integers(0, 20)))
def test_moves_back_are_barred_unless_all_are(number: int, every: bool, which: set[int]) -> None:
    """Without redeals, and been behind some of the moves: those are barred; been behind each, none is."""
    from scripts.policy.own_games import barred_moves

    position = Position.deal(number, Rules(redeals=0))
    boards, memory = described(position), Memory()
    behind = [after(position.row, 13, action) for action in boards.action.tolist()]
    for place, row in enumerate(behind):
        if every or place in which:
            memory.enter(row, 13)
    back = np.array([memory.visits(row, 13) > 0 for row in behind])
    expected = back if not back.all() else np.zeros(len(back), np.bool_)
    assert (barred_moves([position.row], [memory], boards, np.array([0])) == expected).all()


@given(
    values=st.lists(st.floats(0, 1, width=32), min_size=1, max_size=12),
    cut=st.integers(0, 11),
    won=st.tuples(st.booleans(), st.booleans()),
    trace=st.sampled_from((0.0, 0.5, 0.95, 1.0)),
)
def test_advantages_are_sums_of_errors(values: list[float], cut: int, won: tuple[bool, bool], trace: float) -> None:
    """Two games, one after the other: each advantage is the sum of its game's later errors, by powers of the trace."""
    from scripts.policy.improving import advantages

    value = np.array(values, np.float32)
    game = (np.arange(len(value)) >= cut).astype(np.int64)
    found = advantages(value, game, np.array(won), trace)
    for place in range(len(value)):
        own = [other for other in range(len(value)) if game[other] == game[place]]
        worth = [*(float(value[other]) for other in own), float(won[game[place]])]
        errors = np.diff(worth)
        at = own.index(place)
        assert found[place] == pytest.approx(sum(trace**way * error for way, error in enumerate(errors[at:])), abs=1e-5)


def test_learning_makes_the_better_moves_likelier(tmp_path: Path) -> None:
    """With a critic that sees each second move rise and the others fall, those get likelier and these less likely."""
    import torch

    from scripts.policy.improving import Improving, Plan
    from scripts.policy.own_games import ACTIONS, collect, grouped_log_chances

    torch.set_num_threads(1)
    trained = load()
    plan = Plan(1, rate=3e-4, epochs=3, batch=64, near=0.0, temperature=1.0)
    rollout = collect(trained.network, trained.values, 5_000_001, 6, limit=30, temperature=1.0, seed=(0,))
    better = np.arange(len(rollout.rows)) % 2 == 0
    value = np.where(better, 0.2, 0.8).astype(np.float32)
    improving = Improving(plan, trained, tmp_path)
    improving._learn(rollout._replace(value=value, best=np.zeros_like(rollout.best)))
    boards = describe(rollout.rows, 13, adjacency(wrap=True), trained.values)
    barred = np.isin(ACTIONS * boards.board + boards.action, rollout.barred)
    scores = np.where(barred, np.float32(-1e9), improving._player().judge(boards)[0])
    drawn = boards.action == rollout.action[boards.board]
    now = np.zeros(len(better), np.float32)
    now[boards.board[drawn]] = grouped_log_chances(scores, boards.board, len(better))[drawn]
    risen = now - rollout.chance
    assert risen[better].mean() > 0.02 > -0.02 > risen[~better].mean()
