"""Files read within bounds, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from pathlib import Path

from crescent.errors import FileError, WrongTypeError, shown
from crescent.faults import FileFault


def path_of(path: str | os.PathLike[str]) -> Path:
    """`path` as a `Path`.

    Raises:
        WrongTypeError: it is neither a text nor a path.
        FileError: it is empty, has a NUL byte, or characters that no file's name can have.
    """
    if not isinstance(path, str | os.PathLike):
        raise WrongTypeError("a file", "a text or a path", path)
    name = os.fspath(path)
    if not isinstance(name, str):
        raise WrongTypeError("a file", "a text or a path", path)
    try:
        os.fsencode(name)
    except UnicodeEncodeError:
        name = ""
    if not name or "\0" in name:
        raise FileError(shown(os.fspath(path)), FileFault.NAME())
    return Path(name)


def has_content(path: str | os.PathLike[str]) -> bool:
    """Whether a regular file, or a link to one, is there and not empty: what writing would replace.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: that cannot be told.
    """
    place = path_of(path)
    try:
        return place.is_file() and place.stat().st_size > 0
    except OSError as error:
        raise FileError(str(place), FileFault.UNWRITABLE(system=error.strerror or error)) from error


def read_text(path: str | os.PathLike[str], limit: int) -> str:
    """The text of a UTF-8 file; of an endless one no more than `limit` bytes are read.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, is longer than `limit` bytes, or is not UTF-8.
    """
    return text_of(_read(path_of(path), limit), str(path_of(path)), limit)


def read_bytes(path: str | os.PathLike[str], limit: int) -> bytes:
    """The contents of a file; of an endless one no more than `limit` bytes are read.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, or is longer than `limit` bytes.
    """
    place = path_of(path)
    data = _read(place, limit)
    if len(data) > limit:
        raise FileError(str(place), FileFault.TOO_LONG(limit=limit))
    return data


def _read(place: Path, limit: int) -> bytes:
    """One byte more than `limit` at most."""
    with reading(place), place.open("rb") as file:
        return file.read(limit + 1)


def text_of(data: bytes, name: str, limit: int) -> str:
    """`data`, read from the file or stream called `name`, as text.

    Raises:
        FileError: it is longer than `limit` bytes or not UTF-8.
    """
    if len(data) > limit:
        raise FileError(name, FileFault.TOO_LONG(limit=limit))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(name, FileFault.NOT_TEXT(byte=error.start)) from None


def write_whole(path: str | os.PathLike[str], content: str | bytes) -> None:
    """Write `content` to `path`: the new file takes the old one's place in one step, or nothing changes.

    A text is written as UTF-8.  A link is followed, and an old file's permissions are kept.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be written; is a folder's name; or is there and protected, or no regular file.
    """
    with writing(path):
        place, mode = _target(path)
        with _beside(place) as (descriptor, beside):
            with os.fdopen(descriptor, "wb") as file:
                file.write(content.encode("utf-8") if isinstance(content, str) else content)
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                beside.chmod(mode)
            beside.replace(place)


def try_writing(path: str | os.PathLike[str]) -> None:
    """Raise what `write_whole` would raise, as far as that can be known with every file left as it is.

    Raises:
        As `write_whole`.
    """
    with writing(path):
        place, _ = _target(path)
        with _beside(place) as (descriptor, _):
            os.close(descriptor)


def _target(path: str | os.PathLike[str]) -> tuple[Path, int | None]:
    """The file that writing to `path` makes or replaces, and the permissions of the one that is there."""
    given = path_of(path)
    separators = tuple(filter(None, (os.sep, os.altsep)))
    if os.fspath(path).endswith((*separators, *(f"{separator}." for separator in separators))):
        raise FileError(os.fspath(path), FileFault.FOLDER_NAME())  # `Path` would forget the separator
    place = Path(os.path.realpath(given))
    if place.is_symlink():  # `realpath` follows every link but those of a circle
        raise FileError(str(given), FileFault.CIRCLE())
    if not place.exists():
        return place, None
    if not place.is_file():
        raise FileError(str(given), FileFault.NOT_REGULAR())
    mode = stat.S_IMODE(place.stat().st_mode)
    writable = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH
    if not (mode & writable and os.access(place, os.W_OK)):  # renaming onto it would work all the same
        raise FileError(str(given), FileFault.PROTECTED())
    return place, mode


@contextlib.contextmanager
def _beside(place: Path) -> Iterator[tuple[int, Path]]:
    """A new file in the folder of `place`, open for writing; what is left of it at the end is taken away."""
    path = place.with_name(f".{place.name[:100]}.{secrets.token_hex(8)}.tmp")
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        yield descriptor, path
    finally:
        path.unlink(missing_ok=True)


def reading(path: str | os.PathLike[str]) -> contextlib.AbstractContextManager[None]:
    """Turn what the system says about a reading of `path` into the library's error.

    Raises:
        FileError: there is no such file, or the system cannot read it.
    """
    return _reported(path, FileFault.MISSING, FileFault.UNREADABLE)


def writing(path: str | os.PathLike[str]) -> contextlib.AbstractContextManager[None]:
    """Turn what the system says about a writing of `path` into the library's error.

    Raises:
        FileError: its folder is not there, or the system cannot write it.
    """
    return _reported(path, FileFault.NO_FOLDER, FileFault.UNWRITABLE)


@contextlib.contextmanager
def _reported(path: str | os.PathLike[str], missing: FileFault, other: FileFault) -> Iterator[None]:
    """The library's errors for what is not there, and for whatever else the system says."""
    try:
        yield
    except FileError:
        raise
    except FileNotFoundError as error:
        raise FileError(str(path_of(path)), missing()) from error
    except OSError as error:
        raise FileError(str(path_of(path)), other(system=error.strerror or error)) from error
