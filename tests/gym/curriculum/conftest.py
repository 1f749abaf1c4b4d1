"""What the tests of curricula share."""

from __future__ import annotations

import pytest

from crescent_gym.curriculum import Curriculum, WonLine, solved_lines


@pytest.fixture(scope="module")
def lines() -> list[WonLine]:
    """A few won games."""
    found = solved_lines(range(1, 5))
    assert len(found) == 4
    return found


@pytest.fixture
def curriculum(lines: list[WonLine]) -> Curriculum:
    """A schedule that moves on after four wins."""
    return Curriculum(lines, distance=3, stride=2, window=4, goal=1)
