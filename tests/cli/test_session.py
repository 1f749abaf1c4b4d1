"""A session at the prompt, without the prompt: orders do what they say, and a failed one does nothing."""

from __future__ import annotations

import pytest

from crescent import Game, Move, Outcome, Pile, Position, Reason, variants
from crescent.cli.session import Reply, Session
from crescent.moves import PILES
from crescent.text import Message, languages
from tests.cli import situations
from tests.cli.sessions import CODE, all_of, session

ENGLISH, GERMAN = languages["en"], languages["de"]


@pytest.mark.parametrize("language", languages.names())
@pytest.mark.parametrize("reason", situations.REFUSED, ids=str)
def test_every_refusal_names_its_reason(reason: Reason, language: str) -> None:
    """With interactive rules on, the reply is the reason's text and nothing else, and the game stands still."""
    here = session(situations.REFUSING, language)
    before = all_of(here)
    reply = here.obey(situations.REFUSED[reason])
    assert reply.failed
    assert reply.refusal is not None
    assert reply.refusal.reason is reason
    assert reply.lines == (languages[language].refusals[reason],)
    assert all_of(here) == before


@pytest.mark.parametrize("line", ["1 2", "r", "1", "10 F"])
def test_a_game_that_is_won_refuses_everything(line: str) -> None:
    """After the winning move no move, redeal, tap or drop is taken."""
    here = session(situations.WINNING)
    assert here.obey("1 K").played is not None
    assert here.obey(line).lines == (ENGLISH.refusals[Reason.GAME_OVER],)
    assert {*situations.REFUSED, Reason.GAME_OVER} == set(Reason)


@pytest.mark.parametrize("language", languages.names())
def test_without_interactive_rules_a_refusal_has_no_reason(language: str) -> None:
    """`rules off` refuses and says no more; `rules on` names reasons again."""
    here = session(situations.REFUSING, language)
    wording = languages[language]
    assert here.obey("rules off").lines == (wording.say(Message.RULES_OFF),)
    for line in situations.REFUSED.values():
        reply = here.obey(line)
        assert reply.failed
        assert reply.lines == (wording.say(Message.REFUSED),)
        assert here.state(reply)["refusal"] == {"move": str(reply.refusal.move) if reply.refusal else ""}
    assert here.obey("rules on").lines == (wording.say(Message.RULES_ON),)
    assert here.obey("3 4").lines == (wording.refusals[Reason.NOT_SAME_SUIT],)


def test_a_tap_plays_the_only_move_of_a_card() -> None:
    """Pile 1 of the golden deal has one move, so tapping it plays it, and the reply says where the card went."""
    here = session()
    reply = here.obey("1")
    assert str(reply.played) == "1-11"
    assert reply.lines == ("1-11: 5♥ onto 6♥",)
    assert here.last == Pile(11)


@pytest.mark.parametrize(("target", "move"), [("5", "14-5"), ("14 5", "14-5"), ("10", "14-10")])
def test_a_tap_that_leaves_a_choice_selects(target: str, move: str) -> None:
    """Pile 14 has two moves: the tap selects it, and the next line names the target."""
    here = session()
    reply = here.obey("14")
    assert reply.played is None
    assert reply.show_board
    assert here.game.selected == Pile(14)
    assert reply.lines == ("5♦ of pile 14 is selected; name the target",)
    assert here.state()["selected"] == "14"
    assert str(here.obey(target).played) == move
    assert here.game.selected is None


@pytest.mark.parametrize("target", ["K", "F"])
def test_a_selected_card_goes_to_a_foundation(target: str) -> None:
    """With a card selected, the letter of a foundation, or of the area, is a target."""
    here = session()
    here.obey("15")
    assert str(here.obey(target).played) == "15-K"


def test_a_refused_target_leaves_the_selection() -> None:
    """A card stays selected until a target takes it, so that another can be named."""
    here = session()
    here.obey("14")
    assert here.obey("1").failed
    assert here.obey("A").failed
    assert here.game.selected == Pile(14)
    assert str(here.obey("5").played) == "14-5"


@pytest.mark.parametrize("language", languages.names())
def test_a_refusal_says_what_is_still_selected(language: str) -> None:
    """Below its reason, or below the bare refusal without interactive rules; not where nothing is selected."""
    here = session(language=language)
    wording = languages[language]
    still = wording.say(Message.STILL_SELECTED, card="5♦", place=wording.place(Pile(14)))
    here.obey("14")
    assert here.obey("1").lines == (wording.refusals[Reason.NOT_SAME_SUIT], still)
    refused = here.obey("A")
    assert refused.lines[1:] == (still,)
    assert here.state(refused)["refusal"]["text"] == refused.lines[0]  # type: ignore[index]  # JSON values
    here.obey("rules off")
    assert here.obey("1").lines == (wording.say(Message.REFUSED), still)
    here.obey("14")
    assert here.obey("1 2").lines == (wording.say(Message.REFUSED),)


@pytest.mark.parametrize("language", languages.names())
def test_a_tap_that_no_place_can_follow_says_so(language: str) -> None:
    """Pile 2 is full of cards that nothing accepts: it is selected all the same, and how to end that is told."""
    here = session(situations.REFUSING, language)
    stuck = next(pile for pile in PILES if here.game.view.top(pile) and not moves_of(here, pile))
    reply = here.obey(str(stuck))
    assert here.game.selected == stuck
    card = languages[language].card(here.game.view.top(stuck))
    place = languages[language].place(stuck)
    assert reply.lines == (languages[language].say(Message.SELECTED_IN_VAIN, card=card, place=place),)
    assert here.obey(str(stuck)).lines == (languages[language].say(Message.UNSELECTED),)
    assert here.game.selected is None


def moves_of(session: Session, pile: Pile) -> list[Move]:
    """The legal moves of a pile's top card."""
    return [move for move in session.game.legal_moves() if move.source == pile]


def test_the_base_of_a_foundation_is_refused_at_once() -> None:
    """Tapped while nothing is selected it could never go anywhere."""
    here = session()
    for line in ("SA", "CK"):
        reply = here.obey(line)
        assert (reply.failed, reply.lines) == (True, (ENGLISH.refusals[Reason.BASE_CARD],))
        assert here.game.selected is None


@pytest.mark.parametrize("line", ["A", "K", "F"])
def test_a_target_alone_needs_a_selection(line: str) -> None:
    """Without one, the reply says what is missing."""
    assert session().obey(line).lines == (ENGLISH.say(Message.NOTHING_SELECTED),)


def test_a_double_tap_sends_the_card_home_or_ends_the_selection() -> None:
    """Pile 15's queen goes to her king; pile 14's five has no home and is merely unselected."""
    here = session()
    here.obey("15")
    assert str(here.obey("15").played) == "15-K"
    here.obey("14")
    reply = here.obey("14")
    assert (reply.played, reply.failed, reply.show_board) == (None, False, True)
    assert reply.lines == (ENGLISH.say(Message.UNSELECTED),)
    assert here.game.selected is None


def test_a_drop_on_the_foundations_finds_its_own() -> None:
    """`2 F` is what `2 K` would be, and a card that has no home is refused."""
    here = session()
    assert str(here.obey("2 F").played) == "2-K"
    refused = here.obey("1 F").refusal
    assert refused is not None
    assert refused.reason is Reason.NOT_NEXT_RANK


def test_a_redeal_is_told_and_forgets_the_history() -> None:
    """It counts no move, and nothing before it can be undone."""
    here = session(language="de")
    here.obey("1 11")
    reply = here.obey("r")
    assert reply.lines == ("Neu verteilt; übrig: 2 Neuverteilungen",)
    assert here.last is None
    assert "1 Zug " in here.status()
    assert here.obey("u").lines == (GERMAN.say(Message.NOTHING_TO_UNDO),)
    here.obey("r")
    here.obey("r")
    assert here.status().endswith("Keine Neuverteilung")


def test_the_last_redeal_is_told_within_the_sentence() -> None:
    """In German without the capital that the words have where they stand alone."""
    here = session(language="de")
    replies = [here.obey("r").lines for _ in range(3)]
    assert replies[1:] == [("Neu verteilt; übrig: 1 Neuverteilung",), ("Neu verteilt; übrig: keine Neuverteilung",)]


def test_undo_and_redo_say_which_move() -> None:
    """The move counter goes down and up again; where there is nothing, the reply says so."""
    here = session()
    assert here.obey("u").lines == (ENGLISH.say(Message.NOTHING_TO_UNDO),)
    assert here.obey("redo").lines == (ENGLISH.say(Message.NOTHING_TO_REDO),)
    here.obey("1 11")
    assert here.obey("u").lines == ("Taken back: 1-11",)
    assert here.last is None
    assert here.game.move_count == 0
    assert here.obey("redo").lines == ("Played again: 1-11",)
    assert here.last == Pile(11)


@pytest.mark.parametrize("start", [CODE, "CR1-H-AAAAAAB", situations.REFUSING])
def test_a_new_game_has_the_same_variant_and_the_same_deal_starts_again(start: str) -> None:
    """`n` deals another code of the variant, `again` this one from its start, each with an empty history."""
    here = session(start)
    first = here.game
    here.obey("3 F")
    here.obey("r")
    assert here.obey("again") == Reply(show_board=True)
    assert here.game is not first
    assert (here.game.position, here.game.line, here.game.code) == (first.start, (), first.code)
    here.obey("n")
    assert here.game.variant == first.variant
    assert here.game.code is not None
    assert here.game.position != first.start
    assert here.game.line == ()


def test_the_listed_moves_are_the_legal_ones() -> None:
    """`m` lists every legal move with its cards, and says so where there is none."""
    here = session()
    text = "\n".join(here.obey("m").lines)
    assert [word for word in text.split() if word[0].isdigit() and "-" in word] == [
        str(move) for move in here.game.legal_moves() if not move.is_redeal
    ]
    assert "1-11   5♥→6♥" in text
    assert text.split()[-1] == "R"
    assert session(situations.BLOCKED).obey("m").lines == (ENGLISH.say(Message.NO_LEGAL_MOVES),)


def test_piles_are_shown_from_bottom_to_top() -> None:
    """`p 1` shows pile 1 of the golden deal, `p` all sixteen, an empty one as empty."""
    here = session(language="de")
    assert here.obey("p 1").lines[1:] == (" 1  3♥ 9♠ B♠ 2♥ 10♠ 5♥",)
    assert len(here.obey("p").lines) == 17
    assert session(situations.BLOCKED).obey("p 2").lines[1:] == (" 2  empty",)


def test_face_down_cards_are_not_shown() -> None:
    """In a face-down deal `p` knows the top card alone, and no text of the state knows more."""
    here = session("CR1-H-AAAAAAB")
    assert here.obey("p 1").lines[1:] == (" 1  ?? ?? ?? ?? ?? 5♥",)
    assert str(here.state()["position"]).startswith("??????????5H/")


def test_in_ascii_every_word_is_ascii() -> None:
    """A session without symbols says nothing that a plain terminal cannot show."""
    here = Session(Game(CODE), ENGLISH, unicode=False)
    for line in ("m", "p", "14", "5", "u", "redo", "r", "1 2", "?"):
        assert "".join(here.obey(line).lines).isascii()


def test_a_win_tells_moves_and_time() -> None:
    """The last card home ends the game; undo takes the end back."""
    here = session(situations.WINNING)
    assert here.ending() == ()
    here.obey("1 K")
    assert here.game.outcome is Outcome.WON
    assert here.ending() == ("Won with 1 move in 0:00!",)
    assert session(situations.WON, "de").ending() == ("Gewonnen, mit 2 Zügen in 0:00!",)
    assert here.state()["outcome"] == "won"
    here.obey("u")
    assert here.ending() == ()


@pytest.mark.parametrize("language", languages.names())
def test_a_blocked_game_offers_undo_or_a_new_deal(language: str) -> None:
    """Blocked with a history: undo and a new game are offered, and undo leads out."""
    here = session(situations.BLOCKING, language)
    say = languages[language].say
    here.obey("2 K")
    assert here.game.outcome is Outcome.BLOCKED
    assert here.ending() == (say(Message.BLOCKED), say(Message.BLOCKED_UNDO))
    assert not here.obey("u").failed
    assert here.ending() == ()


@pytest.mark.parametrize(("start", "line"), [(situations.BLOCKED, ""), (situations.REDEAL_BLOCKS, "r")])
def test_a_blocked_game_without_history_offers_a_new_deal(start: str, line: str) -> None:
    """Where nothing can be taken back, undo is not offered."""
    here = session(start)
    here.obey(line)
    assert here.ending() == (ENGLISH.say(Message.BLOCKED), ENGLISH.say(Message.BLOCKED_NEW))


def test_help_names_every_order() -> None:
    """The help of each language lists the commands of the contract, within 80 columns or a bit more."""
    for language in languages:
        text = session(language=language).obey("?").lines[0]
        for command in (
            "10 14",
            "10 A",
            "10 K",
            "SA SK",
            "10 F",
            "redo",
            "again",
            "rules on",
            "save",
            "p 10",
            "?",
            "q",
        ):
            assert command in text, (language, command)


def test_leaving_is_an_order() -> None:
    """`q` ends the session and says nothing."""
    assert session().obey("q") == Reply(leave=True)


def test_a_game_from_a_position_of_no_code_is_named_by_its_variant() -> None:
    """The status line says the variant where there is no code."""
    assert session(situations.REFUSING).status().startswith("normal ")
    unnamed = Session(Game(Position.deal(1, variants["normal"].rules)), ENGLISH)
    assert unnamed.state()["code"] is None
