"""A player of its own: plain Python that speaks the line protocol of docs/protocol.md and imports nothing of Crescent.

    crescent watch --agent "cmd:python3 engine_python.py" --seed 1

It brings cards home where it can; else it plays what uncovers a card that is wanted there, or anything that it has not
played in the same position before; and it redeals when nothing of that is left.
"""

import random
import sys

RANKS = "A23456789TJQK"
SUITS = "SHDC"


def wanted(card: str, ascending: str, descending: str) -> bool:
    """Whether a foundation takes this card next; a card is a rank and a suit, an unknown one is `??`."""
    if card == "??":
        return False
    suit, rank = SUITS.index(card[1].upper()), RANKS.index(card[0])
    return rank in (RANKS.index(ascending[suit]) + 1, RANKS.index(descending[suit]) - 1)


def worth(move: str, position: list[str], tried: set[tuple[str, str]]) -> int:
    """What a move looks like: 3 home, 2 uncovers a wanted card, 1 new, 0 the redeal, -1 the rest."""
    source, _, target = move.partition("-")
    if move == "R":
        return 0
    if (" ".join(position), move) in tried or not source.isdigit():
        return -1
    if not target.isdigit():
        return 3
    pile = position[0].split("/")[int(source) - 1]
    below = pile[-4:-2]
    return 2 if below and wanted(below, position[1], position[2]) else 1


def main() -> None:
    """Read a command a line, answer each."""
    position: list[str] = []
    tried: set[tuple[str, str]] = set()
    chance = random.Random()
    for line in sys.stdin:
        words = line.split("#")[0].split()
        number = words.pop(0) if words and words[0].isdigit() else ""
        match words:
            case []:
                continue
            case ["protocol"]:
                answer = "= 1"
            case ["setoption", "seed", seed]:
                chance, answer = random.Random(int(seed)), "="
            case ["position", "text", piles, ascending, descending, redeals, *_]:
                position, answer = [piles, ascending, descending, redeals], "="
            case ["go", *_] if position and "legal" in words:
                moves = words[words.index("legal") + 1 :]
                best = max(worth(move, position, tried) for move in moves)
                move = chance.choice([move for move in moves if worth(move, position, tried) == best])
                tried.add((" ".join(position), move))
                answer = f"= {move}"
            case ["quit"]:
                answer = "="
            case _:
                answer = "? unknown command"
        print(answer[0] + number + answer[1:] + "\n", flush=True)  # print ends the line, the blank line ends the reply
        if words == ["quit"]:
            return


if __name__ == "__main__":
    main()
