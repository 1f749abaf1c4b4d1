"""Run a training program and count its illegal steps: `python scripts/count_illegal.py PROGRAM [ARGUMENT ...]`.

Every step of an environment of this project in this process is counted, and judged by the rules, not by the mask.  A
step that only deals anew (mode NEXT_STEP) plays nothing and is not counted.  The last line says how many.
"""

from __future__ import annotations

import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode

from crescent.position import Position
from crescent_gym import CrescentEnv, CrescentVectorEnv


class Count:
    """Steps, and the illegal ones among them."""

    steps = 0
    illegal = 0

    def judge(self, row: bytes, rules: Any, action: int) -> None:  # noqa: ANN401  Rules
        """Count a step."""
        self.steps += 1
        self.illegal += action not in Position.from_row(row, rules).legal_actions()


def counted(count: Count, step: Callable[..., Any]) -> Callable[..., Any]:
    """The step of a single environment, counted."""

    def judged(self: CrescentEnv, action: Any) -> Any:  # noqa: ANN401  as Gymnasium has it
        count.judge(self.state().tobytes(), self.variant.rules, int(action))
        return step(self, action)

    return judged


def counted_in_slots(count: Count, step: Callable[..., Any]) -> Callable[..., Any]:
    """The step of the vector environment, counted slot by slot."""
    over: dict[int, Any] = {}

    def judged(self: CrescentVectorEnv, actions: Any) -> Any:  # noqa: ANN401  as Gymnasium has it
        dead = over.get(id(self), np.zeros(self.num_envs, np.bool_))
        for slot, (row, action) in enumerate(zip(self.state(), actions, strict=True)):
            if not dead[slot]:
                count.judge(row.tobytes(), self.variant.rules, int(action))
        told = step(self, actions)
        over[id(self)] = (told[2] | told[3]) & (self.autoreset_mode is AutoresetMode.NEXT_STEP)
        return told

    return judged


def main() -> None:
    """Run the program, then say what it did."""
    count = Count()
    CrescentEnv.step = counted(count, CrescentEnv.step)  # type: ignore[method-assign]  # that is what this is for
    CrescentVectorEnv.step = counted_in_slots(count, CrescentVectorEnv.step)  # type: ignore[method-assign]  # likewise
    sys.argv = sys.argv[1:]
    sys.path.insert(0, str(Path(sys.argv[0]).parent))
    runpy.run_path(sys.argv[0], run_name="__main__")
    print(f"{count.steps} steps, of these illegal: {count.illegal}")


if __name__ == "__main__":
    main()
