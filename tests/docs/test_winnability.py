"""The page about how often Crescent can be won says what the results say."""

from __future__ import annotations

from pathlib import Path

from crescent.survey import read_results
from scripts.winnability import SURVEYS, main

ROOT = Path(__file__).parents[2]


def test_the_page_is_made_of_the_results(tmp_path: Path) -> None:
    """Written anew from the saved results it is the same, word for word."""
    main(ROOT / "results", tmp_path)
    page = (tmp_path / "winnability.md").read_text(encoding="utf-8")
    assert page == (ROOT / "docs" / "winnability.md").read_text(encoding="utf-8")
    assert (tmp_path / "winnability.png").read_bytes().startswith(b"\x89PNG")


def test_the_surveys_are_of_the_same_thousand_deals() -> None:
    """Every row of the table is about the deals 1 to 1000, with the same budget and seed."""
    asked = [read_results(ROOT / "results" / f"survey_{name}.jsonl") for name in SURVEYS]
    assert {(survey.nodes, survey.seconds, survey.seed) for survey, _ in asked} == {(400_000, None, 0)}
    for _, found in asked:
        assert sorted(result.deal for result in found) == list(range(1, 1001))
