"""`crescent play` where its streams are not what they should be: hostile, endless, closed, full, interrupted."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

from crescent import Game, Record
from crescent.cli.play import rescue
from crescent.cli.session import Session
from crescent.cli.shared import Output
from crescent.text import Message, languages
from crescent.text.board import Style
from tests.cli.running import CRESCENT, crescent, environment

CODE = "CR1-N-AAAAAAB"
ENGLISH = languages["en"]


HOSTILE = {
    "ten million characters": b"9" * 10_000_000,
    "ten million spaces": b" " * 10_000_000,
    "NUL": b"1\x002",
    "escape": b"\x1b[2J\x1b]0;title\x07",
    "not UTF-8": b"10 \xff\xfe",
    "half a character": "10 ü".encode()[:-1],
    "carriage return": b"10\r14",
    "direction mark": "10\u202e14".encode(),
}


@pytest.mark.parametrize("line", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_a_hostile_line_gets_one_clear_error(line: bytes, options: list[str]) -> None:
    """It is refused in one printable line, changes nothing, and the next line is obeyed."""
    result = crescent("play", CODE, *options, stdin=line + b"\n10 14\nq\n")
    assert result.code == 0
    if options:
        _, hostile, played = result.documents
        assert (hostile["ok"], played["ok"], played["moves"]) == (False, True, 1)
        error = hostile["text"]
    else:
        assert "10-14: 4♦ onto 5♦" in result.out
        [error] = result.err.splitlines()
    assert error.isprintable()
    assert len(error) < 300


def test_a_line_that_never_ends_ends_the_game() -> None:
    """After 32 MiB without an end of line the input is given up, with one error and code 2."""
    result = crescent("play", CODE, stdin=b"\0" * (2**25 + 2**17))
    assert result.code == 2
    assert result.err.splitlines() == ["Error: The line is longer than 33554432 bytes; giving up"]


def test_lines_of_other_systems_are_lines() -> None:
    """A byte order mark at the start and carriage returns at the ends do no harm."""
    result = crescent("play", CODE, stdin=b"\xef\xbb\xbf10 14\r\n2 K\r\n")
    assert (result.code, result.err) == (0, "")
    assert "2 moves" in result.out


def test_a_reader_that_goes_away_ends_the_game_quietly() -> None:
    """Where nobody reads any more the command ends with the shell's code for that, without a word."""
    with subprocess.Popen(
        [CRESCENT, "play", CODE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        child.stdin.write(b"m\n" * 10)
        child.stdin.flush()
        assert child.wait(20) == 141
        assert child.stderr.read() == b""


def test_an_interruption_through_a_pipe_loses_nothing_either() -> None:
    """The record is the whole of what is said on standard error after it, and the exit code is 130."""
    with subprocess.Popen(
        [CRESCENT, "play", CODE, "--json"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(), text=True,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write("10 14\n")
        child.stdin.flush()
        assert child.stdout.readline()
        assert '"10-14"' in child.stdout.readline()
        child.send_signal(signal.SIGINT)
        said = child.stderr.read()
        assert child.wait(20) == 130
    assert said.startswith(ENGLISH.say(Message.INTERRUPTED))
    assert [str(move) for move in Record.parse(said[said.index("[Code") :]).moves] == ["10-14"]


@pytest.mark.parametrize("options", [[], ["--json"]], ids=["text", "json"])
def test_a_termination_loses_nothing_either(options: list[str]) -> None:
    """SIGTERM is answered as ctrl-C, with the shell's code for it."""
    played = '"played": "10-14"' if options else "10-14: "
    with subprocess.Popen(
        [CRESCENT, "play", CODE, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(), text=True,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write("10 14\n")
        child.stdin.flush()
        while played not in child.stdout.readline():
            pass
        child.terminate()
        said = child.stderr.read()
        assert child.wait(20) == 143
    assert [str(move) for move in Record.parse(said[said.index("[Code") :]).moves] == ["10-14"]


def test_a_second_interruption_does_not_cut_the_record_off(capsys: pytest.CaptureFixture[str]) -> None:
    """An impatient person's next ctrl-C, while the record is made, changes nothing."""

    class Impatient(Session):
        """Interrupted while the record is made."""

        def record(self) -> Record:
            os.kill(os.getpid(), signal.SIGINT)
            return super().record()

    session = Impatient(Game(CODE), ENGLISH)
    session.obey("10 14")
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        rescue(session, Output(ENGLISH, Style()))
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
    said = capsys.readouterr().err
    assert [str(move) for move in Record.parse(said[said.index("[Code") :]).moves] == ["10-14"]


def test_an_output_that_takes_nothing_is_named() -> None:
    """A full disk is one clear error, not a trace."""
    with Path("/dev/full").open("wb") as full:
        result = subprocess.run(
            [CRESCENT, "play", CODE], stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, env=environment(),
            timeout=60, check=False,
        )  # fmt: skip
    assert result.returncode == 2
    assert result.stderr == b"Error: standard output: cannot be written: No space left on device\n"


@pytest.mark.parametrize("redirections", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-", "2>/dev/full"])
def test_closed_streams_do_no_harm(redirections: str) -> None:
    """Without standard input there is nothing to do; without the others nobody to tell."""
    command = f"printf '10 14\\n1 2\\n' | {{ {CRESCENT} play {CODE} {redirections}; }}"
    result = subprocess.run(["sh", "-c", command], capture_output=True, env=environment(), timeout=60, check=False)
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr
    assert b"Exception" not in result.stderr


def test_a_module_is_the_command() -> None:
    """`python -m crescent` runs the same commands under the same name."""
    python = os.path.join(os.path.dirname(CRESCENT), "python")  # noqa: PTH118, PTH120  a link must not be resolved
    result = subprocess.run(
        [python, "-m", "crescent", "--help"], capture_output=True, env=environment(), text=True, timeout=60, check=True
    )
    assert result.stdout == crescent("--help").out
    assert "crescent [OPTIONS]" in result.stdout
