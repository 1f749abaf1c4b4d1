"""`crescent play` through a pipe: for programs, and for whatever else comes out of one."""

from __future__ import annotations

import locale
import subprocess
from pathlib import Path

import pytest

from crescent import Game, Reason, Record, variants
from crescent.cli.shared import _locale_language
from crescent.text import Message, Wording, languages
from tests.cli import situations
from tests.cli.running import CRESCENT, crescent, environment, play

CODE = "CR1-N-AAAAAAB"
ENGLISH, GERMAN = languages["en"], languages["de"]
every_language = pytest.mark.parametrize("language", languages.names())


@pytest.fixture
def resumed(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The name of a file with the record that the test asks for."""
    file = tmp_path / "game.crescent"
    file.write_text(request.param, encoding="utf-8")
    return str(file)


def test_a_game_is_played_to_the_end_of_the_input() -> None:
    """Moves are played and shown; the end of the input is a clean end."""
    result = play(["10 14", "2 K", "m"], CODE)
    assert (result.code, result.err) == (0, "")
    assert result.out.count("16 ×6") == 3
    assert "CR1-N-AAAAAAB  no moves  0:" in result.out
    assert "10-14: 4♦ onto 5♦" in result.out
    assert "CR1-N-AAAAAAB  2 moves  0:" in result.out
    assert result.out.endswith("R\n")


@pytest.mark.parametrize("stdin", [b"", b"10 14", b"q\n10 14\n"])
def test_any_end_is_clean(stdin: bytes) -> None:
    """No input, a last line without its end, and `q` all end with code 0 and without an error."""
    result = crescent("play", CODE, stdin=stdin)
    assert (result.code, result.err) == (0, "")
    assert ("10-14" in result.out) == (stdin == b"10 14")


def test_a_pipe_gets_no_prompt_no_colour_and_no_box() -> None:
    """What goes into a pipe is text alone."""
    out = play(["14", "5", "?"], CODE).out
    assert "\x1b" not in out
    assert not [line for line in out.splitlines() if line.startswith("> ")]
    assert not set(out) & set("╭╮│┏┃╔║┌└─")


@every_language
@pytest.mark.parametrize("resumed", [situations.REFUSING], indirect=True, ids=["refusing"])
def test_every_refusal_goes_to_standard_error(resumed: str, language: str) -> None:
    """Each refused line gives one line there, the reason's own, and nothing on standard output."""
    shown = play([], "--resume", resumed, "--lang", language).out
    result = play([*situations.REFUSED.values()], "--resume", resumed, "--lang", language)
    assert result.code == 0
    assert result.out == shown
    assert result.err.splitlines() == [languages[language].refusals[reason] for reason in situations.REFUSED]


@every_language
@pytest.mark.parametrize("resumed", [situations.WINNING], indirect=True, ids=["winning"])
def test_a_won_game_is_told_and_is_over(resumed: str, language: str) -> None:
    """Time and moves are told, and the next move is refused."""
    result = play(["1 K", "r"], "--resume", resumed, "--lang", language)
    wording = languages[language]
    assert wording.messages[Message.WON].partition("{")[0] in result.out
    assert result.err == wording.refusals[Reason.GAME_OVER] + "\n"


@every_language
@pytest.mark.parametrize("resumed", [situations.BLOCKING], indirect=True, ids=["blocking"])
def test_a_blocked_game_offers_undo_and_a_new_deal(resumed: str, language: str) -> None:
    """The block is told; undo leads out of it, and so does a new game."""
    result = play(["2 K", "u", "2 K", "n"], "--resume", resumed, "--lang", language)
    say = languages[language].say
    assert (result.code, result.err) == (0, "")
    assert result.out.count(f"{say(Message.BLOCKED)}\n{say(Message.BLOCKED_UNDO)}\n") == 2
    assert "CR1-N-" in result.out.splitlines()[-1]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("variable", ["LC_ALL", "LC_MESSAGES", "LANG"])
def test_the_language_is_the_locales(variable: str, language: str) -> None:
    """Whichever variable names the locale, its language is spoken, and `--lang` is stronger."""
    other = "en" if language == "de" else "de"
    changes = {"LANG": f"{other}_XX.UTF-8", variable: f"{language}_CH.UTF-8"}
    assert languages[language].say(Message.HELP_HINT) in play([], CODE, env=changes).out
    assert languages[other].say(Message.HELP_HINT) in play([], CODE, "--lang", other, env=changes).out


@pytest.mark.parametrize(
    ("languages_wanted", "setting", "spoken"),
    [
        ("de", "en_US.UTF-8", GERMAN),
        ("fr:de:en", "en_US.UTF-8", GERMAN),
        ("en:de", "de_DE.UTF-8", ENGLISH),
        ("de_AT.UTF-8", "", GERMAN),
        ("fr", "de_DE.UTF-8", ENGLISH),
        ("", "de_DE.UTF-8", GERMAN),
        (":", "de_DE.UTF-8", GERMAN),
        ("de", "C", ENGLISH),
    ],
)
def test_a_list_of_languages_comes_before_the_locale(languages_wanted: str, setting: str, spoken: Wording) -> None:
    """LANGUAGE counts first, as in gettext: its first language with a wording; but not in the C locale."""
    out = play([], CODE, env={"LANGUAGE": languages_wanted, "LC_ALL": setting, "LANG": ""}).out
    assert spoken.say(Message.HELP_HINT) in out


@pytest.mark.parametrize(("wanted", "name"), [("", "en"), ("de", "de")])
@pytest.mark.parametrize("own", ["C", "en_US", None])
def test_a_locale_that_python_has_chosen_itself_hides_no_list_of_languages(
    own: str | None, wanted: str, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where no variable names one, Python coerces the C locale, and calls it C since 3.13, en_US before."""
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.setenv(variable, "")
    monkeypatch.setenv("LANGUAGE", wanted)
    monkeypatch.setattr(locale, "getlocale", lambda: (own, "UTF-8"))
    assert _locale_language() == name


@pytest.mark.parametrize("name", ["DE", "De", "de"])
def test_a_language_is_named_in_any_case(name: str) -> None:
    """`--lang DE` is German."""
    assert GERMAN.say(Message.HELP_HINT) in play([], CODE, "--lang", name).out


@pytest.mark.parametrize("name", ["C", "POSIX", "fr_FR.UTF-8", "xx", "", "de-is-no-locale/../..", "\n"])
def test_a_locale_without_wording_speaks_english(name: str) -> None:
    """English is what everybody else gets; a strange value does no harm."""
    out = play([], CODE, env={"LANG": name}).out
    assert (GERMAN if name.startswith("de") else ENGLISH).say(Message.HELP_HINT) in out


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_without_suits_gets_letters(encoding: str) -> None:
    """Where ♠ cannot be written, cards have letters, and no German word fails."""
    result = subprocess.run(
        [CRESCENT, "play", CODE, "--lang", "de"],
        input=b"10 14\nu\nr\n1 2\n?\n\nr\nr\nr\nfoo\n",
        capture_output=True,
        env=environment({"PYTHONIOENCODING": encoding}),
        timeout=60,
        check=False,
    )
    out = result.stdout.decode(encoding)
    assert result.returncode == 0
    assert "[ 6D]" in out
    assert "10-14: 4D auf 5D" in out
    assert ("0 Zuege" if encoding == "ascii" else "0 Züge") in out
    assert "Muss dieselbe Farbe haben" in result.stderr.decode(encoding)


def test_ascii_is_ascii() -> None:
    """With `--ascii` nothing else is written, in English, whatever the terminal could show."""
    result = play(["10 14", "14", "5", "m", "p", "?", "1 2"], CODE, "--ascii")
    assert (result.out + result.err).isascii()
    assert "10-14: 4D onto 5D" in result.out


def test_json_answers_every_line_with_one_document() -> None:
    """One state at the start and one for each line, valid or not; nothing else on standard output, nothing beside."""
    typed = ["10 14", "1 2", "", "m", "p", "?", "nonsense", "14", "10", "r", "u", "save", "q"]
    result = play(typed, CODE, "--json")
    states = result.documents
    assert result.err == ""
    assert len(states) == len(typed)  # the first one comes before, `q` is not answered
    game = Game(CODE)
    assert states[0]["position"] == str(game.view)
    game.play("10-14")
    played, refused = states[1], states[2]
    assert (played["ok"], played["played"], played["position"]) == (True, "10-14", str(game.view))
    assert played["legal"] == [str(move) for move in game.legal_moves()]
    assert (played["moves"], played["undo"], played["redeals_left"], played["outcome"]) == (1, 1, 3, None)
    assert refused["ok"] is False
    assert refused["position"] == played["position"]
    assert refused["refusal"] == {
        "move": "1-2",
        "reason": "not-same-suit",
        "source": "1",
        "target": "2",
        "card": "5H",
        "onto": "QD",
        "text": "Must be of the same suit",
    }
    assert states[7]["ok"] is False
    assert states[8]["selected"] == "14"


def test_json_shows_no_hidden_card() -> None:
    """In a face-down deal a state holds the top cards alone."""
    [state] = play([], "CR1-H-AAAAAAB", "--json").documents
    assert state["position"].count("??") == 80


WRONG_USAGE = {
    "code": ["CR1-N-AAA"],
    "tag": ["CR1-X-AAAAAAA"],
    "code and variant": [CODE, "--variant", "normal"],
    "code and record": [CODE, "--resume", "x"],
    "variant": ["--variant", "norml"],
    "empty variant": ["--variant", ""],
    "language": [CODE, "--lang", "xx"],
    "missing file": ["--resume", "missing"],
    "folder": ["--resume", "."],
    "empty name": ["--resume", ""],
    "option": ["--no-such-option"],
    "argument": [CODE, "too-many"],
    "huge code": ["A" * 100_000],
}


@pytest.mark.parametrize("arguments", WRONG_USAGE.values(), ids=WRONG_USAGE)
def test_wrong_usage_ends_with_2(arguments: list[str], tmp_path: Path) -> None:
    """One error says what is wrong, standard output stays empty, and no game begins."""
    result = crescent("play", *arguments, cwd=tmp_path)
    assert (result.code, result.out) == (2, "")
    assert len([line for line in result.err.splitlines() if line.startswith("Error: ")]) == 1
    assert len(result.err) < 1000
    assert "Traceback" not in result.err


def test_an_unknown_variant_is_answered_with_the_near_ones() -> None:
    """The error offers what was probably meant, in the language asked for."""
    result = play([], "--variant", "norml", "--lang", "de")
    assert result.err == "Fehler: unbekannt: Variante 'norml'; meintest du normal?\n"


@pytest.mark.parametrize("variant", variants.names())
def test_a_new_game_of_a_variant_has_a_code_of_it(variant: str) -> None:
    """Two games of a variant have different codes with its tag."""
    codes = [play([], "--variant", variant, "--json").documents[0]["code"] for _ in range(2)]
    assert {code.split("-")[1] for code in codes} == {variants[variant].tag}
    assert codes[0] != codes[1]


def test_a_saved_game_is_played_on(tmp_path: Path) -> None:
    """What one session saved, the next one has, with its time, its tags and its history; `save` saves back."""
    file = tmp_path / "game.crescent"
    Record.parse(f'[Code "{CODE}"]\n[Seconds "600"]\n[Player "Ada"]\n\n1. 10-14').save(file)
    first = play(["2 K", "save"], "--resume", str(file))
    assert f"Saved in {file}" in first.out
    assert "  10:0" in first.out
    record = Record.load(file)
    assert [str(move) for move in record.moves] == ["10-14", "2-K"]
    assert record.tags == {"Player": "Ada"}
    second = play(["u", "u"], "--resume", str(file))
    assert "no moves" in second.out
    assert second.err == ""


@pytest.mark.parametrize("text", ["\n", "[Code", f'[Code "{CODE}"]\n\n1. 1-2', "\0", "x" * 2_000_000])
def test_a_damaged_record_is_neither_played_on_nor_overwritten(text: str, tmp_path: Path) -> None:
    """Resuming from it and saving over it both fail, and it stays as it is."""
    file = tmp_path / "game.crescent"
    file.write_text(text, encoding="utf-8")
    assert crescent("play", "--resume", file).code == 2
    result = play([f"save {file}", "10 14"], CODE)
    assert (result.code, "10-14:" in result.out) == (0, True)
    assert len(result.err.splitlines()) == 1
    assert file.read_text(encoding="utf-8") == text


@pytest.mark.parametrize("name", [".", "missing/game", "/proc/game", "/dev/full", "x" * 400])
def test_a_failed_save_leaves_the_game(name: str, tmp_path: Path) -> None:
    """The error is one line, no file appears, and the game goes on."""
    result = crescent("play", CODE, stdin=f"10 14\nsave {name}\n2 K\n", cwd=tmp_path)
    assert result.code == 0
    assert len(result.err.splitlines()) == 1
    assert "2 moves" in result.out
    assert list(tmp_path.iterdir()) == []
