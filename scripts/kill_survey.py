"""Kill a survey with kill -9 at random moments: no deal is lost, none is there twice, the summary is the same.

    python scripts/kill_survey.py [--kills 10] [--deals 1:2000] [--nodes 20000] [--seed 0] [--ray]

Exit code 0 if all of that holds.  Standard output tells each kill; results/kill_survey.txt is such an output.
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path
from typing import Any

CRESCENT = str(Path(sysconfig.get_path("scripts")) / "crescent")

LONGEST_WAIT = 0.05
"""Seconds between a mark and a kill at most."""


def main() -> int:
    """Run the whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--kills", type=int, default=10, help="how often to kill")
    parser.add_argument("--deals", default="1:2000", help="the deals of the survey")
    parser.add_argument("--nodes", type=int, default=20_000, help="its budget")
    parser.add_argument("--seed", type=int, default=0, help="of the moments")
    parser.add_argument("--ray", action="store_true", help="solve on Ray")
    options = parser.parse_args()
    command = [CRESCENT, "survey", "--deals", options.deals, "--nodes", str(options.nodes), "--json"]
    command += ["--ray"] if options.ray else ["--jobs", "2"]
    with tempfile.TemporaryDirectory() as folder:
        whole, killed = Path(folder) / "whole.jsonl", Path(folder) / "killed.jsonl"
        began = time.monotonic()
        expected = summary([*command, "--out", str(whole)])
        seconds = time.monotonic() - began
        print(f"undisturbed: {expected['deals']} deals in {seconds:.1f} s")
        kill_often(
            [*command, "--out", str(killed)], killed, options.kills, random.Random(options.seed), expected["deals"]
        )
        actual = summary([*command, "--out", str(killed)])
        faults = differences(expected, actual, whole, killed)
    print("\n".join(faults) if faults else f"after {options.kills} kills: the same deals, each once, the same summary")
    return bool(faults)


def kill_often(command: list[str], file: Path, kills: int, rng: random.Random, deals: int) -> None:
    """Start the survey and kill it again and again, a random time after it has come to a random one of its deals."""
    marks = sorted(rng.randrange(deals) for _ in range(kills))
    for number, mark in enumerate(marks, start=1):
        child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while child.poll() is None and results(file) < mark:
            time.sleep(0.001)
        time.sleep(rng.uniform(0, LONGEST_WAIT))
        child.kill()
        ended = child.wait()
        print(f"kill {number}: {'killed' if ended == -9 else 'was done already'}, {results(file)} results in the file")


def results(file: Path) -> int:
    """How many whole lines of results a file has."""
    return max(0, file.read_bytes().count(b"\n") - 1) if file.exists() else 0


def summary(command: list[str]) -> dict[str, Any]:
    """The summary of a survey that runs to its end."""
    result = subprocess.run(command, capture_output=True, check=True)
    document: dict[str, Any] = json.loads(result.stdout)
    return document


def differences(expected: dict[str, Any], actual: dict[str, Any], whole: Path, killed: Path) -> list[str]:
    """What is wrong, a line each; nothing is best."""
    faults = [
        f"{name}: {actual[name]} instead of {expected[name]}"
        for name in expected
        if name != "seconds" and expected[name] != actual[name]
    ]
    ours, theirs = (sorted(map(without_seconds, path.read_bytes().splitlines()[1:])) for path in (killed, whole))
    if len({deal for deal, _ in ours}) != len(ours):
        faults.append("a deal is there twice")
    if ours != theirs:
        faults.append("the files differ in more than the seconds and the order")
    return faults


def without_seconds(line: bytes) -> tuple[int, str]:
    """A result's deal, and all but its seconds, which no two runs share."""
    values = json.loads(line)
    values.pop("seconds")
    return values["deal"], json.dumps(values)


if __name__ == "__main__":
    sys.exit(main())
