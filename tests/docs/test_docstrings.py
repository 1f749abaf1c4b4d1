"""Every example in a docstring runs and prints what it says."""

import doctest
import importlib
import pkgutil

import pytest

import crescent
import crescent_gym


def module_names() -> list[str]:
    """Return the names of all modules of both packages, but for those whose import runs a program or needs PyTorch."""
    packages = [crescent, crescent_gym]
    modules = [
        info.name
        for package in packages
        for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not info.name.endswith((".__main__", ".masked_policy", ".sb3"))
    ]
    return [*(package.__name__ for package in packages), *modules]


@pytest.mark.parametrize("name", module_names())
def test_examples_in_docstrings_run(name: str) -> None:
    """The examples of the module print what their docstrings say; ``...`` stands for any text."""
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.ELLIPSIS).failed == 0


def test_there_are_docstring_examples() -> None:
    """The first example that ``help(crescent)`` shows is among those that run."""
    assert doctest.testmod(crescent).attempted > 0
