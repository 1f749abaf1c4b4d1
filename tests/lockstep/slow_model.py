"""A slow, plain model of Crescent that the real kernel is tested against.

It is written from the rules and the contract alone, shares no code and no representation with the package
under test, and prefers the words of the rules to speed: piles and foundations are lists of cards, bottom
first. What is legal (the rule, said positively) and why something is refused (the ordered reasons) are two
separate readings of the rules, so that they can be held against each other.
"""

from __future__ import annotations

from tests.lockstep.slow_parts import (
    ASCENDING,
    DESCENDING,
    FOUNDATIONS,
    PILES,
    RANKS_UP,
    REDEAL,
    SLOW_VARIANTS,
    SOURCES,
    TARGETS,
    SlowCard,
    SlowRules,
    action_table,
    action_text,
    check_tokens,
    foundation_order,
    number_from_letters,
    shuffled_pack,
    split_mix_64,
)

__all__ = [
    "FOUNDATIONS",
    "PILES",
    "REDEAL",
    "SLOW_VARIANTS",
    "SOURCES",
    "TARGETS",
    "SlowCard",
    "SlowGame",
    "SlowIllegalMoveError",
    "SlowRules",
    "action_table",
    "action_text",
    "number_from_letters",
]


class SlowIllegalMoveError(ValueError):
    """A move was played that the rules refuse; `reason` is the slug of the refusal."""

    def __init__(self, source: str, target: str, reason: str, position: str) -> None:
        """The refused pair, the slug, and the position as text."""
        super().__init__(f"{source}-{target} refused: {reason} in {position}")
        self.reason = reason


class SlowGame:
    """One position of a game, changed in place by `play`."""

    def __init__(
        self,
        rules: SlowRules,
        piles: dict[str, list[SlowCard]],
        foundations: dict[str, list[SlowCard]],
        redeals_left: int,
    ) -> None:
        """Piles by ``"1"`` … ``"16"``, foundations by ``"SA"`` … ``"CK"``; lists of cards, bottom first."""
        self.rules = rules
        self.piles = piles
        self.foundations = foundations
        self.redeals_left = redeals_left

    @classmethod
    def deal(cls, number: int, rules: SlowRules) -> SlowGame:
        """The start of the game with this code number."""
        pack = shuffled_pack(split_mix_64(number))
        piles = {}
        for pile in PILES:
            six, pack = pack[:6], pack[6:]
            if rules.face_down:
                six = [card._replace(face_up=False) for card in six[:-1]] + six[-1:]
            piles[pile] = six
        foundations = {place: [SlowCard(place[1], place[0])] for place in FOUNDATIONS}
        return cls(rules, piles, foundations, rules.redeals)

    @classmethod
    def from_text(cls, text: str, rules: SlowRules) -> SlowGame:
        """The position that a well-formed position text describes; nothing about it is checked."""
        pile_texts, ascending, descending, redeals = text.split(" ")
        piles = {}
        for pile, cards in zip(PILES, pile_texts.split("/"), strict=True):
            pairs = [] if cards == "-" else [cards[at : at + 2] for at in range(0, len(cards), 2)]
            piles[pile] = [SlowCard(pair[0], pair[1].upper(), pair[1].isupper()) for pair in pairs]
        foundations = {}
        for place, top in zip(FOUNDATIONS, ascending + descending, strict=True):
            order = foundation_order(place)
            foundations[place] = [SlowCard(rank, place[0]) for rank in order[: order.index(top) + 1]]
        return cls(rules, piles, foundations, int(redeals))

    def copy(self) -> SlowGame:
        """An equal game that shares no list with this one."""
        piles = {place: list(cards) for place, cards in self.piles.items()}
        foundations = {place: list(cards) for place, cards in self.foundations.items()}
        return SlowGame(self.rules, piles, foundations, self.redeals_left)

    # texts

    def text(self) -> str:
        """The position text; face-down cards have a lower-case suit."""
        return self._text("/".join("".join(card.text() for card in self.piles[pile]) or "-" for pile in PILES))

    def view_text(self) -> str:
        """The position text as the player may see it; face-down cards are ``??``."""
        return self._text("/".join("".join(card.view_text() for card in self.piles[pile]) or "-" for pile in PILES))

    def _text(self, piles: str) -> str:
        ascending = "".join(self.foundations[place][-1].rank for place in ASCENDING)
        descending = "".join(self.foundations[place][-1].rank for place in DESCENDING)
        return f"{piles} {ascending} {descending} {self.redeals_left}"

    # what is legal

    def legal(self) -> list[int]:
        """The indices of all legal actions, ascending; none once the game is won."""
        if self.is_won():
            return []
        return [
            action for action, (source, target) in enumerate(action_table(self.rules)) if self._allows(source, target)
        ]

    def _allows(self, source: str, target: str) -> bool:
        if source == REDEAL:
            return self.redeals_left > 0
        movable = self.foundations[source][1:] if source in FOUNDATIONS else self.piles[source]
        if not movable:
            return False
        card = movable[-1]
        if target in PILES:
            return self._pile_takes(target, card)
        if target in ("A", "K"):
            target = card.suit + target
        return self._foundation_takes(target, card)

    def _pile_takes(self, target: str, card: SlowCard) -> bool:
        pile = self.piles[target]
        if len(pile) == 0 or len(pile) >= self.rules.pile_capacity:
            return False
        return pile[-1].suit == card.suit and card.rank in self._neighbours(pile[-1].rank)

    def _neighbours(self, rank: str) -> set[str]:
        """The ranks beside this one; on the circle, ace and king are beside each other."""
        row = "K" + RANKS_UP + "A" if self.rules.wrap else " " + RANKS_UP + " "
        at = row.index(rank, 1)
        return {row[at - 1], row[at + 1]}

    def _foundation_takes(self, target: str, card: SlowCard) -> bool:
        foundation = self.foundations[target]
        wanted = foundation_order(target)[len(foundation) :][:1]
        return (card.rank, card.suit) == (wanted, target[0])

    # why something is refused

    def refusal(self, source: str, target: str = "") -> str | None:
        """Why a card may not go from `source` to `target`: the first reason that applies, or None.

        Sources are piles, foundations and ``"R"`` (alone, without target); targets are piles, foundations,
        and ``"A"`` or ``"K"`` for the foundation of that direction in the moving card's own suit.
        """
        check_tokens(source, target)
        if self.is_won():
            return "game-over"
        if source == REDEAL:
            return None if self.redeals_left else "no-redeal"
        cards = self.piles[source] if source in PILES else self.foundations[source]
        if not cards:
            return "nothing-to-move"
        card = cards[-1]
        if target in ("A", "K"):
            target = card.suit + target
        if source == target:
            return "same-place"
        if source in FOUNDATIONS and len(cards) == 1:
            return "base-card"
        if source in FOUNDATIONS and target in PILES and not self.rules.foundation_to_pile:
            return "never-back-to-a-pile"
        return self._pile_refusal(card, target) if target in PILES else self._foundation_refusal(card, target)

    def _pile_refusal(self, card: SlowCard, target: str) -> str | None:
        pile = self.piles[target]
        if not pile:
            return "target-empty"
        top = pile[-1]
        if top.suit != card.suit:
            return "not-same-suit"
        distance = abs(RANKS_UP.index(top.rank) - RANKS_UP.index(card.rank))
        if distance != 1 and not (distance == 12 and self.rules.wrap):
            return "not-adjacent"
        if len(pile) == self.rules.pile_capacity:
            return "pile-full"
        return None

    def _foundation_refusal(self, card: SlowCard, target: str) -> str | None:
        suit, direction = target[0], target[1]
        top = self.foundations[target][-1]
        if suit != card.suit:
            return "not-same-suit"
        if top.rank == ("K" if direction == "A" else "A"):
            return "foundation-complete"
        step = 1 if direction == "A" else -1
        if RANKS_UP.index(card.rank) != RANKS_UP.index(top.rank) + step:
            return "not-next-rank"
        return None

    # playing

    def play(self, action: int) -> None:
        """Play the action with this index; SlowIllegalMoveError, and nothing changed, if the rules refuse it."""
        if action < 0:
            raise IndexError(f"no such action: {action}")
        source, target = action_table(self.rules)[action]
        reason = self.refusal(source, target)
        if reason is not None:
            raise SlowIllegalMoveError(source, target, reason, self.text())
        if source == REDEAL:
            self._redeal()
            return
        cards = self.piles[source] if source in PILES else self.foundations[source]
        card = cards.pop()
        if target in ("A", "K"):
            target = card.suit + target
        (self.piles[target] if target in PILES else self.foundations[target]).append(card)
        self._turn_up_tops()

    def _redeal(self) -> None:
        for pile in self.piles.values():
            if len(pile) >= 2:
                pile.append(pile.pop(0))
        self.redeals_left -= 1
        self._turn_up_tops()

    def _turn_up_tops(self) -> None:
        """A card once exposed is turned up for good: cards are never turned down again."""
        for pile in self.piles.values():
            if pile:
                pile[-1] = pile[-1].turned_up()

    def is_won(self) -> bool:
        """Whether all eight foundations hold their 13 cards."""
        return all(len(cards) == 13 for cards in self.foundations.values())

    def outcome(self) -> str | None:
        """``"won"``, ``"blocked"`` (no move is possible and no redeal is left), or None while play goes on."""
        if self.is_won():
            return "won"
        return None if self.legal() else "blocked"
