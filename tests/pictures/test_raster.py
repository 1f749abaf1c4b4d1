"""Pictures in pixels show the same scenes as the SVG, in one size, and animated."""

from __future__ import annotations

import io
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageSequence

from crescent import Game, MissingExtraError, RulesError, WrongTypeError, deal
from crescent.moves import PLACES, Pile
from crescent.text import raster
from crescent.text.layout import Layout, Room, Style
from crescent.text.palette import DARK, LIGHT, SUIT_INKS, Ink, Theme
from crescent.text.scene import Highlights, Look, height_of
from crescent.text.shapes import CARD_HEIGHT, CARD_WIDTH
from tests.pictures.views import CODE, midgame, random_view, won

SCREEN = Look(Style.SCREEN)


def rgb(colour: str) -> tuple[int, ...]:
    """`#rrggbb` as three bytes."""
    return tuple(bytes.fromhex(colour[1:]))


def inks_at(picture: Image.Image, box: tuple[float, float, float, float]) -> set[tuple[int, ...]]:
    """The colours within a rectangle."""
    left, top, right, bottom = map(int, box)
    part = picture.crop((left, top, right, bottom))
    return {colour for _, colour in part.getcolors(10**6) or [] if isinstance(colour, tuple)}


@pytest.mark.parametrize("theme", [Theme.LIGHT, Theme.DARK])
@pytest.mark.parametrize("style", Style)
@pytest.mark.parametrize("number", range(6))
def test_every_top_card_is_painted_in_its_place(number: int, style: Style, theme: Theme) -> None:
    """Where the layout puts a card are its face and its suit's colour, no other suit's; else the bare ground."""
    view = random_view(number)
    inks = DARK if theme is Theme.DARK else LIGHT
    room = Room.of([view])
    picture = raster.image(view, Look(style), theme=theme)
    layout = Layout(style, room)
    assert picture.size == (layout.width, layout.height)
    suits = {suit: rgb(inks[ink]) for suit, ink in SUIT_INKS.items()}
    for place in PLACES:
        x, y = layout.top(place, height_of(view, place))
        seen = inks_at(picture, (x + 6, y + 6, x + CARD_WIDTH - 6, y + CARD_HEIGHT - 6))
        top = view.top(place)
        if top is None:
            assert seen == {rgb(inks[Ink.FELT])}, place
        else:
            assert rgb(inks[Ink.FACE]) in seen, place
            assert {suit for suit, colour in suits.items() if colour in seen} == {top.suit}, place


def test_hidden_cards_are_painted_from_behind() -> None:
    """The strips of unknown cards have the back's colours, and nothing of a suit's."""
    view = deal("CR1-H-AAAAAAB").view()
    x, y = Layout(Style.FULL, Room.of([view])).spot(Pile(7), 6).card(0)
    seen = inks_at(raster.image(view), (x + 10, y + 8, x + CARD_WIDTH - 10, y + 28))
    assert rgb(LIGHT[Ink.BACK]) in seen
    assert not seen & {rgb(LIGHT[ink]) for ink in SUIT_INKS.values()}


def test_highlights_are_painted() -> None:
    """Frames and the arrow bring their own colours, which are nowhere else."""
    view = deal(CODE).view()
    inks = {rgb(LIGHT[ink]) for ink in (Ink.LAST, Ink.SELECTED, Ink.TARGET, Ink.ARROW)}
    whole = (0, 0, 780, 642)
    assert not inks & inks_at(raster.image(view, SCREEN), whole)
    highlights = Highlights(move=view.legal_moves()[0], last=Pile(2), selected=Pile(1))
    assert inks <= inks_at(raster.image(view, SCREEN, highlights), whole)


@pytest.mark.parametrize("width", [200, 400, 1600])
def test_the_width_is_the_one_asked_for(width: int) -> None:
    """The height follows, and the same call paints the same pixels."""
    picture = raster.image(won(), SCREEN, width=width)
    assert picture.size == (width, round(642 * width / 780))
    assert picture.mode == "RGB"
    assert picture.tobytes() == raster.image(won(), SCREEN, width=width).tobytes()


def test_a_png_holds_the_picture() -> None:
    """Pixel by pixel."""
    picture = raster.image(midgame().view(), width=300)
    with Image.open(io.BytesIO(raster.png(picture))) as read:
        assert read.format == "PNG"
        assert read.tobytes() == picture.tobytes()


def test_a_gif_holds_every_picture_in_its_order() -> None:
    """All of them, one size, for ever, each near in colour to what was painted, the last one longer."""
    game = Game(CODE)
    painted = [raster.image(game.view, SCREEN, width=300, caption=["0"])]
    for number in range(1, 5):
        game.play(game.legal_moves()[0])
        painted.append(raster.image(game.view, SCREEN, width=300, caption=[str(number)], theme=Theme.DARK))
    with Image.open(io.BytesIO(raster.gif(iter(painted), 200))) as read:
        assert (read.format, read.info["loop"]) == ("GIF", 0)
        frames = [(frame.info["duration"], frame.convert("RGB")) for frame in ImageSequence.Iterator(read)]
    assert [duration for duration, _ in frames] == [200, 200, 200, 200, 600]
    for (_, frame), original in zip(frames, painted, strict=True):
        small = [picture.resize((60, 50)).tobytes() for picture in (frame, original)]
        assert sum(abs(a - b) for a, b in zip(*small, strict=True)) / len(small[0]) < 4


def test_a_gif_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """None, too many, and times that GIFs cannot hold are refused; too many without painting the rest."""
    small = Image.new("RGB", (4, 4))
    monkeypatch.setattr(raster, "MOST_FRAMES", 3)
    with pytest.raises(RulesError, match="at most 3"):
        raster.gif(small for _ in iter(int, 1))  # endless
    with pytest.raises(RulesError, match="1 or more"):
        raster.gif([])
    for milliseconds in (0, 70_000):
        with pytest.raises(RulesError, match="milliseconds"):
            raster.gif([small], milliseconds)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"view": deal(CODE)}, WrongTypeError, "a picture's view"),
        ({"theme": "light"}, WrongTypeError, "a picture's theme"),
        ({"width": 10}, RulesError, "50 to 4000"),
        ({"width": 1e3}, WrongTypeError, "a picture's width"),
    ],
)
def test_wrong_arguments_are_refused_by_name(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    """Each raises one error of ours that says which argument it was."""
    with pytest.raises(error, match=message):
        raster.image(**{"view": deal(CODE).view(), **arguments})


def test_foreign_characters_are_written_by_near_ones() -> None:
    """The font has ASCII alone, so a German caption is spelt without umlauts, as on a terminal that lacks them."""
    view = deal(CODE).view()
    assert raster.image(view, caption=["Straße ×2"]).tobytes() == raster.image(view, caption=["Strasse x2"]).tobytes()


def test_without_pillow_the_error_names_the_extra() -> None:
    """In an interpreter that has none; SVG works there."""
    program = (
        "import sys; sys.modules['PIL'] = None\n"
        "import crescent\n"
        "from crescent.text import raster\n"
        "view = crescent.deal('CR1-N-AAAAAAB').view()\n"
        "assert view._repr_svg_()\n"
        "try:\n    raster.image(view)\n"
        "except crescent.MissingExtraError as error:\n    print(error)\n"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.strip() == str(MissingExtraError("a picture in pixels", "pictures"))


@pytest.mark.parametrize(("dotted", "plain"), [("ä", "a"), ("ö", "o"), ("ü", "u"), ("Ä", "A"), ("Ö", "O"), ("Ü", "U")])
def test_umlauts_have_their_dots(dotted: str, plain: str) -> None:
    """Two dots more than the plain letter, clear of it and above it, in the same place and width."""
    view = deal(CODE).view()
    with_dots, without = (
        raster.image(view, SCREEN, caption=[f"Z{letter}ge"], width=1600).convert("L") for letter in (dotted, plain)
    )
    more = ImageChops.difference(with_dots, without).point(lambda value: 255 * (value > 40))
    box = more.getbbox()
    assert box is not None
    dots = more.crop(box)
    round_ = dots.height // 2
    seen = [dots.getpixel((x, round_)) for x in (round_, dots.width // 2, dots.width - round_ - 1)]
    assert seen == [255, 0, 255]
    # Under them the plain letter begins, and is no part of the difference.
    under = without.crop((box[0], box[3], box[2], box[3] + 2 * dots.height))
    assert any(under.histogram()[:100])


@given(st.text(max_size=30))
@settings(max_examples=30)
def test_any_text_can_be_written(text: str) -> None:
    """Whatever characters are in it."""
    assert raster.image(deal(CODE).view(), SCREEN, caption=[text], width=200).width == 200
