"""Pictures of numbers: what surveys and training share of Matplotlib; needs the extra `plots`."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from crescent.errors import MissingExtraError, RulesError

if TYPE_CHECKING:
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
    """The figure in this format, one of `FORMATS`."""
    written = io.BytesIO()
    drawn.savefig(written, format=format_, dpi=120)
    return written.getvalue()


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
