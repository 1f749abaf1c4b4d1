"""Write docs/winnability.md and its picture from the results of scripts/surveys.sh: how often Crescent can be won.

python scripts/winnability.py [RESULTS-FOLDER [DOCS-FOLDER]]
"""

from __future__ import annotations

import sys
from pathlib import Path

from crescent.survey import DealResult, Share, Survey, read_results, success_plot, summarise

SURVEYS = {
    "redeals_0": "normal, no redeal",
    "redeals_1": "normal, 1 redeal",
    "redeals_2": "normal, 2 redeals",
    "normal": "normal (3 redeals)",
    "four": "Crescent Four (4 redeals)",
    "classic": "classic (3 redeals, no pile limit)",
}
"""The files' names, and what the table calls them."""

PAGE = """\
# How often Crescent can be won

Of the deals with the code numbers {first} to {last}, the solver of this project won so many, and proved so many to be
lost, with at most {nodes} positions each (seed {seed}, version {version}). The intervals are Wilson's, of 95 %. So of
the deals of a variant at least the share solved can be won, and at most one less the share proven lost.

{table}

![The share of deals solved against the positions made](winnability.png)

Without redeals nearly every search spends its budget and finds neither a line nor a proof, so how many of these deals
can be won is only known to lie far apart. Each redeal lets many more be won; with the usual three nearly all can be.

The results are in `results/`, a line a deal, made by `scripts/surveys.sh`. `crescent survey FILE` sums one of them up;
[how surveys work](survey.md).
"""

HEAD = """\
| variant | deals | solved | proven lost | not known | moves, median | positions, median | seconds, median |
|---|---|---|---|---|---|---|---|"""


def main(results: Path, docs: Path) -> None:
    """Write the page and the picture.

    Raises:
        FileError: a file of results is missing or damaged.
    """
    found = {title: read_results(results / f"survey_{name}.jsonl") for name, title in SURVEYS.items()}
    survey = next(iter(found.values()))[0]
    deals = sorted(result.deal for result in next(iter(found.values()))[1])
    page = PAGE.format(
        first=deals[0],
        last=deals[-1],
        nodes=survey.nodes,
        seed=survey.seed,
        version=survey.version,
        table="\n".join([HEAD, *(row(title, *one) for title, one in found.items())]),
    )
    (docs / "winnability.md").write_text(page, encoding="utf-8")
    (docs / "winnability.png").write_bytes(success_plot({title: one for title, (_, one) in found.items()}, "png"))


def row(title: str, _: Survey, found: list[DealResult]) -> str:
    """A survey's line of the table."""
    summary = summarise(found)
    medians = [
        "-" if spread is None else f"{spread.median:.{digits}f}"
        for spread, digits in ((summary.moves, 0), (summary.nodes, 0), (summary.seconds, 3))
    ]
    shares = [_share(share) for share in (summary.solved, summary.unsolvable, summary.unknown)]
    return f"| {' | '.join([title, str(summary.deals), *shares, *medians])} |"


def _share(share: Share) -> str:
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f}–{100 * share.high:.1f})"


if __name__ == "__main__":
    main(*map(Path, [*sys.argv[1:], *("results", "docs")[len(sys.argv) - 1 :]]))
