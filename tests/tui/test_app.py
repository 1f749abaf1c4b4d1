"""The terminal app under Textual's pilot: each gesture does what the app of the rules does."""

from __future__ import annotations

import pytest

from crescent import Game
from crescent.moves import PILES, Move, Pile
from crescent.text import languages
from crescent.text.messages import Message
from crescent.tui.board import EVERYWHERE, CardPlace, name_of, neighbour
from crescent.tui.keys import ARROWS
from tests.tui.driving import Driver, drive, position_before, widget_of

ENGLISH = languages.get("en")


def several(game: Game) -> tuple[Pile, list[Move]]:
    """A pile whose card several places accept, and its moves."""
    for pile in PILES:
        moves = [move for move in game.legal_moves() if move.source == pile]
        if len(moves) > 1:
            return pile, moves
    raise LookupError


def test_a_tap_sends_a_card_to_the_only_place_that_takes_it() -> None:
    """In code CR1-N-AAAAAAB the 5♣ of pile 7 goes to pile 3 by one click."""

    async def script(driver: Driver) -> None:
        await driver.tap(Pile(7))
        assert driver.play.game.line == (Move.parse("7-3"),)
        assert "last" in widget_of(driver, Pile(3)).classes
        assert "7 ×5" in str(widget_of(driver, Pile(7)).render())
        assert "3 ×7" in str(widget_of(driver, Pile(3)).render())
        assert "5♣" in str(widget_of(driver, Pile(3)).render())
        assert "7-3: 5♣ onto 6♣" in driver.text("said")
        assert "1 move " in driver.text("status")

    drive(script)


def test_a_tap_selects_where_several_places_take_the_card() -> None:
    """Those places are marked; a tap on one moves the card, Escape ends the selection."""
    game = Game(position_before(60))
    pile, moves = several(game)

    async def script(driver: Driver) -> None:
        await driver.tap(pile)
        marked = {widget.place for widget in driver.app.query(CardPlace) if "target" in widget.classes}
        assert len(marked) == len(moves)
        await driver.press("escape")
        assert driver.play.said == ENGLISH.say(Message.UNSELECTED)
        await driver.make(moves[0])

    app = drive(script, game=game)
    assert app.play.game.line == (moves[0],)


def test_a_double_tap_sends_a_card_home() -> None:
    """The second of two quick taps on a selected card that a foundation accepts."""
    game = next(
        game
        for plies in range(20, 120)
        for game in [Game(position_before(plies))]
        if any(_goes_home_or_elsewhere(game, pile) for pile in PILES)
    )
    pile = next(pile for pile in PILES if _goes_home_or_elsewhere(game, pile))

    async def script(driver: Driver) -> None:
        await driver.tap(pile)
        assert driver.play.game.selected == pile
        await driver.tap(pile)
        assert str(driver.play.game.line[0]) in {f"{pile.number}-A", f"{pile.number}-K", f"{pile.number}-a"} or (
            driver.play.game.line[0].target not in PILES
        )

    drive(script, game=game, slowly=False)


def _goes_home_or_elsewhere(game: Game, pile: Pile) -> bool:
    targets = [move.target for move in game.legal_moves() if move.source == pile]
    return len(targets) > 1 and any(not isinstance(target, Pile) for target in targets)


def test_the_second_of_two_quick_taps_does_nothing_where_the_first_one_played() -> None:
    """Who taps twice means one card, not the one under it too."""

    async def script(driver: Driver) -> None:
        await driver.tap(Pile(7))
        await driver.tap(Pile(7))
        assert driver.play.game.line == (Move.parse("7-3"),)
        assert driver.play.game.selected is None

    drive(script, slowly=False)


def test_dragging_moves_a_card() -> None:
    """From pile to pile; let go nowhere it stays."""

    async def script(driver: Driver) -> None:
        await driver.drag("#pile-7", "#status")
        assert not driver.play.game.line
        await driver.drag("#pile-7", "#pile-3")
        assert driver.play.game.line == (Move.parse("7-3"),)

    drive(script)


def test_dropping_in_the_foundation_area_sends_a_card_home() -> None:
    """On free space among the foundations as well as on any foundation's own place."""
    game = Game(position_before(3))
    source = next(move.source for move in game.legal_moves() if isinstance(move.source, Pile))

    async def script(driver: Driver) -> None:
        await driver.drag(f"#{name_of(source)}", ".home")
        assert len(driver.play.game.line) == 1

    drive(script, game=game)


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_refusal_names_its_reason_while_the_interactive_rules_are_on(language: str) -> None:
    """In the app's own words; switched off, it is refused without a reason."""
    wording = languages.get(language)

    async def script(driver: Driver) -> None:
        await driver.drag("#pile-1", "#pile-2")
        reason = driver.text("said")
        assert reason in wording.refusals.values()
        await driver.press("i")
        await driver.drag("#pile-1", "#pile-2")
        assert driver.text("said") == wording.say(Message.REFUSED)
        assert driver.play.game.line == ()

    drive(script, language=language)


def test_german_refusals_are_the_apps_to_the_letter() -> None:
    """As the rules quote them."""

    async def script(driver: Driver) -> None:
        await driver.drag("#pile-1", "#pile-2")
        assert driver.text("said") == "Muss dieselbe Farbe haben"

    drive(script, language="de")


def test_buttons_undo_redo_and_redeal() -> None:
    """They can be pressed where they do something, and the redeal button says how many are left."""

    async def script(driver: Driver) -> None:
        assert driver.app.query_one("#undo").disabled
        await driver.tap(Pile(7))
        await driver.click("undo")
        assert driver.play.game.move_count == 0
        await driver.click("redo")
        assert driver.play.game.move_count == 1
        for left in (3, 2, 1):
            assert driver.label("redeal") == f"Neu verteilen ({left})"
            await driver.click("redeal")
        assert driver.label("redeal") == "Keine Neuverteilung"
        assert driver.app.query_one("#redeal").disabled
        assert driver.app.query_one("#undo").disabled

    drive(script, language="de")


def test_everything_can_be_done_by_keys() -> None:
    """Arrows lead from place to place, Enter taps, letters do the rest."""

    async def script(driver: Driver) -> None:
        assert isinstance(driver.app.focused, CardPlace)
        await driver.press("up", "up", "up")
        assert driver.app.focused.place == Pile(4)
        seen = set()
        for _ in range(4):
            await driver.press("right")
            assert isinstance(driver.app.focused, CardPlace)
            seen.add(driver.app.focused.place)
        assert len(seen) > 1
        widget_of(driver, Pile(7)).focus()
        await driver.press("enter")
        assert driver.play.game.move_count == 1
        await driver.press("u")
        assert driver.play.game.move_count == 0
        await driver.press("y")
        assert driver.play.game.move_count == 1
        await driver.press("r")
        assert driver.play.game.redeals_left == 2
        await driver.press("f")
        assert driver.play.failed or driver.play.game.line[-1].source == Pile(7)

    drive(script)


def test_every_place_can_be_reached_by_arrows() -> None:
    """From any place to any other."""
    for start in EVERYWHERE:
        reached, rim = {start}, [start]
        while rim:
            rim = [
                new
                for place in rim
                for way in ARROWS.values()
                for new in [neighbour(place, *way)]
                if new not in reached
            ]
            reached.update(rim)
        assert reached == set(EVERYWHERE)
