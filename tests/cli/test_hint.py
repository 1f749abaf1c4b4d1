"""`crescent hint` and `h` while playing: the next move, whether the game can be won, hidden cards unseen."""

from __future__ import annotations

import subprocess

import pytest

from crescent import Game, GameCode, Outcome, Position, View, deal, variants
from crescent.cli.session import Session
from crescent.hint_words import hint_document, hint_lines
from crescent.hints import Adviser, Hint, Winnable, hint
from crescent.solver.guesses import ways
from crescent.text import languages
from tests.cli.running import CRESCENT, crescent, play
from tests.cli.test_solve import ENDLESS, LOST

pytestmark = pytest.mark.usefixtures("compiled_solver")

CODE = "CR1-N-AAAAAAB"
HIDDEN = "CR1-H-AAAAAAB"
OPEN = [name for name in variants if not variants[name].rules.face_down]
CLOSED = [name for name in variants if variants[name].rules.face_down]
ENGLISH = languages["en"]


def hidden(text: str) -> View:
    """What the player sees of a position with face-down cards."""
    return Position.parse(text, variants["hidden"].rules).view()


@pytest.mark.parametrize("name", OPEN)
def test_following_hints_wins(name: str) -> None:
    """Who plays what each hint says comes to the win that the first one promised, in as many moves."""
    game, adviser = Game(GameCode(3, variants[name])), Adviser(seconds=None)
    first = adviser.hint(game.view)
    assert first.winnable is Winnable.YES
    while game.outcome is None:
        found = adviser.hint(game.view)
        assert found.move is not None
        game.play(found.move)
    assert game.outcome is Outcome.WON
    assert game.line == first.line


@pytest.mark.parametrize("name", CLOSED)
def test_hidden_cards_do_not_matter_to_a_hint(name: str) -> None:
    """Positions that look alike to the player get the same hint, whatever lies under the cards."""
    view = GameCode(1, variants[name]).deal().view()
    found = hint(view, samples=6)
    assert found == hint(View.parse(str(view), view.rules), samples=6)
    assert found.move in view.legal_moves()
    assert (found.winnable, found.line, found.unknown) == (Winnable.UNKNOWN, (), 80)
    assert found.samples == 6 >= found.won + found.lost
    assert found.agreeing <= found.won
    assert found != hint(view, samples=6, seed=1) or found.won in (0, 6)


def test_one_hidden_card_is_no_secret() -> None:
    """The only card that is not seen is the only one missing, so the answer is sure: won, and lost."""
    won = hint(hidden("-/" * 15 + "KsQS JKKK AAAA 0"))
    assert (won.winnable, won.unknown, won.samples, won.won) == (Winnable.YES, 1, 1, 1)
    assert str(won.move) == "16-A"
    lost = hint(hidden("-/" * 13 + "QH/KH/QsKS JJKK AAAA 0"))
    assert (lost.winnable, lost.samples, lost.lost) == (Winnable.NO, 1, 1)


def test_ways_to_lie_look_alike_and_differ() -> None:
    """Each way is a position that the player sees as before; many are drawn, few are all of them."""
    view = deal(HIDDEN).view()
    some, are_all = ways(view, 50, seed=0)
    assert ({way.view() for way in some}, len(set(some)), are_all) == ({view}, 50, False)
    assert some == ways(view, 50, seed=0)[0] != ways(view, 50, seed=1)[0]
    few = hidden("-/" * 14 + "KsQS/KhQH JJKK AAAA 0")
    some, are_all = ways(few, 2, seed=0)
    assert ({way.view() for way in some}, len(set(some)), are_all) == ({few}, 2, True)
    assert not ways(few, 1, seed=0)[1]


def test_a_game_that_is_over_has_no_hint() -> None:
    """Won or blocked, there is no move to tell."""
    won = Position.parse("-/" * 15 + "- KKKK AAAA 0").view()
    assert hint(won) == Hint(None, Winnable.YES)
    assert hint(Position.parse(LOST).view()) == Hint(None, Winnable.NO)
    result = crescent("hint", LOST)
    assert (result.code, result.out) == (1, "No move is possible\n")


def test_a_lost_game_and_an_unknown_one_are_told_apart() -> None:
    """Proven lost is exit code 1; where the search found nothing, there is a move all the same."""
    lost = "-/" * 13 + "QH/KH/QSKS JJKK AAAA 0"
    result = crescent("hint", lost, "--json")
    assert (result.code, result.documents[0]["hint"]["winnable"]) == (1, "no")
    assert result.documents[0]["hint"]["move"] in result.documents[0]["legal"]
    unknown = crescent("hint", ENDLESS, "--nodes", "50", "--json")
    assert (unknown.code, unknown.documents[0]["hint"]["winnable"]) == (0, "unknown")
    assert unknown.documents[0]["hint"]["move"] in unknown.documents[0]["legal"]
    words = crescent("hint", ENDLESS, "--nodes", "50").out
    assert "is not known" in words
    assert words.startswith("Play ")


@pytest.mark.parametrize("language", languages.names())
def test_a_hint_is_said_in_words(language: str) -> None:
    """Every kind of hint has its sentences, in every language, and its JSON values."""
    view = deal(CODE).view()
    first, redeal = view.legal_moves()[0], view.legal_moves()[-1]
    said = set()
    for winnable in Winnable:
        for move in (first, redeal):
            for unknown in (0, 3):
                given = Hint(move, winnable, (move,), unknown=unknown, samples=5, won=3, lost=1, agreeing=2)
                lines = hint_lines(languages[language], view, given, unicode=True)
                assert len(lines) == 2
                said.add(lines[1])
                document = hint_document(given)
                assert (document["move"], document["winnable"]) == (str(move), str(winnable))
    assert len(said) == 6  # one line, without moves and with one; proven lost is lost, whatever is hidden
    assert len(hint_lines(languages[language], view, Hint(None, Winnable.NO), unicode=True)) == 1


def test_the_prompt_answers_h() -> None:
    """`h` changes nothing and says the same as the command; in JSON the hint is there as values."""
    said = play(["h", "15 K", "hint", "q"], CODE).out
    command = crescent("hint", CODE).out
    assert command in said
    documents = play(["tipp"], CODE, "--json").documents
    assert documents[1]["hint"] == crescent("hint", CODE, "--json").documents[0]["hint"]
    assert documents[1]["position"] == documents[0]["position"]
    assert documents[1]["ok"]


def test_the_prompt_does_not_look_under_cards() -> None:
    """The hint says how many ways were tried, and that nobody can know."""
    said = play(["h"], HIDDEN).out
    assert "Cards are hidden (80), so nobody can know" in said
    (document,) = crescent("hint", HIDDEN, "--json", "--samples", "3").documents
    assert (document["hint"]["samples"], document["hint"]["winnable"]) == (3, "unknown")


@pytest.mark.parametrize("code", ["CR1-H-AAAAAAB", "CR1-H-AAAAAAD"])
def test_hints_do_not_lead_to_and_fro(code: str) -> None:
    """Who follows the hints of a game with hidden cards never comes back to a board, and comes to an end."""
    adviser = Adviser(nodes=3000, seconds=None)
    position, boards = deal(code), set[View]()
    while position.outcome is None:
        view = position.view()
        assert view not in boards
        boards.add(view)
        move = adviser.hint(view).move
        assert move is not None
        position = position.play(move)
        assert len(boards) < 600


def test_an_adviser_without_a_win_goes_on_along_its_line() -> None:
    """With too little to find a line that wins, who follows the hints never comes back to a board either."""
    adviser = Adviser(nodes=300, seconds=None)
    position, boards, unknown = deal(CODE), set[View](), 0
    for _ in range(60):
        if position.outcome is not None:
            break
        view = position.view()
        assert view not in boards
        boards.add(view)
        found = adviser.hint(view)
        unknown += found.winnable is Winnable.UNKNOWN
        assert found.move is not None
        position = position.play(found.move)
    assert unknown > 20


def test_the_command_knows_the_boards_of_its_moves() -> None:
    """A hint that follows no line either does not lead back to where the moves given have come from."""
    moves: list[str] = []
    for _ in range(12):
        (document,) = crescent("hint", HIDDEN, *moves, "--json", "--samples", "2", "--nodes", "500").documents
        moves.append(document["hint"]["move"])
    position, boards = deal(HIDDEN), set[View]()
    for move in moves:
        boards.add(position.view())
        position = position.play(move)
        assert position.view() not in boards


def test_an_interrupted_hint_ends_the_session() -> None:
    """Ctrl-C while a hint is looked for ends the game as everywhere."""
    session = Session(Game(CODE), ENGLISH, advise=lambda _: Hint(None, Winnable.UNKNOWN, interrupted=True))
    with pytest.raises(KeyboardInterrupt):
        session.obey("h")


def test_a_termination_during_a_hint_is_no_ctrl_c() -> None:
    """SIGTERM while a hint is looked for ends with the shell's code for it, as at the prompt."""
    with subprocess.Popen(
        [CRESCENT, "play", HIDDEN], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("h\n" * 50)
        child.stdin.flush()
        while "Cards are hidden" not in child.stdout.readline():
            pass
        child.terminate()
        assert child.wait(60) == 143


@pytest.mark.parametrize(("option", "value"), [("--samples", "0"), ("--samples", "10001"), ("--nodes", "-1")])
def test_hints_have_bounds(option: str, value: str) -> None:
    """Out of range is one error."""
    result = crescent("hint", CODE, option, value)
    assert (result.code, result.out) == (2, "")
    assert option in result.err
