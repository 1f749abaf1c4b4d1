"""The network in NumPy: some milliseconds for a batch, and no trainer needed.

Each pile, each suit and the board as a whole is a token: a vector that two layers of attention (Vaswani and others,
2017; normalised as by Zhang and Sennrich, 2019) let know of each other, biased by which cards may lie on which.  A
legal move is then scored by the tokens that it is about and by a few inputs of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent.policy.inputs import (
    BOARD_INPUTS,
    INPUTS,
    INPUTS_OF_A_CARD,
    MOVE_INPUTS,
    NOTHING,
    PAIR_INPUTS,
    SUIT_INPUTS,
    TOKENS,
    Boards,
)

VALUES: Final = 2
"""What the value head says: plies left / 100, and a logit of how easily the solver wins."""

_EPSILON: Final = np.float32(1e-5)

Array = NDArray[np.float32]


class Shape(NamedTuple):
    """How large a network is.

    Attributes:
        width: of a token.
        layers: of attention.
        heads: of each layer; they divide the width.
        inner: width of each layer's hidden layer.
        move: width of the hidden layer that scores moves.
    """

    width: int
    layers: int
    heads: int
    inner: int
    move: int


def shapes_of(shape: Shape) -> dict[str, tuple[int, ...]]:
    """The shape of every array of weights, by its name."""
    width = shape.width
    shapes: dict[str, tuple[int, ...]] = {}

    def linear(name: str, inputs: int, outputs: int, *, bias: bool = True) -> None:
        shapes[f"{name}.weight"] = (outputs, inputs)
        if bias:
            shapes[f"{name}.bias"] = (outputs,)

    linear("piles", INPUTS, width)
    linear("suits", SUIT_INPUTS, width)
    linear("whole", BOARD_INPUTS, width)
    linear("enter", width, width)
    for layer in range(shape.layers):
        shapes[f"layers.{layer}.norm_1.weight"] = shapes[f"layers.{layer}.norm_2.weight"] = (width,)
        linear(f"layers.{layer}.qkv", width, 3 * width, bias=False)
        linear(f"layers.{layer}.out", width, width)
        linear(f"layers.{layer}.pair", PAIR_INPUTS, shape.heads, bias=False)
        linear(f"layers.{layer}.inner", width, shape.inner)
        linear(f"layers.{layer}.outer", shape.inner, width)
    shapes["norm.weight"] = (width,)
    linear("places", width, 3 * shape.move)
    linear("moves", MOVE_INPUTS, shape.move, bias=False)
    linear("logit", shape.move, 1)
    linear("judge", width, shape.move)
    linear("value", shape.move, VALUES)
    return shapes


class Network:
    """A network with its weights.

    Args:
        shape: its size.
        weights: float32 arrays by the names and shapes of `shapes_of(shape)`.

    Attributes:
        shape, weights: as given.
    """

    def __init__(self, shape: Shape, weights: Mapping[str, Array]) -> None:
        """Lay the weights out for use."""
        self.shape = shape
        self.weights: dict[str, NDArray[np.float32]] = {
            name: np.ascontiguousarray(array, np.float32) for name, array in weights.items()
        }
        self._turned = {
            name.removesuffix(".weight"): np.ascontiguousarray(array.T)
            for name, array in self.weights.items()
            if name.endswith(".weight") and array.ndim == 2
        }
        nothing = np.zeros((1, shape.width), np.float32)
        self._rows = np.concatenate([self._turned.pop("piles"), nothing])

    def judge(self, boards: Boards) -> tuple[Array, Array]:
        """The logits of the moves, float32 (moves,), and the values, float32 (boards, VALUES)."""
        tokens = self._tokens(boards)
        move = self.shape.move
        places = self._linear("places", tokens).reshape(-1, TOKENS, 3 * move)
        hidden = places[boards.board, boards.source, :move]
        hidden += places[boards.board, boards.target, move : 2 * move]
        hidden += places[boards.board, TOKENS - 1, 2 * move :]
        hidden += boards.moves @ self._turned["moves"]
        logits = self._linear("logit", np.maximum(hidden, 0, out=hidden))[:, 0]
        return logits, self._linear("value", np.maximum(self._linear("judge", tokens[TOKENS - 1 :: TOKENS]), 0))

    def _linear(self, name: str, inputs: Array) -> Array:
        made: Array = inputs @ self._turned[name]
        made += self.weights[f"{name}.bias"]
        return made

    def _norm(self, name: str, tokens: Array) -> Array:
        mean = np.einsum("ij,ij->i", tokens, tokens) / np.float32(self.shape.width)
        made: Array = tokens / np.sqrt(mean + _EPSILON)[:, np.newaxis]
        made *= self.weights[f"{name}.weight"]
        return made

    def _tokens(self, boards: Boards) -> Array:
        """Float32 (boards * TOKENS, width): one matrix, since products of large matrices are the fastest."""
        count, width = len(boards.piles), self.shape.width
        tokens = np.empty((count, TOKENS, width), np.float32)
        tokens[:, :16] = self._sums(boards.piles)
        tokens[:, 16:20] = self._linear("suits", boards.suits)
        tokens[:, 20] = self._linear("whole", boards.whole)
        flat = self._linear("enter", np.maximum(tokens, 0, out=tokens).reshape(-1, width))
        for layer in range(self.shape.layers):
            self._layer(f"layers.{layer}", flat, boards.pairs)
        return self._norm("norm", flat)

    def _sums(self, piles: NDArray[np.int64]) -> Array:
        """By pile, the bias and the sum of the weights of its inputs; one card of each pile at a time."""
        bags = piles.reshape(-1, piles.shape[2])
        sums = np.repeat(self.weights["piles.bias"][np.newaxis], len(bags), axis=0)
        for first in range(0, bags.shape[1], INPUTS_OF_A_CARD):
            (used,) = np.nonzero(bags[:, first] != NOTHING)
            for place in range(first, first + INPUTS_OF_A_CARD):
                sums[used] += self._rows[bags[used, place]]
        return sums.reshape(-1, 16, self.shape.width)

    def _layer(self, name: str, tokens: Array, pairs: Array) -> None:
        """Add what the tokens learn of each other, in place."""
        count, width, heads = len(pairs), self.shape.width, self.shape.heads
        mixed = self._norm(f"{name}.norm_1", tokens) @ self._turned[f"{name}.qkv"]
        query, key, value = mixed.reshape(count, TOKENS, 3, heads, width // heads).transpose(2, 0, 3, 1, 4)
        chances = query @ key.transpose(0, 1, 3, 2)
        chances *= np.float32((width // heads) ** -0.5)
        bias = pairs.reshape(-1, PAIR_INPUTS) @ self._turned[f"{name}.pair"]
        chances += bias.reshape(count, TOKENS, TOKENS, heads).transpose(0, 3, 1, 2)
        chances -= chances.max(-1, keepdims=True)
        np.exp(chances, out=chances)
        chances /= chances.sum(-1, keepdims=True)
        attended = (chances @ value).transpose(0, 2, 1, 3).reshape(count * TOKENS, width)
        tokens += self._linear(f"{name}.out", attended)
        hidden = self._linear(f"{name}.inner", self._norm(f"{name}.norm_2", tokens))
        tokens += self._linear(f"{name}.outer", np.maximum(hidden, 0, out=hidden))
