"""`crescent solve` and `crescent deal --winnable`: a line that wins, or an honest no."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from crescent import Move, Outcome, Position, Record, deal
from crescent.solver import solve
from tests.cli.plugging import plugged_in
from tests.cli.running import crescent, end_of, start, terminal

pytestmark = pytest.mark.usefixtures("compiled_solver")

CODE = "CR1-N-AAAAAAB"
HARD = "CR1-N-AAAAAEY"  # 280: some hundred thousand positions at least
HIDDEN = "CR1-H-AAAAAAB"
LOST = "-/" * 15 + "QSKS JKKK AAAA 0"
"""The king lies on the queen that must go first, and there is no redeal."""

ENDLESS = str(deal("CR1-N-AAAAAAC"))[:-1] + "0"
"""A deal without redeals that no search ends on soon."""


def replayed(position: Position, line: list[str]) -> Position:
    """Where a line leads."""
    for move in line:
        position = position.play(move)
    return position


def test_a_solution_wins() -> None:
    """The line of the JSON document, played from its position, wins; exit code 0."""
    result = crescent("solve", CODE, "--json")
    (document,) = result.documents
    assert (result.code, result.err, document["status"]) == (0, "", "solved")
    position = Position.parse(document["position"])
    assert position == deal(CODE)
    assert replayed(position, document["line"]).outcome is Outcome.WON
    assert document["moves"] + document["redeals"] == len(document["line"])
    assert document["redeals"] == document["line"].count("R")
    assert (document["code"], document["cards_home"], document["interrupted"]) == (CODE, 104, False)


def test_people_get_the_same_in_words() -> None:
    """The first line says what was found; the others are the moves, as `crescent replay` takes them."""
    result = crescent("solve", CODE)
    head, *lines = result.out.splitlines()
    assert head.startswith("Solved: ")
    words = " ".join(lines).split()
    assert crescent("replay", CODE, *words).out.splitlines()[2].split() == ["result", "won"]
    assert crescent("solve", CODE, "--lang", "de").out.startswith("Gelöst: ")


def test_the_same_seed_and_nodes_give_the_same_line() -> None:
    """Twice the same, and with another seed another line that wins."""
    first, second, other = (
        crescent("solve", CODE, "--json", "--seed", seed).documents[0]["line"] for seed in ("0", "0", "1")
    )
    assert first == second
    assert replayed(deal(CODE), other).outcome is Outcome.WON


@pytest.mark.parametrize("form", ["code", "position", "words", "file", "piped position", "piped code", "piped record"])
def test_every_form_of_a_game_is_taken(tmp_path: Path, form: str) -> None:
    """Codes with moves, positions in one argument or several, records and pipes: the search begins at their end."""
    played = ["15-K", "13-K"]
    end = replayed(deal(CODE), played)
    record = Record(deal(CODE), [Move.parse(move) for move in played], None)
    (tmp_path / "game.crescent").write_text(str(record), encoding="utf-8")
    arguments, stdin = {
        "code": ([CODE, *played], ""),
        "position": ([str(deal(CODE)), *played], ""),
        "words": ([*str(deal(CODE)).split(), "1.", *played], ""),
        "file": (["game.crescent"], ""),
        "piped position": (["-"], f"{end}\n"),
        "piped code": (["-"], f"  {CODE} {' '.join(played)}\n"),
        "piped record": (["-"], str(record)),
    }[form]
    result = crescent("solve", *arguments, "--json", stdin=stdin, cwd=tmp_path)
    assert result.code == 0, result.err
    assert result.documents[0]["position"] == str(end)
    assert replayed(end, result.documents[0]["line"]).outcome is Outcome.WON


def test_a_variant_is_that_of_a_position() -> None:
    """The rules decide what is a position: four redeals are none of the normal game."""
    text = str(deal("CR1-F-AAAAAAB"))
    assert crescent("solve", text, "--variant", "four", "--json").documents[0]["variant"] == "four"
    refused = crescent("solve", text)
    assert refused.code == 2
    assert "redeals left" in refused.err


def test_a_proof_and_a_spent_budget_are_told_apart() -> None:
    """Both are exit code 1: one says that nobody can win, the other shows the best line."""
    proven, spent = crescent("solve", LOST, "--json"), crescent("solve", HARD, "--nodes", "500", "--json")
    assert (proven.code, proven.documents[0]["status"]) == (1, "unsolvable")
    assert (spent.code, spent.documents[0]["status"]) == (1, "unknown")
    line = spent.documents[0]["line"]
    assert replayed(deal(HARD), line).cards_home == spent.documents[0]["cards_home"] < 104
    assert "that is proven" in crescent("solve", LOST).out
    words = crescent("solve", HARD, "--nodes", "500").out
    assert words.startswith("Not known: ")
    assert "to the foundations:\n1. " in words


def test_a_won_position_needs_no_moves() -> None:
    """Nothing is left to play; that is solved."""
    result = crescent("solve", "-/" * 15 + "- KKKK AAAA 0")
    assert (result.code, result.out.startswith("Solved: no moves")) == (0, True)


def test_shortening_gives_no_more_moves() -> None:
    """The line is as short or shorter, and both are told."""
    long = crescent("solve", CODE, "--json").documents[0]["moves"]
    assert crescent("solve", CODE, "--json", "--shorten", "1").documents[0]["moves"] < long
    assert "Shortened to " in crescent("solve", CODE, "--shorten", "0.5").out


def test_a_record_keeps_the_won_game(tmp_path: Path) -> None:
    """The file is a record of the whole game, the moves before the search too."""
    path = tmp_path / "won.crescent"
    result = crescent("solve", CODE, "10-14", "--record", str(path))
    assert (result.code, result.err) == (0, f"Saved in {path}\n")
    record = Record.load(path)
    assert (record.outcome, str(record.code), str(record.moves[0])) == (Outcome.WON, CODE, "10-14")
    before = path.read_bytes()
    lost_one = crescent("solve", CODE, "--nodes", "1", "--record", str(path))
    assert (lost_one.code, path.read_bytes()) == (1, before)
    assert "nothing is kept in" in lost_one.err


def test_a_record_that_cannot_be_kept_is_told_before_the_search(tmp_path: Path) -> None:
    """Another file is never overwritten, and no time is spent first."""
    path = tmp_path / "diary"
    path.write_text("dear diary", encoding="utf-8")
    result = crescent("solve", HARD, "--nodes", "1000000000", "--record", str(path))
    assert (result.code, result.out, path.read_text(encoding="utf-8")) == (2, "", "dear diary")


def test_face_down_cards_are_not_looked_under_unasked() -> None:
    """The refusal names the option that allows it; with it the answer is that of the solver."""
    refused = crescent("solve", HIDDEN)
    assert (refused.code, refused.out) == (2, "")
    assert "--look-under" in refused.err
    allowed = crescent("solve", HIDDEN, "--look-under", "--json")
    assert allowed.documents[0]["line"] == [str(move) for move in solve(deal(HIDDEN), look_under=True).moves]


BAD = [
    (["CR1-N-AAAAAA1"], "'1' is not among the letters"),
    (["nowhere.crescent"], "No such file"),
    (["."], "cannot be read"),
    ([""], "no file can have this name"),
    (["x" * 300], "cannot be read"),
    ([CODE, "1-2"], "diverges at move 1"),
    ([CODE, "hello"], "not a move"),
    ([CODE, "{"], "comment"),
    ([CODE, '[A "b"]'], "is a tag"),
    ([CODE, "--variant", "four"], "choose one of CODE, --variant"),
    (["2S/" * 15 + "2S"], "not a position"),
    ([str(deal(CODE)).replace("3H", "3S", 1)], "3S"),
    ([str(deal(CODE)), "--variant", "nine"], "there is no variant"),
    (
        [str(deal(HIDDEN).view()), "--variant", "hidden"],
        "(unknown cards: 80, the first in pile 1)",
    ),
    ([str(deal(HIDDEN).view())], "crescent deal CODE --text --reveal tells them all"),
    ([CODE, "--nodes", "0"], "--nodes must be a number from 1"),
    ([CODE, "--nodes", "1e3"], "--nodes"),
    ([CODE, "--seconds", "nan"], "--seconds must be"),
    ([CODE, "--seconds", "-1"], "--seconds must be"),
    ([CODE, "--shorten", "inf"], "--shorten must be"),
    ([CODE, "--seed", "-1"], "--seed must be"),
    ([CODE, "--record", ""], "no file can have this name"),
    ([CODE, "--lang", "xx"], "xx"),
    ([], "issing argument"),
]


@pytest.mark.parametrize(("arguments", "words"), BAD, ids=range(len(BAD)))
@pytest.mark.parametrize("command", ["solve", "hint"])
def test_wrong_arguments_get_one_clear_error(command: str, arguments: list[str], words: str) -> None:
    """Exit code 2, nothing on standard output, and a line that names what is wrong."""
    if command == "hint" and {"--record", "--shorten"} & set(arguments):
        words = "o such option"
    result = crescent(command, *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert "Traceback" not in result.err
    assert len(result.err) < 3000


@pytest.mark.parametrize("stdin", ["", "\n", "dear diary\n", "\x00\xff", "[", "CR1-", "/" * 100_000, "{" * 100_000])
def test_a_pipe_that_brings_no_game_is_one_error(stdin: str) -> None:
    """Whatever comes, it is named or it is no record; moves cannot be added to it, nor a variant to a record."""
    result = crescent("solve", "-", stdin=stdin)
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ")
    assert len(result.err) < 3000
    record = str(Record(deal(CODE), ()))
    assert "choose one of FILE, --variant" in crescent("solve", "-", "--variant", "four", stdin=record).err
    assert "moves go with a game code" in crescent("solve", "-", "1-2", stdin=record).err


def test_ctrl_c_gives_the_best_so_far(tmp_path: Path) -> None:
    """Exit code 130, the best line, no traceback, and a record is left as it is."""
    path = tmp_path / "won.crescent"
    child = start("solve", ENDLESS, "--nodes", "1000000000000", "--json", "--record", str(path))
    with pytest.raises(subprocess.TimeoutExpired):
        child.wait(timeout=4)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=20)
    assert child.returncode == 130
    assert '"interrupted": true' in out
    assert '"status": "unknown"' in out
    assert "Traceback" not in err
    assert not path.exists()


def test_a_terminal_sees_how_far_it_is() -> None:
    """While the search goes on a line on standard error tells; it is wiped away before the answer."""
    child = terminal("solve", ENDLESS, "--nodes", "1000000000000")
    child.expect(r"\r0:0\d  \d+ positions; \d+ cards home at best")
    child.sendintr()
    assert end_of(child) == 130
    rest = child.before or ""
    assert "Not known: " in rest
    assert "positions; " not in rest.rpartition("Not known: ")[2]


def test_a_pipe_sees_nothing_of_it() -> None:
    """Where standard error is no terminal it stays empty, however long it takes."""
    result = crescent("solve", ENDLESS, "--nodes", "1000000000000", "--seconds", "1")
    assert (result.code, result.err) == (1, "")


def test_a_winnable_deal_can_be_won() -> None:
    """The solver wins the deal that was dealt, in no more moves than are told; a seed repeats it."""
    first, second = (crescent("deal", "--winnable", "--seed", "5", "--json").documents[0] for _ in range(2))
    assert first == second
    solution = crescent("solve", first["code"], "--nodes", "400000", "--json").documents[0]
    assert (solution["status"], solution["moves"]) == ("solved", first["winning_moves"])
    words = crescent("deal", "--winnable", "--seed", "5", "--variant", "classic")
    assert "CR1-C-" in words.out
    assert words.out.splitlines()[-1].startswith("This deal can be won: a line with ")
    text = crescent("deal", "--winnable", "--text").out
    assert crescent("solve", "-", "--nodes", "400000", stdin=text).code == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([CODE, "--winnable"], "choose one of CODE, --winnable"),
        (["--winnable", "--variant", "hidden"], "--winnable is for variants without face-down cards, not for hidden"),
        (["--winnable", "--seed", "-1"], "--seed must be"),
    ],
)
def test_a_winnable_deal_is_drawn_and_open(arguments: list[str], words: str) -> None:
    """It is no deal that is named already, and of none where cards lie face down."""
    result = crescent("deal", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err


def test_where_nothing_can_be_won_the_search_for_a_deal_ends(tmp_path: Path) -> None:
    """In a variant whose deals are all lost at once, many are drawn and the answer is no."""
    module = "from crescent import Rules, Variant\nBARE = Variant('bare', 'BARE', Rules(0, 6, False, False))\n"
    env = plugged_in(tmp_path, "crescent.variants", {"bare": "BARE"}, module)
    patched = tmp_path / "sitecustomize.py"
    patched.write_text("import crescent.cli.deal as d\nd.SOLVER_NODES, d.MOST_DRAWN = 1, 5\n", encoding="utf-8")
    result = crescent("deal", "--winnable", "--variant", "bare", env=env)
    assert (result.code, result.out, result.err) == (1, "", "None of 5 deals could be solved\n")
