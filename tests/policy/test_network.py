"""The network's arithmetic: what it computes never changes, and is what PyTorch computes."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from crescent import Position
from crescent.policy.features import describe
from crescent.policy.parts import adjacency
from tests.policy.networks import described, network_of, scores_of, values_of

GOLDEN = Path(__file__).with_name("golden.json")
DEALS = (1, 2, 3)
PLIES = 40


def judged(number: int) -> dict[str, object]:
    """What a network at random says of a deal and of a position further on."""
    network, position = network_of(7), Position.deal(number)
    for ply in range(PLIES):
        moves = position.legal_moves()
        position = position.play(moves[(7 * ply + number) % len(moves)]) if moves else position
    start = Position.deal(number)
    return {
        "start": scores_of(network, start),
        "later": scores_of(network, position),
        "values": network.judge(described(start))[1][0].tolist(),
    }


def test_it_computes_what_it_always_did() -> None:
    """Every feature in its place, every weight too: golden outputs of a network at random, to four digits."""
    golden = json.loads(GOLDEN.read_text(encoding="utf-8"))
    for number in DEALS:
        found = json.loads(json.dumps(judged(number)))
        expected = golden[str(number)]
        for part in ("start", "later"):
            assert found[part].keys() == expected[part].keys()
            assert list(found[part].values()) == pytest.approx(list(expected[part].values()), rel=1e-4, abs=1e-4)
        assert found["values"] == pytest.approx(expected["values"], rel=1e-4, abs=1e-4)


def test_positions_of_a_batch_do_not_see_each_other() -> None:
    """The scores of a position are the same alone and among others, but for rounding."""
    network = network_of(5)
    rows = np.array([np.frombuffer(Position.deal(number).row, np.uint8) for number in range(9)])
    boards = describe(rows, 13, adjacency(wrap=True), values_of(1))
    scores, values = network.judge(boards)
    for number in range(9):
        alone = described(Position.deal(number))
        alone_scores, alone_values = network.judge(alone)
        assert scores[boards.board == number] == pytest.approx(alone_scores, rel=1e-3, abs=1e-3)
        assert values[number] == pytest.approx(alone_values[0], rel=1e-3, abs=1e-3)


def test_a_won_position_has_no_move_and_a_value() -> None:
    """No card, no move: nothing is added up, and nothing fails."""
    won = Position.parse("/".join("-" * 16) + " KKKK AAAA 3")
    scores, values = network_of(5).judge(described(won))
    assert scores.shape == (0,)
    assert np.isfinite(values).all()


@pytest.mark.sb3
def test_it_is_the_network_that_was_trained() -> None:
    """PyTorch computes the same from the same weights."""
    import torch

    from scripts.policy.torch_network import Network, Shape, arrays_of, batch_of
    from tests.policy.networks import SMALL

    torch.manual_seed(3)
    trained = Network(Shape(*SMALL))
    for weight in trained.parameters():
        torch.nn.init.normal_(weight, std=0.3)
    rows = np.array([np.frombuffer(Position.deal(number).row, np.uint8) for number in range(20)])
    boards = describe(rows, 13, adjacency(wrap=True), values_of(1))
    batch = batch_of(boards)
    with torch.no_grad():
        logits, values = trained(batch._replace(piles=batch.piles.float()))
    from crescent.policy.network import Network as InNumPy

    scores, judged_values = InNumPy(SMALL, arrays_of(trained)).judge(boards)
    assert scores == pytest.approx(logits.numpy(), rel=1e-3, abs=1e-3)
    assert judged_values == pytest.approx(values.numpy(), rel=1e-3, abs=1e-3)


def make_golden() -> None:
    """Write the golden file anew: `python -m tests.policy.test_network`."""
    GOLDEN.write_text(json.dumps({number: judged(number) for number in DEALS}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    make_golden()
