"""What every registered agent keeps to, built in or plugged in, in every variant.

An agent is made anew for each game, sees views, and answers with legal moves: the same ones for the same seed, and
never by knowing a card that is face down.
"""

from __future__ import annotations

import random

import pytest

from crescent import (
    Game,
    GameCode,
    Move,
    NoLegalMoveError,
    Position,
    Variant,
    WrongTypeError,
    kernel,
    variants,
)
from crescent.agents import Agent, agents, checked_choice, describe, make
from tests.boards import STAGES, random_board, random_heights
from tests.engine.engines import EXTERNAL

PLIES = 80
SEEDS = (0, 1, 2**70)


@pytest.fixture(params=[*agents.names(), *EXTERNAL])
def name(request: pytest.FixtureRequest) -> str:
    """Each agent in turn, by name; external ones too."""
    agent: str = request.param
    return EXTERNAL.get(agent, agent)


@pytest.fixture(params=variants.names())
def variant(request: pytest.FixtureRequest) -> Variant:
    """Each variant in turn."""
    return variants[request.param]


def played(agent: Agent, start: Position, plies: int = PLIES) -> list[Move]:
    """The moves that an agent plays, each checked to be legal."""
    game = Game(start)
    while game.legal_moves() and len(game.line) < plies:
        game.play(checked_choice(agent, game.position))
    return list(game.line)


def starts(variant: Variant) -> list[Position]:
    """A deal, and positions at every stage of a game, one of them without a redeal left."""
    rules = variant.rules
    rng = random.Random(variant.name)
    positions = [GameCode(rng.randrange(2**35), variant).deal()]
    for stage in STAGES:
        text = random_board(
            rng,
            random_heights(rng, stage),
            redeals=0 if stage == "anywhere" else rules.redeals,
            capacity=rules.pile_capacity,
            face_down=rules.face_down,
        )
        positions.append(Position.parse(text, rules))
    return positions


def test_it_plays_legal_moves_to_the_end(name: str, variant: Variant) -> None:
    """From everywhere in a game, until there is no move or the ply limit is reached."""
    for start in starts(variant):
        line = played(make(name, seed=1), start)
        end = start
        for move in line:
            end = end.play(move)
        assert len(line) == PLIES or end.outcome is not None


def test_it_plays_the_same_for_the_same_seed(name: str, variant: Variant) -> None:
    """Whatever the state of the module `random`, and without changing it."""
    for seed in SEEDS:
        start = GameCode(seed % 2**35, variant).deal()
        random.seed(1)
        one = played(make(name, seed=seed), start)
        random.seed(2)
        before = random.getstate()
        assert played(make(name, seed=seed), start) == one
        assert random.getstate() == before


def with_other_hidden_cards(position: Position, rng: random.Random) -> Position:
    """The position with its face-down cards shuffled among their places."""
    row = bytearray(position.row)
    places = [place for place in range(16 * position.rules.pile_capacity) if row[place] > kernel.FACE_DOWN]
    hidden = [row[place] for place in places]
    rng.shuffle(hidden)
    for place, card in zip(places, hidden, strict=True):
        row[place] = card
    return Position.from_row(bytes(row), position.rules)


def test_it_is_blind_to_hidden_cards(name: str, variant: Variant) -> None:
    """Shown positions that differ in hidden cards only, ply by ply, two agents of one seed choose the same moves."""
    rng = random.Random(variant.name)
    for start in starts(variant):
        position, one, other = start, make(name, seed=3), make(name, seed=3)
        for _ in range(PLIES // 2):
            if not position.legal_moves():
                break
            move = checked_choice(one, position)
            assert checked_choice(other, with_other_hidden_cards(position, rng)) == move
            position = position.play(move)


def test_it_plays_without_a_seed(name: str) -> None:
    """Then differently every time, or not; but legal moves."""
    start = variants["normal"].rules
    assert played(make(name), Position.deal(4, start), 10)


def test_one_agent_may_play_one_game_after_another(name: str) -> None:
    """What it remembers of one game does not make it illegal in the next, whatever its variant."""
    agent = make(name, seed=5)
    for variant in map(variants.__getitem__, variants.names()):
        played(agent, GameCode(9, variant).deal(), 30)


def test_it_takes_the_only_move_there_is(name: str) -> None:
    """Also if that is the redeal."""
    position = Position.parse("/".join(["QSKS", *"-" * 15]) + " JKKK AAAA 1")
    assert position.legal_moves() == (Move.REDEAL,)
    assert make(name, seed=1).choose(position.view()) == Move.REDEAL


@pytest.mark.parametrize("end", ["QSKS JKKK AAAA 0", "- KKKK AAAA 3"], ids=["blocked", "won"])
def test_it_has_no_choice_where_a_game_is_over(name: str, end: str) -> None:
    """It says so, with the outcome and the view, when asked itself and through `checked_choice`; then it plays on."""
    pile, rest = end.split(maxsplit=1)
    position, agent = Position.parse("/".join([pile, *"-" * 15]) + f" {rest}"), make(name, seed=1)
    says = f"no legal move: the game is {position.outcome}; in "
    with pytest.raises(NoLegalMoveError, match=says) as caught:
        agent.choose(position.view())
    assert (caught.value.view, caught.value.outcome) == (position.view(), position.outcome)
    with pytest.raises(NoLegalMoveError, match=says):
        checked_choice(agent, position)
    played(agent, Position.deal(1), 3)


@pytest.mark.parametrize("thing", [None, 3, "R", Position.deal(1)], ids=lambda thing: type(thing).__name__)
def test_it_looks_at_views_alone(name: str, thing: object) -> None:
    """Anything else is refused by its type, a position with its hidden cards too."""
    with pytest.raises(WrongTypeError, match="what an agent is shown must be a View, not"):
        make(name, seed=1).choose(thing)  # type: ignore[arg-type]  # that it is refused is the point


def test_it_describes_itself(name: str) -> None:
    """In one line, for listings."""
    assert describe(name)
    assert describe(name).isprintable()
