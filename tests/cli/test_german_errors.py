"""What goes wrong is said in German from the first word to the last; only the system's own words stay in brackets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.running import crescent

CODE = "CR1-N-AAAAAAB"
NO_RECORD = "ist schon da und keine gültige Aufzeichnung; sie bleibt, wie sie ist"
OTHER_GAME = (
    "ist schon da und die Aufzeichnung einer anderen Partie; sie bleibt, wie sie ist: "
    "Wähle einen anderen Namen, oder lösche die Datei zuerst"
)
NO_MOVE = "ist kein Zug: Schreib 10-14, 10-A, 10-K, SA-SK, SA-10 oder R, Zeile 1"
NO_POSITION = (
    "keine Stellung: Felder: 1 statt 4 (Stapel, aufsteigend, absteigend, übrige Neuverteilungen); "
    "1 Stapel statt 16; in '-'"
)
OPTIONS_FORM = "(Optionen sehen aus wie lookahead(depth=2))"
NO_CODE = "ist kein Spielcode wie CR1-N-AAAAAAB"

COMMANDS: list[tuple[list[str], str]] = [
    (["play", "nix"], f"'nix' {NO_CODE} (er besteht nicht aus drei Teilen mit Bindestrichen dazwischen)"),
    (["play", "CR1-N-A"], f"'CR1-N-A' {NO_CODE} (er endet mit 1 Buchstaben statt mit 7)"),
    (["play", "--resume", "nix"], "nix: kann nicht gelesen werden: Es gibt keine solche Datei"),
    (["play", "--resume", "."], ".: kann nicht gelesen werden (Is a directory)"),
    (["play", "--resume", ""], "'': so kann keine Datei heißen"),
    (["replay", "empty"], "keine Aufzeichnung: weder Code noch Position sagt, wo sie beginnt"),
    (["replay", "binary"], "binary: ist kein UTF-8-Text: Byte 0 passt nicht"),
    (["replay", "notes.txt"], f"keine Aufzeichnung: 'Dear' {NO_MOVE}"),
    (["replay", CODE, "10-14 1-99"], f"Zug 2: '1-99' {NO_MOVE.removesuffix(', Zeile 1')}"),
    (
        ["bench", "--agent", "greedy", "--deals", "5:1"],
        "--deals '5:1' steht verkehrt herum: Die kleinere Zahl kommt zuerst, wie in 1:5",
    ),
    (["replay", "position"], f"keine Aufzeichnung: {NO_POSITION}, Zeile 1"),
    (
        ["watch", CODE, "--agent", "greedy(tiefe=2)"],
        f"'greedy(tiefe=2)' nennt keinen Agenten: eine Option 'tiefe' gibt es nicht, er hat keine {OPTIONS_FORM}",
    ),
    (["watch", CODE, "--record", "nix/game"], "nix/game: kann nicht geschrieben werden: Den Ordner gibt es nicht"),
    (["watch", CODE, "--record", "other"], f"other: {OTHER_GAME}"),
    (
        ["deal", CODE, "--svg", "notes.txt"],
        "notes.txt: ist schon da und kein Bild von Crescent; sie bleibt, wie sie ist: Wähle einen anderen Namen",
    ),
]


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """A folder with an empty file, and some that are no record."""
    (tmp_path / "empty").touch()
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    (tmp_path / "notes.txt").write_text("Dear diary", encoding="utf-8")
    (tmp_path / "position").write_text('[Position "-"]\n', encoding="utf-8")
    (tmp_path / "other").write_text('[Code "CR1-N-AAAAAAC"]\n', encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("arguments", "says"), COMMANDS, ids=[" ".join(arguments) for arguments, _ in COMMANDS])
def test_an_error_of_a_command_is_wholly_german(arguments: list[str], says: str, folder: Path) -> None:
    """Exit code 2 and one line on standard error."""
    result = crescent(*arguments, "--lang", "de", cwd=folder)
    assert (result.code, result.out) == (2, "")
    assert result.err == f"Fehler: {says}\n"


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("notes.txt", f"{NO_RECORD}: Wähle einen anderen Namen"),
        ("binary", f"{NO_RECORD} (binary: ist kein UTF-8-Text: Byte 0 passt nicht)"),
        (".", "kann nicht geschrieben werden: Es ist keine gewöhnliche Datei"),
        ("new/", "kann nicht geschrieben werden: So heißt ein Ordner, nenne auch die Datei"),
        ("other", OTHER_GAME),
    ],
)
def test_an_error_at_the_prompt_is_wholly_german(name: str, says: str, folder: Path) -> None:
    """The same for what `save` refuses."""
    result = crescent("play", CODE, "--lang", "de", stdin=f"save {name}\n", cwd=folder)
    assert result.err == f"{name}: {says}\n"


def test_standard_streams_have_german_names() -> None:
    """Input that is no text is named as it is called."""
    result = crescent("replay", "-", "--lang", "de", stdin=b"\xff")
    assert result.err == "Fehler: Standardeingabe: ist kein UTF-8-Text: Byte 0 passt nicht\n"
