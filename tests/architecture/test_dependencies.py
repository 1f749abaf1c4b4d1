"""What the library needs at run time: the standard library, and Typer for its command line."""

import json
import subprocess
import sys

import grimp
import pytest

STANDARD_LIBRARY = sys.stdlib_module_names


@pytest.fixture(scope="module")
def imports() -> grimp.ImportGraph:
    """Every import statement of ``crescent``, wherever in a module it stands, those for type checkers included."""
    return grimp.build_graph("crescent", include_external_packages=True, cache_dir=None)


def test_import_loads_the_standard_library_alone() -> None:
    """``import crescent`` in a fresh interpreter loads no third party and no command line."""
    program = "import json, sys; old = {*sys.modules}; import crescent; print(json.dumps([*sys.modules.keys() - old]))"
    # An empty environment: a coverage run would start itself in the new interpreter and be counted.
    result = subprocess.run(
        [sys.executable, "-I", "-c", program], env={}, capture_output=True, text=True, timeout=60, check=True
    )
    loaded = json.loads(result.stdout)
    assert "crescent" in loaded
    assert {name.partition(".")[0] for name in loaded} - STANDARD_LIBRARY == {"crescent"}
    assert not [name for name in loaded if name.startswith("crescent.cli")]


OPTIONAL = {
    "PIL": "crescent.text.raster",
    "aiohttp": "crescent.tui.serving",
    "aiohttp_jinja2": "crescent.tui.serving",
    "matplotlib": "crescent.plots",
    "numba": "crescent.jit",
    "numpy": "crescent.policy",
    "platformdirs": "crescent.tui.store",
    "ray": "crescent.survey.cluster",
    "rich": "crescent.tui",
    "textual": "crescent.tui",
    "textual_serve": "crescent.tui.serving",
}
"""What an extra brings, and the one module, or package, that may name it."""


def test_only_the_command_line_and_one_module_an_extra_import_a_third_party(imports: grimp.ImportGraph) -> None:
    """Of all modules those of ``crescent.cli`` name Typer, and one each names what is optional."""
    foreign = {
        (module, imported)
        for module in imports.modules
        for imported in imports.find_modules_directly_imported_by(module)
        if imported.partition(".")[0] not in STANDARD_LIBRARY | {"crescent"}
    }
    assert {imported.partition(".")[0] for _, imported in foreign} == {"typer", *OPTIONAL}
    for name, only in OPTIONAL.items():
        importers = {module for module, imported in foreign if imported.partition(".")[0] == name}
        assert importers
        assert {module for module in importers if module != only and not module.startswith(f"{only}.")} == set()
    others = [module for module, _ in foreign if not module.startswith(tuple(OPTIONAL.values()))]
    assert not [module for module in others if not module.startswith("crescent.cli")]


def test_kernel_imports_nothing(imports: grimp.ImportGraph) -> None:
    """The rules stand on nothing at all, so that they can be compiled as they are."""
    assert imports.find_modules_directly_imported_by("crescent.kernel") - {"__future__"} == set()
