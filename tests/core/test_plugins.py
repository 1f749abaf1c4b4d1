"""Plug-ins as users install them: a package with metadata on the path, in this process and in a new one."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import crescent
import crescent.agents
from crescent import CodeError, Game, PluginError, Record, variants
from tests.core.installed import install

VARIANT_GROUP: Final = "crescent.variants"
AGENT_GROUP: Final = "crescent.agents"

PLUG_IN: Final = """
from crescent import Rules, Variant

SIX = Variant("six-redeals", "SX", Rules(redeals=6), "six redeals")

def made():
    return Variant("made", "MD", Rules(redeals=7))

THIEF = Variant("thief", "N", Rules(redeals=8))
LIAR = Variant("another-name", "LR")

class Last:
    '''plays the last legal move.

    More about it.
    '''

    def __init__(self, *, seed=None):
        self.seed = seed

    def choose(self, view):
        return view.legal_moves()[-1]

def no_agent(*, seed=None):
    return seed

def failing(*, seed=None):
    raise RuntimeError("no agent today")
"""

POINTS: Final = {
    VARIANT_GROUP: {
        "six-redeals": "crescent_test_plug_in:SIX",
        "made": "crescent_test_plug_in:made",
        "thief": "crescent_test_plug_in:THIEF",
        "liar": "crescent_test_plug_in:LIAR",
        "absent": "crescent_test_missing:X",
        "quitter": "crescent_test_quitter:X",
        "normal": "crescent_test_plug_in:SIX",
    },
    AGENT_GROUP: {
        "last": "crescent_test_plug_in:Last",
        "no-agent": "crescent_test_plug_in:no_agent",
        "failing": "crescent_test_plug_in:failing",
        "not-callable": "crescent_test_plug_in:POINTS",
        "uniform": "crescent_test_plug_in:failing",
    },
}
MODULES: Final = {"crescent_test_plug_in": PLUG_IN, "crescent_test_quitter": "import sys\nsys.exit(3)\n"}


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The package is installed, and both registries look for plug-ins anew; afterwards all is as before."""
    folder = install(tmp_path / "site", "crescent-test-plug-in", MODULES, POINTS)
    monkeypatch.syspath_prepend(folder)
    for registry in (variants, crescent.agents.agents):
        monkeypatch.setattr(registry, "_plugins", None)
        monkeypatch.setattr(registry, "_loaded", {})
    for module in MODULES:
        monkeypatch.delitem(sys.modules, module, raising=False)
    return folder


@pytest.mark.usefixtures("plugged")
def test_an_installed_variant_is_dealt_played_and_recorded() -> None:
    """By its name and by its tag, without being imported by hand."""
    assert "six-redeals" in variants
    assert "crescent_test_plug_in" not in sys.modules
    game = Game("CR1-SX-AAAAAAB", clock=lambda: 0.0)
    assert game.redeals_left == 6
    game.redeal()
    record = Record.parse(str(game.record()))
    assert record.variant is variants["six-redeals"]
    assert record.end == game.position
    assert variants["made"].rules.redeals == 7
    assert crescent.deal("CR1-MD-AAAAAAB").redeals_left == 7


@pytest.mark.usefixtures("plugged")
def test_bad_variants_are_named_and_disturb_no_other() -> None:
    """One with a taken tag, one under another name, one that is not there, one that ends the program."""
    reasons = {name: entry.reason for name, entry in variants.loaded() if isinstance(entry, PluginError)}
    assert reasons == {
        "thief": "DuplicateNameError: the variant tag 'N' exists already; choose another name",
        "liar": "RulesError: Variant.name must be 'liar', the name it is registered under, not 'another-name'",
        "absent": "ModuleNotFoundError: No module named 'crescent_test_missing'",
        "quitter": "SystemExit: 3",
    }
    with pytest.raises(CodeError, match="known tags: N, F, H, FH, C, L, E, MD, SX"):
        crescent.deal("CR1-ZZ-AAAAAAB")
    assert variants["normal"].rules.redeals == 3


@pytest.mark.usefixtures("plugged")
def test_plug_ins_of_built_in_names_are_told_apart() -> None:
    """They are left out, and each registry says which, with the source; it imports nothing for that."""
    (error,) = variants.shadowed()
    assert (error.group, error.name, error.source) == (VARIANT_GROUP, "normal", "crescent_test_plug_in:SIX")
    assert error.reason == "is left out, the variant of this name is built in"
    (error,) = crescent.agents.agents.shadowed()
    assert (error.group, error.name, error.source) == (AGENT_GROUP, "uniform", "crescent_test_plug_in:failing")
    assert "crescent_test_plug_in" not in sys.modules


@pytest.mark.usefixtures("plugged")
def test_an_installed_agent_is_made_with_its_seed() -> None:
    """And described by the first line of its docstring."""
    agent = crescent.agents.make("last", seed=5)
    assert getattr(agent, "seed", None) == 5
    view = crescent.deal("CR1-N-AAAAAAB").view()
    assert str(agent.choose(view)) == "R"
    assert crescent.agents.describe("last") == "plays the last legal move."
    assert "last" in crescent.agents.agents


@pytest.mark.usefixtures("plugged")
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("no-agent", "made something without a method choose"),
        ("failing", "RuntimeError: no agent today"),
        ("not-callable", "AttributeError"),
    ],
)
def test_bad_agents_are_named(name: str, says: str) -> None:
    """With what they did instead of making an agent."""
    with pytest.raises(PluginError, match=says) as caught:
        crescent.agents.make(name, seed=1)
    assert caught.value.name == name
    assert caught.value.group == AGENT_GROUP


@pytest.mark.usefixtures("plugged")
def test_a_record_of_a_broken_variant_is_left_as_it_is(tmp_path: Path) -> None:
    """What cannot be read is not overwritten, whoever is to blame."""
    path = tmp_path / "game.crescent"
    path.write_text('[Code "CR1-N-AAAAAAB"]\n[Variant "absent"]\n', encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(PluginError):
        Record.load(path)
    with pytest.raises(crescent.FileError, match="no valid record; left as it is"):
        Game("CR1-N-AAAAAAB").record().save(path)
    assert path.read_bytes() == before


PROGRAM: Final = """
import sys
import crescent
import crescent.agents
assert "importlib.metadata" not in sys.modules, "import crescent looked for plug-ins"
assert crescent.variants["normal"].rules.redeals == 3
print(crescent.deal("CR1-SX-AAAAAAB").redeals_left)
print(*crescent.variants)
print(*crescent.agents.agents)
print(crescent.agents.make("uniform", seed=1).choose(crescent.deal("CR1-N-AAAAAAB").view()))
"""


def test_a_new_process_finds_the_plug_ins_and_is_broken_by_none(tmp_path: Path) -> None:
    """Names of built-in entries that a plug-in claims stay with the built-in ones; importing looks for nothing."""
    folder = install(tmp_path / "site", "crescent-test-plug-in", MODULES, POINTS)
    environment = dict(os.environ, PYTHONPATH=str(folder))
    done = subprocess.run([sys.executable, "-c", PROGRAM], env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    redeals, names, agents, move = done.stdout.splitlines()
    assert redeals == "6"
    assert names.split()[:7] == ["normal", "four", "hidden", "hidden-four", "classic", "relaxed", "easy"]
    assert sorted(names.split()[7:]) == names.split()[7:]
    assert {"absent", "liar", "made", "quitter", "six-redeals", "thief"} <= set(names.split()[7:])
    assert agents.split()[:2] == ["uniform", "greedy"]
    assert {"failing", "last", "no-agent", "not-callable"} <= set(agents.split()[2:])
    assert crescent.deal("CR1-N-AAAAAAB").refusal(move) is None
