"""What is changed, what is run against it, and the changes that cosmic-ray makes."""

from __future__ import annotations

import ast
import hashlib
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).parents[2]
UNCHANGED: Final = "unchanged"
"""The name of the mutant that is none."""

BROKEN: Final = "broken"
"""The name of one that cannot be imported."""


@dataclass(frozen=True)
class Module:
    """What is mutated together, and what is run against it.

    Attributes:
        files: the source, below src/crescent.
        quick: arguments of pytest, the fastest tests first.
        slow: the same, for mutants that survive the quick ones.
    """

    files: tuple[str, ...]
    quick: tuple[str, ...]
    slow: tuple[str, ...]


SPELLINGS: Final = (
    "tests/core/test_longest_texts.py",
    "tests/core/test_bad_texts.py",
    "tests/core/test_errors.py",
    "tests/core/test_faults.py",
)
VALUES: Final = ("tests/core/test_bad_values.py", "tests/core/test_game.py", "tests/core/test_variants.py")

LOCKSTEP: Final = tuple(
    f"tests/lockstep/test_lockstep.py::test_library_and_slow_model_agree_through_random_games[{rules}]"
    for rules in ("no wrap, back to the piles, no redeal", "low piles, hidden, back to the piles")
)
"""Games beside the slow model by the two rules that differ from normal in most ways; all rules take a minute."""

MODULES: Final = {
    "kernel": Module(
        ("kernel.py",),
        (
            "tests/golden",
            "tests/core/test_variants.py",
            "tests/laws/test_playing.py",
            "tests/laws/test_views.py",
            "tests/contract/test_variants.py",
        ),
        (*LOCKSTEP, "tests/core/test_kernel.py"),
    ),
    "codes": Module(
        ("codes.py",),
        ("tests/golden/test_tables.py", "tests/laws/test_texts.py", "tests/core/test_errors.py"),
        (*SPELLINGS, *VALUES, "tests/laws"),
    ),
    "notation": Module(
        ("notation.py", "moves.py"),
        (
            "tests/golden/test_tables.py",
            "tests/core/test_position_faults.py",
            "tests/laws/test_texts.py",
            "tests/laws/test_values.py",
            "tests/core/test_bad_rows.py",
            "tests/core/test_errors.py",
        ),
        (*SPELLINGS, *VALUES, "tests/laws", "tests/golden", *LOCKSTEP),
    ),
    "record": Module(
        ("record.py", "record_tags.py", "record_text.py"),
        ("tests/core/test_records.py", "tests/core/test_files.py", "tests/core/test_errors.py"),
        (*SPELLINGS, *VALUES, "tests/laws", "tests/golden", "tests/contract/test_variants.py"),
    ),
}


class Place(NamedTuple):
    """Where and how a source file can be changed.

    Attributes:
        module: one of `MODULES`.
        file: below src/crescent.
        name: what cosmic-ray calls the change, and which one of that kind in the file it is.
    """

    module: str
    file: str
    name: str


class Verdict(NamedTuple):
    """What came of a change.

    Attributes:
        survived: whether all tests passed; None where the program is the same.
        line: where the change is, from 1.
        before: that line.
        after: that line when changed.
    """

    survived: bool | None
    line: int
    before: str
    after: str


def source_of(file: str) -> str:
    """A file's text."""
    return (ROOT / "src/crescent" / file).read_text(encoding="utf-8")


def digest_of(file: str) -> str:
    """What tells this text of a file from others."""
    return hashlib.sha256(source_of(file).encode()).hexdigest()[:12]


def meaning(source: str) -> str | None:
    """The program without its annotations, which nothing reads at run time; None where it is no program."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.returns = None
        if isinstance(node, ast.arg):
            node.annotation = None
        if isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def places(module: str, file: str) -> list[Place]:
    """All that can be changed in a file."""
    from cosmic_ray import plugins
    from cosmic_ray.ast import ast_nodes, get_ast

    tree = get_ast(source_of(file))
    found = []
    for name in sorted(plugins.operator_names()):
        kind = plugins.get_operator(name)
        if not kind.arguments():  # some need to be told which names to replace
            count = sum(1 for node in ast_nodes(tree) for _ in kind().mutation_positions(node))
            found += [Place(module, file, f"{name.removeprefix('core/')} {number}") for number in range(count)]
    return found


def mutated(source: str, name: str, number: str) -> str:
    """The source with one change."""
    from cosmic_ray import plugins
    from cosmic_ray.mutating import mutate_code

    return str(mutate_code(source, plugins.get_operator(f"core/{name}")(), int(number)))


def difference(source: str, changed: str) -> tuple[int, str, str]:
    """The first line that differs: its number, and how it was and is; a line that went away is empty."""
    old, new = source.split("\n"), changed.split("\n")
    at = next(place for place, (one, other) in enumerate(zip(old, new, strict=False)) if one != other)
    return at + 1, old[at].strip(), new[at].strip() if len(old) == len(new) else ""


def chosen(module: str, most: int, seed: int) -> tuple[list[Place], int]:
    """A sample of what can be changed in a module, in random order, and how much there is in all."""
    every = [place for file in MODULES[module].files for place in places(module, file)]
    random.Random(seed).shuffle(every)
    return every[:most], len(every)
