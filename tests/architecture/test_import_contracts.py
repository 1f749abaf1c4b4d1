"""The directions of import that ``pyproject.toml`` lays down hold, and each of them is seen to bite.

A contract that nothing can break protects nothing, so each one is also run over a copy of the sources with one
breach planted in it.
"""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONTRACT_NAMES = {contract["id"]: contract["name"] for contract in PYPROJECT["tool"]["importlinter"]["contracts"]}


class Breach(NamedTuple):
    """One import that must not be: in which file, what, and the id of the contract that forbids it."""

    contract: str
    file: str
    imported: str


BREACHES = [
    Breach("layers", "crescent/kernel.py", "crescent.position"),
    Breach("layers", "crescent/position.py", "crescent.game"),
    Breach("layers", "crescent/solver/limits.py", "crescent.survey"),
    Breach("layers", "crescent/survey/plan.py", "crescent.cli"),
    Breach("layers", "crescent/engine/session.py", "crescent.agents"),
    Breach("layers", "crescent/runs/lines.py", "crescent.survey"),
    Breach("layers", "crescent/bench/plan.py", "crescent.survey"),
    Breach("layers", "crescent/module_without_a_layer.py", "crescent.errors"),
    Breach("no-way-up", "crescent/record.py", "crescent_gym"),
    Breach("wording", "crescent/record.py", "crescent.text"),
    Breach("wording", "crescent/view.py", "crescent.text.en"),
    Breach("standard-library", "crescent/game.py", "numpy"),
    Breach("standard-library", "crescent/text/svg.py", "PIL"),
    Breach("standard-library", "crescent/survey/summary.py", "matplotlib"),
    Breach("standard-library", "crescent/survey/processes.py", "ray"),
    Breach("standard-library", "crescent/agents/protocol.py", "typer"),
    Breach("front-door", "crescent/codes.py", "crescent"),
    Breach("agents-apart", "crescent/agents/uniform.py", "crescent.agents.greedy"),
    Breach("commands-apart", "crescent/cli/replay.py", "crescent.cli.play"),
    Breach("languages-apart", "crescent/text/en.py", "crescent.text.de"),
    Breach("languages-apart", "crescent/text/layout.py", "crescent.text.svg"),
    Breach("environment", "crescent_gym/rewards.py", "crescent_gym.observations"),
    Breach("agents-see-views", "crescent/agents/greedy.py", "crescent.position"),
]


def lint_imports(project: Path) -> subprocess.CompletedProcess[str]:
    """Run import-linter as a contributor does, on the ``src`` folder of ``project``."""
    command = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    return subprocess.run(
        [sys.executable, "-c", command, "--no-cache"],
        cwd=project,
        env={**os.environ, "PYTHONPATH": str(project / "src"), "NO_COLOR": "1", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def broken_contracts(output: str) -> set[str]:
    """Return the names of the contracts that import-linter's summary calls broken."""
    return {match[1].strip() for match in re.finditer(r"^(.+?) BROKEN", output, re.MULTILINE)}


def test_sources_keep_every_contract() -> None:
    """No module of the project imports against the directions that it lays down."""
    result = lint_imports(ROOT)
    assert result.returncode == 0, result.stdout + result.stderr
    assert f"{len(CONTRACT_NAMES)} kept, 0 broken" in result.stdout


@pytest.mark.parametrize("breach", BREACHES, ids=lambda breach: f"{breach.contract}-{breach.file}-{breach.imported}")
def test_planted_breach_is_reported(breach: Breach, tmp_path: Path) -> None:
    """One forbidden import breaks the contract that is there to forbid it."""
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    with (tmp_path / "src" / breach.file).open("a", encoding="utf-8") as source:
        source.write(f"\nimport {breach.imported}\n")
    result = lint_imports(tmp_path)
    assert result.returncode == 1, result.stdout + result.stderr
    assert CONTRACT_NAMES[breach.contract] in broken_contracts(result.stdout), result.stdout


def test_every_contract_has_a_planted_breach() -> None:
    """A contract cannot be added without a proof that it can fail."""
    assert {breach.contract for breach in BREACHES} == set(CONTRACT_NAMES)
