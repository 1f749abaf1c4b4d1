"""Saving at the prompt: whole or not at all, never over what is no record, and the game goes on either way."""

from __future__ import annotations

from pathlib import Path

import pytest

from crescent import Record
from crescent.text import Message, languages
from tests.cli.sessions import all_of, session

ENGLISH = languages["en"]


def test_a_saved_game_is_the_game(tmp_path: Path) -> None:
    """The file holds the line that stands, with its tags, and `save` alone saves to it again."""
    here = session()
    here.tags["Player"] = "Ada"
    file = tmp_path / "a game.crescent"
    here.obey("1 11")
    assert here.obey(f"save {file}").lines == (f"Saved in {file}",)
    assert Record.load(file) == here.record()
    here.obey("3 7")
    here.obey("save")
    assert [str(move) for move in Record.load(file).moves] == ["1-11", "3-7"]
    assert Record.load(file).tags == {"Player": "Ada"}


@pytest.mark.parametrize("name", [".", "missing/game.crescent", "x" * 300, "/proc/game.crescent", "/dev/null", "~"])
def test_a_file_that_cannot_be_written_is_named(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reply names the file, and the game and the place to save in stay as they are."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path))
    here = session()
    here.obey("1 11")
    before = all_of(here)
    reply = here.obey(f"save {name}")
    assert reply.failed
    assert name[:50].replace("~", str(tmp_path)) in reply.lines[0]
    assert all_of(here) == before
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("quote", ["'", '"'])
def test_quotes_around_a_name_are_no_part_of_it(quote: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a shell would read them."""
    monkeypatch.chdir(tmp_path)
    assert session().obey(f"save {quote}my game.crescent{quote}").lines == ("Saved in my game.crescent",)
    assert [path.name for path in tmp_path.iterdir()] == ["my game.crescent"]


def test_the_name_of_a_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`save d1/` makes no file d1."""
    monkeypatch.chdir(tmp_path)
    reply = session().obey("save d1/")
    assert reply.failed
    assert reply.lines == ("d1/: cannot be written: this is the name of a folder, add that of a file",)
    assert list(tmp_path.iterdir()) == []


def test_the_record_of_another_game_is_left_as_it_is(tmp_path: Path) -> None:
    """The reply says what to do; the same deal's record is replaced without a question, from another session too."""
    file = tmp_path / "game.crescent"
    here = session("CR1-N-AAAAAAC")
    here.obey(f"save {file}")
    reply = session().obey(f"save {file}")
    assert reply.failed
    assert "choose another name, or remove the file first" in reply.lines[0]
    assert Record.load(file) == here.record()
    again = session("CR1-N-AAAAAAC")
    again.obey("r")
    assert not again.obey(f"save {file}").failed
    assert Record.load(file) == again.record()


def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    """One from mktemp, say."""
    file = tmp_path / "game.crescent"
    file.touch()
    assert not session().obey(f"save {file}").failed
    assert Record.load(file) == session().record()


def test_a_damaged_file_is_left_as_it_is(tmp_path: Path) -> None:
    """A file that is no record is never overwritten."""
    file = tmp_path / "game.crescent"
    file.write_text("precious", encoding="utf-8")
    assert session().obey(f"save {file}").failed
    assert file.read_text(encoding="utf-8") == "precious"


def test_a_home_folder_is_understood(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`~` in a file's name is the person's own folder, as in a shell; an unknown person's is a name like any other."""
    monkeypatch.setenv("HOME", str(tmp_path))
    here = session()
    assert not here.obey("save ~/game.crescent").failed
    assert (tmp_path / "game.crescent").exists()
    assert here.obey("save ~nobody-has-this-name/game.crescent").failed


def test_a_new_game_does_not_take_the_old_ones_file(tmp_path: Path) -> None:
    """After `n`, `save` asks where again, so that the old game's file stays the old game's."""
    here = session()
    here.obey(f"save {tmp_path / 'game.crescent'}")
    assert not here.obey("save").failed
    for line in ("n", "again"):
        here.obey(line)
        assert here.obey("save").lines == (ENGLISH.say(Message.SAVE_WHERE),)
