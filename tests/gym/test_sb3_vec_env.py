"""`SB3VecEnv` is to Stable-Baselines3 what its own vector environment over single games is, only faster."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from crescent.errors import CrescentError, RulesError, UnknownNameError
from crescent_gym import ArgumentTypeError, OptionError, ResetNeededError
from crescent_gym.errors import NotPerSlotError
from tests.gym.playing import CODE, OBSERVATIONS

pytestmark = pytest.mark.sb3

COUNT, LIMIT = 5, 40


@pytest.fixture(autouse=True)
def one_thread() -> None:
    """Nets this small train many times faster on one thread than on several that wait for each other."""
    import torch

    torch.set_num_threads(1)


def made(count: int = COUNT, **arguments: Any) -> Any:  # noqa: ANN401  a class that is imported inside tests alone
    """Ours, with a short limit so that games end both ways."""
    from crescent_gym.sb3 import SB3VecEnv

    return SB3VecEnv(count, **({"max_episode_steps": LIMIT} | arguments))


def stock(observation: str, variant: str = "Crescent") -> Any:  # noqa: ANN401  likewise
    """Stable-Baselines3's own, over single games with its `Monitor`."""
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import DummyVecEnv

    def one() -> Any:  # noqa: ANN401  likewise
        return Monitor(gymnasium.make(f"crescent_gym/{variant}-v0", observation=observation, max_episode_steps=LIMIT))

    return DummyVecEnv([one] * COUNT)


@pytest.mark.parametrize(("variant", "name"), [("Crescent", "normal"), ("CrescentHidden", "hidden")])
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_it_plays_what_the_stock_environment_plays(observation: str, variant: str, name: str) -> None:
    """Seeded alike: observations, rewards, ends, masks and what infos tell of ends, illegal actions among them."""
    ours, theirs = made(observation=observation, variant=name), stock(observation, variant)
    for env in (ours, theirs):
        env.seed(3)
    assert ours.reset().tobytes() == theirs.reset().tobytes()
    rng = np.random.default_rng(1)
    ends = {True: 0, False: 0}
    for step in range(400):
        assert [info["code"] for info in ours.reset_infos] == [info["code"] for info in theirs.reset_infos]
        masks = np.stack(ours.env_method("action_masks"))
        assert masks.tobytes() == np.stack(theirs.env_method("action_masks")).tobytes()
        actions = (rng.random(masks.shape) * (masks if step % 50 else ~masks)).argmax(1)
        mine, other = ours.step(actions), theirs.step(actions)
        for index in range(3):
            assert mine[index].dtype == other[index].dtype
            assert mine[index].tobytes() == other[index].tobytes()
        for over, told, expected in zip(mine[2], mine[3], other[3], strict=True):
            if not over:
                assert told == {}
                continue
            ends[expected["TimeLimit.truncated"]] += 1
            assert set(told) == set(expected)
            for key, value in expected.items():
                if key == "episode":
                    assert (told[key]["r"], told[key]["l"]) == (pytest.approx(value["r"], abs=1e-6), value["l"])
                    assert told[key]["t"] >= 0
                else:
                    assert type(told[key]) is type(value)
                    assert np.array_equal(told[key], value)
    assert min(ends.values()) > 5


@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_the_trainer_learns_on_it_legally(observation: str) -> None:
    """MaskablePPO trains, finds the statistics of games without a monitor, and never ends one by an illegal action."""
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.evaluation import evaluate_policy

    env = made(16, observation=observation, reward="progress", max_episode_steps=500)
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, seed=1, device="cpu")
    before = model.policy.state_dict()["action_net.weight"].clone()
    model.learn(4_000)
    assert not before.equal(model.policy.state_dict()["action_net.weight"])
    assert len(model.ep_info_buffer) > 10
    assert all(-1e-6 <= episode["r"] <= 1 for episode in model.ep_info_buffer)  # -1 is what an illegal action costs
    mean, _ = evaluate_policy(model, made(4, observation=observation, max_episode_steps=500), n_eval_episodes=8)
    assert 0 <= mean <= 1


def test_the_trainer_would_be_seen_to_play_illegally() -> None:
    """Where masks lie, returns show it: the test above can fail."""
    from sb3_contrib import MaskablePPO

    env = made(16)
    env.env_method = lambda *_, **__: list(np.ones((16, 281), np.bool_))
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=256, seed=1, device="cpu").learn(1_000)
    assert min(episode["r"] for episode in model.ep_info_buffer) <= -1 + 0.5


def test_wrappers_of_stable_baselines3_take_it() -> None:
    """Normalised and monitored it goes on telling of the same games; so does a copy made by pickling."""
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecMonitor, VecNormalize

    env = made()
    assert env.env_is_wrapped(Monitor) == [True] * COUNT
    assert env.env_is_wrapped(gymnasium.wrappers.TimeLimit) == [False] * COUNT
    with pytest.warns(UserWarning, match="already wrapped"):
        monitored = VecMonitor(env)
    wrapped = VecNormalize(monitored)
    wrapped.seed(1)
    assert wrapped.reset().shape == (COUNT, 393)
    codes = [info["code"] for info in env.reset_infos]
    twin = pickle.loads(pickle.dumps(env))
    assert [info["code"] for info in twin.reset_infos] == codes
    lengths = []
    for _ in range(2 * LIMIT):
        actions = env.games.sample_actions()
        *_, infos = wrapped.step(actions)
        lengths += [info["episode"]["l"] for info in infos if info]
    assert lengths
    assert max(lengths) <= LIMIT


def test_games_begin_where_options_say() -> None:
    """One code for all, or a code a slot, once; the next reset draws deals again."""
    env = made()
    env.set_options({"code": CODE})
    env.reset()
    assert [info["code"] for info in env.reset_infos] == [CODE] * COUNT
    codes = [f"CR1-N-AAAAAA{letter}" for letter in "ABCDE"]
    env.set_options([{"code": code} for code in codes])
    env.reset()
    assert [info["code"] for info in env.reset_infos] == codes
    env.reset()
    assert not set(codes) & {info["code"] for info in env.reset_infos}


def test_games_begin_where_a_curriculum_says() -> None:
    """One ply before the win of a solved deal each slot wins at once, and the frontier moves."""
    from crescent_gym.curriculum import Curriculum, solved_lines

    curriculum = Curriculum(solved_lines([1]), window=10)
    env = made(curriculum=curriculum)
    env.seed(1)
    env.reset()
    assert [info["legal_count"] for info in env.reset_infos] == env.games.action_masks().sum(1).tolist()
    home = [next(action for action in range(240, 272) if mask[action]) for mask in env.games.action_masks()]
    _, rewards, dones, infos = env.step(np.array(home))
    assert dones.all()
    assert [info["is_success"] for info in infos] == [True] * COUNT
    assert rewards.tolist() == [pytest.approx(1 / 96)] * COUNT
    env.step(np.array([next(a for a in range(240, 272) if mask[a]) for mask in env.games.action_masks()]))
    assert curriculum.distance == 2


def test_pictures_are_those_of_the_slots() -> None:
    """Each by itself, and side by side as Stable-Baselines3 tiles them for videos; none in other modes."""
    env = made(render_mode="rgb_array")
    env.reset()
    pictures = env.games.render()
    assert isinstance(pictures, tuple)
    assert all(np.array_equal(one, other) for one, other in zip(env.get_images(), pictures, strict=True))
    tiled = env.render("rgb_array")
    assert tiled is not None
    assert tiled[:316, :384].tolist() == np.asarray(pictures[0]).tolist()
    env.close()
    assert made().get_images() == [None] * COUNT


def test_slots_can_be_asked_one_by_one() -> None:
    """By an index or several, as Stable-Baselines3 has it."""
    env = made(render_mode="ansi")
    env.seed(1)
    env.reset()
    masks = env.games.action_masks()
    assert np.array_equal(env.env_method("action_masks", indices=2), masks[[2]])
    assert np.array_equal(env.env_method("action_masks", indices=[0, 3]), masks[[0, 3]])
    assert env.env_method("render", indices=1) == [env.games.render()[1]]
    assert np.array_equal(env.env_method("state"), env.games.state())
    assert env.get_attr("render_mode") == ["ansi"] * COUNT == [env.render_mode] * COUNT
    assert env.has_attr("action_masks")
    assert not env.has_attr("no_such_thing")
    env.close()


BAD: list[tuple[Callable[[Any], object], type[CrescentError]]] = [
    (lambda _: made(0), RulesError),
    (lambda _: made(variant="nromal"), UnknownNameError),
    (lambda _: made(autoreset_mode="NEXT_STEP"), ArgumentTypeError),
    (lambda _: made(statistics=False), ArgumentTypeError),
    (lambda _: made(curriculum=1), ArgumentTypeError),
    (lambda env: env.step_wait(), ResetNeededError),
    (lambda env: env.env_method("reset"), NotPerSlotError),
    (lambda env: env.env_method("action_masks", 1), NotPerSlotError),
    (lambda env: env.set_attr("variant", "four"), NotPerSlotError),
    (lambda env: (env.set_options([{"code": CODE}, *[{}] * (COUNT - 1)]), env.reset()), OptionError),
    (lambda env: env.step(np.zeros(COUNT + 1, int)), ArgumentTypeError),
]


@pytest.mark.parametrize(("call", "error"), BAD, ids=range(len(BAD)))
def test_bad_input_is_refused_and_changes_nothing(call: Callable[[Any], object], error: type[CrescentError]) -> None:
    """One clear error of ours; the boards stand as they stood."""
    env = made()
    env.reset()
    before = env.games.state().tobytes()
    with pytest.raises(error) as caught:
        call(env)
    assert 10 < len(str(caught.value)) < 500
    assert env.games.state().tobytes() == before
    env.set_options()
    env.step(env.games.sample_actions())


def test_before_the_first_reset_there_are_no_masks() -> None:
    """As everywhere."""
    with pytest.raises(ResetNeededError):
        made().env_method("action_masks")
