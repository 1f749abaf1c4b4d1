"""A file of games keeps what it is given, heals a torn end, and leaves alone whatever is not its own."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import FileError, Rules
from crescent.bench import Bench, Ending, Failure, GameFile, GameResult, Times, read_games
from crescent.bench.results import LONGEST_AGENT, LONGEST_EVIDENCE, LONGEST_LINE, cut, read_line
from crescent.faults import BenchFault, SurveyFault
from crescent.survey import ResultFile, Survey
from tests.bench.games import benches, results
from tests.core.junk import spoiled

TERMS = Bench.of_variant()

FOUND = [
    GameResult(7, "greedy", Ending.BLOCKED, 50, 2, 1, Times.of([0.001, 0.002, 0.003])),
    GameResult(7, "uniform", Ending.WON, 104, 1, 0, Times.of([0.1])),
    GameResult(3, "greedy", Ending.FAILED, 8, 0, 0, Times(), Failure.ERROR, "RuntimeError: no idea"),
]


def written(path: Path, found: list[GameResult], terms: Bench = TERMS) -> bytes:
    """A file with these games, and its bytes."""
    with GameFile(path, terms) as file:
        for result in found:
            file.append(result)
    return path.read_bytes()


@given(benches, st.lists(results(), max_size=6, unique_by=lambda result: result.key))
def test_what_is_kept_comes_back(terms: Bench, found: list[GameResult]) -> None:
    """Opened again the file has the same games, and reading it says on which terms they were played."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.jsonl"
        data = written(path, found, terms)
        with GameFile(path, terms) as file:
            assert list(file.results.values()) == found
        assert read_games(path) == (terms, found)
        assert path.read_bytes() == data


def test_a_file_torn_anywhere_is_healed(tmp_path: Path) -> None:
    """Cut at any byte: the whole lines stay, the torn one goes, and the lost games can be added again."""
    path = tmp_path / "games.jsonl"
    data = written(path, FOUND)
    for length in range(len(data) + 1):
        path.write_bytes(data[:length])
        with GameFile(path, TERMS) as file:
            for result in FOUND[len(file.results) :]:
                file.append(result)
        assert path.read_bytes() == data


@pytest.mark.parametrize(
    "content",
    [b"\n", b"dear diary\n", b'{"crescent-bench": 2}\n', b'{"crescent-bench": 1}\n', b"\xff" * 300, b"[" * 9999],
)
def test_a_foreign_file_is_left_alone(tmp_path: Path, content: bytes) -> None:
    """What does not begin as a file of games is refused, by writers and readers, and not touched."""
    path = tmp_path / "diary"
    path.write_bytes(content)
    for use in (lambda: GameFile(path, TERMS), lambda: read_games(path)):
        with pytest.raises(FileError) as caught:
            use()
        assert caught.value.problem.fault is BenchFault.NO_BENCH
    assert path.read_bytes() == content


def test_surveys_and_benches_know_each_other_s_files(tmp_path: Path) -> None:
    """Neither takes the other's for its own."""
    games, deals = tmp_path / "games.jsonl", tmp_path / "deals.jsonl"
    written(games, FOUND)
    survey = Survey.of_variant(nodes=100)
    ResultFile(deals, survey).close()
    with pytest.raises(FileError) as caught:
        ResultFile(games, survey)
    assert caught.value.problem.fault is SurveyFault.NO_SURVEY
    with pytest.raises(FileError) as caught:
        GameFile(deals, TERMS)
    assert caught.value.problem.fault is BenchFault.NO_BENCH


@pytest.mark.parametrize(
    ("field", "value"),
    [("variant", "four"), ("rules", Rules(redeals=1)), ("limit", 5), ("seconds", 1.5), ("seed", 1), ("version", "0")],
)
def test_games_on_other_terms_are_refused(tmp_path: Path, field: str, value: object) -> None:
    """Each of the terms counts, and the one that differs is named."""
    path = tmp_path / "games.jsonl"
    data = written(path, FOUND)
    with pytest.raises(FileError, match=f"games on other terms .{field} "):
        GameFile(path, replace(TERMS, **{field: value}))  # type: ignore[arg-type]  # a value of each field's type
    assert path.read_bytes() == data


@given(st.data())
def test_spoiled_lines_are_refused_or_results(data: st.DataObject) -> None:
    """Whatever a line holds, it is a sound result or none."""
    line = data.draw(spoiled(data.draw(results()).line()))
    result = read_line(line.encode("utf-8", "surrogatepass"))
    if result is not None:
        assert 8 <= result.cards <= 104
        assert (result.cards == 104) == (result.ending is Ending.WON)
        assert (result.failure is None) == (result.ending is not Ending.FAILED)
        assert result.times.count == result.moves + result.redeals
        assert read_line(result.line().encode()) == result


@pytest.mark.parametrize(
    "change",
    [
        {"ending": Ending.WON},
        {"ending": Ending.FAILED},
        {"cards": 104},
        {"cards": 7},
        {"moves": 3},
        {"redeals": -1},
        {"deal": 2**35},
        {"times": Times(0.1, 0.1, ((1, 2), (1, 1)))},
        {"times": Times(0.1, 0.1, ((2, 1), (1, 2)))},
        {"times": Times(0.1, 0.1, ((1, 4), (2, -1)))},
        {"agent": "x" * (LONGEST_AGENT + 1)},
    ],
    ids=str,
)
def test_games_that_cannot_be_are_no_results(change: dict[str, object]) -> None:
    """A line that contradicts itself is none."""
    assert read_line(FOUND[0].line().encode()) == FOUND[0]
    assert read_line(replace(FOUND[0], **change).line().encode()) is None  # type: ignore[arg-type]  # meant to be wrong


LINE = (
    '{"deal":1,"agent":"a","ending":"blocked","cards":9,"moves":1,"redeals":0,'
    '"seconds":0.1,"slowest":0.1,"times":[[1,1]]}'
)
FAILED = LINE.replace("blocked", "failed")[:-1]


@pytest.mark.parametrize(
    "line",
    [
        "[]",
        "7",
        "null",
        LINE.replace('"a"', "7"),
        LINE.replace("blocked", "lost"),
        LINE.replace('"blocked"', "[]"),
        LINE.replace('"moves":1', '"moves":1.0'),
        LINE.replace('"moves":1', '"moves":true'),
        LINE.replace("[[1,1]]", "{}"),
        LINE.replace("[[1,1]]", "[1,1]"),
        LINE.replace("[[1,1]]", "[[1]]"),
        LINE.replace("[[1,1]]", '[["1",1]]'),
        LINE.replace("[[1,1]]", "[[1,0],[2,1]]"),
        LINE.replace("[[1,1]]", "[[401,1]]"),
        LINE.replace("[[1,1]]", "[[-1,1]]"),
        LINE.replace('"seconds":0.1', '"seconds":1e11'),
        LINE.replace('"seconds":0.1', '"seconds":NaN'),
        LINE.replace('"seconds":0.1', '"seconds":' + "9" * 400),
        LINE.replace('"moves":1', '"moves":' + "9" * 400).replace("[[1,1]]", "[[1," + "9" * 400 + "]]"),
        LINE[:-1] + ',"failure":"error","evidence":""}',
        FAILED + "}",
        FAILED + ',"failure":null,"evidence":""}',
        FAILED + ',"failure":"bad luck","evidence":""}',
        FAILED + ',"failure":"error","evidence":null}',
        FAILED + ',"evidence":"","failure":"error"}',
    ],
)
def test_lines_of_other_shapes_are_no_results(line: str) -> None:
    """Wrong types, unknown words, numbers that could not be summed up, fields that are missing or too many."""
    assert read_line(LINE.encode()) is not None
    assert read_line((FAILED + ',"failure":"error","evidence":""}').encode()) is not None
    assert read_line(line.encode()) is None


def test_the_longest_result_has_room() -> None:
    """The rarest characters in the longest name and evidence, and a move in every bin, fit in a line that is read."""
    rare = "\N{PLAYING CARD ACE OF SPADES}"
    times = Times(1.0, 1.0, tuple((number, 249) for number in range(401)))
    evidence = cut(rare * 10_000)
    assert len(evidence) <= LONGEST_EVIDENCE
    longest = GameResult(
        2**35 - 1, rare * LONGEST_AGENT, Ending.FAILED, 103, 401 * 249, 0, times, Failure.ILLEGAL_MOVE, evidence
    )
    assert len(longest.line()) <= LONGEST_LINE
    assert read_line(longest.line().encode()) == longest


def test_no_game_is_kept_twice(tmp_path: Path) -> None:
    """Neither added twice, nor read where it stands twice; another agent at the same deal is another game."""
    path = tmp_path / "games.jsonl"
    with GameFile(path, TERMS) as file:
        file.append(FOUND[0])
        file.append(FOUND[1])
        with pytest.raises(FileError, match="the game of 'greedy' at deal 7 is there twice"):
            file.append(replace(FOUND[0], cards=51))
    content = path.read_bytes() + FOUND[0].line().encode() + b"\n"
    path.write_bytes(content)
    with pytest.raises(FileError, match="at deal 7 is there twice"):
        GameFile(path, TERMS)
    assert path.read_bytes() == content
