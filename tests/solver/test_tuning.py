"""The weights and the program that tunes them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from crescent.solver.evaluation import WEIGHTS
from crescent.solver.weights import tuned, weights_of_text

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the tuning program."""
    command = [sys.executable, str(ROOT / "scripts" / "tune_solver.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)


def test_tuning_runs_and_writes_weights(tmp_path: Path) -> None:
    """At toy size the program moves the weights and writes them in the form that the package reads."""
    out = tmp_path / "weights.json"
    result = run("--generations", "2", "--deals", "2", "--limit", "2000", "--out", str(out))
    assert result.returncode == 0, result.stderr
    weights = weights_of_text(out.read_text(encoding="utf-8"))
    assert weights.spreads == tuned().spreads
    assert weights.values != tuned().values


def test_measuring_deals_are_not_trained_on() -> None:
    """A training set that holds any of the codes 1 to 1000 is refused."""
    result = run("--first", "1000")
    assert result.returncode == 2
    assert "1 to 1000" in result.stderr


def test_every_weight_is_described() -> None:
    """The document that goes with the weights names each of them."""
    import crescent.solver.weights

    text = crescent.solver.weights.__doc__ or ""
    described = [name for name in WEIGHTS if f"`{name}`" in text]
    assert [name for name in WEIGHTS if name not in described and not name.startswith("other_suit_")] == []
    assert len(tuned().values) == len(tuned().spreads) == len(WEIGHTS)
    assert min(tuned().spreads) > 0
