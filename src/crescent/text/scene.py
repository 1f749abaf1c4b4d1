"""The horseshoe as a scene: what a picture of a view shows, and where, before anybody paints it.

`crescent.text.svg` paints scenes as SVG, `crescent.text.raster` as pixels; neither knows the board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, NamedTuple

from crescent.cards import RANKS, Rank
from crescent.errors import RulesError, WrongTypeError, shown
from crescent.moves import MOVES, PLACES, REDEAL_INDEX, Direction, Foundation, Move, Pile, Place
from crescent.text.layout import LABEL_HEIGHT, Layout, Room, Style
from crescent.text.palette import Ink
from crescent.text.shapes import CARD_HEIGHT, CARD_WIDTH, Arrow, Sprite, Words, back, covered, empty, face, frame
from crescent.view import View

RANK_TEXTS: Final[Mapping[Rank, str]] = MappingProxyType(
    {rank: "10" if rank is Rank.TEN else rank.letter for rank in RANKS}
)
"""What stands on cards in English."""

LONGEST_CAPTION: Final = 60
"""Characters of a caption's line that are shown; the rest is cut off."""

MOST_LINES: Final = 3
"""Lines that a caption has at most."""


@dataclass(frozen=True, slots=True)
class Highlights:
    """What a picture points out.

    Attributes:
        move: a move to be played: an arrow from its card to its target; the redeal has none.
        last: where the last move's card went (`crescent.text.board.landing`): a frame.
        left: where it came from: a dashed frame.
        selected: a place whose top card is selected: a frame, and dashed ones where that card can go.
    """

    move: Move | None = None
    last: Place | None = None
    left: Place | None = None
    selected: Place | None = None

    def __post_init__(self) -> None:
        """Check the types.

        Raises:
            WrongTypeError: something is no move or no place.
        """
        if not isinstance(self.move, Move | None):
            raise WrongTypeError("a picture's move", "a Move", self.move)
        for place in (self.last, self.left, self.selected):
            if not isinstance(place, Pile | Foundation | None):
                raise WrongTypeError("a highlighted place", "a Pile or a Foundation", place)


@dataclass(frozen=True, slots=True)
class Look:
    """How a picture is laid out.

    Attributes:
        style: all cards of the piles, or the top ones.
        room: room for fans; None for just what the view needs.  Pictures of one room have one size.
        ranks: what stands on cards of each rank, 1 or 2 characters.
    """

    style: Style = Style.FULL
    room: Room | None = None
    ranks: Mapping[Rank, str] = field(default_factory=lambda: RANK_TEXTS)

    def __post_init__(self) -> None:
        """Check the types.

        Raises:
            WrongTypeError: `style` is no `Style`, `room` no `Room`, or a rank has no text.
            RulesError: a rank's text is not 1 or 2 characters.
        """
        if not isinstance(self.style, Style):
            raise WrongTypeError("a picture's style", "a Style", self.style)
        if self.room is not None and not isinstance(self.room, Room):
            raise WrongTypeError("a picture's room", "a Room", self.room)
        ranks: object = self.ranks
        for rank in RANKS:
            text = ranks.get(rank) if isinstance(ranks, Mapping) else None
            if not isinstance(text, str):
                raise WrongTypeError("what stands on a card", "a text for each Rank", self.ranks)
            if not 1 <= len(text) <= 2:
                raise RulesError("what stands on a card", shown(text), "1 or 2 characters")


class Group(NamedTuple):
    """What belongs to one place, to the marks or to the caption."""

    name: str
    sprites: tuple[Sprite, ...]


class Scene(NamedTuple):
    """A picture to be painted: groups from back to front, always the same names in the same order."""

    width: int
    height: int
    groups: tuple[Group, ...]


def scene(
    view: View,
    look: Look = Look(),
    highlights: Highlights = Highlights(),
    caption: Sequence[str] | None = None,
) -> Scene:
    """The scene of `view`.

    Args:
        view: what the player may know; cards that the player has not seen are drawn from behind.
        look: how it is laid out.
        highlights: what is pointed out.
        caption: lines for the middle, `MOST_LINES` at most; None tells the redeals left.

    Raises:
        WrongTypeError: an argument has the wrong type.
        RulesError: the caption has too many lines.
    """
    if not isinstance(view, View):
        raise WrongTypeError("a picture's view", "a View", view)
    if not isinstance(look, Look):
        raise WrongTypeError("a picture's look", "a Look", look)
    if not isinstance(highlights, Highlights):
        raise WrongTypeError("a picture's highlights", "Highlights", highlights)
    layout = Layout(look.style, Room.of([view]) if look.room is None else look.room)
    groups = [Group(str(place), _drawn(place, view, look, layout)) for place in PLACES]
    groups.append(Group("caption", _caption(_checked(caption, view), layout)))
    groups.append(Group("marks", _marks(view, highlights, layout)))
    return Scene(layout.width, layout.height, tuple(groups))


def height_of(view: View, place: Place) -> int:
    """How many cards lie at a place."""
    if isinstance(place, Pile):
        return view.heights[place.place]
    if place.direction is Direction.ASCENDING:
        return view.ascending[place.suit].order + 1
    return 13 - view.descending[place.suit].order


def ends(view: View, move: Move) -> tuple[Place, Place] | None:
    """Where the card of `move`, to be played in `view`, lies and goes; None for the redeal or where no card lies."""
    top = view.top(move.source) if move.source else None
    if move.source is None or move.target is None or top is None:
        return None
    if isinstance(move.target, Direction):
        return move.source, Foundation(top.suit, move.target)
    return move.source, move.target


def redeals_text(left: int) -> str:
    """How many redeals are left, in English."""
    return "1 redeal left" if left == 1 else f"{left or 'no'} redeals left"


def _checked(caption: Sequence[str] | None, view: View) -> Sequence[str]:
    """The lines of the caption."""
    if caption is None:
        return (redeals_text(view.redeals_left),)
    if isinstance(caption, str) or not isinstance(caption, Sequence):
        raise WrongTypeError("a picture's caption", "a sequence of texts", caption)
    if len(caption) > MOST_LINES:
        raise RulesError("a caption's lines", len(caption), f"at most {MOST_LINES}")
    for line in caption:
        if not isinstance(line, str):
            raise WrongTypeError("a line of a caption", "a text", line)
    return [line if len(line) <= LONGEST_CAPTION else f"{line[: LONGEST_CAPTION - 1]}…" for line in caption]


def _drawn(place: Place, view: View, look: Look, layout: Layout) -> tuple[Sprite, ...]:
    """A place's cards, and under them its name and count."""
    height = height_of(view, place)
    spot = layout.spot(place, height)
    sprites = []
    if isinstance(place, Pile) and look.style is Style.FULL:
        cards = view.piles[place.place]
        for depth, card in enumerate(cards[:-1]):
            shapes = back() if card is None else covered(card, look.ranks[card.rank], spot.fan)
            sprites.append(Sprite(*spot.card(depth), shapes))
    top = view.top(place)
    x, y = layout.top(place, height)
    sprites.append(Sprite(x, y, empty() if top is None else face(top, look.ranks[top.rank])))
    label = Words(0, 0, f"{place} ×{height}", 20, Ink.TEXT)
    sprites.append(Sprite(x + CARD_WIDTH / 2, y + CARD_HEIGHT + LABEL_HEIGHT - 4, (label,)))
    return tuple(sprites)


def _caption(lines: Sequence[str], layout: Layout) -> tuple[Sprite, ...]:
    """The caption's lines, one under the other."""
    x, y = layout.caption
    return tuple(
        Sprite(x, y + 30 * number, (Words(0, 0, line, 26 if number == 0 else 22, Ink.TEXT),))
        for number, line in enumerate(lines)
    )


def _marks(view: View, highlights: Highlights, layout: Layout) -> tuple[Sprite, ...]:
    """Frames around places, and the arrow of a move."""

    def corner(place: Place) -> tuple[float, float]:
        return layout.top(place, height_of(view, place))

    sprites = []
    if highlights.left is not None:
        sprites.append(Sprite(*corner(highlights.left), frame(Ink.LAST, dashed=True)))
    if highlights.last is not None:
        sprites.append(Sprite(*corner(highlights.last), frame(Ink.LAST)))
    if highlights.selected is not None:
        sprites += [
            Sprite(*corner(target), frame(Ink.TARGET, dashed=True)) for target in targets(view, highlights.selected)
        ]
        sprites.append(Sprite(*corner(highlights.selected), frame(Ink.SELECTED)))
    where = ends(view, highlights.move) if highlights.move else None
    if where is not None:
        (x, y), (to_x, to_y) = corner(where[0]), corner(where[1])
        sprites.append(Sprite(0, 0, (_arrow(x, y, to_x, to_y),)))
    return tuple(sprites)


def targets(view: View, source: Place) -> tuple[Place, ...]:
    """The places that accept the top card of `source`, by their numbers."""
    found = []
    for action in view.legal_actions():
        move = MOVES[action]
        where = ends(view, move) if action != REDEAL_INDEX and move.source == source else None
        if where is not None:
            found.append(where[1])
    return tuple(sorted(found, key=lambda place: place.place))


def _arrow(x: float, y: float, to_x: float, to_y: float) -> Arrow:
    """The arrow from one card to another, from the first's middle to near the second's."""
    across, down = to_x - x, to_y - y
    length = max((across**2 + down**2) ** 0.5, 1.0)
    short = min(20.0, length / 3) / length
    middle_x, middle_y = CARD_WIDTH / 2, CARD_HEIGHT / 2
    return Arrow(
        x + middle_x, y + middle_y, to_x + middle_x - short * across, to_y + middle_y - short * down, Ink.ARROW
    )
