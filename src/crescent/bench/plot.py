"""The picture of how well agents play; needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from crescent import plots
from crescent.bench.summary import Summary

LONGEST_NAME: Final = 40
"""Characters of an agent's name that are drawn."""

_INCHES: Final = 0.32  # of a line


def leaderboard_plot(
    boards: Mapping[str, Sequence[Summary]],
    format_: str = "png",
    *,
    won: str = "games won, %",
    cards: str = "cards home, of 104",
) -> bytes:
    """The share of games won and the mean of the cards home of each agent, with their 95 % intervals, a line an agent.

    The intervals are those of the summaries: Wilson's, and Student's where there are two games or more.

    Args:
        boards: the agents under each heading, in the order in which they are drawn, from above.
        format_: one of `crescent.plots.FORMATS`.
        won: what stands under the first column.
        cards: what stands under the second one.

    Raises:
        MissingExtraError: Matplotlib is not installed.
        RulesError: there is no such format.
    """
    figure = plots.figure(format_)
    lines = [max(len(board), 1) for board in boards.values()] or [1]
    figure.set_size_inches(7, 1.3 + _INCHES * sum(lines) + 0.5 * len(lines))
    grid = figure.subplots(len(lines), 2, squeeze=False, sharex="col", gridspec_kw={"height_ratios": lines})
    for (left, right), (title, board) in zip(grid, boards.items(), strict=False):
        shares = [(one.won.share, one.won.low, one.won.high) for one in board]
        plots.intervals(left, [(100 * share, 100 * low, 100 * high) for share, low, high in shares])
        plots.intervals(right, [_cards(one) for one in board])
        left.set_yticks(range(len(board)), [_label(one) for one in board], parse_math=False)
        right.set_yticks(range(len(board)), [""] * len(board))
        left.set_title(_drawable(title), loc="left", fontsize="medium", parse_math=False)
    for axes, label, most in zip(grid[-1], (won, cards), (100, 104), strict=True):
        axes.set(xlabel=label, xlim=(-0.02 * most, 1.02 * most))
    return plots.picture(figure, format_)


def _cards(summary: Summary) -> tuple[float, float, float]:
    """The mean and its interval; where there is none, the mean alone, and nothing at all without games."""
    mean = summary.cards
    if mean is None:
        return float("nan"), float("nan"), float("nan")
    if mean.low is None or mean.high is None:
        return mean.mean, mean.mean, mean.mean
    return mean.mean, mean.low, mean.high


def _label(summary: Summary) -> str:
    """The agent's name as far as it can be drawn, and how many games there are."""
    name = _drawable(summary.agent)
    short = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
    return f"{short} ({summary.games})"


def _drawable(text: str) -> str:
    """The text, with question marks for what no font has."""
    return "".join(character if character.isprintable() else "?" for character in text)
