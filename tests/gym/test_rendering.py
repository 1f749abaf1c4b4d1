"""What `render` draws: the shell's board of what the player may know, with the last move marked."""

from __future__ import annotations

import random

import gymnasium
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Move
from crescent.text import languages
from crescent.text.board import Style, horseshoe, landing
from crescent_gym import CrescentEnv
from tests.gym.playing import CODE, steps


@settings(max_examples=20)
@given(seed=st.integers(0, 1000), variant=st.sampled_from(["normal", "hidden", "relaxed"]))
def test_the_board_is_the_shell_s(seed: int, variant: str) -> None:
    """At every step the picture is the view's horseshoe in plain characters, the last move's card in a heavy frame."""
    env = CrescentEnv(variant=variant, render_mode="ansi")
    _, info = env.reset(seed=seed)
    position = env.position
    assert env.render() == horseshoe(position.view(), languages["en"].card, Style(unicode=True, colour=False))
    for step in steps(env, info, random.Random(seed), limit=40):
        move = Move.from_index(step.action)
        last, position = landing(position, move), position.play(move)
        picture = horseshoe(position.view(), languages["en"].card, Style(unicode=True, colour=False), last=last)
        assert env.render() == picture
        assert ("┏" in picture) == (last is not None)


def test_illegal_actions_leave_the_picture() -> None:
    """An ignored action changes nothing in the picture, and a reset takes the mark of the last move away."""
    env = CrescentEnv(render_mode="ansi", illegal="ignore")
    env.reset(options={"code": CODE})
    first = env.render()
    env.step(Move.parse("15-K").index)
    second = env.render()
    env.step(0)
    assert env.render() == second != first
    env.reset(options={"code": CODE})
    assert env.render() == first


def test_nothing_is_drawn_without_a_mode() -> None:
    """Without a render mode `render` returns None, as Gymnasium lays down."""
    env = CrescentEnv()
    assert env.render() is None
    env.reset()
    assert env.render() is None


def test_pictures_can_be_collected() -> None:
    """Gymnasium's `ansi_list` collects a picture for the reset and each step."""
    env = gymnasium.make("crescent_gym/Crescent-v0", render_mode="ansi_list")
    env.reset(seed=1)
    env.step(280)
    pictures = env.render()
    assert isinstance(pictures, list)
    assert len(pictures) == 2
    assert all(isinstance(picture, str) and "R ×" in picture for picture in pictures)
