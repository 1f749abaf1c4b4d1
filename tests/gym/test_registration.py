"""Ids, plug-ins that others install, and what happens where the extra is missing."""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
from pathlib import Path

import gymnasium
import pytest

import crescent_gym
from crescent import Rules, Variant, variants
from crescent_gym import CrescentEnv, environment_id, register_environments

PLUGIN = """
import numpy as np
from gymnasium import spaces
from crescent import Rules, Variant

SHORT = Variant("short-game", "SG", Rules(redeals=1))

class Counts:
    def space(self, rules):
        return spaces.Box(0, 31, (16,), np.uint8)
    def encode(self, row, rules):
        return row[16 * rules.pile_capacity :][:16].copy()

def nothing(transition):
    return 0.0
"""

ENTRY_POINTS = """
[crescent.variants]
short-game = plugged:SHORT
Not a Name = plugged:SHORT

[crescent_gym.observations]
counts = plugged:Counts
broken = plugged:missing
useless = plugged:nothing

[crescent_gym.rewards]
nothing = plugged:nothing
useless = plugged:SHORT
"""


def run(program: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program in a fresh interpreter, `path` being where it may find more packages."""
    environment = {**os.environ, "PYTHONPATH": str(path)} if path else dict(os.environ)
    return subprocess.run(
        [sys.executable, "-W", "error", "-c", program],
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


@pytest.fixture
def plugins(tmp_path: Path) -> Path:
    """A folder with an installed distribution that plugs into all three groups."""
    (tmp_path / "plugged.py").write_text(PLUGIN, encoding="utf-8")
    info = tmp_path / "plugged-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plugged\nVersion: 1.0\n", encoding="utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, encoding="utf-8")
    return tmp_path


def test_ids_are_those_promised() -> None:
    """The built-in variants have the ids that the package's page names."""
    names = ["", "Four", "Hidden", "HiddenFour", "Classic", "Relaxed", "Easy"]
    assert [environment_id(name) for name in variants] == [f"crescent_gym/Crescent{name}-v0" for name in names]
    assert "CrescentHiddenFour-v0" in (crescent_gym.__doc__ or "")


def test_importing_again_is_harmless() -> None:
    """A second import, a reload and a second registration neither warn nor change a spec."""
    before = {name: gymnasium.spec(name) for name in map(environment_id, variants)}
    importlib.reload(crescent_gym)
    register_environments()
    assert {name: gymnasium.spec(name) for name in before} == before


def test_specs_can_be_written_down() -> None:
    """A spec survives Gymnasium's JSON form, and makes the same environment after it."""
    made = gymnasium.make("crescent_gym/CrescentEasy-v0", observation="cards")
    spec = made.spec
    assert spec is not None
    again = gymnasium.make(gymnasium.envs.registration.EnvSpec.from_json(spec.to_json()))
    assert again.observation_space == made.observation_space
    assert isinstance(again.unwrapped, CrescentEnv)
    assert again.unwrapped.variant is variants["easy"]


def test_a_variant_added_by_hand_can_have_an_id() -> None:
    """After `variants.add`, `register_environments` gives the new variant an id of the same pattern."""
    variants.add(Variant("two-by-hand", "TBH", Rules(redeals=2)))
    try:
        register_environments()
        env = gymnasium.make("crescent_gym/CrescentTwoByHand-v0")
        assert env.reset(seed=1)[1]["code"].startswith("CR1-TBH-")
    finally:
        gymnasium.registry.pop("crescent_gym/CrescentTwoByHand-v0", None)
        variants.unregister("two-by-hand")


def test_installed_plugins_are_found(plugins: Path) -> None:
    """An installed variant has an id, installed observations and rewards a name; none is imported before it is used."""
    program = """
import sys, gymnasium, crescent_gym
assert "plugged" not in sys.modules
env = gymnasium.make("crescent_gym/CrescentShortGame-v0", observation="counts", reward="nothing")
observation, info = env.reset(seed=1)
print(info["code"][:7], observation.tolist() == [6] * 16, env.step(280)[1])
"""
    result = run(program, plugins)
    assert result.stdout == "CR1-SG- True 0.0\n"
    assert [line for line in result.stderr.splitlines() if not line.startswith("crescent: compiling ")] == []


@pytest.mark.parametrize("argument", ["observation='broken'", "observation='useless'", "reward='useless'"])
def test_broken_plugins_are_named(plugins: Path, argument: str) -> None:
    """A plug-in that cannot be loaded, or is not what its group holds, is named with its source."""
    result = run(f"import crescent_gym; crescent_gym.CrescentEnv({argument})", plugins)
    last = result.stderr.rstrip().rpartition("\n")[2]
    assert last.startswith("crescent.errors.PluginError: plug-in ")
    assert "plugged:" in last


@pytest.mark.parametrize("module", ["gymnasium", "numpy"])
def test_a_missing_extra_is_named(module: str) -> None:
    """Without Gymnasium or NumPy the import fails with the line that installs them."""
    result = run(f"import sys; sys.modules['{module}'] = None; import crescent_gym")
    last = result.stderr.rstrip().rpartition("\n")[2]
    assert last == (
        "crescent.errors.MissingExtraError: crescent_gym needs the extra 'gym': pip install 'crescent-patience[gym]'"
    )


def test_another_missing_module_is_not_taken_for_the_extra() -> None:
    """A part that Gymnasium lacks, being damaged, is reported as it is."""
    result = run("import sys; sys.modules['gymnasium.spaces'] = None; import crescent_gym")
    last = result.stderr.rstrip().rpartition("\n")[2]
    assert last.startswith("ModuleNotFoundError")
    assert "gymnasium.spaces" in last
