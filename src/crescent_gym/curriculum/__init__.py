"""Learn from the end: episodes that start few plies before a win, then farther and farther from it.

    from crescent_gym.curriculum import Curriculum, CurriculumStarts, solved_lines

    lines = solved_lines(range(1, 101))
    env = CurriculumStarts(gymnasium.make("crescent_gym/Crescent-v0"), Curriculum(lines))

`WonLine` is a game that was won, position by position: by the solver (`solved_lines`), or by whoever left a record of
it (`lines_of_records`).  `Curriculum` is the schedule; `CurriculumStarts` and `VectorCurriculumStarts` are the wrappers
that follow it.  The idea is that of Florensa and others, "Reverse curriculum generation for reinforcement learning",
2017, and of Salimans and Chen, "Learning Montezuma's Revenge from a single demonstration", 2018: where rewards are
rare, start where the goal is near.
"""

from crescent_gym.curriculum.lines import WonLine, lines_of_records, solved_lines
from crescent_gym.curriculum.schedule import Curriculum, LineStart
from crescent_gym.curriculum.wrappers import NO_DISTANCE, CurriculumStarts, VectorCurriculumStarts

__all__ = [
    "NO_DISTANCE",
    "Curriculum",
    "CurriculumStarts",
    "LineStart",
    "VectorCurriculumStarts",
    "WonLine",
    "lines_of_records",
    "solved_lines",
]
