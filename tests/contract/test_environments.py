"""What every registered environment keeps to, built in or plugged in: Gymnasium's contract, and the game's."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.passive_env_checker import env_render_passive_checker
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import GameCode, Move, Outcome, Position, variants
from crescent_gym import MAX_EPISODE_STEPS, observations
from tests.gym.playing import IDS, OBSERVATIONS, AnyEnv, core, same, steps

every_id = pytest.mark.parametrize("env_id", IDS)
every_observation = pytest.mark.parametrize("observation", OBSERVATIONS)


def test_every_variant_has_an_environment() -> None:
    """The registered ids play the registered variants, each exactly one."""
    played = [core(gymnasium.make(env_id)).variant.name for env_id in IDS]
    assert sorted(played) == sorted(variants)


@every_id
@every_observation
def test_gymnasium_finds_no_fault(env_id: str, observation: str) -> None:
    """Gymnasium's checker, whose warnings are errors here, passes the environment with each observation."""
    check_env(gymnasium.make(env_id, observation=observation).unwrapped, skip_render_check=True)


@every_id
@pytest.mark.parametrize("mode", ["ansi", "rgb_array"])
def test_gymnasium_finds_no_fault_in_pictures(env_id: str, mode: str) -> None:
    """Its checker of render modes; `human`, which it would try as well, needs a screen."""
    env = gymnasium.make(env_id, render_mode=mode)
    env.reset()
    env_render_passive_checker(env.unwrapped)


@every_id
def test_every_step_tells_everything(env_id: str) -> None:
    """Observation, reward, ends and info have their types, shapes and ranges at every reset and step."""
    env = gymnasium.make(env_id)
    count = core(env).variant.rules.action_count
    observation, info = env.reset(seed=5)
    _check_info(info, count)
    assert observation in env.observation_space
    for step in steps(env, info, random.Random(5)):
        assert step.observation in env.observation_space
        assert type(step.reward) is float
        assert type(step.terminated) is bool
        assert type(step.truncated) is bool
        _check_info(step.info, count)


def _check_info(info: dict[str, Any], count: int) -> None:
    """The keys, types and shapes of the manual page's table."""
    assert set(info) == {"code", "action_mask", "legal_count", "is_success"}
    assert type(info["code"]) is str
    assert type(info["legal_count"]) is int
    assert type(info["is_success"]) is bool
    mask = info["action_mask"]
    assert mask.dtype == np.int8
    assert mask.shape == (count,)
    assert set(mask.tolist()) <= {0, 1}
    assert mask.any()


@every_id
def test_mask_is_the_legal_moves(env_id: str) -> None:
    """Where the game goes on, mask, count and `action_masks()` are the position's legal moves, to the index."""
    env = gymnasium.make(env_id)
    _, info = env.reset(seed=6)
    _check_mask(env, info)
    for step in steps(env, info, random.Random(6)):
        _check_mask(env, step.info)


def _check_mask(env: AnyEnv, info: dict[str, Any]) -> None:
    """Mask and count against the position, and at the end against the rule for ends."""
    moves = core(env).position.legal_moves()
    assert info["legal_count"] == len(moves)
    expected = {move.index for move in moves} or set(range(core(env).variant.rules.action_count))
    assert set(info["action_mask"].nonzero()[0].tolist()) == expected
    masks = core(env).action_masks()
    assert masks.dtype == np.bool_
    assert masks.tolist() == (info["action_mask"] == 1).tolist()


@every_id
@settings(max_examples=15)
@given(seed=st.integers(0, 2**32))
def test_episodes_replay_by_their_code(env_id: str, seed: int) -> None:
    """The code and the actions of an episode, played with `Position`, give its positions, progress and end."""
    env = gymnasium.make(env_id)
    _, info = env.reset(seed=seed)
    code = GameCode.parse(info["code"])
    assert code.variant == core(env).variant
    position = code.deal()
    total = 0.0
    for step in steps(env, info, random.Random(seed)):
        position = position.play(Move.from_index(step.action))
        total += step.reward
        assert step.info["code"] == str(code)
        assert core(env).position == position
        assert core(env).view == position.view()
        assert step.terminated == (position.outcome is not None)
        assert step.info["is_success"] == (position.outcome is Outcome.WON)
    assert total == pytest.approx((position.cards_home - 8) / 96)


@every_id
@every_observation
def test_a_seed_fixes_everything(env_id: str, observation: str) -> None:
    """Two environments with one seed return the same, to the bit, through several episodes; another seed differs."""
    runs = [list(_episodes(gymnasium.make(env_id, observation=observation), seed, 3)) for seed in (7, 7, 8)]
    assert same(tuple(runs[0]), tuple(runs[1]))
    assert not same(tuple(runs[0]), tuple(runs[2]))


def _episodes(env: AnyEnv, seed: int, count: int) -> list[tuple[Any, ...]]:
    """All that `count` episodes return, the first of them seeded."""
    returned: list[tuple[Any, ...]] = []
    rng = random.Random(seed)
    for episode in range(count):
        start = env.reset(seed=seed if episode == 0 else None)
        returned += [start, *steps(env, start[1], rng, limit=60)]
    return returned


@every_id
@every_observation
@settings(max_examples=10)
@given(number=st.integers(0, 2**35 - 1), rng=st.randoms(use_true_random=False))
def test_hidden_cards_change_nothing(env_id: str, observation: str, number: int, rng: random.Random) -> None:
    """Two positions with the same view give the same observation, mask, reward, ends and info while they look alike."""
    rules = core(gymnasium.make(env_id)).variant.rules
    position = Position.deal(number, rules)
    envs = [gymnasium.make(env_id, observation=observation) for _ in range(2)]
    starts = [
        env.reset(options={"position": start})
        for env, start in zip(envs, (position, _with_hidden_cards_shuffled(position, rng)), strict=True)
    ]
    assert same(*starts)
    for step in steps(envs[0], starts[0][1], rng):
        other = envs[1].step(step.action)
        if core(envs[0]).view != core(envs[1]).view:
            assert rules.face_down
            break
        assert same(tuple(step[1:]), (other[0], float(other[1]), *other[2:]))


def _with_hidden_cards_shuffled(position: Position, rng: random.Random) -> Position:
    """The position with its face-down cards in other places."""
    row = bytearray(position.row)
    places = [place for place in range(16 * position.rules.pile_capacity) if row[place] > 64]
    cards = [row[place] for place in places]
    rng.shuffle(cards)
    for place, card in zip(places, cards, strict=True):
        row[place] = card
    return Position.from_row(bytes(row), position.rules)


@every_id
def test_the_time_limit_truncates(env_id: str) -> None:
    """`make` ends a game that goes on after `max_episode_steps`: truncated, not terminated, its mask still true."""
    env = gymnasium.make(env_id, max_episode_steps=4)
    _, info = env.reset(seed=9)
    taken = list(steps(env, info, random.Random(9)))
    assert [(step.terminated, step.truncated) for step in taken] == [(False, False)] * 3 + [(False, True)]
    _check_mask(env, taken[-1].info)
    spec = gymnasium.spec(env_id)
    assert spec.max_episode_steps == MAX_EPISODE_STEPS


@every_id
def test_pickles_and_copies_play_on_alike(env_id: str) -> None:
    """In the middle of an episode, a pickled and a deep-copied environment go on as the original, and apart from it."""
    original = gymnasium.make(env_id, render_mode="ansi")
    _, info = original.reset(seed=10)
    *_, last = steps(original, info, random.Random(10), limit=5)
    copies = [pickle.loads(pickle.dumps(original)), copy.deepcopy(original)]
    before = [env.render() for env in copies]
    assert before == [original.render()] * 2
    runs = [[*steps(env, last.info, random.Random(11), limit=30)] for env in (original, *copies)]
    runs = [[*run, env.reset()] for run, env in zip(runs, (original, *copies), strict=True)]
    assert same(tuple(runs[0]), tuple(runs[1]))
    assert same(tuple(runs[0]), tuple(runs[2]))


@every_id
def test_renders_the_board(env_id: str) -> None:
    """`ansi` rendering is the horseshoe of the view: it has all 16 piles, and follows the play."""
    env = gymnasium.make(env_id, render_mode="ansi")
    _, info = env.reset(seed=12)
    first = env.render()
    assert isinstance(first, str)
    assert all(f"{pile} ×6" in first for pile in range(1, 17))
    for _ in steps(env, info, random.Random(12), limit=3):
        pass
    assert env.render() != first


@every_id
@pytest.mark.parametrize("mode", ["sync", "async"])
def test_vectors_of_environments_play_what_single_ones_do(env_id: str, mode: str) -> None:
    """Slot i of `make_vec` with seed s plays as the single environment with seed s + i, in worker processes too."""
    apart = {"context": "forkserver"} if mode == "async" else {}  # a fork of a process with threads may hang
    vector = gymnasium.make_vec(env_id, num_envs=2, vectorization_mode=mode, vector_kwargs=apart)
    singles = [gymnasium.make(env_id) for _ in range(2)]
    try:
        observations_, infos = vector.reset(seed=13)
        returned = [env.reset(seed=13 + slot) for slot, env in enumerate(singles)]
        for _ in range(12):
            for slot, (observation, info) in enumerate(returned):
                assert same(observations_[slot], observation)
                assert infos["code"][slot] == info["code"]
                assert same(infos["action_mask"][slot], info["action_mask"])
                assert infos["legal_count"][slot] == info["legal_count"]
            actions = [info["action_mask"].nonzero()[0][-1] for _, info in returned]
            observations_, rewards, *_, infos = vector.step(np.array(actions))
            stepped = [env.step(action) for env, action in zip(singles, actions, strict=True)]
            assert rewards.tolist() == [step[1] for step in stepped]
            returned = [(step[0], step[4]) for step in stepped]
    finally:
        vector.close()


@every_id
def test_importing_by_the_id_works(env_id: str) -> None:
    """An id that names the package to import makes the same environment."""
    env = gymnasium.make(f"crescent_gym:{env_id}")
    assert core(env).variant == core(gymnasium.make(env_id)).variant
    assert crescent.deal(env.reset(seed=1)[1]["code"]).rules == core(env).variant.rules
    assert tuple(observations) == OBSERVATIONS
