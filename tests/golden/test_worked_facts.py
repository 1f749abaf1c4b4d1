"""What the rules page and the contract state in so many words."""

from __future__ import annotations

import pytest

import crescent
from crescent import Card, Game, Position, Rank, Suit, variants
from tests.boards import text_with

GOLDEN_CODES = {
    "CR1-N-AAAAAAA": (
        "JSQSTDJC8HTS/4C3C8C2C8D3D/KD2C2S7D2S7C/6C6H2DQC6D2H/QD5S6CQH9D5D/4H4D4DKH9C7H/JHQDQH6S9HAC/4CJDTC8SJH6H"
        "/3H7D8C9D3D8S/5H6S7S9C8HTC/QS3STHAD5C2D/ASTS8DJSAH6D/JD5D4S9H7C4H/5H4SJC3H7S9S/TH5STD3C2HQC/9SKC3SKS7H5C"
        " AAAA KKKK 3"
    ),
    "CR1-N-AAAAAAB": (
        "3H9SJS2HTS5H/6CTH3C9SKHQD/3SJHQC4H3S6C/JS7D6S3D3H8S/9C9H7S4SKC6D/2C7D3C8SAH9C/2S5DJC3D7S5C/4H7HTS4SJD8C"
        "/5S8H2C6HKSAC/2DQS8H4C8C4D/QH2H9DTC5H6H/5SKDTC6S7C9D/TD8DQDQCJCJH/4D7H4C2DAD5D/9HQS5CASJDQH/2S6DTH8D7CTD"
        " AAAA KKKK 3"
    ),
}


def board_with(wanted: dict[int, str]) -> Position:
    """The normal game with these piles, the other cards anywhere else."""
    return Position.parse(text_with(wanted, redeals=3))


@pytest.mark.parametrize("code", GOLDEN_CODES)
def test_golden_codes_deal_the_golden_cards(code: str) -> None:
    """Code and position text of the contract, in any case and with space around."""
    assert str(crescent.deal(code)) == GOLDEN_CODES[code]
    assert str(crescent.deal(f"  {code.lower()}\n")) == GOLDEN_CODES[code]


def test_the_legal_moves_of_the_golden_code() -> None:
    """The contract's list, in index order."""
    assert " ".join(map(str, crescent.deal("CR1-N-AAAAAAB").legal_moves())) == (
        "1-11 3-7 5-14 6-8 7-3 8-6 10-14 11-1 12-16 13-15 14-5 14-10 15-13 16-12 2-K 15-K R"
    )


def test_the_ace_of_spades_goes_onto_the_king_of_spades_in_move_ten() -> None:
    """Won example game: move 10 takes A♠ from pile 10 onto K♠ on pile 14.

    The game itself is not published; nine moves of a heart between two others lead up to this one.
    """
    game = Game(board_with({1: "4H", 2: "9D5H", 3: "9S6H", 10: "9HAS", 14: "2CKS"}))
    for move in ["2-1", *["1-3", "3-1"] * 4, "10-14"]:
        game.play(move)
    assert game.move_count == 10
    assert str(game.line[9]) == "10-14"
    assert game.position.piles[13] == (Card.parse("2C"), Card.parse("KS"), Card.parse("AS"))
    assert game.position.piles[9] == (Card.parse("9H"),)


def test_the_king_goes_onto_the_ace_as_well() -> None:
    """The ranks run in a circle, in both directions."""
    position = board_with({10: "9HAS", 14: "2CKS"})
    assert position.refusal("10-14") is None
    assert position.refusal("14-10") is None


def test_the_redeal_brings_the_two_of_hearts_to_the_top_of_pile_one() -> None:
    """Won example game, first redeal: pile 1 goes from 2♥ 9♣ J♦ J♦ to 9♣ J♦ J♦ 2♥."""
    after = board_with({1: "2H9CJDJD"}).play("R")
    assert " ".join(map(str, after.piles[0])) == "9C JD JD 2H"
    assert after.redeals_left == 2


def test_hearts_eight_goes_onto_nine_or_seven_of_hearts() -> None:
    """The rules page's example of neighbours."""
    position = board_with({1: "8H", 2: "9H", 3: "7H", 4: "TH", 5: "9D"})
    assert position.refusal("1-2") is position.refusal("1-3") is None
    assert [str(position.refusal(move)) for move in ("1-4", "1-5")] == [
        "not-adjacent (8H onto TH)",
        "not-same-suit (8H onto 9D)",
    ]


def test_the_deal_is_ninety_six_cards_on_bases() -> None:
    """16 piles of 6, ace and king of each suit beside them."""
    position = crescent.deal("CR1-N-AAAAAAA")
    assert position.heights == (6,) * 16
    assert dict(position.ascending) == dict.fromkeys(Suit, Rank.ACE)
    assert dict(position.descending) == dict.fromkeys(Suit, Rank.KING)
    assert position.cards_home == 8


def test_the_seven_variants_of_the_contract() -> None:
    """Name, tag and switches, to the letter."""
    expected = {
        "normal": ("N", crescent.Rules(3, 13, False, True, False)),
        "four": ("F", crescent.Rules(4, 13, False, True, False)),
        "hidden": ("H", crescent.Rules(3, 13, True, True, False)),
        "hidden-four": ("FH", crescent.Rules(4, 13, True, True, False)),
        "classic": ("C", crescent.Rules(3, 31, False, True, False)),
        "relaxed": ("L", crescent.Rules(3, 31, False, True, True)),
        "easy": ("E", crescent.Rules(9, 13, False, True, False)),
    }
    assert {name: (variants[name].tag, variants[name].rules) for name in expected} == expected
