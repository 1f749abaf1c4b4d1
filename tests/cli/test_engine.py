"""`crescent engine` as programs meet it: on pipes and terminals, interrupted, terminated, deserted."""

from __future__ import annotations

import re
import select
import shlex
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

import pytest

import crescent as library
from tests.cli.plugging import plugged_in
from tests.cli.running import CRESCENT, crescent, end_of, environment, interrupt, terminal
from tests.engine.engines import FIRST
from tests.engine.engines import engine as engine_in
from tests.survey.processes import all_gone, is_running, seconds_busy

CODE = "CR1-N-AAAAAAB"

FOREIGN = """
import time

class Agent:
    def __init__(self, *, seed):
        pass

class Sleeper(Agent):
    def choose(self, view):
        time.sleep(100)

class Worker(Agent):
    def choose(self, view):
        while True:
            pass

class Broken(Agent):
    def __init__(self, *, seed):
        raise OSError("no model")
"""


@pytest.fixture
def foreign(tmp_path: Path) -> dict[str, str]:
    """The environment in which these agents are installed."""
    names = {"sleeper": "Sleeper", "worker": "Worker", "broken": "Broken"}
    return plugged_in(tmp_path, "crescent.agents", names, FOREIGN)


def start(*arguments: str, env: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
    """The command with pipes."""
    return subprocess.Popen(
        [CRESCENT, "engine", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(env),
        bufsize=0,
    )


@pytest.fixture(params=["sleeper", "worker"])
def thinking(request: pytest.FixtureRequest, foreign: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose agent thinks and thinks."""
    with start("--agent", request.param, env=foreign) as process:
        send(process, f"position code {CODE}\n1 go\n")
        assert reply(process) == "=\n"
        time.sleep(0.3)
        yield process
        process.kill()


def send(process: subprocess.Popen[bytes], text: str) -> None:
    """Write it at once."""
    stream(process.stdin).write(text.encode())


def reply(process: subprocess.Popen[bytes], seconds: float = 30) -> str:
    """The lines of the next reply, without the blank one."""
    lines = ""
    while not lines.endswith("\n\n"):
        assert select.select([stream(process.stdout)], [], [], seconds)[0], f"no reply; so far {lines!r}"
        byte = stream(process.stdout).read(1)
        if not byte:
            break
        lines += byte.decode("ascii")
    return lines.removesuffix("\n")


def stream(pipe: IO[bytes] | None) -> IO[bytes]:
    """The pipe, which is there."""
    assert pipe is not None
    return pipe


def test_it_answers_line_by_line() -> None:
    """Each reply comes before the next line goes."""
    with start("--seed", "1") as process:
        for line, answer in [
            ("1 name", "=1 crescent greedy\n"),
            ("version", f"= {library.__version__}\n"),
            (f"position code {CODE}", "=\n"),
            ("2 go", "=2 2-K\n"),
            ("play 2-K", "= 2-K\n"),
            ("fly", "? unknown command 'fly'; say commands or help\n"),
            ("3 quit", "=3\n"),
        ]:
            send(process, f"{line}\n")
            assert reply(process) == answer
        assert process.wait(30) == 0
        assert stream(process.stderr).read() == b""


def test_the_board_is_ascii_and_english() -> None:
    """In any language."""
    lines = f"position code {CODE}\nshow\n"
    shown = crescent("engine", "--lang", "de", stdin=lines)
    assert shown == crescent("engine", stdin=lines)
    assert shown.out.startswith("=\n\n=\n       [ 6D]  [ 9C]  [ 5C]")
    assert shown.out.isascii()


def test_the_end_of_input_ends_it_when_all_is_answered() -> None:
    """With code 0; so does no input at all."""
    result = crescent("engine", "--seed", "1", stdin=f"position code {CODE}\ngo\nlegal")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("=\n\n= 2-K\n\n= 1-11 ")
    assert crescent("engine") == (0, "", "")
    assert subprocess.run(["sh", "-c", f"exec {shlex.quote(CRESCENT)} engine <&-"], check=False).returncode == 0


def test_binary_input_is_answered_line_by_line() -> None:
    """NUL bytes, broken UTF-8, control characters, the ends of lines of other systems."""
    result = crescent("engine", stdin=b"\xff\xfe\n\0\n1 na\0me\r\n\x1b[A\n\xef\xbb\xbf2 protocol\n")
    *replies, last = result.out.split("\n\n")
    assert replies[:2] == ["? the line is not UTF-8 text", "=1 crescent greedy"]
    assert replies[2].startswith("? unknown command '[A'")
    assert (replies[3], last) == ("=2 1", "")


def test_a_huge_line_costs_no_memory() -> None:
    """Ten megabytes, and the memory has never been much more than before."""
    with start() as process:
        send(process, "name\n")
        reply(process)
        before = memory(process.pid)
        for _ in range(10):
            send(process, "x" * 1_000_000)
        send(process, "\nname\n")
        assert reply(process) == "? the line is longer than 262144 bytes\n"
        assert reply(process) == "= crescent greedy\n"
        assert memory(process.pid) - before < 4_000_000
        stream(process.stdin).close()
        assert process.wait(30) == 0


def memory(pid: int) -> int:
    """Bytes that a process has held in memory at most."""
    peak = re.search(r"^VmHWM:\s*(\d+) kB$", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert peak is not None
    return 1024 * int(peak[1])


def test_stop_ends_the_thinking(thinking: subprocess.Popen[bytes]) -> None:
    """Of one that sleeps, and of one that works; the answer is legal, and the next one is thought about again."""
    send(thinking, "2 stop\n3 go movetime 200\n4 quit\n")
    assert reply(thinking) == "=1 15-K\n"
    assert reply(thinking) == "=2\n"
    assert reply(thinking) == "=3 15-K\n"
    assert reply(thinking) == "=4\n"
    assert thinking.wait(30) == 0
    assert stream(thinking.stderr).read() == b""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-C", "terminated"]
)
def test_it_can_be_interrupted_while_it_thinks(thinking: subprocess.Popen[bytes], number: int, code: int) -> None:
    """Quietly, with the code of the signal."""
    thinking.send_signal(number)
    assert thinking.wait(30) == code
    assert stream(thinking.stderr).read() == b""


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)], ids=["ctrl-C", "terminated"]
)
def test_it_can_be_interrupted_while_it_waits(number: int, code: int) -> None:
    """For a command, or for a reader of what it writes."""
    with start() as process:
        send(process, "name\n")
        reply(process)
        process.send_signal(number)
        assert process.wait(30) == code
    with start() as process:
        send(process, "name\n")
        reply(process)
        send(process, "help\n" * 3000)
        wait_until_idle(process.pid)
        process.send_signal(number)
        assert process.wait(30) == code
        assert stream(process.stderr).read() == b""


def test_a_deserted_engine_ends(thinking: subprocess.Popen[bytes]) -> None:
    """Where nobody is left to answer, nothing is thought about any more."""
    stream(thinking.stdin).close()
    stream(thinking.stdout).close()
    assert thinking.wait(30) == 141
    assert stream(thinking.stderr).read() == b""


def test_an_asker_that_only_hangs_is_waited_for() -> None:
    """Without work: it may come back."""
    with start() as process:
        send(process, "name\n")
        reply(process)
        send(process, "help\n" * 500)
        wait_until_idle(process.pid)
        assert is_running(process.pid)
        for _ in range(500):
            assert reply(process).startswith("= protocol")
        stream(process.stdin).close()
        assert process.wait(30) == 0


def wait_until_idle(pid: int) -> None:
    """Until a process does nothing for half a second but look around; fails where that never comes."""
    for _ in range(60):
        busy = seconds_busy(pid)
        time.sleep(0.5)
        if seconds_busy(pid) - busy <= 0.02:
            return
    pytest.fail("the process is busy all the time")


def test_a_person_at_a_terminal_is_told_where_she_is() -> None:
    """In a line on standard error, in her language; ctrl-D and ctrl-C end it."""
    child = terminal("engine", "--lang", "de")
    child.expect_exact("Hier spricht man das Protokoll für Programme: help nennt die Befehle, quit beendet.")
    child.sendline("protocol")
    child.expect("= 1\r\n\r\n")
    child.sendeof()
    assert end_of(child) == 0
    child = terminal("engine")
    child.expect_exact("This is the protocol for engines: help lists the commands, quit leaves.")
    assert interrupt(child) == 130


def test_nodes_reach_who_counts_them(tmp_path: Path) -> None:
    """Another engine is told of them, an agent takes them as its option; too many for it are refused."""
    told = tmp_path / "told"
    program = f"""
        def go(number, words):
            open({str(told)!r}, "a").write(" ".join(words[:4]) + "|")
            reply(words[words.index("legal") + 1], number)
        talk(go)
    """
    lines = f"position code {CODE}\ngo\ngo nodes 7\ngo nodes 7 movetime 5000\ngo\n"
    result = crescent("engine", "--agent", engine_in(tmp_path, program, options="movetime=20"), stdin=lines)
    assert result.out == "=\n\n" + "= 1-11\n\n" * 4
    without, limited = "movetime 20 legal 1-11|", "nodes 7 movetime 20|"
    assert told.read_text() == without + 2 * limited + without
    refused = crescent("engine", "--agent", "lookahead", stdin=f"position code {CODE}\ngo nodes 999999999\n")
    assert "? 'lookahead(nodes=999999999)' names no agent: nodes must be from 1 to 100000" in refused.out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--agent", "gready"], "there is no agent 'gready'; did you mean greedy?"),
        (["--agent", "greedy(depth=1)"], "'greedy(depth=1)' names no agent: there is no option 'depth', it takes none"),
        (["--seed", "-1"], "--seed must be a number from 0 to 4294967295, not -1"),
        (["--agent", "broken"], "no model"),
        (["--agent", "cmd:./none"], "engine './none': there is no program './none'"),
    ],
    ids=["agent", "option", "seed", "broken", "program"],
)
def test_what_cannot_play_is_told_before_anything_is_read(
    arguments: list[str], says: str, foreign: dict[str, str]
) -> None:
    """One line on standard error, code 2."""
    result = crescent("engine", *arguments, stdin="name\n", env=foreign)
    assert (result.code, result.out) == (2, "")
    assert says in result.err
    assert len(result.err.splitlines()) == 1


def test_an_external_agent_is_told_about_in_german(tmp_path: Path) -> None:
    """What is wrong with it, in whichever command."""
    result = crescent("engine", "--agent", "cmd:./none", "--lang", "de")
    assert result == (2, "", "Fehler: das Programm './none': ein Programm './none' gibt es nicht\n")
    name = engine_in(tmp_path, "talk(lambda number, words: reply('1-2', number))")
    result = crescent("watch", CODE, "--agent", name, "--json", "--lang", "de")
    assert (result.code, result.out) == (2, "")
    *talk, error = result.err.splitlines()
    assert error.startswith("Fehler: das Programm")
    assert all(line[0] in "<>!#" for line in talk)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, None], ids=["ctrl-C", "terminated", "end of input"])
def test_an_engine_may_speak_for_an_engine(tmp_path: Path, number: signal.Signals | None) -> None:
    """And takes it along when it ends."""
    file = tmp_path / "pid"
    name = engine_in(tmp_path, f"import os\nopen({str(file)!r}, 'w').write(str(os.getpid()))\n{FIRST}")
    with start("--agent", name) as process:
        send(process, f"position code {CODE}\ngo\nname\n")
        assert [reply(process) for _ in range(3)] == ["=\n", "= 1-11\n", f"= crescent {name}\n"]
        inner = int(file.read_text())
        assert is_running(inner)
        if number is None:
            stream(process.stdin).close()
        else:
            process.send_signal(number)
        assert process.wait(30) == {None: 0, signal.SIGINT: 130, signal.SIGTERM: 143}[number]
        assert all_gone([inner])
