"""`crescent watch` with two agents: the same deal, side by side where there is room, each with a record of its own."""

from __future__ import annotations

import re
import shlex
import signal
import sys
from pathlib import Path

import pytest

from crescent import Record, View, deal, variants
from crescent.text.board import GAP, WIDTH, beside
from tests.bench.games import plug_in
from tests.cli.running import crescent, end_of, start, terminal

CODE = "CR1-N-AAAAAAB"
TWO = ("watch", CODE, "--agent", "greedy", "--agent", "uniform", "--seed", "4")
WIDE = {"COLUMNS": str(2 * WIDTH + GAP + 1), "LINES": "24"}
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@pytest.mark.parametrize("variant", ["normal", "hidden"])
def test_each_plays_what_it_plays_alone(variant: str) -> None:
    """The lines of one board are those of that agent alone, with the board's number; they come by turns."""
    code = "CR1-N-AAAAAAB" if variant == "normal" else "CR1-H-AAAAAAB"
    both = crescent("watch", code, "--agent", "greedy", "--agent", "uniform", "--seed", "4", "--json")
    assert (both.code, both.err) == (0, "")
    alone = [crescent("watch", code, "--agent", name, "--seed", "4", "--json") for name in ("greedy", "uniform")]
    for number, result in enumerate(alone, start=1):
        lines = [line for line in both.documents if line["board"] == number]
        assert [{name: line[name] for name in line if name != "board"} for line in lines] == result.documents
    shorter = min(len(result.documents) for result in alone)
    assert [line["board"] for line in both.documents[: 2 * shorter]] == [1, 2] * shorter
    for line in both.documents:
        view = View.parse(line["position"], variants[variant].rules)
        assert str(view) == line["position"]


def test_in_a_pipe_boards_stand_below_each_other() -> None:
    """Plain, the first agent's above the second's, round by round; the results and the way back are the last lines."""
    result = crescent(*TWO)
    rounds = max(line["ply"] for line in crescent(*TWO, "--json").documents)
    names = re.findall(rf"^{CODE}  (greedy|uniform)", result.out, re.MULTILINE)
    assert names == ["greedy", "uniform"] * (rounds + 1)
    assert "\x1b" not in result.out
    assert all(len(line) <= WIDTH for line in result.out.splitlines() if line.startswith(("[", " ")))
    last = result.out.splitlines()[-3:]
    assert last[0].startswith("greedy: blocked: 70 moves, 47 cards on the foundations")
    assert last[1].startswith("uniform: blocked: ")
    assert last[2] == f"The same again: crescent watch {CODE} --agent greedy --agent uniform --seed 4"
    assert crescent(*shlex.split(last[2].removeprefix("The same again: "))[1:]) == result


def test_a_wide_terminal_has_them_side_by_side() -> None:
    """In the place of the boards before, each with its name under it; one that has ended says how, and stays."""
    child = terminal(*TWO, "--delay", "0", env=WIDE)
    assert end_of(child) == 0
    shown = child.before or ""
    rounds = max(line["ply"] for line in crescent(*TWO, "--json").documents)
    pictures = shown.split("\x1b[17F\x1b[J")
    assert len(pictures) == rounds + 1
    for picture in pictures:
        lines = COLOURS.sub("", picture).replace("\r", "").split("\n")[:17]
        assert all(len(line) <= 2 * WIDTH + GAP for line in lines)
        left, right = lines[16][: WIDTH + GAP], lines[16][WIDTH + GAP :]
        assert left.removeprefix(f"{CODE}  ").startswith("greedy")
        assert right.removeprefix(f"{CODE}  ").startswith("uniform")
        assert lines[14].count("R ×") == 2
    assert "greedy: blocked: 70 moves" in pictures[-1]
    shorter = min(("greedy", "uniform"), key=lambda name: len(crescent(*alone(name)).documents))
    assert f"{shorter}  blocked: " in COLOURS.sub("", pictures[-2])


def alone(name: str) -> tuple[str, ...]:
    """The command that shows one of the two."""
    return ("watch", CODE, "--agent", name, "--seed", "4", "--json")


@pytest.mark.parametrize(
    ("columns", "lines", "in_place"), [(str(2 * WIDTH + GAP), "40", True), ("80", "24", False), ("80", "40", True)]
)
def test_a_narrow_terminal_has_them_below_each_other(columns: str, lines: str, in_place: bool) -> None:
    """A column less, and the second board comes below the first; in one place where there are lines enough for both."""
    child = terminal(*TWO, "--delay", "0", "--limit", "5", env={"COLUMNS": columns, "LINES": lines})
    assert end_of(child) == 0
    shown = child.before or ""
    assert re.search(r"R ×\d(\x1b\[0m)?\s+.*R ×", shown.replace("\r\n", "\n").split("\n\n")[0]) is None
    assert shown.count(f"{CODE}  greedy") == shown.count(f"{CODE}  uniform") == 6
    assert shown.count("\x1b[35F\x1b[J") == (5 if in_place else 0)


def test_two_pictures_beside_each_other_keep_their_columns() -> None:
    """Whatever colours are in the left one, the right one begins in its column; a shorter one leaves lines empty."""
    picture = beside("\x1b[31mred\x1b[0m\nsecond\nthird", "one\ntwo")
    lines = [COLOURS.sub("", line) for line in picture.split("\n")]
    assert lines == ["red".ljust(WIDTH + GAP) + "one", "second".ljust(WIDTH + GAP) + "two", "third"]


def test_each_record_holds_its_agent_s_game(tmp_path: Path) -> None:
    """One --record for each --agent, in the same order."""
    one, two = tmp_path / "one.crescent", tmp_path / "two.crescent"
    result = crescent(*TWO, "--record", str(one), "--record", str(two), "--json")
    assert result.err == f"Saved in {one}\nSaved in {two}\n"
    for number, (path, name) in enumerate(((one, "greedy"), (two, "uniform")), start=1):
        record = Record.load(path)
        assert dict(record.tags) == {"Player": name, "Seed": "4"}
        played = [line["played"] for line in result.documents if line["board"] == number]
        assert [str(move) for move in record.moves] == played
        assert record.start == deal(CODE)


def test_an_interruption_keeps_both(tmp_path: Path) -> None:
    """Ctrl-C ends with 130, and both records hold the plies that were shown, and one that was just to be."""
    one, two = tmp_path / "one.crescent", tmp_path / "two.crescent"
    child = start(*TWO, "--delay", "0.1", "--json", "--record", str(one), "--record", str(two))
    assert child.stdout is not None
    shown = [child.stdout.readline() for _ in range(5)]
    child.send_signal(signal.SIGINT)
    rest, errors = child.communicate(timeout=30)
    assert child.returncode == 130
    assert errors == f"Saved in {one}\nSaved in {two}\n"
    plies = sum(len(Record.load(path).moves) for path in (one, two))
    assert 0 <= plies - len(shown) - rest.count("\n") <= 1


def test_one_that_fails_is_out_and_the_other_plays_on(tmp_path: Path) -> None:
    """Exit code 2 and one error that names it; the other's game is that of one alone, and both are kept, why too."""
    env = plug_in(tmp_path / "plugin")
    paths = [tmp_path / "one.crescent", tmp_path / "two.crescent"]
    command = ["watch", CODE, "--agent", "greedy", "--agent", "cheat", "--seed", "4", "--json"]
    result = crescent(*command, *(word for path in paths for word in ("--record", str(path))), env=env)
    assert result.code == 2
    *saved, error = result.err.splitlines()
    assert saved == [f"Saved in {path}" for path in paths]
    assert "'cheat'" in error
    assert "chose 1-1, same-place" in error
    alone = crescent("watch", CODE, "--agent", "greedy", "--seed", "4", "--json").documents
    greedy, cheat = map(Record.load, paths)
    assert [str(move) for move in greedy.moves] == [line["played"] for line in alone]
    assert len(cheat.moves) == 3
    assert "Failure" not in greedy.tags
    assert (cheat.tags["Failure"], "same-place" in cheat.tags["Evidence"]) == ("illegal-move", True)
    assert [line["board"] for line in result.documents] == [1, 2, 1, 2, 1, 2, *[1] * (len(alone) - 3)]


def test_what_an_engine_said_before_it_failed_is_shown_and_kept(tmp_path: Path) -> None:
    """Its last words stand above the error, and in the record."""
    engine = tmp_path / "engine.py"
    engine.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    number, word, *_ = line.split()\n"
        "    if word == 'go':\n"
        "        sys.exit('out of cards')\n"
        "    print(f'={number} ' + '1' * (word == 'protocol') + '\\n', flush=True)\n",
        encoding="utf-8",
    )
    record = tmp_path / "game.crescent"
    agent = f"cmd:{sys.executable} {engine}"
    result = crescent("watch", CODE, "--agent", "greedy", "--agent", agent, "--limit", "3",
                      "--record", str(record), "--record", str(tmp_path / "other.crescent"))  # fmt: skip
    assert result.code == 2
    assert "out of cards" in result.err
    assert "exit code 1" in result.err.splitlines()[-1]
    assert len(Record.load(record).moves) == 3


def test_german_and_ascii_are_as_for_one() -> None:
    """Both boards are in the language, and without symbols where that is asked for."""
    result = crescent(*TWO, "--lang", "de", "--ascii", "--limit", "3")
    assert not set(result.out) & set("♠♥♦♣×→─╭")
    assert "[ BH]" in result.out
    assert "greedy: offen: 3 Z" in result.out
    assert "nach 3 Z" in result.err


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--agent", "greedy", "--agent", "uniform", "--agent", "greedy"], "too many of --agent: 2 at most"),
        (["--agent", "greedy", "--agent", "unifrm"], "did you mean uniform"),
        (["--agent", "greedy", "--agent", "uniform", "--record", "a"], "--record goes with --agent"),
        (["--agent", "greedy", "--record", "a", "--record", "b"], "--record goes with --agent"),
        (["--agent", "greedy", "--agent", "uniform", "--record", "a", "--record", "./a"], "'./a' is given twice"),
        (["--agent", "greedy", "--agent", "uniform", "--record", "a", "--record", "diary"], "no valid record"),
        (["--agent", "greedy", "--agent", "uniform", "--record", "a", "--record", ""], "no file can have this name"),
        (["--agent", "greedy", "--agent", "never"], "no model"),
        (["--agent", "unsuited", "--variant", "hidden"], "does not play"),
        (["--agent", "greedy", "--agent", "cmd:./nowhere"], "./nowhere"),
    ],
)
def test_wrong_arguments_are_refused_before_the_game(tmp_path: Path, arguments: list[str], words: str) -> None:
    """Exit code 2, one error, nothing on standard output, and every file as it was."""
    env = plug_in(tmp_path / "plugin")
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "diary").write_text("dear diary\n", encoding="utf-8")
    result = crescent("watch", *arguments, cwd=folder, env=env)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert "Traceback" not in result.err
    assert [path.name for path in folder.iterdir()] == ["diary"]
