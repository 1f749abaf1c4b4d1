"""A file of results keeps what it is given, heals a torn end, and leaves alone whatever is not its own."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import FileError, Rules
from crescent.faults import FileFault, SurveyFault
from crescent.solver import Status
from crescent.survey import DealResult, ResultFile, Survey, read_results
from crescent.survey.results import read_line
from tests.core.junk import spoiled, things
from tests.survey.questions import QUICK, results, surveys

FOUND = [
    DealResult(7, Status.SOLVED, 150, 3, 104, 1200, 0.0012),
    DealResult(3, Status.UNKNOWN, 90, 2, 77, 2000, 0.002),
    DealResult(5, Status.UNSOLVABLE, 0, 0, 8, 1, 0.0),
]


def written(path: Path, found: list[DealResult], survey: Survey = QUICK) -> bytes:
    """A file with these results, and its bytes."""
    with ResultFile(path, survey) as file:
        for result in found:
            file.append(result)
    return path.read_bytes()


@given(surveys, st.lists(results(), max_size=8, unique_by=lambda result: result.deal))
def test_what_is_kept_comes_back(survey: Survey, found: list[DealResult]) -> None:
    """Opened again the file has the same results, and reading it says whose they are."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "results.jsonl"
        data = written(path, found, survey)
        with ResultFile(path, survey) as file:
            assert list(file.results.values()) == found
        assert read_results(path) == (survey, found)
        assert path.read_bytes() == data


def test_a_file_torn_anywhere_is_healed(tmp_path: Path) -> None:
    """Cut at any byte: the whole lines stay, the torn one goes, and the lost results can be added again."""
    path = tmp_path / "results.jsonl"
    data = written(path, FOUND)
    header = data.index(b"\n") + 1
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        whole = max(header, data.rfind(b"\n", 0, length) + 1)
        if length >= header:
            assert len(read_results(path)[1]) == data.count(b"\n", 0, length) - 1
            assert path.read_bytes() == data[:length], "reading alone changes nothing"
        with ResultFile(path, QUICK) as file:
            assert path.read_bytes() == data[:whole]
            for result in FOUND[len(file.results) :]:
                file.append(result)
        assert path.read_bytes() == data


@pytest.mark.parametrize("tail", [b"\0" * 300, b'{"deal":8,"status"', b"\xff\xfe", b"[" * 900])
def test_any_rest_of_a_line_is_cut_off(tmp_path: Path, tail: bytes) -> None:
    """A file system that stopped may leave zeros or anything else behind the last whole line."""
    path = tmp_path / "results.jsonl"
    data = written(path, FOUND)
    path.write_bytes(data + tail)
    with ResultFile(path, QUICK) as file:
        assert list(file.results.values()) == FOUND
    assert path.read_bytes() == data


FOREIGN = [
    b"\n",
    b"dear diary\n",
    b"dear diary",
    b"{}\n",
    b"[]\n",
    b'{"crescent-survey": 2}\n',
    b'{"crescent-survey": 1}\n',
    b'{"crescent-survey": 1, "rules": 3}\n',
    b'{"crescent-survey": 1, "rules": {"redeals": 1000}}\n',
    b'{"crescent-survey": 1, "rules": {}, "variant": "normal", "nodes": "many", "seed": 0, "version": "1"}\n',
    b"\x00\xff" * 400,
    b"[" * 5000,
    b"9" * 5000 + b"\n",
]


@pytest.mark.parametrize("content", FOREIGN, ids=range(len(FOREIGN)))
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """A file that does not begin as one of results is refused, by writers and readers, and not touched."""
    path = tmp_path / "diary"
    path.write_bytes(content)
    for use in (lambda: ResultFile(path, QUICK), lambda: read_results(path)):
        with pytest.raises(FileError) as caught:
            use()
        assert caught.value.problem.fault is SurveyFault.NO_SURVEY
        assert str(path) in str(caught.value)
    assert path.read_bytes() == content


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("variant", "four"),
        ("rules", Rules(redeals=1)),
        ("nodes", 2001),
        ("seconds", 1.5),
        ("seed", 1),
        ("version", "0.0.1"),
    ],
)
def test_another_survey_s_file_is_refused(tmp_path: Path, field: str, value: object) -> None:
    """Each part of the question counts, and the one that differs is named."""
    path = tmp_path / "results.jsonl"
    data = written(path, FOUND)
    with pytest.raises(FileError, match=f"another survey's results .{field} ") as caught:
        ResultFile(path, replace(QUICK, **{field: value}))  # type: ignore[arg-type]  # a value of each field's type
    assert caught.value.problem.fault is SurveyFault.OTHER_SURVEY
    assert path.read_bytes() == data


@given(st.data())
def test_spoiled_lines_are_refused_or_results(data: st.DataObject) -> None:
    """Whatever a line holds, it is a sound result or none; a file with none in it is refused where it stands."""
    line = data.draw(spoiled(data.draw(results()).line()))
    result = read_line(line.encode("utf-8", "surrogatepass"))
    if result is not None:
        assert 8 <= result.cards <= 104
        assert (result.cards == 104) == (result.status is Status.SOLVED)
        assert read_line(result.line().encode()) == result
    elif "\n" not in line and line:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "results.jsonl"
            content = written(path, FOUND) + line.encode("utf-8", "surrogatepass") + b"\n"
            path.write_bytes(content)
            with pytest.raises(FileError, match="line 5 is no result"):
                ResultFile(path, QUICK)
            assert path.read_bytes() == content


@pytest.mark.parametrize("field", ["moves", "redeals", "nodes", "seconds"])
def test_numbers_that_cannot_be_summed_up_are_no_results(field: str) -> None:
    """However many digits they have."""
    for digits in (16, 400):
        line = FOUND[1].line().replace(f'"{field}":', f'"{field}":{"9" * digits}')
        assert read_line(line.encode()) is None


def test_a_line_without_end_costs_nothing(tmp_path: Path) -> None:
    """Ten million bytes of one line are refused, not read."""
    path = tmp_path / "results.jsonl"
    content = written(path, FOUND) + b'{"deal":' + b"9" * 10_000_000
    path.write_bytes(content)
    with pytest.raises(FileError, match="line 5 is no result"):
        ResultFile(path, QUICK)
    assert path.read_bytes() == content


def test_no_deal_is_kept_twice(tmp_path: Path) -> None:
    """Neither added twice, nor read where it stands twice."""
    path = tmp_path / "results.jsonl"
    with ResultFile(path, QUICK) as file:
        file.append(FOUND[0])
        with pytest.raises(FileError, match="deal 7 is there twice"):
            file.append(replace(FOUND[0], seconds=9.0))
    content = path.read_bytes() + FOUND[0].line().encode() + b"\n"
    path.write_bytes(content)
    with pytest.raises(FileError, match="deal 7 is there twice"):
        ResultFile(path, QUICK)
    assert path.read_bytes() == content


def test_two_surveys_cannot_write_into_one_file(tmp_path: Path) -> None:
    """The second is told, and the first goes on; when it has ended, the second may."""
    path = tmp_path / "results.jsonl"
    program = (
        "import sys; from crescent.survey import *;"
        f"file = ResultFile({str(path)!r}, Survey.of_variant(nodes=2000)); print('open', flush=True); sys.stdin.read()"
    )
    child = subprocess.Popen([sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout is not None
    assert child.stdout.readline() == b"open\n"
    before = path.read_bytes()
    with pytest.raises(FileError, match="by another survey"):
        ResultFile(path, QUICK)
    assert path.read_bytes() == before
    child.kill()
    child.communicate()
    assert len(written(path, FOUND).splitlines()) == 4


@pytest.mark.parametrize("name", ["", "folder", "missing/results.jsonl", "pipe", "a\0b", "/dev/full", "x" * 300])
def test_places_that_take_no_file_are_one_error(tmp_path: Path, name: str) -> None:
    """Folders, pipes, devices and impossible names are told apart by the system, and are all file errors."""
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    place = f"{tmp_path}/{name}" if name and not name.startswith("/") else name
    with pytest.raises(FileError):
        ResultFile(place, QUICK)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "pipe"]


def test_a_missing_file_is_not_read(tmp_path: Path) -> None:
    """The error says so; a folder is another one."""
    with pytest.raises(FileError) as caught:
        read_results(tmp_path / "results.jsonl")
    assert caught.value.problem.fault is FileFault.MISSING
    with pytest.raises(FileError) as caught:
        read_results(tmp_path)
    assert caught.value.problem.fault is FileFault.UNREADABLE


@given(things)
def test_only_paths_are_files(thing: object) -> None:
    """Anything else is refused by its type."""
    if isinstance(thing, str | bytes):
        return
    with pytest.raises(TypeError):
        ResultFile(thing, QUICK)  # type: ignore[arg-type]  # meant to be wrong


def test_a_full_disk_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line that is written in part is told, and healed when the file is opened again."""
    path = tmp_path / "results.jsonl"
    real = os.write
    with ResultFile(path, QUICK) as file:
        file.append(FOUND[0])
        before = path.read_bytes()
        monkeypatch.setattr(os, "write", lambda descriptor, data: real(descriptor, data[:10]))
        with pytest.raises(FileError, match="disk is full"):
            file.append(FOUND[1])
        monkeypatch.setattr(os, "write", real)
        assert FOUND[1].deal not in file.results
    assert path.read_bytes() == before + FOUND[1].line().encode()[:10]
    with ResultFile(path, QUICK) as file:
        assert list(file.results.values()) == FOUND[:1]
