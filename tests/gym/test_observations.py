"""What the built-in observations show, against a plain reading of the view; and how one's own plug in."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import crescent
from crescent import Position, Rules, View, variants
from crescent.cards import CARDS, SUITS
from crescent.errors import DuplicateNameError
from crescent.moves import FOUNDATIONS, PILES
from crescent_gym import ArgumentTypeError, CrescentEnv, Observation, observations
from crescent_gym.flat import Flat
from crescent_gym.observations import Cards
from tests.boards import random_board
from tests.gym.playing import CODE, legal

ALL_RULES = {name: variants[name].rules for name in variants} | {
    "smallest": Rules(redeals=0, pile_capacity=6),
    "largest": Rules(redeals=99, pile_capacity=31, face_down=True, foundation_to_pile=True),
}


def row_of(view: View) -> NDArray[np.uint8]:
    """The view's row as observations get it."""
    return np.frombuffer(view.row, np.uint8)


@st.composite
def views(draw: st.DrawFn, rules: Rules | None = None) -> View:
    """Views of positions anywhere between deal and end, under any of `ALL_RULES`."""
    rules = rules or draw(st.sampled_from(list(ALL_RULES.values())))
    rng = random.Random(draw(st.integers(0, 2**32)))
    heights = draw(st.lists(st.integers(1, 13), min_size=8, max_size=8))
    redeals = rng.randint(0, rules.redeals)
    text = random_board(rng, heights, redeals=redeals, capacity=rules.pile_capacity, face_down=rules.face_down)
    return Position.parse(text, rules).view()


def described(view: View) -> Iterator[float]:
    """The numbers of `flat`, read off the view card by card."""
    for foundation in FOUNDATIONS:
        ascending = foundation.direction.letter == "A"
        start = (view.ascending if ascending else view.descending)[foundation.suit].order
        order = start + 1 if ascending else start - 1
        for pile in view.piles:
            depths = [
                depth
                for depth, card in enumerate(reversed(pile))
                if card is not None and card.suit is foundation.suit and card.rank.order == order
            ]
            yield 1 / (1 + min(depths)) if depths else 0
    for pile in view.piles:
        shown = [*reversed(pile)][:3]
        for card in [*((kind,) for kind in shown), *([()] * (3 - len(shown)))]:
            known = card[0] if card else None
            unseen = 1 / 4 if card and known is None else 0
            yield from (float(known.suit is suit) if known is not None else unseen for suit in SUITS)
            yield (known.rank.order + 1) / 13 if known is not None else 0
    yield from (len(pile) / view.rules.pile_capacity for pile in view.piles)
    yield from ((view.ascending[suit].order + 1) / 13 for suit in SUITS)
    yield from ((13 - view.descending[suit].order) / 13 for suit in SUITS)
    yield view.redeals_left / (view.rules.redeals or 1)


@settings(max_examples=150)
@given(view=views())
def test_flat_is_what_a_player_reads_off_the_board(view: View) -> None:
    """Every number of `flat` is the one that counting the view's cards gives, and lies in the space."""
    observation = Flat().encode(row_of(view), view.rules)
    assert observation in Flat().space(view.rules)
    assert np.array_equal(observation, np.array([*described(view)], np.float32))


@settings(max_examples=100)
@given(view=views())
def test_cards_is_the_view(view: View) -> None:
    """`cards` is in its space, and the view can be made of it again."""
    observation = Cards().encode(row_of(view), view.rules)
    assert observation in Cards().space(view.rules)
    assert View.from_row(observation.tobytes(), view.rules) == view


@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
def test_bounds_of_cards_are_tight(rules: Rules) -> None:
    """Each bound of `cards` is the least and the largest byte that the index can hold, none is a single value."""
    space = Cards().space(rules)
    capacity = rules.pile_capacity
    assert space.shape == (16 * capacity + 25,)
    assert space.dtype == np.uint8
    top = 64 if rules.face_down else 52
    assert space.high.tolist() == [top] * 16 * capacity + [capacity] * 16 + [13] * 8 + [max(rules.redeals, 1)]
    assert space.low.tolist() == [0] * 16 * (capacity + 1) + [1] * 8 + [0]


@pytest.mark.parametrize("observation", [Flat(), Cards()], ids=["flat", "cards"])
@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
def test_every_index_has_a_meaning(observation: Flat | Cards, rules: Rules) -> None:
    """The index table has one meaning for each index, and no two indices share one."""
    meanings = observation.meanings(rules)
    assert observation.space(rules).shape == (len(meanings),)
    assert len(set(meanings)) == len(meanings)


def table(documented: type) -> list[tuple[int, int, str]]:
    """The rows `| first … last | meaning |` of a class's docstring."""
    rows = re.findall(r"^ *\| (\d+)(?: … (\d+))? \| (.+) \|$", documented.__doc__ or "", re.MULTILINE)
    return [(int(first), int(last or first), text) for first, last, text in rows]


def test_the_table_of_flat_covers_every_index_once() -> None:
    """The docstring's ranges follow on each other from 0 to the end, and each begins where the meanings change."""
    rows = table(Flat)
    meanings = Flat().meanings(Rules())
    assert [index for first, last, _ in rows for index in range(first, last + 1)] == list(range(len(meanings)))
    kinds = ["nearness to", "pile 1, card 1", "cards in pile 1 ", "cards on SA", "redeals left"]
    for (first, *_), kind in zip(rows, kinds, strict=True):
        assert meanings[first].startswith(kind)
        assert not first or not meanings[first - 1].startswith(kind)


def test_meanings_of_flat_say_what_is_there() -> None:
    """In a known deal, the numbers that are said to tell a card tell it."""
    view = crescent.deal(CODE).view()
    told = dict(zip(Flat().meanings(view.rules), Flat().encode(row_of(view), view.rules).tolist(), strict=True))
    assert told["nearness to the top of pile 2 of the card that DK takes next"] == 1  # pile 2: 6C TH 3C 9S KH QD
    assert told["nearness to the top of pile 2 of the card that CK takes next"] == 0
    assert told["nearness to the top of pile 9 of the card that CA takes next"] == 0.25  # pile 9: 5S 8H 2C 6H KS AC
    assert told["pile 2, card 2 from the top: its suit is hearts"] == 1  # KH
    assert told["pile 2, card 2 from the top: its rank / 13"] == 1
    assert told["pile 2, card 3 from the top: its suit is spades"] == 1  # 9S
    assert told["cards in pile 16 / 13"] == pytest.approx(6 / 13)
    assert told["redeals left / 3"] == 1


def test_meanings_of_cards_say_what_is_there() -> None:
    """In a known deal, the bytes that are said to hold a card hold it."""
    view = crescent.deal(CODE).view()
    told = dict(zip(Cards().meanings(view.rules), Cards().encode(row_of(view), view.rules).tolist(), strict=True))
    assert CARDS[told["pile 1, depth 0: card"] - 1] == crescent.Card.parse("3H")
    assert CARDS[told["pile 16, depth 5: card"] - 1] == crescent.Card.parse("TD")
    assert told["pile 16, depth 6: card"] == 0
    assert (told["16: cards"], told["SA: cards"], told["CK: cards"], told["redeals left"]) == (6, 1, 1, 3)


@pytest.mark.parametrize("observation", [Flat(), Cards()], ids=["flat", "cards"])
@given(number=st.integers(0, 2**35 - 1))
def test_observations_are_fresh_arrays(observation: Observation, number: int) -> None:
    """Each call gives an array of its own that may be written, and leaves the row as it was."""
    view = Position.deal(number).view()
    first, second = (observation.encode(row_of(view), view.rules) for _ in range(2))
    first[:] = 0
    assert second.any()
    assert not np.shares_memory(first, second)
    assert view == Position.deal(number).view()


class TopCards:
    """An observation of one's own: the byte of each pile's top card."""

    def space(self, rules: Rules) -> spaces.Box:  # noqa: ARG002  the same for all
        """Sixteen bytes."""
        return spaces.Box(0, 52, (16,), np.uint8)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
        """Through the friendly face of a view."""
        view = View.from_row(row.tobytes(), rules)
        tops = (view.top(pile) for pile in PILES)
        return np.array([0 if card is None else card.code for card in tops], np.uint8)


@pytest.mark.parametrize("given_as", [TopCards(), TopCards, "tops"], ids=["object", "class", "name"])
def test_ones_own_observation_is_used(given_as: object) -> None:
    """An object, a class or a registered name of one's own is what the environment shows."""
    observations.register("tops", TopCards())
    try:
        env = gymnasium.make("crescent_gym/Crescent-v0", observation=given_as)
        seen, info = env.reset(options={"code": CODE})
        assert seen.shape == (16,)
        assert seen[0] == crescent.Card.parse("5H").code
        env.step(legal(info["action_mask"])[0])
        with pytest.raises(DuplicateNameError):
            observations.register("tops", TopCards())
    finally:
        observations.unregister("tops")


@pytest.mark.parametrize("wrong", [object(), 5, None, object, ["space", "encode"], Cards.encode], ids=range(6))
def test_what_is_no_observation_is_refused(wrong: object) -> None:
    """Neither registry nor environment takes an object without `space` and `encode`."""
    with pytest.raises(ArgumentTypeError, match="space and encode"):
        CrescentEnv(observation=wrong)  # type: ignore[arg-type]  # the fault that is tested
    with pytest.raises(ArgumentTypeError, match="space and encode"):
        observations.register("wrong", wrong)  # type: ignore[arg-type]  # likewise
    assert "wrong" not in observations


def test_an_observation_without_a_space_is_refused() -> None:
    """What `space` returns must be a space of Gymnasium's."""

    class Spaceless(TopCards):
        def space(self, rules: Rules) -> spaces.Box:  # noqa: ARG002  the fault that is tested
            return None  # type: ignore[return-value]  # the fault that is tested

    with pytest.raises(ArgumentTypeError, match="space"):
        CrescentEnv(observation=Spaceless())


def test_hidden_cards_become_known_where_they_are_exposed() -> None:
    """Under face-down rules `flat` tells unseen cards, and the card that a move exposes is told from then on."""
    env = CrescentEnv(variant="hidden")
    observation, info = env.reset(options={"code": "CR1-H-AAAAAAB"})
    suits = observation[128:368].reshape(16, 3, 5)[:, :, :4]
    assert (suits == 0.25).all(axis=2).sum(axis=1).tolist() == [2] * 16  # of three described cards the top one is seen
    rng = random.Random(1)
    while (home := [action for action in legal(info["action_mask"]) if 240 <= action < 272]) == []:
        *_, info = env.step(rng.choice(legal(info["action_mask"])))
    before = env.view.unknown_count
    observation, *_ = env.step(home[0])
    assert env.view.unknown_count == before - 1
