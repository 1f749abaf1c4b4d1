"""Each way in which an engine fails has its error, with evidence, and in none is anything left of the engine."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from crescent import Move, Refusal
from crescent.agents import make
from crescent.engine import (
    EngineCrashError,
    EngineError,
    EngineMoveError,
    EngineReplyError,
    EngineStartError,
    EngineTimeoutError,
)
from tests.engine.asking import VIEW, external, failed
from tests.survey.processes import all_gone

pytestmark = pytest.mark.usefixtures("nothing_is_left")


def test_a_crash_is_told_with_code_and_last_words(tmp_path: Path) -> None:
    """What it wrote to standard error is in the transcript."""
    error = failed(tmp_path, "talk(lambda *_: (print('out of cards\\x1b', file=sys.stderr), sys.exit(3)))")
    assert type(error) is EngineCrashError
    assert error.reason == "ended with exit code 3"
    assert error.transcript[-1] == "! out of cards"
    assert error.transcript[-2].startswith("> 3 go legal 1-11 ")


def test_a_traceback_is_evidence(tmp_path: Path) -> None:
    """Its last line names the mistake."""
    error = failed(tmp_path, "talk(lambda *_: 1 / 0)")
    assert type(error) is EngineCrashError
    assert error.transcript[-1] == "! ZeroDivisionError: division by zero"


def test_the_end_by_a_signal_is_told(tmp_path: Path) -> None:
    """By its number."""
    error = failed(tmp_path, "import os\ntalk(lambda *_: os.kill(os.getpid(), 9))")
    assert (type(error), error.reason) == (EngineCrashError, "was ended by signal 9")


def test_closing_the_output_is_a_crash(tmp_path: Path) -> None:
    """Though the engine goes on."""
    error = failed(tmp_path, "import os, time\ntalk(lambda *_: (os.close(1), os.close(2), time.sleep(60)))")
    assert (type(error), error.reason) == (EngineCrashError, "closed its output")


def test_a_crash_is_seen_though_a_child_keeps_the_pipes_open(tmp_path: Path) -> None:
    """The child is ended with its parent."""
    program = """
        import os, subprocess, time
        def go(number, words):
            child = subprocess.Popen(["sleep", "100"])
            print(child.pid, file=sys.stderr, flush=True)
            os._exit(4)
        talk(go)
    """
    began = time.monotonic()
    error = failed(tmp_path, program)
    assert (type(error), error.reason) == (EngineCrashError, "ended with exit code 4")
    assert time.monotonic() - began < 15
    assert all_gone([int(error.transcript[-1].removeprefix("! "))])


def test_a_hung_engine_is_ended_in_time(tmp_path: Path) -> None:
    """With its children, and though it ignores what can be ignored."""
    program = """
        import signal, subprocess, time
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        def go(number, words):
            print(subprocess.Popen(["sleep", "100"]).pid, file=sys.stderr, flush=True)
            time.sleep(100)
        talk(go)
    """
    error = failed(tmp_path, program, options="seconds=0.5")
    assert type(error) is EngineTimeoutError
    assert error.reason == "did not answer 'go' within 0.5 s"
    (child,) = [int(line.removeprefix("! ")) for line in error.transcript if line.startswith("! ")]
    assert all_gone([child])


@pytest.mark.parametrize(
    ("kind", "flood"),
    [
        (EngineReplyError, "while True: print('# still thinking' * 1000)"),
        (EngineTimeoutError, "while True: print('# still thinking'), time.sleep(0.01)"),
        (EngineTimeoutError, "while True: print(''), time.sleep(0.01)"),
        (EngineReplyError, "while True: print('= 1-11' + ' ' * 1000)"),
        (EngineTimeoutError, "while True: sys.stdout.write('=' * 1000)"),
        (EngineReplyError, "print('=' + number)\n    while True: print('more' * 1000)"),
        (EngineTimeoutError, "while True: sys.stderr.write('noise ' * 1000)"),
    ],
    ids=["comments", "some comments", "blank lines", "replies", "one line", "one reply", "standard error"],
)
def test_floods_are_dammed(tmp_path: Path, kind: type[EngineError], flood: str) -> None:
    """None fills the memory, or blocks the talk; what is kept of it is short."""
    error = failed(tmp_path, f"import time\ndef go(number, words):\n    {flood}\ntalk(go)", options="seconds=1")
    assert type(error) is kind
    assert len(error.transcript) <= 200
    assert max(map(len, error.transcript)) < 500


def test_an_engine_that_does_not_read_blocks_nothing(tmp_path: Path) -> None:
    """It answers in advance, and is found out by the numbers, or by the silence behind them."""
    program = "import time\nfor n in range(1, 4): reply('1', str(n))\ntime.sleep(100)"
    error = failed(tmp_path, program, options="seconds=1")
    assert (type(error), error.reason) == (EngineReplyError, "answered go with '1', which is not a move")
    program = "import time\nfor n in range(1, 3000): reply('R', str(n)) if n > 1 else reply('1', '1')\ntime.sleep(100)"
    with external(tmp_path, program, options="seconds=1") as agent:
        # Its last answers are moves of the commands that they are numbers of, until there are no more.
        assert [str(agent.choose(VIEW)) for _ in range(1499)] == ["R"] * 1499
        with pytest.raises(EngineTimeoutError):
            agent.choose(VIEW)


@pytest.mark.parametrize(
    ("program", "reason"),
    [
        (
            "talk(lambda number, words: print('1-11', flush=True))",
            "wrote '1-11', which is no reply: those begin with = or ?",
        ),
        ("talk(lambda number, words: print('=\\n', flush=True))", "answered 'go' with '=', a reply to another command"),
        ("talk(lambda number, words: reply('R', '99'))", "answered 'go' with '=99', a reply to another command"),
        ("talk(lambda number, words: print('?3 no idea\\n', flush=True))", "refused 'go"),
        ("talk(lambda number, words: reply('', number))", "answered go with '', which is not a move"),
        ("talk(lambda number, words: reply('1-11 R', number))", "answered go with '1-11 R', which is not a move"),
        ("talk(lambda number, words: reply('1-11\\nR', number))", "answered go with '1-11\\nR', which is not a move"),
        ("talk(None, lambda number, words: print('?2 what\\n', flush=True))", "refused 'position text"),
        ("import os\ntalk(lambda *_: os.write(1, b'\\xff\\0\\n\\n'))", "wrote '\\udcff', which is no reply"),
    ],
)
def test_what_is_no_answer_is_told(tmp_path: Path, program: str, reason: str) -> None:
    """In its own words."""
    error = failed(tmp_path, program)
    assert type(error) is EngineReplyError
    assert error.reason.startswith(reason)


def test_an_illegal_move_is_told_with_its_refusal(tmp_path: Path) -> None:
    """As the rules refuse it."""
    error = failed(tmp_path, "talk(lambda number, words: reply('1-2', number))")
    assert type(error) is EngineMoveError
    assert error.reason == "answered go with the illegal move 1-2: not-same-suit (5H onto QD)"
    assert error.problem.evidence["move"] == Move.parse("1-2")
    assert isinstance(error.problem.evidence["refusal"], Refusal)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("cmd:", "there is no command behind cmd:"),
        ("cmd:  ", "there is no command behind cmd:"),
        ("cmd:./it's", "a quotation mark in its command is not closed"),
        ("cmd:./no-such-engine --level 3", "there is no program './no-such-engine'"),
        ("cmd:/", "cannot be started: Permission denied"),
        ("cmd:/etc/passwd/x", "there is no program '/etc/passwd/x'"),
        ("cmd:a\0b", "cannot be started: embedded null byte"),
    ],
)
def test_what_cannot_be_started_is_told_at_once(name: str, reason: str) -> None:
    """When the agent is made."""
    with pytest.raises(EngineStartError) as caught:
        make(name)
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    ("program", "kind", "reason"),
    [
        ("", EngineCrashError, "ended with exit code 0"),
        ("import time; time.sleep(60)", EngineTimeoutError, "did not answer 'protocol' within 0.5 s"),
        ("print('Welcome!', flush=True); input()", EngineReplyError, "wrote 'Welcome!', which is no reply"),
        ("reply('2', '1'); input()", EngineReplyError, "speaks protocol '2', not 1"),
        ("print('?1 unknown\\n', flush=True); input()", EngineReplyError, "refused 'protocol': 'unknown'"),
    ],
)
def test_what_does_not_speak_the_protocol_is_no_agent(
    tmp_path: Path, program: str, kind: type[EngineError], reason: str
) -> None:
    """It is ended when that shows."""
    with pytest.raises(EngineError) as caught:
        external(tmp_path, program, options="start=0.5" if kind is EngineTimeoutError else "")
    assert type(caught.value) is kind
    assert caught.value.reason.startswith(reason)
    assert caught.value.position == ""
