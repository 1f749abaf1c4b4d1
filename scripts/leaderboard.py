"""Write docs/leaderboard.md and its picture from results/leaderboard/: how well agents play the standard set.

python scripts/leaderboard.py [GAMES-FOLDER [PAGE]]
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from itertools import pairwise
from pathlib import Path

from crescent.bench import Comparison, GameResult, Summary, compare, leaderboard_plot, read_games, summarise
from crescent.bench.sets import CRESCENT_1000 as SET
from crescent.runs.estimates import Mean

VARIANTS = ("normal", "hidden")
"""In the page's order; others follow by name."""

PAGE = """\
# Leaderboard

How well agents play `{name}`: the codes {first} to {last}, at most {limit} moves and redeals a game, at most
{seconds:g} seconds a move, seed {seed}. All of them play the same deals. A game that an agent does not play to its end
by its own fault is lost. The intervals are of 95 %: Wilson's for the share won, Student's for the mean of the cards on
the foundations at the end, of 104. An agent that was too slow for all the deals has played the first ones of them; the
column *games* says how many. Made with version {versions}.

![The share of games won and the cards home of every agent, with their intervals]({picture})

{tables}
## How this page is made

The games are in `results/leaderboard/`, a line a game, and the page from them:

```sh
crescent bench --agent greedy --deals crescent-1000 --variant hidden --out results/leaderboard/hidden-greedy.jsonl
python scripts/leaderboard.py
```

[What the bench does](bench.md), and how to put an agent of your own on it. Times depend on the machine, and on what
else it was doing: two cores of an x86-64 server that did other work at the same time. Nothing else here does.
"""

HEAD = """\
| | agent | games | won | cards home | moves | redeals | ms a move, mean | median | 95 % | failed |
|---|---|---|---|---|---|---|---|---|---|---|"""

PAIRS = """\
Each beside the next one, on the deals that both have played (difference of the shares won in points, by Newcombe's
interval for pairs; mean difference of the cards home, by the paired t interval):

| | deals | won | cards home |
|---|---|---|---|"""


class LeaderboardError(Exception):
    """A file that does not belong on the leaderboard."""


def main(games: Path, page: Path) -> None:
    """Write the page, and its picture beside it.

    Raises:
        FileError: a file of games is missing or damaged.
        LeaderboardError: there is none, or one has been played on other terms, or has games of another file.
    """
    found: dict[str, dict[tuple[int, str], GameResult]] = {}
    versions: set[str] = set()
    paths = sorted(games.glob("*.jsonl"))
    if not paths:
        raise LeaderboardError(f"{games} has no games")
    for path in paths:
        terms, results = read_games(path)
        versions.add(terms.version)
        if (terms.limit, terms.seconds, terms.seed) != (SET.limit, SET.seconds, SET.seed):
            raise LeaderboardError(f"{path} has not been played on the terms of {SET.name}")
        known = found.setdefault(terms.variant, {})
        for result in results:
            if result.deal not in SET.deals or result.key in known:
                raise LeaderboardError(f"{path}: {result.agent} at deal {result.deal} does not belong here")
            known[result.key] = result
    order = sorted(found, key=lambda name: (VARIANTS.index(name) if name in VARIANTS else len(VARIANTS), name))
    text = PAGE.format(
        name=SET.name,
        first=SET.first,
        last=SET.last,
        limit=SET.limit,
        seconds=SET.seconds,
        seed=SET.seed,
        versions=", ".join(sorted(versions)),
        picture=page.with_suffix(".png").name,
        tables="\n".join(table(name, list(found[name].values())) for name in order),
    )
    page.write_text(text, encoding="utf-8")
    boards = {name.capitalize(): ranked(list(found[name].values())) for name in order}
    page.with_suffix(".png").write_bytes(leaderboard_plot(boards))


def ranked(found: list[GameResult]) -> list[Summary]:
    """The agents of a variant, the best first: by the share won, then by the cards home."""
    summaries = [summarise(agent, found) for agent in sorted({result.agent for result in found})]
    return sorted(summaries, key=lambda one: (-one.won.share, -(one.cards.mean if one.cards else 0.0), one.agent))


def table(variant: str, found: list[GameResult]) -> str:
    """The table of a variant."""
    summaries = ranked(found)
    lines = [f"## {variant.capitalize()}", "", HEAD]
    lines += [row(place, summary) for place, summary in enumerate(summaries, start=1)]
    pairs = [compare(worse.agent, better.agent, found) for better, worse in pairwise(summaries)]
    if pairs:
        lines += ["", PAIRS, *map(pair, pairs)]
    return "\n".join([*lines, ""])


def row(place: int, summary: Summary) -> str:
    """An agent's line."""
    won = summary.won
    cells = [
        str(place),
        f"`{summary.agent}`",
        str(summary.games),
        f"{100 * won.share:.1f} % ({100 * won.low:.1f} to {100 * won.high:.1f})",
        _mean(summary.cards),
        f"{summary.moves.mean:.0f}" if summary.moves else "",
        f"{summary.redeals.mean:.2f}" if summary.redeals else "",
        *map(_milliseconds, (summary.times.mean, *map(summary.times.quantile, (50, 95)))),
        str(summary.failed),
    ]
    return _line(cells)


def pair(comparison: Comparison) -> str:
    """A comparison's line."""
    won = [100 * value for value in (comparison.difference, comparison.low, comparison.high)]
    names = f"`{comparison.second}` less `{comparison.first}`"
    points = f"{_signed(won[0])} ({_signed(won[1])} to {_signed(won[2])})"
    return _line([names, str(comparison.deals), points, _mean(comparison.cards, _signed)])


def _mean(mean: Mean | None, form: Callable[[float], str] = "{:.1f}".format) -> str:
    if mean is None:
        return ""
    if mean.low is None or mean.high is None:
        return form(mean.mean)
    return f"{form(mean.mean)} ({form(mean.low)} to {form(mean.high)})"


def _signed(value: float) -> str:
    """With two decimals and its sign, which nothing has none of."""
    return f"{round(value, 2) + 0.0:+.2f}".replace("+0.00", "0.00")


def _milliseconds(seconds: float) -> str:
    """Milliseconds with two digits that mean something."""
    return f"{1000 * seconds:.2g}" if seconds < 0.1 else f"{1000 * seconds:.0f}"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main(*map(Path, [*sys.argv[1:], *("results/leaderboard", "docs/leaderboard.md")[len(sys.argv) - 1 :]]))
