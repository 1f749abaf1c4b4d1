"""A game as one HTML page that steps through its pictures: self-contained, for file:// as for any server.

The page knows neither rules nor layout.  It holds every group of the first picture, and for each ply the groups that
change, as SVG markup made here; its script puts them in their places.  Whatever comes from a record (names, codes) is
escaped, the script is the page's own and the only one that its content security policy lets run.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from string import Template
from typing import Final

from crescent.errors import RulesError, WrongTypeError
from crescent.text.messages import Message
from crescent.text.palette import DARK, LIGHT, Ink, Theme
from crescent.text.scene import Highlights, Look, Scene, scene
from crescent.text.shapes import Shape, Sprite
from crescent.text.svg import FONT, MADE_BY, clean, ground_markup, number_text, shapes_markup, style_markup
from crescent.text.wording import Wording
from crescent.view import View

MOST_FRAMES: Final = 20_000
"""Pictures of a page at most, some 10 MB of them."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a page.

    Attributes:
        view: what the player may know.
        highlights: what is pointed out.
        caption: lines for the middle of the picture.
        status: the line under the picture.
    """

    view: View
    highlights: Highlights = field(default_factory=Highlights)
    caption: tuple[str, ...] = ()
    status: str = ""


def page(
    frames: Iterable[Frame],
    wording: Wording,
    *,
    title: str,
    facts: Sequence[tuple[str, str]],
    look: Look = Look(),  # noqa: B008  frozen, one default serves all
    theme: Theme = Theme.AUTO,
) -> str:
    """The page.

    Args:
        frames: the pictures in their order; to have one size they need a `look` with room for all.
        wording: for buttons and keys.
        title: the page's name.
        facts: what is told about the game under the picture, as labels and values.
        look: how pictures are laid out.
        theme: their colours, and the page's.

    Raises:
        WrongTypeError: an argument has the wrong type.
        RulesError: there are no frames, or more than `MOST_FRAMES`.
    """
    if not isinstance(theme, Theme):
        raise WrongTypeError("a page's theme", "a Theme", theme)
    story = _Story(theme)
    for frame in frames:
        if len(story.status) == MOST_FRAMES:
            raise RulesError("a page's pictures", f"more than {MOST_FRAMES}", f"at most {MOST_FRAMES}")
        story.add(scene(frame.view, look, frame.highlights, frame.caption), frame.status)
    if story.first is None:
        raise RulesError("a page's pictures", 0, "1 or more")
    style, script = _resource("page.css"), _resource("page.js")
    values = {
        "policy": f"default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src '{_fingerprint(script)}'",
        "made_by": MADE_BY,
        "language": clean(wording.language),
        "title": clean(title),
        "style": _colours(theme) + style,
        "script": script,
        "picture": story.markup(),
        "data": story.data(),
        "last": str(len(story.status) - 1),
        "status": clean(story.status[0]),
        "facts": "".join(f"<dt>{clean(label)}</dt><dd>{clean(value)}</dd>" for label, value in facts),
    }
    values |= {name: clean(wording.say(message)) for name, message in _TEXTS.items()}
    return Template(_resource("page.html")).substitute(values)


_TEXTS: Final = {
    "first": Message.PAGE_FIRST,
    "back": Message.PAGE_BACK,
    "play": Message.PAGE_PLAY,
    "forward": Message.PAGE_FORWARD,
    "end": Message.PAGE_LAST,
    "slider": Message.PAGE_SLIDER,
    "keys": Message.PAGE_KEYS,
    "noscript": Message.PAGE_NO_SCRIPT,
}


class _Story:
    """The pictures as they are added: of each but the first only what changes."""

    def __init__(self, theme: Theme) -> None:
        self.theme = theme
        self.first: Scene | None = None
        self.status: list[str] = []
        self._sprites: dict[tuple[Shape, ...], int] = {}
        self._fragments: dict[str, int] = {}
        self._begin: list[int] = []
        self._shown: list[int] = []
        self._changes: list[list[int]] = []

    def add(self, made: Scene, status: str) -> None:
        """One picture more."""
        groups = [self._fragment("".join(map(self._use, group.sprites))) for group in made.groups]
        if self.first is None:
            self.first, self._begin = made, groups
        else:
            changed = [(at, new) for at, new in enumerate(groups) if new != self._shown[at]]
            self._changes.append([number for pair in changed for number in pair])
        self._shown = groups
        self.status.append(status)

    def markup(self) -> str:
        """The first picture, with every sprite of all pictures to be used by name."""
        first, fragments = self.first, list(self._fragments)
        if first is None:
            return ""
        sprites = "".join(
            f'<g id="s{number}">{shapes_markup(shapes, self.theme)}</g>' for shapes, number in self._sprites.items()
        )
        groups = "".join(
            f'<g class="group" data-name="{clean(group.name)}">{fragments[at]}</g>'
            for group, at in zip(first.groups, self._begin, strict=True)
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {first.width} {first.height}" role="img"'
            f' aria-labelledby="status" font-family="{FONT}">{style_markup(self.theme)}<defs>{sprites}</defs>'
            f"{ground_markup(first, self.theme)}{groups}</svg>"
        )

    def data(self) -> str:
        """What the script needs, as JSON that can stand in an HTML element."""
        values = {"fragments": list(self._fragments), "first": self._begin, "changes": self._changes}
        text = json.dumps(values | {"status": self.status}, ensure_ascii=False, separators=(",", ":"))
        return text.replace("<", "\\u003c").replace("&", "\\u0026")

    def _fragment(self, markup: str) -> int:
        """The number of a group's markup."""
        return self._fragments.setdefault(markup, len(self._fragments))

    def _use(self, sprite: Sprite) -> str:
        """A sprite in its place, by name."""
        number = self._sprites.setdefault(sprite.shapes, len(self._sprites))
        return f'<use href="#s{number}" x="{number_text(sprite.x)}" y="{number_text(sprite.y)}"/>'


@cache
def _resource(name: str) -> str:
    """A file beside this one."""
    return resources.files("crescent.text").joinpath(name).read_text(encoding="utf-8").strip()


def _fingerprint(script: str) -> str:
    """A script's name in a content security policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def _colours(theme: Theme) -> str:
    """The page's colours as CSS variables."""

    def variables(inks: Mapping[Ink, str]) -> str:
        names = {"ground": Ink.FACE, "text": Ink.TEXT, "edge": Ink.EDGE, "accent": Ink.TARGET}
        return ":root{" + "".join(f"--{name}:{inks[ink]};" for name, ink in names.items()) + "}\n"

    if theme is not Theme.AUTO:
        scheme = f":root{{color-scheme:{theme.value}}}\n"
        return scheme + variables(DARK if theme is Theme.DARK else LIGHT)
    dark = f"@media(prefers-color-scheme:dark){{{variables(DARK).strip()}}}\n"
    return ":root{color-scheme:light dark}\n" + variables(LIGHT) + dark
