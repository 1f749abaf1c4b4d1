"""`crescent replay` verifies records from anywhere, says where they diverge, and shows them board by board."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Game, GameCode, Reason, Record
from crescent.text import Message, languages
from tests.cli import situations
from tests.cli.running import CRESCENT, crescent, end_of, environment, interrupt, terminal

CODE = "CR1-N-AAAAAAB"
LINE = ["10-14", "2-K", "R", "10-A"]
ENGLISH, GERMAN = languages["en"], languages["de"]


def record(code: str = CODE, seconds: float = 754.0) -> Record:
    """A short record of a code, with a redeal in it."""
    game = Game(code)
    for move in LINE:
        game.play(move)
    return Record(game.start, game.line, GameCode.parse(code), seconds, {"Player": "Ada"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with that record."""
    path = tmp_path / "game.crescent"
    record().save(path)
    return path


def test_a_record_is_summarised(file: Path) -> None:
    """Code, variant, result, moves, redeals, time and the free tags, a line each."""
    result = crescent("replay", file)
    assert (result.code, result.err) == (0, "")
    assert result.out.splitlines() == [
        "code          CR1-N-AAAAAAB",
        "variant       normal",
        "result        open",
        "moves         3",
        "redeals left  2",
        "time          12:34",
        "Player        Ada",
    ]
    assert "Neuverteilungen übrig  2" in crescent("replay", file, "--lang", "de").out


def test_a_record_may_come_from_anywhere(file: Path) -> None:
    """A file, standard input, and a code with moves, in one argument or many, all give the same game."""
    from_file = crescent("replay", file, "--json").documents[0]
    from_input = crescent("replay", "-", "--json", stdin=file.read_bytes()).documents[0]
    assert from_input == from_file
    words = crescent("replay", CODE.lower(), *LINE, "--json").documents[0]
    text = crescent("replay", CODE, "1. 10-14 2-K R {so far} 3. 10-A", "--json").documents[0]
    assert words == text == from_file | {"seconds": None, "tags": {}}
    assert crescent("replay", CODE, "--json").documents[0]["plies"] == 0


def test_the_summary_in_json_is_one_document(file: Path) -> None:
    """It says that the record is valid, and holds what the summary holds and the last position."""
    [document] = crescent("replay", file, "--json").documents
    end = record().end
    assert document == {
        "valid": True,
        "code": CODE,
        "variant": "normal",
        "position": str(end.view()),
        "cards_home": end.cards_home,
        "redeals_left": 2,
        "outcome": None,
        "legal": [str(move) for move in end.legal_moves()],
        "ply": 4,
        "plies": 4,
        "moves": 3,
        "played": "10-A",
        "seconds": 754.0,
        "tags": {"Player": "Ada"},
    }


@pytest.mark.parametrize(
    ("text", "line", "result", "word"),
    [(situations.WINNING, "1-K", "won", "gewonnen"), (situations.BLOCKING, "2-K", "blocked", "blockiert")],
    ids=["won", "blocked"],
)
def test_the_result_is_told(text: str, line: str, result: str, word: str) -> None:
    """Won and blocked games are called so; a game without a code shows the position it began with."""
    out = crescent("replay", "-", stdin=text + line).out
    assert f"result        {result}\n" in out
    assert out.startswith("position      ")
    assert word in crescent("replay", "-", "--lang", "de", stdin=text + line).out
    [document] = crescent("replay", "-", "--json", stdin=text + line).documents
    assert (document["outcome"], document["code"]) == (result, None)


@pytest.mark.parametrize("language", languages.names())
@pytest.mark.parametrize("reason", situations.REFUSED, ids=str)
def test_a_record_that_diverges_names_the_first_refused_move(reason: Reason, language: str) -> None:
    """Number, move, line and refusal, in the language asked for, and exit code 1; the moves after it do not matter."""
    move = situations.REFUSED[reason].upper().replace(" ", "-")
    wording = languages[language]
    result = crescent("replay", "-", "--lang", language, stdin=f"{situations.REFUSING}{{at once}}\n{move} 1-2")
    where = (
        wording.say(Message.AT_REDEAL, number=0) if move == "R" else wording.say(Message.AT_MOVE, number=1, move=move)
    )
    where += wording.say(Message.IN_LINE, line=5)
    assert (result.code, result.err) == (1, "")
    assert result.out == wording.say(Message.RECORD_DIVERGES, where=where, refusal=wording.refusals[reason]) + "\n"


def test_a_diverging_code_has_no_line() -> None:
    """Moves on the command line have no line; the answer names the move alone."""
    result = crescent("replay", CODE, "10-14", "2-K", "1-3", "--lang", "de")
    assert (result.code, result.err) == (1, "")
    assert result.out == "Die Aufzeichnung weicht ab, Zug 3 (1-3): Muss dieselbe Farbe haben\n"


def test_a_divergence_in_json_is_one_document() -> None:
    """It says that the record is not valid, and where and why, as the player saw it."""
    result = crescent("replay", "-", "--json", stdin='[Code "CR1-H-AAAAAAB"]\n\n1. 10-14\n2. 1-2\n3. 4-4')
    assert (result.code, result.err) == (1, "")
    [document] = result.documents
    assert (document["valid"], document["number"], document["ply"], document["line"]) == (False, 2, 2, 4)
    assert document["refusal"]["reason"] == "not-same-suit"
    assert document["position"].count("??") == 79
    assert document["position"] == str(Game("CR1-H-AAAAAAB").position.play("10-14").view())


def test_the_ply_of_a_divergence_tells_redeals_apart() -> None:
    """The fourth redeal in a row has no move's number of its own; the position at the ply before it is the last."""
    [document] = crescent("replay", CODE, "10-14", "R", "R", "R", "R", "--json").documents
    assert (document["number"], document["ply"]) == (1, 5)
    [last] = crescent("replay", CODE, "10-14", "R", "R", "R", "--at", "4", "--json").documents
    assert last["position"] == document["position"]


@pytest.mark.parametrize("mode", [["--step"], ["--at", "0"], ["--delay", "0"]], ids=["step", "at", "delay"])
def test_a_record_that_diverges_is_not_shown(mode: list[str]) -> None:
    """Whatever was asked for, the answer is the divergence."""
    result = crescent("replay", CODE, "1-2", *mode)
    assert result.code == 1
    assert result.out == "The record diverges at move 1 (1-2): Must be of the same suit\n"


UNREADABLE = {
    "empty": b"",
    "no start": b"1. 10-14",
    "bad tag": b"[Code]",
    "bad code": b'[Code "CR1-N-A"]',
    "bad move": b'[Code "CR1-N-AAAAAAB"]\n\n1. 10-17',
    "wrong result": b'[Code "CR1-N-AAAAAAB"]\n[Result "won"]\n\n1. 10-14',
    "binary": bytes(range(256)),
    "not UTF-8": b'[Code "CR1-N-AAAAAAB"]\n\n\xff',
    "escape": b'[Code "CR1-N-AAAAAAB"]\n\n\x1b[31m',
    "too long": b'[Code "CR1-N-AAAAAAB"]\n\n' + b" " * 2_000_000,
}


@pytest.mark.parametrize("data", UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("source", ["file", "input"])
def test_what_is_no_record_gets_one_error_and_2(data: bytes, source: str, tmp_path: Path) -> None:
    """One printable line on standard error, nothing on standard output, from a file as from standard input."""
    file = tmp_path / "game.crescent"
    file.write_bytes(data)
    result = crescent("replay", file) if source == "file" else crescent("replay", "-", stdin=data)
    assert (result.code, result.out) == (2, "")
    [line] = result.err.splitlines()
    assert line.startswith("Error: ")
    assert line.isprintable()


WRONG_USAGE = {
    "nothing": [],
    "missing file": ["missing.crescent"],
    "folder": ["."],
    "empty name": [""],
    "misspelt code": ["CR1-N-AAAAAA1"],
    "moves with a file": ["missing.crescent", "10-14"],
    "no move": [CODE, "10-17"],
    "a tag for a move": [CODE, '[Player "Ada"]'],
    "two modes": [CODE, "--step", "--at", "0"],
    "three modes": [CODE, "--step", "--at", "0", "--delay", "0"],
    **{f"at {value[:9]}": [CODE, "10-14", "--at", value] for value in ("-1", "2", "x", "1.5", "nan", "9" * 5000, "")},
    **{f"delay {value}": [CODE, "--delay", value] for value in ("-1", "nan", "inf", "-inf", "1e309", "3601", "x", "")},
    "language": [CODE, "--lang", "klingon"],
}


@pytest.mark.parametrize("arguments", WRONG_USAGE.values(), ids=WRONG_USAGE)
def test_wrong_usage_ends_with_2(arguments: list[str], tmp_path: Path) -> None:
    """One error says what is wrong, and standard output stays empty."""
    result = crescent("replay", *arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert len([line for line in result.err.splitlines() if line.startswith("Error: ")]) == 1
    assert "Traceback" not in result.err


def test_a_file_may_be_called_like_a_code(tmp_path: Path) -> None:
    """A name that only begins like a code is a file's, if there is one."""
    record().save(tmp_path / f"{CODE}.crescent")
    assert crescent("replay", f"{CODE}.crescent", cwd=tmp_path).code == 0
    assert crescent("replay", f"{CODE}.missing", cwd=tmp_path).code == 2


def test_the_board_after_some_plies_is_shown(file: Path) -> None:
    """`--at N` shows the board and the N-th ply, for every N from the deal to the end."""
    positions = list(record().positions())
    for ply, position in enumerate(positions):
        [state] = crescent("replay", file, "--at", str(ply), "--json").documents
        assert (state["ply"], state["position"]) == (ply, str(position.view()))
    out = crescent("replay", file, "--at", "2").out
    assert "* Q♦*" in out
    assert out.endswith("CR1-N-AAAAAAB  2 of 4: 2-K  3 redeals\n")
    assert crescent("replay", file, "--at", "0").out.endswith("CR1-N-AAAAAAB  3 redeals\n")
    german = crescent("replay", file, "--at", "3", "--lang", "de").out
    assert german.endswith("CR1-N-AAAAAAB  3 von 4: R  2 Neuverteilungen\n")


@pytest.mark.parametrize("mode", [["--step"], ["--delay", "0.01"]], ids=["step", "delay"])
def test_all_boards_are_shown_in_a_pipe(file: Path, mode: list[str]) -> None:
    """Every ply is shown without waiting for anybody, and the result stands below."""
    result = crescent("replay", file, *mode)
    assert (result.code, result.err) == (0, "")
    assert [line[15:17] for line in result.out.splitlines() if " of 4: " in line] == ["1 ", "2 ", "3 ", "4 "]
    assert result.out.count("16 ×") == 5
    assert result.out.endswith("Player        Ada\n")
    states = crescent("replay", file, *mode, "--json").documents
    assert [state["position"] for state in states] == [str(position.view()) for position in record().positions()]
    assert [state["moves"] for state in states] == [0, 1, 2, 2, 3]
    assert [state["played"] for state in states] == [None, *LINE]


def test_no_hidden_card_is_shown() -> None:
    """Replaying a face-down game shows at every ply what the player saw then."""
    states = crescent("replay", "CR1-H-AAAAAAB", *LINE, "--step", "--json").documents
    assert [state["position"].count("??") for state in states] == [80, 79, 78, 62, 62]


def test_a_person_steps_from_board_to_board(file: Path) -> None:
    """On a terminal each Enter shows the next board; after the last one the result stands there."""
    child = terminal("replay", str(file), "--step")
    prompt = ENGLISH.say(Message.PRESS_ENTER)
    for ply in range(4):
        child.expect_exact(prompt)
        assert (f"{ply} of 4" in (child.before or "")) == (ply > 0)
        child.sendline("")
    assert end_of(child) == 0
    assert "4 of 4" in (child.before or "")
    assert "redeals left  2" in (child.before or "")


@pytest.mark.parametrize("key", ["q\n", "Q\n", "\x04"], ids=ascii)
def test_a_person_may_leave_before_the_end(file: Path, key: str) -> None:
    """`q` or the end of the input ends the replay, with code 0."""
    child = terminal("replay", str(file), "--step", "--lang", "de")
    child.expect_exact(GERMAN.say(Message.PRESS_ENTER))
    child.send(key)
    assert end_of(child) == 0
    assert "1 von 4" not in (child.before or "")


def test_whatever_a_person_types_is_an_enter(file: Path) -> None:
    """Any line goes on to the next board, bytes that are no text too."""
    child = terminal("replay", str(file), "--step")
    for ply, line in enumerate((b"what?\n", b"\xff\n", b"9" * 5000 + b"\n")):
        child.expect_exact(ENGLISH.say(Message.PRESS_ENTER))
        os.write(child.child_fd, line)
        child.expect_exact(f"{ply + 1} of 4")
    child.expect_exact(ENGLISH.say(Message.PRESS_ENTER))
    child.sendline("q")
    assert end_of(child) == 0


@pytest.mark.parametrize("mode", [["--step"], ["--delay", "60"]], ids=["step", "delay"])
def test_ctrl_c_ends_with_130(file: Path, mode: list[str]) -> None:
    """An interruption is quiet: no trace, no error."""
    child = terminal("replay", str(file), *mode)
    child.expect_exact("3 redeals")
    assert interrupt(child) == 130
    assert "Traceback" not in (child.before or "")
    assert "Error" not in (child.before or "")


def test_an_animation_stays_in_its_place(file: Path) -> None:
    """On a terminal each board replaces the one before."""
    child = terminal("replay", str(file), "--delay", "0")
    assert end_of(child) == 0
    assert (child.before or "").count("\x1b[17F\x1b[J") == 4


def test_a_standard_input_that_is_closed_is_empty() -> None:
    """`-` without a standard input is an empty record, which is none."""
    result = subprocess.run(
        ["sh", "-c", f"{CRESCENT} replay - <&-"], capture_output=True, env=environment(), timeout=60, check=False
    )
    assert result.returncode == 2
    assert result.stderr.count(b"\n") == 1


@settings(max_examples=15)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_record_or_an_error(data: bytes) -> None:
    """Whatever comes through the pipe, the answer is a code of the contract and never a trace."""
    result = crescent("replay", "-", stdin=data)
    assert result.code in (0, 1, 2)
    assert "Traceback" not in result.err
