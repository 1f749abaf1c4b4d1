"""The command itself: its version, its help, its errors, and the ground that all commands stand on."""

from __future__ import annotations

import io
import subprocess
import sys
from types import SimpleNamespace

import pytest
import typer

import crescent
from crescent import WrongTypeError, cli
from crescent.cli import app, shared
from crescent.cli.app import COMMANDS, module_of
from crescent.cli.shared import Output, checked_delay, pause, style_for
from crescent.text import languages
from crescent.text.board import Style
from crescent.text.errors import UsageError
from tests.cli import running

OWN_PROTOCOL = {"engine", "tui"}
"""Commands whose output is for programs anyway, in a form of its own, or a screen."""


def test_the_version_is_the_packages() -> None:
    """`--version` names the program and its version, and nothing else."""
    assert running.crescent("--version") == (0, f"crescent {crescent.__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--help"], ["-h"], []], ids=["help", "h", "nothing"])
def test_the_help_lists_every_command(arguments: list[str]) -> None:
    """Asked for it or not, the help names each command with what it does; without arguments the exit code is 2."""
    result = running.crescent(*arguments)
    text = result.out + result.err
    assert result.code == (0 if arguments else 2)
    for command in COMMANDS:
        assert f"\n  {command} " in text
    assert not set(text) & set("╭│┌─")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(command: str) -> None:
    """The help of each command says what it does and explains each option, without boxes or colour."""
    result = running.crescent(command, "--help")
    assert (result.code, result.err) == (0, "")
    assert "Usage: crescent " in result.out
    assert "--lang" in result.out
    assert ("--json" in result.out) == (command not in OWN_PROTOCOL)
    assert "\x1b" not in result.out
    assert not set(result.out) & set("╭│┌─")


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_loads_no_other_one(command: str) -> None:
    """What a command does not need it does not wait for: the modules of the others stay on the disk."""
    asked = f"import sys; from crescent.cli import app; app.load({command!r}); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True).stdout.split()
    assert set(loaded) & set(map(module_of, COMMANDS)) == {module_of(command)}


def test_a_misspelt_command_is_put_right() -> None:
    """The error names the command that is meant, loaded or not."""
    assert "Did you mean 'replay'" in running.crescent("repaly").err


@pytest.mark.parametrize("arguments", [["fly"], ["--fly"], ["play", "--lang"], ["PLAY"]], ids=" ".join)
def test_wrong_usage_ends_with_2(arguments: list[str]) -> None:
    """What is no command or option is named on standard error."""
    result = running.crescent(*arguments)
    assert (result.code, result.out) == (2, "")
    assert result.err.count("Error: ") == 1


@pytest.mark.parametrize("arguments", [["deal"], ["--help"]], ids=" ".join)
def test_an_interruption_while_a_command_is_loaded_is_quiet(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ctrl-C before a command has begun ends it with code 130, as in it, and without a word."""

    def interrupted(_name: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "load", interrupted)
    monkeypatch.setattr(sys, "argv", ["crescent", *arguments])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert (caught.value.code, capsys.readouterr()) == (130, ("", ""))


def test_an_interruption_before_any_command_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the program still loads ends it with code 130."""

    def interrupted(**_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(app, "app", interrupted)
    with pytest.raises(SystemExit) as caught:
        cli.main()
    assert caught.value.code == 130


@pytest.mark.parametrize(
    ("error", "code"),
    [(BrokenPipeError(), 141), (KeyboardInterrupt(), 130), (WrongTypeError("x", "y", 1), 2)],
    ids=["broken pipe", "interruption", "error"],
)
def test_how_a_command_ends_is_in_its_exit_code(
    error: BaseException, code: int, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only an error of the library says something, one line on standard error."""
    with pytest.raises(typer.Exit) as caught, Output(languages["de"], Style()):
        raise error
    assert caught.value.exit_code == code
    out, err = capsys.readouterr()
    assert out == ""
    assert err == ("Fehler: x must be y, not int\n" if code == 2 else "")


def test_a_fault_of_ours_is_not_swept_away() -> None:
    """What is no error of the library comes out as it is, to be reported."""
    with pytest.raises(ZeroDivisionError), Output(languages["en"], Style()):
        raise ZeroDivisionError


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0, -0.001, 3600.001, 1e308])
def test_delays_are_bounded(value: float) -> None:
    """No wait is negative, longer than an hour, or no number."""
    with pytest.raises(UsageError):
        checked_delay(value)
    assert [checked_delay(seconds) for seconds in (0.0, 0.5, 3600.0)] == [0.0, 0.5, 3600.0]


def test_no_single_wait_keeps_an_interruption_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """A signal on the way into a wait is only seen behind it; all waits together last as long as they were meant to."""
    now, waits = 0.0, []

    def sleep(seconds: float) -> None:
        nonlocal now
        waits.append(seconds)
        now += seconds

    clock = SimpleNamespace(monotonic=lambda: now, sleep=sleep)
    monkeypatch.setattr("crescent.cli.shared.time", clock)
    pause(1.25)
    assert max(waits) <= 0.1
    assert sum(waits) == pytest.approx(1.25)


def test_a_stream_of_any_kind_can_be_written_to(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream that is no file, as in a notebook, gets plain text."""
    stream = io.StringIO()
    monkeypatch.setattr(sys, "stdout", stream)
    with Output.of_options("de") as output:
        output.line("Züge")
        output.json({"a": 1})
    assert stream.getvalue() == 'Züge\n{"a": 1}\n'
    assert style_for(stream) == Style(unicode=False, colour=False, frames=False)


def test_numbers_that_json_lacks_are_never_written() -> None:
    """Not-a-number is an error of ours, not a document that no reader takes."""
    with pytest.raises(ValueError, match="JSON"):
        Output(languages["en"], Style()).json({"seconds": float("nan")})


def test_characters_that_an_encoding_lacks_have_near_ones() -> None:
    """Umlauts and suits are spelt out, anything else is escaped, and reading is not affected."""
    assert "♠ für Ärger ×2 → 字".encode("ascii", "crescent.near") == b"S fuer Aerger x2 > \\u5b57"
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", "crescent.near")
    assert shared.LONGEST_DELAY == 3600
