"""Everything in the library that reads a text or takes a value from outside, by name, to be fed with junk."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

import crescent
import crescent.agents
from crescent import (
    Card,
    CrescentError,
    Foundation,
    Game,
    GameCode,
    Move,
    Pile,
    Position,
    Record,
    Rules,
    Variant,
    View,
    variants,
)

HIDDEN: Final = Rules(face_down=True)
START: Final = crescent.deal("CR1-N-AAAAAAB")


class OneTag(Mapping[Any, str]):
    """A mapping with one key of any type, hashable or not."""

    def __init__(self, name: object) -> None:
        """Keep the key."""
        self.name = name

    def __getitem__(self, name: object) -> str:
        """Always the same."""
        return "x"

    def __iter__(self) -> Iterator[object]:
        """The key."""
        return iter([self.name])

    def __len__(self) -> int:
        """One."""
        return 1


TEXT_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "Card.parse": Card.parse,
    "Move.parse": Move.parse,
    "GameCode.parse": GameCode.parse,
    "deal": crescent.deal,
    "Game": Game,
    "Position.parse": Position.parse,
    "Position.parse hidden": lambda text: Position.parse(text, HIDDEN),
    "View.parse": View.parse,
    "View.parse hidden": lambda text: View.parse(text, HIDDEN),
    "Record.parse": Record.parse,
    "Position.refusal": START.refusal,
    "Position.play": START.play,
    "View.refusal": START.view().refusal,
    "variants.get": variants.get,
    "variants[]": lambda name: variants[name],
    "variants.by_tag": variants.by_tag,
    "agents.make": crescent.agents.make,
    "agents.describe": crescent.agents.describe,
}
"""Everything that reads a text."""

VALUE_READERS: Final[dict[str, Callable[[Any], object]]] = {
    "Card rank": lambda value: Card(value, crescent.Suit.SPADES),
    "Card suit": lambda value: Card(crescent.Rank.ACE, value),
    "Move.from_index": Move.from_index,
    "Pile": Pile,
    "Foundation suit": lambda value: Foundation(value, crescent.Direction.ASCENDING),
    "Foundation direction": lambda value: Foundation(crescent.Suit.SPADES, value),
    "Move source": lambda value: Move(value, Pile(1)),
    "Move target": lambda value: Move(Pile(1), value),
    "GameCode number": GameCode,
    "GameCode variant": lambda value: GameCode(1, value),
    "GameCode.random variant": GameCode.random,
    "GameCode.random rng": lambda value: GameCode.random(rng=value),
    "Position.deal number": Position.deal,
    "Position.deal rules": lambda value: Position.deal(1, value),
    "Position.parse rules": lambda value: Position.parse(str(START), value),
    "Position.from_row": Position.from_row,
    "Position.from_row rules": lambda value: Position.from_row(START.row, value),
    "View.from_row": lambda value: View.from_row(value, HIDDEN),
    "arrange piles": lambda value: Position.arrange(value, START.ascending, START.descending, 3),
    "arrange pile": lambda value: Position.arrange([value] * 16, START.ascending, START.descending, 3),
    "arrange card": lambda value: Position.arrange([[value] * 6] * 16, START.ascending, START.descending, 3),
    "arrange ascending": lambda value: Position.arrange(START.piles, value, START.descending, 3),
    "arrange rank": lambda value: Position.arrange(
        START.piles, START.ascending, dict.fromkeys(crescent.Suit, value), 3
    ),
    "arrange redeals": lambda value: Position.arrange(START.piles, START.ascending, START.descending, value),
    "arrange rules": lambda value: Position.arrange(START.piles, START.ascending, START.descending, 3, value),
    "Position.top": START.top,
    "is_face_down pile": lambda value: START.is_face_down(value, 0),
    "is_face_down depth": lambda value: START.is_face_down(Pile(1), value),
    "Rules.redeals": lambda value: Rules(redeals=value),
    "Rules.pile_capacity": lambda value: Rules(pile_capacity=value),
    "Rules.face_down": lambda value: Rules(face_down=value),
    "Rules.wrap": lambda value: Rules(wrap=value),
    "Rules.foundation_to_pile": lambda value: Rules(foundation_to_pile=value),
    "Variant.name": lambda value: Variant(value, "X"),
    "Variant.tag": lambda value: Variant("x", value),
    "Variant.rules": lambda value: Variant("x", "X", value),
    "Variant.description": lambda value: Variant("x", "X", Rules(), value),
    "variants.add": variants.add,
    "variants.unregister": variants.unregister,
    "Game.tap": lambda value: Game(START).tap(value),
    "Game.drop": lambda value: Game(START).drop(value),
    "Game undo_limit": lambda value: Game(START, value),
    "Game.resume": Game.resume,
    "Game.record tags": lambda value: Game(START).record(value),
    "Record start": Record,
    "Record moves": lambda value: Record(START, value),
    "Record move": lambda value: Record(START, [value]),
    "Record code": lambda value: Record(START, (), value),
    "Record seconds": lambda value: Record(START, (), None, value),
    "Record tags": lambda value: Record(START, tags=value),
    "Record tag name": lambda value: Record(START, tags=OneTag(value)),
    "Record tag value": lambda value: Record(START, tags={"Player": value}),
    "agents.make seed": lambda value: crescent.agents.make("uniform", seed=value),
    "agents.unregister": crescent.agents.agents.unregister,
    "agents.register": lambda value: crescent.agents.agents.register("uniform", value),
}
"""Everything that takes another value."""

READERS: Final = TEXT_READERS | VALUE_READERS


def error_of(reader: Callable[[Any], object], value: object) -> CrescentError | None:
    """The error with which a reader refuses a value, checked to be presentable; None if it takes it."""
    try:
        reader(value)
    except CrescentError as error:
        caught = error
    else:
        return None
    assert isinstance(caught, ValueError | TypeError), type(caught)
    message = str(caught)
    assert message.isprintable(), message
    assert 10 < len(message) < 100_000
    return caught
