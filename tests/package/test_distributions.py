"""The sdist and the wheel hold what they should and nothing else, and say of themselves what `pyproject.toml` says."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest
from packaging.requirements import Requirement

import crescent
from tests.package.conftest import ROOT

pytestmark = pytest.mark.package

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NAME = f"crescent_patience-{crescent.__version__}"

DATA = {
    "crescent/py.typed",
    "crescent/policy/weights.npz",
    "crescent/solver/weights.json",
    "crescent/text/page.css",
    "crescent/text/page.html",
    "crescent/text/page.js",
    "crescent/tui/app.tcss",
    "crescent/tui/templates/app_index.html",
    "crescent_gym/py.typed",
}
"""What the packages carry beside modules: the markers of types, weights, the page's template, the app's style."""

ABOUT = {"METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE"}


def tracked(*under: str) -> set[str]:
    """The files that belong to the project, by their paths from its root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", *under]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=True)
    return {name for name in told.stdout.split("\0") if name and (ROOT / name).exists()}


def metadata(wheel: Path) -> Message:
    """The wheel's metadata."""
    with zipfile.ZipFile(wheel) as archive:
        return message_from_bytes(archive.read(f"{NAME}.dist-info/METADATA"))


def test_files_have_the_names_of_this_version(wheel: Path, sdist: Path) -> None:
    """Pure Python, for every system, named after the version that the package tells."""
    assert (wheel.name, sdist.name) == (f"{NAME}-py3-none-any.whl", f"{NAME}.tar.gz")


def test_twine_finds_nothing_to_complain_of(wheel: Path, sdist: Path) -> None:
    """The index would take both, and can show the README."""
    command = [sys.executable, "-m", "twine", "--no-color", "check", "--strict", str(wheel), str(sdist)]
    told = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert (told.returncode, told.stdout.count("PASSED")) == (0, 2), told.stdout + told.stderr


def test_wheel_holds_modules_data_and_licence_and_nothing_else(wheel: Path) -> None:
    """Every module of `src`, the data listed here, and what tells of them: no tests, no programs, nothing compiled."""
    modules = {name.removeprefix("src/") for name in tracked("src") if name.endswith(".py")}
    about = {f"{NAME}.dist-info/{name}" for name in ABOUT}
    with zipfile.ZipFile(wheel) as archive:
        assert archive.testzip() is None
        assert sorted(archive.namelist()) == sorted(modules | DATA | about)
        assert archive.read(f"{NAME}.dist-info/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
        for name in modules | DATA:
            assert archive.read(name) == (ROOT / "src" / name).read_bytes(), name


def test_metadata_say_what_the_project_says(wheel: Path) -> None:
    """Name, Pythons, licence, requirements and extras; the README is the description."""
    told = metadata(wheel)
    assert (told["Name"], told["Version"]) == (PROJECT["name"], crescent.__version__)
    assert told["Requires-Python"] == PROJECT["requires-python"]
    assert told["License-Expression"] == PROJECT["license"]
    assert told["Description-Content-Type"] == "text/markdown"
    description = told.get_payload(decode=True)
    assert isinstance(description, bytes)
    assert description.strip() == (ROOT / "README.md").read_bytes().strip()
    assert set(told.get_all("Provides-Extra", [])) == set(PROJECT["optional-dependencies"])
    required = [Requirement(line) for line in told.get_all("Requires-Dist", [])]
    assert [str(one) for one in required if one.marker is None] == PROJECT["dependencies"]
    for extra, lines in PROJECT["optional-dependencies"].items():
        brought = {one.name for one in required if one.marker is not None and one.marker.evaluate({"extra": extra})}
        named = {Requirement(line).name for line in lines} - {PROJECT["name"]}
        assert named <= brought, extra


def test_the_command_is_the_only_entry_point(wheel: Path) -> None:
    """Nothing else is put on the path; the built-in variants and agents need no entry points."""
    with zipfile.ZipFile(wheel) as archive:
        points = archive.read(f"{NAME}.dist-info/entry_points.txt").decode().split("\n")
    assert [line for line in points if line] == ["[console_scripts]", "crescent = crescent.cli:main"]


def test_sdist_holds_the_project(sdist: Path) -> None:
    """What belongs to the project, so that the tests can be run from it, and nothing that lies about.

    The settings of Git and of editors at the root serve a checkout alone; hatchling takes along .gitignore, which it
    obeys.
    """
    settings = {name for name in tracked() if name.startswith(".") and "/" not in name} - {".gitignore"}
    with tarfile.open(sdist) as archive:
        files = {member.name.removeprefix(f"{NAME}/") for member in archive.getmembers()}
        assert all(member.isfile() for member in archive.getmembers())  # no links, no devices
    assert sorted(files) == sorted(tracked() - settings | {"PKG-INFO"})


def test_building_again_gives_the_same_bytes(
    wheel: Path, sdist: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever builds the same files elsewhere and at another time gets what lies in `dist/`, to the byte."""
    copy = tmp_path / "elsewhere"
    for name in tracked():
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, target)  # its time is now
        target.chmod((ROOT / name).stat().st_mode | 0o060)  # and another umask's
    monkeypatch.setenv("TZ", "Asia/Kathmandu")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    out = tmp_path / "again"
    told = subprocess.run(
        [sys.executable, "-m", "build", "--outdir", out, copy], capture_output=True, encoding="utf-8", check=False
    )
    assert told.returncode == 0, told.stdout + told.stderr
    for first in (wheel, sdist):
        assert (out / first.name).read_bytes() == first.read_bytes(), first.name
