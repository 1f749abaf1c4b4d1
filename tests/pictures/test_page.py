"""The page holds the whole game: its changes, applied one after the other, give every picture."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

import pytest

from crescent import Game, RulesError, WrongTypeError, deal
from crescent.text import languages, page
from crescent.text.layout import Room, Style
from crescent.text.page import Frame
from crescent.text.palette import Theme
from crescent.text.scene import Look, scene
from crescent.text.svg import shapes_markup
from tests.pictures.views import CODE

ENGLISH, GERMAN = languages["en"], languages["de"]
HOSTILE = "</script><script>alert(1)</script> & \"'<!-- ♥"


class Reader(HTMLParser):
    """Reads a page as a browser does: elements with their attributes, and what stands in them."""

    def __init__(self, text: str) -> None:
        """Read it."""
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """One element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in ("meta", "link", "input"):
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An element without an end."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Its end."""
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        """What stands in it."""
        if self._open:
            self.texts.setdefault(self._open[-1], []).append(data)


def game_frames(plies: int = 12) -> list[Frame]:
    """A game's pictures."""
    game = Game(CODE)
    frames = [Frame(game.view, caption=("start",), status="begin")]
    for ply in range(plies):
        move = game.play("R" if ply == 5 else game.legal_moves()[0])
        frames.append(Frame(game.view, caption=(f"{ply} {HOSTILE}"[:50],), status=f"{move} {HOSTILE}"))
    return frames


def made(frames: list[Frame], **options: Any) -> str:  # noqa: ANN401  the page's options
    """Their page."""
    return page.page(frames, ENGLISH, title="A game", facts=[("Player", HOSTILE)], **options)


@pytest.mark.parametrize("style", Style)
def test_the_changes_give_every_picture(style: Style) -> None:
    """What the script does, done here: after each ply every group has the markup of that ply's own scene."""
    frames = game_frames()
    look = Look(style, Room(8, 8))
    text = made(frames, look=look)
    data = json.loads(Reader(text).texts["script"][0])
    sprites = dict(re.findall(r'<g id="(s\d+)">(.*?)</g>', text))
    shown = list(data["first"])
    for number, frame in enumerate(frames):
        if number:
            change = data["changes"][number - 1]
            for slot, fragment in zip(change[::2], change[1::2], strict=True):
                assert shown[slot] != fragment
                shown[slot] = fragment
        wanted = [
            [(shapes_markup(sprite.shapes, Theme.AUTO), float(sprite.x), float(sprite.y)) for sprite in group.sprites]
            for group in scene(frame.view, look, frame.highlights, frame.caption).groups
        ]
        uses = [re.findall(r'<use href="#(s\d+)" x="([-\d.]+)" y="([-\d.]+)"/>', data["fragments"][at]) for at in shown]
        drawn = [[(sprites[name], float(x), float(y)) for name, x, y in group] for group in uses]
        assert [[name for name, _, _ in group] for group in drawn] == [
            [name for name, _, _ in group] for group in wanted
        ]
        for one, other in zip(sum(drawn, []), sum(wanted, []), strict=True):  # noqa: RUF017  some dozens
            assert one[1:] == pytest.approx(other[1:], abs=0.01)
    assert data["status"] == [frame.status for frame in frames]


def test_only_the_pages_own_script_may_run() -> None:
    """The policy forbids everything, but styles in the page and the one script with that very fingerprint."""
    reader = Reader(made(game_frames(3)))
    scripts = [attributes for tag, attributes in reader.elements if tag == "script"]
    assert scripts == [{"type": "application/json", "id": "data"}, {}]
    fingerprint = base64.b64encode(hashlib.sha256(reader.texts["script"][1].encode()).digest()).decode()
    (policy,) = [at["content"] for tag, at in reader.elements if tag == "meta" and "http-equiv" in at]
    assert policy == f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'sha256-{fingerprint}'"


def test_the_page_needs_nothing_from_outside() -> None:
    """Every reference is one within the page, or an empty icon."""
    text = made(game_frames(3))
    for tag, attributes in Reader(text).elements:
        for name in ("href", "src", "action", "data"):
            value = attributes.get(name)
            assert value is None or value.startswith("#") or (tag, value) == ("link", "data:,")
        assert not [name for name in attributes if name.startswith("on")]
    assert "@import" not in text
    assert set(re.findall(r"https?://[^\"' ]+", text)) == {"http://www.w3.org/2000/svg"}


def test_foreign_text_stays_text() -> None:
    """A player's name with a script in it, in facts, status and caption, makes no element."""
    text = made(game_frames(3))
    reader = Reader(text)
    assert HOSTILE in "".join(reader.texts["dd"])
    assert "<script>alert" not in text
    assert text.count("<script") == 2


def test_words_follow_the_language() -> None:
    """Buttons, keys, and what the page says of its language."""
    text = page.page([Frame(deal(CODE).view())], GERMAN, title="Partie", facts=[])
    assert '<html lang="de"' in text
    assert 'title="einen Schritt zurück"' in text


def test_pages_have_colours_by_light_and_by_dark() -> None:
    """Both with `auto`, one alone with another theme."""
    frames = game_frames(1)
    assert made(frames).count("prefers-color-scheme:dark") == 2  # of the page and of the picture
    for theme in (Theme.LIGHT, Theme.DARK):
        text = made(frames, theme=theme)
        assert "prefers-color-scheme" not in text
        assert f"color-scheme:{theme.value}" in text


def test_a_long_game_costs_what_changes() -> None:
    """Three hundred plies take less than four times the room of ten: unchanged groups are not told again."""
    game = Game(CODE)
    pair = next(move for move in game.legal_moves() if game.position.play(move).refusal(_back(str(move))) is None)
    frames = []
    for number in range(300):
        frames.append(Frame(game.view, status=str(number)))
        game.play(pair if number % 2 == 0 else _back(str(pair)))
    assert len(made(frames)) < 4 * len(made(frames[:10]))


def _back(move: str) -> str:
    return "-".join(reversed(move.split("-")))


def test_pages_have_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """No picture, and more than a page may have, are refused; the latter without drawing the rest."""
    monkeypatch.setattr(page, "MOST_FRAMES", 3)

    def endless() -> Iterator[Frame]:
        while True:
            yield Frame(deal(CODE).view())

    with pytest.raises(RulesError, match="at most 3"):
        page.page(endless(), ENGLISH, title="", facts=[])
    with pytest.raises(RulesError, match="1 or more"):
        page.page([], ENGLISH, title="", facts=[])
    with pytest.raises(WrongTypeError, match="a page's theme"):
        made(game_frames(1), theme="dark")
