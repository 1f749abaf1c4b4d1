"""What is installed is what ``pyproject.toml`` and the README promise."""

import tomllib
from importlib.metadata import distribution, version
from importlib.resources import files
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import crescent

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def lower_bounds(requirements: list[str]) -> dict[str, str]:
    """Return the lowest version that each requirement admits, by package name."""
    return {
        requirement.name: specifier.version
        for requirement in map(Requirement, requirements)
        for specifier in requirement.specifier
        if specifier.operator == ">="
    }


def test_version_has_one_source() -> None:
    """The installed distribution's version is the package's own."""
    assert version("crescent-patience") == crescent.__version__


def test_licence_travels_with_the_distribution() -> None:
    """The metadata names the licence, and its text is installed with the code."""
    assert distribution("crescent-patience").metadata["License-Expression"] == "MIT"
    assert [path.name for path in distribution("crescent-patience").files or [] if path.name == "LICENSE"]


@pytest.mark.parametrize("package", ["crescent", "crescent_gym"])
def test_packages_are_typed(package: str) -> None:
    """Both packages carry the marker that lets type checkers read their annotations."""
    assert files(package).joinpath("py.typed").is_file()


def test_oldest_versions_are_the_ones_tested() -> None:
    """The versions pinned as the oldest are the lower bounds that are promised; on a newer Python some are later."""
    lines = (ROOT / ".ci" / "oldest.txt").read_text(encoding="utf-8").splitlines()
    pins = [Requirement(line) for line in lines if line and not line.startswith("#")]
    extras = PROJECT["optional-dependencies"]
    tested = [line for extra in ("gym", "minari", "pictures", "plots", "tui") for line in extras[extra]]
    promised = {name: Version(bound) for name, bound in lower_bounds(PROJECT["dependencies"] + tested).items()}
    for python in ("3.11", "3.12", "3.13"):
        here = [pin for pin in pins if pin.marker is None or pin.marker.evaluate({"python_version": python})]
        pinned = {pin.name: Version(str(pin.specifier).removeprefix("==")) for pin in here}
        assert len(here) == len(pinned), python
        assert pinned.keys() == promised.keys(), python
        assert all(pinned[name] >= bound for name, bound in promised.items()), python
        assert pinned == promised or python != "3.11"
