"""The table in characters, the same as data for JSON, the machine's facts, and the plot."""

from __future__ import annotations

import importlib
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from importlib import metadata
from pathlib import Path
from typing import Any

from benchmarks.measuring import Ratio, Row, Spread

COLORS = {"Crescent": "#1f77b4", "plain C": "#d62728"}
"""Colours of the bars by the beginning of their row's name; all others are grey."""


def machine() -> dict[str, Any]:
    """What the figures depend on beside the programs: processor, cores, load."""
    model = platform.processor() or platform.machine()
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.is_file():
        lines = cpuinfo.read_text(encoding="utf-8").splitlines()
        model = next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), model)
    load = [round(value, 2) for value in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {"cpu": model, "cores": os.cpu_count(), "system": platform.system(), "load_at_start": load}


def versions() -> dict[str, str]:
    """Versions of Python and of the packages that this process measures with."""
    names = ("crescent-patience", "numpy", "numba", "gymnasium")
    return {"python": platform.python_version()} | {name: metadata.version(name) for name in names}


def table(groups: Mapping[str, Sequence[Row]]) -> Iterator[str]:
    """Lines: million steps a second of every row, or why it is absent."""
    yield f"{'million steps a second: median (min-max)':58}  {'with choice':>21}  {'step alone':>21}  a step includes"
    for group, rows in groups.items():
        yield f"\n{group}"
        for row in rows:
            if row.absent:
                yield f"  {row.name:56}  {row.absent}"
            else:
                columns = [_cell(row.rates(column), 1e-6) for column in ("played", "step")]
                yield f"  {row.name:56}  {columns[0]:>21}  {columns[1]:>21}  {row.includes}"


def ratio_table(ratios: Sequence[Ratio], rows: dict[str, Row]) -> Iterator[str]:
    """Lines: every ratio, or that one side of it is absent."""
    yield "times, each round by itself: median (min-max)"
    for ratio in ratios:
        values = ratio.values(rows)
        goal = "" if ratio.goal is None else f"  hoped for: {ratio.goal:.2f}"
        what = f"{ratio.over} / {ratio.under}" + (", step alone" if ratio.column == "step" else "")
        yield f"  {what:95}  {_cell(values, 1) if values else 'not measured':>21}{goal}"


def _cell(values: Sequence[float], factor: float) -> str:
    if not values:
        return ""
    spread = Spread.of([value * factor for value in values])
    return f"{spread.median:#.3g} ({spread.low:#.3g}-{spread.high:#.3g})"


def row_data(row: Row) -> dict[str, Any]:
    """A row for JSON."""
    if row.absent:
        return {"name": row.name, "includes": row.includes, "absent": row.absent}
    columns = {"with_choice": row.rates("played"), "step_alone": row.rates("step")}
    data = {name: _data(values, 0) for name, values in columns.items() if values}
    return {"name": row.name, "includes": row.includes, "one_core": row.pinned} | data


def ratio_data(ratio: Ratio, rows: dict[str, Row]) -> dict[str, Any]:
    """A ratio for JSON."""
    column = "step_alone" if ratio.column == "step" else "with_choice"
    data: dict[str, Any] = {"of": ratio.over, "to": ratio.under, "column": column}
    if ratio.goal is not None:
        data["hoped_for"] = ratio.goal
    values = ratio.values(rows)
    return data | (_data(values, 3) if values else {"absent": "not measured"})


def _data(values: Sequence[float], digits: int) -> dict[str, Any]:
    spread = Spread.of(values)
    named = {"median": spread.median, "min": spread.low, "max": spread.high}
    return {name: round(value, digits) for name, value in named.items()} | {
        "rounds": [round(value, digits) for value in values]
    }


def plot(path: Path, rows: Sequence[Row], title: str) -> str:
    """Draw the bars of all rows that were measured; returns what to tell about it."""
    try:
        matplotlib: Any = importlib.import_module("matplotlib")
    except ModuleNotFoundError:
        return "no plot: it needs matplotlib (pip install matplotlib)"
    matplotlib.use("agg")
    matplotlib.rcParams["svg.hashsalt"] = "crescent"
    pyplot: Any = importlib.import_module("matplotlib.pyplot")
    shown = [row for row in rows if row.speeds]
    spreads = [Spread.of([value / 1e6 for value in row.rates("played")]) for row in shown]
    medians = [spread.median for spread in spreads]
    errors = [[s.median - s.low for s in spreads], [s.high - s.median for s in spreads]]
    colors = [next((c for start, c in COLORS.items() if row.name.startswith(start)), "#999999") for row in shown]
    figure, axes = pyplot.subplots(figsize=(9, 1.2 + 0.24 * len(shown)), layout="constrained")
    axes.barh(range(len(shown)), medians, xerr=errors, color=colors, error_kw={"elinewidth": 1})
    axes.set_yticks(range(len(shown)), [row.name for row in shown], fontsize=8)
    axes.invert_yaxis()
    axes.set_xscale("log")
    axes.set_xlabel("million steps a second, choice and reset included: median, min, max")
    axes.set_title(title, fontsize=9)
    axes.grid(axis="x", alpha=0.3)
    path.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(path, metadata={"Date": None} if path.suffix == ".svg" else None)
    pyplot.close(figure)
    return f"plot: {path}"
