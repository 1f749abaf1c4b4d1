"""Pictures in pixels: of one environment, of every slot of many, in a grid, and in no way of what is hidden."""

from __future__ import annotations

import random
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from crescent import IllegalMoveError, MissingExtraError, Move, Position, RulesError, View
from crescent.moves import Place
from crescent.text import raster
from crescent.text.board import landing
from crescent.text.layout import Style
from crescent.text.scene import Highlights, Look
from crescent_gym import CrescentEnv, CrescentVectorEnv, rendering
from crescent_gym.errors import NoWindowError
from tests.gym.playing import CODE, same, steps

SHAPE = (642, 780, 3)


def drawn(view: View, last: Place | None) -> NDArray[np.uint8]:
    """The picture of the top cards, where the last move's card went framed."""
    return np.array(raster.image(view, Look(Style.SCREEN), Highlights(last=last)))


@settings(max_examples=5)
@given(seed=st.integers(0, 1000), variant=st.sampled_from(["normal", "hidden", "relaxed"]))
def test_the_picture_is_the_views_with_the_last_card_framed(seed: int, variant: str) -> None:
    """At every step, whether or not the step before was drawn."""
    env = CrescentEnv(variant=variant, render_mode="rgb_array")
    _, info = env.reset(seed=seed)
    position = env.position
    rng = random.Random(seed)
    assert same(env.render(), drawn(position.view(), None))
    for step in steps(env, info, rng, limit=20):
        move = Move.from_index(step.action)
        last, position = landing(position, move), position.play(move)
        if rng.random() < 0.3:
            picture = env.render()
            assert same(picture, drawn(position.view(), last))
            assert isinstance(picture, np.ndarray)
            assert picture.shape == SHAPE
            assert picture.dtype == np.dtype(np.uint8)


def test_a_mode_in_pixels_leaves_the_steps_as_they_are() -> None:
    """Trainers that ask for pixels without drawing any see the same observations, rewards, ends and infos."""
    plain, pictured = CrescentEnv(), CrescentEnv(render_mode="rgb_array")
    for env in (plain, pictured):
        env.reset(seed=3)
    rng = random.Random(3)
    over = False
    while not over:
        action = int(rng.choice(np.flatnonzero(plain.action_masks())))
        ours, theirs = plain.step(action), pictured.step(action)
        assert all(same(one, other) for one, other in zip(ours[:4], theirs[:4], strict=True))
        assert ours[4].keys() == theirs[4].keys()
        assert same(ours[4]["action_mask"], theirs[4]["action_mask"])
        over = ours[2]


def test_the_last_card_stays_framed_until_another_is_moved() -> None:
    """Refused actions, failed resets and steps, masks and states leave the frame; a reset takes it away."""
    env = CrescentEnv(render_mode="rgb_array", illegal="ignore")
    env.reset(options={"code": CODE})
    first = env.render()
    env.step(Move.parse("15-K").index)
    env.step(0)
    second = env.render()
    position = Position.deal(1).play("15-K")
    assert same(second, drawn(position.view(), landing(Position.deal(1), Move.parse("15-K"))))
    raising = CrescentEnv(render_mode="rgb_array", illegal="raise")
    raising.reset(options={"code": CODE})
    raising.step(Move.parse("15-K").index)
    with pytest.raises(IllegalMoveError):
        raising.step(0)
    with pytest.raises(RulesError):
        raising.reset(seed=-1)
    raising.action_masks()
    raising.state()
    assert same(raising.render(), second)
    env.reset(options={"code": CODE})
    assert same(env.render(), first)


def test_a_failing_observation_leaves_the_picture() -> None:
    """An observation of one's own that fails in a step leaves everything as it was, the frame too."""

    class Failing:
        """Fails when it is told to."""

        fails = False

        def space(self, _rules: object) -> gymnasium.spaces.Box:
            """One number."""
            return gymnasium.spaces.Box(0, 1, (1,))

        def encode(self, _row: object, _rules: object) -> Any:  # noqa: ANN401  an observation
            """It, or an error."""
            if self.fails:
                raise ZeroDivisionError
            return np.zeros(1, np.float32)

    failing = Failing()
    env = CrescentEnv(render_mode="rgb_array", observation=failing)
    env.reset(options={"code": CODE})
    env.step(Move.parse("15-K").index)
    failing.fails = True
    with pytest.raises(ZeroDivisionError):
        env.step(Move.parse("2-K").index)
    position = Position.deal(1)
    assert same(env.render(), drawn(position.play("15-K").view(), landing(position, Move.parse("15-K"))))


def test_pictures_tell_nothing_of_hidden_cards() -> None:
    """When only hidden cards change places, the pixels stay."""
    env = CrescentEnv(variant="hidden", render_mode="rgb_array")
    env.reset(seed=1)
    row = env.state()
    other = row.copy()
    cards = other[: 16 * 13]
    cards[cards >= 64] = cards[cards >= 64][::-1]
    assert not same(row, other)
    env.set_state(row)
    before = env.render()
    env.set_state(other)
    assert same(before, env.render())


@pytest.mark.parametrize("mode", AutoresetMode)
def test_every_slot_has_its_picture(mode: AutoresetMode) -> None:
    """As Gymnasium has it, a picture a slot: each its view's, with its own last card framed."""
    env = CrescentVectorEnv(3, variant="hidden", render_mode="rgb_array", autoreset_mode=mode)
    characters = CrescentVectorEnv(3, variant="hidden", render_mode="ansi", autoreset_mode=mode)
    for games in (env, characters):
        games.reset(seed=5)
    for _ in range(3):
        actions = env.sample_actions()
        for games in (env, characters):
            games.step(actions)
    pictures, boards = env.render(), characters.render()
    assert isinstance(pictures, tuple)
    assert boards is not None
    for row, picture, board, last in zip(env.state(), pictures, boards, env._last, strict=True):
        view = Position.from_row(row.tobytes(), env.variant.rules).view()
        assert rendering.ansi(view, last) == board
        assert same(picture, rendering.pixels(view, last, rendering.SLOT_WIDTH))
        assert isinstance(picture, np.ndarray)
        assert picture.shape == (316, 384, 3)
        assert picture.dtype == np.dtype(np.uint8)


@pytest.mark.parametrize(("slots", "columns", "rows"), [(1, 1, 1), (2, 2, 1), (5, 3, 2), (64, 8, 8), (65, 8, 8)])
def test_a_grid_shows_many_slots_in_one(slots: int, columns: int, rows: int) -> None:
    """Row by row, at most 64 of them, in bounded size; what is left of the last row is black."""
    env = CrescentVectorEnv(slots)
    env.reset(seed=1)
    whole = env.grid()
    height, width, depth = whole.shape
    assert (str(whole.dtype), depth) == ("uint8", 3)
    assert width <= rendering.GRID_WIDTH
    assert width % columns == height % rows == 0
    high, wide = height // rows, width // columns
    for slot, row in enumerate(env.state()[:64]):
        tile = whole[slot // columns * high :, slot % columns * wide :][:high, :wide]
        picture = rendering.pixels(Position.from_row(row.tobytes()).view(), None, wide)
        assert same(tile[:-2, :-2], picture[:-2, :-2])
        assert not tile[-2:].any()
        assert not tile[:, -2:].any()
    if slots == 5:
        assert not whole[high:, 2 * wide :].any()


def test_pictures_can_be_collected() -> None:
    """Gymnasium's `rgb_array_list` collects a picture for the reset and each step."""
    env = gymnasium.make("crescent_gym/Crescent-v0", render_mode="rgb_array_list")
    env.reset(seed=1)
    env.step(280)
    pictures = env.render()
    assert isinstance(pictures, list)
    assert [np.shape(picture) for picture in pictures] == [SHAPE, SHAPE]


@pytest.mark.parametrize("mode", ["human", "rgb_array"])
@pytest.mark.parametrize("kind", [CrescentEnv, CrescentVectorEnv])
def test_without_pillow_modes_in_pixels_are_refused(
    kind: type[CrescentEnv | CrescentVectorEnv], mode: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At construction, by an error that names the extra."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(MissingExtraError, match="pictures"):
        kind(render_mode=mode)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere there is always a screen")
@pytest.mark.parametrize("kind", [CrescentEnv, CrescentVectorEnv])
def test_without_a_screen_a_window_is_refused(
    kind: type[CrescentEnv | CrescentVectorEnv], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At construction, by an error that says what works instead; without tkinter too."""
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NoWindowError, match="rgb_array"):
        kind(render_mode="human")
    monkeypatch.setitem(sys.modules, "tkinter", None)
    with pytest.raises(NoWindowError, match="no tkinter"):
        kind(render_mode="human")
