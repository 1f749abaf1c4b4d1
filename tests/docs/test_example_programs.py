"""Every program in ``examples/`` runs to its end, as a reader would start it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ENGINES = set((ROOT / "examples").glob("engine_*"))  # they wait for commands; tests/engine talks to them
TRAINERS = {*(ROOT / "examples").glob("train_*"), ROOT / "examples" / "imitate.py"}  # need a library; tested elsewhere
EXAMPLES = sorted({*(ROOT / "examples").glob("*.py")} - ENGINES - TRAINERS)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_example_runs(path: Path, tmp_path: Path) -> None:
    """The program ends without an error and says something on standard output."""
    result = subprocess.run(
        [sys.executable, "-W", "error::DeprecationWarning:__main__", str(path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert result.returncode == 0, result.stderr
    assert result.stdout.strip()
