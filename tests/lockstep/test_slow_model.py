"""The slow model itself, held against the facts that the rules and the contract state.

A reference that is wrong proves nothing, so it earns its trust here: golden deals, a golden list of legal
moves, the worked examples of the rules page, and examples of every refusal. Properties over whole random
games are in `test_slow_model_properties.py`.
"""

from __future__ import annotations

import ast
import sys
from itertools import chain
from pathlib import Path

import pytest

from tests.lockstep.slow_model import (
    FOUNDATIONS,
    SLOW_VARIANTS,
    SOURCES,
    TARGETS,
    SlowGame,
    SlowRules,
    action_table,
    action_text,
    number_from_letters,
)
from tests.lockstep.slow_parts import shuffled_pack, split_mix_64, unshuffled_pack

NORMAL = SLOW_VARIANTS["N"]
HIDDEN = SLOW_VARIANTS["H"]
RELAXED = SLOW_VARIANTS["L"]

GOLDEN_DEALS = {
    "AAAAAAA": (
        "JSQSTDJC8HTS/4C3C8C2C8D3D/KD2C2S7D2S7C/6C6H2DQC6D2H/QD5S6CQH9D5D/4H4D4DKH9C7H/JHQDQH6S9HAC/4CJDTC8SJH6H"
        "/3H7D8C9D3D8S/5H6S7S9C8HTC/QS3STHAD5C2D/ASTS8DJSAH6D/JD5D4S9H7C4H/5H4SJC3H7S9S/TH5STD3C2HQC/9SKC3SKS7H5C"
        " AAAA KKKK 3"
    ),
    "AAAAAAB": (
        "3H9SJS2HTS5H/6CTH3C9SKHQD/3SJHQC4H3S6C/JS7D6S3D3H8S/9C9H7S4SKC6D/2C7D3C8SAH9C/2S5DJC3D7S5C/4H7HTS4SJD8C"
        "/5S8H2C6HKSAC/2DQS8H4C8C4D/QH2H9DTC5H6H/5SKDTC6S7C9D/TD8DQDQCJCJH/4D7H4C2DAD5D/9HQS5CASJDQH/2S6DTH8D7CTD"
        " AAAA KKKK 3"
    ),
}


def position(piles: dict[int, str], rest: str, rules: SlowRules = NORMAL) -> SlowGame:
    """A position with the given piles, all others empty; `rest` is foundations and redeals."""
    return SlowGame.from_text("/".join(piles.get(number, "-") for number in range(1, 17)) + " " + rest, rules)


def legal_texts(game: SlowGame) -> list[str]:
    """The legal moves in move notation, in index order."""
    return [action_text(game.rules, action) for action in game.legal()]


def play_text(game: SlowGame, move: str) -> None:
    """Play a move given in move notation."""
    texts = [action_text(game.rules, action) for action in range(len(action_table(game.rules)))]
    game.play(texts.index(move))


def test_the_model_imports_nothing_but_the_standard_library_and_itself() -> None:
    """A reference that leaned on the package under test would agree with its mistakes."""
    for file in (Path(__file__).with_name("slow_model.py"), Path(__file__).with_name("slow_parts.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or "."] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name == "tests.lockstep.slow_parts" or name.split(".")[0] in sys.stdlib_module_names


# --- dealing -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("letters", sorted(GOLDEN_DEALS))
def test_golden_codes_deal_the_published_cards(letters: str) -> None:
    """The contract's golden codes give its golden positions, card for card."""
    assert SlowGame.deal(number_from_letters(letters), NORMAL).text() == GOLDEN_DEALS[letters]


def test_code_letters_are_a_number_most_significant_first() -> None:
    """AAAAAAB is 1, and the last code is 2**35 - 1."""
    assert [number_from_letters(code) for code in ("AAAAAAA", "AAAAAAB", "AAAAABA", "7777777")] == [0, 1, 32, 2**35 - 1]


def test_splitmix_draws_its_published_numbers() -> None:
    """The first draws from seed 1234567, as published with the reference implementation."""
    draws = split_mix_64(1234567)
    assert [next(draws) for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_a_draw_that_would_favour_a_card_is_passed_over() -> None:
    """For 96 cards the bound is 2**64 - 2**64 % 96 = 2**64 - 64: that draw is passed over, the one below counts."""
    bound = 2**64 - 64
    plain = shuffled_pack(split_mix_64(1))
    assert shuffled_pack(chain([2**64 - 1, bound], split_mix_64(1))) == plain
    assert shuffled_pack(chain([bound - 1], split_mix_64(1)))[95].text() == "KC"
    assert plain[95].text() == "TD"


def test_the_unshuffled_pack_starts_as_the_contract_lists_it() -> None:
    """Suits in the order S H D C, in each A 2 2 3 3 … Q Q K: 96 cards."""
    pack = unshuffled_pack()
    assert "".join(card.text() for card in pack[:5]) == "AS2S2S3S3S"
    assert "".join(card.text() for card in pack[21:26]) == "QSQSKSAH2H"
    assert len(pack) == 96


# --- the table of actions ----------------------------------------------------------------------------


def test_the_table_is_the_formula_of_the_contract() -> None:
    """The listing, written out in order, equals the contract's index formulas."""
    table = action_table(RELAXED)
    for i in range(16):
        for j in set(range(16)) - {i}:
            assert table[15 * i + (j if j < i else j - 1)] == (str(i + 1), str(j + 1))
        assert (table[240 + i], table[256 + i]) == ((str(i + 1), "A"), (str(i + 1), "K"))
    for s, suit in enumerate("SHDC"):
        assert table[272 + s] == (suit + "A", suit + "K")
        assert table[276 + s] == (suit + "K", suit + "A")
    for f, place in enumerate(["SA", "HA", "DA", "CA", "SK", "HK", "DK", "CK"]):
        for j in range(16):
            assert table[281 + 16 * f + j] == (place, str(j + 1))
    assert table[280] == ("R", "")
    assert (len(table), action_table(NORMAL)) == (409, table[:281])


def test_no_index_outside_the_table_can_be_played() -> None:
    """Neither a negative index nor one past the variant's table plays anything."""
    for rules, action in ((NORMAL, -1), (NORMAL, 281), (RELAXED, 409)):
        with pytest.raises(IndexError):
            SlowGame.deal(1, rules).play(action)


# --- moves -------------------------------------------------------------------------------------------


def test_the_published_legal_moves_of_code_1() -> None:
    """The contract's list for AAAAAAB, in index order."""
    assert " ".join(legal_texts(SlowGame.deal(1, NORMAL))) == (
        "1-11 3-7 5-14 6-8 7-3 8-6 10-14 11-1 12-16 13-15 14-5 14-10 15-13 16-12 2-K 15-K R"
    )


def test_the_ace_goes_onto_the_king_of_its_suit() -> None:
    """The won example's move 10 takes AS from pile 10 onto KS on pile 14; without wrap it may not."""
    piles = {10: "9HAS", 14: "2CKS"}
    game = position(piles, "AAAA KKKK 3")
    assert legal_texts(game) == ["10-14", "14-10", "R"]
    play_text(game, "10-14")
    assert game.text() == position({10: "9H", 14: "2CKSAS"}, "AAAA KKKK 3").text()
    unwrapped = position(piles, "AAAA KKKK 3", SlowRules(wrap=False))
    assert unwrapped.refusal("10", "14") == unwrapped.refusal("14", "10") == "not-adjacent"
    assert legal_texts(unwrapped) == ["R"]


def test_a_redeal_brings_the_bottom_card_to_the_top() -> None:
    """The won example's first redeal: 2H 9C JD JD becomes 9C JD JD 2H; one-card and empty piles stay."""
    game = position({1: "2H9CJDJD", 2: "4S", 3: "5S6S"}, "AAAA KKKK 3")
    play_text(game, "R")
    assert game.text() == position({1: "9CJDJD2H", 2: "4S", 3: "6S5S"}, "AAAA KKKK 2").text()


def test_a_redeal_is_spent_even_if_it_moves_nothing() -> None:
    """With no pile of two cards only the count of redeals changes."""
    game = position({1: "KS"}, "QKKK AAAA 1")
    play_text(game, "R")
    assert game.text() == position({1: "KS"}, "QKKK AAAA 0").text()
    assert game.refusal("R") == "no-redeal"


def test_the_top_of_a_foundation_may_change_to_the_other_one() -> None:
    """An ascending 8 follows a descending 9 and back; nothing else of either foundation moves."""
    game = position({}, "8AAA 9KKK 0")
    assert legal_texts(game) == ["SA-SK", "SK-SA"]
    play_text(game, "SA-SK")
    assert game.text().split()[1:] == ["7AAA", "8KKK", "0"]
    play_text(game, "SK-SA")
    assert game.text().split()[1:] == ["8AAA", "9KKK", "0"]


def test_a_foundation_card_returns_to_a_pile_only_where_the_variant_allows_it() -> None:
    """In relaxed play the foundation's top card may go back, its base may not."""
    piles = {1: "3H4S", 2: "KS"}
    assert position(piles, "3AAA KKKK 0").refusal("SA", "1") == "never-back-to-a-pile"
    game = position(piles, "3AAA KKKK 0", RELAXED)
    assert legal_texts(game) == ["1-A", "SA-1"]
    assert game.refusal("HA", "2") == "base-card"
    play_text(game, "SA-1")
    assert game.text() == position({1: "3H4S3S", 2: "KS"}, "2AAA KKKK 0", RELAXED).text()


# --- refusals ----------------------------------------------------------------------------------------

FULL = "2H3H4H5H6H7H8H9HTHJHQHKH8S"
REFUSALS = [
    ("3", "3", "nothing-to-move"),
    ("3", "A", "nothing-to-move"),
    ("1", "1", "same-place"),
    ("SA", "SA", "same-place"),
    ("HA", "A", "same-place"),
    ("HA", "SK", "base-card"),
    ("HA", "1", "base-card"),
    ("HK", "3", "base-card"),
    ("SA", "3", "never-back-to-a-pile"),
    ("SA", "1", "never-back-to-a-pile"),
    ("1", "3", "target-empty"),
    ("5", "4", "not-same-suit"),
    ("5", "SA", "not-same-suit"),
    ("5", "CK", "not-same-suit"),
    ("SA", "CA", "not-same-suit"),
    ("SA", "HK", "not-same-suit"),
    ("6", "CK", "foundation-complete"),
    ("6", "K", "foundation-complete"),
    ("1", "A", "not-next-rank"),
    ("1", "SK", "not-next-rank"),
    ("SK", "A", "not-next-rank"),
    ("SA", "SK", "not-next-rank"),
    ("2", "1", "not-adjacent"),
    ("2", "4", "not-adjacent"),
    ("1", "4", "pile-full"),
]


@pytest.mark.parametrize(("source", "target", "reason"), REFUSALS)
def test_the_first_reason_that_applies_is_given(source: str, target: str, reason: str) -> None:
    """Game over, nothing to move, same place, base, never back, empty, suit, complete, rank, full."""
    game = position({1: "9S", 2: "JS", 4: FULL, 5: "9H", 6: "QC"}, "6AAA QKKA 3")
    assert game.refusal(source, target) == reason


def test_the_higher_capacity_lets_the_same_card_in() -> None:
    """Thirteen cards are full in normal play only: the classic rule has no limit that binds."""
    piles = {1: "9S", 4: FULL}
    assert position(piles, "AAAA KKKK 3").refusal("1", "4") == "pile-full"
    assert position(piles, "AAAA KKKK 3", SLOW_VARIANTS["C"]).refusal("1", "4") is None
    assert position({1: "9S", 4: FULL[2:]}, "AAAA KKKK 3").refusal("1", "4") is None


def test_foundations_do_not_run_in_a_circle() -> None:
    """Nothing follows an ascending king or a descending ace, also where piles wrap."""
    game = position({1: "AS", 2: "KH"}, "KAAA KAKK 0")
    assert game.refusal("1", "A") == "foundation-complete"
    assert game.refusal("2", "K") == "foundation-complete"


@pytest.mark.parametrize(("source", "target"), [("0", "1"), ("17", "A"), ("A", "1"), ("1", "R"), ("R", "1"), ("1", "")])
def test_a_token_of_no_notation_is_an_error(source: str, target: str) -> None:
    """Only what the move notation can name is answered."""
    with pytest.raises(ValueError, match="no such"):
        SlowGame.deal(1, NORMAL).refusal(source, target)


# --- the end -----------------------------------------------------------------------------------------


def test_the_last_card_wins_and_ends_the_game() -> None:
    """With 13 cards on all 8 foundations nothing is legal, and every pair and the redeal say game over."""
    game = position({1: "KS"}, "QKKK AAAA 3")
    assert (legal_texts(game), game.outcome()) == (["1-A", "R"], None)
    play_text(game, "1-A")
    assert (game.legal(), game.outcome()) == ([], "won")
    assert {game.refusal(source, target) for source in SOURCES for target in TARGETS} == {"game-over"}
    assert game.refusal("R") == "game-over"


def test_blocked_means_no_move_and_no_redeal() -> None:
    """A stuck position with a redeal is not blocked; the same without one is, and still names each reason."""
    piles = {1: "QSKS"}
    game = position(piles, "JKKK AAAA 1")
    assert (legal_texts(game), game.outcome()) == (["R"], None)
    blocked = position(piles, "JKKK AAAA 0")
    assert (blocked.legal(), blocked.outcome()) == ([], "blocked")
    assert (blocked.refusal("1", "A"), blocked.refusal("R")) == ("not-next-rank", "no-redeal")
    for move in ("R", "1-A", "1-A"):
        play_text(game, move)
    assert game.outcome() == "won"
    assert legal_texts(position(piles, "JKKK AAAA 0", RELAXED)) == ["SK-1"]


# --- hidden cards ------------------------------------------------------------------------------------


def test_a_face_down_deal_shows_only_the_tops() -> None:
    """The position text has lower-case suits, the view has ?? in their place."""
    game = SlowGame.deal(1, HIDDEN)
    assert game.text().startswith("3h9sJs2hTs5H/6cTh3c9sKhQD/")
    assert game.view_text().startswith("??????????5H/??????????QD/")
    assert game.view_text().endswith("TD AAAA KKKK 3")


def test_a_card_once_exposed_stays_up() -> None:
    """It turns up when uncovered by a move or brought up by a redeal, and stays up when covered again."""
    game = position({1: "3h9s5H", 2: "2c6H"}, "AAAA KKKK 3", HIDDEN)
    play_text(game, "1-2")
    assert game.text() == "3h9S/2c6H5H/-/-/-/-/-/-/-/-/-/-/-/-/-/- AAAA KKKK 3"
    play_text(game, "R")
    assert game.text() == "9S3H/6H5H2C/-/-/-/-/-/-/-/-/-/-/-/-/-/- AAAA KKKK 2"
    play_text(game, "R")
    assert game.view_text() == "3H9S/5H2C6H/-/-/-/-/-/-/-/-/-/-/-/-/-/- AAAA KKKK 1"


def test_a_redeal_exposes_only_the_card_it_brings_up() -> None:
    """The cards between stay face down."""
    game = position({1: "2s3s4s5S"}, "AAAA KKKK 1", HIDDEN)
    play_text(game, "R")
    assert game.view_text().startswith("????5S2S/")


def test_a_copy_shares_no_card_list() -> None:
    """Playing on a copy leaves the original as it was."""
    game = SlowGame.deal(1, NORMAL)
    other = game.copy()
    before = game.text()
    play_text(other, "2-K")
    play_text(other, "R")
    assert game.text() == before != other.text()
    assert set(game.foundations) == set(FOUNDATIONS)
