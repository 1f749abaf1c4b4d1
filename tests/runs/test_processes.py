"""Processes that share work leave each other room."""

from __future__ import annotations

import os

import pytest

from crescent.runs.processes import THREADS, Work, work_here


class Telling(Work[str, str | None]):
    """Tells of variables of the environment that its process has."""

    def do(self, task: str) -> str | None:
        """The value of a variable, None where it is not set."""
        return os.environ.get(task)


def test_numpy_has_one_thread_in_each_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless the environment has a word about it, which then stands alone; here nothing changes."""
    for name in THREADS:
        monkeypatch.delenv(name, raising=False)
    before = dict(os.environ)
    assert list(work_here(Telling, THREADS)) == ["1"] * len(THREADS)
    assert os.environ == before
    monkeypatch.setenv(THREADS[0], "3")
    assert sorted(work_here(Telling, THREADS, 2), key=str) == ["3"] + [None] * (len(THREADS) - 1)
