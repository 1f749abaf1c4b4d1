"""What the network sees: every legal move, cards as the foundations see them, and no difference that is none."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from crescent import Position, Rules
from crescent.policy.features import describe
from crescent.policy.inputs import DEPTHS, DOWN, NOTHING, STRIDE, TWIN, UP
from crescent.policy.parts import adjacency
from tests.laws.strategies import any_rules, positions
from tests.policy.networks import described, network_of, scores_of, values_of
from tests.solver.test_symmetry import orders, permuted

open_rules: st.SearchStrategy[Rules] = any_rules.map(lambda rules: replace(rules, face_down=False))
open_positions = positions(open_rules)


@given(open_positions)
def test_every_legal_move_is_described_once(position: Position) -> None:
    """Under any rules without face-down cards, those from foundations to piles left out."""
    legal = [action for action in position.legal_actions() if action <= 280]
    assert sorted(described(position).action.tolist()) == legal


@given(st.lists(positions(st.just(Rules())), min_size=1, max_size=5))
def test_a_batch_is_its_positions_one_by_one(batch: list[Position]) -> None:
    """Whatever else is in a batch, a position is described alike."""
    rows = np.array([np.frombuffer(position.row, np.uint8) for position in batch])
    boards = describe(rows, 13, adjacency(wrap=True), values_of(1))
    for place, position in enumerate(batch):
        alone = described(position)
        mine = boards.board == place
        assert (boards.action[mine] == alone.action).all()
        assert (boards.moves[mine] == alone.moves).all()
        for part in ("piles", "suits", "whole", "pairs"):
            assert (getattr(boards, part)[place] == getattr(alone, part)[0]).all()


def expected_inputs(position: Position) -> list[set[int]]:
    """The inputs of each pile, worked out card by card from the position's own words."""
    piles = [list(reversed(pile))[:DEPTHS] for pile in position.piles]
    places: dict[object, list[tuple[int, int]]] = {}
    for pile, cards in enumerate(piles):
        for depth, card in enumerate(cards):
            places.setdefault(card, []).append((pile, depth))
    found = []
    for pile, cards in enumerate(piles):
        inputs = set()
        for depth, card in enumerate(cards):
            assert card is not None
            up = card.rank.order - position.ascending[card.suit].order - 1
            down = position.descending[card.suit].order - 1 - card.rank.order
            twin = 0
            if len(places[card]) == 2:
                (other_pile, other_depth), *_ = [place for place in places[card] if place != (pile, depth)]
                twin = 3 + min(other_depth, 5) if other_pile != pile else 1 if other_depth < depth else 2
            first = depth * STRIDE
            suit = list(position.ascending).index(card.suit)
            inputs |= {
                first + 13 * suit + card.rank.order,
                first + UP + (up if up >= 0 else 13),
                first + DOWN + (down if down >= 0 else 13),
                first + TWIN + twin,
            }
        found.append(inputs)
    return found


@given(open_positions)
def test_cards_are_described_as_foundations_see_them(position: Position) -> None:
    """Which card, how far both foundations are from it, and where its twin is, for each of the 13 topmost of a pile."""
    piles = described(position).piles[0].tolist()
    assert [set(inputs) - {NOTHING} for inputs in piles] == expected_inputs(position)


@given(positions(st.just(Rules())), orders)
def test_the_order_of_the_piles_does_not_matter(position: Position, order: list[int]) -> None:
    """A move is scored as its image is where the piles stand in another order."""
    network, image = network_of(3), permuted(position, order)
    here, there = scores_of(network, position), scores_of(network, image)
    for action, score in here.items():
        renamed = action
        if action < 240:
            source, target = order[action // 15], order[action % 15 + (action % 15 >= action // 15)]
            renamed = 15 * source + target - (target > source)
        elif action < 272:
            renamed = action // 16 * 16 + order[action % 16]
        assert abs(there[renamed] - score) < 1e-3 * max(1, abs(score))
