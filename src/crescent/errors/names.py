"""Names that the registries do not hold or will not take, and parts that are not installed or broken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crescent.errors.base import CrescentError, InvalidValueError, shown

if TYPE_CHECKING:
    from collections.abc import Sequence


class UnknownNameError(InvalidValueError):
    """A name that no registry entry has; near ones are offered."""

    def __init__(self, kind: str, name: str, near: Sequence[str], known: Sequence[str]) -> None:
        """Keep the `kind` of thing, the `name` asked for, the `near` names and all `known` ones."""
        super().__init__(kind, name, tuple(near), tuple(known))
        self.kind = kind
        self.name = name
        self.near: tuple[str, ...] = tuple(near)
        self.known: tuple[str, ...] = tuple(known)

    def __str__(self) -> str:
        """Name it, and say what was probably meant or what there is."""
        if self.near:
            return f"there is no {self.kind} {shown(self.name)}; did you mean {' or '.join(self.near)}?"
        return f"there is no {self.kind} {shown(self.name)}; known: {', '.join(self.known) or 'none'}"


class DuplicateNameError(InvalidValueError):
    """A second entry under a name (or a code tag) that is taken."""

    def __init__(self, kind: str, name: str) -> None:
        """Keep the `kind` of thing and the `name`."""
        super().__init__(kind, name)
        self.kind = kind
        self.name = name

    def __str__(self) -> str:
        """Name both."""
        return f"the {self.kind} {shown(self.name)} exists already; choose another name"


class FixedNameError(InvalidValueError):
    """A name that cannot be taken out of its registry: it is built in, or an installed plug-in's."""

    def __init__(self, kind: str, name: str, reason: str) -> None:
        """Keep the `kind` of thing, the `name` and the `reason` in words."""
        super().__init__(kind, name, reason)
        self.kind = kind
        self.name = name
        self.reason = reason

    def __str__(self) -> str:
        """Name both, and say why."""
        return f"the {self.kind} {shown(self.name)} cannot be taken out: {self.reason}"


class PluginError(CrescentError):
    """An installed plug-in that cannot be loaded or does not deliver what its entry point promises."""

    def __init__(self, group: str, name: str, source: str, reason: str) -> None:
        """Keep the entry point's `group` and `name`, its `source` (module:attribute) and the `reason` in words."""
        super().__init__(group, name, source, reason)
        self.group = group
        self.name = name
        self.source = source
        self.reason = reason

    def __str__(self) -> str:
        """Where the plug-in comes from and what went wrong."""
        return f"plug-in {shown(self.name)} ({shown(self.source)}, group {self.group}): {self.reason}"


class MissingExtraError(CrescentError, ImportError):
    """A part of the project that needs an extra which is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        """Keep `what` was asked for and the name of the `extra` that brings it."""
        super().__init__(what, extra)
        self.what = what
        self.extra = extra

    def __str__(self) -> str:
        """Name the extra, with the line that installs it."""
        return f"{self.what} needs the extra {self.extra!r}: pip install 'crescent-patience[{self.extra}]'"
