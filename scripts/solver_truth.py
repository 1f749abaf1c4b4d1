"""The solver against exhaustive truth: small endgames, each also searched breadth-first by the tests' slow model.

    python -m scripts.solver_truth [--each 200] [--out results/solver_truth.json]

Endgames are built by playing: a deal is solved, the line is played up to some moves before its end, then at random for
up to six moves; what redeals are left is cut to 0 or 1.  The plain search (no symmetry, no shared code) says whether
the position can be won; the solver must say the same, with a line or as a proven no.  Positions are collected until
there are `--each` of every kind: redeals left (0, 1), won and lost.  Run it from the project's folder: the slow model
lives in `tests`.
"""

from __future__ import annotations

import argparse
import json
import random
from collections import Counter, deque
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from crescent import Position, Rules
from crescent.solver import Status, solve
from tests.lockstep.slow_model import SlowGame, SlowRules

RULES = {
    "normal": SlowRules(),
    "classic": SlowRules(pile_capacity=31),
    "relaxed": SlowRules(pile_capacity=31, foundation_to_pile=True),
    "hidden": SlowRules(face_down=True),
    "low piles": SlowRules(pile_capacity=7),
    "no wrap": SlowRules(wrap=False),
    "no wrap, back to the piles": SlowRules(wrap=False, foundation_to_pile=True),
}


class Endgame(NamedTuple):
    """A position and the name of its rules."""

    rules: str
    position: Position

    @property
    def redeals(self) -> int:
        """Redeals left, 0 or 1."""
        return int(str(self.position).rpartition(" ")[2])


def rules_of(slow: SlowRules) -> Rules:
    """The same switches for the library."""
    return Rules(slow.redeals, slow.pile_capacity, slow.face_down, slow.wrap, slow.foundation_to_pile)


def endgames(rng: random.Random) -> Iterator[Endgame]:
    """Endgames without end, under all the rules by turns."""
    while True:
        for name, slow in RULES.items():
            position = Position.deal(rng.randrange(2**35), rules_of(slow))
            solution = solve(position, nodes=20_000, seed=rng.randrange(2**32), look_under=True)
            if solution.status is not Status.SOLVED:
                continue
            for move in solution.moves[: -rng.randint(3, 30)]:
                position = position.play(move)
            for _ in range(rng.randint(0, 6)):
                position = position.play(rng.choice(position.legal_moves())) if position.outcome is None else position
            if position.outcome is None:
                board, _, left = str(position).rpartition(" ")
                text = f"{board} {min(int(left), rng.randint(0, 1))}"
                yield Endgame(name, Position.parse(text, position.rules))


def can_be_won(endgame: Endgame, limit: int) -> bool | None:
    """Whether the slow model, breadth-first, reaches a won position; None where it would take more than `limit`."""
    start = SlowGame.from_text(str(endgame.position), RULES[endgame.rules])
    met, waiting = {start.text()}, deque([start])
    while waiting:
        game = waiting.popleft()
        if game.is_won():
            return True
        for action in game.legal():
            after = game.copy()
            after.play(action)
            text = after.text()
            if text not in met:
                if len(met) == limit:
                    return None
                met.add(text)
                waiting.append(after)
    return False


def agrees(endgame: Endgame, truth: bool) -> bool:
    """Whether the solver says the same; a line is replayed by the slow model."""
    solution = solve(endgame.position, look_under=True)
    if not truth:
        return solution.status is Status.UNSOLVABLE
    game = SlowGame.from_text(str(endgame.position), RULES[endgame.rules])
    for move in solution.moves:
        game.play(move.index)
    return solution.status is Status.SOLVED and game.is_won()


class Compared(NamedTuple):
    """An endgame, what plain search says of it, and whether the solver says the same."""

    endgame: Endgame
    can_be_won: bool
    agrees: bool

    @property
    def kind(self) -> str:
        """Redeals left and what it is."""
        return f"{self.endgame.redeals} redeals, {'won' if self.can_be_won else 'lost'}"


def compare(each: int, limit: int, seed: int) -> list[Compared]:
    """Endgames of at most `limit` positions compared, `each` of every kind."""
    compared: list[Compared] = []
    kinds: Counter[str] = Counter()
    for endgame in endgames(random.Random(seed)):
        truth = can_be_won(endgame, limit)
        if truth is None:
            continue
        case = Compared(endgame, truth, agrees(endgame, truth))
        if kinds[case.kind] < each:
            compared.append(case)
            kinds[case.kind] += 1
        if len(kinds) == 4 and min(kinds.values()) == each:
            break
    return compared


def main() -> None:
    """Compare, print what came out, and save it if asked to."""
    parser = argparse.ArgumentParser(description="the solver against exhaustive truth on small endgames")
    parser.add_argument("--each", type=int, default=200, help="endgames of each kind (default 200)")
    parser.add_argument("--limit", type=int, default=300, help="most positions of an endgame (default 300)")
    parser.add_argument("--seed", type=int, default=1, help="chance (default 1)")
    parser.add_argument("--out", type=Path, help="a JSON file for the result")
    options = parser.parse_args()
    compared = compare(options.each, options.limit, options.seed)
    differ = [str(case.endgame.position) for case in compared if not case.agrees]
    chosen = f"--each {options.each} --limit {options.limit} --seed {options.seed}"
    document = {
        "command": f"python -m scripts.solver_truth {chosen}",
        "compared": dict(sorted(Counter(case.kind for case in compared).items())),
        "rules": dict(sorted(Counter(case.endgame.rules for case in compared).items())),
        "differ": differ,
    }
    print(json.dumps(document, indent=1))
    if options.out:
        cases = [[case.endgame.rules, str(case.endgame.position), case.can_be_won] for case in compared]
        text = json.dumps({**document, "cases": cases}, indent=0)
        options.out.write_text(text + "\n", encoding="utf-8")
    raise SystemExit(1 if differ else 0)


if __name__ == "__main__":
    main()
