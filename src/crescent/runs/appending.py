"""A file of results, open for more: only ever appended to, and whole after whatever ends the process.

A line is written with one call of the system and is whole or torn.  A torn last line, left by a machine that stopped,
is cut off when the file is opened again, and its work is done once more.  Anything else that does not belong there
is an error, and the file stays as it is.
"""

from __future__ import annotations

import io
import json
import os
import stat
from contextlib import suppress
from types import TracebackType
from typing import BinaryIO, Generic, Self

from crescent.errors import FileError
from crescent.faults import Fault, FileFault
from crescent.files import path_of, writing
from crescent.runs.lines import Format, K, Q, R, Reader, check_same


class LineFile(Generic[Q, R, K]):
    """The results of one question in a file, open for more.

    Args:
        path: the file; it is made if it is not there.
        asked: whose results they are.
        form: the kind of file.

    Attributes:
        path: the file.
        results: what it holds, by key.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read or written, holds something else or another question's results, or is being
            written by another process; it is as it was.
    """

    def __init__(self, path: str | os.PathLike[str], asked: Q, form: Format[Q, R, K]) -> None:
        """Open the file, read it, and heal its end."""
        self.path: str = str(path_of(path))
        self.results: dict[K, R] = {}
        self._form = form
        self._header = json.dumps(asked.header()) + "\n"
        with writing(self.path):
            self._descriptor = os.open(
                path_of(path), os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666
            )
        try:
            with writing(self.path):
                self._begin(asked)
        except FileError:
            self.close()
            raise

    def __enter__(self) -> Self:
        """The file itself."""
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        """Close it."""
        self.close()

    def append(self, result: R) -> None:
        """Add a result; once this returns, it survives the end of the process, however that comes.

        Raises:
            FileError: it cannot be written, or its key is there already.
        """
        key = self._form.key(result)
        if key in self.results:
            raise FileError(self.path, self._form.twice(key))
        self._write(result.line() + "\n")
        self.results[key] = result

    def close(self) -> None:
        """Close the file, what is in it safely on the disk; results read stay."""
        if self._descriptor >= 0:
            with suppress(OSError):
                os.fsync(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1

    def _begin(self, asked: Q) -> None:
        """Take hold of the file, read what is there, and make its end a line's end."""
        if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
            raise FileError(self.path, FileFault.NOT_REGULAR())
        _lock(self._descriptor, self.path, self._form.busy)
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            file.seek(0)
            whole = 0
            if not self._is_torn_header(file):
                reader = Reader(file, self.path, self._form)
                check_same(reader.asked, asked, self.path, self._form)
                for result in reader:
                    self.results[self._form.key(result)] = result
                whole = reader.whole
        os.ftruncate(self._descriptor, whole)
        if not whole:
            self._write(self._header)

    def _is_torn_header(self, file: BinaryIO) -> bool:
        """Whether the file has nothing but the beginning of this question's first line, or nothing at all."""
        begin = file.read(len(self._header))
        file.seek(0)
        return len(begin) < len(self._header) and self._header.encode("ascii").startswith(begin)

    def _write(self, line: str) -> None:
        data = line.encode("ascii")
        with writing(self.path):
            written = os.write(self._descriptor, data)
        if written < len(data):
            raise FileError(self.path, FileFault.UNWRITABLE(system="the disk is full"))


def _lock(descriptor: int, path: str, busy: Fault) -> None:
    """Keep other runs out of the file for as long as it is open, where the system can; a killed process lets go."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover  # Windows, where two runs into one file are told apart by the person
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FileError(path, busy()) from error
    except io.UnsupportedOperation:  # pragma: no cover
        return
