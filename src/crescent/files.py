"""Files read within bounds, and written whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path

from crescent.errors import FileError, WrongTypeError, shown


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
        raise FileError(shown(os.fspath(path)), "no file can have this name")
    return Path(name)


def is_file(path: str | os.PathLike[str]) -> bool:
    """Whether a regular file, or a link to one, is there.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: that cannot be told.
    """
    place = path_of(path)
    try:
        return place.is_file()
    except OSError as error:
        raise FileError(str(place), f"cannot be read: {error.strerror or error}") from error


def read_text(path: str | os.PathLike[str], limit: int) -> str:
    """The text of a UTF-8 file; of an endless one no more than `limit` bytes are read.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, is longer than `limit` bytes, or is not UTF-8.
    """
    place = path_of(path)
    try:
        with place.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise FileError(str(place), f"cannot be read: {error.strerror or error}") from error
    return text_of(data, str(place), limit)


def text_of(data: bytes, name: str, limit: int) -> str:
    """`data`, read from the file or stream called `name`, as text.

    Raises:
        FileError: it is longer than `limit` bytes or not UTF-8.
    """
    if len(data) > limit:
        raise FileError(name, f"is longer than {limit} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(name, f"is not UTF-8 text: byte {error.start} does not fit") from None


def write_whole(path: str | os.PathLike[str], text: str) -> None:
    """Write `text` as UTF-8 to `path`: the new file takes the old one's place in one step, or nothing changes.

    A link is followed, and an old file's permissions are kept.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be written, or is there and no regular file.
    """
    given = path_of(path)
    place = Path(os.path.realpath(given))
    beside = place.with_name(f".{place.name[:100]}.{secrets.token_hex(8)}.tmp")
    try:
        if place.is_symlink():  # `realpath` follows every link but those of a circle
            raise FileError(str(given), "cannot be written: its links lead in a circle")
        mode = stat.S_IMODE(place.stat().st_mode) if place.exists() else None
        if mode is not None and not place.is_file():
            raise FileError(str(given), "cannot be written: it is no regular file")
        with contextlib.ExitStack() as undo:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            undo.callback(beside.unlink, missing_ok=True)
            with os.fdopen(descriptor, "wb") as file:
                file.write(text.encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
            if mode is not None:
                beside.chmod(mode)
            beside.replace(place)
            undo.pop_all()
    except OSError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(str(given), f"cannot be written: {error.strerror or error}") from error
