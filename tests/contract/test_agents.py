"""What every agent keeps to, built in, plugged in or external, in every variant that it plays.

An agent is made anew for each game, sees views, and answers with legal moves: the same ones for the same seed, and
never by knowing a card that is face down.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Final, cast

import pytest

from crescent import (
    AgentNameError,
    Game,
    GameCode,
    Move,
    NoLegalMoveError,
    Position,
    RulesError,
    UnsuitedAgentError,
    Variant,
    WrongTypeError,
    kernel,
    variants,
)
from crescent.agents import Agent, AgentName, agents, check_plays, checked_choice, describe, make, options_of, plays
from tests.boards import STAGES, random_board, random_heights
from tests.core.installed import install
from tests.engine.engines import EXTERNAL

PLIES = 80
SEEDS = (0, 1, 2**70)

GAMES = 100
FEW_PLIES = 40
FEW_SLOW_PLIES = 4
"""As far as each of so many games is played, to be quick; what talks through pipes, or evaluates a network at every
move, takes its time."""

CHEAP: Final = {
    "lookahead": "lookahead(depth=5, nodes=80)",
    "sampler": "sampler(depth=5, nodes=80, samples=2, ways=2, sample_depth=3, sample_nodes=30, end_nodes=900)",
    "solver": "solver(nodes=2000)",
}
"""Agents that search, with options that make them quick."""

PLUG_IN: Final = """
from typing import Annotated

from crescent.agents import Between, choices

class Hopper:
    "plays every so many-th legal move, never where aces and kings are apart."

    def __init__(self, *, seed=None, hop: Annotated[int, Between(1, 99)] = 7):
        self.hop, self.at = Between(1, 99).checked("hop", hop), seed or 0

    def choose(self, view):
        moves = choices(view)
        self.at += self.hop
        return moves[self.at % len(moves)]

    @staticmethod
    def plays(rules):
        return rules.wrap
"""


@pytest.fixture(scope="module", autouse=True)
def _plugged_in(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A throw-away package with an agent is installed while this module runs."""
    points = {"crescent.agents": {"hopper": "crescent_contract_plug_in:Hopper"}}
    modules = {"crescent_contract_plug_in": PLUG_IN}
    folder = install(tmp_path_factory.mktemp("plugged") / "site", "crescent-contract-plug-in", modules, points)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        patch.setattr(agents, "_plugins", None)
        patch.setattr(agents, "_loaded", {})
        yield


EVERY: Final = {name: name for name in agents.names()} | EXTERNAL | CHEAP | {"hopper": "hopper(hop=11)"}
"""Every agent, by what the tests call it: external ones and one from a throw-away package too."""


def claims(name: str, variant: Variant) -> bool:
    """Whether an agent says that it plays a variant; the plug-in is not installed yet when this is asked."""
    return variant.rules.wrap if name.startswith("hopper") else plays(name, variant.rules)


@pytest.fixture(params=list(EVERY.values()), ids=list(EVERY))
def name(request: pytest.FixtureRequest) -> str:
    """Each agent in turn, by name."""
    agent: str = request.param
    return agent


CLAIMED: Final = [
    pytest.param(name, variants[variant], id=f"{agent}-{variant}")
    for agent, name in EVERY.items()
    for variant in variants.names()
    if claims(name, variants[variant])
]

every_claimed_variant = pytest.mark.parametrize(("name", "variant"), CLAIMED)

every_claimed_variant_with_hidden_cards = pytest.mark.parametrize(
    ("name", "variant"), [case for case in CLAIMED if cast("Variant", case.values[1]).rules.face_down]
)


def test_what_an_agent_says_that_it_plays_is_what_is_tested(name: str) -> None:
    """Every variant is either played by the tests below or refused by name, and none is played by nobody."""
    for variant in map(variants.__getitem__, variants.names()):
        assert plays(name, variant.rules) == claims(name, variant)
        if not claims(name, variant):
            with pytest.raises(UnsuitedAgentError):
                check_plays(name, variant.rules)
    assert any(claims(name, variants[variant]) for variant in variants.names())


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


@every_claimed_variant
def test_it_plays_legal_moves_to_the_end(name: str, variant: Variant) -> None:
    """From everywhere in a game, until there is no move or the ply limit is reached."""
    for start in starts(variant):
        line = played(make(name, seed=1), start)
        end = start
        for move in line:
            end = end.play(move)
        assert len(line) == PLIES or end.outcome is not None


@every_claimed_variant
def test_it_plays_legal_moves_in_a_hundred_games(name: str, variant: Variant) -> None:
    """Of every variant that it plays, by one agent, one after another."""
    rng = random.Random(variant.name)
    plies = FEW_SLOW_PLIES if name.startswith(("cmd:", "policy")) else FEW_PLIES
    agent = make(name, seed=2)
    for _ in range(GAMES):
        assert played(agent, GameCode(rng.randrange(2**35), variant).deal(), plies)


@every_claimed_variant
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


@every_claimed_variant_with_hidden_cards
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
        if plays(name, variant.rules):
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
    plain = name if name.startswith("cmd:") else AgentName.parse(name).name
    assert describe(plain)
    assert describe(plain).isprintable()


def test_it_plays_at_least_one_variant_and_says_so_of_each(name: str) -> None:
    """Its claim is about rules: a variant that it does not play is refused by the name of the agent."""
    claimed = [variant for variant in variants if plays(name, variants[variant].rules)]
    assert claimed
    for variant in variants:
        if variant in claimed:
            check_plays(name, variants[variant].rules)
        else:
            with pytest.raises(UnsuitedAgentError, match="does not play by these rules"):
                check_plays(name, variants[variant].rules)


@pytest.mark.parametrize("name", [*agents.names(), "hopper"])
def test_every_range_of_an_option_is_checked(name: str) -> None:
    """Its ends are taken, what lies beyond them is refused by the option's name, as is what is no number."""
    for option in options_of(agents[name]):
        assert not option.is_required
        if option.bounds is None:
            continue
        assert isinstance(option.default, int)
        assert option.bounds.low <= option.default <= option.bounds.high
        for end in (option.bounds.low, option.bounds.high):
            make(f"{name}({option.name}={end})", seed=1)
        for beyond in (option.bounds.low - 1, option.bounds.high + 1, -(10**30), 10**30):
            with pytest.raises(AgentNameError, match=f"{option.name} must be from"):
                make(f"{name}({option.name}={beyond})", seed=1)
            with pytest.raises(RulesError, match=option.name):
                cast("Callable[..., object]", agents[name])(seed=1, **{option.name: beyond})
        for value in ("'1.5'", "many", "''"):
            with pytest.raises(AgentNameError, match=f"{option.name} must be an integer"):
                make(f"{name}({option.name}={value})", seed=1)
