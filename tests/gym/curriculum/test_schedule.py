"""Curricula: episodes start before the end of won games, and farther from it as more of them are won."""

from __future__ import annotations

import json
import pickle
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import Position
from crescent_gym import CrescentEnv, CrescentVectorEnv
from crescent_gym.curriculum import NO_DISTANCE, Curriculum, CurriculumStarts, VectorCurriculumStarts, WonLine
from tests.gym.curriculum.won import COUNT, known, winning_action
from tests.gym.playing import ALMOST_WON, CODE, same


@settings(max_examples=40)
@given(data=st.data())
def test_starts_are_where_the_schedule_says(lines: list[WonLine], data: st.DataObject) -> None:
    """At the frontier, within a stride of it, or nearer; of a short line its start."""
    distance, stride = data.draw(st.integers(1, 300)), data.draw(st.integers(1, 50))
    schedule = Curriculum(lines, distance=distance, stride=stride, review=data.draw(st.sampled_from([0, 0.5])))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**64)))
    for _ in range(20):
        start = schedule.draw(rng)
        if schedule.is_complete:
            assert start is None
            continue
        assert start is not None
        assert known(lines, start.position, start.distance)
        if start.frontier:
            least = min(distance - stride + 1, *map(len, lines))
            assert least <= start.distance <= distance == start.frontier
        else:
            assert 1 <= start.distance <= distance - stride


def test_the_frontier_moves_when_enough_is_won(lines: list[WonLine]) -> None:
    """After a full window with a share of wins at or above the goal; what started elsewhere does not count."""
    schedule = Curriculum(lines, window=4, goal=0.75, review=0)
    rng = np.random.default_rng(1)
    old = schedule.draw(rng)
    assert old is not None
    for success in (True, True, True):
        schedule.report(old, success=success)
    assert (schedule.distance, schedule.success_rate) == (1, 1.0)
    schedule.report(old._replace(frontier=0), success=True)
    assert schedule.distance == 1
    schedule.report(old, success=False)
    assert (schedule.distance, schedule.success_rate) == (2, 0.0)
    schedule.report(old, success=True)
    assert schedule.success_rate == 0.0
    for success in (True, False, True, False, True):
        schedule.report(old._replace(frontier=2), success=success)
    assert schedule.distance == 2


def test_repetition_has_its_share(lines: list[WonLine]) -> None:
    """About a fifth of the episodes starts nearer than the frontier."""
    schedule, rng = Curriculum(lines, distance=50), np.random.default_rng(1)
    starts = [schedule.draw(rng) for _ in range(2000)]
    nearer = sum(start is not None and start.frontier == 0 for start in starts)
    assert 320 < nearer < 480


def test_mastered_to_the_deals_it_is_complete(lines: list[WonLine]) -> None:
    """Then episodes start with deals, as they do without it."""
    env = CurriculumStarts(CrescentEnv(), Curriculum(lines, distance=max(map(len, lines)) + 1))
    plain = CrescentEnv()
    assert env.curriculum.is_complete
    for seed in (3, None, None):
        observation, info = env.reset(seed=seed)
        expected, expected_info = plain.reset(seed=seed)
        assert info.pop("distance") == NO_DISTANCE
        assert same((observation, info), (expected, expected_info))


def test_a_player_who_wins_comes_to_the_deal(lines: list[WonLine]) -> None:
    """Whoever plays the lines goes through the whole curriculum, in a single environment made by its id."""
    schedule = Curriculum(lines, stride=40, window=2, goal=1)
    env = CurriculumStarts(gymnasium.make("crescent_gym/Crescent-v0"), schedule)
    farthest = Counter[int]()
    for episode in range(60):
        _, info = env.reset(seed=1 if episode == 0 else None)
        farthest[info["distance"]] += 1
        if schedule.is_complete:
            break
        core = env.unwrapped
        assert isinstance(core, CrescentEnv)
        assert known(lines, core.position, info["distance"])
        terminated = False
        while not terminated:
            _, _, terminated, truncated, info = env.step(winning_action(lines, core.position))
            assert not truncated
        assert info["is_success"]
    assert schedule.is_complete
    assert max(farthest) > max(map(len, lines)) - 40


def test_seeds_and_pickles_repeat(lines: list[WonLine], curriculum: Curriculum) -> None:
    """The same seed gives the same episodes; a copy made by pickling goes on as the original does."""
    env = VectorCurriculumStarts(CrescentVectorEnv(COUNT, max_episode_steps=6), curriculum)
    twin = VectorCurriculumStarts(
        CrescentVectorEnv(COUNT, max_episode_steps=6), Curriculum(lines, distance=3, stride=2, window=4, goal=1)
    )
    assert same(env.reset(seed=4), twin.reset(seed=4))
    other = twin.reset(seed=5)[0].tobytes()
    assert other != twin.reset(seed=4)[0].tobytes()
    for _ in range(20):
        actions = env.unwrapped.sample_actions()  # type: ignore[attr-defined]  # CrescentVectorEnv's own
        assert same(env.step(actions), twin.step(actions))
    copied = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        actions = env.unwrapped.sample_actions()  # type: ignore[attr-defined]  # CrescentVectorEnv's own
        assert same(env.step(actions), copied.step(actions))


def test_a_checkpoint_of_the_schedule_goes_through_json(lines: list[WonLine], curriculum: Curriculum) -> None:
    """What `state` gives, written and read, sets another schedule to the same place."""
    start = curriculum.draw(np.random.default_rng(1))
    while start is None or not start.frontier:
        start = curriculum.draw(np.random.default_rng())
    for success in (True, False, True):
        curriculum.report(start, success=success)
    other = Curriculum(lines, window=4)
    other.set_state(json.loads(json.dumps(curriculum.state())))
    assert other.distance == 3
    assert other.success_rate == pytest.approx(2 / 3)


def test_starts_of_one_s_own_do_not_count(curriculum: Curriculum) -> None:
    """With a code, a position or rows the episode starts there, and the schedule does not hear of it."""
    env = CurriculumStarts(CrescentEnv(), curriculum)
    for option in ({"code": CODE}, {"position": ALMOST_WON}):
        _, info = env.reset(options=option)
        assert (info["code"], info["distance"]) == (option.get("code", ""), NO_DISTANCE)
    env.step(crescent.Move.parse("1-A").index)
    several = VectorCurriculumStarts(CrescentVectorEnv(2), curriculum)
    almost = np.frombuffer(Position.parse(ALMOST_WON).row, np.uint8)
    told = [
        several.reset(options={"codes": [CODE, CODE]}),
        several.reset(options={"positions": [ALMOST_WON] * 2}),
        several.set_state(np.stack([almost, almost])),
    ]
    assert [info["distance"].tolist() for _, info in told] == [[NO_DISTANCE] * 2] * 3
    several.step(np.full(2, crescent.Move.parse("1-A").index))
    assert curriculum.state()["successes"] == []


def test_it_is_still_an_environment(curriculum: Curriculum) -> None:
    """Gymnasium's own checker has nothing to say."""
    with pytest.warns(UserWarning, match="is different from the unwrapped version"):
        check_env(CurriculumStarts(CrescentEnv(), curriculum), skip_render_check=True)
