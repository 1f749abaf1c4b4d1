"""A file for the record of a game: tried before the game, written after it."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from crescent.codes import GameCode
from crescent.errors import CrescentError, FileError
from crescent.files import path_of
from crescent.moves import Move
from crescent.record import Record


class RecordFile:
    """Where a record is to go.

    Args:
        path: the file; one that is there is replaced only if it is a record.
        code: the deal.
        tags: free tags of the record.

    Raises:
        FileError: the file could not be written.
        RecordError: a tag that no record can hold.
    """

    def __init__(self, path: str, code: GameCode, tags: Mapping[str, str]) -> None:
        """Try everything that can be tried without touching the file."""
        self.path = path
        self._code = code
        self._tags = dict(tags)
        self._record(())
        _try(path)

    def save(self, moves: Sequence[Move]) -> None:
        """Write the record of these moves; without the seconds, so that the same game makes the same file.

        Raises:
            FileError: the file cannot be written, or what is there is no record; it is as it was.
        """
        self._record(moves).save(self.path)

    def _record(self, moves: Sequence[Move]) -> Record:
        return Record(self._code.deal(), tuple(moves), self._code, tags=self._tags)


def _try(path: str) -> None:
    """Raise what saving would raise, as far as can be known beforehand."""
    place = Path(os.path.realpath(path_of(path)))
    try:
        old = _mode(place)
        if old is not None and not stat.S_ISREG(old):
            raise FileError(path, "cannot be written: it is no regular file")
        with tempfile.TemporaryFile(dir=place.parent):
            pass
    except OSError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(path, f"cannot be written: {error.strerror or error}") from error
    if old is not None:
        try:
            Record.load(place)
        except CrescentError as error:
            raise FileError(path, f"is there and no valid record; left as it is ({error})") from error


def _mode(place: Path) -> int | None:
    """What stands at a place in the file system, None where nothing does; a link is followed unless it cannot be."""
    try:
        return place.lstat().st_mode
    except FileNotFoundError:
        return None
