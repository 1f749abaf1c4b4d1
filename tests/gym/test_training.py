"""The folder of a training keeps what goes on, whole, whatever ends it; deals are played legally or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent.errors import IllegalMoveError, RulesError, WrongTypeError
from crescent_gym.training import PICTURE, TrainingRun, play_deals, read_curve


def text(path: Path, content: str = "weights") -> None:
    """A checkpoint that is a file."""
    path.write_text(content, encoding="utf-8")


def folder(path: Path) -> None:
    """A checkpoint that is a folder."""
    path.mkdir()
    text(path / "weights")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # an old Matplotlib's parts warn of each other
@pytest.mark.parametrize("write", [text, folder])
def test_the_last_checkpoint_alone_is_kept(tmp_path: Path, write: Any) -> None:  # noqa: ANN401  a function
    """Each takes its forerunner's place, and a new run begins with the last one's steps, in the same table."""
    run = TrainingRun(tmp_path / "run", tensorboard=False)
    assert (run.checkpoint, run.steps) == (None, 0)
    for steps in (9, 10, 1000, 1000):
        run.keep(steps, write)
        run.log(cards=steps / 10)
    again = TrainingRun(tmp_path / "run", tensorboard=False)
    assert again.steps == 1000
    assert again.checkpoint is not None
    assert len(list(again.folder.glob("checkpoint*"))) == 1
    assert read_curve(again.folder)[-1] == {"steps": 1000, "cards": 100}
    assert again.draw("cards", "cards").read_bytes().startswith(b"\x89PNG")
    assert (again.folder / PICTURE).exists()


@pytest.mark.parametrize("write", [text, folder])
def test_a_save_that_fails_leaves_the_last_checkpoint(tmp_path: Path, write: Any) -> None:  # noqa: ANN401  a function
    """Half a checkpoint is never gone on from, and does not stand in the way of the next one."""
    run = TrainingRun(tmp_path, tensorboard=False)
    run.keep(5, write)

    def half(path: Path) -> None:
        write(path)
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space"):
        run.keep(6, half)
    assert TrainingRun(tmp_path, tensorboard=False).steps == run.steps == 5
    run.keep(7, write)
    assert TrainingRun(tmp_path, tensorboard=False).steps == 7


@settings(max_examples=20)
@given(lines=st.lists(st.integers(0, 100), unique=True), kept=st.integers(0, 100))
def test_lines_ahead_of_the_checkpoint_are_dropped(
    tmp_path_factory: pytest.TempPathFactory, lines: list[int], kept: int
) -> None:
    """What was logged and lost again is not in the table twice."""
    path = tmp_path_factory.mktemp("run")
    run = TrainingRun(path, tensorboard=False)
    for steps in sorted(lines):
        run.steps = steps
        run.log(cards=1.5)
    run.keep(kept, text)
    again = TrainingRun(path, tensorboard=False)
    again.log(cards=2.5)
    assert [line["steps"] for line in read_curve(path)] == [*(steps for steps in sorted(lines) if steps <= kept), kept]


def test_legal_play_is_measured() -> None:
    """Random legal play brings some cards home and wins nothing; the same choices give the same figures."""

    def first(boards: Any, masks: Any) -> Any:  # noqa: ANN401  arrays
        assert boards.shape == (10, 393)
        return masks.argmax(1)

    played = play_deals(first, range(10))
    assert played == play_deals(first, range(10))
    assert played.won == 0
    assert 8 <= played.cards < 60
    assert 8 <= play_deals(lambda _, masks: masks.argmax(1), [5], variant="four", observation="cards").cards < 60


def test_illegal_play_is_refused() -> None:
    """A policy that looks at no mask is found out."""
    with pytest.raises(IllegalMoveError):
        play_deals(lambda boards, _: np.zeros(len(boards), np.int64))


def test_bad_arguments_are_refused(tmp_path: Path) -> None:
    """One clear error of ours."""
    with pytest.raises(WrongTypeError):
        TrainingRun(5)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(RulesError):
        TrainingRun(tmp_path, tensorboard=False).keep(-1, text)
    with pytest.raises(RulesError):
        play_deals(lambda _, masks: masks.argmax(1), [])
    assert list(tmp_path.iterdir()) == []
