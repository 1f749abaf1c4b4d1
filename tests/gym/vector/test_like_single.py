"""Slot i with seed s plays what the single environment plays with seed s + i, bit by bit, in every mode."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import crescent
from crescent import IllegalMoveError, variants
from crescent_gym import CrescentVectorEnv
from crescent_gym.arguments import IllegalPolicy
from tests.gym.playing import ALMOST_WON, CODE, OBSERVATIONS
from tests.gym.vector.beside import DISABLED, MODES, NEXT_STEP, Beside

POLICIES: tuple[IllegalPolicy, ...] = ("terminate", "ignore", "raise")
COUNT = 37  # two blocks of 16 and a rest
CASES = list(enumerate(product(variants, MODES)))
every_mode = pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])


@pytest.mark.parametrize(("number", "case"), CASES, ids=[f"{name}-{mode.name}" for _, (name, mode) in CASES])
def test_a_slot_is_a_single_environment(number: int, case: tuple[str, AutoresetMode]) -> None:
    """Observations, rewards, ends, masks, codes and boards, with staggered ends, both observations and rewards.

    All variants and modes together are 124,000 steps of slots; each meets each policy for illegal actions.
    """
    variant, mode = case
    plans = product(OBSERVATIONS, ("progress", "sparse"))
    for plan, (observation, reward) in enumerate(plans):
        policy = POLICIES[(number + number // 3 + plan) % 3]
        rng = random.Random(f"{variant} {mode} {plan}")
        limit = rng.choice((9, 13, 400))
        both = Beside(variant, COUNT, mode, limit, observation=observation, reward=reward, illegal=policy)
        both.reset(seed=rng.randrange(2**40))
        both.play(rng, 40, illegal=0.0 if policy == "raise" else 0.02)
        both.reset(seed=rng.choice((0, 2**64 - 5, 2**127)))  # in the middle; seeds of three lengths in one batch
        both.step(both.choose(rng))
        both.reset()
        both.step(both.choose(rng))


@every_mode
def test_all_kinds_of_ends_are_met(mode: AutoresetMode) -> None:
    """Won, blocked, truncated and illegally ended episodes are met side by side, and all agree."""
    met: Counter[str] = Counter()
    both = Beside("normal", COUNT, mode, 30, observation="cards", reward="sparse")
    rng = random.Random(mode.value)
    one_short = "KS/KH/-/-/-/-/-/-/-/-/-/-/-/-/-/- QQKK AAAA 0"
    texts = [(ALMOST_WON, one_short, None)[slot % 3] for slot in range(COUNT)]
    both.reset(seed=1)
    for text in (ALMOST_WON, one_short):
        chosen = np.array([one == text for one in texts])
        both.reset(mask=chosen, position=text, options=[{"position": text}] * COUNT)
    both.play(rng, 120, illegal=0.01)
    met.update(both.ends)
    assert set(met) == {"won", "blocked", "truncated", "illegal"}


@every_mode
@pytest.mark.parametrize("variant", ["normal", "hidden", "relaxed"])
def test_named_starts_are_the_single_ones(variant: str, mode: AutoresetMode) -> None:
    """One code for all, one code a slot, and one position for all start what they start in single environments."""
    rng = random.Random(variant)
    tag = variants[variant].tag
    codes: list[Any] = [
        crescent.GameCode(rng.randrange(2**35), variants[variant]) if slot % 2 else f" cr1-{tag}-aaaaaa{letter} "
        for slot, letter in enumerate("abcdefg")
    ]
    both = Beside(variant, len(codes), mode, 20)
    both.reset(seed=5, options=[{"code": code} for code in codes], codes=codes)
    both.play(rng, 25)
    both.reset(options=[{"code": codes[1]}] * len(codes), code=codes[1])
    both.play(rng, 5)
    position = codes[3].deal()
    both.reset(seed=2**70, options=[{"position": position}] * len(codes), position=position)
    both.play(rng, 25)
    chosen = np.arange(len(codes)) % 3 == 0
    both.reset(seed=9, mask=chosen, options=[{"code": code} for code in codes], codes=codes)
    both.play(rng, 45)


@every_mode
def test_a_seed_with_a_reset_mask_seeds_the_chosen_slots_alone(mode: AutoresetMode) -> None:
    """The other slots go on with their own series of deals."""
    both = Beside("normal", 9, mode, 4)
    both.reset(seed=3)
    both.play(random.Random(1), 3)
    both.reset(seed=77, mask=np.arange(9) < 4)
    both.play(random.Random(2), 20)


def test_reset_keeps_the_callers_options() -> None:
    """The mapping and the mask that are given come back as they were."""
    env = CrescentVectorEnv(3, autoreset_mode=DISABLED)
    env.reset(seed=1)
    mask = np.array([True, False, True])
    options = {"reset_mask": mask, "codes": [CODE, CODE, CODE]}
    env.reset(options=options)
    assert list(options) == ["reset_mask", "codes"]
    assert options["reset_mask"] is mask
    assert mask.tolist() == [True, False, True]


def test_seeds_can_be_listed() -> None:
    """A list of seeds seeds slot by slot; None among them leaves a slot's series as it is."""
    env, other = CrescentVectorEnv(3), CrescentVectorEnv(3)
    first = env.reset(seed=[5, 6, 2**128 - 1])[1]["code"].tolist()
    assert first[:2] == other.reset(seed=5)[1]["code"].tolist()[:2]
    second = other.reset()[1]["code"].tolist()
    mixed = env.reset(seed=[None, 5, None])[1]["code"].tolist()
    assert mixed[:2] == [second[0], first[0]]
    tuples: Any = (5, 6, np.int64(7))
    assert other.reset(seed=tuples)[1]["code"].tolist() == other.reset(seed=5)[1]["code"].tolist()
    numpys: Any = np.int64(5)
    assert other.reset(seed=numpys)[1]["code"].tolist() == other.reset(seed=5)[1]["code"].tolist()


def test_unseeded_slots_differ() -> None:
    """Without a seed every slot, and every environment, plays deals of its own."""
    codes = [code for _ in range(2) for code in CrescentVectorEnv(50).reset()[1]["code"]]
    assert len(set(codes)) == 100


@every_mode
def test_illegal_raises_as_the_single_environment_does(mode: AutoresetMode) -> None:
    """With `illegal="raise"` the error names the move and the board, and no slot has moved."""
    env = CrescentVectorEnv(5, illegal="raise", autoreset_mode=mode)
    _, info = env.reset(options={"code": CODE})
    before = env.state()
    actions = env.sample_actions()
    actions[3] = 0
    with pytest.raises(IllegalMoveError) as caught:
        env.step(actions)
    assert caught.value.position == crescent.deal(CODE)
    assert caught.value.move.index == 0
    assert env.state().tobytes() == before.tobytes()
    actions[3] = info["action_mask"][3].nonzero()[0][0]
    assert env.step(actions)[3].tolist() == [False] * 5


def test_an_ended_slot_ignores_its_action_in_the_next_step() -> None:
    """NEXT_STEP plays nothing in an ended slot, whatever is given, even with `illegal="raise"`."""
    env = CrescentVectorEnv(2, illegal="raise", max_episode_steps=1, autoreset_mode=NEXT_STEP)
    env.reset(seed=1)
    assert env.step(env.sample_actions())[3].all()
    _, reward, terminated, truncated, info = env.step(np.zeros(2, np.int64))
    assert np.stack([reward, terminated, truncated]).tolist() == [[0, 0]] * 3
    twin = CrescentVectorEnv(2)
    twin.reset(seed=1)
    assert info["code"].tolist() == twin.reset()[1]["code"].tolist()
