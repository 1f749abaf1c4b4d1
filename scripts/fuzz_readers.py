"""Fuzz everything that reads what strangers wrote, guided by coverage: no exception but ours, no hang, no wrong value.

    pip install -e '.[dev,fuzz]'
    python scripts/fuzz_readers.py [TARGET ...] [--seconds 180] [--seed 0] [--keep]

The targets are those of tests/fuzzing/targets.py.  Each runs in a process of its own under atheris (libFuzzer), which
changes the inputs of tests/fuzzing/corpus so as to reach more of the library's code.  An input that takes ten seconds
or 1.5 GiB is a finding, like an exception.  `--keep` puts what reached something new, made small, into the corpus,
which the tests read without atheris.

Exit code 0 if nothing was found.  results/fuzz_readers.txt is such an output.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
CORPUS: Final = ROOT / "tests/fuzzing/corpus"

LONGEST: Final = {"code": 120, "card": 20, "move": 60, "position": 2100, "row": 540, "reply": 300, "agent": 1100}
"""Bytes of an input at most; 4,096 unless named here."""

LONGEST_FILE: Final = {"weights": 40_000, "games": 40_000}

MOST_KEPT: Final = 40
"""Inputs of a target that are added to the corpus at most."""

_LINE: Final = "\\x0a"

WORDS: Final = {
    "code": ("CR1-", "-N-", "-FH-", "AAAAAAB", "234567"),
    "position": ("AAAA KKKK 3", "/-/", "??", "10S", "2h", "\\xe2\\x99\\xa5"),
    "move": ("SA-SK", "10-14", "->", "\\xe2\\x86\\x92", "R", "16"),
    "record": (
        "[Code ",
        "[Position ",
        "[Variant ",
        "[Result ",
        "[Moves ",
        "[Seconds ",
        '"]',
        "{",
        "}",
        "R",
        "1. ",
        _LINE,
    ),
    "protocol": (
        *(
            "position code ",
            "position text ",
            " moves ",
            " rules ",
            "redeals=",
            "wrap=",
            "refusal ",
            "play ",
            "show svg",
        ),
        *(
            "go ",
            "movetime ",
            "nodes ",
            "legal ",
            "setoption seed ",
            "help",
            "status",
            f"undo{_LINE}",
            f"redeal{_LINE}",
        ),
    ),
    "agent": ("policy(", "lookahead(depth=", "cmd:", "solver(nodes=", "weights=", ", ", "true", "1e5"),
    "survey": ('"deal":', '"status":', '"solved"', '"unknown"', '"cards":', '"crescent-survey": 1', '"rules":', _LINE),
    "bench": ('"deal":', '"ending":', '"failed"', '"failure":', '"times":', '"crescent-bench": 1', "[[0,1]]", _LINE),
    "order": ("rules on", "save ", "again", "undo", "10 F", "SA SK", "p 3", "hint"),
}
"""Words that a reader knows, for the fuzzer to put in; an escape is libFuzzer's own."""


def fuzz(target: str, corpus: Path, arguments: list[str]) -> None:
    """Fuzz a target in this process; libFuzzer ends it."""
    import atheris

    # What Numba compiles must stay as it is.
    exclude = ["crescent.kernel", "crescent.jit", "crescent.solver", "crescent_gym.batch"]
    with atheris.instrument_imports(include=["crescent", "crescent_gym"], exclude=exclude):
        from tests.fuzzing.targets import TARGETS
    TARGETS[target](b"")  # once what is made but once
    atheris.Setup([sys.argv[0], str(corpus), *arguments], TARGETS[target])
    atheris.Fuzz()


def start(target: str, folder: Path, arguments: list[str]) -> subprocess.CompletedProcess[str]:
    """Run libFuzzer on a target, with these arguments, in a process of its own."""
    words = folder / "words"
    lines = ['"' + word.replace('"', '\\"') + '"' for word in WORDS.get(target.removesuffix("_file"), ())]
    words.write_text("\n".join(lines) + "\n", encoding="utf-8")
    longest = LONGEST.get(target) or LONGEST_FILE.get(target, 4096)
    bounds = [
        f"-max_len={longest}",
        "-timeout=10",
        "-rss_limit_mb=1536",
        f"-dict={words}",
        f"-artifact_prefix={folder}/",
    ]
    command = [sys.executable, __file__, "--within", target, str(folder / "corpus"), *bounds, *arguments]
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"}
    return subprocess.run(
        command,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def merged(target: str, folder: Path) -> list[bytes]:
    """Of the inputs that reached something, few that reach as much, the smallest of them."""
    old = folder / "corpus"
    old.rename(folder / "all")
    old.mkdir()
    start(target, folder, ["-merge=1", str(folder / "all")])
    return sorted((path.read_bytes() for path in old.iterdir()), key=len)[:MOST_KEPT]


def keep(target: str, inputs: list[bytes]) -> None:
    """Put inputs into the corpus, named after what they hold."""
    place = CORPUS / target
    place.mkdir(parents=True, exist_ok=True)
    for data in inputs:
        (place / hashlib.sha256(data).hexdigest()[:16]).write_bytes(data)


def number(pattern: str, text: str) -> int:
    """The last number that libFuzzer says behind some word."""
    found: list[str] = re.findall(pattern, text)
    return int(found[-1]) if found else 0


def campaign(target: str, options: argparse.Namespace) -> bool:
    """Fuzz a target for so long and print a line; whether nothing was found."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        shutil.copytree(CORPUS / target, folder / "corpus")
        arguments = [f"-max_total_time={options.seconds}", f"-seed={options.seed + 1}", "-print_final_stats=1"]
        done = start(target, folder, arguments)
        runs, reached = number(r"number_of_executed_units: (\d+)", done.stdout), number(r"cov: (\d+)", done.stdout)
        features = number(r"ft: (\d+)", done.stdout)
        findings = sorted(path for path in folder.iterdir() if re.match(r"(crash|timeout|oom|leak)-", path.name))
        kept = sum(1 for _ in (folder / "corpus").iterdir())
        print(f"{target:<14}{runs:>10}{reached:>10}{features:>10}{kept:>9}{len(findings):>10}", flush=True)
        for path in findings:
            shutil.copy(path, options.findings)
            print(f"  {options.findings / path.name}: {path.read_bytes()[:200]!r}")
        if done.returncode or findings:
            print("\n".join(done.stdout.splitlines()[-40:]))
            return False
        if options.keep:
            keep(target, merged(target, folder))
        return True


def main() -> int:
    """Run the whole."""
    if sys.argv[1:2] == ["--within"]:
        fuzz(sys.argv[2], Path(sys.argv[3]), sys.argv[4:])
    names = sorted(path.name for path in CORPUS.iterdir())
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("targets", nargs="*", help=f"which: {', '.join(names)}; all of them unless named")
    parser.add_argument("--seconds", type=int, default=180, help="how long, each")
    parser.add_argument("--seed", type=int, default=0, help="of the fuzzer")
    parser.add_argument("--keep", action="store_true", help="keep in the corpus what reached something new")
    parser.add_argument(
        "--findings", type=Path, default=Path(), help="where inputs go that show a fault; here, if none"
    )
    options = parser.parse_args()
    print(f"{'target':<14}{'runs':>10}{'coverage':>10}{'features':>10}{'corpus':>9}{'findings':>10}")
    sound = [campaign(target, options) for target in options.targets or names]
    print(f"{options.seconds} s each, seed {options.seed}: {len(sound) - sum(sound)} targets with findings")
    return 0 if all(sound) else 1


if __name__ == "__main__":
    sys.exit(main())
