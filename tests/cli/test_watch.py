"""`crescent watch` lets an agent play, shows every ply, and keeps the game, however it ends."""

from __future__ import annotations

import os
import shlex
import stat
from pathlib import Path

import pytest

from crescent import GameCode, Record, View, deal, variants
from crescent.agents import agents, make, plays
from tests.cli.running import crescent, end_of, terminal

CODE = "CR1-N-AAAAAAB"
GOES_ON = "CR1-L-AAAAAAB"  # relaxed: an agent can shuttle between foundations and piles for long


@pytest.mark.parametrize("name", agents.names())
@pytest.mark.parametrize("variant", variants.names())
def test_json_has_every_ply_and_nothing_else(name: str, variant: str) -> None:
    """Each line is the view after a legal ply of that agent with that seed; the last one has the outcome.

    An agent that does not play the variant is refused.
    """
    code = str(GameCode(4711, variants[variant]))
    result = crescent("watch", code, "--agent", name, "--seed", "7", "--limit", "40", "--json")
    if not plays(name, variants[variant].rules):
        assert (result.code, result.out) == (2, "")
        assert "does not play" in result.err
        return
    assert result.code == 0
    position, agent = deal(code), make(name, seed=7)
    for number, line in enumerate(result.documents, start=1):
        move = agent.choose(position.view())
        position = position.play(move)
        assert (line["ply"], line["played"], line["position"]) == (number, str(move), str(position.view()))
        assert (line["code"], line["variant"], line["agent"], line["seed"]) == (code, variant, name, 7)
        assert (line["cards_home"], line["redeals_left"]) == (position.cards_home, position.redeals_left)
        assert line["outcome"] == (None if position.outcome is None else str(position.outcome))
    assert position.outcome is not None or len(result.documents) == 40


def test_boards_in_a_pipe_are_plain_and_tell_the_same_game() -> None:
    """The deal and every ply have a board with the move under it; the result and the way back are the last lines."""
    lines = crescent("watch", CODE, "--seed", "4", "--json").documents
    result = crescent("watch", CODE, "--seed", "4")
    boards = result.out.split(f"\n{CODE}  greedy")
    assert (result.code, result.err) == (0, "")
    assert len(boards) == len(lines) + 2
    assert "\x1b" not in result.out
    assert not set(result.out) & set("╭│╔")
    for line, told in zip(lines, boards[2:], strict=True):
        first = told.split("\n", 1)[0]
        assert f"{line['moves']}. {line['played']}: " in first or line["played"] == "R" in f"R{first}"
    last = lines[-1]
    assert result.out.splitlines()[-2:] == [
        f"{last['outcome']}: {last['moves']} moves, {last['cards_home']} cards on the foundations",
        f"The same again: crescent watch {CODE} --agent greedy --seed 4",
    ]


def test_german_boards_are_german() -> None:
    """Cards, moves, result and the way back."""
    result = crescent("watch", CODE, "--seed", "4", "--lang", "de")
    assert "[ B♥]" in result.out
    assert ": D♠ auf K♠\n" in result.out
    assert "Neu verteilt; übrig: 2 Neuverteilungen\n" in result.out
    assert "\nblockiert: 70 Züge, 47 Karten auf den Grundstapeln\nNoch einmal dasselbe: " in result.out


@pytest.mark.parametrize("arguments", [[], ["--seed", "5"], ["--variant", "hidden"], ["--limit", "20"], [GOES_ON]])
def test_the_last_line_shows_the_same_game_again(arguments: list[str]) -> None:
    """Whatever was drawn at random, the command that it prints plays the same plies."""
    first = crescent("watch", "--agent", "uniform", *arguments)
    command = first.out.splitlines()[-1].removeprefix("The same again: ")
    program, *words = shlex.split(command)
    assert program == "crescent"
    assert crescent(*words) == first


def test_without_code_and_seed_every_game_is_new() -> None:
    """Two runs differ in code and seed; with a seed alone they are the same."""
    first, second = (crescent("watch", "--json", "--limit", "1").documents[0] for _ in range(2))
    assert first["code"] != second["code"]
    assert first["seed"] != second["seed"]
    third, fourth = (crescent("watch", "--seed", "3", "--json", "--limit", "1").documents[0] for _ in range(2))
    assert third == fourth


def test_hidden_cards_are_not_shown(tmp_path: Path) -> None:
    """Of a face-down deal JSON has views, and the boards are those of the open deal while only tops are played."""
    lines = crescent("watch", "CR1-H-AAAAAAB", "--seed", "1", "--json").documents
    assert "??" in lines[0]["position"]
    for line in lines:
        view = View.parse(line["position"], variants["hidden"].rules)
        assert str(view) == line["position"]
    path = tmp_path / "game.crescent"
    crescent("watch", "CR1-H-AAAAAAB", "--seed", "1", "--record", str(path))
    assert [position.view() for position in Record.load(path).positions()][1:] == [
        View.parse(line["position"], variants["hidden"].rules) for line in lines
    ]


def test_the_record_replays_to_what_was_shown(tmp_path: Path) -> None:
    """It has code, plies, player and seed; the same run writes the same bytes over it."""
    path = tmp_path / "game.crescent"
    arguments = ["watch", CODE, "--seed", "4", "--record", str(path), "--json"]
    result = crescent(*arguments)
    record = Record.load(path)
    assert [str(move) for move in record.moves] == [line["played"] for line in result.documents]
    assert str(record.end.view()) == result.documents[-1]["position"]
    assert dict(record.tags) == {"Player": "greedy", "Seed": "4"}
    assert result.err == f"Saved in {path}\n"
    data = path.read_bytes()
    assert crescent(*arguments) == result
    assert path.read_bytes() == data
    assert [entry.name for entry in tmp_path.iterdir()] == ["game.crescent"]


def test_at_the_limit_the_agent_is_stopped_and_the_person_told(tmp_path: Path) -> None:
    """Exit code 0, the result is open, the record has as many plies, and a line says how to see more."""
    path = tmp_path / "game.crescent"
    result = crescent("watch", CODE, "--seed", "4", "--limit", "12", "--record", str(path))
    assert result.code == 0
    assert "\nopen: 12 moves, " in result.out
    assert result.out.endswith("--seed 4 --limit 12\n")
    assert "Stopped after 12 moves and redeals; a higher --limit" in result.err
    assert len(Record.load(path).moves) == 12
    assert "--limit" not in crescent("watch", CODE, "--seed", "4").err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--delay", "-1"], "--delay must be a number from 0 to 3600, not -1.0"),
        (["--delay", "nan"], "not nan"),
        (["--delay", "inf"], "not inf"),
        (["--delay", "1e999"], "not inf"),
        (["--delay", "3601"], "not 3601.0"),
        (["--delay", "soon"], "--delay"),
        (["--limit", "0"], "--limit must be a number from 1 to 100000, not 0"),
        (["--limit", "100001"], "not 100001"),
        (["--limit", "-5"], "not -5"),
        (["--limit", "1.5"], "--limit"),
        (["--seed", "-1"], "--seed must be a number from 0 to 4294967295, not -1"),
        (["--seed", "9" * 4000], "bits"),
        (["--seed", "x"], "--seed"),
        (["--agent", "gredy"], "did you mean greedy"),
        (["--agent", ""], "known: uniform"),
        (["--agent", "\x1b[31m" + "x" * 9999], r"\x1b"),
        (["--variant", "norml"], "did you mean normal"),
        ([CODE, "--variant", "normal"], "choose one of CODE, --variant"),
        (["CR1-N-AAAAAA"], "6 letters instead of 7"),
        (["--record", ""], "no file can have this name"),
        (["--record", "nowhere/game.crescent"], "nowhere/game.crescent: cannot be written"),
        (["--record", "."], "no regular file"),
        (["--record", os.devnull], "no regular file"),
        (["--record", "x" * 300], "cannot be written"),
        (["--record", "circle"], "links lead in a circle"),
        (["--record", "folder/"], "the name of a folder"),
        (["--record", "other.crescent"], "the record of another game; left as it is"),
        (["--record", "notes.txt"], "no valid record; left as it is"),
        (["--record", "broken.crescent"], "no valid record; left as it is"),
        (["--record", "binary"], "not UTF-8"),
    ],
)
def test_wrong_arguments_are_refused_before_the_game(tmp_path: Path, arguments: list[str], words: str) -> None:
    """Exit code 2, one error, nothing on standard output, and every file as it was."""
    files = {
        "notes.txt": b"not a record\n",
        "broken.crescent": f'[Code "{CODE}"]\n\n1. 1-2\n'.encode(),
        "other.crescent": b'[Code "CR1-N-AAAAAAA"]\n\n',
        "binary": b"\xff\xfe\x00",
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "circle").symlink_to("circle")
    result = crescent("watch", *arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert len(result.err) < 1000
    assert "\x1b" not in result.err
    assert "Traceback" not in result.err
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir() if path.name != "circle"} == files


def test_an_unwritable_folder_is_told_before_the_game(tmp_path: Path) -> None:
    """A folder without permission is refused at once (an administrator may write everywhere, and the game goes on)."""
    folder = tmp_path / "closed"
    folder.mkdir()
    folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    result = crescent("watch", CODE, "--limit", "1", "--json", "--record", str(folder / "game.crescent"))
    folder.chmod(stat.S_IRWXU)
    written = (folder / "game.crescent").exists()
    assert (result.code, bool(result.out), written) in [(2, False, False), (0, True, True)]


def test_one_ply_at_the_limit_is_told_in_the_singular() -> None:
    """In both languages."""
    for language, words in (("en", "Stopped after 1 move or redeal; "), ("de", "nach 1 Zug oder Neuverteilung; ")):
        assert words in crescent("watch", CODE, "--seed", "4", "--limit", "1", "--lang", language).err


REDRAW = "\x1b[J"


def test_a_terminal_shows_boards_in_one_place() -> None:
    """Every board but the first goes up to the first one's place; the result stays below the last."""
    plies = len(crescent("watch", CODE, "--seed", "4", "--json").documents)
    child = terminal("watch", CODE, "--seed", "4", "--delay", "0")
    assert end_of(child) == 0
    shown = child.before or ""
    assert shown.count(REDRAW) == shown.count("\x1b[17F") == plies
    assert "blocked: 70 moves" in shown.rpartition(REDRAW)[2]
    assert "┏━━━━┓" in shown


@pytest.mark.parametrize("env", [{"LINES": "17"}, {"COLUMNS": "69"}, {"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_without_room_or_escapes_boards_scroll(env: dict[str, str]) -> None:
    """A terminal that is too small for a board, or that takes no escapes, gets them below each other."""
    child = terminal("watch", CODE, "--seed", "4", "--delay", "0", "--limit", "9", env=env)
    assert end_of(child) == 0
    shown = child.before or ""
    assert REDRAW not in shown
    assert shown.count(f"{CODE}  greedy") == 10


def test_a_terminal_gets_time_to_look() -> None:
    """Without --delay a person can stop the game after its first boards; a pipe gets them as fast as they come."""
    child = terminal("watch", CODE, "--seed", "4")
    child.expect("1. 2-K: ")
    child.sendintr()
    assert end_of(child) == 130
    assert "blocked" not in (child.before or "")
