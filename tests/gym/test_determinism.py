"""Processes with other hash seeds and other numbers of threads play the same; scripts/determinism.py compares more."""

from __future__ import annotations

import sys

from scripts.determinism import BRIEF, asked


def test_hash_seeds_and_threads_change_nothing() -> None:
    """The beginnings of deals, solutions and environments, digested in two fresh processes."""
    one, other = asked(sys.executable, "0", 1, "--brief"), asked(sys.executable, "1", 2, "--brief")
    assert one == other
    assert len(one.split()) == 2 * len(BRIEF)
