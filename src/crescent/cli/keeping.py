"""A file for the record of a game: tried before the game, written after it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crescent.codes import GameCode
from crescent.moves import Move
from crescent.record import Record


class RecordFile:
    """Where a record is to go.

    Args:
        path: the file; one that is there is replaced only if it is empty or a record of the same deal.
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
        self._record(()).try_saving(path)

    def save(self, moves: Sequence[Move], tags: Mapping[str, str] | None = None) -> None:
        """Write the record of these moves; without the seconds, so that the same game makes the same file.

        Args:
            moves: what was played.
            tags: more tags.

        Raises:
            FileError: the file cannot be written, or is not to be replaced; it is as it was.
        """
        self._tags |= tags or {}
        self._record(moves).save(self.path)

    def _record(self, moves: Sequence[Move]) -> Record:
        return Record(self._code.deal(), tuple(moves), self._code, tags=self._tags)
