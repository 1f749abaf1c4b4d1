"""Mutation testing: change the source in one place, run the tests that concern it, and list what they did not notice.

    pip install -e '.[dev,mutants]'
    python scripts/mutants.py [MODULE ...] [--most 300] [--seed 0] [--workers 2] [--results FILE]

The changes are cosmic-ray's.  mutmut was not taken: it puts all mutants of a function into one module and chooses among
them while the program runs, which Numba cannot compile and which is no kernel that imports nothing; cosmic-ray changes
the file itself, as a careless editor would.  Its own runner starts a new Python for each mutant and knows no samples,
so both are done here: a process that has loaded pytest, Hypothesis and NumPy forks for each mutant, in a copy of the
tree.

Of each module at most `--most` mutants are drawn at random.  Left out is what no test could ever notice because the
program is the same: changed annotations.  What a mutant is worth is decided in two steps: the quick tests first, and
for those that survive also the slow ones.  The unchanged source is tried too, and has to survive.  A verdict is
appended to the results file at once, and a run that is stopped goes on there; a mutant that was killed is not tried
again, one that survived is, so that new tests are seen.  `results/mutants.txt` is such an output.
"""

from __future__ import annotations

import argparse
import ast
import json
import math
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from multiprocessing.queues import SimpleQueue
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
PROCESSES: Final = multiprocessing.get_context("fork")
PATIENCE: Final = 300.0
"""Seconds after which a mutant counts as killed: it made something endless."""

UNCHANGED: Final = "unchanged 0"
"""The name of the mutant that is none."""


@dataclass(frozen=True)
class Module:
    """What is mutated together, and what is run against it.

    Attributes:
        files: the source, below src/crescent.
        quick: arguments of pytest, the fastest tests first.
        slow: the same, for mutants that survive the quick ones.
    """

    files: tuple[str, ...]
    quick: tuple[str, ...]
    slow: tuple[str, ...]


SPELLINGS: Final = ("tests/core/test_bad_texts.py", "tests/core/test_errors.py", "tests/core/test_faults.py")
VALUES: Final = ("tests/core/test_bad_values.py", "tests/core/test_game.py", "tests/core/test_variants.py")

LOCKSTEP: Final = tuple(
    f"tests/lockstep/test_lockstep.py::test_library_and_slow_model_agree_through_random_games[{rules}]"
    for rules in ("no wrap, back to the piles, no redeal", "low piles, hidden, back to the piles")
)
"""Games beside the slow model by the two rules that differ from normal in most ways; all rules take a minute."""

MODULES: Final = {
    "kernel": Module(
        ("kernel.py",),
        (
            "tests/golden",
            "tests/core/test_variants.py",
            "tests/laws/test_playing.py",
            "tests/laws/test_views.py",
            "tests/contract/test_variants.py",
        ),
        (*LOCKSTEP, "tests/core/test_kernel.py"),
    ),
    "codes": Module(
        ("codes.py",),
        ("tests/golden/test_tables.py", "tests/laws/test_texts.py", "tests/core/test_errors.py"),
        (*SPELLINGS, *VALUES, "tests/laws"),
    ),
    "notation": Module(
        ("notation.py", "moves.py"),
        (
            "tests/golden/test_tables.py",
            "tests/core/test_position_faults.py",
            "tests/laws/test_texts.py",
            "tests/laws/test_values.py",
            "tests/core/test_bad_rows.py",
            "tests/core/test_errors.py",
        ),
        (*SPELLINGS, *VALUES, "tests/laws", "tests/golden", *LOCKSTEP),
    ),
    "record": Module(
        ("record.py", "record_text.py"),
        ("tests/core/test_records.py", "tests/core/test_files.py", "tests/core/test_errors.py"),
        (*SPELLINGS, *VALUES, "tests/laws", "tests/golden", "tests/contract/test_variants.py"),
    ),
}


@dataclass(frozen=True)
class Mutant:
    """A source file with one change.

    Attributes:
        file: below src/crescent.
        name: what cosmic-ray calls the change, and which one of that kind in the file it is.
        line: where it is, from 1.
        before: that line.
        after: that line when changed.
    """

    file: str
    name: str
    line: int
    before: str
    after: str


def meaning(source: str) -> str | None:
    """The program without its annotations, which nothing reads at run time; None where it is no program."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def places(file: str) -> list[tuple[str, str]]:
    """Where and how a file can be changed: the file, and the name of the change with its number in the file."""
    from cosmic_ray import plugins
    from cosmic_ray.ast import ast_nodes, get_ast

    tree = get_ast((ROOT / "src/crescent" / file).read_text(encoding="utf-8"))
    found = []
    for name in sorted(plugins.operator_names()):
        kind = plugins.get_operator(name)
        if not kind.arguments():  # some need to be told which names to replace
            count = sum(1 for node in ast_nodes(tree) for _ in kind().mutation_positions(node))
            found += [(file, f"{name.removeprefix('core/')} {number}") for number in range(count)]
    return found


def mutant_at(file: str, name: str) -> Mutant | None:
    """The mutant; None where the program is the same."""
    source = (ROOT / "src/crescent" / file).read_text(encoding="utf-8")
    changed = mutated(source, *name.split())
    return None if meaning(changed) in (meaning(source), None) else Mutant(file, name, *difference(source, changed))


def mutated(source: str, name: str, number: str) -> str:
    """The source with one change."""
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code

    return str(mutate_code(source, plugins.get_operator(f"core/{name}")(), int(number)))


def difference(source: str, changed: str) -> tuple[int, str, str]:
    """The first line that differs: its number, and how it was and is; a line that went away is empty."""
    old, new = source.split("\n"), changed.split("\n")
    at = next(place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    return at + 1, old[at].strip(), new[at].strip() if len(old) == len(new) else ""


def chosen(module: Module, most: int, seed: int) -> tuple[list[Mutant], int]:
    """The sample of a module's mutants, in random order, and about how many there are in all.

    The number is exact where all are tried, and else counts the sample's share of changed annotations out.
    """
    every = [place for file in module.files for place in places(file)]
    random.Random(seed).shuffle(every)
    sample: list[Mutant] = []
    seen = 0
    for file, name in every:
        if len(sample) == most:
            break
        seen += 1
        mutant = mutant_at(file, name)
        if mutant is not None:
            sample.append(mutant)
    return sample, round(len(every) * len(sample) / seen)


# ---------------------------------------------------------------- trying one


def survives(folder: Path, tests: Sequence[str]) -> bool:
    """Whether all tests pass in a copy of the tree, as far as they end."""
    process = PROCESSES.Process(target=run_tests, args=(folder, tests))
    process.start()
    process.join(PATIENCE)
    if process.exitcode is None:
        os.killpg(process.pid or 0, signal.SIGKILL)
        process.join()
    return process.exitcode == 0


def run_tests(folder: Path, tests: Sequence[str]) -> None:
    """Run pytest here, in a process that ends with it."""
    import pytest

    os.setsid()
    os.chdir(folder)
    source = str(folder / "src")
    os.environ |= {"PYTHONPATH": f"{source}:{folder}", "PYTHONDONTWRITEBYTECODE": "1", "CI": "1"}
    sys.dont_write_bytecode = True
    sys.path.insert(0, source)
    with Path(os.devnull).open("w") as nothing:
        os.dup2(nothing.fileno(), 1)
        os.dup2(nothing.fileno(), 2)
    options = ["-x", "-q", "-p", "no:cacheprovider", "--hypothesis-profile=brief"]
    loaded = "ignore:Module already imported:pytest.PytestAssertRewriteWarning"  # Hypothesis, before the fork
    sys.exit(pytest.main([*options, "-W", loaded, "-k", "not ten_million", *tests]))


def work(names: SimpleQueue[tuple[str, Mutant] | None], verdicts: SimpleQueue[tuple[str, Mutant, bool]]) -> None:
    """Try mutants until there is None left, in a copy of the tree of one's own."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for name in ("src", "tests"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("pyproject.toml", "README.md"):
            shutil.copy(ROOT / name, folder / name)
        while (task := names.get()) is not None:
            module, mutant = task
            path = folder / "src/crescent" / mutant.file
            source = path.read_text(encoding="utf-8")
            if mutant.name != UNCHANGED:
                path.write_text(mutated(source, *mutant.name.split()), encoding="utf-8")
            tests = MODULES[module]
            verdicts.put((module, mutant, survives(folder, tests.quick) and survives(folder, tests.slow)))
            path.write_text(source, encoding="utf-8")


# ---------------------------------------------------------------- the whole


def known(results: Path) -> dict[Mutant, bool]:
    """Whether each mutant survived, as far as a results file says; the last word counts."""
    if not results.exists():
        return {}
    lines = map(json.loads, results.read_text(encoding="utf-8").splitlines())
    return {Mutant(**line["mutant"]): line["survived"] for line in lines}


def interval(hits: int, count: int) -> str:
    """Wilson's interval for a share, 95 %, in percent."""
    z, share = 1.959964, hits / count
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z * math.sqrt(share * (1 - share) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    return f"{100 * (middle - half):.1f} to {100 * min(1.0, middle + half):.1f}"


def report(samples: dict[str, tuple[list[Mutant], int]], verdicts: dict[Mutant, bool]) -> None:
    """Print a line for each module, and every mutant that survived."""
    print(f"{'module':<10}{'mutants':>9}{'tried':>7}{'killed':>8}{'survived':>10}{'killed, %':>11}   95 % interval")
    for name, (sample, count) in samples.items():
        tried = [mutant for mutant in sample if mutant in verdicts]
        killed = sum(not verdicts[mutant] for mutant in tried)
        rate = 100 * killed / max(1, len(tried))
        between = "every one" if len(tried) == count else interval(killed, len(tried)) if tried else "none tried"
        print(f"{name:<10}{count:>9}{len(tried):>7}{killed:>8}{len(tried) - killed:>10}{rate:>11.1f}   {between}")
    for name, (sample, _) in samples.items():
        survivors = sorted((mutant for mutant in sample if verdicts.get(mutant)), key=lambda one: (one.file, one.line))
        print(f"\nsurvivors of {name}: {len(survivors) or 'none'}")
        for mutant in survivors:
            print(f"  {mutant.file}:{mutant.line}: {mutant.name}\n    - {mutant.before}\n    + {mutant.after}")


def main() -> int:
    """Run the whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("modules", nargs="*", help=f"which: {', '.join(MODULES)}; all of them unless named")
    parser.add_argument("--most", type=int, default=300, help="mutants of each module")
    parser.add_argument("--seed", type=int, default=0, help="which ones")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--results", type=Path, default=Path("mutants.jsonl"), help="where verdicts are kept")
    parser.add_argument("--report", action="store_true", help="try none, only report what is in the results file")
    options = parser.parse_args()
    samples = {name: chosen(MODULES[name], options.most, options.seed) for name in options.modules or MODULES}
    verdicts = known(options.results)
    open_ = [
        (name, mutant)
        for name, (sample, _) in samples.items()
        for mutant in sample
        if verdicts.get(mutant, True) and not options.report
    ]
    if open_:
        controls = [(name, Mutant(MODULES[name].files[0], UNCHANGED, 0, name, name)) for name in samples]
        verdicts |= try_all([*controls, *open_], options.workers, options.results)
    report(samples, verdicts)
    return 0


def try_all(tasks: Sequence[tuple[str, Mutant]], workers: int, results: Path) -> dict[Mutant, bool]:
    """Try mutants in processes, and keep each verdict at once."""
    import hypothesis.stateful  # noqa: F401  loaded once, here, for all that are forked
    import numpy as np  # noqa: F401  the same

    names: SimpleQueue[tuple[str, Mutant] | None] = PROCESSES.SimpleQueue()
    verdicts: SimpleQueue[tuple[str, Mutant, bool]] = PROCESSES.SimpleQueue()
    processes = [PROCESSES.Process(target=work, args=(names, verdicts)) for _ in range(workers)]
    for process in processes:
        process.start()
    waiting: list[tuple[str, Mutant] | None] = [*tasks, *[None] * workers]
    given = 0
    found: dict[Mutant, bool] = {}
    start = time.monotonic()
    while len(found) < len(tasks):
        while given < len(waiting) and given < len(found) + workers + 1:  # a pipe holds only so much
            names.put(waiting[given])
            given += 1
        module, mutant, survived = verdicts.get()
        found[mutant] = survived
        if mutant.name == UNCHANGED and not survived:
            for process in processes:
                process.terminate()
            raise SystemExit(f"the tests of {module} fail without any change")
        line = {"module": module, "mutant": asdict(mutant), "survived": survived}
        with results.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        print(
            f"{len(found)} of {len(tasks)}, {time.monotonic() - start:.0f} s: {mutant.file}:{mutant.line} "
            f"{mutant.name}{' SURVIVED' if survived else ''}",
            file=sys.stderr,
            flush=True,
        )
    for place in range(given, len(waiting)):
        names.put(waiting[place])
    for process in processes:
        process.join()
    return found


if __name__ == "__main__":
    sys.exit(main())
