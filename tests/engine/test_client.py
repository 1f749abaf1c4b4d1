"""The end that asks: what an engine is told, what it may answer, and how it ends."""

from __future__ import annotations

import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from crescent import Game, GameCode, Move, NoLegalMoveError, Position, RulesError, View, WrongTypeError, deal, variants
from crescent.agents import checked_choice
from crescent.engine import EngineClient, Patience
from tests.core.games import late_game
from tests.engine.asking import VIEW, external
from tests.engine.engines import FIRST, engine
from tests.survey.processes import all_gone

pytestmark = pytest.mark.usefixtures("nothing_is_left")


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
