"""Without Numba and NumPy the solver works all the same, on the standard library alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys

from crescent import GameCode, variants
from crescent.solver import solve

PROGRAM = """
import json, sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numba", "numpy", "llvmlite"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
import crescent
from crescent.solver import program, shorten, solve
solution = solve(crescent.deal("CR1-N-AAAAAAB"), nodes=9000)
longer = solve(crescent.Position.parse(sys.argv[1]))
shorter = shorten(longer, seconds=5)
print(json.dumps({
    "compiled": program.best_program().is_compiled,
    "numba": "numba" in sys.modules, "numpy": "numpy" in sys.modules,
    "solved": str(solution.status), "moves": [str(move) for move in solution.moves], "nodes": solution.nodes,
    "shortened": [longer.move_count, shorter.move_count],
}))
"""


def test_solver_works_on_the_standard_library_alone() -> None:
    """With imports of Numba and NumPy refused, it gives the very answer that compiled code gives."""
    text = "-/-/-/-/-/-/-/-/-/-/-/-/KC/QCAC/KSQS/ASJS TKKJ 2AA2 1"
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM, text], capture_output=True, text=True, timeout=120, check=True, env=os.environ
    )
    answer = json.loads(result.stdout)
    here = solve(GameCode(1, variants["normal"]).deal(), nodes=9_000)
    assert (answer["compiled"], answer["numba"], answer["numpy"]) == (False, False, False)
    assert answer["solved"] == str(here.status)
    assert answer["moves"] == [str(move) for move in here.moves]
    assert answer["nodes"] == here.nodes
    assert answer["shortened"][1] <= answer["shortened"][0]


def test_importing_the_solver_loads_nothing_heavy() -> None:
    """The import alone brings neither Numba nor NumPy; they come with the first question."""
    program = "import sys, crescent.solver; print({'numba', 'numpy'} & {*sys.modules})"
    result = subprocess.run([sys.executable, "-I", "-c", program], env={}, capture_output=True, text=True, check=True)
    assert result.stdout == "set()\n"
