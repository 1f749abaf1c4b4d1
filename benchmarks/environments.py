"""Steps a second of random legal play: Crescent's environments beside others, in one run.

    python benchmarks/environments.py [--quick] [--peers-python PYTHON] [--out FILE.json] [--plot FILE.svg]
    python benchmarks/environments.py --only "1,024, cards, fresh" --rounds 25    # few rows, many rounds

A step is: the mask is computed, a legal action chosen and played, an ended game dealt anew.  Every round measures all
rows, one after the other; ratios are taken within a round.  All runs on one core but the rows of two threads or two
processes.  What is not installed here, or in the interpreter PYTHON, is listed as such.  `docs/speed.md` says what each
row includes.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))  # run by its path, it finds its neighbours

from benchmarks import c_program, fresh_process, peer_rows, played, reporting, side_by_side
from benchmarks.measuring import Ratio, Row, Spread, measure
from benchmarks.peers import PEERS
from benchmarks.played import Setting

C_PROGRAM = Path(__file__).resolve().parents[2] / "shared" / "bench" / "kernel_limit.c"
"""The game in plain C, which is no part of this project."""

LEAST_FOR_THREADS = 512
"""Slots from which on two threads share the work."""


def own_rows(sizes: Sequence[int], *, quick: bool) -> list[Row]:
    """Crescent's vector environment in all settings; a quick run leaves out what seldom matters."""
    settings = [
        Setting(slots, observation, copy, threads)
        for slots in sizes
        for observation in ("cards", "flat")
        for copy in (True, False)
        for threads in (1, 2)
        if (threads == 1 or slots >= LEAST_FOR_THREADS) and not (quick and threads == 2 and not copy)
    ]
    if not quick:
        settings += [Setting(slots, mode="SameStep") for slots in sizes if slots == main_size(sizes)]
    rows = [setting.row() for setting in settings]
    main = Setting(main_size(sizes))
    place = next(number for number, row in enumerate(rows) if row.name == main.name)
    return [*rows[: place + 1], side_by_side.row(main), *rows[place + 1 :]]


def main_size(sizes: Sequence[int]) -> int:
    """The number of slots that ratios are about: 1,024, or the most there are."""
    return 1024 if 1024 in sizes else max(sizes)


def all_rows(options: argparse.Namespace, process: peer_rows.PeersProcess) -> dict[str, list[Row]]:
    """Every row, by group, in the order of measuring: what is divided by one another stands close together."""
    large = [slots for slots in options.slots if slots >= main_size(options.slots)]
    single = [*played.single_rows(), *peer_rows.rows(process, vector=False, sizes=[1])]
    compiled = [c_program.row(options.c_program, slots) for slots in large]
    others = [played.cartpole_row(slots) for slots in large]
    others += peer_rows.rows(process, vector=True, sizes=large)
    return {
        "single environments, Python's loop around them": single,
        "this game in plain C": compiled,
        "Crescent's vector environment": own_rows(options.slots, quick=options.quick),
        "other vector environments": others,
    }


def all_ratios(sizes: Sequence[int]) -> list[Ratio]:
    """What the figures are to say."""
    slots = main_size(sizes)
    ours, flat = Setting(slots), Setting(slots, "flat")
    ratios = [
        Ratio(ours.name, c_program.name(slots), goal=1.8),
        Ratio(ours.name, c_program.name(slots), "step", goal=1.3),
        Ratio(Setting(slots, copy=False).name, c_program.name(slots)),
        Ratio(flat.name, ours.name, goal=1 / 3),
    ]
    ratios += [
        Ratio(Setting(size, threads=2).name, Setting(size).name, goal=1.7)
        for size in sizes
        if size >= LEAST_FOR_THREADS
    ]
    ratios.append(Ratio(side_by_side.name(ours), ours.name))  # what this machine's two cores have to give
    lists = next(peer.name for peer in PEERS if not peer.vector)  # the observation that a state itself gives
    goals = {played.TAXI: 3.0, lists: 10.0}
    rivals = [played.TAXI, played.TAXI_BARE, *(peer.name for peer in PEERS if not peer.vector)]
    ratios += [
        Ratio(played.single_name(kind), rival, goal=goals.get(rival)) for kind in ("cards", "flat") for rival in rivals
    ]
    ratios += [Ratio(ours.name, peer_rows.name(peer.name, slots)) for peer in PEERS if peer.vector]
    return [*ratios, Ratio(ours.name, played.cartpole_name(slots))]


def parsed(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description="steps a second of random legal play, Crescent beside others")
    add = parser.add_argument
    add("--quick", action="store_true", help="fewer and shorter rounds, no starts: a look, no figures to keep")
    add("--rounds", type=int, help="rounds (default 5, quick 3)")
    add("--seconds", type=float, help="seconds a row in each round (default 0.5, quick 0.1)")
    add("--slots", type=int, nargs="+", help="slots of the vector environments (default 1 64 1024 8192, quick 1 1024)")
    add("--only", nargs="+", metavar="TEXT", help="rows whose names hold one of these texts alone, and no starts")
    add("--peers-python", help="the interpreter that has the peers (default: this one)")
    add("--c-program", type=Path, default=C_PROGRAM, help="the game in C (default ../shared/bench/kernel_limit.c)")
    add("--memory-slots", type=int, help="slots for which memory is measured (default 1000000, quick 20000)")
    add("--out", type=Path, help="a JSON file for the figures")
    add("--plot", type=Path, help="a picture of them, .svg or .png; needs matplotlib")
    options = parser.parse_args(arguments)
    quick = options.quick
    options.rounds = options.rounds or (3 if quick else 5)
    options.seconds = options.seconds or (0.1 if quick else 0.5)
    options.slots = sorted(set(options.slots or ([1, 1024] if quick else [1, 64, 1024, 8192])))
    options.memory_slots = options.memory_slots or (20_000 if quick else 1_000_000)
    return options


def narrowed(groups: dict[str, list[Row]], texts: Sequence[str]) -> dict[str, list[Row]]:
    """The rows whose names hold one of the texts.

    Raises:
        SystemExit: there is none.
    """
    chosen = {name: [row for row in rows if any(text in row.name for text in texts)] for name, rows in groups.items()}
    if not any(chosen.values()):
        names = "\n  ".join(row.name for rows in groups.values() for row in rows)
        raise SystemExit(f"no row holds {' or '.join(map(repr, texts))}; there are\n  {names}")
    return {name: rows for name, rows in chosen.items() if rows}


def fresh(options: argparse.Namespace) -> dict[str, Any]:
    """Starts and memory, printed and returned."""
    found: dict[str, Any] = {"memory_bytes_a_slot": dict(fresh_process.memories(options.memory_slots))}
    print(f"\nmemory a slot, of {options.memory_slots:,}")
    for observation, values in found["memory_bytes_a_slot"].items():
        rate = values["steps_per_second"] / 1e6
        print(
            f"  {observation}: {values['kept']:.0f} bytes kept, {values['peak']:.0f} at the peak of a step with its"
            f" outputs ({rate:.3g} million steps a second)"
        )
    if not options.quick:  # each start with an empty cache compiles everything
        found["start_seconds"] = fresh_process.starts(options.rounds, main_size(options.slots))
        print(f"\nfirst make_vec, reset and step in a new process, seconds, {options.rounds} times: median (min-max)")
        for state, columns in found["start_seconds"].items():
            cells = [f"{name} {s.median:.2f} ({s.low:.2f}-{s.high:.2f})" for name, s in _spreads(columns)]
            print(f"  {state}: {', '.join(cells)}")
    return found


def _spreads(columns: dict[str, list[float]]) -> list[tuple[str, Spread]]:
    return [(name, Spread.of(values)) for name, values in columns.items()]


def command(options: argparse.Namespace) -> str:
    """The command that was given, without the places of files on this machine."""
    words = ["python benchmarks/environments.py", *(["--quick"] if options.quick else [])]
    words += ["--only", *(f'"{text}"' for text in options.only)] if options.only else []
    words += [f"--rounds {options.rounds} --seconds {options.seconds:g}", "--slots", *map(str, options.slots)]
    return " ".join([*words, *(["--peers-python PYTHON"] if options.peers_python else [])])


def main() -> None:
    """Measure, print the tables, and save all if asked to."""
    options = parsed()
    machine = reporting.machine()
    print(", ".join(f"{name} {value}" for name, value in (machine | reporting.versions()).items()))
    with peer_rows.started(options.peers_python) as process:
        groups = all_rows(options, process)
        if options.only:
            groups = narrowed(groups, options.only)
        rows = {row.name: row for group in groups.values() for row in group}
        measure(list(rows.values()), options.rounds, options.seconds)
    ratios = all_ratios(options.slots)
    if options.only:
        ratios = [ratio for ratio in ratios if ratio.values(rows)]
    print(*reporting.table(groups), "", *reporting.ratio_table(ratios, rows), sep="\n")
    document = {
        "command": command(options),
        "date": dt.datetime.now(dt.UTC).date().isoformat(),
        "quick": options.quick,
        "machine": machine,
        "versions": reporting.versions(),
        "versions_of_peers": process.versions,
        "unit": "steps a second, one value a round",
        "rows": [{"group": name, **reporting.row_data(row)} for name, group in groups.items() for row in group],
        "ratios": [reporting.ratio_data(ratio, rows) for ratio in ratios],
    } | ({} if options.only else fresh(options))
    if options.out:
        options.out.parent.mkdir(parents=True, exist_ok=True)
        options.out.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if options.plot:
        title = f"Random legal play, one core unless threads are named: {machine['cpu']}, {document['date']}"
        print(reporting.plot(options.plot, list(rows.values()), title))


if __name__ == "__main__":
    main()
