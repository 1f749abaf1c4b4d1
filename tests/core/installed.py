"""Installs throw-away packages for a test: modules and a distribution's metadata in a folder on the path."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def install(folder: Path, name: str, modules: Mapping[str, str], entry_points: Mapping[str, Mapping[str, str]]) -> Path:
    """Lay `modules` (source by name) and the metadata of the distribution `name` into `folder`, as an installer does.

    Args:
        folder: where; made if it is not there. Put it on the path to have the package.
        name: the distribution's name.
        modules: source by module name.
        entry_points: by group, what each name points to (`module:attribute`).
    """
    folder.mkdir(exist_ok=True)
    for module, source in modules.items():
        (folder / f"{module}.py").write_text(source, encoding="utf-8")
    about = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "INSTALLER").write_text("tests\n", encoding="utf-8")
    (about / "RECORD").write_text("".join(f"{module}.py,,\n" for module in modules), encoding="utf-8")
    lines: list[str] = []
    for group, points in entry_points.items():
        lines += [f"[{group}]", *(f"{point} = {value}" for point, value in points.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder
