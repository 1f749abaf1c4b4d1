"""The layout is the horseshoe of the rules: nothing overlaps, nothing lies outside, whatever the piles hold."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Direction, Foundation, Suit
from crescent.moves import PILES, PLACES, Pile, Place
from crescent.text.layout import LABEL_HEIGHT, LINE, MARGIN, MOST_FANNED, STEP, Layout, Room, Style
from crescent.text.shapes import CARD_HEIGHT, CARD_WIDTH, Fan
from tests.pictures.views import tall

HEIGHTS = st.lists(st.integers(0, 31), min_size=16, max_size=16)
Rectangle = tuple[float, float, float, float]


def around(layout: Layout, place: Place, height: int) -> Rectangle:
    """What a place takes up with its label: left, top, right, bottom."""
    spot = layout.spot(place, height)
    cards = [spot.card(depth) for depth in range(max(height, 1) if isinstance(place, Pile) else 1)]
    left, top = min(x for x, _ in cards), min(y for _, y in cards)
    return left, top, max(x for x, _ in cards) + CARD_WIDTH, max(y for _, y in cards) + CARD_HEIGHT + LABEL_HEIGHT


@settings(max_examples=100)
@given(st.sampled_from(Style), HEIGHTS, st.tuples(st.integers(-3, 40), st.integers(-3, 40)))
def test_places_lie_apart_and_inside(style: Style, heights: list[int], room: tuple[int, int]) -> None:
    """No two places overlap, labels included, and none reaches over the picture's edge."""
    layout = Layout(style, Room(*room))
    boxes = [around(layout, place, heights[place.place] if isinstance(place, Pile) else 13) for place in PLACES]
    for left, top, right, bottom in boxes:
        assert 0 <= left < right <= layout.width
        assert 0 <= top < bottom <= layout.height
    for one, other in combinations(boxes, 2):
        assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert layout.width % 2 == layout.height % 2 == 0


@pytest.mark.parametrize("style", Style)
def test_the_piles_form_the_horseshoe(style: Style) -> None:
    """1 to 4 up the left, 5 to 12 along the top, 13 to 16 down the right, the aces' row inside above the kings'."""
    layout = Layout(style, Room(6, 6))
    at = {place: layout.spot(place, 6)[:2] for place in PLACES}
    left, top, right = PILES[:4], PILES[4:12], PILES[12:]
    assert [at[pile][1] for pile in left] == sorted((at[pile][1] for pile in left), reverse=True)
    assert [at[pile][0] for pile in top] == sorted(at[pile][0] for pile in top)
    assert [at[pile][1] for pile in right] == sorted(at[pile][1] for pile in right)
    assert len({at[pile][0] for pile in left}) == len({at[pile][0] for pile in right}) == 1
    assert len({at[pile][1] for pile in top}) == 1
    for direction in Direction:
        row = [at[Foundation(suit, direction)] for suit in Suit]
        assert [x for x, _ in row] == sorted(x for x, _ in row)
        assert len({y for _, y in row}) == 1
        assert at[Pile(1)][0] < row[0][0] < row[-1][0] < at[Pile(16)][0]
    aces, kings = (at[Foundation(Suit.SPADES, direction)][1] for direction in Direction)
    assert at[Pile(5)][1] < aces < kings


def test_fans_grow_towards_the_middle() -> None:
    """Down from the top, right from the left side, left from the right side; each card a step further."""
    layout = Layout(Style.FULL, Room(6, 6))
    for pile, fan, step in ((7, Fan.DOWN, (0, STEP)), (2, Fan.RIGHT, (STEP, 0)), (15, Fan.LEFT, (-STEP, 0))):
        spot = layout.spot(Pile(pile), 6)
        (x, y), (to_x, to_y) = spot.card(2), spot.card(3)
        assert (spot.fan, (to_x - x, to_y - y)) == (fan, step)


@given(HEIGHTS)
def test_rank_and_suit_of_every_card_can_be_seen(heights: list[int]) -> None:
    """However tall the piles, no card lies on the corner of another one under it, in which its rank stands."""
    layout = Layout(Style.FULL, Room(max(heights[4:12]), max(heights[:4] + heights[12:])))
    for pile in PILES:
        spot = layout.spot(pile, heights[pile.place])
        cards = [spot.card(depth) for depth in range(heights[pile.place])]
        for depth, (x, y) in enumerate(cards):
            left, right = (x + CARD_WIDTH - 30, x + CARD_WIDTH) if spot.fan is Fan.LEFT else (x, x + 30)
            bottom = y + (30 if spot.fan is Fan.DOWN else 55)
            for above_x, above_y in cards[depth + 1 :]:
                assert right <= above_x or above_x + CARD_WIDTH <= left or bottom <= above_y


def test_pictures_grow_in_height_with_tall_piles() -> None:
    """Not in width, where all letters would shrink: lines of 13 at the sides, and the whole fan along the top."""
    assert Room.of([tall(13)]) == Room(13, 13)
    assert Room.of([tall(26)]) == Room(26, 26)
    assert Room.of([]) == Room(1, 1)
    assert Room(99, 99).cleared() == Room(MOST_FANNED, MOST_FANNED)
    some, many = (Layout(Style.FULL, Room(cards, cards)) for cards in (13, 26))
    assert many.width == some.width
    assert many.height == some.height + 13 * STEP + 4 * LINE
    assert many.spot(Pile(1), 26).card(13) == (MARGIN, many.spot(Pile(1), 26).y + LINE)
