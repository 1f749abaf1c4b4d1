"""Mutation testing: change the source in one place, run the tests that concern it, and list what they did not notice.

    pip install -e '.[dev,mutants]'
    python -m scripts.mutants [MODULE ...] [--most 300] [--seed 0] [--workers 2] [--results FILE]

The changes are cosmic-ray's.  mutmut was not taken: it puts all mutants of a function into one module and chooses among
them while the program runs, which Numba cannot compile and which is no kernel that imports nothing; cosmic-ray changes
the file itself, as a careless editor would.  Its own runner starts a new Python for each mutant and knows no samples,
so both are done here: a process that has loaded pytest, Hypothesis and NumPy forks for each mutant, in a copy of the
tree.

Of each module at most `--most` changes are drawn at random.  Not counted is what no test could ever notice because the
program is the same: a changed annotation.  What a mutant is worth is decided in two steps: the quick tests first, and
for those that survive also the slow ones.  The unchanged source is tried too, and has to survive,
and a broken one, which must not.  A verdict is
appended to the results file at once, and a run that is stopped goes on there; a mutant that was killed is not tried
again, one that survived is, so that new tests are seen.  `results/mutants.txt` is such an output.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from multiprocessing.queues import SimpleQueue
from pathlib import Path

from scripts.mutation.changes import BROKEN, MODULES, UNCHANGED, Place, Verdict, chosen, digest_of
from scripts.mutation.trying import PROCESSES, work


def known(results: Path) -> dict[Place, Verdict]:
    """The verdicts in a results file about the source as it is; the last word counts."""
    if not results.exists():
        return {}
    now = {file: digest_of(file) for module in MODULES.values() for file in module.files}
    lines = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    return {
        Place(*line["place"]): Verdict(*line["verdict"]) for line in lines if line["source"] == now[line["place"][1]]
    }


def report(samples: dict[str, tuple[list[Place], int]], verdicts: dict[Place, Verdict]) -> None:
    """Print a line for each module, and every mutant that survived."""
    from crescent.runs.estimates import wilson  # loaded earlier, it would be what the tests get to see

    heads = ("changes", 9), ("drawn", 7), ("same", 6), ("killed", 8), ("survived", 10), ("killed, %", 11)
    print(f"{'module':<10}{''.join(head.rjust(width) for head, width in heads)}   95 % interval")
    for name, (sample, count) in samples.items():
        found = [verdicts[place].survived for place in sample if place in verdicts]
        same, survived = found.count(None), found.count(True)
        real = len(found) - same
        rate = 100 * (real - survived) / max(1, real)
        low, high = (100 * share for share in wilson(real - survived, real))
        between = "all were tried" if len(found) == count else f"{low:.1f} to {high:.1f}"
        print(
            f"{name:<10}{count:>9}{len(found):>7}{same:>6}{real - survived:>8}{survived:>10}{rate:>11.1f}   {between}"
        )
    for name, (sample, _) in samples.items():
        survivors = sorted(
            (place.file, *verdicts[place][1:], place.name)
            for place in sample
            if place in verdicts and verdicts[place].survived
        )
        print(f"\nsurvivors of {name}: {len(survivors) or 'none'}")
        for file, line, before, after, kind in survivors:
            print(f"  {file}:{line}: {kind}\n    - {before}\n    + {after}")


def main() -> int:
    """Run the whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("modules", nargs="*", help=f"which: {', '.join(MODULES)}; all of them unless named")
    parser.add_argument("--most", type=int, default=300, help="changes of each module")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"), help="where verdicts are kept")
    parser.add_argument("--report", action="store_true", help="try none, only report what is in the results file")
    options = parser.parse_args()
    samples = {name: chosen(name, options.most, options.seed) for name in options.modules or MODULES}
    verdicts = known(options.results)
    open_ = [
        place
        for sample, _ in samples.values()
        for place in sample
        if not options.report and (place not in verdicts or verdicts[place].survived)
    ]
    if open_:
        open_.sort(key=lambda place: place in verdicts)  # what survived comes last
        controls = [Place(name, MODULES[name].files[0], control) for name in samples for control in (BROKEN, UNCHANGED)]
        verdicts |= try_all([*controls, *open_], options.workers, options.results)
    report(samples, verdicts)
    return 0


def try_all(tasks: Sequence[Place], workers: int, results: Path) -> dict[Place, Verdict]:
    """Try places in processes, and keep each verdict at once."""
    import hypothesis.stateful  # noqa: F401  loaded once, here, for all that are forked
    import numpy as np  # noqa: F401  the same

    queue: SimpleQueue[Place | None] = PROCESSES.SimpleQueue()
    verdicts: SimpleQueue[tuple[Place, Verdict]] = PROCESSES.SimpleQueue()
    processes = [PROCESSES.Process(target=work, args=(queue, verdicts)) for _ in range(workers)]
    for process in processes:
        process.start()
    waiting: list[Place | None] = [*tasks, *[None] * workers]
    found: dict[Place, Verdict] = {}
    start, given = time.monotonic(), 0
    while len(found) < len(tasks):
        while given < min(len(waiting), len(found) + workers + 1):  # a pipe holds only so much
            queue.put(waiting[given])
            given += 1
        place, verdict = verdicts.get()
        found[place] = verdict
        if place.name in (BROKEN, UNCHANGED) and verdict.survived != (place.name == UNCHANGED):
            for process in processes:
                process.terminate()
            raise SystemExit(f"the tests of {place.module} say {verdict.survived} of the source {place.name}")
        line = {"source": digest_of(place.file), "place": place, "verdict": verdict}
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        said = f"{len(found)} of {len(tasks)}, {time.monotonic() - start:.0f} s: {' '.join(place)}"
        print(f"{said}{' SURVIVED' if verdict.survived else ''}", file=sys.stderr, flush=True)
    for task in waiting[given:]:
        queue.put(task)
    for process in processes:
        process.join()
    return found


if __name__ == "__main__":
    sys.exit(main())
