"""Where episodes start: codes, positions and seeds, and everything that is none of them, which changes nothing."""

from __future__ import annotations

from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import GameCode, Position, Rules, Variant, variants
from crescent.errors import CodeError, CrescentError, PositionError, RulesError, WrongTypeError
from crescent_gym import CrescentEnv, OptionError
from tests.gym.playing import ALMOST_WON, CODE, NO_INTEGERS, legal, same

TWO_SHORT = "KS/KH/-/-/-/-/-/-/-/-/-/-/-/-/-/- QQKK AAAA 0"
TINY = Variant("tiny", "T", Rules(redeals=0, pile_capacity=6, wrap=False))

NO_SEEDS: list[tuple[object, type[CrescentError]]] = [
    *((seed, WrongTypeError) for seed in NO_INTEGERS.values() if seed is not None),
    (-1, RulesError),
    (2**128, RulesError),
    (2**1_000_000, RulesError),
]
NO_OPTIONS: list[tuple[object, type[CrescentError]]] = [
    ("code", WrongTypeError),
    (["code"], WrongTypeError),
    (7, WrongTypeError),
    ({"cdoe": CODE}, OptionError),
    ({3: CODE}, OptionError),
    ({"x" * 100_000: CODE}, OptionError),
    ({"code": CODE, "position": ALMOST_WON}, OptionError),
    ({"code": None}, WrongTypeError),
    ({"code": 5}, WrongTypeError),
    ({"code": CODE.encode()}, WrongTypeError),
    ({"code": ""}, CodeError),
    ({"code": CODE[:-1]}, CodeError),
    ({"code": CODE + "A" * 1_000_000}, CodeError),
    ({"code": "CR1-N-AAAAAA1"}, CodeError),
    ({"code": "CR1-H-AAAAAAB"}, OptionError),
    ({"code": GameCode(1, variants["four"])}, OptionError),
    ({"position": None}, WrongTypeError),
    ({"position": 5}, WrongTypeError),
    ({"position": ""}, PositionError),
    ({"position": ALMOST_WON[:20]}, PositionError),
    ({"position": "\x00" * 1_000_000}, PositionError),
    ({"position": crescent.deal("CR1-F-AAAAAAB")}, OptionError),
    ({"position": crescent.deal(CODE).view()}, WrongTypeError),
    ({"position": "-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- KKKK AAAA 3"}, OptionError),
]


@pytest.mark.parametrize("code", [CODE, f"  {CODE.lower()} ", GameCode.parse(CODE)], ids=["text", "loose", "object"])
def test_a_code_deals(code: object) -> None:
    """A game code, as text or object, deals its cards and is told in upper case."""
    env = CrescentEnv()
    _, info = env.reset(options={"code": code})
    assert info["code"] == CODE
    assert env.position == crescent.deal(CODE)


@pytest.mark.parametrize("position", [TWO_SHORT, Position.parse(TWO_SHORT)], ids=["text", "object"])
def test_a_position_starts_an_episode(position: object) -> None:
    """A position, as text or object, is where the episode starts; it has no code."""
    env = CrescentEnv()
    _, info = env.reset(options={"position": position})
    assert info["code"] == ""
    assert str(env.position) == TWO_SHORT
    assert not env.step(240)[2]
    assert env.step(241)[2]


def test_named_starts_draw_nothing() -> None:
    """A reset to a code or a position leaves the series of deals where it was."""
    env, other = CrescentEnv(), CrescentEnv()
    first, second = [env.reset(seed=3)[1]["code"], env.reset()[1]["code"]]
    assert other.reset(seed=3, options={"code": CODE})[1]["code"] == CODE
    assert other.reset(options={})[1]["code"] == first
    other.reset(options={"position": ALMOST_WON})
    assert other.reset(options=None)[1]["code"] == second


@pytest.mark.parametrize(("seed", "error"), NO_SEEDS, ids=range(len(NO_SEEDS)))
def test_what_is_no_seed_raises(seed: object, error: type[CrescentError]) -> None:
    """A seed that is no integer from 0 to 2 ** 128 - 1 raises and changes nothing."""
    _assert_reset_changes_nothing({"seed": seed}, error)


@pytest.mark.parametrize(("options", "error"), NO_OPTIONS, ids=range(len(NO_OPTIONS)))
def test_what_is_no_option_raises(options: object, error: type[CrescentError]) -> None:
    """Options that are unknown, malformed, of other rules or of a finished game raise and change nothing."""
    _assert_reset_changes_nothing({"options": options}, error)
    _assert_reset_changes_nothing({"options": options, "seed": 99}, error)


def _assert_reset_changes_nothing(arguments: dict[str, object], error: type[CrescentError]) -> None:
    """A failing reset leaves the episode and the series of deals as they were."""
    env, twin = CrescentEnv(), CrescentEnv()
    _, info = env.reset(seed=4)
    twin.reset(seed=4)
    with pytest.raises(error) as caught:
        env.reset(**cast("dict[str, Any]", arguments))
    assert len(str(caught.value)) < 1000
    assert env.position == twin.position
    env.step(legal(info["action_mask"])[0])
    assert same(env.reset(), twin.reset())


@settings(max_examples=200)
@given(
    options=st.dictionaries(
        st.sampled_from(["code", "position", "seed"]) | st.text(max_size=10),
        st.none() | st.integers() | st.text() | st.binary() | st.lists(st.integers()),
        max_size=2,
    )
)
def test_options_of_all_kinds_raise_ours_or_work(options: dict[str, Any]) -> None:
    """Whatever the options, a reset works or raises an error of ours."""
    env = CrescentEnv()
    try:
        env.reset(options=options)
    except CrescentError:
        assert options
    else:
        assert not options


def test_a_variant_of_ones_own_needs_no_registration() -> None:
    """A `Variant` object is played as it is, and its codes work in both directions although nobody knows its tag."""
    env = CrescentEnv(variant=TINY, observation="cards")
    observation, info = env.reset(seed=1)
    assert observation.shape == (16 * 6 + 25,)
    assert info["code"].startswith("CR1-T-")
    position = env.position
    assert position.rules == TINY.rules
    for code in (info["code"], f" {info['code'].lower()}"):
        env.reset()
        assert env.reset(options={"code": code})[1]["code"] == info["code"]
        assert env.position == position
    for wrong in (CODE, "CR1-T-AAAA", "CR1-T-AAAAAAA1", "CR1-T-", "T"):
        with pytest.raises(OptionError):
            env.reset(options={"code": wrong})


def test_a_variant_under_anothers_tag_is_not_mistaken_for_it() -> None:
    """An unregistered variant whose tag is taken plays its own rules for its own codes."""
    env = CrescentEnv(variant=Variant("many", "N", Rules(redeals=50)))
    env.reset(options={"code": CODE})
    assert env.position.redeals_left == 50
    with pytest.raises(OptionError):
        env.reset(options={"code": GameCode.parse(CODE)})
