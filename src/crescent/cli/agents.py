"""`crescent agents`: list the agents."""

from __future__ import annotations

from crescent.agents import AgentFactory, Option, describe, options_of, plays
from crescent.agents import agents as registry
from crescent.cli.shared import JsonOption, LanguageOption, Output
from crescent.errors import PluginError
from crescent.text.messages import Message
from crescent.text.wording import Wording
from crescent.variants import Variant, variants


def agents(language: LanguageOption = None, as_json: JsonOption = False) -> None:
    """List the agents that can play, plug-ins included: name, description, options, variants left out.

    Options are given in the name, as in `crescent watch --agent "lookahead(depth=2)"`. A plug-in that cannot be loaded,
    or whose name is taken, is reported on standard error. With --json there is one document.
    """
    with Output.of_options(language) as output:
        known = [variant for _, variant in variants.loaded() if isinstance(variant, Variant)]
        found: list[tuple[str, AgentFactory, list[Variant]]] = []
        for name, entry in registry.loaded():
            try:
                if isinstance(entry, PluginError):
                    raise entry
                found.append((name, entry, [variant for variant in known if plays(name, variant.rules)]))
            except PluginError as error:
                output.error(error)
        for left_out in registry.shadowed():
            output.error(left_out)
        if as_json:
            output.json({"agents": [_document(*entry) for entry in found]})
            return
        width = max(len(name) for name, _, _ in found)
        for name, factory, played in found:
            output.line(f"{name:<{width}}  {output.wording.described('agent', name, describe(name))}".rstrip())
            left = [variant.name for variant in known if variant not in played]
            for line in _details(options_of(factory), left, output.wording):
                output.line(f"{'':{width}}  {line}")


def _document(name: str, factory: AgentFactory, played: list[Variant]) -> dict[str, object]:
    """An agent as JSON values; `low`, `high` and `choices` are null where an option has none."""
    return {
        "name": name,
        "description": describe(name),
        "options": [
            {
                "name": option.name,
                "kind": option.kind.value,
                "default": option.default,
                "required": option.is_required,
                "low": option.bounds.low if option.bounds else None,
                "high": option.bounds.high if option.bounds else None,
                "choices": list(option.choices) or None,
            }
            for option in options_of(factory)
        ],
        "variants": [variant.name for variant in played],
    }


def _details(options: tuple[Option, ...], left: list[str], wording: Wording) -> list[str]:
    """A line for each option, and one for the variants that the agent does not play."""
    lines = [f"{option.name}{_value(option)}  ({_kind(option, wording)})" for option in options]
    return [*lines, wording.say(Message.AGENT_NOT_FOR, variants=", ".join(left))] if left else lines


def _value(option: Option) -> str:
    """The default, as it would be written in a name."""
    if option.is_required or option.default is None:
        return ""
    return f"={str(option.default).lower() if isinstance(option.default, bool) else option.default}"


def _kind(option: Option, wording: Wording) -> str:
    """What the option's value may be, in words."""
    if option.choices:
        return ", ".join(option.choices)
    kind = wording.say(Message[f"OPTION_{option.kind.name}"])
    if option.bounds is None:
        return kind
    return f"{kind}, {option.bounds.low} - {option.bounds.high}"
