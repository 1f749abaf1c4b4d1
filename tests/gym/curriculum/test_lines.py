"""The won games of a curriculum: read from records, solved, of any variant."""

from __future__ import annotations

from pathlib import Path

import crescent
from crescent import Position, Record, Rules
from crescent.solver import solve
from crescent_gym import CrescentEnv
from crescent_gym.curriculum import Curriculum, CurriculumStarts, WonLine, lines_of_records, solved_lines
from tests.gym.curriculum.won import hidden


def test_lines_lead_from_the_deal_to_the_last_ply(lines: list[WonLine]) -> None:
    """Each position is a ply from the next, the first is the deal, and the last can be won at once."""
    for number, line in enumerate(lines, start=1):
        assert line.before_the_win(10**9) == line.positions[0] == Position.deal(number)
        assert any(line.before_the_win(1).play(move).outcome for move in line.before_the_win(1).legal_moves())
        for plies in range(1, len(line)):
            later = line.before_the_win(plies)
            before = line.before_the_win(plies + 1)
            assert any(before.play(move) == later for move in before.legal_moves())


def test_records_and_the_solver_give_the_same_lines(lines: list[WonLine], tmp_path: Path) -> None:
    """A solved deal's record, in memory and as a file, is the line that the solver gave."""
    code = crescent.GameCode(1)
    record = Record(code.deal(), solve(code.deal(), nodes=200_000).moves, code)
    record.save(tmp_path / "one.crescent")
    assert lines_of_records([record, tmp_path / "one.crescent", str(tmp_path / "one.crescent")]) == [lines[0]] * 3


def test_deals_that_are_not_solved_are_left_out() -> None:
    """A budget of one position wins nothing."""
    assert solved_lines(range(3), nodes=1) == []


def test_lines_of_other_variants_play_there() -> None:
    """Face-down cards turn up along a line as they do in play; the wrapper takes the variant's own environment."""
    env = CurriculumStarts(CrescentEnv(variant="hidden"), Curriculum(hidden(), distance=150))
    env.reset(seed=1)
    core = env.unwrapped
    assert isinstance(core, CrescentEnv)
    assert core.position.rules == Rules(face_down=True)
    assert core.position in hidden()[0].positions
