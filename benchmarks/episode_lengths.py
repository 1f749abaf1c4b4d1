"""How many steps games last, by variant and agent: what the environments' default time limit is chosen from.

    python benchmarks/episode_lengths.py [--games 20] [--limit 5000] [--out results/episode_lengths.json]

Game k of a variant is the deal of the code number k, played by an agent with seed k, until it is won, blocked, or as
long as the limit.  A redeal counts as a step, as it does in the environments.  The figures depend on nothing else.
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import crescent
from crescent import Outcome, agents

PLAYERS = ("uniform", "greedy")


class Played(NamedTuple):
    """One game: its steps, and how it ended (None: at the limit)."""

    steps: int
    outcome: Outcome | None


def play(variant: crescent.Variant, player: str, number: int, limit: int) -> Played:
    """Play one game."""
    position = crescent.GameCode(number, variant).deal()
    agent = agents.make(player, seed=number)
    steps = 0
    while position.outcome is None and steps < limit:
        position = position.play(agents.checked_choice(agent, position))
        steps += 1
    return Played(steps, position.outcome)


def summary(games: Sequence[Played]) -> dict[str, float]:
    """Quantiles of the lengths of the games that ended by themselves, and how many were won, blocked or went on."""
    ended = sorted(game.steps for game in games if game.outcome is not None)
    row: dict[str, float] = {"games": len(games)}
    for name, outcome in (("won", Outcome.WON), ("blocked", Outcome.BLOCKED), ("going_on", None)):
        row[name] = sum(game.outcome is outcome for game in games)
    if ended:
        row |= {"shortest": ended[0], "median": statistics.median(ended), "longest": ended[-1]}
        row["nine_tenths"] = ended[(9 * len(ended) - 1) // 10]
    won = [game.steps for game in games if game.outcome is Outcome.WON]
    if won:
        row["longest_won"] = max(won)
    return row


def main() -> None:
    """Measure, print a line a variant and agent, and save all if asked to."""
    parser = argparse.ArgumentParser(description="steps that games last, by variant and agent")
    parser.add_argument("--games", type=int, default=20, help="games of each agent in each variant (default 20)")
    parser.add_argument("--limit", type=int, default=5_000, help="steps after which a game is left (default 5000)")
    parser.add_argument("--out", type=Path, help="a JSON file for the figures")
    arguments = parser.parse_args()
    rows = []
    for name in crescent.variants:
        for player in PLAYERS:
            games = [
                play(crescent.variants[name], player, number, arguments.limit) for number in range(arguments.games)
            ]
            rows.append({"variant": name, "agent": player, **summary(games)})
            print(*(f"{key} {value}" for key, value in rows[-1].items()), sep="  ")
    if arguments.out:
        command = f"python benchmarks/episode_lengths.py --games {arguments.games} --limit {arguments.limit}"
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"command": command, "limit": arguments.limit, "lengths": rows}, indent=1)
        arguments.out.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
