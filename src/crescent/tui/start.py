"""Begins the terminal app: with a new game, a coded one, or the one that was being played."""

from __future__ import annotations

from pathlib import Path

from crescent.codes import GameCode
from crescent.game import Game
from crescent.text import languages
from crescent.text.wording import Wording
from crescent.tui.app import CrescentApp
from crescent.tui.play import Keeper, Play
from crescent.tui.store import Store
from crescent.variants import variants


def run(
    *,
    variant: str | None = None,
    code: str | None = None,
    language: str = "en",
    store_path: Path | None = None,
    resume: bool = True,
) -> bool:
    """Run the app until the person leaves.

    Args:
        variant: the variant of a new game; None for the normal one, or for the game that is kept.
        code: the game code to deal.
        language: the language to begin with.
        store_path: the file of games; None keeps nothing.
        resume: whether the game that is kept goes on where neither variant nor code is asked for.

    Returns:
        Whether a search still runs: nothing is lost with it, but the interpreter cannot end in order before it does.

    Raises:
        UnknownNameError, CodeError: there is no such variant, language or code.
        StoreError: the file of games cannot be used.
        RecordError: the game that is kept is no record.
    """
    wording = languages.get(language)
    if store_path is None:
        return _searches_on(CrescentApp(begun(None, wording, variant, code, resume=False)))
    with Store(store_path) as store:
        return _searches_on(CrescentApp(begun(store, wording, variant, code, resume=resume)))


def _searches_on(app: CrescentApp) -> bool:
    """Run the app, and say whether it leaves a search behind."""
    app.run()
    return app.is_searching


def begun(keeper: Keeper | None, wording: Wording, variant: str | None, code: str | None, *, resume: bool) -> Play:
    """The game to begin with."""
    if keeper is not None and resume and variant is None and code is None:
        resumed = Play.resumed(keeper, wording)
        if resumed is not None:
            return resumed
    start = GameCode.random(variants.get(variant or "normal")) if code is None else code
    replaced = None if keeper is None else keeper.running()
    return Play(Game(start), wording, keeper, replaced=replaced)
