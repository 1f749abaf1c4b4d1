"""The built distributions in `dist/`, and environments with nothing but the wheel in them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest

ROOT = Path(__file__).parents[2]

Run: TypeAlias = Callable[..., "subprocess.CompletedProcess[str]"]
"""Runs a program of an environment, by its name and with these arguments, and says what came of it."""


def _only(pattern: str) -> Path:
    """The one file in `dist/` of this kind."""
    found = list((ROOT / "dist").glob(pattern))
    if len(found) != 1:
        pytest.fail(f"dist/ holds {len(found)} files {pattern}, not one: empty it, then `python -m build`")
    return found[0]


@pytest.fixture(scope="session")
def wheel() -> Path:
    """The wheel."""
    return _only("*.whl")


@pytest.fixture(scope="session")
def sdist() -> Path:
    """The sdist."""
    return _only("*.tar.gz")


def _environment(folder: Path, wheel: Path, extras: str) -> Run:
    """A fresh environment in the folder with the wheel and these extras, and nothing of this one."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    unset = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "LC_ALL", "LC_MESSAGES", "LANGUAGE")
    clean = {name: value for name, value in os.environ.items() if name not in unset}
    clean |= {"LANG": "en_US.UTF-8", "PYTHONUTF8": "1", "CRESCENT_DATA_DIR": ""}
    beside = folder / "beside"
    beside.mkdir()

    def run(program: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        """Run it in an empty folder, away from the checkout."""
        command = [str(folder / "bin" / program), *arguments]
        return subprocess.run(
            command, cwd=beside, env=clean, input=stdin, capture_output=True, encoding="utf-8", timeout=300, check=False
        )

    installed = run("python", "-m", "pip", "install", "-q", "--no-compile", f"{wheel}{extras}")
    assert installed.returncode == 0, installed.stderr
    return run


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Run:
    """An environment with the wheel alone: Typer and what Typer brings."""
    return _environment(tmp_path_factory.mktemp("environments") / "bare", wheel, "")


@pytest.fixture(scope="session")
def with_gym(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Run:
    """An environment with the wheel and its extra `gym`."""
    return _environment(tmp_path_factory.mktemp("environments") / "gym", wheel, "[gym]")
