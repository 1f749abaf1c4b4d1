"""`crescent tui`: what its options come to, in the terminal and in the browser; the app has tests of its own."""

from __future__ import annotations

import os
import shlex
import socket
import sys
import types
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from crescent.cli.tui import tui
from crescent.errors import CrescentError, MissingExtraError, RulesError
from crescent.tui import serving
from crescent.tui.store import Store
from tests.cli.running import crescent

CODE: Final = "CR1-N-AAAAAAB"


@pytest.fixture(name="asked")
def _asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[dict[str, Any]]:
    """What the app is asked to do, in place of the app; the game's files are in a folder of the test."""
    asked: list[dict[str, Any]] = []
    app = types.ModuleType("crescent.tui.start")
    app.run = lambda **values: asked.append(values)  # type: ignore[attr-defined]  # modules have any attributes
    monkeypatch.setitem(sys.modules, "crescent.tui.start", app)
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.web_driver:WebDriver")
    monkeypatch.setenv("CRESCENT_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "en_US.UTF-8")
    return asked


def test_the_options_reach_the_app(asked: list[dict[str, Any]], tmp_path: Path) -> None:
    """Each by its name; without any the game that is kept goes on, in the locale's language."""
    tui()
    tui(code=CODE, new=True, data=str(tmp_path / "other"), language="DE")
    tui(variant="hidden")
    usual = {
        "variant": None,
        "code": None,
        "language": "en",
        "store_path": tmp_path / "games.sqlite3",
        "resume": True,
    }
    other = {"code": CODE, "language": "de", "store_path": tmp_path / "other", "resume": False}
    assert asked == [usual, usual | other, usual | {"variant": "hidden"}]


def test_without_the_extra_its_name_is_said(
    asked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the terminal, in the browser and for the folder alike; another missing module is a fault of ours."""
    for name, part in (
        ("textual", "crescent.tui.start"),
        ("textual_serve.server", "crescent.tui.serving"),
        ("platformdirs", None),
    ):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, name, None)
            if part is None:
                patch.delenv("CRESCENT_DATA_DIR")
            else:
                patch.delitem(sys.modules, part, raising=False)
            if name == "textual":
                patch.setattr("importlib.import_module", lambda _: __import__("textual"))
            with pytest.raises(typer.Exit) as caught:
                tui(serve="serving" in str(part))
        assert caught.value.exit_code == 2
        assert isinstance(caught.value.__cause__, MissingExtraError)
        assert "crescent-patience[tui]" in capsys.readouterr().err
    assert asked == []
    with monkeypatch.context() as patch:
        patch.setattr("importlib.import_module", lambda _: __import__("no_such_module_of_ours"))
        with pytest.raises(ModuleNotFoundError, match="no_such_module_of_ours"):
            tui()


BAD: Final[dict[str, tuple[list[str], str]]] = {
    "a code and a variant": (["--code", CODE, "--variant", "normal"], "wähle eines von --code, --variant"),
    "no code": (["--code", "CR1"], "'CR1' ist kein Spielcode"),
    "no variant": (["--variant", "nromal"], "unbekannt: Variante 'nromal'; meintest du normal?"),
    "no file": (["--data", ""], "'': so kann keine Datei heißen"),
    "no terminal": ([], "dazu gehört ein Terminal; --serve zeigt das Spiel im Browser"),
    "a host without a server": (["--host", "localhost"], "--serve muss angegeben werden"),
    "a port without a server": (["--port", "8000"], "--serve muss angegeben werden"),
    "a URL without a server": (["--public-url", "http://a"], "--serve muss angegeben werden"),
    "port 0": (["--serve", "--port", "0"], "--port muss eine Zahl von 1 bis 65535 sein, nicht 0"),
    "port 65536": (["--serve", "--port", "65536"], "--port muss eine Zahl von 1 bis 65535 sein, nicht 65536"),
    "no host": (["--serve", "--host", "no host"], "'no host', Port 8000: hier lässt sich nichts anbieten"),
    "a strange host": (["--serve", "--host", "." * 300], "hier lässt sich nichts anbieten"),
    "a huge host": (["--serve", "--host", "x" * 5000], "hier lässt sich nichts anbieten"),
    "every address": (["--serve", "--host", "0.0.0.0"], "--public-url muss angegeben werden"),
    "every address of version 6": (["--serve", "--host", "::"], "--public-url muss angegeben werden"),
    "no URL": (["--serve", "--port", "{port}", "--public-url", "ftp://a"], "--public-url muss wie https://"),
    "a URL with a script": (
        ["--serve", "--port", "{port}", "--public-url", "http://a/\"'><script>"],
        "--public-url muss wie https://",
    ),
    "a URL with a strange port": (
        ["--serve", "--port", "{port}", "--public-url", "http://a:99999"],
        "--public-url muss wie https://",
    ),
    "no file of games": (
        ["--serve", "--port", "{port}", "--data", "notes.txt"],
        "notes.txt: ist schon da und keine Partien-Datei von Crescent; sie bleibt, wie sie ist",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_options_are_refused_before_anything_begins(case: str, tmp_path: Path, port: int) -> None:
    """Exit code 2 and one line, in German too; no file appears, and none changes."""
    (tmp_path / "notes.txt").write_text("Dear diary", encoding="utf-8")
    words, says = BAD[case]
    result = crescent(
        "tui",
        "--lang",
        "de",
        *(word.format(port=port) for word in words),
        cwd=tmp_path,
        env={"CRESCENT_DATA_DIR": str(tmp_path)},
    )
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Fehler: ")
    assert says in result.err
    assert result.err.count("\n") == 1
    assert len(result.err) < 500
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == "Dear diary"


def test_a_port_that_is_taken_is_named(tmp_path: Path) -> None:
    """With the system's reason, in either language."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        for language, says in (("en", "nothing can be served there"), ("de", "hier lässt sich nichts anbieten")):
            result = crescent("tui", "--serve", "--port", port, "--data", tmp_path / "games", "--lang", language)
            assert (result.code, result.out) == (2, "")
            assert f"port {port}: {says} (Address already in use)".lower() in result.err.lower()
    assert not list(tmp_path.iterdir())


def started(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    **options: Any,  # noqa: ANN401  of `tui`
) -> tuple[Any, str]:
    """The server that the command would start, and what it says."""
    servers: list[Any] = []
    monkeypatch.setattr(serving.GameServer, "serve", lambda server: servers.append(server))  # noqa: PLW0108  bound, as a method is
    tui(serve=True, **options)
    (server,) = servers
    return server, capsys.readouterr().err


@pytest.mark.usefixtures("asked")
def test_the_server_runs_this_very_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path, port: int
) -> None:
    """On loopback unless told otherwise; with the same game, file and language, whatever characters are in them."""
    path = tmp_path / "my 'games' $HOME;"
    server, says = started(
        monkeypatch, capsys, port=port, data=os.path.relpath(path), code=CODE, new=True, language="de"
    )
    assert (server.host, server.port) == ("127.0.0.1", port)
    assert says == f"Das Spiel ist hier, bis Strg-C: http://127.0.0.1:{port}\n"
    words = shlex.split(server.command)
    assert words[:4] == [sys.executable, "-m", "crescent", "tui"]
    assert Path(words[4].removeprefix("--data=")).resolve() == path
    assert words[5:] == ["--lang=de", f"--code={CODE}", "--new"]
    server, _ = started(monkeypatch, capsys, port=port, variant="hidden")
    assert shlex.split(server.command)[4:] == [
        f"--data={tmp_path / 'games.sqlite3'}",
        "--lang=en",
        "--variant=hidden",
    ]
    assert server.origins == {f"http://{name}:{port}" for name in ("127.0.0.1", "localhost", "[::1]")}
    with Store(path) as store:
        assert store.running() is None


@pytest.mark.usefixtures("asked")
def test_an_address_that_others_reach_is_pointed_out(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], port: int
) -> None:
    """And the page's own address is the public one, whose port may be the scheme's own."""
    server, says = started(
        monkeypatch, capsys, host="0.0.0.0", port=port, public_url="https://Games.example.org:443/crescent/"
    )
    assert server.public_url == "https://Games.example.org:443/crescent"
    assert server.origins == {f"http://0.0.0.0:{port}", "https://games.example.org"}
    assert "Whoever reaches this address" in says


def test_addresses_are_told_apart() -> None:
    """Loopback, every address, and the URL that a browser shows for each."""
    assert [name for name in ("127.0.0.1", "127.8.8.8", "::1", "localhost", "0.0.0.0", "::", "example.org", "")
            if serving.is_loopback(name)] == ["127.0.0.1", "127.8.8.8", "::1", "localhost"]  # fmt: skip
    assert [name for name in ("", "0.0.0.0", "::", "localhost", "::1") if serving.is_wildcard(name)] == [
        "",
        "0.0.0.0",
        "::",
    ]
    assert serving.own_url("::1", 8000) == "http://[::1]:8000"
    assert serving.own_url("Localhost", 80) == "http://localhost"
    error = serving.AddressError("a\nb", 7, "why")
    assert str(error) == "cannot listen at 'a\\nb', port 7: why"
    with pytest.raises(RulesError):
        serving.GameServer(["x"], "127.0.0.1", 0)
    for url in ("", "http://", "http://[", "http://a b", "https://a#b", "http://" + "a" * 2000, "http://a\x7f"):
        with pytest.raises(CrescentError):
            serving.GameServer(["x"], "127.0.0.1", 1 + 2**15, url)


def test_a_search_left_behind_ends_with_the_process(
    asked: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """At once, with exit code 0 and what was written still written; without a search the interpreter ends in order."""
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    tui()
    assert not ended
    monkeypatch.setattr(sys.modules["crescent.tui.start"], "run", lambda **_: True)
    tui()
    assert ended == [0]
    assert len(asked) == 1
    assert capsys.readouterr() == ("", "")
