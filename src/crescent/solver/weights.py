"""The tuned weights of the evaluation, from `weights.json`, which says what they were tuned on and by which command.

1000 is an eighth of a card home.  The game is its own mirror image (ranks turned round, the foundations swapped), so no
weight tells high ranks from low ones: the *edge* of a card is 6 for aces and kings, 0 for sevens.

**What it costs that a card lies under another.**  One suit: `same_rank`, `ranks_1_apart`, `ranks_2_apart`,
`ranks_3_to_5_apart`, `ranks_6_or_more_apart`, plus `edge_below` times the lower card's edge and `edge_above` times the
higher one's, plus `end_below` and `end_above` where that one is an ace or king, `beside_end_below` and
`beside_end_above` where it is a two or queen.  Two suits: `other_suit` and likewise.

**What it is worth that two cards touch.**  `touching_neighbours`, plus `touching_neighbours_edge` times the smaller
edge, plus `touching_ace_and_king` for those; `touching_same_rank`; `touching_2_apart`; minus `touching_other_suit`.

**The rest.**  `turn`: three cards x, y, x in order; `empty_pile`; `redeal_left`: each; `hope`: what a redeal is guessed
to bring before it is tried; `move`: taken off for each move made; `noise`: the most that chance adds to a score.
"""

from __future__ import annotations

import json
from array import array
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from crescent.solver.evaluation import WEIGHTS


class Weights(NamedTuple):
    """Signed 64-bit integers in the order of `evaluation.WEIGHTS`.

    Attributes:
        values: the tuned weights.
        spreads: the scale of each, by which tuning and restarts vary it.
    """

    values: array[int]
    spreads: array[int]


def weights_of_text(text: str) -> Weights:
    """The weights that a JSON document like `weights.json` holds."""
    table = json.loads(text)["weights"]
    return Weights(*(array("q", [table[name][part] for name in WEIGHTS]) for part in ("value", "spread")))


@cache
def tuned() -> Weights:
    """The weights that are part of the package."""
    return weights_of_text(files("crescent.solver").joinpath("weights.json").read_text(encoding="utf-8"))
