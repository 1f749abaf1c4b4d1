"""Tunes the solver's weights on deals of a training set, and writes them in the form of the package's `weights.json`.

    python scripts/tune_solver.py --generations 75 --deals 40 --out weights.json

The weights vary around the ones that are installed, by separable CMA-ES (Ros and Hansen, "A simple modification in
CMA-ES achieving linear time and space complexity", PPSN 2008).  A candidate is judged by the nodes that `solve` needs
for some deals of the training set, drawn anew for each generation: the mean of the logarithm of their mean and the mean
of their logarithms, an unsolved deal counted twice its limit.  Codes 1 to 1000 are for measuring: they are refused.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
from array import array
from pathlib import Path

from crescent import Position
from crescent.solver import Status
from crescent.solver.evaluation import WEIGHTS
from crescent.solver.limits import Watch
from crescent.solver.searching import Search, ready_program
from crescent.solver.weights import Weights, tuned

LIMIT = 120_000
"""Nodes for a deal: below the restart at which a proof is first tried."""


def cost(values: list[int], numbers: list[int], seed: int, limit: int) -> float:
    """How badly the weights do on the deals: 0.5 ln(mean nodes) + 0.5 mean(ln nodes)."""
    weights = Weights(array("q", values), tuned().spreads)
    nodes = []
    for number in numbers:
        watch = Watch(limit, None, None)
        search = Search(Position.deal(number), seed ^ number, watch, weights)
        search.use(ready_program())
        nodes.append(watch.nodes if search.run() is Status.SOLVED else 2 * limit)
    return 0.5 * math.log(statistics.fmean(nodes)) + 0.5 * statistics.fmean(map(math.log, nodes))


class Evolution:
    """Separable CMA-ES in the units of the weights' spreads; the names are those of the paper.

    Attributes:
        mean: the centre of the distribution, a number a weight.
        sigma: its width.
    """

    def __init__(self, mean: list[float], sigma: float, rng: random.Random) -> None:
        """Begin at `mean` with a round distribution of width `sigma`."""
        n = len(mean)
        self.mean, self.sigma, self._rng = mean, sigma, rng
        self.count = 4 + int(3 * math.log(n))
        raw = [math.log(self.count / 2 + 0.5) - math.log(place) for place in range(1, self.count // 2 + 1)]
        self._shares = [share / sum(raw) for share in raw]
        mu = 1 / sum(share**2 for share in self._shares)
        self._c_sigma = (mu + 2) / (n + mu + 5)
        self._damping = 1 + self._c_sigma
        self._c_path = 4 / (n + 4)
        self._c_one = 2 / ((n + 1.3) ** 2 + mu) * (n + 2) / 3
        self._c_mu = min(1 - self._c_one, 2 * (mu - 2 + 1 / mu) / ((n + 2) ** 2 + mu) * (n + 2) / 3)
        self._mu = mu
        self._length = math.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n * n))
        self._variance, self._path_sigma, self._path = [1.0] * n, [0.0] * n, [0.0] * n

    def candidate(self) -> list[float]:
        """A step away from the mean, in units of sigma."""
        return [math.sqrt(variance) * self._rng.gauss(0, 1) for variance in self._variance]

    def at(self, step: list[float]) -> list[float]:
        """Where a step leads."""
        return [centre + self.sigma * far for centre, far in zip(self.mean, step, strict=True)]

    def learn(self, steps: list[list[float]]) -> None:
        """Move on by a generation's steps, the best first."""
        best = list(zip(self._shares, steps, strict=False))
        for place, variance in enumerate(self._variance):
            way = sum(share * step[place] for share, step in best)
            spread = sum(share * step[place] ** 2 for share, step in best)
            self.mean[place] += self.sigma * way
            self._path_sigma[place] *= 1 - self._c_sigma
            pull = math.sqrt(self._c_sigma * (2 - self._c_sigma) * self._mu)
            self._path_sigma[place] += pull * way / math.sqrt(variance)
            self._path[place] *= 1 - self._c_path
            self._path[place] += math.sqrt(self._c_path * (2 - self._c_path) * self._mu) * way
            kept = (1 - self._c_one - self._c_mu) * variance
            self._variance[place] = kept + self._c_one * self._path[place] ** 2 + self._c_mu * spread
        long = math.hypot(*self._path_sigma) / self._length
        self.sigma *= math.exp(self._c_sigma / self._damping * (long - 1))


def tune(options: argparse.Namespace) -> list[int]:
    """Run the generations, print a line each, and return the weights."""
    rng = random.Random(options.seed)
    values, spreads = tuned()
    evolution = Evolution([value / spread for value, spread in zip(values, spreads, strict=True)], options.sigma, rng)

    def natural(point: list[float]) -> list[int]:
        return [round(far * spread) for far, spread in zip(point, spreads, strict=True)]

    for generation in range(options.generations):
        numbers = [rng.randint(options.first, options.last) for _ in range(options.deals)]
        seed = rng.getrandbits(32)
        judged = []
        for _ in range(evolution.count):
            step = evolution.candidate()
            judged.append((cost(natural(evolution.at(step)), numbers, seed, options.limit), step))
        judged.sort(key=lambda pair: pair[0])
        evolution.learn([step for _, step in judged])
        print(f"{generation} best {judged[0][0]:.3f} worst {judged[-1][0]:.3f} sigma {evolution.sigma:.3f}", flush=True)
    return natural(evolution.mean)


def document(values: list[int], options: argparse.Namespace) -> dict[str, object]:
    """What the weights are and where they come from."""
    chosen = (
        f"--generations {options.generations} --deals {options.deals} --first {options.first} --last {options.last}"
    )
    weights = {
        name: {"value": value, "spread": spread}
        for name, value, spread in zip(WEIGHTS, values, tuned().spreads, strict=True)
    }
    return {
        "trained_on": f"codes {options.first} to {options.last} of normal",
        "command": f"python scripts/tune_solver.py {chosen} --limit {options.limit} --seed {options.seed}",
        "weights": weights,
    }


def main() -> None:
    """Tune as the command line says."""
    parser = argparse.ArgumentParser(description="tunes the solver's weights")
    parser.add_argument("--generations", type=int, default=25, help="generations (default 25)")
    parser.add_argument("--deals", type=int, default=40, help="deals a generation (default 40)")
    parser.add_argument("--first", type=int, default=100_001, help="first code of the training set (default 100001)")
    parser.add_argument("--last", type=int, default=102_000, help="its last code (default 102000)")
    parser.add_argument("--limit", type=int, default=LIMIT, help=f"nodes for a deal (default {LIMIT})")
    parser.add_argument("--sigma", type=float, default=0.4, help="width at the start, in spreads (default 0.4)")
    parser.add_argument("--seed", type=int, default=1, help="chance (default 1)")
    parser.add_argument("--out", type=Path, help="a JSON file for the weights")
    options = parser.parse_args()
    if options.first <= 1_000:
        parser.error("codes 1 to 1000 are for measuring alone: train on others")
    result = json.dumps(document(tune(options), options), indent=1)
    print(result)
    if options.out:
        options.out.write_text(result + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
