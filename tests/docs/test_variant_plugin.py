"""The plug-in package in `examples/variant_plugin` does what its README promises once it is really installed."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "examples" / "variant_plugin"


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment variables of a process that has the package, installed by pip into a folder of its own."""
    folder = tmp_path_factory.mktemp("installed")
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    result = subprocess.run([*install, "--target", folder, PACKAGE], capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return {**os.environ, "PYTHONPATH": str(folder)}


def output(environment: dict[str, str], *command: str) -> str:
    """What `python command` prints."""
    result = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stderr
    return result.stdout


def test_the_installed_variant_is_listed(environment: dict[str, str]) -> None:
    """`crescent variants` lists the plug-in's variant with its tag."""
    document = json.loads(output(environment, "-m", "crescent", "variants", "--json"))
    tags = {variant["name"]: variant["tag"] for variant in document["variants"]}
    assert tags["double-time"] == "DT"
    assert tags["normal"] == "N"


def test_the_installed_variant_has_codes(environment: dict[str, str]) -> None:
    """A code with its tag deals the number's cards under its rules."""
    program = (
        "import crescent; p = crescent.deal('CR1-DT-AAAAAAB'); print(p.redeals_left, p.rules.pile_capacity, p.piles[0])"
    )
    left, capacity, _ = output(environment, "-c", program).split(maxsplit=2)
    assert (left, capacity) == ("6", "9")


def test_the_installed_variant_has_an_environment(environment: dict[str, str]) -> None:
    """Gymnasium makes an environment that plays it, by an id that follows the pattern."""
    program = (
        "import gymnasium, crescent_gym; e = gymnasium.make('crescent_gym/CrescentDoubleTime-v0');"
        "print(e.reset(seed=1)[1]['code'])"
    )
    assert output(environment, "-c", program).startswith("CR1-DT-")
