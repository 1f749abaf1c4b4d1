"""The terminal app from game to game: deals, ends, and what is kept and counted, under Textual's pilot."""

from __future__ import annotations

import random

import pytest

from crescent import Game, Position
from crescent.hints import Hint, Winnable
from crescent.moves import Pile
from crescent.outcome import Outcome
from crescent.record import Record
from crescent.text import languages
from crescent.tui.dialogs import AskCode, Dialog
from crescent.tui.kept import Running
from crescent.tui.play import Play
from crescent.variants import variants
from tests.tui.driving import CODE, Driver, Memory, drive, line_of, position_before

ENGLISH, GERMAN = languages.get("en"), languages.get("de")


def win(plies: int) -> Memory:
    """Play the last plies of a line by clicks; what was kept."""
    keeper, line = Memory(), line_of()[-plies:]
    game = Game(CODE) if plies == len(line_of()) else Game(position_before(plies))

    async def script(driver: Driver) -> None:
        for move in line:
            await driver.make(move)
        await driver.pilot.pause()
        assert driver.play.game.line == line
        assert driver.play.game.outcome is Outcome.WON
        assert isinstance(driver.app.screen, Dialog)

    drive(script, keeper=keeper, game=game)
    return keeper


@pytest.mark.browser  # a minute of clicks
def test_a_whole_game_is_won_by_clicks() -> None:
    """From the deal to the last card, counted as won once, with a dialog that tells it."""
    keeper = win(len(line_of()))
    assert [(game.won, game.code, game.variant) for game in keeper.counted] == [(True, CODE, "normal")]
    assert keeper.kept is None


def test_the_end_of_a_game_is_won_by_clicks() -> None:
    """The last twelve plies, counted as won once."""
    assert [(game.won, game.code) for game in win(12).counted] == [(True, None)]


def test_codes_are_asked_for_and_dealt() -> None:
    """A code is dealt; what is none changes nothing and says why; Escape changes nothing."""

    async def script(driver: Driver) -> None:
        await driver.press("c")
        assert isinstance(driver.app.screen, AskCode)
        await driver.press("escape")
        assert str(driver.play.game.code) == CODE
        for text, expected in (("CR1-N-AAAAAAC", "CR1-N-AAAAAAC"), ("nonsense", "CR1-N-AAAAAAC")):
            await driver.press("c")
            driver.app.screen.query_one("#code").value = text  # type: ignore[attr-defined]  # an Input
            await driver.press("enter")
            assert str(driver.play.game.code) == expected
        assert driver.play.failed
        assert "nonsense" in driver.text("said")

    drive(script)


def test_new_deals_and_the_same_again() -> None:
    """A new game is of the same variant; the same again begins anew; a game that was begun counts as lost."""
    keeper = Memory()

    async def script(driver: Driver) -> None:
        await driver.tap(Pile(7))
        await driver.press("a")
        assert (str(driver.play.game.code), driver.play.game.line) == (CODE, ())
        await driver.press("n")
        assert driver.play.game.variant == variants.get("normal")

    drive(script, keeper=keeper)
    assert [(game.won, game.code, game.moves) for game in keeper.counted] == [(False, CODE, 1)]


def test_a_blocked_game_offers_to_take_the_last_move_back() -> None:
    """And a new game, as the rules say; here the dialog's first button takes it back."""
    game = blocked_game()
    move = game.legal_moves()[0]

    async def script(driver: Driver) -> None:
        await driver.make(move)
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, Dialog)
        assert driver.label("dialog-undo") == "Rückgängig"
        await driver.press("enter")
        assert driver.play.game.move_count == 0
        await driver.make(move)
        await driver.pilot.pause()
        assert isinstance(driver.app.screen, Dialog)
        await driver.press("escape")
        await driver.press("h")

    drive(script, game=game, language="de", advise=lambda *_: Hint(None, Winnable.NO))


def blocked_game() -> Game:
    """A game whose only legal move blocks it."""
    for seed in range(2000):
        rng, position = random.Random(seed), Position.deal(seed)
        before = position
        while position.outcome is None:
            before, position = position, position.play(rng.choice(position.legal_moves()))
        (*others, last) = before.legal_moves()
        if position.outcome is Outcome.BLOCKED and not others and not last.is_redeal:
            return Game(before)
    raise LookupError


def test_every_change_is_kept_and_the_game_goes_on_later() -> None:
    """After each move the keeper has the game; the next app resumes it, clock, switch and all."""
    keeper = Memory()

    async def script(driver: Driver) -> None:
        await driver.press("i")
        assert not keeper.counted
        for move in line_of()[:5]:
            await driver.make(move)
            assert keeper.kept is not None
            resumed = Play.resumed(keeper, ENGLISH)
            assert resumed is not None
            assert resumed.game.line == driver.play.game.line

    drive(script, keeper=keeper)
    resumed = Play.resumed(keeper, GERMAN)
    assert resumed is not None
    assert resumed.game.line == line_of()[:5]
    assert not resumed.strict

    async def again(driver: Driver) -> None:
        assert driver.text("said") == "Die letzte Partie geht weiter"

    drive(again, play=resumed)


@pytest.mark.parametrize("name", list(variants))
def test_every_variant_can_be_played(name: str) -> None:
    """A legal move of each variant's deal is made by clicks."""
    code = f"CR1-{variants.get(name).tag}-AAAAAAB"
    game = Game(code)
    move = next(move for move in game.legal_moves() if not move.is_redeal)

    async def script(driver: Driver) -> None:
        await driver.make(move)
        assert driver.play.game.move_count == 1

    drive(script, game=game)


def test_a_kept_game_is_lost_only_with_the_first_move_of_another() -> None:
    """Who begins with a code and leaves at once finds the old game as it was; who plays has lost it."""
    old = Game(CODE)
    old.play("7-3")
    kept = Running(str(old.record()), 12.0, strict=True)
    keeper = Memory(kept)

    async def script(driver: Driver) -> None:
        assert keeper.kept == kept
        await driver.press("n", "q")

    drive(script, play=Play(Game("CR1-N-AAAAAAC"), ENGLISH, keeper, replaced=kept))
    assert (keeper.kept, keeper.counted) == (kept, [])

    async def playing(driver: Driver) -> None:
        await driver.make(next(move for move in driver.play.game.legal_moves() if not move.is_redeal))

    drive(playing, play=Play(Game("CR1-N-AAAAAAC"), ENGLISH, keeper, replaced=kept))
    assert [(game.code, game.won, game.moves) for game in keeper.counted] == [(CODE, False, 1)]


def test_a_win_that_is_taken_back_counts_once() -> None:
    """And what is played after it is kept."""
    keeper, line = Memory(), line_of()[-3:]

    async def script(driver: Driver) -> None:
        for move in line:
            await driver.make(move)
        await driver.press("escape", "u", "u")
        assert keeper.kept is not None
        await driver.press("y", "y")
        assert driver.play.game.outcome is Outcome.WON

    drive(script, keeper=keeper, game=Game(position_before(3)))
    assert [game.won for game in keeper.counted] == [True]


def test_a_game_that_is_taken_back_to_its_deal_is_kept_so() -> None:
    """Who goes on later finds no move that was taken back."""
    keeper = Memory()

    async def script(driver: Driver) -> None:
        await driver.tap(Pile(7))
        await driver.press("u")

    drive(script, keeper=keeper)
    assert keeper.kept is not None
    assert not Record.parse(keeper.kept.record).moves


def test_a_deal_that_nobody_played_is_not_lost() -> None:
    """It may be replaced without a trace in the statistics."""
    kept = Running(str(Game(CODE).record()), 1.0, strict=True)
    keeper = Memory(kept)

    async def script(driver: Driver) -> None:
        await driver.make(next(move for move in driver.play.game.legal_moves() if not move.is_redeal))

    drive(script, play=Play(Game("CR1-N-AAAAAAC"), ENGLISH, keeper, replaced=kept))
    assert keeper.counted == []
    assert keeper.kept is not None
    assert "CR1-N-AAAAAAC" in keeper.kept.record


def test_leaving_keeps_the_clock() -> None:
    """The seconds since the last move are not lost."""
    keeper, now = Memory(), [0.0]
    play = Play(Game(CODE, clock=lambda: now[0]), ENGLISH, keeper, clock=lambda: now[0])

    async def script(driver: Driver) -> None:
        await driver.tap(Pile(7))
        now[0] = 70.0
        await driver.press("q")

    drive(script, play=play)
    assert keeper.kept is not None
    assert keeper.kept.seconds == 70.0
