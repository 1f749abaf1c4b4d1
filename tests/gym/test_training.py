"""The folder of a training keeps what goes on, whole, whatever ends it; deals are played legally or not at all."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import files
from crescent.errors import CrescentError, FileError, IllegalMoveError, RulesError, WrongTypeError
from crescent_gym.training import PICTURE, TABLE, TrainingRun, play_deals, read_curve


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
    for steps in (9, 10, 1000):
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


@pytest.mark.parametrize("ended_in", ["write", "write_whole", "rename"])
def test_a_line_is_there_whenever_its_checkpoint_is(
    ended_in: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever a save is ended, both are as they were, for the run and for the one that goes on."""

    def ends(*_: object) -> None:
        raise KeyboardInterrupt

    run = TrainingRun(tmp_path, tensorboard=False)
    run.keep(5, text, {"cards": 1.5})
    with monkeypatch.context() as patch:
        if ended_in != "write":
            patch.setattr(files if ended_in == "write_whole" else Path, ended_in, ends)
        with pytest.raises(KeyboardInterrupt):
            run.keep(6, ends if ended_in == "write" else text, {"cards": 2.5})
    again = TrainingRun(tmp_path, tensorboard=False)
    assert again.steps == run.steps == 5
    for kept in (again, run):
        kept.keep(7, text, {"cards": 3.5})
        assert read_curve(tmp_path) == [{"steps": 5, "cards": 1.5}, {"steps": 7, "cards": 3.5}]
        assert TrainingRun(tmp_path, tensorboard=False).steps == 7
        kept.log(cards=4.5)
        assert read_curve(tmp_path)[-1] == {"steps": 7, "cards": 4.5}


def test_a_line_that_a_kill_left_ahead_never_comes_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither with later checkpoints that have no line of their own, nor in a table that had no other line."""

    def ends(*_: object) -> None:
        raise KeyboardInterrupt

    for first in (None, {"cards": 1.5}):
        folder = tmp_path / str(first)
        run = TrainingRun(folder, tensorboard=False)
        run.keep(5, text, first)
        with monkeypatch.context() as patch:
            patch.setattr(Path, "rename", ends)
            with pytest.raises(KeyboardInterrupt):
                run.keep(8, text, {"cards": 99})
        again = TrainingRun(folder, tensorboard=False)
        for steps in (7, 9):
            again.keep(steps, text)
        kept = [] if first is None else [{"steps": 5, **first}]
        assert read_curve(folder) == kept
        assert TrainingRun(folder, tensorboard=False).steps == 9


def test_a_checkpoint_that_cannot_be_removed_is_named_and_the_new_one_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The run goes on from the new one, its line is in the table, and the old one goes as soon as it can."""
    run = TrainingRun(tmp_path, tensorboard=False)
    run.keep(5, text, {"cards": 1})
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", lambda path, **_: refused() if path.name.endswith("5") else None)
        with pytest.raises(FileError, match=r"checkpoint-0+5: cannot be written: Permission denied"):
            run.keep(6, text, {"cards": 2})
    assert run.steps == TrainingRun(tmp_path, tensorboard=False).steps == 6
    run.keep(7, text, {"cards": 3})
    assert [line["steps"] for line in read_curve(tmp_path)] == [5, 6, 7]
    assert len(list(tmp_path.glob("checkpoint*"))) == 1


def test_tensorboard_is_told_of_each_line_once(tmp_path: Path) -> None:
    """For the steps of its checkpoint, whether it came with it or later."""
    run = TrainingRun(tmp_path)
    told: list[tuple[str, float, int]] = []
    run._writer = SimpleNamespace(add_scalar=lambda *words: told.append(words), flush=lambda: None)
    run.keep(5, text, {"cards": 1.5})
    run.log(loss=0.5)
    run.keep(6, text)
    assert told == [("cards", 1.5, 5), ("loss", 0.5, 5)]


DAMAGED = {
    "a-word": ("steps,cards\n1,2\n2,many\n", 3),
    "no-steps": ("cards\n5\n", 2),
    "no-number-of-steps": ("steps,cards\n1,2\n,3\n", 3),
    "steps-without-end": ("steps,cards\ninf,3\n", 2),
    "too-many-values": ("steps,cards\n1,2\n2,3,4\n", 3),
    "no-name": ("steps,\n1,2\n", 2),
    "an-open-quote": ('steps,cards\n1,2\n"2,3\n', 3),
    "no-table": ("PK\x03\x04\n\x01\x02\n", 2),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_table_is_named_with_its_line_and_left_alone(tmp_path: Path, damage: str) -> None:
    """By one clear error of ours, which says what to do; nothing in the folder changes."""
    TrainingRun(tmp_path, tensorboard=False).keep(5, text)
    content, line = DAMAGED[damage]
    table = tmp_path / TABLE
    table.write_text(content, encoding="utf-8")
    for call in (lambda: TrainingRun(tmp_path, tensorboard=False), lambda: read_curve(tmp_path)):
        with pytest.raises(FileError, match=rf"curve\.csv: line {line} .*mend or move it") as caught:
            call()
        assert caught.value.path == str(table)
    assert table.read_text(encoding="utf-8") == content
    assert len(list(tmp_path.iterdir())) == 2


@settings(max_examples=200)
@given(content=st.binary(max_size=60) | st.text("steps,cards0123456789.\n\"'-e", max_size=60).map(str.encode))
def test_any_table_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    """Whatever its bytes are: lines of numbers, or our error that names the file, which stays as it is."""
    path = tmp_path_factory.mktemp("run")
    (path / TABLE).write_bytes(content)
    named = str(path / TABLE)
    try:
        lines = read_curve(path)
    except FileError as error:
        lines, named = [], error.path
    assert named == str(path / TABLE)
    assert all(isinstance(value, float) for line in lines for value in line.values())
    assert all("steps" in line for line in lines)
    assert (path / TABLE).read_bytes() == content


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file where the folder should be or above it, one that the system will not make or read, a name that is none."""
    file = tmp_path / "file"
    file.write_text("mine", encoding="utf-8")
    for path in (file, file / "below", tmp_path / ("x" * 300), "", "a\0b"):
        with pytest.raises(FileError) as caught:
            TrainingRun(path, tensorboard=False)
        assert 10 < len(str(caught.value)) < 500
        assert ("is there and no folder" in str(caught.value)) == (path in (file, file / "below"))
    assert (file.read_text(encoding="utf-8"), len(list(tmp_path.iterdir()))) == ("mine", 1)
    monkeypatch.setattr(Path, "iterdir", refused)
    with pytest.raises(FileError, match="run: cannot be read: Permission denied"):
        TrainingRun(tmp_path / "run", tensorboard=False)


def test_a_table_or_checkpoint_that_cannot_be_written_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The last checkpoint stands, and the run can be tried again."""
    run = TrainingRun(tmp_path, tensorboard=False)
    run.keep(5, text)
    (tmp_path / TABLE).mkdir()
    with pytest.raises(FileError, match=TABLE):
        run.log(cards=1)
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", refused)
        with pytest.raises(FileError, match=r"checkpoint-0+6: cannot be written: Permission denied"):
            run.keep(6, text)
    assert run.checkpoint is not None
    assert (run.steps, run.checkpoint.name) == (5, f"checkpoint-{5:015d}")
    run.keep(6, text)
    assert run.steps == 6


def refused(*_: object) -> None:
    """Fail as a system does that will not."""
    raise PermissionError(13, "Permission denied")


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
    run = TrainingRun(tmp_path, tensorboard=False)
    bad: list[tuple[Callable[[], object], type[CrescentError]]] = [
        (lambda: run.keep(-1, text), RulesError),
        (lambda: run.keep(1, text, {"cards": "many"}), WrongTypeError),  # type: ignore[dict-item]  # wrong on purpose
        (lambda: run.keep(1, text, {"steps": 1}), RulesError),
        (lambda: run.log(**{"": 1}), RulesError),
        (lambda: run.keep(1, lambda _: None), WrongTypeError),
        (lambda: run.log(cards="many"), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
        (lambda: run.log(cards=True), WrongTypeError),
        (lambda: run.log(steps=5), RulesError),
        (lambda: read_curve(5), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    ]
    for call, error in bad:
        with pytest.raises(error):
            call()
    with pytest.raises(RulesError):
        play_deals(lambda _, masks: masks.argmax(1), [])
    assert list(tmp_path.iterdir()) == []
    run.keep(5, text)
    for steps in (4, 5):
        with pytest.raises(RulesError, match=rf"steps must be from 6 to 10 \*\* 15, not {steps}"):
            run.keep(steps, text)
