"""Variants: named, tagged sets of rules, the seven built in and those that plug-ins add.

A plug-in names a `Variant` (or a function that returns one) under the entry-point group `crescent.variants`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from crescent.errors import DuplicateNameError, PluginError, RulesError, UnknownNameError, WrongTypeError
from crescent.registry import Registry
from crescent.rules import Rules

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_TAG = re.compile(r"[A-Z]{1,4}")


@dataclass(frozen=True, slots=True)
class Variant:
    """One variant of the game.

    Attributes:
        name: lower-case words joined by hyphens, at most 40 characters; what people type.
        tag: 1 to 4 capital letters; what stands in game codes, so it must never change.
        rules: the switches.
        description: one line for people.

    Raises:
        RulesError: name or tag has the wrong form.
        WrongTypeError: a field has the wrong type.
    """

    name: str
    tag: str
    rules: Rules = field(default_factory=Rules)
    description: str = ""

    def __post_init__(self) -> None:
        """Check every field."""
        for what, value in (("name", self.name), ("tag", self.tag), ("description", self.description)):
            if not isinstance(value, str):
                raise WrongTypeError(f"Variant.{what}", "a text", value)
        if not isinstance(self.rules, Rules):
            raise WrongTypeError("Variant.rules", "a Rules", self.rules)
        if len(self.name) > 40 or not _NAME.fullmatch(self.name):
            raise RulesError("Variant.name", self.name, "lower-case words joined by hyphens, at most 40 characters")
        if not _TAG.fullmatch(self.tag):
            raise RulesError("Variant.tag", self.tag, "1 to 4 capital letters A to Z")

    def __str__(self) -> str:
        """The name."""
        return self.name


def _check(name: str, entry: object) -> Variant:
    """`entry` as a variant; a plug-in may deliver a function that makes it."""
    variant = entry() if callable(entry) else entry
    if not isinstance(variant, Variant):
        raise WrongTypeError("a variant", "a Variant or a function that returns one", variant)
    if variant.name != name:
        raise RulesError("Variant.name", variant.name, f"{name!r}, the name it is registered under")
    return variant


class VariantRegistry(Registry[Variant]):
    """The variants by name, and by tag."""

    def add(self, variant: Variant, *, built_in: bool = False) -> Variant:
        """Register `variant` under its own name and return it; `built_in` as in `register`.

        Raises:
            DuplicateNameError: the name or the tag is taken.
            WrongTypeError: it is no variant.
        """
        if not isinstance(variant, Variant):
            raise WrongTypeError("a variant", "a Variant", variant)
        self.register(variant.name, variant, built_in=built_in)
        return variant

    def by_tag(self, tag: str) -> Variant:
        """The variant whose codes carry `tag` (upper case); plug-ins are imported only if no other has it.

        Raises:
            WrongTypeError: `tag` is no text.
            UnknownNameError: no variant has this tag.
        """
        if not isinstance(tag, str):
            raise WrongTypeError("a variant's tag", "a text", tag)
        for variant in self._present():
            if variant.tag == tag:
                return variant
        others = [entry for _, entry in self.loaded() if not isinstance(entry, PluginError)]
        for variant in others:
            if variant.tag == tag:
                return variant
        raise UnknownNameError("variant with the tag", tag, (), [variant.tag for variant in others])

    def _checked(self, name: str, entry: object) -> Variant:
        """The variant, whose tag must be free as well: codes would name two deals else."""
        variant = super()._checked(name, entry)
        if any(known.tag == variant.tag for known in self._present()):
            raise DuplicateNameError("variant tag", variant.tag)
        return variant

    def of_rules(self, rules: Rules) -> Variant | None:
        """The first variant that plays by `rules`, or None; plug-ins are not imported for this."""
        return next((variant for variant in self._present() if variant.rules == rules), None)


variants: VariantRegistry = VariantRegistry("variant", "crescent.variants", _check)
"""The registry: iterate for names, `variants["normal"]` for a variant, `variants.add(Variant(...))` for your own."""

NORMAL = variants.add(
    Variant("normal", "N", Rules(), "the rules of the app: three redeals, 13 cards a pile"), built_in=True
)
for _variant in (
    Variant("four", "F", Rules(redeals=4), "Crescent Four: a fourth redeal"),
    Variant("hidden", "H", Rules(face_down=True), "face-down deal: only the top card of each pile is dealt face up"),
    Variant("hidden-four", "FH", Rules(redeals=4, face_down=True), "face-down deal with a fourth redeal"),
    Variant("classic", "C", Rules(pile_capacity=31), "no pile limit: the patience books and other programs"),
    Variant(
        "relaxed",
        "L",
        Rules(pile_capacity=31, foundation_to_pile=True),
        "no pile limit, and foundation cards may come back to the piles",
    ),
    Variant("easy", "E", Rules(redeals=9), "nine redeals, for beginners"),
):
    variants.add(_variant, built_in=True)
del _variant
