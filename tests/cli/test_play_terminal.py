"""`crescent play` on a pseudo-terminal, as a person meets it, in English and German."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pexpect
import pytest

from crescent import Reason, Record
from crescent.text import Message, Noun, languages
from tests.cli import situations
from tests.cli.running import CRESCENT, crescent, end_of, environment, interrupt, terminal

CODE = "CR1-N-AAAAAAB"
PROMPT = "\n> "
every_language = pytest.mark.parametrize("language", languages.names())


def talk(child: pexpect.spawn[str], line: str) -> str:
    """Type a line at the prompt; give what was said until the next prompt."""
    child.sendline(line)
    child.expect_exact(PROMPT)
    return (child.before or "").replace("\r\n", "\n")


def started(*arguments: str, env: dict[str, str] | None = None) -> pexpect.spawn[str]:
    """A game at its first prompt."""
    child = terminal("play", *arguments, env=env)
    child.expect_exact(PROMPT)
    return child


@every_language
@pytest.mark.usefixtures("compiled_solver")  # for the hint
def test_a_person_plays_a_game(language: str) -> None:
    """Moves, taps, a redeal, undo and what can be asked for, each answered before the next prompt; ctrl-D ends it."""
    wording = languages[language]
    child = started(CODE, env={"LANG": f"{language}.UTF-8"})
    assert wording.say(Message.HELP_HINT) in (child.before or "")
    assert f"10-14: 4♦ {'auf' if language == 'de' else 'onto'} 5♦" in talk(child, "10 14")
    assert wording.say(Message.UNDONE, move="10-14") in talk(child, "u")
    assert wording.say(Message.REDONE, move="10-14") in talk(child, "redo")
    assert "╔════╗" in talk(child, "15")
    assert "15-K" in talk(child, "K")
    assert wording.say(Message.LEGAL_MOVES) in talk(child, "m")
    assert wording.say(Message.PILES_HEAD) in talk(child, "p 3")
    assert wording.say(Message.REDEALT, redeals="").split(";")[0] in talk(child, "r")
    assert wording.say(Message.NOTHING_TO_UNDO) in talk(child, "u")
    assert wording.say(Message.RULES_OFF) in talk(child, "rules off")
    assert wording.say(Message.REFUSED) in talk(child, "1 2")
    assert "redo" in talk(child, "?")
    assert wording.say(Message.HINT_MOVE, move="7-A", card="2♠", onto="A♠") in talk(child, "h")
    assert wording.say(Message.UNKNOWN_COMMAND, text="'x'") in talk(child, "x")
    assert f"{CODE}  {wording.count(0, Noun.MOVE)}" in talk(child, "again")
    assert "CR1-N-" in talk(child, "n")
    child.sendeof()
    assert end_of(child) == 0
    assert (child.before or "").endswith("\r\n")


@every_language
def test_every_refusal_is_told(language: str, tmp_path: Path) -> None:
    """Each reason's own text answers the move that it refuses."""
    file = tmp_path / "game.crescent"
    file.write_text(situations.REFUSING, encoding="utf-8")
    child = started("--resume", str(file), "--lang", language)
    for reason, line in situations.REFUSED.items():
        assert languages[language].refusals[reason] in talk(child, line)
    child.sendline("q")
    assert end_of(child) == 0


@every_language
def test_a_won_game_is_told(language: str, tmp_path: Path) -> None:
    """The last move is answered with time and moves, and one more is refused."""
    file = tmp_path / "game.crescent"
    file.write_text(situations.WINNING, encoding="utf-8")
    child = started("--resume", str(file), "--lang", language)
    assert languages[language].messages[Message.WON].partition("{")[0] in talk(child, "1 K")
    assert languages[language].refusals[Reason.GAME_OVER] in talk(child, "1 K")
    child.sendline("q")
    assert end_of(child) == 0


@every_language
def test_a_blocked_game_offers_a_way_on(language: str, tmp_path: Path) -> None:
    """The block is told with its two ways out, and undo is one."""
    file = tmp_path / "game.crescent"
    file.write_text(situations.BLOCKING, encoding="utf-8")
    say = languages[language].say
    child = started("--resume", str(file), "--lang", language)
    said = talk(child, "2 K")
    assert say(Message.BLOCKED) in said
    assert say(Message.BLOCKED_UNDO) in said
    assert say(Message.UNDONE, move="2-K") in talk(child, "u")
    child.close(force=True)


@every_language
def test_ctrl_c_loses_nothing(language: str, tmp_path: Path) -> None:
    """It ends with code 130, and what it prints, kept in a file, is the game to be played on."""
    child = started(CODE, "--lang", language)
    talk(child, "10 14")
    talk(child, "r")
    assert interrupt(child) == 130
    said = (child.before or "").replace("\r\n", "\n")
    assert languages[language].say(Message.INTERRUPTED) in said
    assert "Traceback" not in said
    file = tmp_path / "rescued.crescent"
    file.write_text(said[said.index("[Code") :], encoding="utf-8")
    assert [str(move) for move in Record.load(file).moves] == ["10-14", "R"]
    assert crescent("play", "--resume", file).code == 0


def test_ctrl_c_with_nothing_to_lose_says_nothing() -> None:
    """Before the first move it just ends, with code 130; a line half typed is no move."""
    child = started(CODE)
    child.send("10 1")
    child.expect_exact("10 1")
    assert interrupt(child) == 130
    assert "[Code" not in (child.before or "")


def test_lines_can_be_edited_and_fetched_again() -> None:
    """The arrow up brings the last line back, and backspace works in it."""
    child = started(CODE)
    talk(child, "10 14")
    talk(child, "u")
    child.send("\x1b[A\x1b[A")
    child.expect_exact("10 14")
    assert "10-14:" in talk(child, "")
    talk(child, "u")
    assert "10-14:" in talk(child, "10 13\x7f4")
    child.close(force=True)


@every_language
@pytest.mark.parametrize("columns", [40, 69, 70])
@pytest.mark.parametrize("command", ["play", "watch"])
def test_a_narrow_terminal_is_told_once(command: str, columns: int, language: str) -> None:
    """Below 70 columns, in one line before the first board; not in JSON, which nobody looks at."""
    say = languages[language].say
    for options in ([], ["--json"]):
        own = ["--limit", "2", "--delay", "0"] if command == "watch" else []
        child = terminal(command, CODE, "--lang", language, *own, *options, env={"COLUMNS": str(columns)})
        if command == "play":
            child.sendline("10 14")
            child.sendline("q")
        assert end_of(child) == 0
        told = (child.before or "").count(say(Message.NARROW, width=70, columns=columns))
        assert told == (1 if columns < 70 and not options else 0)


def test_a_terminal_gets_frames_and_colour() -> None:
    """Cards have frames and red suits are red, unless the person wants none of it."""
    child = started(CODE)
    board = child.before or ""
    assert "╭────╮" in board
    assert "\x1b[31m" in board
    child.close(force=True)


@pytest.mark.parametrize(
    ("arguments", "env"),
    [([], {"NO_COLOR": "1"}), ([], {"TERM": "dumb"}), (["--json"], {})],
    ids=["NO_COLOR", "dumb", "json"],
)
def test_who_wants_no_colour_gets_none(arguments: list[str], env: dict[str, str]) -> None:
    """Neither colour nor frames where NO_COLOR is set, on a dumb terminal, or in JSON."""
    child = terminal("play", CODE, *arguments, env=env)
    child.expect_exact("CR1-N-AAAAAAB")
    child.expect("> ")
    shown = (child.before or "").replace("\x1b[?2004h", "")
    assert "\x1b" not in shown
    assert "╭" not in shown
    child.sendeof()
    assert end_of(child) == 0


def test_an_empty_no_color_means_nothing() -> None:
    """As its standard says, the variable counts only when it has a value."""
    child = started(CODE, env={"NO_COLOR": ""})
    assert "\x1b[31m" in (child.before or "")
    child.close(force=True)


def test_a_person_whose_output_goes_elsewhere_is_prompted_all_the_same(tmp_path: Path) -> None:
    """With standard output in a file the prompt comes on standard error, and the file holds the game alone."""
    file = tmp_path / "out"
    script = f'"$1" play {CODE} > "{file}"'
    child = pexpect.spawn("sh", ["-c", script, "sh", CRESCENT], env=environment(), encoding="utf-8", timeout=20)
    child.expect_exact("> ")
    child.sendline("10 14")
    child.expect_exact("> ")
    child.sendline("q")
    assert end_of(child) == 0
    text = file.read_text(encoding="utf-8")
    assert "10-14: 4♦ onto 5♦" in text
    assert "\x1b" not in text


def test_keys_that_are_no_text_get_one_error() -> None:
    """Bytes that are no UTF-8, typed at the prompt, are refused, and the game goes on."""
    child = started(CODE)
    os.write(child.child_fd, b"\xff\xfe\n")
    child.expect_exact(PROMPT)
    assert "\\xff\\xfe' " in (child.before or "")
    assert "10-14: 4♦ onto 5♦" in talk(child, "10 14")
    child.close(force=True)


def test_the_terminal_going_away_ends_the_command() -> None:
    """A hang-up leaves no process behind."""
    child = started(CODE)
    child.kill(signal.SIGHUP)
    child.expect(pexpect.EOF)
    child.close()
    assert not child.isalive()
