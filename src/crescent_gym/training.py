"""What every training keeps in its folder: a checkpoint to go on from, a table, TensorBoard's logs, a learning curve.

`TrainingRun` is the folder; `play_deals` tests a policy on given deals.  The programs in `examples/` are built on both,
whatever library trains.
"""

from __future__ import annotations

import csv
import io
import math
import os
import shutil
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crescent import files, plots
from crescent.codes import GameCode
from crescent.errors import FileError, RulesError, WrongTypeError
from crescent.faults import FileFault
from crescent.variants import Variant
from crescent_gym.arguments import checked_variant
from crescent_gym.registration import MAX_EPISODE_STEPS
from crescent_gym.vector import CrescentVectorEnv

TABLE, PICTURE, LOGS = "curve.csv", "curve.png", "tensorboard"
"""Names in the folder of a run."""

MOST_BYTES: Final = 2**28
"""Bytes of a table at most: millions of lines."""

HELD_OUT: Final = range(64)
"""Code numbers of the deals that the examples are tested on; training meets one in 500 million games."""


class TrainingRun:
    """The folder of a training, from which it goes on whatever ended it.

    A checkpoint is written beside the last one and takes its place by one renaming, so that a kill at any moment leaves
    one that is whole.  The table is written anew with each line, and one that a kill has left ahead of the checkpoint
    counts for nothing: it is gone with the next checkpoint.

    Attributes:
        folder: where everything is.
        steps: those of the checkpoint, 0 where there is none.
    """

    def __init__(self, folder: str | os.PathLike[str], *, tensorboard: bool = True) -> None:
        """Open the folder, which is made if need be.

        Args:
            folder: where everything is.
            tensorboard: whether `log` writes for TensorBoard too, where PyTorch and TensorBoard are installed.

        Raises:
            WrongTypeError: `folder` is no path.
            FileError: it cannot be made or read, or is no folder; or the table in it is damaged, which names the line.
        """
        if not isinstance(folder, str | os.PathLike):
            raise WrongTypeError("folder", "a path", folder)
        self.folder: Path = _opened(folder)
        latest = self.checkpoint
        self.steps: int = 0 if latest is None else int(latest.name.rpartition("-")[2])
        found = read_curve(self.folder)
        self._lines = [line for line in found if line["steps"] <= self.steps]
        self._is_ahead = len(self._lines) < len(found)
        self._writer = _writer(self.folder / LOGS, self.steps) if tensorboard else None

    @property
    def checkpoint(self) -> Path | None:
        """The newest whole checkpoint, a file or a folder; None where there is none."""
        found = sorted(path for path in self.folder.glob("checkpoint-*") if path.name.rpartition("-")[2].isdecimal())
        return found[-1] if found else None

    def keep(self, steps: int, write: Callable[[Path], object], line: Mapping[str, float] | None = None) -> None:
        """Keep a checkpoint after so many steps, in place of the last one, and a line of the table with it.

        Args:
            steps: of the whole training so far, up to 10 ** 15, and more than those of the last checkpoint.
            write: writes a file or a folder of the path that it is given.
            line: what goes into the table for these steps, where it is whenever the checkpoint is; then TensorBoard is
                told too.

        Raises:
            RulesError: `steps` is out of range, or a value of the line has no name or is called `steps`.
            WrongTypeError: `write` wrote nothing there, or a value of the line is no number.
            FileError: the line cannot be written, or the checkpoint not take its place, and the last one stands; or it
                has taken its place, and the last one cannot be removed.
            Exception: whatever `write` raises; the last checkpoint stands.
        """
        least = 0 if self.checkpoint is None else self.steps + 1
        if not least <= steps <= 10**15:
            raise RulesError("steps", steps, f"from {least} to 10 ** 15")
        lines = self._lines if line is None else self._with(steps, line)
        new, target = self.folder / "checkpoint.new", self.folder / f"checkpoint-{steps:015d}"
        with files.writing(new):
            _remove(new)
        write(new)
        if not new.exists():
            raise WrongTypeError("write", "a function that writes to the path it is given", write)
        # The table goes first: a line that a kill leaves ahead is dropped, and one that comes later would be lost.
        if line is not None or self._is_ahead:
            self._is_ahead = True
            self._write(lines)
        with files.writing(target):
            new.rename(target)
        self.steps, self._lines, self._is_ahead = steps, lines, False
        self._tell(line or {})
        for path in self.folder.glob("checkpoint-*"):
            if path != target:
                with files.writing(path):
                    _remove(path)

    def log(self, **numbers: float) -> None:
        """Add a line to the table for the steps of the last checkpoint, and tell TensorBoard.

        Raises:
            WrongTypeError: a value is no number.
            RulesError: one has no name, or is called `steps`, which is the table's own.
            FileError: the table cannot be written.
        """
        lines = self._with(self.steps, numbers)
        self._write(lines)
        self._lines, self._is_ahead = lines, False
        self._tell(numbers)

    def _with(self, steps: int, numbers: Mapping[str, float]) -> list[dict[str, float]]:
        """The lines, and one more."""
        for name, value in numbers.items():
            if isinstance(value, bool) or not isinstance(value, int | float | np.integer | np.floating):
                raise WrongTypeError(name, "a number", value)
            if name in ("", "steps"):
                raise RulesError("a column's name", name, "a word other than `steps`, the table's own")
        return [*self._lines, {"steps": steps, **numbers}]

    def _write(self, lines: Sequence[Mapping[str, float]]) -> None:
        """Write the table with these lines, where there is one."""
        if not lines:
            with files.writing(self.folder / TABLE):
                _remove(self.folder / TABLE)
            return
        text = io.StringIO()
        writer = csv.DictWriter(text, list(lines[-1]), extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(lines)
        files.write_whole(self.folder / TABLE, text.getvalue())

    def _tell(self, numbers: Mapping[str, float]) -> None:
        """Tell TensorBoard."""
        if self._writer is not None and numbers:
            for name, value in numbers.items():
                self._writer.add_scalar(name, value, self.steps)
            self._writer.flush()

    def draw(self, column: str, ylabel: str) -> Path:
        """The learning curve of a column of the table, as `curve.png`.

        Raises:
            MissingExtraError: the extra `plots` is not installed.
            FileError: the picture cannot be written.
        """
        points = [(line["steps"], line[column]) for line in self._lines if column in line]
        path = self.folder / PICTURE
        files.write_whole(path, plots.learning_curves({column: points}, ylabel=ylabel))
        return path


class Played(NamedTuple):
    """How deals went.

    Attributes:
        won: share of them that were won, 0 to 1.
        cards: cards on the foundations at the end, 8 to 104, the mean.
    """

    won: float
    cards: float


def play_deals(
    choose: Callable[[NDArray[Any], NDArray[np.bool_]], Any],
    numbers: Sequence[int] = HELD_OUT,
    *,
    variant: str | Variant = "normal",
    observation: str = "flat",
) -> Played:
    """Play deals with a policy, each for at most 500 steps; all at once.

    Args:
        choose: gets observations (n, ...) and masks, bool (n, actions), and gives an action for each.
        numbers: code numbers of the deals, one or more.
        variant: what is played.
        observation: what `choose` is shown.

    Raises:
        IllegalMoveError: `choose` gave an illegal action.
        CrescentError: and what `CrescentVectorEnv` raises.
    """
    played = checked_variant(variant)
    env = CrescentVectorEnv(
        len(numbers), variant=played, observation=observation, illegal="raise",
        max_episode_steps=MAX_EPISODE_STEPS, autoreset_mode=AutoresetMode.NEXT_STEP,
    )  # fmt: skip
    seen, info = env.reset(options={"codes": [GameCode(number, played) for number in numbers]})
    over, won, home = np.zeros(len(numbers), np.bool_), np.zeros(len(numbers), np.bool_), np.full(len(numbers), 8.0)
    while not over.all():
        actions = np.asarray(choose(seen, info["action_mask"] == 1))
        live = ~over
        seen, reward, terminated, truncated, info = env.step(actions)
        home += 96 * reward * live
        won |= info["is_success"] & live
        over |= terminated | truncated
    env.close()
    return Played(float(won.mean()), float(home.mean()))


def read_curve(folder: str | os.PathLike[str]) -> list[dict[str, float]]:
    """The lines of a run's table, as numbers; none where there is no table.

    Raises:
        WrongTypeError: `folder` is no path.
        FileError: the table cannot be read, or is damaged; it names the line.
    """
    path = files.path_of(folder) / TABLE
    if not path.exists():
        return []
    rows = csv.DictReader(io.StringIO(files.read_text(path, MOST_BYTES), newline=""), restkey="", strict=True)
    lines = []
    try:
        for row in rows:
            line = {name: _number(path, rows.line_num, name, value) for name, value in row.items() if value}
            if not math.isfinite(line.get("steps", math.nan)):
                raise _damaged(path, rows.line_num, "steps", row.get("steps"))
            lines.append(line)
    except csv.Error as error:
        raise _damaged(path, max(1, rows.reader.line_num), "", str(error)) from error
    return lines


def _number(path: Path, line: int, column: str, value: object) -> float:
    """A value of the table; what stands under no name is none."""
    try:
        return float(value) if column and isinstance(value, str) else float("none")
    except ValueError:
        raise _damaged(path, line, column, value) from None


def _damaged(path: Path, line: int, column: str, value: object) -> FileError:
    return FileError(str(path), FileFault.NO_TABLE_LINE(line=line, column=column[:40], value=str(value or "")[:40]))


def _opened(folder: str | os.PathLike[str]) -> Path:
    """The folder, made if need be, and known to be readable."""
    path = files.path_of(folder)
    try:
        path.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError):
        raise FileError(str(path), FileFault.NO_FOLDER_THERE()) from None
    except OSError as error:
        raise FileError(str(path), FileFault.UNWRITABLE(system=error.strerror or error)) from error
    with files.reading(path):
        next(path.iterdir(), None)  # `glob` would take a folder that cannot be read for an empty one
    return path


def _remove(path: Path) -> None:
    """Remove a file or a folder, if it is there."""
    if path.is_dir():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def _writer(folder: Path, steps: int) -> Any:  # noqa: ANN401  PyTorch is not typed here
    """TensorBoard's writer, that drops what an earlier run logged beyond `steps`; None where it is not installed."""
    try:
        from torch.utils.tensorboard import SummaryWriter
    except ModuleNotFoundError:
        return None
    with files.writing(folder):
        return SummaryWriter(str(folder), purge_step=steps + 1)
