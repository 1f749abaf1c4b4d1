"""The row of Crescent in plain C, where its source and a compiler are there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from benchmarks.measuring import AbsentError, Row, Speeds

ROUNDS = 5
"""Rounds that the program itself makes in a run; it prints their median."""


def name(slots: int) -> str:
    """The name of the row."""
    return f"plain C {slots:,}"


class CProgram:
    """The program, compiled at the first call and run anew at each.

    It is run as `PROGRAM SLOTS TURNS` and prints JSON: under `step` and `step_and_choose` median, lowest and highest of
    its rounds in million steps a second.
    """

    def __init__(self, source: Path, slots: int) -> None:
        self._source, self._slots = source, slots
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._program = ""
        self._turns = 0

    def __call__(self, seconds: float) -> Speeds:
        """Run for about so long, as far as choice and step with observation go (it also times other things)."""
        if not self._program:
            self._program = self._compiled()
            self._turns = 20
        speeds = self._run(self._turns)
        wanted = max(1, round(seconds * speeds.played / self._slots / ROUNDS))
        if wanted > 1.5 * self._turns:  # the first run, on a guess
            self._turns = wanted
            speeds = self._run(wanted)
        return speeds

    def _run(self, turns: int) -> Speeds:
        command = [self._program, str(self._slots), str(turns)]
        printed = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
        found = json.loads(printed)
        return Speeds(1e6 * found["step_and_choose"][0], 1e6 * found["step"][0])

    def _compiled(self) -> str:
        if not self._source.is_file():
            raise AbsentError(f"no file {self._source.name}")
        compiler = next(filter(None, map(shutil.which, (os.environ.get("CC", "cc"), "gcc", "clang"))), None)
        if compiler is None:
            raise AbsentError("no C compiler found")
        self._folder = tempfile.TemporaryDirectory()
        program = str(Path(self._folder.name) / "program")
        command = [compiler, "-O3", "-march=native", "-o", program, str(self._source)]
        compiled = subprocess.run(command, check=False, capture_output=True, encoding="utf-8")
        if compiled.returncode:
            raise AbsentError(
                f"not compiled: {compiled.stderr.splitlines()[0] if compiled.stderr else 'no reason given'}"
            )
        return program


def row(source: Path, slots: int) -> Row:
    """The row of so many slots."""
    return Row(name(slots), "mask, choice, step, reset, one copy of the row", CProgram(source, slots))
