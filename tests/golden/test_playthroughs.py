"""Golden playthroughs: whole games of every built-in variant, ply by ply, and their records."""

from __future__ import annotations

import pytest

from crescent import Game, GameCode, Position, Record, variants
from tests.golden.golden_files import BUILT_IN, DATA, GAMES, json_of


def start_of(start: str, variant: str) -> GameCode | Position:
    """The code, or the position by the variant's rules."""
    return GameCode.parse(start) if start.startswith("CR1-") else Position.parse(start, variants[variant].rules)


@pytest.mark.parametrize("name", GAMES)
def test_the_playthrough_goes_as_it_went(name: str) -> None:
    """Board, view, legal moves, refusals and end of every ply are those that the slow model wrote down."""
    golden = json_of(f"playthroughs/{name}.json")
    game = Game(start_of(golden["start"], golden["variant"]))
    for ply in golden["plies"]:
        position = game.position
        assert str(position) == ply["position"]
        assert str(game.view) == ply.get("view", ply["position"])
        assert " ".join(map(str, game.legal_moves())) == ply["legal"]
        reasons = {move: position.refusal(move) for move in ply["refused"]}
        assert {move: str(refusal and refusal.reason) for move, refusal in reasons.items()} == ply["refused"]
        assert (str(game.outcome) if game.outcome else None) == ply["outcome"]
        if "move" in ply:
            game.play(ply["move"])
    assert game.outcome is not None or len(golden["plies"]) > 80


@pytest.mark.parametrize("name", GAMES)
def test_the_record_reads_and_writes_as_it_did(name: str) -> None:
    """The golden record verifies, reaches the playthrough's last board, and is written again to the letter."""
    golden = json_of(f"playthroughs/{name}.json")
    path = DATA / "records" / f"{name}.crescent"
    record = Record.load(path)
    assert str(record) == path.read_text(encoding="utf-8")
    assert [str(position) for position in record.positions()] == [ply["position"] for ply in golden["plies"]]
    assert (record.variant.name, record.seconds) == (golden["variant"], 61.25)
    assert dict(record.tags) == {"Player": 'The "slow" model'}


@pytest.mark.parametrize("name", BUILT_IN)
def test_one_playthrough_of_each_variant_is_won(name: str) -> None:
    """And none of them is trivial."""
    plies = json_of(f"playthroughs/{name}.won.json")["plies"]
    assert plies[-1]["outcome"] == "won"
    assert len(plies) > 20
