"""A file of results: a first line that says which survey it is, then a line a deal, only ever appended.

A line is written with one call of the system and is whole or torn.  A torn last line, left by a machine that stopped,
is cut off when the file is opened again, and its deal is solved once more.  Anything else that does not belong there
is an error, and the file stays as it is.
"""

from __future__ import annotations

import io
import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from types import TracebackType
from typing import BinaryIO, Self

from crescent.errors import CrescentError, FileError
from crescent.faults import FileFault, SurveyFault
from crescent.files import path_of
from crescent.rules import Rules
from crescent.survey.plan import MOST_DEALS, Survey
from crescent.survey.results import LONGEST_LINE, DealResult, read_line


class ResultFile:
    """The results of one survey in a file, open for more.

    Args:
        path: the file; it is made if it is not there.
        survey: whose results they are.

    Attributes:
        path: the file.
        results: what it holds, by deal.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read or written, holds something else or another survey's results, or is being written
            by another process; it is as it was.
    """

    def __init__(self, path: str | os.PathLike[str], survey: Survey) -> None:
        """Open the file, read it, and heal its end."""
        self.path = str(path_of(path))
        self.results: dict[int, DealResult] = {}
        self._header = _header_line(survey)
        try:
            self._descriptor = os.open(
                path_of(path), os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666
            )
        except OSError as error:
            raise _unwritable(self.path, error) from error
        try:
            self._begin(survey)
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

    def append(self, result: DealResult) -> None:
        """Add a result; once this returns, it survives the end of the process, however that comes.

        Raises:
            FileError: it cannot be written, or its deal is there already.
        """
        if result.deal in self.results:
            raise FileError(self.path, SurveyFault.TWICE(deal=result.deal))
        self._write(result.line() + "\n")
        self.results[result.deal] = result

    def close(self) -> None:
        """Close the file, what is in it safely on the disk; results read stay."""
        if self._descriptor >= 0:
            with suppress(OSError):
                os.fsync(self._descriptor)
            os.close(self._descriptor)
            self._descriptor = -1

    def _begin(self, survey: Survey) -> None:
        """Take hold of the file, read what is there, and make its end a line's end."""
        if not stat.S_ISREG(os.fstat(self._descriptor).st_mode):
            raise FileError(self.path, FileFault.NOT_REGULAR())
        _lock(self._descriptor, self.path)
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            file.seek(0)
            whole = 0
            if not self._is_torn_header(file):
                reader = Reader(file, self.path)
                check_same(reader.survey, survey, self.path)
                for result in reader:
                    self.results[result.deal] = result
                whole = reader.whole
        os.ftruncate(self._descriptor, whole)
        if not whole:
            self._write(self._header)

    def _is_torn_header(self, file: BinaryIO) -> bool:
        """Whether the file has nothing but the beginning of this survey's first line, or nothing at all."""
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


class Reader:
    """Reads results one by one; iterate once.

    Attributes:
        survey: whose they are.
        whole: bytes of whole lines read so far; what is behind them at the end is a torn line.
    """

    def __init__(self, file: BinaryIO, path: str) -> None:
        """Read the first line of `file`, which errors call `path`.

        Raises:
            FileError: it is no file of results.
        """
        self._file = file
        self._path = path
        line = file.readline(LONGEST_LINE + 1)
        self.survey = _read_header(line, path)
        self.whole = len(line)

    def __iter__(self) -> Iterator[DealResult]:
        """The results.

        Raises:
            FileError: a line is no result, a deal is there twice, or there are too many.
        """
        seen: set[int] = set()
        number = 1
        while line := self._file.readline(LONGEST_LINE + 1):
            number += 1
            if not line.endswith(b"\n"):
                if len(line) > LONGEST_LINE:
                    raise FileError(self._path, SurveyFault.NO_RESULT(line=number))
                return
            result = read_line(line)
            if result is None:
                raise FileError(self._path, SurveyFault.NO_RESULT(line=number))
            if result.deal in seen:
                raise FileError(self._path, SurveyFault.TWICE(deal=result.deal))
            if number > MOST_DEALS + 1:
                raise FileError(self._path, SurveyFault.TOO_MANY(limit=MOST_DEALS))
            seen.add(result.deal)
            self.whole += len(line)
            yield result


def read_results(path: str | os.PathLike[str]) -> tuple[Survey, list[DealResult]]:
    """Whose results a file holds, and the results; a torn last line does not count.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, or is no file of results.
    """
    place = path_of(path)
    try:
        with place.open("rb") as file:
            reader = Reader(file, str(place))
            return reader.survey, list(reader)
    except FileNotFoundError as error:
        raise FileError(str(place), FileFault.MISSING()) from error
    except OSError as error:
        if isinstance(error, FileError):
            raise
        raise FileError(str(place), FileFault.UNREADABLE(system=error.strerror or error)) from error


def check_same(there: Survey, wanted: Survey, path: str) -> None:
    """Check that the survey of a file is the one that is wanted.

    Raises:
        FileError: it is another one; the first field that differs is named.
    """
    for field in ("variant", "rules", "nodes", "seconds", "seed", "version"):
        old, new = getattr(there, field), getattr(wanted, field)
        if old != new:
            raise FileError(path, SurveyFault.OTHER_SURVEY(field=field, old=old, new=new))


def _header_line(survey: Survey) -> str:
    return json.dumps(survey.header()) + "\n"


def _read_header(line: bytes, path: str) -> Survey:
    """The survey that a file's first line tells."""
    try:
        values = json.loads(line)
        if line.endswith(b"\n") and isinstance(values, dict) and values.pop("crescent-survey", None) == 1:
            rules = values.pop("rules")
            return Survey(rules=Rules(**rules), **values)
    except (ValueError, TypeError, KeyError, RecursionError, CrescentError):
        pass
    raise FileError(path, SurveyFault.NO_SURVEY())


def _lock(descriptor: int, path: str) -> None:
    """Keep other surveys out of the file for as long as it is open, where the system can; a killed process lets go."""
    try:
        import fcntl
    except ImportError:  # pragma: no cover  # Windows, where two surveys into one file are told apart by the person
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise FileError(path, SurveyFault.BUSY()) from error
    except io.UnsupportedOperation:  # pragma: no cover
        return


def _unwritable(path: str, error: OSError) -> FileError:
    """The library's error for what the system says about a writing."""
    if isinstance(error, FileNotFoundError):
        return FileError(path, FileFault.NO_FOLDER())
    return FileError(path, FileFault.UNWRITABLE(system=error.strerror or error))
