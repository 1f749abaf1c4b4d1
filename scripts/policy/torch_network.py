"""The network in PyTorch, for training; `crescent.policy.network` is the same in NumPy; tests hold them together."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from crescent.policy.inputs import BOARD_INPUTS, INPUTS, MOVE_INPUTS, NOTHING, PAIR_INPUTS, SUIT_INPUTS, TOKENS, Boards

VALUES = 2
"""What the value head says: plies left / 100, and the logit of the share of the solver's restarts that win."""


ONE = 0x3F80
"""The bits of 1 as a bfloat16."""


class Shape(NamedTuple):
    """How large the network is."""

    width: int = 128
    layers: int = 2
    heads: int = 4
    inner: int = 256
    move: int = 96


class Batch(NamedTuple):
    """`Boards` as tensors, with room for gradients."""

    piles: torch.Tensor
    suits: torch.Tensor
    whole: torch.Tensor
    pairs: torch.Tensor
    board: torch.Tensor
    source: torch.Tensor
    target: torch.Tensor
    moves: torch.Tensor


def batch_of(boards: Boards) -> Batch:
    """The tensors of a description."""
    bags = boards.piles.reshape(-1, boards.piles.shape[2])
    bag, place = np.nonzero(bags != NOTHING)
    inputs = np.zeros(len(bags) * INPUTS, np.int16)
    inputs[bag * INPUTS + bags[bag, place]] = ONE
    piles = torch.from_numpy(inputs).view(torch.bfloat16).view(-1, 16, INPUTS)
    parts = (boards.suits, boards.whole, boards.pairs, boards.board, boards.source, boards.target, boards.moves)
    return Batch(piles, *map(torch.from_numpy, parts))


class Norm(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Divides by the root of the mean square (Zhang and Sennrich, 2019), then weighs."""

    def __init__(self, width: int) -> None:
        """Weights of 1."""
        super().__init__()
        self.weight = nn.Parameter(torch.ones(width))

    def forward(self, tokens: torch.Tensor) -> torch.Tensor:
        """The same shape."""
        return tokens * torch.rsqrt(tokens.square().mean(-1, keepdim=True) + 1e-5) * self.weight


class Layer(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Attention among the tokens, then a hidden layer for each."""

    def __init__(self, shape: Shape) -> None:
        """Weights at random."""
        super().__init__()
        width = shape.width
        self.heads = shape.heads
        self.norm_1, self.norm_2 = Norm(width), Norm(width)
        self.qkv, self.out = nn.Linear(width, 3 * width, bias=False), nn.Linear(width, width)
        self.pair = nn.Linear(PAIR_INPUTS, shape.heads, bias=False)
        self.inner, self.outer = nn.Linear(width, shape.inner), nn.Linear(shape.inner, width)
        nn.init.zeros_(self.pair.weight)

    def forward(self, tokens: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
        """(boards, TOKENS, width) to the same."""
        boards, count, width = tokens.shape
        mixed = self.qkv(self.norm_1(tokens)).view(boards, count, 3, self.heads, width // self.heads)
        query, key, value = mixed.permute(2, 0, 3, 1, 4)
        bias = self.pair(pairs).permute(0, 3, 1, 2)
        scores = query @ key.transpose(2, 3) * (width // self.heads) ** -0.5 + bias
        attended = (torch.softmax(scores, -1).to(value.dtype) @ value).transpose(1, 2).reshape(boards, count, width)
        tokens = tokens + self.out(attended)
        return tokens + self.outer(torch.relu(self.inner(self.norm_2(tokens))))


class Network(nn.Module):  # type: ignore[misc]  # mypy does not look into PyTorch
    """Logits of the legal moves, and what the position is worth."""

    def __init__(self, shape: Shape = Shape()) -> None:  # noqa: B008  a named tuple is frozen
        """Weights at random."""
        super().__init__()
        width = shape.width
        self.shape = shape
        self.piles, self.suits = nn.Linear(INPUTS, width), nn.Linear(SUIT_INPUTS, width)
        self.whole, self.enter = nn.Linear(BOARD_INPUTS, width), nn.Linear(width, width)
        nn.init.normal_(self.piles.weight, std=0.15)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = Norm(width)
        self.places = nn.Linear(width, 3 * shape.move)
        self.moves, self.logit = nn.Linear(MOVE_INPUTS, shape.move, bias=False), nn.Linear(shape.move, 1)
        self.judge, self.value = nn.Linear(width, shape.move), nn.Linear(shape.move, VALUES)

    def trunk(self, piles: torch.Tensor, suits: torch.Tensor, whole: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
        """The tokens (boards, TOKENS, width) behind the last layer."""
        return self.finished(self.begun(self.piles(piles), suits, whole, pairs), pairs)

    def begun(self, piles: torch.Tensor, suits: torch.Tensor, whole: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
        """The tokens before the last layer; `piles` are the sums of their inputs' weights, (boards, 16, width)."""
        parts = (piles, self.suits(suits), self.whole(whole)[:, None])
        tokens = self.enter(torch.relu(torch.cat(parts, 1)))
        for layer in self.layers[:-1]:
            tokens = layer(tokens, pairs)
        return tokens

    def finished(self, tokens: torch.Tensor, pairs: torch.Tensor) -> torch.Tensor:
        """Those behind it."""
        return self.norm(self.layers[-1](tokens, pairs))

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits (moves,) and values (boards, VALUES)."""
        tokens = self.trunk(batch.piles, batch.suits, batch.whole, batch.pairs)
        return self.logits(tokens, batch), self.worth(tokens)

    def logits(self, tokens: torch.Tensor, batch: Batch) -> torch.Tensor:
        """Of the moves, (moves,), by the trunk's tokens."""
        places = self.places(tokens).view(-1, TOKENS, 3, self.shape.move)
        hidden = places[batch.board, batch.source, 0] + places[batch.board, batch.target, 1]
        hidden = hidden + places[batch.board, TOKENS - 1, 2] + self.moves(batch.moves)
        return self.logit(torch.relu(hidden)).squeeze(-1).float()

    def worth(self, tokens: torch.Tensor) -> torch.Tensor:
        """Values (boards, VALUES) by the trunk's tokens."""
        return self.value(torch.relu(self.judge(tokens[:, TOKENS - 1]))).float()


def arrays_of(network: Network) -> dict[str, NDArray[np.float32]]:
    """The weights by name."""
    return {name: value.detach().float().numpy() for name, value in network.state_dict().items()}


def log_chances(logits: torch.Tensor, board: torch.Tensor, boards: int) -> torch.Tensor:
    """Log-probabilities of moves, each among those of its board."""
    most = torch.full((boards,), -1e30).scatter_reduce(0, board, logits.detach(), "amax")
    shifted = logits - most[board]
    total = torch.zeros(boards).index_add(0, board, shifted.exp())
    return shifted - total.log()[board]
