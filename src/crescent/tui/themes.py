"""The colours of pictures as themes of Textual, with two more names: felt and ink."""

from __future__ import annotations

from typing import Final

from textual.theme import Theme

from crescent.text.palette import DARK, LIGHT, Ink

DARK_THEME: Final = "crescent-dark"
LIGHT_THEME: Final = "crescent-light"


def theme(name: str, *, dark: bool) -> Theme:
    """The colours of pictures as a theme."""
    inks = DARK if dark else LIGHT
    return Theme(
        name=name, primary=inks[Ink.TARGET], accent=inks[Ink.SELECTED], foreground=inks[Ink.TEXT],
        background=inks[Ink.FELT], surface=inks[Ink.FACE], panel=inks[Ink.FELT], dark=dark,
        variables={"felt": inks[Ink.FELT], "ink": inks[Ink.TEXT]},
    )  # fmt: skip
