"""The published leaderboard says what the saved games say, and takes no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from crescent import FileError, variants
from crescent.bench import STANDARD_SETS, Bench, GameFile, read_games
from crescent.runs.estimates import wilson
from scripts.leaderboard import LeaderboardError, main

ROOT = Path(__file__).parents[2]
SAVED = sorted((ROOT / "results" / "leaderboard").glob("*.jsonl"))


def test_the_page_is_what_the_games_give(tmp_path: Path) -> None:
    """Made anew from the games, the page is the published one to the letter; it has a picture beside it."""
    main(ROOT / "results" / "leaderboard", tmp_path / "leaderboard.md")
    page = (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8")
    assert (tmp_path / "leaderboard.md").read_text(encoding="utf-8") == page
    assert "](leaderboard.png)" in page
    for folder in (tmp_path, ROOT / "docs"):
        assert (folder / "leaderboard.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_saved_games_are_those_of_the_standard_set(path: Path) -> None:
    """Each file has the terms of the set, one agent, and the first deals of the set, all of them."""
    standard = STANDARD_SETS["crescent-1000"]
    terms, found = read_games(path)
    assert terms == Bench.of_set(standard, variants[terms.variant])
    assert len({result.agent for result in found}) == 1
    assert sorted(result.deal for result in found) == list(standard.deals)[: len(found)]
    assert len(found) >= 100
    assert [result.evidence for result in found if result.failure] == [], "built-in agents do nothing wrong"


def test_a_share_on_the_page_is_that_of_the_lines() -> None:
    """Counted by hand from the text of a file: games won, and Wilson's interval of them."""
    page = (ROOT / "docs" / "leaderboard.md").read_text(encoding="utf-8")
    hidden = page.partition("## Hidden")[2]
    path = ROOT / "results" / "leaderboard" / "hidden-greedy.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines()[1:]
    won = sum('"ending":"won"' in line for line in lines)
    low, high = wilson(won, len(lines))
    share = f"{100 * won / len(lines):.1f} % ({100 * low:.1f} to {100 * high:.1f})"
    assert re.search(rf"^\| \d+ \| `greedy` \| {len(lines)} \| {re.escape(share)} \|", hidden, re.MULTILINE)


def test_the_best_stand_first(tmp_path: Path) -> None:
    """By the share won, then by the cards; neighbours are compared."""
    for name in ("uniform", "greedy"):
        terms = Bench.of_set(STANDARD_SETS["crescent-1000"])
        with GameFile(tmp_path / f"{name}.jsonl", terms) as file:
            for deal in range(1, 21):
                file.append(terms.play(deal, name).result)
    main(tmp_path, tmp_path / "page.md")
    page = (tmp_path / "page.md").read_text(encoding="utf-8")
    assert page.index("| 1 | `greedy` | 20 |") < page.index("| 2 | `uniform` | 20 |")
    assert "| `greedy` less `uniform` | 20 |" in page


def test_other_games_are_refused(tmp_path: Path) -> None:
    """None at all, on other terms, of other deals, the same twice, and what is no file of games."""
    page = tmp_path / "page.md"
    with pytest.raises(LeaderboardError, match="no games"):
        main(tmp_path, page)
    terms = Bench.of_set(STANDARD_SETS["crescent-1000"])
    result = terms.play(1, "uniform").result
    for number, (bench, game) in enumerate(
        [(Bench.of_variant(limit=5), None), (terms, terms.play(1001, "uniform").result), (terms, result)]
    ):
        folder = tmp_path / str(number)
        folder.mkdir()
        for name in ("a.jsonl", "b.jsonl"):
            with GameFile(folder / name, bench) as file:
                if game:
                    file.append(game)
        with pytest.raises(LeaderboardError):
            main(folder, page)
    (tmp_path / "diary.jsonl").write_text("dear diary\n", encoding="utf-8")
    with pytest.raises(FileError):
        main(tmp_path, page)
    assert not page.exists()
