"""The picture of success against budget; needs the extra `plots`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crescent import plots
from crescent.runs.estimates import wilson
from crescent.solver import Status
from crescent.survey.results import DealResult
from crescent.survey.summary import success_by_nodes


def success_plot(results: Mapping[str, Sequence[DealResult]], format_: str = "png") -> bytes:
    """The share of deals solved against the node budget, with a 95 % Wilson band, one curve a name.

    The solver makes the same search whatever its budget until that is spent, so one survey shows all lower budgets.

    Args:
        results: of each curve, by its name in the legend.
        format_: one of `crescent.plots.FORMATS`.

    Raises:
        MissingExtraError: Matplotlib is not installed.
        RulesError: there is no such format.
    """
    figure = plots.figure(format_)
    axes = figure.subplots()
    for name, found in results.items():
        curve = success_by_nodes(found)
        nodes = [max(at, 1) for at, _ in curve]
        last = max((result.nodes for result in found), default=1)
        bands = [wilson(round(share * len(found)), len(found)) for _, share in curve]
        shares = [100 * share for _, share in curve]
        if nodes:
            nodes, shares, bands = [*nodes, last], [*shares, shares[-1]], [*bands, bands[-1]]
        (line,) = axes.step(nodes, shares, where="post", label=f"{name} ({len(found)})")
        low, high = [100 * band[0] for band in bands], [100 * band[1] for band in bands]
        axes.fill_between(nodes, low, high, step="post", alpha=0.2, color=line.get_color())
    every = [result for found in results.values() for result in found]
    solved = [result.nodes for result in every if result.status is Status.SOLVED]
    least = max(min(solved, default=1), 1) / 2  # nothing is solved below it
    axes.set(
        xlim=(least, max([10 * least, *(result.nodes for result in every)])),
        xscale="log",
        xlabel="positions made",
        ylabel="deals solved, %",
        ylim=(0, 101),
    )
    axes.grid(alpha=0.3)
    figure.legend(loc="outside lower center", ncols=2)
    return plots.picture(figure, format_)
