"""What the tests of commands that solve share."""

from __future__ import annotations

import pytest

from crescent.solver.searching import ready_program


@pytest.fixture(scope="session")
def compiled_solver() -> None:
    """The solver in the cache of compiled code, so that a command that needs it starts in a second."""
    ready_program()
