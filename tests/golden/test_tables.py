"""Golden tables: the action table, the deals, and how many sequences of moves there are. They must never change."""

from __future__ import annotations

import pytest

from crescent import Move, Position, Rules, kernel, variants
from crescent.codes import GameCode
from tests.golden.golden_files import BUILT_IN, DATA, json_of, lines_of, missing


def test_the_action_table_is_as_it_was() -> None:
    """Each of the 409 indices means the move that it has always meant, and the other way round."""
    lines = [line.split() for line in lines_of("actions.txt")]
    assert len(lines) == 409
    for index, text in lines:
        assert str(Move.from_index(int(index))) == text
        assert Move.parse(text).index == int(index)


@pytest.mark.parametrize("name", BUILT_IN)
def test_variants_use_the_table_from_its_start(name: str) -> None:
    """281 actions, or 409 where foundation cards may go to piles."""
    rules = variants[name].rules
    assert rules.action_count == (409 if rules.foundation_to_pile else 281)


def test_codes_deal_what_they_have_always_dealt() -> None:
    """In every built-in variant the same letters deal the same golden cards, with the variant's redeals."""
    for line in lines_of("deals.txt"):
        letters, cards = line.split()
        for name in BUILT_IN:
            variant = variants[name]
            text = str(GameCode.parse(f"CR1-{variant.tag}-{letters}").deal())
            assert text.upper() == f"{cards} AAAA KKKK {variant.rules.redeals}"


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_built_in_variant_has_its_golden_files(name: str) -> None:
    """Perft table, playthroughs and records; `python -m tests.golden.make_golden NAME` writes them."""
    assert missing(name) == []


def test_a_variant_without_golden_files_would_be_noticed() -> None:
    """The check above can fail."""
    assert len(missing("no-such-variant")) == 5


def test_no_golden_file_is_left_over() -> None:
    """Each file belongs to a built-in variant."""
    files = {str(path.relative_to(DATA)) for path in DATA.rglob("*") if path.is_file()}
    assert files == {"actions.txt", "deals.txt"} | {
        f"{folder}/{name}.{kind}"
        for name in BUILT_IN
        for folder, kinds in (
            ("perft", ("json",)),
            ("playthroughs", ("deal.json", "won.json")),
            ("records", ("deal.crescent", "won.crescent")),
        )
        for kind in kinds
    }


def start_row(start: str, rules: Rules) -> bytes:
    """The row of a code or a position text."""
    return (GameCode.parse(start).deal() if start.startswith("CR1-") else Position.parse(start, rules)).row


def perft(row: bytes, rules: Rules, depth: int, known: dict[tuple[bytes, int], int]) -> int:
    """How many sequences of `depth` legal moves there are, by the kernel; `known` remembers what was counted."""
    if (row, depth) in known:
        return known[row, depth]
    actions = [0] * 409
    capacity = rules.pile_capacity
    count = kernel.legal_actions(row, capacity, rules.wrap, rules.foundation_to_pile, [0] * kernel.SCRATCH, actions)
    total = count
    if depth > 1:
        total = 0
        for action in actions[:count]:
            after = bytearray(row)
            kernel.play(after, capacity, action)
            total += perft(bytes(after), rules, depth - 1, known)
    known[row, depth] = total
    return total


@pytest.mark.parametrize("name", BUILT_IN)
def test_perft_counts_are_as_they_were(name: str) -> None:
    """As many sequences of one to four moves as the slow model counted, from codes and from positions."""
    rules = variants[name].rules
    table = json_of(f"perft/{name}.json")
    assert len(table) == 5
    for start, counts in table.items():
        row = start_row(start, rules)
        assert [perft(row, rules, depth, {}) for depth in range(1, len(counts) + 1)] == counts, start
