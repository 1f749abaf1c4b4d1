"""The terminal app under Textual's pilot: each gesture does what the app of the rules does."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable

import pytest

from crescent import Game, Position
from crescent.hints import Hint, Winnable
from crescent.moves import PILES, Foundation, Move, Pile
from crescent.outcome import Outcome
from crescent.record import Record
from crescent.text import languages
from crescent.text.messages import Message
from crescent.tui.board import EVERYWHERE, CardPlace, name_of, neighbour
from crescent.tui.dialogs import AskCode, Dialog
from crescent.tui.kept import Running
from crescent.tui.keys import ARROWS
from crescent.tui.play import Play
from crescent.tui.sheets import whereabouts
from crescent.variants import variants
from crescent.view import View
from tests.tui.driving import CODE, Driver, Memory, drive, line_of, position_before

ENGLISH, GERMAN = languages.get("en"), languages.get("de")


def several(game: Game) -> tuple[Pile, list[Move]]:
    """A pile whose card several places accept, and its moves."""
    for pile in PILES:
        moves = [move for move in game.legal_moves() if move.source == pile]
        if len(moves) > 1:
            return pile, moves
    raise LookupError


def widget_of(driver: Driver, place: Pile | Foundation) -> CardPlace:
    """The widget of a place."""
    return driver.app.query_one(f"#{name_of(place)}", CardPlace)


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


def test_the_overview_tells_only_what_the_player_may_know() -> None:
    """Of a hidden deal the 16 top cards and the bases; all else is unseen."""
    game = Game("CR1-H-AAAAAAB")
    cells = [cell for _, row in whereabouts(game.view, ENGLISH) for cell in row]
    assert sum(cell.count("·") for cell in cells) == 16
    assert sum(cell.count("✓") for cell in cells) == 8
    assert sum(cell.count("?") for cell in cells) == 80
    open_cells = [cell for _, row in whereabouts(Game(CODE).view, ENGLISH) for cell in row]
    assert sum(cell.count("·") for cell in open_cells) == 96

    async def script(driver: Driver) -> None:
        await driver.press("o")
        assert isinstance(driver.app.screen, Dialog)
        await driver.press("enter")
        assert not isinstance(driver.app.screen, Dialog)

    drive(script, game=game)


def test_hints_come_without_freezing_and_can_be_stopped() -> None:
    """The search runs in a thread of its own; the game can go on, and then its answer is not told."""
    asked, release, stopped = threading.Event(), threading.Event(), threading.Event()

    def advise(_: View, progress: Callable[[object], object]) -> Hint:
        asked.set()
        try:
            while not release.wait(0.01):
                progress(None)
        except Exception:
            stopped.set()
            raise
        return Hint(Move.parse("7-3"), Winnable.YES, (Move.parse("7-3"),))

    async def script(driver: Driver) -> None:
        await driver.press("h")
        while not asked.is_set():
            await driver.pilot.pause(0.01)
        await driver.tap(Pile(7))
        assert driver.play.game.move_count == 1
        await driver.press("escape")
        assert driver.text("said") == ENGLISH.say(Message.TUI_STOPPED)
        was_stopped = stopped.wait(20)
        release.set()
        assert was_stopped
        await driver.press("u")
        await driver.press("h")
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert "7-3" in driver.text("said")

    drive(script, advise=advise)


def test_a_real_hint_says_whether_the_game_can_be_won(compiled_solver: None) -> None:  # noqa: ARG001  it must have run
    """By the solver, near the end of a game."""

    async def script(driver: Driver) -> None:
        await driver.press("h")
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert ENGLISH.say(Message.WINNABLE_LINE, moves="X").split("X")[0] in driver.text("said")

    drive(script, game=Game(position_before(6)))


def test_the_language_changes_at_any_time() -> None:
    """Buttons, keys and status speak German after one key."""

    async def script(driver: Driver) -> None:
        await driver.press("l")
        assert driver.label("undo") == "Rückgängig"
        assert "Züge" in driver.text("status")
        await driver.press("l")
        assert driver.label("undo") == "Undo"

    drive(script)


def test_light_and_dark() -> None:
    """One key changes between them."""

    async def script(driver: Driver) -> None:
        assert driver.app.current_theme.dark
        await driver.press("d")
        assert not driver.app.current_theme.dark

    drive(script)


def test_statistics_and_help_are_shown() -> None:
    """Statistics of this variant and of all; help names the keys."""
    keeper = Memory()

    async def script(driver: Driver) -> None:
        for key in ("s", "question_mark"):
            await driver.press(key)
            assert isinstance(driver.app.screen, Dialog)
            await driver.press("escape")

    drive(script, keeper=keeper)
    drive(script)


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


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_fits_on_the_screen(size: tuple[int, int], language: str) -> None:
    """Each place has four lines or more and six columns or more, within the screen, and so have the buttons' labels."""

    async def script(driver: Driver) -> None:
        for place in EVERYWHERE:
            region = widget_of(driver, place).region
            assert region.width >= 6
            assert region.height >= 4
            assert driver.app.screen.region.contains_region(region)
        for name in ("redeal", "undo", "redo", "hint"):
            region = driver.app.query_one(f"#{name}").region
            assert driver.app.screen.region.contains_region(region)
            assert region.width >= len(driver.label(name)) + 2

    drive(script, size=size, language=language)


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


def test_a_failed_search_is_told() -> None:
    """Whatever goes wrong in the thread that searches."""

    def advise(*_: object) -> Hint:
        raise RuntimeError("out of luck")

    async def script(driver: Driver) -> None:
        await driver.press("h")
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert "out of luck" in driver.text("said")

    drive(script, advise=advise)


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
