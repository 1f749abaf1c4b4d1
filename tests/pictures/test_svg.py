"""SVG pictures show exactly what the player may know, are valid, safe and the same everywhere."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import Game, Move, Pile, Position, Rules, RulesError, View, WrongTypeError, deal
from crescent.moves import MOVES, REDEAL, Direction
from crescent.text.board import landing
from crescent.text.layout import Room, Style
from crescent.text.palette import Theme
from crescent.text.registry import languages
from crescent.text.scene import Highlights, Look, targets
from crescent.text.svg import picture
from tests.pictures.reading import NAME, Picture, corners
from tests.pictures.views import CODE, labels, midgame, random_view, shown, won

GOLDEN = Path(__file__).parent / "golden.json"
SCREEN = Look(Style.SCREEN)
NUMBERS = st.integers(0, 2**32)
HOSTILE = '<script>alert(1)</script> "&\'" ]]> --> \x00\x1b[2J\ud800\uffff ♥'


@settings(max_examples=30)
@given(NUMBERS)
def test_a_full_picture_shows_every_card_that_may_be_known(number: int) -> None:
    """Each pile from bottom to top, unknown cards from behind, each foundation's top, and name and count under each."""
    view = random_view(number)
    drawn = Picture(picture(view))
    assert drawn.cards() == shown(view)
    assert drawn.labels() == labels(view)


@settings(max_examples=30)
@given(NUMBERS)
def test_a_screen_picture_shows_the_top_cards(number: int) -> None:
    """What the app's screen shows, and no card more."""
    view = random_view(number)
    drawn = Picture(picture(view, SCREEN))
    assert drawn.cards() == {place: cards[-1:] for place, cards in shown(view).items()}
    assert drawn.labels() == labels(view)


@settings(max_examples=20)
@given(NUMBERS, st.sampled_from(Style), st.sampled_from(Theme))
def test_a_picture_is_plain_svg(number: int, style: Style, theme: Theme) -> None:
    """No script, no handler, no reference to anything outside or inside it, no name that could meet another's."""
    root = ET.fromstring(picture(random_view(number), Look(style), theme=theme))
    assert root.tag == f"{NAME}svg"
    kinds = {"svg", "title", "desc", "style", "g", "rect", "text", "path", "polygon"}
    for element in root.iter():
        assert element.tag.removeprefix(NAME) in kinds
        assert not [name for name in element.attrib if name.startswith("on") or "href" in name or name == "id"]
        assert not [value for value in element.attrib.values() if "url(" in value or "javascript:" in value]
    styles = [element.text or "" for element in root.iter(f"{NAME}style")]
    assert bool(styles) is (theme is Theme.AUTO)
    assert not [text for text in styles if "url" in text or "@import" in text]


def test_texts_are_escaped_wherever_they_come_from() -> None:
    """A caption and a title with markup and what XML cannot hold are shown as text, without what it cannot hold."""
    view = deal(CODE).view()
    root = ET.fromstring(picture(view, caption=[HOSTILE[:50]], title=HOSTILE))
    kept = '<script>alert(1)</script> "&\'" ]]> --> [2J ♥'
    assert (root.findtext(f"{NAME}title"), root.findtext(f"{NAME}desc")) == (kept, str(view))
    assert any(element.text and element.text.startswith("<script>") for element in root.iter(f"{NAME}text"))
    assert not list(root.iter(f"{NAME}script"))


@settings(max_examples=20)
@given(NUMBERS, st.randoms(use_true_random=False))
def test_a_picture_tells_nothing_of_hidden_cards(number: int, rng: Any) -> None:  # noqa: ANN401  random.Random
    """When only hidden cards change places, position and game look the same to the last byte."""
    position = _with_hidden_cards(number)
    row = bytearray(position.row)
    hidden = [at for at, byte in enumerate(row[: 16 * 13]) if byte >= 64]
    cards = [row[at] for at in hidden]
    rng.shuffle(cards)
    for at, card in zip(hidden, cards, strict=True):
        row[at] = card
    other = Position.from_row(bytes(row), position.rules)
    assert other._repr_svg_() == position._repr_svg_()
    assert Game(other)._repr_svg_() == Game(position)._repr_svg_()


def _with_hidden_cards(number: int) -> Position:
    return Position.deal(number, Rules(face_down=True))


def test_a_notebook_is_shown_view_position_and_game() -> None:
    """A position is drawn as its view; a game says its code, moves and outcome besides."""
    position = deal("CR1-H-AAAAAAB")
    assert position._repr_svg_() == position.view()._repr_svg_()
    assert Picture(position._repr_svg_()).cards() == shown(position.view())
    assert "3 redeals left" in Picture(position._repr_svg_()).words()
    game = Game(CODE)
    game.play("15-K")
    words = Picture(game._repr_svg_()).words()
    assert {"1 move, 3 redeals left", CODE} <= set(words)
    assert "won" in Picture(Game(Position.parse(f"{'/'.join('-' * 16)} KKKK AAAA 0"))._repr_svg_()).words()


def test_nothing_is_loaded_before_a_picture_is_asked_for() -> None:
    """`import crescent` loads no painter; the first picture does."""
    program = (
        "import sys, crescent; before = 'crescent.text.svg' in sys.modules;"
        "crescent.deal('CR1-N-AAAAAAB')._repr_svg_(); print(before, 'crescent.text.svg' in sys.modules,"
        "'crescent.text.wording' in sys.modules, 'PIL' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert result.stdout.split() == ["False", "True", "True", "False"]


@settings(max_examples=30)
@given(NUMBERS, st.data())
def test_a_move_is_an_arrow_from_its_card_to_its_target(number: int, data: st.DataObject) -> None:
    """The arrow's tail lies on the card that moves, its tip on the card it goes to; the redeal has none."""
    view = random_view(number)
    actions = view.legal_actions()
    if not actions:
        return
    move = MOVES[data.draw(st.sampled_from(actions))]
    look = Look(data.draw(st.sampled_from(Style)))
    marks = Picture(picture(view, look, Highlights(move=move))).marks()
    if move.is_redeal:
        assert marks is None
        return
    assert marks is not None
    (arrow,) = marks.iter(f"{NAME}polygon")
    target = landing(view, move)
    assert move.source is not None
    assert target is not None
    points = corners(arrow)
    tail = ((points[0][0] + points[6][0]) / 2, (points[0][1] + points[6][1]) / 2)
    assert _on_card(tail, _frames(view, look, Highlights(last=move.source))[0])
    assert _on_card(points[3], _frames(view, look, Highlights(last=target))[0])


def _on_card(point: tuple[float, float], corner: tuple[float, float]) -> bool:
    return 0 <= point[0] - corner[0] <= 64 and 0 <= point[1] - corner[1] <= 88


def _frames(view: View, look: Look, highlights: Highlights) -> list[tuple[float, float]]:
    """Where the marked cards lie: the upper left corner of each."""
    marks = Picture(picture(view, look, highlights)).marks()
    assert marks is not None
    places = [sprite.attrib["transform"].removeprefix("translate(").rstrip(")").split() for sprite in marks]
    return [(float(x), float(y)) for x, y in places]


@settings(max_examples=20)
@given(NUMBERS)
def test_a_selected_card_shows_where_it_can_go(number: int) -> None:
    """A frame for the card and one for each place that accepts it: exactly the targets of its legal moves."""
    view = random_view(number)
    for move in view.legal_moves()[:3]:
        if move.source is None:
            continue
        accepting = {landing(view, other) for other in view.legal_moves() if other.source == move.source}
        assert set(targets(view, move.source)) == accepting
        frames = _frames(view, SCREEN, Highlights(selected=move.source))
        expected = [_frames(view, SCREEN, Highlights(last=place))[0] for place in accepting if place]
        assert sorted(frames[:-1]) == sorted(expected)
        assert frames[-1] == _frames(view, SCREEN, Highlights(last=move.source))[0]


def test_the_last_move_is_marked_where_it_came_from_and_went() -> None:
    """One frame each, the one where it came from dashed."""
    position = deal(CODE)
    marks = Picture(
        picture(
            position.play("2-K").view(), highlights=Highlights(last=landing(position, Move.parse("2-K")), left=Pile(2))
        )
    ).marks()
    assert marks is not None
    dashes = ["stroke-dasharray" in ET.tostring(sprite, "unicode") for sprite in marks]
    assert dashes == [True, False]


def test_cards_are_lettered_in_any_language() -> None:
    """With the ranks of German, jacks and queens read B and D."""
    words = Picture(picture(deal(CODE).view(), Look(ranks=languages["de"].ranks))).words()
    assert {"B", "D", "10"} <= set(words)
    assert not {"J", "Q"} & set(words)


PICTURES = {
    f"{name} {style.value} {theme.value}": (view, style, theme)
    for name, view in {
        "deal": deal(CODE).view(),
        "midgame": midgame().view(),
        "hidden": midgame("hidden").view(),
        "classic": midgame("classic").view(),
        "won": won(),
    }.items()
    for style in Style
    for theme in Theme
}


def digest(name: str) -> str:
    """The fingerprint of one of `PICTURES`."""
    view, style, theme = PICTURES[name]
    place = Pile(3) if view.top(Pile(3)) else None
    text = picture(view, Look(style), Highlights(move=Move.parse("15-K"), last=place, selected=place), theme=theme)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


def test_pictures_are_the_same_everywhere() -> None:
    """The same view gives the same bytes on every machine: those whose fingerprints are kept.

    A change of the drawing changes them all; look at the pictures, then run this file as a program.
    """
    assert {name: digest(name) for name in PICTURES} == json.loads(GOLDEN.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"view": deal(CODE)}, WrongTypeError, "a picture's view"),
        ({"view": None}, WrongTypeError, "a picture's view"),
        ({"look": "full"}, WrongTypeError, "a picture's look"),
        ({"highlights": "2-K"}, WrongTypeError, "a picture's highlights"),
        ({"theme": "dark"}, WrongTypeError, "a picture's theme"),
        ({"title": None}, WrongTypeError, "a picture's title"),
        ({"caption": "one text"}, WrongTypeError, "a picture's caption"),
        ({"caption": [1]}, WrongTypeError, "a line of a caption"),
        ({"caption": ["a"] * 4}, RulesError, "a caption's lines"),
        ({"width": "400"}, WrongTypeError, "a picture's width"),
        ({"width": True}, WrongTypeError, "a picture's width"),
        ({"width": 0}, RulesError, "50 to 10000"),
        ({"width": 10**30}, RulesError, "50 to 10000"),
    ],
)
def test_wrong_arguments_are_refused_by_name(arguments: dict[str, Any], error: type[Exception], message: str) -> None:
    """Each raises one error of ours that says which argument it was."""
    with pytest.raises(error, match=message):
        picture(**{"view": deal(CODE).view(), **arguments})


@pytest.mark.parametrize(
    ("kind", "arguments", "message"),
    [
        (Look, {"style": "full"}, "a picture's style"),
        (Look, {"room": (6, 6)}, "a picture's room"),
        (Look, {"ranks": {}}, "what stands on a card"),
        (Look, {"ranks": None}, "what stands on a card"),
        (Highlights, {"move": "2-K"}, "a picture's move"),
        (Highlights, {"last": 3}, "a highlighted place"),
        (Highlights, {"selected": Direction.ASCENDING}, "a highlighted place"),
    ],
)
def test_wrong_options_are_refused_by_name(kind: type, arguments: dict[str, Any], message: str) -> None:
    """Looks and highlights check what they are made of."""
    with pytest.raises(WrongTypeError, match=message):
        kind(**arguments)


def test_long_captions_and_ranks_are_bounded() -> None:
    """A line of a million characters is cut, a rank of three refused."""
    assert len(picture(deal(CODE).view(), caption=["x" * 10**6])) < 10**5
    with pytest.raises(RulesError, match="1 or 2 characters"):
        Look(ranks=dict.fromkeys(crescent.Rank, "xxx"))


def test_pictures_of_one_room_have_one_size() -> None:
    """However many cards the piles hold, as the pictures of one game need."""
    views = [random_view(number) for number in range(20)]
    look = Look(room=Room.of(views))
    assert len({Picture(picture(view, look)).size for view in views}) == 1
    assert len({Picture(picture(view, SCREEN)).size for view in views}) == 1
    assert Highlights(move=REDEAL).move is REDEAL


if __name__ == "__main__":
    GOLDEN.write_text(json.dumps({name: digest(name) for name in PICTURES}, indent=1) + "\n", encoding="utf-8")
