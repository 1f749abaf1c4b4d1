"""Laws of legality and of playing a move, in any position by any rules."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import Direction, Foundation, Game, IllegalMoveError, Move, Outcome, Pile, Position, Rules, Suit, kernel
from crescent.cards import CARDS
from crescent.moves import FOUNDATIONS, MOVES, PLACES
from tests.laws.strategies import any_move, any_rules, boards, numbers, positions

FULL_PACKS = Counter(dict.fromkeys(CARDS, 2))


def all_cards(position: Position) -> Counter[object]:
    """The cards of the piles and of the foundations."""
    home = [
        card
        for foundation in FOUNDATIONS
        for card in CARDS
        if card.suit is foundation.suit and _is_home(position, foundation, card.rank.order)
    ]
    return Counter([card for pile in position.piles for card in pile] + home)


def _is_home(position: Position, foundation: Foundation, order: int) -> bool:
    top = position.top(foundation)
    if top is None:
        return False
    return order <= top.rank.order if foundation in FOUNDATIONS[:4] else order >= top.rank.order


@given(positions())
def test_a_move_is_legal_exactly_when_nothing_refuses_it(position: Position) -> None:
    """Over the whole table, for positions and for what the player sees of them; the list is in index order."""
    legal = position.legal_moves()
    assert legal == tuple(move for move in MOVES if position.refusal(move) is None)
    assert position.view().legal_moves() == legal
    assert [move.index for move in legal] == list(position.legal_actions())


@given(positions(), any_move)
def test_any_move_is_played_or_refused_with_its_evidence(position: Position, move: Move) -> None:
    """Legal ones have a legal index; others raise with move, refusal and position, and the board stays."""
    before = position.row
    refusal = position.refusal(move)
    assert position.view().refusal(move) == refusal
    if refusal is None:
        assert position.action(move) in position.legal_actions()
        assert position.play(move) == position.play(MOVES[position.action(move)])
    else:
        with pytest.raises(IllegalMoveError) as caught:
            position.play(move)
        assert (caught.value.move, caught.value.refusal, caught.value.position) == (move, refusal, position)
        assert refusal.move == move
        assert refusal.source == move.source
    assert position.row == before


@given(positions())
def test_a_foundation_is_the_same_by_its_direction_and_spelt_out(position: Position) -> None:
    """`10-A` and `10-SA`, `SK-A` and `SK-SA`: refused for the same reason, or the same action."""
    for source in PLACES:
        top = position.top(source)
        if top is None:
            continue
        for direction in Direction:
            short, long = Move(source, direction), Move(source, Foundation(top.suit, direction))
            refusals = position.refusal(short), position.refusal(long)
            assert len({refusal and refusal.reason for refusal in refusals}) == 1
            if refusals == (None, None):
                assert position.action(short) == position.action(long)


@given(positions(), st.data())
def test_play_then_undo_restores_the_bytes(position: Position, data: st.DataObject) -> None:
    """In a game, undoing a move gives back the very row, and redoing it the row after."""
    moves = [move for move in position.legal_moves() if not move.is_redeal]
    if not moves:
        return
    before = position.row
    game = Game(position)
    game.play(data.draw(st.sampled_from(moves)))
    after = game.position.row
    assert after != before == position.row
    game.undo()
    assert game.position.row == before
    game.redo()
    assert game.position.row == after


@given(positions(), st.data())
def test_no_card_is_lost_or_made(position: Position, data: st.DataObject) -> None:
    """Before and after any legal move there are two of each of the 52 cards: 96 and 8."""
    assert all_cards(position) == FULL_PACKS
    if position.legal_moves():
        after = position.play(data.draw(st.sampled_from(position.legal_moves())))
        assert all_cards(after) == FULL_PACKS
        assert sum(after.heights) + after.cards_home == 104
        assert max(after.heights) <= after.rules.pile_capacity


@given(positions(), st.data())
def test_the_kernel_says_how_many_cards_came_home(position: Position, data: st.DataObject) -> None:
    """The change that `kernel.play` returns is the change of the cards on the foundations."""
    if not position.legal_moves():
        return
    move = data.draw(st.sampled_from(position.legal_moves()))
    row = bytearray(position.row)
    change = kernel.play(row, position.rules.pile_capacity, move.index)
    after = position.play(move)
    assert bytes(row) == after.row
    assert change == after.cards_home - position.cards_home


@given(positions())
def test_an_ended_game_has_no_move_and_an_open_one_has(position: Position) -> None:
    """Won means 104 cards home; blocked means no legal move otherwise."""
    outcome = position.outcome
    assert (outcome is None) == bool(position.legal_moves())
    assert (outcome is Outcome.WON) == (position.cards_home == 104)
    assert position.view().outcome is outcome


@given(boards())
def test_an_empty_pile_stays_empty(position: Position) -> None:
    """No legal move ends on one, and a redeal leaves it empty."""
    empty = [Pile(number) for number, height in enumerate(position.heights, 1) if height == 0]
    assert not [move for move in position.legal_moves() if move.target in empty]
    if position.refusal("R") is None:
        assert [height == 0 for height in position.play("R").heights] == [height == 0 for height in position.heights]


@given(boards(st.just(Rules(redeals=99))))
def test_as_many_redeals_as_a_pile_has_cards_bring_it_back(position: Position) -> None:
    """A redeal turns each pile by one card and does nothing else."""
    turned = position
    for _ in range(min(13, position.redeals_left)):
        previous, turned = turned, (turned.play("R") if turned.refusal("R") is None else turned)
        if turned is not previous:
            assert [pile[1:] + pile[:1] for pile in previous.piles] == list(turned.piles)
            assert turned.redeals_left == previous.redeals_left - 1
            assert turned.cards_home == position.cards_home


def renamed(position: Position, names: dict[str, str]) -> Position:
    """The position with its suits renamed."""
    piles, ascending, descending, redeals = str(position).split()
    piles = "".join(names.get(sign) or names.get(sign.upper(), sign).lower() for sign in piles)
    back = {new: old for old, new in names.items()}
    order = ["SHDC".index(back[suit]) for suit in "SHDC"]
    tops = ("".join(letters[place] for place in order) for letters in (ascending, descending))
    return Position.parse(" ".join((piles, *tops, redeals)), position.rules)


def renamed_move(move: Move, names: dict[str, str]) -> Move:
    """The move with its suits renamed."""
    source, target = (
        Foundation(Suit(names[place.suit.letter]), place.direction) if isinstance(place, Foundation) else place
        for place in (move.source, move.target)
    )
    return Move(source, target)  # type: ignore[arg-type]  # the generator joins the types of both places


@given(positions(), st.permutations("SHDC"), st.data())
def test_renaming_suits_commutes_with_playing(position: Position, suits: list[str], data: st.DataObject) -> None:
    """The rules know no suit from another: legal moves, boards after them, and ends are renamed alike."""
    names = dict(zip("SHDC", suits, strict=True))
    other = renamed(position, names)
    legal = position.legal_moves()
    assert set(other.legal_moves()) == {renamed_move(move, names) for move in legal}
    assert other.outcome is position.outcome
    if legal:
        move = data.draw(st.sampled_from(legal))
        assert renamed(position.play(move), names) == other.play(renamed_move(move, names))


def mirrored(position: Position) -> Position:
    """The position with ace for king, two for queen and so on, and ascending for descending foundations."""
    ranks = "A23456789TJQK"
    piles, ascending, descending, redeals = str(position).split()
    swap = str.maketrans(ranks, ranks[::-1])
    return Position.parse(
        " ".join((piles.translate(swap), descending.translate(swap), ascending.translate(swap), redeals)),
        position.rules,
    )


def mirrored_index(index: int) -> int:
    """The index of the move in the mirror."""
    if 240 <= index < 272:
        return 240 + (index - 240 + 16) % 32
    if 272 <= index < 280:
        return 272 + (index - 272 + 4) % 8
    return 281 + (index - 281 + 64) % 128 if index > 280 else index


@given(positions(), st.data())
def test_turning_all_ranks_upside_down_commutes_with_playing(position: Position, data: st.DataObject) -> None:
    """Up and down are alike: what an ace is to one foundation a king is to the other."""
    other = mirrored(position)
    legal = position.legal_actions()
    assert set(other.legal_actions()) == set(map(mirrored_index, legal))
    if legal:
        action = data.draw(st.sampled_from(legal))
        assert mirrored(position.play(MOVES[action])) == other.play(MOVES[mirrored_index(action)])


@given(positions(), st.permutations(range(16)), st.data())
def test_the_piles_are_alike(position: Position, order: list[int], data: st.DataObject) -> None:
    """Where the piles lie means nothing: with the piles in another order the same moves are legal."""

    def shuffled(board: Position) -> Position:
        piles, *rest = str(board).split()
        columns = piles.split("/")
        return Position.parse(" ".join(("/".join(columns[place] for place in order), *rest)), board.rules)

    def at_its_new_place(move: Move) -> Move:
        source, target = (
            Pile(order.index(place.place) + 1) if isinstance(place, Pile) else place
            for place in (move.source, move.target)
        )
        return Move(source, target)  # type: ignore[arg-type]  # the generator joins the types of both places

    other = shuffled(position)
    legal = position.legal_moves()
    assert set(other.legal_moves()) == set(map(at_its_new_place, legal))
    if legal:
        move = data.draw(st.sampled_from(legal))
        assert shuffled(position.play(move)) == other.play(at_its_new_place(move))


@given(numbers, any_rules)
def test_the_same_number_deals_the_same_cards_by_all_rules(number: int, rules: Rules) -> None:
    """Only facing and redeals differ, as the rules say."""
    dealt, normal = Position.deal(number, rules), Position.deal(number)
    assert dealt.piles == normal.piles
    assert dealt.redeals_left == rules.redeals
    for pile in range(1, 17):
        facing = [dealt.is_face_down(Pile(pile), depth) for depth in range(6)]
        assert facing == [rules.face_down] * 5 + [False]


@given(positions())
def test_the_row_alone_says_everything(position: Position) -> None:
    """From its bytes the position comes back, and they are as many as the layout says."""
    assert Position.from_row(position.row, position.rules) == position
    assert len(position.row) == kernel.row_length(position.rules.pile_capacity)
