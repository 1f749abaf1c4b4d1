"""The horseshoe in characters shows every place of any reachable position, in its place and in its style."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Card, Direction, Foundation, Pile, Position, Rules, Suit, View, WrongTypeError, deal, variants
from crescent.moves import PLACES, REDEAL, Move, Place
from crescent.text.board import HEIGHT, WIDTH, Style, horseshoe, landing

A, K = Direction
GOLDEN = Path(__file__).parent / "golden"
ESCAPE = re.compile(r"\x1b\[[0-9;]*m")

# What the rules page says: piles 1-4 up the left, 5-12 along the top, 13-16 down the right, the aces' row in the
# middle above the kings'.  A dot is no place.
LAYOUT = """
    .   5   6   7   8   9   10  11  12  .
    4   .   .   .   .   .   .   .   .   13
    3   .   .   SA  HA  DA  CA  .   .   14
    2   .   .   SK  HK  DK  CK  .   .   15
    1   .   .   R   .   .   .   .   .   16
"""
SPOTS = {
    name: (row, column)
    for row, line in enumerate(LAYOUT.split("\n")[1:-1])
    for column, name in enumerate(line.split())
    if name != "."
}
Wording = Callable[[Card], str]


def english(card: Card) -> str:
    """`10♥`, `J♦`."""
    return f"{card.rank}{card.suit.symbol}".replace("T", "10")


def german(card: Card) -> str:
    """`10♥`, `B♦`, `D♣`."""
    return english(card).replace("J", "B").replace("Q", "D")


def played(position: Position, plies: int, seed: int) -> Position:
    """The position some random plies on, mostly home, so that piles run empty too."""
    chooser = random.Random(seed)
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            break
        home = [move for move in moves if isinstance(move.target, Direction)]
        position = position.play(chooser.choice(home or moves))
    return position


positions = st.builds(
    lambda number, name, plies, seed: played(Position.deal(number, variants[name].rules), plies, seed),
    st.integers(0, 2**35 - 1),
    st.sampled_from(variants.names()),
    st.integers(0, 250),
    st.integers(0, 9),
)
styles = st.builds(Style, unicode=st.booleans(), colour=st.booleans(), frames=st.booleans())
wordings = st.sampled_from([english, german])
places = st.sampled_from([None, *PLACES])


def cells(board: str, style: Style) -> dict[str, tuple[str, str]]:
    """What stands at every spot of the layout: the card's line and the label's, without colours and frames."""
    lines = ESCAPE.sub("", board).split("\n")
    if not style.framed:
        lines.insert(0, "")
    return {
        name: (
            lines[3 * row + 1].ljust(WIDTH)[7 * column : 7 * column + 6].strip(" │┃║[]*><"),
            lines[3 * row + 2].ljust(WIDTH)[7 * column : 7 * column + 6].strip(),
        )
        for name, (row, column) in SPOTS.items()
    }


def count(position: Position, place: Place) -> int:
    """How many cards lie at a place."""
    if isinstance(place, Pile):
        return len(position.piles[place.number - 1])
    if place.direction is Direction.ASCENDING:
        return position.ascending[place.suit].order + 1
    return 13 - position.descending[place.suit].order


@settings(max_examples=60)
@given(position=positions, style=styles, wording=wordings, last=places, selected=places)
def test_every_place_shows_its_top_card_its_name_and_its_count(
    position: Position, style: Style, wording: Wording, last: Place | None, selected: Place | None
) -> None:
    """Whatever is marked, each place stands where the rules page puts it, with card, name and count."""
    shown = cells(horseshoe(position.view(), wording, style, last=last, selected=selected), style)
    ascii_letters = str.maketrans("♠♥♦♣", "SHDC")
    for place in PLACES:
        top = position.top(place)
        text = ("──" if style.unicode else "--") if top is None else wording(top)
        times = "×" if style.unicode else "x"
        assert shown[str(place)] == (
            text if style.unicode else text.translate(ascii_letters),
            f"{place} {times}{count(position, place)}",
        )
    assert shown["R"][1].endswith(f"R {'×' if style.unicode else 'x'}{position.redeals_left}")


@settings(max_examples=60)
@given(position=positions, style=styles, wording=wordings, last=places, selected=places)
def test_a_board_leaves_room_for_a_prompt_on_a_small_terminal(
    position: Position, style: Style, wording: Wording, last: Place | None, selected: Place | None
) -> None:
    """It stays within its promised lines and columns, below 80 x 24, and no line ends in a space."""
    assert WIDTH <= 78
    assert HEIGHT <= 20
    board = horseshoe(position.view(), wording, style, last=last, selected=selected)
    lines = ESCAPE.sub("", board).split("\n")
    assert len(lines) == HEIGHT - (not style.framed)
    assert max(map(len, lines)) <= WIDTH
    assert all(line == line.rstrip() for line in [*lines, *board.split("\n")])


@settings(max_examples=40)
@given(position=positions, wording=wordings, last=places, selected=places)
def test_plain_styles_have_no_foreign_bytes(
    position: Position, wording: Wording, last: Place | None, selected: Place | None
) -> None:
    """An ASCII board is ASCII in every language, and a board without colour has no escape."""
    for unicode in (False, True):
        board = horseshoe(position.view(), wording, Style(unicode=unicode), last=last, selected=selected)
        assert board.isascii() or unicode
        assert "\x1b" not in board


@settings(max_examples=40)
@given(position=positions, wording=wordings, last=places, selected=places)
def test_a_board_without_frames_is_the_ascii_board_with_symbols(
    position: Position, wording: Wording, last: Place | None, selected: Place | None
) -> None:
    """Where frames are not wanted, suits and dashes are all that tells the board from the ASCII one."""
    ascii_board, board = (
        horseshoe(position.view(), wording, Style(unicode=unicode, frames=False), last=last, selected=selected)
        for unicode in (False, True)
    )
    assert not set(board) & set("╭│┏┃╔║")
    assert board.translate(str.maketrans("♠♥♦♣×─", "SHDCx-")) == ascii_board


@settings(max_examples=40)
@given(position=positions, unicode=st.booleans(), last=places, selected=places)
def test_colour_adds_nothing_but_colour(
    position: Position, unicode: bool, last: Place | None, selected: Place | None
) -> None:
    """Without its escapes a coloured board is the plain one, and every colour is taken back before its line ends."""
    view = position.view()
    coloured = horseshoe(view, english, Style(unicode=unicode, colour=True), last=last, selected=selected)
    assert ESCAPE.sub("", coloured) == horseshoe(view, english, Style(unicode=unicode), last=last, selected=selected)
    for line in coloured.split("\n"):
        assert re.fullmatch(r"([^\x1b]|\x1b\[[1-9][0-9;]*m[^\x1b]+\x1b\[0m)*", line)


@settings(max_examples=40)
@given(position=positions, unicode=st.booleans())
def test_red_suits_alone_are_red(position: Position, unicode: bool) -> None:
    """A card stands between red escapes exactly when its suit is red."""
    board = horseshoe(position.view(), english, Style(unicode=unicode, colour=True))
    tops = [top for top in map(position.top, PLACES) if top]
    assert board.count("\x1b[31m") == sum(top.suit.is_red for top in tops)
    assert all(red[-1] in "♥♦HD" for red in re.findall(r"\x1b\[31m(.+?)\x1b", board))


@settings(max_examples=60)
@given(position=positions, style=styles, last=places, selected=places)
def test_marks_show_without_colour_where_there_is_a_card(
    position: Position, style: Style, last: Place | None, selected: Place | None
) -> None:
    """The last target and the selection differ from all other places, and from each other, by their frames."""
    board = ESCAPE.sub("", horseshoe(position.view(), english, style, last=last, selected=selected))
    heavy, double = ("┏━━━━┓", "╔════╗") if style.framed else ("*", ">")
    has_selected = selected is not None and position.top(selected) is not None
    has_last = last is not None and position.top(last) is not None and last != selected
    assert board.count(double) == has_selected
    assert board.count(heavy) == has_last * (1 if style.framed else 2)


@settings(max_examples=40)
@given(number=st.integers(0, 2**35 - 1), plies=st.integers(0, 60), seed=st.integers(0, 9), style=styles)
def test_hidden_cards_never_influence_the_picture(number: int, plies: int, seed: int, style: Style) -> None:
    """Shuffling the face-down cards among themselves leaves the board as it was."""
    rules = Rules(face_down=True)
    position = played(Position.deal(number, rules), plies, seed)
    hidden = re.findall("[A2-9TJQK][shdc]", str(position))
    random.Random(seed).shuffle(hidden)
    other = Position.parse(re.sub("[A2-9TJQK][shdc]", lambda _: hidden.pop(), str(position)), rules)
    assert other.view() == position.view()
    assert horseshoe(other.view(), english, style) == horseshoe(position.view(), english, style)


def test_a_board_takes_nothing_but_a_view() -> None:
    """A position, which knows the hidden cards, is refused by type."""
    with pytest.raises(WrongTypeError, match="View, not Position"):
        horseshoe(deal("CR1-H-AAAAAAB"), english)  # type: ignore[arg-type]  # the wrong type is the point


@settings(max_examples=60)
@given(position=positions, choice=st.integers(0, 408))
def test_landing_is_where_the_card_lies_afterwards(position: Position, choice: int) -> None:
    """After any legal move the moved card is the top card of the landing place; a redeal has none."""
    moves = position.legal_moves()
    if not moves:
        return
    move = moves[choice % len(moves)]
    place = landing(position.view(), move)
    if move.source is None:
        assert place is None
        return
    assert place is not None
    assert position.play(move).top(place) == position.top(move.source)


def test_landing_without_a_card_is_nowhere() -> None:
    """From an empty pile no card goes to "the foundation of its suit"; a redeal has no target."""
    view = View.parse(emptied(), Rules())
    assert landing(view, Move(Pile(1), Direction.ASCENDING)) is None
    assert landing(view, REDEAL) is None
    assert landing(view, Move(Pile(2), Direction.DESCENDING)) == Foundation(top_of_two(view).suit, Direction.DESCENDING)


def emptied() -> str:
    """A position whose first pile is empty: its cards lie on the second."""
    piles, *rest = str(deal("CR1-N-AAAAAAB")).split(" ")
    first, second, *others = piles.split("/")
    return " ".join(["/".join(["-", first + second, *others]), *rest])


def top_of_two(view: View) -> Card:
    """The top card of pile 2."""
    top = view.top(Pile(2))
    assert top is not None
    return top


LATE = (
    "JS2HTS5H4H3H9S/3C9SKH6C5CTH/3SJH/-/7S4SKC6D9C9H/3C8SAH9C7D/JC3D7S8S2SAS5D/TS4SJD8C7C6C5C4H3H7H/2C6HKSAC5S6S5S8H/"
    "8H4C8C4DQS/9DTC5H6HQH2H/TC6S7CKD/QDQCTD8D/4C2DAD7H/-/- 3A52 J96J 1"
)


@pytest.mark.parametrize(
    ("name", "position", "wording", "style", "last", "selected"),
    [
        ("deal-frames", deal("CR1-N-AAAAAAB"), english, Style(), None, None),
        ("deal-ascii", deal("CR1-N-AAAAAAB"), english, Style(unicode=False), None, None),
        ("late-frames-german", Position.parse(LATE), german, Style(), Foundation(Suit.DIAMONDS, A), Pile(10)),
        ("late-ascii-german", Position.parse(LATE), german, Style(unicode=False), Pile(13), Foundation(Suit.SPADES, K)),
        ("late-colour", Position.parse(LATE), english, Style(colour=True), Pile(5), Pile(12)),
    ],
)
def test_golden_pictures(
    name: str, position: Position, wording: Wording, style: Style, last: Place | None, selected: Place | None
) -> None:
    """These pictures were looked at and found good; a change to one is a decision."""
    board = horseshoe(position.view(), wording, style, last=last, selected=selected)
    assert f"{board}\n" == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")
