"""`crescent agents`: list the agents."""

from __future__ import annotations

from crescent.agents import agents as registry
from crescent.agents import describe
from crescent.cli.shared import JsonOption, LanguageOption, Output
from crescent.errors import PluginError


def agents(language: LanguageOption = None, as_json: JsonOption = False) -> None:
    """List the agents that can play, plug-ins included: name and description.

    A plug-in that cannot be loaded, or whose name is taken, is reported on standard error. With --json there is one
    document. `crescent watch --agent NAME` lets one play.
    """
    with Output.of_options(language) as output:
        found: dict[str, str] = {}
        for name, entry in registry.loaded():
            if isinstance(entry, PluginError):
                output.error(entry)
            else:
                found[name] = describe(name)
        for left_out in registry.shadowed():
            output.error(left_out)
        if as_json:
            output.json({"agents": [{"name": name, "description": found[name]} for name in found]})
            return
        width = max(map(len, found))
        for name, own in found.items():
            output.line(f"{name:<{width}}  {output.wording.described('agent', name, own)}".rstrip())
