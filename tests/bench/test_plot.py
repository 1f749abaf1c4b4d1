"""The picture of how well agents play is made of any games, in every format, by the command and beside the page."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import MissingExtraError, RulesError
from crescent.bench import Bench, GameResult, leaderboard_plot, summarise
from crescent.plots import FORMATS
from tests.bench.games import AGENTS, results
from tests.cli.running import crescent

BEGINNINGS = {"pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}


@pytest.mark.parametrize("ending", FORMATS)
def test_every_format_is_made(ending: str) -> None:
    """A picture of some games begins as its format does."""
    terms = Bench.of_variant(limit=100)
    found = [terms.play(deal, agent).result for deal in range(1, 4) for agent in ("uniform", "greedy")]
    board = [summarise(agent, found) for agent in ("uniform", "greedy")]
    assert leaderboard_plot({"normal": board, "again": board[:1]}, ending).startswith(BEGINNINGS[ending])


@settings(max_examples=10)
@given(st.lists(results(), max_size=4), st.sampled_from(["", "normal", "$x_", "\n\ud800"]))
def test_any_games_have_a_picture(found: list[GameResult], title: str) -> None:
    """No game, one, several; names of any characters: there is always a picture, and no warning."""
    board = [summarise(agent, found) for agent in (*AGENTS, "$HOME/$x ^_\\frac" * 9)]
    assert leaderboard_plot({title: board}, "svg").startswith(b"<?xml")
    assert leaderboard_plot({title: []} if found else {}, "svg").startswith(b"<?xml")


def test_unknown_formats_are_refused() -> None:
    """By the name of what there is."""
    with pytest.raises(RulesError, match="png"):
        leaderboard_plot({}, "gif")


@pytest.mark.parametrize(("language", "label"), [("en", "games won, %"), ("de", "gewonnene Partien, %")])
def test_the_command_draws_what_it_tells(tmp_path: Path, language: str, label: str) -> None:
    """Of games that are played, and the same of games that are summed up; in both languages."""
    games, drawn, again = (tmp_path / name for name in ("games.jsonl", "one.svg", "two.svg"))
    played = crescent(
        "bench", "--agent", "greedy", "--deals", "1:3", "--out", games, "--plot", drawn, "--lang", language
    )
    summed = crescent("bench", games, "--plot", again, "--lang", language)
    assert (played.code, summed.code, summed.out) == (0, 0, played.out)
    assert played.err == f"{'Saved' if language == 'en' else 'Gespeichert'} in {drawn}\n"
    pictures = [re.sub(r"<dc:date>.*?</dc:date>", "", file.read_text(encoding="utf-8")) for file in (drawn, again)]
    for picture in pictures:
        assert f"<!-- {label} -->" in picture
        assert "<!-- greedy (3) -->" in picture


@pytest.mark.parametrize(("name", "words"), [("curve.jpg", "the picture's file"), ("nowhere/curve.svg", "nowhere")])
def test_a_picture_that_cannot_be_written_is_refused_before_any_game(tmp_path: Path, name: str, words: str) -> None:
    """Exit code 2 and an error that names it; no game is played, and no file is made."""
    file = tmp_path / name
    result = crescent("bench", "--agent", "greedy", "--deals", "1:3", "--out", tmp_path / "games.jsonl", "--plot", file)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert not list(tmp_path.iterdir())


def test_without_matplotlib_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it cannot be imported the error says what to install."""
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(MissingExtraError, match=r"crescent-patience\[plots\]"):
        leaderboard_plot({})
