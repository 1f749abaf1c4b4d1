"""`crescent variants`: list the variants."""

from __future__ import annotations

from dataclasses import asdict, fields

from crescent.cli.shared import JsonOption, LanguageOption, Output
from crescent.errors import PluginError
from crescent.rules import Rules
from crescent.text.messages import Message, Noun
from crescent.text.wording import Wording
from crescent.variants import Variant
from crescent.variants import variants as registry


def variants(language: LanguageOption = None, as_json: JsonOption = False) -> None:
    """List the variants of the game, plug-ins included: name, tag in game codes, description, rules.

    Rules are told where they differ from those of the variant normal. A plug-in that cannot be loaded, or whose name is
    taken, is reported on standard error. With --json there is one document with all rules of every variant.
    """
    with Output.of_options(language) as output:
        found: list[Variant] = []
        for _, entry in registry.loaded():
            if isinstance(entry, PluginError):
                output.error(entry)
            else:
                found.append(entry)
        for left_out in registry.shadowed():
            output.error(left_out)
        if as_json:
            output.json({"variants": [_document(variant) for variant in found]})
        else:
            output.line(_table(found, output.wording))


def _document(variant: Variant) -> dict[str, object]:
    """A variant as JSON values; `differs` holds those of its `rules` that the variant normal has not."""
    return {
        "name": variant.name,
        "tag": variant.tag,
        "description": variant.description,
        "rules": asdict(variant.rules),
        "differs": _different(variant.rules),
    }


def _different(rules: Rules) -> dict[str, object]:
    """The switches that are not as in normal play."""
    normal = Rules()
    pairs = [(field.name, getattr(rules, field.name), getattr(normal, field.name)) for field in fields(rules)]
    return {name: value for name, value, usual in pairs if value != usual}


def _table(found: list[Variant], wording: Wording) -> str:
    """A line for every variant, and a second one for the rules that differ."""
    widths = [max(len(variant.name) for variant in found), max(len(variant.tag) for variant in found)]
    lines: list[str] = []
    for variant in found:
        description = wording.described("variant", variant.name, variant.description)
        lines.append(f"{variant.name:<{widths[0]}}  {variant.tag:<{widths[1]}}  {description}".rstrip())
        differences = _in_words(variant.rules, wording)
        if differences:
            lines.append(f"{'':{sum(widths) + 4}}{'; '.join(differences)}")
    return "\n".join(lines)


def _in_words(rules: Rules, wording: Wording) -> list[str]:
    """The rules that differ from normal play."""
    normal = Rules()
    words: list[str] = []
    if rules.redeals != normal.redeals:
        words.append(wording.count(rules.redeals, Noun.REDEAL))
    if rules.pile_capacity == UNLIMITED:
        words.append(wording.say(Message.RULE_NO_LIMIT))
    elif rules.pile_capacity != normal.pile_capacity:
        cards = wording.count(rules.pile_capacity, Noun.CARD)
        words.append(wording.say(Message.RULE_CAPACITY, cards=cards))
    switches = {
        Message.RULE_FACE_DOWN: rules.face_down,
        Message.RULE_NO_WRAP: not rules.wrap,
        Message.RULE_TO_PILE: rules.foundation_to_pile,
    }
    return words + [wording.say(message) for message, differs in switches.items() if differs]


UNLIMITED = 31
"""Cards that no pile can exceed: five foreign ones under all 26 of a suit."""
