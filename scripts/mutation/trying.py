"""Run tests against a changed source: in a process forked for it, in a copy of the tree."""

from __future__ import annotations

import multiprocessing
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Sequence
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Final

from scripts.mutation.changes import (
    BROKEN,
    MODULES,
    ROOT,
    UNCHANGED,
    Place,
    Verdict,
    difference,
    meaning,
    mutated,
    source_of,
)

PROCESSES: Final = multiprocessing.get_context("fork")
PATIENCE: Final = 60
"""Seconds of the processor after which a mutant counts as killed: it made something endless."""

ROOM: Final = 6 * 2**30
"""Bytes of addresses that a mutant has: some make memory without end."""

HANGING: Final = 3600.0
"""Seconds without an end after which it waits for something."""


def survives(folder: Path, tests: Sequence[str]) -> bool:
    """Whether all tests pass in a copy of the tree, as far as they end."""
    process = PROCESSES.Process(target=run_tests, args=(folder, tests))
    process.start()
    process.join(HANGING)
    if process.exitcode is None:
        os.killpg(process.pid or 0, signal.SIGKILL)
        process.join()
    return process.exitcode == 0


def run_tests(folder: Path, tests: Sequence[str]) -> None:
    """Run pytest here, in a process that ends with it."""
    import pytest

    os.setsid()
    resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))  # a busy machine must kill nothing
    resource.setrlimit(resource.RLIMIT_AS, (ROOM, ROOM))
    os.chdir(folder)
    source = str(folder / "src")
    os.environ |= {"PYTHONPATH": f"{source}:{folder}", "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, source)
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=brief"]
    loaded = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"  # Hypothesis, before the fork
    sys.exit(pytest.main([*options, "-W", loaded, "-k", "not ten_million", *tests]))


def tried(folder: Path, place: Place) -> Verdict:
    """The verdict on a place, in a copy of the tree, which is as it was afterwards."""
    tests, path, source = MODULES[place.module], folder / "src/crescent" / place.file, source_of(place.file)
    where = (0, "", "")
    if place.name == BROKEN:
        path.write_text(f"raise AssertionError\n{source}", encoding="utf-8")
    elif place.name != UNCHANGED:
        changed = mutated(source, *place.name.split())
        where = difference(source, changed)
        if meaning(changed) in (meaning(source), None):
            return Verdict(None, *where)
        path.write_text(changed, encoding="utf-8")
    verdict = Verdict(survives(folder, tests.quick) and survives(folder, tests.slow), *where)
    path.write_text(source, encoding="utf-8")
    return verdict


def work(tasks: SimpleQueue[Place | None], verdicts: SimpleQueue[tuple[Place, Verdict]]) -> None:
    """Try places until there is None left, in a copy of the tree of one's own."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in ("src", "tests", "scripts"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder / name)
        while (task := tasks.get()) is not None:
            verdicts.put((task, tried(folder, task)))
