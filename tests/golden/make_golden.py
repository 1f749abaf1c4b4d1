"""Writes the golden files below `data`, from the slow model alone: `python -m tests.golden.make_golden [VARIANT ...]`.

What these files hold must never change, so this program is run for a new variant and for nothing else: a file that is
there is left as it is, and a difference to it is reported. Read what came out before committing it.

    data/actions.txt              the action table: index and move, a line each
    data/deals.txt                game codes without their tag, and the cards they deal
    data/perft/VARIANT.json       how many sequences of 1 to 4 moves there are from some starts
    data/playthroughs/VARIANT.*   two games, ply by ply: board, view if it differs, legal moves, refusals, end, move
    data/records/VARIANT.*        the records of the same two games
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Final

from tests.boards import random_board, random_heights
from tests.lockstep.slow_model import (
    SLOW_VARIANTS,
    SOURCES,
    TARGETS,
    SlowGame,
    SlowRules,
    action_text,
    number_from_letters,
)

DATA: Final = Path(__file__).with_name("data")

TAGS: Final = {
    "normal": "N",
    "four": "F",
    "hidden": "H",
    "hidden-four": "FH",
    "classic": "C",
    "relaxed": "L",
    "easy": "E",
}
"""The tag of each variant, by which the slow model knows it."""

LETTERS: Final = ("AAAAAAA", "AAAAAAB", "CRESCEN", "HALFMAN", "7777777")
"""Numbers whose deals are kept: both golden ones of the contract, two words, and the last one."""

PERFT_DEPTH: Final = 4
LONGEST_GAME: Final = 80
SHORTEST_WIN: Final = 20


def actions_text() -> str:
    """The action table, written out."""
    return "".join(f"{action} {action_text(SLOW_VARIANTS['L'], action)}\n" for action in range(409))


def deals_text() -> str:
    """The cards of the deals, without redeals, which are the variant's business."""
    powers = [format_letters(2**bit) for bit in range(1, 35, 3)]
    deals = {letters: SlowGame.deal(number_from_letters(letters), SlowRules()) for letters in (*LETTERS, *powers)}
    return "".join(f"{letters} {game.text().split()[0]}\n" for letters, game in deals.items())


def format_letters(number: int) -> str:
    """The seven letters of a number."""
    digits = [number // 32**place % 32 for place in range(6, -1, -1)]
    return "".join("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"[digit] for digit in digits)


def perft(game: SlowGame, depth: int, known: dict[tuple[str, int], int]) -> int:
    """How many sequences of `depth` legal moves there are; `known` remembers what was counted."""
    if depth == 0:
        return 1
    key = game.text(), depth
    if key not in known:
        known[key] = 0
        for action in game.legal():
            after = game.copy()
            after.play(action)
            known[key] += perft(after, depth - 1, known)
    return known[key]


def perft_table(variant: str) -> dict[str, list[int]]:
    """Counts for depths 1 to 4 by start: some codes, a crowded position and one near the end."""
    tag = TAGS[variant]
    rules = SLOW_VARIANTS[tag]
    starts = {f"CR1-{tag}-{letters}": SlowGame.deal(number_from_letters(letters), rules) for letters in LETTERS[:3]}
    for stage in ("crowded", "near the end"):
        text = board(random.Random(f"perft {variant} {stage}"), rules, stage)
        starts[text] = SlowGame.from_text(text, rules)
    return {start: [perft(game, depth, {}) for depth in range(1, PERFT_DEPTH + 1)] for start, game in starts.items()}


def board(rng: random.Random, rules: SlowRules, stage: str) -> str:
    """A position at a stage of the game with all redeals left."""
    return random_board(
        rng,
        random_heights(rng, stage),
        redeals=rules.redeals,
        capacity=rules.pile_capacity,
        face_down=rules.face_down,
    )


def playthrough(game: SlowGame, rng: random.Random) -> list[dict[str, object]]:
    """The plies of a game that never comes to the same board twice; the last one has an end, or no move."""
    plies: list[dict[str, object]] = []
    seen: set[str] = set()
    while True:
        seen.add(game.text())
        legal = game.legal()
        new = [action for action in legal if not leads_to(game, action, seen)]
        ply: dict[str, object] = {
            "position": game.text(),
            **({} if game.view_text() == game.text() else {"view": game.view_text()}),
            "legal": " ".join(action_text(game.rules, action) for action in legal),
            "refused": refusals(game, rng),
            "outcome": game.outcome(),
        }
        plies.append(ply)
        if not new or len(plies) > LONGEST_GAME:
            return plies
        home = [action for action in new if 240 <= action < 272]
        onward = [action for action in new if action != 280]
        action = rng.choice(home if home and rng.random() < 0.8 else onward if onward and rng.random() < 0.97 else new)
        ply["move"] = action_text(game.rules, action)
        game.play(action)


def leads_to(game: SlowGame, action: int, seen: set[str]) -> bool:
    """Whether an action leads to a board seen before."""
    after = game.copy()
    after.play(action)
    return after.text() in seen


def refusals(game: SlowGame, rng: random.Random) -> dict[str, str]:
    """The reasons of some moves that are refused, as different as chance finds them."""
    found: dict[str, str] = {}
    for _ in range(12):
        source, target = rng.choice(SOURCES), rng.choice(TARGETS)
        reason = game.refusal(source, target)
        if reason and reason not in found:
            found[reason] = f"{source}-{target}"
    return {move: reason for reason, move in list(found.items())[:3]}


def games(variant: str) -> dict[str, tuple[str, SlowGame, random.Random]]:
    """Two games of a variant: from a deal, and from a position out of which it is won."""
    tag = TAGS[variant]
    rules = SLOW_VARIANTS[tag]
    deal = SlowGame.deal(number_from_letters("CRESCEN"), rules)
    seed = 0
    while True:  # until the player wins, and not at once
        text = board(random.Random(f"{variant} {seed}"), rules, "near the end")
        plies = playthrough(SlowGame.from_text(text, rules), random.Random(seed))
        if plies[-1]["outcome"] == "won" and len(plies) > SHORTEST_WIN:
            break
        seed += 1
    return {
        "deal": (f"CR1-{tag}-CRESCEN", deal, random.Random(f"{variant} deal")),
        "won": (text, SlowGame.from_text(text, rules), random.Random(seed)),
    }


def playthrough_text(variant: str, start: str, plies: list[dict[str, object]]) -> str:
    """The file of a playthrough: JSON, with a line for each ply."""
    lines = ",\n".join(json.dumps(ply) for ply in plies)
    return f'{{"variant": "{variant}", "start": "{start}", "plies": [\n{lines}\n]}}\n'


def record_text(variant: str, start: str, plies: list[dict[str, object]]) -> str:
    """The record of a playthrough, in the writer's own layout: ten moves a line, a number first and after redeals."""
    moves = [str(ply["move"]) for ply in plies if "move" in ply]
    played = len(moves) - moves.count("R")
    tags = {
        "Code" if start.startswith("CR1-") else "Position": start,
        "Variant": variant,
        "Result": str(plies[-1]["outcome"] or "open"),
        "Moves": str(played),
        "Seconds": "61.25",
        "Player": 'The \\"slow\\" model',
    }
    lines: list[list[str]] = [[]]
    count = number = 0
    for move in moves:
        if move == "R":
            lines[-1].append("R")
            number = 0
            continue
        if count == 10:
            lines.append([])
            count = number = 0
        if number == 0:
            number = 1 + sum(word != "R" and not word.endswith(".") for line in lines for word in line)
            lines[-1].append(f"{number}.")
        lines[-1].append(move)
        count += 1
    body = "\n".join(" ".join(line) for line in lines)
    return "".join(f'[{name} "{value}"]\n' for name, value in tags.items()) + f"\n{body}\n"


def files(variant: str) -> dict[str, str]:
    """All golden files of a variant, by their path below `DATA`."""
    table = ",\n".join(f"{json.dumps(start)}: {counts}" for start, counts in perft_table(variant).items())
    texts = {f"perft/{variant}.json": f"{{\n{table}\n}}\n"}
    for name, (start, game, rng) in games(variant).items():
        plies = playthrough(game, rng)
        texts[f"playthroughs/{variant}.{name}.json"] = playthrough_text(variant, start, plies)
        texts[f"records/{variant}.{name}.crescent"] = record_text(variant, start, plies)
    return texts


def main(wanted: list[str]) -> int:
    """Write what is missing; the exit status says whether all that is there is as it would be made."""
    texts = {"actions.txt": actions_text(), "deals.txt": deals_text()}
    for variant in wanted or TAGS:
        texts |= files(variant)
    different = 0
    for name, text in texts.items():
        path = DATA / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            sys.stdout.write(f"wrote {name}\n")
        elif path.read_text(encoding="utf-8") != text:
            different += 1
            sys.stdout.write(f"DIFFERS {name}\n")
    return int(different > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
