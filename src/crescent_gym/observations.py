"""What an agent is given to see, by name or as an object of one's own.

An `Observation` turns a *view's* row into an array: what is face down is not in it, so no observation can show it.
A plug-in names a class without arguments, or an instance, under the entry-point group `crescent_gym.observations`.

| name | array | made for |
|---|---|---|
| `flat` | float32, 393 numbers from 0 to 1 | stock MLP policies; RLlib's default networks want float32 |
| `cards` | uint8, the view's row, 16 * capacity + 25 bytes | networks with embeddings, search, storage |
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, cast, runtime_checkable

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crescent import kernel
from crescent.moves import PLACES
from crescent.registry import Registry
from crescent.rules import Rules
from crescent_gym.errors import ArgumentTypeError
from crescent_gym.flat import Flat


@runtime_checkable
class Observation(Protocol):
    """One way to see a game.  It must pickle, so that environments can live in other processes."""

    def space(self, rules: Rules) -> spaces.Space[Any]:
        """The space of the observations under `rules`."""
        ...

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[Any]:
        """The observation of a view.

        Args:
            row: the view's row, read-only uint8 of shape (16 * capacity + 25,), laid out as `crescent.kernel` says;
                64 is a card that the player has not seen.  `View.from_row(row, rules)` makes an object of it.
            rules: what is played.

        Returns:
            A fresh array, a member of `space(rules)`.
        """
        ...


class Cards:
    """The view's row as it is: exact, compact, uint8 of shape (16 * capacity + 25,).

    C is `rules.pile_capacity`: 13 in normal play, so there are 233 bytes.

    | index | range | meaning |
    |---|---|---|
    | C * p + d | 0–52, 64 | the card at depth d (0 the bottom) of pile p + 1: 13 * suit + rank + 1, 0 none, 64 unseen |
    | 16 C + p | 0–C | cards in pile p + 1 |
    | 16 C + 16 + s | 1–13 | cards on the ascending foundation of suit s |
    | 16 C + 20 + s | 1–13 | cards on the descending foundation of suit s |
    | 16 C + 24 | 0–redeals | redeals left |

    Suits are in the order ♠ ♥ ♦ ♣, ranks from the ace (0) to the king (12).  64 occurs only where cards are dealt
    face down.
    """

    def space(self, rules: Rules) -> spaces.Box:
        """uint8 with the bounds of the table."""
        cells = 16 * rules.pile_capacity
        low = np.zeros(cells + 25, np.uint8)
        high = np.empty(cells + 25, np.uint8)
        low[cells + 16 : cells + 24] = 1
        high[:cells] = kernel.FACE_DOWN if rules.face_down else 52
        high[cells : cells + 16] = rules.pile_capacity
        high[cells + 16 : cells + 24] = 13
        high[cells + 24] = max(rules.redeals, 1)  # Gymnasium warns of a bound that leaves one value alone
        return spaces.Box(low, high, dtype=np.uint8)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:  # noqa: ARG002  the rows differ by it
        """A copy of the row, uint8 (bytes of a row,)."""
        return row.copy()

    def meanings(self, rules: Rules) -> tuple[str, ...]:
        """What each index holds, in words."""
        capacity = rules.pile_capacity
        cards = [f"pile {pile}, depth {depth}: card" for pile in range(1, 17) for depth in range(capacity)]
        return (*cards, *(f"{place}: cards" for place in PLACES), "redeals left")


def as_observation(entry: object) -> Observation:
    """`entry` itself, or what it makes when it is a class.

    Raises:
        ArgumentTypeError: that has no methods `space` and `encode`.
    """
    made = cast("Callable[[], object]", entry)() if isinstance(entry, type) else entry
    if not isinstance(made, Observation):
        raise ArgumentTypeError("an observation", "an object with the methods space and encode", made)
    return made


observations: Registry[Observation] = Registry(
    "observation", "crescent_gym.observations", lambda _name, entry: as_observation(entry)
)
"""The registry: iterate for names, `observations.register(name, observation)` for your own."""

observations.register("flat", Flat())
observations.register("cards", Cards())
