"""Other people's environments, played at random: the peers' side of `environments.py`, in an interpreter that has them.

    python benchmarks/peers.py

speaks in lines of JSON: it prints `{"versions": …}` first; then, for each `{"peer": NAME, "slots": n, "seconds": s}`
that it reads, `{"steps": …, "seconds": …}` or `{"absent": WHY}`.  What a peer needs to get going (imports, compilation,
a first turn) is not timed.  It needs nothing but the standard library and the peers, and ends with its input.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import platform
import random
import sys
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any, NamedTuple

Turn = Callable[[], int]
"""Plays some steps and says how many."""

Foreign = Any
"""What a peer hands out; hardly any publishes types, and none is installed where types are checked."""

TURN = 64
"""Steps between two looks at the clock."""


class Peer(NamedTuple):
    """One environment: its name, the module it needs, what its figure includes, and what makes a `Turn` of n slots."""

    name: str
    module: str
    includes: str
    vector: bool
    make: Callable[[int], Turn]


def _solitaire(looker: Callable[[Foreign, Callable[[], Foreign]], Callable[[], object]]) -> Turn:
    """OpenSpiel's Klondike; `looker` makes what looks at the observation of a state that it is given anew."""
    game = importlib.import_module("pyspiel").load_game("solitaire")
    draw = random.Random(1).random
    state: Foreign = None

    def settle() -> None:
        """Turn up cards until the player is to move; all that may come are equally likely."""
        while not state.is_terminal() and state.is_chance_node():
            cards = state.legal_actions()
            state.apply_action(cards[int(draw() * len(cards))])

    look = looker(game, lambda: state)

    def begin() -> None:
        nonlocal state
        state = game.new_initial_state()
        settle()
        look()

    def turn() -> int:
        for _ in range(TURN):
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
            settle()
            look()
            if state.is_terminal():
                begin()
        return TURN

    begin()
    return turn


def _blind(_game: Foreign, _state: Callable[[], Foreign]) -> Callable[[], object]:
    """Do not look."""
    return lambda: None


def _as_list(_game: Foreign, state: Callable[[], Foreign]) -> Callable[[], object]:
    """The state's own observation, a list of 1,741 numbers."""
    return lambda: state().observation_tensor(0)


def _in_buffer(game: Foreign, state: Callable[[], Foreign]) -> Callable[[], object]:
    """OpenSpiel's fastest: the same numbers written into one array that is used again and again."""
    observation = importlib.import_module("open_spiel.python.observation").make_observation(game)
    return lambda: observation.set_from(state(), 0)


def _envpool(name: str, slots: int) -> Turn:
    """An environment of EnvPool, its actions drawn freely: it has no mask."""
    envpool, numpy = importlib.import_module("envpool"), importlib.import_module("numpy")
    env = envpool.make(name, env_type="gymnasium", num_envs=slots, num_threads=1, seed=1)
    rng, actions = numpy.random.default_rng(1), int(env.action_space.n)
    env.reset()

    def turn() -> int:
        env.step(rng.integers(0, actions, slots))
        return slots

    return turn


def _jitted(begin: Callable[[Any], Any], step: Callable[[Any, Any, Any], Any], mask: Callable[[Any], Any]) -> Turn:
    """A loop over choice and step, compiled as a whole: the most that JAX can do, nothing goes through Python.

    `begin` makes a state of a key, `step` one of a state, actions and a key; `mask` gives a state's mask (n, actions).
    """
    jax, numpy = importlib.import_module("jax"), importlib.import_module("jax.numpy")

    def body(carry: tuple[Any, Any], _: None) -> tuple[tuple[Any, Any], None]:
        state, key = carry
        key, for_choice, for_step = jax.random.split(key, 3)
        counts = numpy.cumsum(mask(state), axis=1)
        number = numpy.floor(jax.random.uniform(for_choice, counts.shape[:1]) * counts[:, -1])
        actions = numpy.argmax(counts > number[:, None], axis=1)
        return (step(state, actions, for_step), key), None

    loop = jax.jit(lambda carry: jax.lax.scan(body, carry, None, length=TURN)[0])
    carry = (jax.jit(begin)(jax.random.PRNGKey(0)), jax.random.PRNGKey(1))
    slots = int(mask(carry[0]).shape[0])

    def turn() -> int:
        nonlocal carry
        carry = jax.block_until_ready(loop(carry))
        return slots * TURN

    return turn


def _pgx(name: str, slots: int) -> Turn:
    """A game of Pgx, with its own wrapper that starts ended games anew."""
    jax, pgx = importlib.import_module("jax"), importlib.import_module("pgx")
    env = pgx.make(name)
    step = jax.vmap(importlib.import_module("pgx.experimental").auto_reset(env.step, env.init))
    return _jitted(
        lambda key: jax.vmap(env.init)(jax.random.split(key, slots)),
        lambda state, actions, key: step(state, actions, jax.random.split(key, slots)),
        lambda state: state.legal_action_mask,
    )


def _jumanji(name: str, slots: int) -> Turn:
    """A game of Jumanji, with its own wrapper that starts ended games anew."""
    jax, jumanji = importlib.import_module("jax"), importlib.import_module("jumanji")
    env = importlib.import_module("jumanji.wrappers").VmapAutoResetWrapper(jumanji.make(name))
    return _jitted(
        lambda key: env.reset(jax.random.split(key, slots)),
        lambda state, actions, _: env.step(state[0], actions),
        lambda state: state[1].observation.action_mask,
    )


FREE = "no mask; a free choice by numpy, step, reset"
JITTED = "mask, choice, step, reset in one compiled loop; nothing handed to Python"
PEERS = (
    Peer(
        "OpenSpiel solitaire, observation as a list", "pyspiel",
        "legal actions, choice, step, cards turned up, observation, reset", vector=False,
        make=lambda _: _solitaire(_as_list),
    ),
    Peer(
        "OpenSpiel solitaire, observation in a buffer", "pyspiel",
        "the same, the observation in an array used again", vector=False, make=lambda _: _solitaire(_in_buffer),
    ),
    Peer(
        "OpenSpiel solitaire, no observation", "pyspiel", "legal actions, choice, step, cards turned up, reset",
        vector=False, make=lambda _: _solitaire(_blind),
    ),
    Peer("EnvPool Taxi", "envpool", FREE, vector=True, make=lambda slots: _envpool("Taxi-v3", slots)),
    Peer("EnvPool Blackjack", "envpool", FREE, vector=True, make=lambda slots: _envpool("Blackjack-v1", slots)),
    Peer("Pgx 2048", "pgx", JITTED, vector=True, make=lambda slots: _pgx("2048", slots)),
    Peer("Pgx Kuhn poker", "pgx", JITTED, vector=True, make=lambda slots: _pgx("kuhn_poker", slots)),
    Peer("Pgx tic-tac-toe", "pgx", JITTED, vector=True, make=lambda slots: _pgx("tic_tac_toe", slots)),
    Peer("Jumanji 2048", "jumanji", JITTED, vector=True, make=lambda slots: _jumanji("Game2048-v1", slots)),
)  # fmt: skip
_BY_NAME = {peer.name: peer for peer in PEERS}
_turns: dict[tuple[str, int], Turn | str] = {}


def _made(peer: Peer, slots: int) -> Turn | str:
    """The peer, ready to be timed, or why there is none."""
    if importlib.util.find_spec(peer.module) is None:
        return "not installed"
    try:
        turn = peer.make(slots)
        turn()
    except Exception as error:  # whatever it is, it is told, and the others go on
        return f"failed: {type(error).__name__}: {error}".splitlines()[0][:200]
    return turn


def measured(name: str, slots: int, seconds: float) -> dict[str, Any]:
    """The answer to one request."""
    if (name, slots) not in _turns:
        _turns[name, slots] = _made(_BY_NAME[name], slots)
    turn = _turns[name, slots]
    if isinstance(turn, str):
        return {"absent": turn}
    steps, begin, elapsed = 0, time.perf_counter(), 0.0
    while elapsed < seconds:
        steps += turn()
        elapsed = time.perf_counter() - begin
    return {"steps": steps, "seconds": elapsed}


def versions() -> dict[str, str]:
    """Versions of this interpreter and of what the peers are, as far as they are installed."""
    found = {"python": platform.python_version()}
    for name in ("open_spiel", "envpool", "pgx", "jumanji", "jax", "numpy"):
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def main() -> None:
    """Answer requests until there are no more."""
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what the peers print is no answer
    print(json.dumps({"versions": versions()}), file=answers, flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        answer = measured(request["peer"], request["slots"], request["seconds"])
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
