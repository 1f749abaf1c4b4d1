"""`crescent deal` and `crescent replay` draw pictures into files, and never over anything else."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import pytest
from PIL import Image, ImageSequence
from typer.testing import CliRunner

from crescent import Game, GameCode, Record, deal
from crescent.cli.app import app
from crescent.text import page, raster
from tests.cli.running import Result
from tests.cli.running import crescent as crescent_process
from tests.pictures.reading import Picture
from tests.pictures.views import shown

CODE = "CR1-N-AAAAAAB"
LINE = ["10-14", "2-K", "R", "10-A"]
NO_PICTURE = "is there and no picture of Crescent; left as it is: choose another name"


def crescent(*arguments: str | Path) -> Result:
    """Run the command in this process: drawing is what these tests are about, and starting costs more than it."""
    ended = CliRunner().invoke(app, [*map(str, arguments)], env={"LC_ALL": "en_US.UTF-8", "LANGUAGE": None})
    return Result(ended.exit_code, ended.stdout, ended.stderr)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A file with a short record."""
    game = Game(CODE)
    for move in LINE:
        game.play(move)
    path = tmp_path / "game.crescent"
    Record(game.start, game.line, GameCode.parse(CODE), 3.0, {"Player": "<script>Ada"}).save(path)
    return path


def test_a_deal_is_drawn(tmp_path: Path) -> None:
    """The file has the deal, its code and the redeals, in the language's letters; the board is shown as ever."""
    file = tmp_path / "deal.svg"
    result = crescent_process("deal", CODE, "--svg", file, "--lang", "de", "--theme", "dark")
    assert (result.code, result.err) == (0, f"Gespeichert in {file}\n")
    assert result.out == crescent_process("deal", CODE, "--lang", "de").out
    drawn = Picture(file.read_text(encoding="utf-8"))
    assert drawn.cards() == shown(deal(CODE).view())
    assert {"3 Neuverteilungen", CODE, "B", "D"} <= set(drawn.words())
    assert "prefers-color-scheme" not in drawn.text
    with_json = crescent("deal", CODE, "--svg", file, "--style", "screen", "--json")
    assert with_json.documents[0]["code"] == CODE
    screen = {place: cards[-1:] for place, cards in shown(deal(CODE).view()).items()}
    assert Picture(file.read_text(encoding="utf-8")).cards() == screen


def test_a_deal_face_down_is_drawn_as_the_player_sees_it(tmp_path: Path) -> None:
    """Also with `--reveal`, which tells the cards in the text: a picture is a thing to show."""
    file = tmp_path / "deal.svg"
    code = "CR1-H-AAAAAAB"
    assert crescent("deal", code, "--svg", file, "--reveal").code == 0
    assert Picture(file.read_text(encoding="utf-8")).cards() == shown(deal(code).view())


def test_a_game_is_drawn_a_file_a_ply(record: Path, tmp_path: Path) -> None:
    """Every position in its order, all of one size, and again into the same folder."""
    folder = tmp_path / "pictures"
    for _ in range(2):
        result = crescent("replay", record, "--svg", folder)
        assert (result.code, result.err) == (0, f"5 pictures saved in {folder}\n")
    assert sorted(path.name for path in folder.iterdir()) == [f"ply-00{ply}.svg" for ply in range(5)]
    drawn = [Picture((folder / f"ply-00{ply}.svg").read_text(encoding="utf-8")) for ply in range(5)]
    positions = list(Record.load(record).positions())
    assert [picture.cards() for picture in drawn] == [shown(position.view()) for position in positions]
    assert len({picture.size for picture in drawn}) == 1
    assert "3 moves, 2 redeals" in drawn[-1].words()
    assert [picture.marks() is not None for picture in drawn] == [False, True, True, False, True]


def test_a_game_becomes_a_page_and_a_moving_picture(record: Path, tmp_path: Path) -> None:
    """Both at once, and `--json` stays one document; the player's name cannot become an element."""
    html, gif = tmp_path / "game.html", tmp_path / "game.gif"
    result = crescent_process("replay", record, "--html", html, "--gif", gif, "--style", "screen", "--json")
    assert (result.code, result.err) == (0, f"Saved in {html}\nSaved in {gif}\n")
    assert result.documents[0]["moves"] == 3
    text = html.read_text(encoding="utf-8")
    assert "&lt;script&gt;Ada" in text
    assert text.count("<script") == 2
    with Image.open(gif) as picture:
        assert len(list(ImageSequence.Iterator(picture))) == 5


@pytest.mark.parametrize("option", ["--html", "--gif"])
def test_other_peoples_files_stay(option: str, record: Path, tmp_path: Path) -> None:
    """A file that is no picture of ours is refused before anything is written; an empty one, and ours, are replaced."""
    file = tmp_path / "file"
    for content in (b"my thesis", b"\x00" * 10_000, b"<svg xmlns='http://www.w3.org/2000/svg'/>"):
        file.write_bytes(content)
        result = crescent("replay", record, option, file, "--svg", tmp_path / "folder")
        assert (result.code, result.out, result.err) == (2, "", f"Error: {file}: {NO_PICTURE}\n")
        assert file.read_bytes() == content
        assert not (tmp_path / "folder").exists()
    file.write_bytes(b"")
    for _ in range(2):
        assert crescent("replay", record, option, file).code == 0
    assert [path.name for path in tmp_path.iterdir() if path.name.endswith(".tmp")] == []


def test_a_record_is_not_drawn_over(record: Path) -> None:
    """Naming the record itself, by mistake, costs nothing."""
    before = record.read_bytes()
    for command, source, option in (("replay", record, "--html"), ("deal", CODE, "--svg")):
        result = crescent(command, source, option, record)
        assert (result.code, result.err) == (2, f"Error: {record}: {NO_PICTURE}\n")
    assert record.read_bytes() == before


def test_the_folder_of_another_game_stays(record: Path, tmp_path: Path) -> None:
    """Pictures of a longer game, which would stay between those of this one, are not mixed with them."""
    folder = tmp_path / "pictures"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", encoding="utf-8")
    assert crescent("replay", record, "--svg", folder).code == 0
    (folder / "ply-005.svg").write_bytes((folder / "ply-004.svg").read_bytes())
    result = crescent("replay", record, "--svg", folder)
    assert (result.code, result.out) == (2, "")
    assert "holds the picture 'ply-005.svg' of a longer game" in result.err
    (folder / "ply-005.svg").unlink()
    (folder / "ply-002.svg").write_text("mine", encoding="utf-8")
    (folder / "ply-000.svg").unlink()
    assert NO_PICTURE in crescent("replay", record, "--svg", folder).err
    assert not (folder / "ply-000.svg").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--svg", "file"], "is there and no folder"),
        (["--svg", "missing/folder"], "its folder does not exist"),
        (["--svg", "dangling"], "is there and no folder"),
        (["--svg", ""], "no file can have this name"),
        (["--html", "missing/page.html"], "its folder does not exist"),
        (["--html", "folder"], "it is no regular file"),
        (["--html", "folder/"], "is the name of a folder"),
        (["--html", "a\nb/c"], "its folder does not exist"),
        (["--gif", "locked.gif"], "protected against writing"),
    ],
)
def test_what_cannot_be_written_is_said_before_anything_is(
    arguments: list[str], message: str, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line that names it, exit code 2, and everything as it was."""
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to(tmp_path / "nothing")
    (tmp_path / "locked.gif").touch()
    (tmp_path / "locked.gif").chmod(stat.S_IRUSR)
    before = sorted(os.walk(tmp_path))
    monkeypatch.chdir(tmp_path)
    result = crescent("replay", record, *arguments)
    assert (result.code, result.out) == (2, "")
    assert message in result.err
    assert len(result.err.splitlines()) == 1
    assert sorted(os.walk(tmp_path)) == before


@pytest.mark.parametrize(("option", "most"), [("--html", page.MOST_FRAMES), ("--gif", raster.MOST_FRAMES)])
def test_games_too_long_for_pictures_are_refused(option: str, most: int, tmp_path: Path) -> None:
    """Before anything is drawn; the message says how many there may be."""
    moves = ["11-1", "1-11"] * (most // 2 + 1)
    file = tmp_path / "picture"
    record = tmp_path / "long.crescent"
    record.write_text(f'[Code "{CODE}"]\n\n{" ".join(moves)}\n', encoding="utf-8")
    result = crescent("replay", record, option, file)
    assert (result.code, result.out) == (2, "")
    assert f"{option} makes at most {most} pictures, and this game has {len(moves) + 1}" in result.err
    assert not file.exists()


def test_a_record_that_diverges_is_not_drawn(tmp_path: Path) -> None:
    """The answer is no, with exit code 1, and there is no file."""
    file = tmp_path / "page.html"
    assert crescent("replay", CODE, "10-14", "1-2", "--html", file).code == 1
    assert not file.exists()


def test_unknown_styles_and_themes_are_refused(tmp_path: Path) -> None:
    """With what there is."""
    for option in ("--style", "--theme"):
        result = crescent("deal", "--svg", tmp_path / "x.svg", option, "fancy")
        assert result.code == 2
        assert "fancy" in result.err
    assert not (tmp_path / "x.svg").exists()


@pytest.mark.parametrize(
    ("language", "message"),
    [("en", "Error: this needs the extra 'pictures'"), ("de", "Fehler: dafür fehlt das Extra 'pictures'")],
)
def test_without_pillow_a_gif_is_refused(
    language: str, message: str, record: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By the extra's name, in either language, and before the page that was asked for as well is written."""
    monkeypatch.setitem(sys.modules, "PIL", None)
    result = crescent("replay", record, "--gif", tmp_path / "x.gif", "--html", tmp_path / "x.html", "--lang", language)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"{message}: pip install 'crescent-patience[pictures]'\n"
    assert not (tmp_path / "x.html").exists()
