"""The end that asks: each way to fail has its error, with evidence, and in none is anything left of the engine."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from crescent import (
    Game,
    GameCode,
    Move,
    NoLegalMoveError,
    Position,
    Refusal,
    RulesError,
    View,
    WrongTypeError,
    deal,
    variants,
)
from crescent.agents import checked_choice, make
from crescent.agents.external import ExternalAgent
from crescent.engine import (
    EngineClient,
    EngineCrashError,
    EngineError,
    EngineGoneError,
    EngineMoveError,
    EngineReplyError,
    EngineStartError,
    EngineTimeoutError,
    Patience,
)
from tests.core.games import late_game
from tests.engine.engines import FIRST, engine
from tests.survey.processes import all_gone, children

VIEW = deal("CR1-N-AAAAAAB").view()


def open_files() -> set[str]:
    """The numbers of this process's open files."""
    return {path.name for path in Path("/proc/self/fd").iterdir() if path.exists()}


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Iterator[None]:
    """No process, and no open file, is there afterwards that was not there before."""
    before, others = open_files(), set(children(os.getpid()))  # other tests' agents may live on
    yield
    assert all_gone([child for child in children(os.getpid()) if child not in others])
    assert open_files() == before


def external(folder: Path, program: str, *, options: str = "", seed: int | None = None) -> ExternalAgent:
    """An external agent that runs this program."""
    agent = make(engine(folder, program, options=options), seed=seed)
    assert isinstance(agent, ExternalAgent)
    return agent


def failed(folder: Path, program: str, *, options: str = "seconds=20") -> EngineError:
    """The error that asking such an agent for a move ends in; the agent has ended."""
    with external(folder, program, options=options) as agent:
        pid = agent.client.pid
        assert pid is not None
        with pytest.raises(EngineError) as caught:
            agent.choose(VIEW)
        assert all_gone([pid])
        with pytest.raises(EngineGoneError, match="has been ended already"):
            agent.choose(VIEW)
    error = caught.value
    assert error.position == str(VIEW)
    assert str(error).endswith(f"in {VIEW}")
    assert error.report.splitlines()[-len(error.transcript) :] == list(error.transcript)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return error


def test_it_plays_a_game(tmp_path: Path) -> None:
    """Move by move, each checked."""
    game = Game("CR1-N-AAAAAAB")
    with external(tmp_path, FIRST) as agent:
        for _ in range(30):
            game.play(checked_choice(agent, game.position))
        assert [move.index for move in game.line]
        assert agent.client.transcript[-1].startswith("< =")


def test_it_is_sent_views_alone(tmp_path: Path) -> None:
    """With the rules where they are not normal; what is face down is not among the words."""
    code = GameCode(5, variants["hidden-four"])
    with external(tmp_path, FIRST) as agent:
        agent.choose(code.deal().view())
        sent = [line for line in agent.client.transcript if line.startswith("> ") and " position " in line]
    assert sent == [f"> 2 position text {code.deal().view()} rules redeals=4,face_down=yes"]
    assert sent[0].count("??") == 80


def test_the_seed_is_passed_on(tmp_path: Path) -> None:
    """An engine may refuse it."""
    program = """
        import sys
        for line in sys.stdin:
            number, *words = line.split()
            print({"protocol": "=" + number + " 1\\n"}.get(words[0], "?" + number + "\\n"), flush=True)
    """
    with external(tmp_path, program, seed=2**100) as agent:
        assert f"> 2 setoption seed {2**100}" in agent.client.transcript
        assert "< ?2" in agent.client.transcript


def test_what_it_is_told_of_its_limits(tmp_path: Path) -> None:
    """In the words of go, before the legal moves; a longer wait is ours."""
    with external(tmp_path, FIRST, options="nodes=50, movetime=1000, seconds=9.5, start=60") as agent:
        assert agent.client.patience == Patience(60.0, 9.5, 1000, 50)
        agent.choose(VIEW)
        assert any(" go nodes 50 movetime 1000 legal 1-11 " in line for line in agent.client.transcript)


def test_other_names_of_a_move_are_as_good(tmp_path: Path) -> None:
    """The foundation by its suit, any case, an arrow; what comes out is the table's."""
    program = "talk(lambda number, words: reply({!r}, number))"
    for said, move in {"2-DK": "2-K", "15 > hk": "15-K", "r": "R", "10\u219214": "10-14"}.items():
        with external(tmp_path, "sys.stdout.reconfigure(encoding='utf-8')\n" + program.format(said)) as agent:
            chosen = agent.choose(VIEW)
            assert (str(chosen), chosen.index) == (move, Move.parse(move).index)
    view = late_game([], 6, 7).view
    for said in ("sa-k", "SA SK"):
        with external(tmp_path, program.format(said)) as agent:
            assert agent.choose(view).index == Move.parse("SA-SK").index


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


def test_standard_error_does_not_block_an_engine(tmp_path: Path) -> None:
    """More than a pipe holds, before each answer."""
    program = """
        def go(number, words):
            sys.stderr.write("noise\\n" * 100_000)
            reply(words[words.index("legal") + 1], number)
        talk(go)
    """
    with external(tmp_path, program) as agent:
        assert [str(agent.choose(VIEW)) for _ in range(3)] == ["1-11"] * 3


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


def test_comments_and_blank_lines_before_a_reply_are_passed_over(tmp_path: Path) -> None:
    """So an engine can tell what it thinks."""
    program = (
        "talk(lambda number, words: (print('\\n# 4 moves\\r\\n'), print('=' + number + '\\tR\\r\\n\\r', flush=True)))"
    )
    with external(tmp_path, program) as agent:
        assert str(agent.choose(VIEW)) == "R"


def test_a_late_answer_is_not_taken_for_the_next_one(tmp_path: Path) -> None:
    """Whoever stops waiting by ctrl-C may ask again."""
    program = """
        import time
        def go(number, words):
            time.sleep(0.3 if number == "3" else 0)
            reply("R" if number == "3" else words[words.index("legal") + 1], number)
        talk(go)
    """

    class Impatient(EngineClient):
        def _ask(self, words: str, seconds: float) -> tuple[bool, str]:
            try:
                return super()._ask(words, seconds)
            except KeyboardInterrupt:
                return super()._ask(words, seconds)

    with Impatient(engine(tmp_path, program).removeprefix("cmd:")) as client:
        before = signal.signal(signal.SIGALRM, lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        try:
            signal.setitimer(signal.ITIMER_REAL, 0.15)
            assert str(client.choose(VIEW)) == "1-11"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert "< =3 R" in client.transcript


def test_it_ends_politely_where_it_can(tmp_path: Path) -> None:
    """It is told to quit, and has a second to do it."""
    done = tmp_path / "done"
    program = f"{FIRST}\nopen({str(done)!r}, 'w').close()"
    agent = external(tmp_path, program)
    agent.choose(VIEW)
    agent.close()
    assert done.exists()
    agent.close()
    assert agent.client.pid is None


def test_it_ends_when_nothing_refers_to_it(tmp_path: Path) -> None:
    """Without being closed."""
    agent = external(tmp_path, FIRST)
    pid = agent.client.pid
    assert pid is not None
    del agent
    assert all_gone([pid])


def test_a_copy_of_the_process_does_not_end_it(tmp_path: Path) -> None:
    """Only who started it does: neither by closing its copy of the agent nor by letting it go."""
    program = f"""
        import os, crescent
        from crescent.agents import make
        agent = make({engine(tmp_path, FIRST)!r})
        copy = os.fork()
        if copy == 0:
            agent.close()
            del agent
            os._exit(0)
        os.waitpid(copy, 0)
        print(agent.choose(crescent.deal("CR1-N-AAAAAAB").view()))
    """
    command = [sys.executable, "-c", textwrap.dedent(program)]  # this process has threads, which copies do not like
    assert subprocess.run(command, capture_output=True, check=True, timeout=60).stdout == b"1-11\n"


def test_it_has_no_choice_where_the_game_is_over(tmp_path: Path) -> None:
    """Or where it is shown no view; then it is not asked, and plays on."""
    over = Position.parse(f"{'/'.join(['QSKS', *'-' * 15])} JKKK AAAA 0").view()
    with external(tmp_path, FIRST) as agent:
        with pytest.raises(NoLegalMoveError):
            agent.choose(over)
        with pytest.raises(WrongTypeError):
            agent.choose(deal("CR1-N-AAAAAAB"))  # type: ignore[arg-type]  # that it is refused is the point
        assert isinstance(VIEW, View)
        assert str(agent.choose(VIEW)) == "1-11"


@pytest.mark.parametrize("value", [0, -1, float("nan"), float("inf"), 86_401, 10**400])
def test_patience_is_bounded(value: float) -> None:
    """Every part of it."""
    for name in ("start", "seconds", "movetime", "nodes"):
        if name in ("movetime", "nodes") and value in (86_401, 10**400):
            continue
        with pytest.raises((RulesError, WrongTypeError)):
            Patience(**{name: value})  # type: ignore[arg-type]  # that it is refused is the point


@pytest.mark.parametrize("value", ["1", True, 1j, [1]])
def test_patience_has_numbers(value: object) -> None:
    """Anything else is refused by its name."""
    for name in ("start", "seconds", "movetime", "nodes"):
        with pytest.raises(WrongTypeError, match=name):
            Patience(**{name: value})  # type: ignore[arg-type]  # that it is refused is the point


@pytest.mark.parametrize("thing", [3, b"x", ["./bot"]])
def test_a_command_is_a_text(thing: object) -> None:
    """Nothing else."""
    with pytest.raises(WrongTypeError, match="an engine's command"):
        EngineClient(thing)  # type: ignore[arg-type]  # that it is refused is the point
