"""The library and the slow model play the same games, move by move.

Both start from the same deal or the same text and are asked the same questions at every ply. Nothing but texts,
indices and names of reasons passes between them, so a mistake must be made twice, in two representations, to go
unseen. Half of the games start near their end, and players with different tastes play them; what was met on the way
is counted, and a suite that stopped meeting every refusal and every end would fail.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

import pytest

from crescent import GameCode, IllegalMoveError, Move, Outcome, Position, Reason, Rules, Variant, View, variants
from crescent.moves import MOVES
from tests.boards import random_board, random_heights
from tests.lockstep.slow_model import (
    SLOW_VARIANTS,
    SOURCES,
    TARGETS,
    SlowGame,
    SlowRules,
    action_text,
)

VARIANT_GAMES: Final = 58
ODD_GAMES: Final = 20
MOST_PLIES: Final = 50
EVERY: Final = 15

ODD_RULES: Final = {
    "no wrap": SlowRules(wrap=False),
    "low piles": SlowRules(pile_capacity=6),
    "low piles, hidden, back to the piles": SlowRules(pile_capacity=6, face_down=True, foundation_to_pile=True),
    "no wrap, back to the piles, no redeal": SlowRules(redeals=0, wrap=False, foundation_to_pile=True),
    "hidden, high piles, no wrap": SlowRules(redeals=99, pile_capacity=30, face_down=True, wrap=False),
}

CASES: Final = [(tag, rules, VARIANT_GAMES) for tag, rules in SLOW_VARIANTS.items()] + [
    (name, rules, ODD_GAMES) for name, rules in ODD_RULES.items()
]


def rules_of(slow: SlowRules) -> Rules:
    """The same switches for the library."""
    return Rules(slow.redeals, slow.pile_capacity, slow.face_down, slow.wrap, slow.foundation_to_pile)


def new_game(rng: random.Random, slow_rules: SlowRules) -> tuple[Position, SlowGame]:
    """One start for both: a deal, a position from anywhere, or one near the end."""
    rules = rules_of(slow_rules)
    stage = rng.choice(("deal", "deal", "crowded", "anywhere", "near the end", "near the end"))
    if stage == "deal":
        number = rng.randrange(2**35)
        return Position.deal(number, rules), SlowGame.deal(number, slow_rules)
    text = random_board(
        rng,
        random_heights(rng, stage),
        redeals=rng.choice((0, slow_rules.redeals)),
        capacity=slow_rules.pile_capacity,
        face_down=slow_rules.face_down,
    )
    return Position.parse(text, rules), SlowGame.from_text(text, slow_rules)


def choose(rng: random.Random, taste: str, legal: list[int]) -> int:
    """A legal action to the player's taste; the tastes lead to wins, full piles, emptied piles and blocked games."""
    home = [action for action in legal if 240 <= action < 272]
    across = [action for action in legal if 272 <= action < 280]
    back = [action for action in legal if action > 280]
    piles = [action for action in legal if action < 240]
    onto_one = [action for action in piles if MOVES[action].target == MOVES[min(piles)].target]
    wish = {"home": home, "across": across + back or home, "tower": onto_one, "any": legal}[taste]
    return rng.choice(wish if wish and rng.random() < 0.9 else legal)


def reason_of(position: Position, move: str) -> str | None:
    """The name of the reason for which the library refuses a move."""
    refusal = position.refusal(move)
    return str(refusal.reason) if refusal else None


def check_refusal(position: Position, slow: SlowGame, source: str, target: str, met: Counter[str]) -> None:
    """Both give the same reason for one pair of places."""
    expected = slow.refusal(source, target)
    assert reason_of(position, f"{source}-{target}" if target else source) == expected, (source, target)
    if expected:
        met[expected] += 1


def onto_a_full_pile(rng: random.Random, slow: SlowGame) -> tuple[str, str]:
    """Two piles, the second one full and right for the card if there is such a pair: chance seldom asks for it."""
    full = [pile for pile, cards in slow.piles.items() if len(cards) == slow.rules.pile_capacity]
    pairs = [(source, target) for target in full for source in slow.piles]
    fitting = [pair for pair in pairs if slow.refusal(*pair) == "pile-full"]
    return rng.choice(fitting or pairs or [("1", "2")])


def check_all_pairs(position: Position, slow: SlowGame, met: Counter[str]) -> None:
    """Both give the same reason for every pair of places there is, and for the redeal."""
    check_refusal(position, slow, "R", "", met)
    for source in SOURCES:
        for target in TARGETS:
            check_refusal(position, slow, source, target, met)


def check_board(position: Position, slow: SlowGame) -> list[int]:
    """Both show the same board, the same view and the same legal moves; the legal moves."""
    assert str(position) == slow.text()
    assert str(position.view()) == slow.view_text()
    legal = slow.legal()
    assert list(position.legal_actions()) == legal
    assert list(position.view().legal_actions()) == legal
    assert str(position.outcome) == str(slow.outcome())
    return legal


def check_game(rng: random.Random, slow_rules: SlowRules, met: Counter[str]) -> None:
    """One game in lockstep, with three questions at every ply and all questions now and then."""
    position, slow = new_game(rng, slow_rules)
    taste = rng.choice(("home", "home", "across", "tower", "any"))
    for ply in range(MOST_PLIES):
        legal = check_board(position, slow)
        for _ in range(2):
            check_refusal(position, slow, rng.choice(SOURCES), rng.choice(TARGETS), met)
        check_refusal(position, slow, *onto_a_full_pile(rng, slow), met)
        if ply % EVERY == 0 or not legal:
            check_all_pairs(position, slow, met)
        if not legal:
            met[str(position.outcome)] += 1
            break
        action = choose(rng, taste, legal)
        text = action_text(slow_rules, action)
        met[kind_of(action)] += 1
        position = position.play(text)
        slow.play(action)


def kind_of(action: int) -> str:
    """Which of the six kinds of move an action is."""
    limits = {
        240: "to a pile",
        256: "ascending",
        272: "descending",
        280: "across",
        281: "redeal",
        409: "back to a pile",
    }
    return next(kind for limit, kind in limits.items() if action < limit)


def everything(rules: SlowRules) -> set[str]:
    """All that games by these rules can meet: reasons, ends and kinds of move."""
    met = {str(reason) for reason in Reason} | {str(outcome) for outcome in Outcome}
    met |= {"to a pile", "ascending", "descending", "across", "redeal", "back to a pile"}
    if rules.foundation_to_pile:
        met -= {str(Reason.NEVER_BACK_TO_A_PILE)}
    else:
        met -= {"back to a pile"}
    if rules.redeals == 0:
        met -= {"redeal"}
    if rules.pile_capacity > 20:
        met -= {str(Reason.PILE_FULL)}  # too rare for chance to find
    return met


@pytest.mark.parametrize(("name", "rules", "games"), CASES, ids=[case[0] for case in CASES])
def test_library_and_slow_model_agree_through_random_games(name: str, rules: SlowRules, games: int) -> None:
    """Legal moves, refusals, texts, views and ends agree at every ply, and every one of them is met."""
    met: Counter[str] = Counter()
    for number in range(games):
        check_game(random.Random(f"{name} {number}"), rules, met)
    assert everything(rules) <= set(met), f"never met: {everything(rules) - set(met)}"


def test_five_hundred_games_are_played() -> None:
    """The games above are as many as the project promises."""
    assert sum(games for _, _, games in CASES) >= 500


def built_in() -> list[Variant]:
    """The variants of the slow model, as the library has them."""
    return [variants.by_tag(tag) for tag in SLOW_VARIANTS]


def test_the_variants_have_the_rules_that_the_slow_model_was_given() -> None:
    """Seven variants, each with the switches of the contract."""
    assert {variant.tag: variant.rules for variant in built_in()} == {
        tag: rules_of(rules) for tag, rules in SLOW_VARIANTS.items()
    }


@pytest.mark.parametrize("tag", SLOW_VARIANTS)
def test_every_variant_deals_the_cards_of_the_slow_model(tag: str) -> None:
    """The first and last numbers, each power of two, and some random ones."""
    rng = random.Random(tag)
    numbers = [0, 1, 2**35 - 1, *(2**bit for bit in range(1, 35)), *(rng.randrange(2**35) for _ in range(20))]
    for number in numbers:
        code = GameCode(number, variants.by_tag(tag))
        assert str(code.deal()) == SlowGame.deal(number, SLOW_VARIANTS[tag]).text()


@pytest.mark.parametrize("tag", SLOW_VARIANTS)
def test_a_refused_move_is_not_played(tag: str) -> None:
    """Every action that the slow model does not allow raises with its reason, and the position stays."""
    slow = SlowGame.deal(7, SLOW_VARIANTS[tag])
    position = Position.deal(7, rules_of(SLOW_VARIANTS[tag]))
    before = position.row
    legal = set(slow.legal())
    for move in MOVES:
        if move.index in legal:
            continue
        with pytest.raises(IllegalMoveError) as caught:
            position.play(move)
        source, _, target = str(move).partition("-")
        assert str(caught.value.refusal.reason) == slow.refusal(source, target)
        assert (caught.value.move, caught.value.position, position.row) == (move, position, before)


def test_the_spelling_of_a_move_does_not_matter() -> None:
    """A foundation named by its direction or in full is the same foundation: played or refused alike."""
    rng = random.Random(1)
    for _ in range(40):
        position, slow = new_game(rng, SLOW_VARIANTS["N"])
        for source in SOURCES:
            for direction in "AK":
                top = position.top(MOVES_PLACE[source])
                if top is None:
                    continue
                short, long = f"{source}-{direction}", f"{source}-{top.suit}{direction}"
                assert reason_of(position, short) == reason_of(position, long) == slow.refusal(source, direction)
                if slow.refusal(source, direction) is None:
                    assert position.play(short) == position.play(long)
                    assert position.action(short) == position.action(long) in slow.legal()


MOVES_PLACE: Final = {str(move.source): move.source for move in MOVES if move.source is not None}


def test_a_view_reads_back_from_the_slow_models_text() -> None:
    """`View.parse` of the slow model's view is the view of the position."""
    rng = random.Random(2)
    for tag in ("H", "FH", "N"):
        for _ in range(30):
            position, slow = new_game(rng, SLOW_VARIANTS[tag])
            assert View.parse(slow.view_text(), position.rules) == position.view()


def test_moves_are_written_as_the_slow_model_writes_them() -> None:
    """All 409 entries of the action table."""
    assert [str(Move.from_index(action)) for action in range(409)] == [
        action_text(SLOW_VARIANTS["L"], action) for action in range(409)
    ]
