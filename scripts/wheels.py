"""Test the built wheel, not the checkout, on every Python found and on the lowest and the newest of its dependencies.

    python scripts/wheels.py            # everything, hours on a busy machine; results/wheels.txt gets the table
    python scripts/wheels.py --quick    # a minute for each Python: a few of the tests, on the newest versions

It builds sdist and wheel once (or takes those of --dist), unpacks the sdist, and for each Python and set of versions
makes a fresh environment with the wheel in it and runs the sdist's tests there, after it has seen that `crescent` is
the installed one. A run that fails is reported and the next one goes on. After each run the table is written, and
its rows are kept as JSON beside it: what ctrl-C ends is done when it is started again, and no more than that, as long
as the wheel and the tests are the same. Needs a package index, the module `build` and 1 GB of disk.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime as dt
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MINORS = (11, 12, 13)
SETS = ("newest", "lowest")

MAIN = ("typer", "numpy", "numba", "gymnasium", "matplotlib", "pillow", "platformdirs", "textual", "minari")
"""The dependencies whose versions a row names."""

QUICK = (
    "tests/golden/test_tables.py",
    "tests/gym/test_env.py",
    "tests/gym/test_registration.py",
    "tests/cli/test_listings.py",
    "tests/core/test_errors.py",
    "tests/core/test_files.py",
    "tests/core/test_registry.py",
    "tests/tui/test_database.py",
    "tests/tui/test_store.py",
)
"""What shows soonest that a Python or a version does not do: the kernel plain and compiled, texts, plug-ins, SQLite."""


@dataclasses.dataclass(frozen=True, slots=True)
class Row:
    """One run: what was tested, and what came out of it."""

    python: str
    versions: str
    tests: str
    digest: str
    outcome: str
    seconds: float
    day: str
    resolved: dict[str, str]
    failures: list[str]

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What a run must share with this one to be the same run."""
        return self.python, self.versions, self.tests, self.digest

    @property
    def passed(self) -> bool:
        """Whether all was well; a run that was not is made again."""
        return re.fullmatch(r"[1-9]\d* passed, 0 failed, \d+ skipped", self.outcome) is not None


def arguments() -> argparse.Namespace:
    """What was asked for on the command line."""
    parser = argparse.ArgumentParser(description="Test the built wheel on every Python and the versions it admits.")
    parser.add_argument("--python", action="append", metavar="3.N", help="only this Python; may be repeated")
    parser.add_argument("--others", action="store_true", help="not the minor version that runs this")
    parser.add_argument("--versions", choices=SETS, action="append", help="only these; may be repeated")
    parser.add_argument("--quick", action="store_true", help="a few of the tests, on the newest versions")
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="only these tests")
    parser.add_argument("--dist", type=Path, help="the folder of a built sdist and wheel; built if not given")
    parser.add_argument("--out", type=Path, default=ROOT / "results" / "wheels.txt", help="the table")
    parser.add_argument("--logs", type=Path, default=ROOT / "build" / "wheels", help="a folder for what pytest says")
    parser.add_argument("--workers", default="2", metavar="N", help="processes of pytest; auto, or a number")
    return parser.parse_args()


def pythons(wanted: Sequence[str] | None, *, others: bool) -> Iterator[tuple[str, Path]]:
    """The version and the path of one interpreter for each supported minor version that works here, lowest first."""
    versions = Path(os.environ.get("PYENV_ROOT") or Path("~/.pyenv").expanduser()) / "versions"
    for minor in MINORS:
        running = sys.version_info[:2] == (3, minor)
        if (wanted and f"3.{minor}" not in wanted) or (others and running):
            continue
        beside = sorted(versions.glob(f"3.{minor}.*/bin/python"), reverse=True)
        here = [Path(sys.executable)] if running else []
        on_path = shutil.which(f"python3.{minor}")
        for candidate in [*here, *([Path(on_path)] if on_path else []), *beside]:
            told = subprocess.run(  # a shim on the path may stand for nothing, and Debian's may have no venv
                [candidate, "-c", "import ensurepip, platform, venv; print(platform.python_version())"],
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            if told.returncode == 0 and told.stdout.startswith(f"3.{minor}."):
                yield told.stdout.strip(), candidate
                break
        else:
            print(f"Python 3.{minor}: none found here", flush=True)


def run_in(folder: Path, command: Sequence[str | Path], log: Path) -> int:
    """Run it there, all that it says appended to the log."""
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PYTHONHOME")}
    quiet = {"PIP_QUIET": "2", "PIP_PROGRESS_BAR": "off", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    with log.open("ab") as said:
        return subprocess.run(
            command, cwd=folder, env=clean | quiet, stdout=said, stderr=subprocess.STDOUT, check=False
        ).returncode


def built(dist: Path | None, scratch: Path) -> tuple[Path, Path]:
    """The wheel, and the folder of the unpacked sdist."""
    if dist is None:
        dist = scratch / "dist"
        subprocess.run([sys.executable, "-m", "build", "--outdir", dist, ROOT], stdout=subprocess.DEVNULL, check=True)
    [sdist], [wheel] = dist.glob("*.tar.gz"), dist.glob("*.whl")
    with tarfile.open(sdist) as archive:
        archive.extractall(scratch / "sdist", filter="data")
    [unpacked] = (scratch / "sdist").iterdir()
    return wheel.resolve(), unpacked


def digest_of(wheel: Path, tree: Path) -> str:
    """A name for the very wheel and tests."""
    digest = hashlib.sha256(wheel.read_bytes())
    for file in sorted(path for path in (tree / "tests").rglob("*") if path.is_file()):
        digest.update(file.relative_to(tree).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def tested(interpreter: Path, wheel: Path, tree: Path, row: Row, options: argparse.Namespace) -> Row:
    """The row, completed by what a run in a fresh environment came to."""
    log = options.logs / f"{row.python}-{row.versions}.log"
    log.write_bytes(b"")
    report = options.logs / f"{row.python}-{row.versions}.xml"
    report.unlink(missing_ok=True)
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="wheels-") as folder:
        python = Path(folder, "bin", "python")
        constraint: list[str | Path] = ["--constraint", tree / ".ci" / "oldest.txt"] if row.versions == "lowest" else []
        # An old Matplotlib meets newer parts of its own that call its ways deprecated.
        lenient = ["-W", "ignore::DeprecationWarning"] if row.versions == "lowest" else []
        few = [f"{wheel}[gym,pictures,tui]", "hypothesis", "packaging", "pexpect", "pytest", "pytest-xdist"]
        needed = few if options.quick else [f"{wheel}[dev]"]
        steps: list[tuple[str, list[str | Path]]] = [
            ("no environment", [interpreter, "-m", "venv", folder]),
            ("not installed", [python, "-m", "pip", "install", *constraint, *needed]),
            ("not the wheel", [python, "-c", WHERE]),
        ]
        for failure, step in steps:
            if run_in(tree, step, log):
                return dataclasses.replace(row, outcome=failure, seconds=time.monotonic() - start)
        chosen = list(options.tests or (QUICK if options.quick else ()))
        pytest = ["-m", "pytest", "-n", options.workers, "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
        code = run_in(tree, [python, *pytest, *lenient, *chosen], log)
        outcome, failures = told_by(report, code)
        seconds = time.monotonic() - start
        return dataclasses.replace(
            row, outcome=outcome, failures=failures, seconds=seconds, resolved=versions_of(python)
        )


WHERE = """
import crescent, crescent_gym, pathlib, sysconfig
site = pathlib.Path(sysconfig.get_path("purelib")).resolve()
for package in crescent, crescent_gym:
    assert pathlib.Path(package.__file__).resolve().parent.parent == site, package.__file__
"""
"""Fails unless what the tests will import is what was installed, in the environment and not beside the tests."""


def told_by(report: Path, code: int) -> tuple[str, list[str]]:
    """Pytest's counts in its own words, and the names of the tests that failed."""
    if not report.exists():
        return f"no report, exit code {code}", []
    cases = list(ET.parse(report).getroot().iter("testcase"))
    bad = [case for case in cases if case.find("failure") is not None or case.find("error") is not None]
    skipped = sum(case.find("skipped") is not None for case in cases)
    counts = f"{len(cases) - len(bad) - skipped} passed, {len(bad)} failed, {skipped} skipped"
    ended = "" if code in (0, 1) else f", exit code {code}"
    return counts + ended, sorted({f"{case.get('classname')}::{case.get('name')}" for case in bad})


def versions_of(python: Path) -> dict[str, str]:
    """The versions that were installed of the main dependencies."""
    loud = {name: value for name, value in os.environ.items() if name != "PIP_QUIET"}  # which keeps the list to itself
    told = subprocess.run(
        [python, "-m", "pip", "list", "--format=json"], capture_output=True, encoding="utf-8", check=True, env=loud
    )
    installed = {re.sub("[-_.]+", "-", entry["name"]).lower(): entry["version"] for entry in json.loads(told.stdout)}
    return {name: installed[name] for name in MAIN if name in installed}


def write(rows: Sequence[Row], out: Path) -> None:
    """Write the table, and the rows that it is made of beside it."""
    out.with_suffix(".json").write_text(
        json.dumps([dataclasses.asdict(row) for row in rows], indent=1) + "\n", encoding="utf-8"
    )
    lines = ["# python scripts/wheels.py: the suite against the installed wheel", ""]
    for row in rows:
        lines.append(f"Python {row.python}, {row.versions} versions, {row.tests}: {row.outcome}; {row.seconds:.0f} s")
        lines.append(
            f"  {row.day}, wheel and tests {row.digest[:12]}; " + ", ".join(" ".join(of) for of in row.resolved.items())
        )
        lines += [f"  FAILED {name}" for name in row.failures]
    out.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> int:
    """Run what was asked for and is not done yet; 1 where something failed."""
    options = arguments()
    options.logs.mkdir(parents=True, exist_ok=True)
    kept = options.out.with_suffix(".json")
    rows = [Row(**row) for row in json.loads(kept.read_text(encoding="utf-8"))] if kept.exists() else []
    with tempfile.TemporaryDirectory(prefix="wheels-") as scratch:
        wheel, tree = built(options.dist, Path(scratch))
        digest = digest_of(wheel, tree)
        tests = " ".join(options.tests) if options.tests else "a few tests" if options.quick else "all tests"
        sets = options.versions or (SETS[:1] if options.quick else SETS)
        found = list(pythons(options.python, others=options.others))
        asked = [(version, path, of) for of in sets for version, path in found]
        results = []
        for version, interpreter, of in asked:
            day = dt.datetime.now(dt.UTC).date().isoformat()
            row = Row(version, of, tests, digest, "", 0.0, day, {}, [])
            same = [old for old in rows if old.key == row.key and old.passed]
            if same:
                row = same[0]
            else:
                row = tested(interpreter, wheel, tree, row, options)
                rows = [old for old in rows if old.key[:3] != row.key[:3]] + [row]
                write(rows, options.out)
            results.append(row)
            print(f"Python {version}, {of} versions: {row.outcome}; {row.seconds:.0f} s", flush=True)
            for name in row.failures:
                print(f"  FAILED {name}", flush=True)
    if not found:
        print("nothing was tested", flush=True)
    return 0 if all(row.passed for row in results) else 1


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell lets what it starts in the background ignore it
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("ended; the rows so far are kept", file=sys.stderr)
        sys.exit(130)
