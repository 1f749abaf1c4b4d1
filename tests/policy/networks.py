"""Small networks with weights at random, and what describes a position for them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from crescent import Position
from crescent.policy.features import describe
from crescent.policy.inputs import Boards, Values
from crescent.policy.network import Network, Shape, shapes_of
from crescent.policy.parts import adjacency

SMALL: Final = Shape(width=12, layers=2, heads=3, inner=10, move=8)


def values_of(seed: int) -> Values:
    """Tables at random."""
    rng = np.random.default_rng(seed)
    return Values(*(rng.integers(-9000, 9000, 4096).astype(np.int16) for _ in Values._fields))


def network_of(seed: int, shape: Shape = SMALL) -> Network:
    """A network with weights at random."""
    rng = np.random.default_rng(seed)
    weights = {name: rng.normal(0, 0.4, each).astype(np.float32) for name, each in shapes_of(shape).items()}
    return Network(shape, weights)


def described(position: Position, values: Values | None = None) -> Boards:
    """A batch of one."""
    rules = position.rules
    row: NDArray[np.uint8] = np.frombuffer(position.row, np.uint8)[np.newaxis]
    return describe(row, rules.pile_capacity, adjacency(rules.wrap), values or values_of(1))


def scores_of(network: Network, position: Position) -> dict[int, float]:
    """The score of each action."""
    boards = described(position)
    return dict(zip(boards.action.tolist(), network.judge(boards)[0].tolist(), strict=True))
