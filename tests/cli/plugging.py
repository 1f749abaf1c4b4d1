"""Plug-ins for a started command: a module and an installed distribution's metadata in a folder on its path."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path


def plugged_in(folder: Path, group: str, entries: Mapping[str, str], module: str) -> dict[str, str]:
    """Install `module` (its source) with the entry points `entries`; give the environment that finds it."""
    (folder / "foreign_plugin.py").write_text(module, encoding="utf-8")
    about = folder / "foreign_plugin-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: foreign-plugin\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"[{group}]", *(f"{name} = foreign_plugin:{attribute}" for name, attribute in entries.items())]
    (about / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
    path = [str(folder), os.environ.get("PYTHONPATH", "")]
    return {"PYTHONPATH": os.pathsep.join(filter(None, path))}
