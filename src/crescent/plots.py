"""Pictures of numbers: what surveys, the bench and training share of Matplotlib; needs the extra `plots`."""

from __future__ import annotations

import io
import warnings
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from crescent.errors import MissingExtraError, RulesError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

FORMATS = ("pdf", "png", "svg")
"""What pictures can be made as."""


def format_of(path: str) -> str:
    """The format that the end of a file's name asks for.

    Raises:
        RulesError: it is none of `FORMATS`.
    """
    _, dot, ending = path.lower().rpartition(".")
    if not dot or ending not in FORMATS:
        raise RulesError("the picture's file", path, f"a name that ends in {', '.join(f'.{name}' for name in FORMATS)}")
    return ending


def check_plots() -> None:
    """Check that pictures can be made.

    Raises:
        MissingExtraError: Matplotlib is not installed.
    """
    try:
        import matplotlib.figure  # noqa: F401  loaded, so that it is known to work
    except ImportError as error:
        raise MissingExtraError("a plot", "plots") from error


def figure(format_: str) -> Figure:
    """An empty figure, 7 by 5 inches, that is to become a picture of this format.

    Raises:
        MissingExtraError: Matplotlib is not installed.
        RulesError: there is no such format.
    """
    if format_ not in FORMATS:
        raise RulesError("a picture's format", format_, f"one of {', '.join(FORMATS)}")
    check_plots()
    from matplotlib.figure import Figure

    return Figure(figsize=(7, 5), layout="constrained")


def picture(drawn: Figure, format_: str) -> bytes:
    """The figure in this format, one of `FORMATS`; characters that the font has not are drawn as a box."""
    written = io.BytesIO()
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing from", UserWarning)
        drawn.savefig(written, format=format_, dpi=120)
    return written.getvalue()


def intervals(axes: Axes, values: Sequence[tuple[float, float, float]]) -> None:
    """Draw values with the ends of their intervals, one under the other, the first one above."""
    for line, (value, low, high) in enumerate(values):
        # Rounding may leave an end a hair on the wrong side of what it surrounds.
        ends = [[max(value - low, 0.0)], [max(high - value, 0.0)]]
        axes.errorbar([value], [line], xerr=ends, fmt="o", markersize=5, capsize=3, color="tab:blue")
    axes.set_ylim(max(len(values), 1) - 0.5, -0.5)
    axes.grid(axis="x", alpha=0.3)


def learning_curves(
    curves: Mapping[str, Sequence[tuple[float, float]]],
    *,
    ylabel: str,
    xlabel: str = "steps",
    format_: str = "png",
) -> bytes:
    """What training came to: a line a name, through its points of steps and value, in the order given.

    Raises:
        MissingExtraError: Matplotlib is not installed.
        RulesError: there is no such format.
    """
    drawn = figure(format_)
    axes = drawn.subplots()
    for name, points in curves.items():
        axes.plot([x for x, _ in points], [y for _, y in points], label=name)
    axes.set(xlabel=xlabel, ylabel=ylabel)
    axes.grid(alpha=0.3)
    if len(curves) > 1:
        drawn.legend(loc="outside lower center", ncols=2)
    return picture(drawn, format_)
