"""`crescent deal` shows a deal, and of a face-down one no more than the player may know."""

from __future__ import annotations

from pathlib import Path

import pytest

from crescent import GameCode, Position, View, deal, variants
from tests.cli.plugging import plugged_in
from tests.cli.running import crescent, end_of, terminal

CODE = "CR1-N-AAAAAAB"
HIDDEN = "CR1-H-AAAAAAB"
CODES = [f"CR1-{variants[name].tag}-ABCDEFG" for name in variants]


@pytest.mark.parametrize("code", CODES)
def test_a_deal_is_shown_with_code_board_and_text(code: str) -> None:
    """The picture has the code first, every top card, and the view's text last."""
    position = deal(code)
    result = crescent("deal", code, "--ascii")
    head, *_, text = result.out.splitlines()
    assert (result.code, result.err) == (0, "")
    assert head.split()[0] == code
    assert text == str(position.view())
    for pile in position.piles:
        assert f"[{str(pile[-1]).replace('T', '10'):>3}]" in result.out


@pytest.mark.parametrize("code", CODES)
def test_the_text_alone_reads_back_as_what_the_player_may_know(code: str) -> None:
    """One line, and it is the view."""
    result = crescent("deal", code, "--text")
    assert result.out.count("\n") == 1
    assert View.parse(result.out.strip(), GameCode.parse(code).variant.rules) == deal(code).view()


@pytest.mark.parametrize("form", [["--json"], ["--text"], []])
def test_hidden_cards_are_told_only_when_asked_for(form: list[str]) -> None:
    """A face-down deal has no card in it that lies face down; with --reveal all of them, suits in lower case."""
    secret = [pile[:10] for pile in str(deal(HIDDEN)).split()[0].split("/")]
    closed, opened = crescent("deal", HIDDEN, *form).out, crescent("deal", HIDDEN, *form, "--reveal").out
    assert "??????????5H/" in closed
    assert not any(cards in closed or cards.upper() in closed for cards in secret)
    assert str(deal(HIDDEN)) in opened
    assert "?" not in opened


@pytest.mark.parametrize("code", CODES)
def test_json_is_one_document_about_the_deal(code: str) -> None:
    """It holds the code, variant, rules, position and legal moves."""
    (document,) = crescent("deal", code.lower(), "--json").documents
    variant = GameCode.parse(code).variant
    assert (document["code"], document["variant"], document["number"]) == (
        code,
        variant.name,
        GameCode.parse(code).number,
    )
    assert document["rules"]["redeals"] == document["redeals_left"] == variant.rules.redeals
    view = View.parse(document["position"], variant.rules)
    assert [str(move) for move in view.legal_moves()] == document["legal"] == [str(m) for m in deal(code).legal_moves()]


def test_revealed_json_is_the_whole_position() -> None:
    """The text reads back as the position that the code deals."""
    (document,) = crescent("deal", HIDDEN, "--json", "--reveal").documents
    assert Position.parse(document["position"], GameCode.parse(HIDDEN).variant.rules) == deal(HIDDEN)


def test_without_a_code_a_new_deal_is_drawn() -> None:
    """Two deals differ; each shows a code that deals it again."""
    first, second = (crescent("deal", "--json").documents[0] for _ in range(2))
    assert first["code"] != second["code"]
    assert str(deal(first["code"])) == first["position"]


@pytest.mark.parametrize(("seed", "name"), [(0, "normal"), (1, "hidden"), (2**32 - 1, "relaxed")])
def test_a_seed_draws_the_same_deal_of_the_variant(seed: int, name: str) -> None:
    """The same seed gives the same code, of the variant asked for."""
    first, second = (crescent("deal", "--seed", str(seed), "--variant", name, "--json").documents[0] for _ in range(2))
    assert first == second
    assert first["variant"] == name


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["CR1-N-AAAAAA1"], "'1' is not among the letters"),
        (["CR2-N-AAAAAAB"], "only CR1 is known"),
        (["CR1-Q-AAAAAAB"], "no variant has the tag"),
        ([""], "game code"),
        (["x" * 100_000], "100000 characters"),
        (["\x1b[31m"], r"\x1b"),
        (["--variant", "hiden"], "did you mean hidden"),
        (["--variant", ""], "known: normal"),
        ([CODE, "--variant", "normal"], "choose one of CODE, --variant"),
        ([CODE, "--seed", "1"], "choose one of CODE, --seed"),
        (["--text", "--json"], "choose one of --text, --json"),
        (["--seed", "-1"], "--seed must be a number from 0 to 4294967295, not -1"),
        (["--seed", str(2**32)], "not 4294967296"),
        (["--seed", "9" * 4000], "bits"),
        (["--seed", "1.5"], "--seed"),
        ([CODE, "--lang", "xx"], "xx"),
        ([CODE, CODE], "xtra argument"),
    ],
)
def test_wrong_arguments_get_one_clear_error(arguments: list[str], words: str) -> None:
    """Exit code 2, nothing on standard output, and a line that names what is wrong."""
    result = crescent("deal", *arguments)
    assert (result.code, result.out) == (2, "")
    assert words in result.err
    assert "\x1b" not in result.err
    assert len(result.err) < 1000
    assert "Traceback" not in result.err


def test_german_has_german_words_and_cards() -> None:
    """Jacks are B, queens D, and the variant is described in German; the position's text is the same everywhere."""
    english, german = crescent("deal", CODE), crescent("deal", CODE, "--lang", "de")
    assert "[ B♥]" in german.out
    assert "[ D♦]" in german.out
    assert "die Regeln der App" in german.out
    assert german.out.splitlines()[-1] == english.out.splitlines()[-1]
    assert "Fehler: " in crescent("deal", "CR1", "--lang", "de").err


def test_pipes_get_no_frames_and_no_escapes() -> None:
    """Frames and colour are for terminals; symbols go wherever the encoding has them, else letters."""
    pipe, poor = crescent("deal", CODE).out, crescent("deal", CODE, env={"PYTHONIOENCODING": "ascii"}).out
    assert "♥" in pipe
    assert not set(pipe) & set("╭│\x1b")
    assert poor.isascii()
    assert poor == crescent("deal", CODE, "--ascii").out


@pytest.mark.parametrize(("env", "framed"), [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)])
def test_terminals_get_frames_and_colour_unless_they_should_not(env: dict[str, str], framed: bool) -> None:
    """NO_COLOR and a dumb terminal switch both off."""
    child = terminal("deal", CODE, env=env)
    code = end_of(child)
    shown = child.before or ""
    assert code == 0
    assert ("╭────╮" in shown, "\x1b[31m" in shown) == (framed, framed)


def test_a_variant_without_a_description_is_named(tmp_path: Path) -> None:
    """The head is code and name alone where a plug-in says no more."""
    module = "from crescent import Rules, Variant\nBARE = Variant('bare', 'BARE', Rules(redeals=0))\n"
    env = plugged_in(tmp_path, "crescent.variants", {"bare": "BARE"}, module)
    assert crescent("deal", "CR1-BARE-AAAAAAB", env=env).out.startswith("CR1-BARE-AAAAAAB  bare\n\n")
