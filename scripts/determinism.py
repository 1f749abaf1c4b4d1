"""Whether the same is played everywhere: one digest over deals, agents' games and environments, in many processes.

    python scripts/determinism.py [--threads 1] [--brief]       print the digests of this process
    python scripts/determinism.py --compare [PYTHON ...]        compare processes

Compared are the interpreters named (this one, if none is), each with hash seeds 0, 1 and a random one, and with 1, 2
and 4 threads of the vector environment and of the libraries that multiply matrices.  Each combination is a fresh
process.  Digested are texts of deals in all variants; the first moves that every built-in agent plays, the solver's
whole solutions among them; and every array that the single and the vector environment hand out on the way.

Exit code 0 if all agree.  results/determinism.txt is such an output.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, product
from typing import Any, Final

NAMES: Final = ("normal", "four", "hidden", "hidden-four", "classic", "relaxed", "easy")
AGENTS: Final = ("uniform", "greedy", "lookahead", "sampler", "solver", "policy")
HASH_SEEDS: Final = ("0", "1", "random")
THREADS: Final = (1, 2, 4)
MOVES: Final = 30


def deals(_threads: int) -> Iterator[str]:
    """Positions, views and legal moves of deals in every variant."""
    from crescent import GameCode, variants

    for name, number in product(NAMES, (0, 1, 7, 2**35 - 1)):
        code = GameCode(number, variants[name])
        position = code.deal()
        yield f"{code} {position} {position.view()} {position.legal_actions()}"


def games(_threads: int) -> Iterator[str]:
    """What every agent plays, from deals and later, as far as it plays the variant."""
    from crescent import GameCode, variants
    from crescent.agents import make
    from crescent.agents.registry import plays

    for agent, name in product(AGENTS, ("normal", "hidden", "relaxed")):
        if not plays(agent, variants[name].rules):
            continue
        position = GameCode(1, variants[name]).deal()
        player = make(agent, seed=3)
        for _ in range(5 if agent == "sampler" else MOVES):
            if position.outcome is not None:
                break
            move = player.choose(position.view())
            yield f"{agent} {name} {move}"
            position = position.play(move)


def solutions(_threads: int) -> Iterator[str]:
    """What the solver finds."""
    from crescent import GameCode, variants
    from crescent.solver import solve

    for name, number in product(("normal", "four", "classic"), range(3)):
        found = solve(GameCode(number, variants[name]).deal(), nodes=50_000, seed=1)
        yield f"{name} {number} {found.status} {found.nodes} {' '.join(map(str, found.moves))}"


def environments(threads: int) -> Iterator[str]:
    """What the environments tell, step by step."""
    from crescent_gym import CrescentEnv, CrescentVectorEnv

    for name, observation in product(NAMES, ("flat", "cards")):
        vector = CrescentVectorEnv(
            9, variant=name, observation=observation, threads=threads, max_episode_steps=40, autoreset_mode="SameStep"
        )
        yield told(vector.reset(seed=5))
        for _ in range(100):
            yield told(vector.step(vector.sample_actions()))
        single = CrescentEnv(variant=name, observation=observation)
        _, info = single.reset(seed=5)
        for step in range(60):
            legal = info["action_mask"].nonzero()[0]
            result = single.step(legal[step % legal.size])
            info = result[-1]
            yield told(result)
            if result[2]:
                _, info = single.reset()


def told(value: Any) -> str:  # noqa: ANN401  whatever an environment hands out
    """A value's digest: arrays by their bytes, mappings in their order."""
    if isinstance(value, Mapping):
        return "{" + ",".join(f"{key}:{told(each)}" for key, each in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "(" + ",".join(map(told, value)) + ")"
    if hasattr(value, "tobytes") and value.dtype.kind != "O":
        return f"{value.dtype}{value.shape}" + hashlib.sha256(value.tobytes()).hexdigest()
    if hasattr(value, "tolist"):
        return told(value.tolist())
    return repr(value)


BRIEF: Final = ("deals", "solutions", "environments")

PARTS: Final[Mapping[str, Callable[[int], Iterator[str]]]] = {
    part.__name__: part for part in (deals, games, solutions, environments)
}


def digests(threads: int, *, brief: bool) -> dict[str, str]:
    """A digest of each part, or of the beginnings of some."""
    found = {}
    for name in BRIEF if brief else PARTS:
        digest = hashlib.sha256()
        for line in islice(PARTS[name](threads), 30 if brief else None):
            digest.update(line.encode() + b"\n")
        found[name] = digest.hexdigest()[:16]
    return found


def asked(python: str, hash_seed: str, threads: int, *more: str) -> str:
    """The digests of a fresh process, as it prints them."""
    libraries = {f"{name}_NUM_THREADS": str(threads) for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}
    environment = {**os.environ, **libraries, "PYTHONHASHSEED": hash_seed}
    command = [python, __file__, "--threads", str(threads), *more]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout.strip()


def compare(pythons: list[str]) -> int:
    """Print what each combination gives."""
    seen = set()
    for python, hash_seed, threads in product(pythons, HASH_SEEDS, THREADS):
        found = asked(python, hash_seed, threads)
        seen.add(found)
        version = subprocess.run([python, "-V"], check=True, capture_output=True, text=True).stdout.strip()
        print(f"{version:<15} hash seed {hash_seed:<7} threads {threads}:  {found}", flush=True)
    print(f"{len(pythons) * len(HASH_SEEDS) * len(THREADS)} processes, {len(seen)} different answers")
    return 0 if len(seen) == 1 else 1


def main() -> int:
    """Print, or compare."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("pythons", nargs="*", help="interpreters with the extra `gym`")
    parser.add_argument("--compare", action="store_true", help="compare processes")
    parser.add_argument("--threads", type=int, default=1, help="of the vector environment")
    parser.add_argument("--brief", action="store_true", help="digest the beginnings alone")
    options = parser.parse_args()
    if options.compare:
        return compare(options.pythons or [sys.executable])
    print("  ".join(f"{name} {digest}" for name, digest in digests(options.threads, brief=options.brief).items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
