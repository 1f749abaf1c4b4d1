"""Record files: read within bounds, written whole or not at all, never over something that is no record."""

from __future__ import annotations

import errno
import io
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Final, NoReturn, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import crescent
from crescent import FileError, Game, Record, RecordError, WrongTypeError
from crescent.faults import FileFault
from crescent.record import LONGEST, SUFFIX
from crescent.text import languages
from crescent.text.errors import error_text


def a_record(*moves: str, player: str = "Jörg ♠") -> Record:
    """A record of the golden deal."""
    game = Game("CR1-N-AAAAAAB", clock=lambda: 0.0)
    for move in moves:
        game.play(move)
    return game.record({"Player": player})


OLD: Final = a_record("3-7")
NEW: Final = a_record("3-7", "8-6", "R", player='A \\ "B"')


def test_what_is_saved_is_loaded_again(tmp_path: Path) -> None:
    """As UTF-8, under a name given as text or as path, also over an older record."""
    path = tmp_path / f"game{SUFFIX}"
    OLD.save(path)
    NEW.save(str(path))
    assert Record.load(path) == Record.load(str(path)) == NEW
    assert path.read_bytes() == str(NEW).encode()
    assert list(tmp_path.iterdir()) == [path]


def test_permissions_of_an_old_file_are_kept(tmp_path: Path) -> None:
    """A private record stays private."""
    path = tmp_path / "game"
    OLD.save(path)
    path.chmod(0o600)
    NEW.save(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_link_is_followed(tmp_path: Path) -> None:
    """The link stays a link, what it points to is replaced; where it points to nothing, the file is made there."""
    real, link, dangling = tmp_path / "real", tmp_path / "link", tmp_path / "dangling"
    OLD.save(real)
    link.symlink_to(real)
    dangling.symlink_to(tmp_path / "not yet")
    NEW.save(link)
    OLD.save(dangling)
    assert link.is_symlink()
    assert dangling.is_symlink()
    assert Record.load(real) == NEW
    assert Record.load(tmp_path / "not yet") == OLD


def test_links_in_a_circle_are_refused(tmp_path: Path) -> None:
    """Neither read nor replaced by a file."""
    one, other = tmp_path / "one", tmp_path / "other"
    one.symlink_to(other)
    other.symlink_to(one)
    for action in (OLD.save, Record.load):
        with pytest.raises(FileError):
            action(one)
    assert one.is_symlink()
    assert other.is_symlink()


def failing(error: BaseException) -> Callable[..., NoReturn]:
    """A function that raises `error` whatever it is given."""

    def fail(*_args: object, **_options: object) -> NoReturn:
        raise error

    return fail


DISK_FULL: Final = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def full_after_some_bytes(descriptor: int, _mode: str) -> io.BufferedWriter:
    """A file in which something stands already when the disk is full."""
    os.write(descriptor, b"[Code")
    os.close(descriptor)
    return Path("/dev/full").open("wb")  # a device of the system that is always full


FAILURES: Final[dict[str, tuple[str, Callable[..., object]]]] = {
    "the file cannot be made": ("os.open", failing(PermissionError(errno.EACCES, "Permission denied"))),
    "the disk is full at the write": ("os.fdopen", full_after_some_bytes),
    "the disk is full at the sync": ("os.fsync", failing(DISK_FULL)),
    "the permissions cannot be set": ("pathlib.Path.chmod", failing(PermissionError(errno.EPERM, "Not permitted"))),
    "the old file cannot be replaced": ("pathlib.Path.replace", failing(OSError(errno.EXDEV, "Cross-device link"))),
}


@pytest.mark.parametrize("failure", FAILURES)
def test_a_failed_save_leaves_the_old_file_and_nothing_else(
    failure: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever step fails: the old bytes are there, no temporary file is, and the error names file and reason."""
    path = tmp_path / "game"
    OLD.save(path)
    with monkeypatch.context() as patch:
        patch.setattr(*FAILURES[failure])
        with pytest.raises(FileError, match="cannot be written") as caught:
            NEW.save(path)
    assert str(path) in str(caught.value)
    assert isinstance(caught.value.__cause__, OSError)
    assert path.read_bytes() == str(OLD).encode()
    assert list(tmp_path.iterdir()) == [path]


def test_a_save_that_is_interrupted_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C passes through, and nothing is left behind."""
    path = tmp_path / "game"
    OLD.save(path)
    monkeypatch.setattr("os.fsync", failing(KeyboardInterrupt()))
    with pytest.raises(KeyboardInterrupt):
        NEW.save(path)
    assert path.read_bytes() == str(OLD).encode()
    assert list(tmp_path.iterdir()) == [path]


TEXT: Final = str(NEW)

DAMAGED: Final[dict[str, bytes]] = {
    "blank": b"\n",
    "cut off in a tag": TEXT[:20].encode(),
    "cut off in a move": TEXT[: TEXT.index("8-6") + 2].encode(),
    "another text": b"Dear diary,\n",
    "not UTF-8": TEXT.encode("utf-16"),
    "binary": bytes(range(256)),
    "too long": TEXT.encode() + b"\n" * LONGEST,
    "diverging": TEXT.replace("8-6", "8-7").encode(),
    "contradicting": TEXT.replace('Moves "2"', 'Moves "3"').encode(),
    "of an unknown variant": TEXT.replace("normal", "unknown").encode(),
}


@pytest.mark.parametrize("damage", DAMAGED)
def test_a_damaged_file_is_reported_and_never_overwritten(damage: str, tmp_path: Path) -> None:
    """Loading says what is wrong, saving refuses, and every byte stays."""
    path = tmp_path / "game"
    path.write_bytes(DAMAGED[damage])
    with pytest.raises((FileError, RecordError)):
        Record.load(path)
    with pytest.raises(FileError, match="no valid record; left as it is") as caught:
        NEW.save(path)
    assert caught.value.path == str(path)
    assert path.read_bytes() == DAMAGED[damage]
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("head", ["", '[Code "', '[Code "CR1-N-AAAAAAB"]\n\n', '[Player "', "{"])
@given(secret=st.text(alphabet="qxz:0", min_size=5, max_size=80))
def test_a_refusal_to_save_does_not_repeat_what_the_file_holds(
    head: str, secret: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In no language: it may be anybody's.  The file is named, and said to be no record."""
    path = tmp_path_factory.mktemp("saved") / "game"
    path.write_text(head + secret, encoding="utf-8")
    with pytest.raises(FileError) as caught:
        NEW.save(path)
    for text in (str(caught.value), *(error_text(languages[name], caught.value) for name in languages.names())):
        assert secret[:5] not in text.replace(str(path), "")
    assert str(caught.value) == f"{path}: is there and no valid record; left as it is: choose another name"


def test_an_empty_file_is_filled(tmp_path: Path) -> None:
    """As `mktemp` makes one: nothing can be lost, though it cannot be loaded."""
    path = tmp_path / "game"
    path.touch(0o600)
    with pytest.raises(RecordError):
        Record.load(path)
    NEW.save(path)
    assert Record.load(path) == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


OTHER: Final = Record(crescent.deal("CR1-N-AAAAAAC"))


def test_the_record_of_another_game_is_replaced_only_on_purpose(tmp_path: Path) -> None:
    """Another deal, or another variant's same cards, is refused with the remedy; the same game is replaced at once."""
    path = tmp_path / "game"
    for other in (OTHER, Record(crescent.deal("CR1-F-AAAAAAB"))):
        other.save(path, replace_other_game=True)
        for action in (NEW.save, NEW.try_saving):
            with pytest.raises(FileError, match="choose another name, or remove the file first") as caught:
                action(path)
            assert caught.value.problem.fault is FileFault.OTHER_GAME
            with pytest.raises(TypeError, match="positional argument"):
                action(path, True)  # type: ignore[call-arg]  # a purpose has a name
        assert Record.load(path) == other
    NEW.save(path, replace_other_game=True)
    OLD.save(path)
    assert Record.load(path) == OLD


def test_on_no_purpose_is_a_damaged_file_overwritten(tmp_path: Path) -> None:
    """The record of any game may be replaced on purpose, but nothing else."""
    path = tmp_path / "game"
    path.write_bytes(b"Dear diary,\n")
    with pytest.raises(FileError, match="no valid record"):
        NEW.save(path, replace_other_game=True)
    assert path.read_bytes() == b"Dear diary,\n"


@pytest.mark.parametrize("name", ["new/", "new/.", "folder/", "game/"])
def test_the_name_of_a_folder_is_no_files(name: str, tmp_path: Path) -> None:
    """A name that ends in a separator is refused, whether the folder is there or not, and no file appears."""
    (tmp_path / "folder").mkdir()
    OLD.save(tmp_path / "game")
    before = sorted(tmp_path.rglob("*"))
    for action in (NEW.save, NEW.try_saving):
        with pytest.raises(FileError, match="the name of a folder") as caught:
            action(f"{tmp_path}/{name}")
        assert caught.value.path == f"{tmp_path}/{name}"
    assert sorted(tmp_path.rglob("*")) == before
    assert Record.load(tmp_path / "game") == OLD


def test_a_file_protected_against_writing_is_left_as_it_is(tmp_path: Path) -> None:
    """Though a new file could take its place: who took the permission away meant it."""
    path = tmp_path / "game"
    OLD.save(path)
    path.chmod(0o400)
    for action in (NEW.save, NEW.try_saving):
        with pytest.raises(FileError, match="protected against writing"):
            action(path)
    assert Record.load(path) == OLD
    path.chmod(0o200 | 0o400)
    NEW.save(path)


def test_trying_to_save_touches_nothing(tmp_path: Path) -> None:
    """A file that is there keeps its bytes, and none appears that is not there."""
    path = tmp_path / "game"
    NEW.try_saving(path)
    assert list(tmp_path.iterdir()) == []
    OLD.save(path)
    NEW.try_saving(path)
    assert Record.load(path) == OLD
    assert list(tmp_path.iterdir()) == [path]


def test_a_byte_order_mark_is_no_damage(tmp_path: Path) -> None:
    """Some editors write one."""
    path = tmp_path / "game"
    path.write_text(TEXT, encoding="utf-8-sig")
    assert Record.load(path) == NEW


def test_an_endless_file_is_read_no_further_than_the_limit() -> None:
    """`/dev/zero` is refused for its length."""
    with pytest.raises(FileError, match=f"longer than {LONGEST} bytes"):
        Record.load("/dev/zero")


@pytest.mark.parametrize("kind", ["folder", "pipe"])
def test_what_is_no_regular_file_is_not_written_to(kind: str, tmp_path: Path) -> None:
    """A folder or a pipe stays what it is."""
    path = tmp_path / "thing"
    if kind == "folder":
        path.mkdir()
    else:
        os.mkfifo(path)
    with pytest.raises(FileError, match="no regular file"):
        OLD.save(path)
    assert path.is_dir() == (kind == "folder")
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("name", ["", "\0", "a\0b", "\ud800", "x" * 5000, "missing/game", "file/game"])
def test_names_that_no_file_can_have_are_refused(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither read nor written, and the error names the name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    for action in (OLD.save, Record.load):
        with pytest.raises(FileError) as caught:
            action(name)
        assert ascii(name[:20])[1:-1] in str(caught.value)
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


class BytesPath(os.PathLike[bytes]):
    """A path in bytes."""

    def __fspath__(self) -> bytes:
        """Some bytes."""
        return b"game"


@pytest.mark.parametrize("path", [None, 3, b"game", BytesPath(), io.StringIO()], ids=lambda path: type(path).__name__)
def test_what_is_no_path_is_refused_by_type(path: object) -> None:
    """An open file, a descriptor, a path in bytes."""
    for action in (OLD.save, Record.load):
        with pytest.raises(WrongTypeError, match="a file must be a text or a path"):
            cast("Callable[[object], object]", action)(path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    """With the system's reason; the error is an OSError too."""
    with pytest.raises(FileError, match="cannot be read: No such file"):
        Record.load(tmp_path / "missing")
    assert issubclass(FileError, OSError)
