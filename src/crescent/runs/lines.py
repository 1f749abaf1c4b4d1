"""A file of results: a first line that says what was asked, then a line a result, only ever appended.

A line is written with one call of the system and is whole or torn.  A torn last line, left by a machine that stopped,
is cut off when the file is opened again, and its work is done once more.  Anything else that does not belong there
is an error, and the file stays as it is.
"""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from types import TracebackType
from typing import BinaryIO, Generic, Protocol, Self, TypeVar

from crescent.errors import CrescentError, FileError
from crescent.faults import Fault, FileFault, Problem
from crescent.files import path_of


class Asked(Protocol):
    """What a run asks, the same for all its results."""

    def header(self) -> dict[str, object]:
        """It as JSON values, equal for equal questions."""
        ...


class Line(Protocol):
    """A result."""

    def line(self) -> str:
        """One line of JSON in ASCII, without its end."""
        ...


Q = TypeVar("Q", bound=Asked)
R = TypeVar("R", bound=Line)
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Format(Generic[Q, R, K]):
    """One kind of such files.

    Attributes:
        mark: the name in the first line that tells the kind, with the number 1 for its form.
        fields: of a question, all that must be the same.
        longest: bytes of a line at most.
        most: results of a file at most.
        read_asked: the question of a first line's values, without `mark`; may raise what is wrong with them.
        read_line: the result of a line; None where it is none, whatever is in it.
        key: what only one result has.
        foreign, other, no_result, too_many, busy: the faults of a file that is none of this kind, holds the results of
            another question (`field`, `old`, `new`), has a `line` that is no result, more results than `limit`, or is
            being written.
        twice: the problem of a key that two results have.
    """

    mark: str
    fields: tuple[str, ...]
    longest: int
    most: int
    read_asked: Callable[[dict[str, object]], Q]
    read_line: Callable[[bytes], R | None]
    key: Callable[[R], K]
    foreign: Fault
    other: Fault
    no_result: Fault
    too_many: Fault
    busy: Fault
    twice: Callable[[K], Problem]


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
        try:
            self._descriptor = os.open(
                path_of(path), os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666
            )
        except OSError as error:
            raise _unwritable(self.path, error) from error
        try:
            self._begin(asked)
        except OSError as error:
            self.close()
            raise error if isinstance(error, FileError) else _unwritable(self.path, error) from error

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
        try:
            written = os.write(self._descriptor, data)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        if written < len(data):
            raise FileError(self.path, FileFault.UNWRITABLE(system="the disk is full"))


class Reader(Generic[Q, R, K]):
    """Reads results one by one; iterate once.

    Attributes:
        asked: whose they are.
        whole: bytes of whole lines read so far; what is behind them at the end is a torn line.
    """

    def __init__(self, file: BinaryIO, path: str, form: Format[Q, R, K]) -> None:
        """Read the first line of `file`, which errors call `path`.

        Raises:
            FileError: it is no file of such results.
        """
        self._file = file
        self._path = path
        self._form = form
        line = file.readline(form.longest + 1)
        self.asked = _read_header(line, path, form)
        self.whole: int = len(line)

    def __iter__(self) -> Iterator[R]:
        """The results.

        Raises:
            FileError: a line is no result, a key is there twice, or there are too many.
        """
        form, seen, number = self._form, set[K](), 1
        while line := self._file.readline(form.longest + 1):
            number += 1
            if not line.endswith(b"\n"):
                if len(line) > form.longest:
                    raise FileError(self._path, form.no_result(line=number))
                return
            result = form.read_line(line)
            if result is None:
                raise FileError(self._path, form.no_result(line=number))
            key = form.key(result)
            if key in seen:
                raise FileError(self._path, form.twice(key))
            if number > form.most + 1:
                raise FileError(self._path, form.too_many(limit=form.most))
            seen.add(key)
            self.whole += len(line)
            yield result


def read_file(path: str | os.PathLike[str], form: Format[Q, R, K]) -> tuple[Q, list[R]]:
    """Whose results a file holds, and the results; a torn last line does not count.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, or is no file of such results.
    """
    place = path_of(path)
    try:
        with place.open("rb") as file:
            reader = Reader(file, str(place), form)
            return reader.asked, list(reader)
    except FileNotFoundError as error:
        raise FileError(str(place), FileFault.MISSING()) from error
    except OSError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(str(place), FileFault.UNREADABLE(system=error.strerror or error)) from error


def read_files(paths: list[str], form: Format[Q, R, K]) -> tuple[Q, list[R]]:
    """The question that all files belong to, and all their results.

    Raises:
        WrongTypeError, FileError: as `read_file`; they belong to several questions, or a key is in two of them.
    """
    first, found = read_file(paths[0], form)
    seen = {form.key(result) for result in found}
    for path in paths[1:]:
        other, more = read_file(path, form)
        check_same(other, first, path, form)
        for result in more:
            if form.key(result) in seen:
                raise FileError(path, form.twice(form.key(result)))
            seen.add(form.key(result))
        found += more
    return first, found


def check_same(there: Q, wanted: Q, path: str, form: Format[Q, R, K]) -> None:
    """Check that the question of a file is the one that is wanted.

    Raises:
        FileError: it is another one; the first field that differs is named.
    """
    for field in form.fields:
        old, new = getattr(there, field), getattr(wanted, field)
        if old != new:
            raise FileError(path, form.other(field=field, old=old, new=new))


def _read_header(line: bytes, path: str, form: Format[Q, R, K]) -> Q:
    """The question that a file's first line tells."""
    try:
        values = json.loads(line)
        if line.endswith(b"\n") and isinstance(values, dict) and values.pop(form.mark, None) == 1:
            return form.read_asked(values)
    except (ValueError, TypeError, KeyError, RecursionError, CrescentError):
        pass
    raise FileError(path, form.foreign())


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


def _unwritable(path: str, error: OSError) -> FileError:
    """The library's error for what the system says about a writing."""
    if isinstance(error, FileNotFoundError):
        return FileError(path, FileFault.NO_FOLDER())
    return FileError(path, FileFault.UNWRITABLE(system=error.strerror or error))
