"""Pictures are made in every format, of anything, or the error says what is missing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import MissingExtraError, RulesError
from crescent.plots import FORMATS, format_of, learning_curves
from crescent.survey import DealResult, success_plot
from tests.cli.running import crescent
from tests.survey.questions import QUICK, results

BEGINNINGS = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_is_made(ending: str) -> None:
    """A picture of some curves begins as its format does."""
    found = [QUICK.solve(deal) for deal in range(1, 9)]
    picture = success_plot({"normal": found, "half": found[:4]}, ending)
    assert picture.startswith(BEGINNINGS[ending])
    assert format_of(f"folder.x/Curve.{ending.upper()}") == ending


@settings(max_examples=10)
@given(st.lists(results(), max_size=6))
def test_any_results_have_a_picture(found: list[DealResult]) -> None:
    """Nothing solved, nothing at all, huge budgets: there is always a picture, and no warning."""
    assert success_plot({"": found}, "svg").startswith(b"<?xml")


@settings(max_examples=10)
@given(
    st.dictionaries(
        st.text("abc", max_size=3), st.lists(st.tuples(st.integers(0, 10**12), st.floats(-1, 1))), max_size=3
    )
)
def test_any_training_has_a_picture(curves: dict[str, list[tuple[float, float]]]) -> None:
    """No curve, a curve without points, several of them: there is always a picture, and no warning."""
    assert learning_curves(curves, ylabel="cards", format_="svg").startswith(b"<?xml")


def test_unknown_formats_are_refused() -> None:
    """By both pictures alike."""
    with pytest.raises(RulesError, match="png"):
        success_plot({}, "gif")
    with pytest.raises(RulesError, match="png"):
        learning_curves({}, ylabel="cards", format_="gif")


@pytest.mark.parametrize("path", ["", "png", "curve", "curve.jpg", "curve.png.exe", ".", "curve.png/"])
def test_other_endings_are_refused(path: str) -> None:
    """Only endings that name a format are taken."""
    with pytest.raises(RulesError, match="svg"):
        format_of(path)


@pytest.mark.usefixtures("compiled_solver")
def test_the_command_draws_and_keeps_the_picture(tmp_path: Path) -> None:
    """`--plot` writes the picture of a survey's results, beside the summary; where it cannot, nothing is solved."""
    path = tmp_path / "curve.svg"
    result = crescent("survey", "--deals", "1:5", "--nodes", "2000", "--plot", str(path), "--json")
    assert (result.code, result.err, result.documents[0]["deals"]) == (0, f"Saved in {path}\n", 5)
    assert path.read_bytes().startswith(b"<?xml")
    refused = crescent("survey", "--deals", "1:5", "--plot", str(tmp_path / "nowhere" / "curve.svg"))
    assert (refused.code, refused.out) == (2, "")


def test_without_matplotlib_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot be imported the error says what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError, match=r"crescent-patience\[plots\]"):
        success_plot({}, "png")
