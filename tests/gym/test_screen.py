"""Windows on a real screen, and videos: an X server without a monitor (Xvfb), and MoviePy, where they are installed."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
from importlib import import_module
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.wrappers import RecordVideo
from numpy.typing import NDArray
from PIL import ImageGrab

from crescent import Position
from crescent_gym import CrescentEnv, CrescentVectorEnv, rendering
from tests.gym.playing import steps

pytestmark = pytest.mark.browser


@pytest.fixture(name="display", scope="session")
def _display() -> str:
    """The name of an X display of 1600 × 1300.

    Tk keeps its connection until the process ends, and ends the process where the server goes first; so the server is
    left to itself, and goes (`-terminate`) when its last client has gone.
    """
    server = shutil.which("Xvfb")
    if server is None:
        pytest.skip("no Xvfb here (Debian's package xvfb)")
    reading, writing = os.pipe()
    options = f"-displayfd {writing} -screen 0 1600x1300x24 -nolisten tcp -terminate"
    subprocess.run(["sh", "-c", f"{server} {options} > /dev/null 2>&1 &"], pass_fds=[writing], check=True)
    os.close(writing)
    with os.fdopen(reading) as answer:
        return f":{answer.readline().strip()}"


@pytest.fixture(name="screen")
def _screen(display: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The display, as the one that programs find."""
    monkeypatch.setenv("DISPLAY", display)
    return display


def seen(screen: str, picture: NDArray[np.uint8]) -> bool:
    """Whether the picture stands on the screen, pixel by pixel, somewhere near its upper left corner."""
    shot = np.array(ImageGrab.grab(xdisplay=screen).convert("RGB"))
    height, width, _ = picture.shape
    return any(
        (shot[top : top + height, left : left + width] == picture).all() for top in range(40) for left in range(40)
    )


def test_a_window_shows_every_step(screen: str) -> None:
    """The picture on the screen is the one of `rgb_array`, four a second; it closes with the environment."""
    env = CrescentEnv(render_mode="human")
    drawn = CrescentEnv(render_mode="rgb_array")
    _, info = env.reset(seed=4)
    drawn.reset(seed=4)
    began = time.monotonic()
    for count, step in enumerate(steps(env, info, random.Random(4), limit=4), 1):
        drawn.step(step.action)
        picture = drawn.render()
        assert isinstance(picture, np.ndarray)
        assert seen(screen, picture)
        assert time.monotonic() - began >= 0.24 * count
    assert env.render() is None
    last = rendering.pixels(env.view, env._last)
    assert seen(screen, last)
    env.close()
    env.close()
    assert not seen(screen, last)


def test_who_closes_the_window_plays_on_without(screen: str) -> None:
    """Nothing waits and nothing fails any more; several windows are each other's business no more than environments."""
    env, other = CrescentEnv(render_mode="human"), CrescentEnv(render_mode="human")
    _, info = env.reset(seed=4)
    other.reset(seed=5)
    window = env._window
    assert window is not None
    window.close()  # what the button in the window's frame calls
    began = time.monotonic()
    assert len(list(steps(env, info, random.Random(4), limit=20))) == 20
    assert time.monotonic() - began < 4
    assert other.render() is None
    assert seen(screen, rendering.pixels(other.view, None))
    other.close()


def test_a_window_shows_many_slots(screen: str) -> None:
    """The grid, after reset and step."""
    env = CrescentVectorEnv(5, render_mode="human")
    env.reset(seed=4)
    assert seen(screen, env.grid())
    env.step(env.sample_actions())
    assert seen(screen, env.grid())
    assert env.render() is None
    env.close()


def test_videos_are_recorded(tmp_path: Path) -> None:
    """Gymnasium's RecordVideo makes a film of an episode, of one environment and of several."""
    from gymnasium.wrappers.vector import RecordVideo as RecordManyVideos  # Gymnasium 1.1 has none

    pytest.importorskip("moviepy", reason="MoviePy is not installed")
    env = RecordVideo(
        gymnasium.make("crescent_gym/Crescent-v0", render_mode="rgb_array"), str(tmp_path / "one"), lambda _: True
    )
    _, info = env.reset(seed=4)
    count = len(list(steps(env, info, random.Random(4), limit=10)))
    env.close()  # type: ignore[no-untyped-call]  # Gymnasium's
    envs = RecordManyVideos(
        gymnasium.make_vec("crescent_gym/Crescent-v0", 4, render_mode="rgb_array"),
        str(tmp_path / "many"),
        episode_trigger=lambda _: True,
    )
    envs.reset(seed=4)
    for _ in range(count):
        envs.step(np.array(envs.unwrapped.sample_actions()))  # type: ignore[attr-defined]  # our own class's
    envs.close()
    one, many = (film_of(next((tmp_path / name).glob("*.mp4"))) for name in ("one", "many"))
    assert len(one) == (count + 1) * 642 * 780 * 3
    assert len(many) == (count + 1) * 4 * 316 * 384 * 3
    first = np.frombuffer(one, np.uint8)[: 642 * 780 * 3].reshape(642, 780, 3).astype(int)
    assert np.abs(first - rendering.pixels(Position.deal(_number(4)).view(), None)).mean() < 8  # films are not exact


def _number(seed: int) -> int:
    """The deal that a seed draws."""
    return int(gymnasium.utils.seeding.np_random(seed)[0].integers(2**35))


def film_of(file: Path) -> bytes:
    """Every pixel of every picture of a film."""
    ffmpeg = import_module("imageio_ffmpeg").get_ffmpeg_exe()  # MoviePy's own
    command = [ffmpeg, "-v", "error", "-i", str(file), "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    return subprocess.run(command, capture_output=True, timeout=60, check=True).stdout
