"""Bad input of every kind raises one clear error of ours, names what was wrong, and changes nothing."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import GameCode, variants
from crescent.errors import CodeError, CrescentError, PositionError, RulesError, UnknownNameError, WrongTypeError
from crescent_gym import ActionError, ArgumentTypeError, CrescentVectorEnv, OptionError, ResetNeededError
from crescent_gym.batch import steps
from tests.gym.playing import ALMOST_WON, CODE
from tests.gym.vector.beside import DISABLED
from tests.gym.vector.test_like_sync import alike

Case = tuple[Any, type[CrescentError]]
Argument = tuple[str, Any, type[CrescentError]]
COUNT = 3

NO_NUMBERS: list[Case] = [
    *((value, ArgumentTypeError) for value in (1.0, "1", True, [1], np.array([1, 2]), np.bool_(True), b"1", object())),
    *((value, RulesError) for value in (0, -2, -(2**70), 2**70, 2**100_000)),
]


def of(name: str, cases: list[Case]) -> list[Argument]:
    """These values for the argument of this name."""
    return [(name, value, error) for value, error in cases]


NO_ARGUMENTS: list[Argument] = [
    *of("num_envs", [*NO_NUMBERS, (None, ArgumentTypeError), (-1, RulesError), (2**24 + 1, RulesError)]),
    *of("threads", [*NO_NUMBERS, (None, ArgumentTypeError), (-1, RulesError), (1025, RulesError)]),
    *of("max_episode_steps", NO_NUMBERS),
    ("max_episode_steps", -1.0, ArgumentTypeError),
    *(
        ("autoreset_mode", value, ArgumentTypeError)
        for value in (None, "", "next", "x" * 1_000_000, 1, True, ["NEXT_STEP"], np.array(["NEXT_STEP", "DISABLED"]))
    ),
    *(("copy", value, ArgumentTypeError) for value in (None, 1, 0, "yes", np.array([True, False]))),
    *(("statistics", value, ArgumentTypeError) for value in (None, 1, "yes")),
    ("variant", "nromal", UnknownNameError),
    ("variant", None, ArgumentTypeError),
    ("observation", "falt", UnknownNameError),
    ("observation", 3, ArgumentTypeError),
    ("reward", "progres", UnknownNameError),
    ("reward", 3, ArgumentTypeError),
    ("illegal", "terminat", UnknownNameError),
    ("illegal", None, ArgumentTypeError),
    ("render_mode", "depth_array", ArgumentTypeError),
]


@pytest.mark.parametrize(("name", "value", "error"), NO_ARGUMENTS, ids=range(len(NO_ARGUMENTS)))
def test_what_is_no_argument_raises(name: str, value: Any, error: type[CrescentError]) -> None:  # noqa: ANN401  anything
    """A wrong argument raises at construction; the message is short and names the argument or its kind."""
    with pytest.raises(error) as caught:
        CrescentVectorEnv(**{name: value})
    assert len(str(caught.value)) < 300
    kind = {"illegal": "illegal", "copy": "copy"}.get(name, name)
    assert kind.split("_")[0] in str(caught.value).lower()


def test_good_arguments_of_odd_types_work() -> None:
    """NumPy's integers, Gymnasium's -1 for no limit, and autoreset modes by name or value are taken."""
    numpys: Any = np.int64(2)
    assert CrescentVectorEnv(numpys, threads=numpys, max_episode_steps=numpys).num_envs == 2
    for mode in ("DISABLED", "Disabled", DISABLED):
        assert CrescentVectorEnv(1, autoreset_mode=mode).autoreset_mode is DISABLED
    endless = CrescentVectorEnv(1, max_episode_steps=-1, illegal="ignore")
    endless.reset(seed=1)
    assert not any(endless.step(np.array([3]))[3][0] for _ in range(600))


def test_wrong_arguments_stay_clear_through_make_vec() -> None:
    """Gymnasium passes our errors on."""
    with pytest.raises(RulesError, match="num_envs"):
        gymnasium.make_vec("crescent_gym/Crescent-v0", num_envs=0)
    with pytest.raises(UnknownNameError, match="did you mean flat"):
        gymnasium.make_vec("crescent_gym/Crescent-v0", observation="falt")


def unchanged(call: Any, error: type[CrescentError], **arguments: Any) -> str:  # noqa: ANN401  a call with an environment
    """Assert that a call raises and changes neither boards nor streams nor ends; the message."""
    env, twin = (CrescentVectorEnv(COUNT, **arguments) for _ in range(2))
    for one in (env, twin):
        one.reset(seed=4)
        one.step(one.sample_actions())
    with pytest.raises(error) as caught:
        call(env)
    assert len(str(caught.value)) < 1000
    for one in (env, twin):
        assert one.action_masks().shape[0] == COUNT
    alike(env.step(env.sample_actions()), twin.step(twin.sample_actions()))
    alike(env.reset(), twin.reset())
    return str(caught.value)


NO_SEEDS: list[Case] = [
    *((seed, WrongTypeError) for seed in (1.0, "1", True, b"123", object(), np.array([1, 2, 3]), {1, 2, 3})),
    *((seed, RulesError) for seed in (-1, 2**128, 2**128 - 2, 2**1_000_000)),
    *((seed, RulesError) for seed in ([], [1, 2], [1, 2, 3, 4], [1, 2, -1], [1, 2, 2**128])),
    *((seed, WrongTypeError) for seed in ([1, 2, "3"], [1, 2, 3.0], [1, 2, True], [1, 2, [3]])),
]


@pytest.mark.parametrize(("seed", "error"), NO_SEEDS, ids=range(len(NO_SEEDS)))
def test_what_is_no_seed_raises(seed: Any, error: type[CrescentError]) -> None:  # noqa: ANN401  anything
    """Seeds of a wrong type, range or number."""
    unchanged(lambda env: env.reset(seed=seed), error)


MASK = np.array([True, False, True])
NO_OPTIONS: list[Case] = [
    ("codes", WrongTypeError),
    (["codes"], WrongTypeError),
    (7, WrongTypeError),
    ({"cdoes": [CODE] * 3}, OptionError),
    ({3: CODE}, OptionError),
    ({"x" * 1_000_000: CODE}, OptionError),
    ({"code": CODE, "codes": [CODE] * 3}, OptionError),
    ({"position": ALMOST_WON, "codes": [CODE] * 3}, OptionError),
    ({"code": CODE, "position": ALMOST_WON}, OptionError),
    ({"code": "CR1-H-AAAAAAB"}, OptionError),
    ({"code": [CODE] * 3}, WrongTypeError),
    ({"position": "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- KKKK AAAA 3"}, OptionError),
    ({"position": "\x00" * 1_000_000}, PositionError),
    *(({"codes": codes}, OptionError) for codes in (None, 5, CODE, CODE.encode(), [], [CODE], [CODE] * 4, {CODE, "x"})),
    *(({"codes": np.array(codes)}, OptionError) for codes in (CODE, [CODE] * 2)),
    ({"codes": np.array([[CODE]] * 3)}, WrongTypeError),
    ({"codes": [CODE, CODE, None]}, WrongTypeError),
    ({"codes": [CODE, CODE, 5]}, WrongTypeError),
    ({"codes": [CODE, CODE, ""]}, CodeError),
    ({"codes": [CODE, CODE, CODE + "A" * 1_000_000]}, CodeError),
    ({"codes": [CODE, CODE, "CR1-H-AAAAAAB"]}, OptionError),
    ({"codes": [CODE, CODE, GameCode(1, variants["four"])]}, OptionError),
    ({"codes": [CODE, CODE, crescent.deal(CODE)]}, WrongTypeError),
    ({"code": CODE, "positions": [ALMOST_WON] * 3}, OptionError),
    ({"codes": [CODE] * 3, "positions": [ALMOST_WON] * 3}, OptionError),
    *(({"positions": positions}, OptionError) for positions in (None, 5, ALMOST_WON, [], [ALMOST_WON] * 4)),
    ({"positions": [ALMOST_WON, ALMOST_WON, None]}, WrongTypeError),
    ({"positions": [ALMOST_WON, ALMOST_WON, CODE]}, PositionError),
    ({"positions": [ALMOST_WON, ALMOST_WON, crescent.deal("CR1-H-AAAAAAB")]}, OptionError),
    *(
        ({"reset_mask": mask}, OptionError)
        for mask in (
            None,
            True,
            [True, False, True],
            np.bool_(True),
            np.array(True),
            MASK[:2],
            np.array([MASK]),
            MASK.astype(np.int8),
            MASK.astype(object),
            ~(MASK | True),
        )
    ),
    ({"reset_mask": MASK, "codes": [CODE]}, OptionError),
    ({"reset_mask": MASK, "codes": [CODE, CODE, "no code"]}, CodeError),
]


@pytest.mark.parametrize(("options", "error"), NO_OPTIONS, ids=range(len(NO_OPTIONS)))
def test_what_is_no_option_raises(options: Any, error: type[CrescentError]) -> None:  # noqa: ANN401  anything
    """Options that are unknown or malformed, codes too many, too few or wrong, masks that are none; seeded or not."""
    unchanged(lambda env: env.reset(options=options), error)
    unchanged(lambda env: env.reset(seed=99, options=options), error)


def test_a_wrong_code_among_many_is_named() -> None:
    """The message repeats the very code that is wrong."""
    assert "CR1-N-AAAAAA1" in unchanged(
        lambda env: env.reset(options={"codes": [CODE, "CR1-N-AAAAAA1", CODE]}), CodeError
    )


def test_what_is_wrong_in_one_slot_says_in_which() -> None:
    """The note of an error in a list of codes or seeds, an array of rows or actions, names the slot."""
    env = CrescentVectorEnv(COUNT, illegal="raise")
    env.reset(options={"code": CODE})
    rows = env.state()
    rows[2, 0] = 255
    calls: list[Any] = [
        lambda: env.reset(options={"codes": [CODE, CODE, ""]}),
        lambda: env.reset(options={"codes": [CODE, CODE, None]}),
        lambda: env.reset(options={"positions": [ALMOST_WON, ALMOST_WON, ""]}),
        lambda: env.reset(seed=[1, 2, -3]),
        lambda: env.set_state(rows),
        lambda: env.step([280, 280, 999]),
        lambda: env.step([280, 280, 3]),
    ]
    for call in calls:
        with pytest.raises(CrescentError) as caught:
            call()
        assert caught.value.__notes__ == ["in slot 2"]


def test_codes_of_slots_that_are_left_alone_are_not_read() -> None:
    """Beside a reset mask only the chosen slots need a code."""
    env = CrescentVectorEnv(COUNT)
    env.reset(seed=1)
    told = env.reset(options={"reset_mask": MASK, "codes": [CODE, None, CODE]})[1]
    assert told["code"].tolist() == [CODE, None, CODE]


def test_a_mask_before_the_first_reset_must_name_every_slot() -> None:
    """No slot may be left without an episode; a mask of all slots is a reset."""
    env = CrescentVectorEnv(COUNT)
    with pytest.raises(ResetNeededError, match="reset_mask"):
        env.reset(seed=1, options={"reset_mask": MASK})
    with pytest.raises(ResetNeededError, match="step"):
        env.step(np.zeros(COUNT, np.int64))
    assert env.reset(seed=1, options={"reset_mask": MASK | True})[1]["_code"].all()


@settings(max_examples=150)
@given(
    seed=st.none() | st.integers() | st.lists(st.none() | st.integers(), max_size=4) | st.text(max_size=3),
    options=st.dictionaries(
        st.sampled_from(["code", "position", "codes", "positions", "reset_mask"]) | st.text(max_size=10),
        st.none() | st.integers() | st.text() | st.binary() | st.lists(st.integers() | st.text(), max_size=4),
        max_size=2,
    ),
)
def test_resets_with_anything_raise_ours_or_work(seed: Any, options: dict[str, Any]) -> None:  # noqa: ANN401  anything
    """Whatever seed and options, a reset works or raises an error of ours."""
    env = CrescentVectorEnv(COUNT)
    try:
        env.reset(seed=seed, options=options)
    except CrescentError:
        assert seed is not None or options
    else:
        assert not options


NO_ACTIONS: list[Case] = [
    *(
        (actions, ArgumentTypeError)
        for actions in (
            None,
            3,
            "280",
            b"280",
            [],
            [280] * 2,
            [280] * 4,
            [[280] * 3],
            [280.0] * 3,
            [True] * 3,
            ["280"] * 3,
            [280, [280], 280],
            [280, 280, None],
            [280, 280, 2**70],
            np.full(3, 280.0),
            np.full(3, 280, object),
            np.ones(3, bool),
            np.full((3, 1), 280),
            np.array(280),
            {280: 1},
            object(),
        )
    ),
    *(
        (np.array(actions, dtype), ActionError)
        for actions, dtype in (
            ([280, 280, 281], np.int64),
            ([280, 280, -1], np.int64),
            ([100, 100, -1], np.int8),
            ([280, 280, 2**63 - 1], np.int64),
            ([280, 280, -(2**63)], np.int64),
            ([280, 280, 2**64 - 1], np.uint64),
            ([280, 280, 2**63 + 280], np.uint64),
            ([281, 280, 280], np.uint16),
        )
    ),
    ([280, 409, 280], ActionError),
]


@pytest.mark.parametrize(("actions", "error"), NO_ACTIONS, ids=range(len(NO_ACTIONS)))
def test_what_are_no_actions_raises(actions: Any, error: type[CrescentError]) -> None:  # noqa: ANN401  anything
    """Actions of a wrong type, shape or range; the one that is out of range is named as it was given."""
    message = unchanged(lambda env: env.step(actions), error)
    if error is ActionError:
        assert str(next(int(action) for action in actions if not 0 <= action <= 280)) in message


@pytest.mark.parametrize(
    "dtype", ["int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", ">i4", ">u8"]
)
def test_actions_of_every_integer_type_are_played(dtype: str) -> None:
    """Also of the other byte order, of a stride, or as a list."""
    env, twin = (CrescentVectorEnv(COUNT, illegal="ignore") for _ in range(2))
    for one in (env, twin):
        one.reset(seed=1)
    for actions in ([17, 100, 3], [15, 30, 45]):
        alike(env.step(np.array(actions, dtype)), twin.step(actions))
    wide = np.zeros((COUNT, 2), dtype)
    alike(env.step(wide[:, 1]), twin.step([0, 0, 0]))


def test_actions_that_cannot_be_written_to_are_played_by_the_same_code() -> None:
    """Nothing is compiled anew for them, which would take seconds."""
    env = CrescentVectorEnv(COUNT)
    env.reset(seed=1)
    before = [list(function.signatures) for function in (steps.step_slots, steps.look_ahead)]
    actions = env.sample_actions()
    actions.flags.writeable = False
    env.step(actions)
    assert [list(function.signatures) for function in (steps.step_slots, steps.look_ahead)] == before


def test_ended_slots_cannot_be_stepped_where_nobody_resets_them() -> None:
    """In mode DISABLED a step with ended slots raises, names them, and moves no other; a reset mask is the way on."""
    env = CrescentVectorEnv(COUNT, autoreset_mode=DISABLED)
    env.reset(options={"code": CODE})
    env.step(np.array([280, 3, 3]))
    before = env.state()
    with pytest.raises(ResetNeededError, match=r"\[1, 2\]"):
        env.step(np.array([280, 280, 280]))
    assert env.state().tobytes() == before.tobytes()
    env.reset(options={"reset_mask": np.array([False, True, False])})
    with pytest.raises(ResetNeededError, match=r"\[2\]"):
        env.step(np.array([280, 280, 280]))
    env.reset(options={"reset_mask": np.array([False, False, True])})
    env.step(np.array([280, 280, 280]))
