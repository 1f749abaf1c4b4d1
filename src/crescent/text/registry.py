"""The languages by name, built in and plugged in."""

from __future__ import annotations

from crescent.errors import RulesError, WrongTypeError
from crescent.registry import Registry
from crescent.text.de import GERMAN
from crescent.text.en import ENGLISH
from crescent.text.wording import Wording


def _check(name: str, entry: object) -> Wording:
    if not isinstance(entry, Wording):
        raise WrongTypeError("a language", "a Wording", entry)
    if entry.language != name:
        raise RulesError("Wording.language", entry.language, f"{name!r}, the name it is registered under")
    return entry


languages: Registry[Wording] = Registry("language", "crescent.languages", _check)
"""The registry: iterate for names, `languages["de"]` for a wording, `languages.register(name, ...)` for your own."""

languages.register("en", ENGLISH, built_in=True)
languages.register("de", GERMAN, built_in=True)
