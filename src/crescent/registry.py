"""One shape for everything that can be plugged in: variants, agents, observations, rewards, languages.

A registry knows its built-in entries at once and installed plug-ins by the name of their entry point; a plug-in
is imported only when it is asked for.  Names are unique, and an unknown name is answered with the near ones.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from crescent.errors import DuplicateNameError, PluginError, UnknownNameError, WrongTypeError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")

LONGEST_NAME = 100
"""Names longer than this are unknown without a search for near ones, which costs time with their length."""


class Registry(Generic[T]):
    """Named things of one kind, built in or plugged in.

    Args:
        kind: the word for one entry, used in messages ("variant").
        group: the entry-point group whose members join the registry, or None.
        check: turns what an entry point delivers into an entry; raises `ValueError` or `TypeError` when it cannot.
    """

    def __init__(self, kind: str, group: str | None, check: Callable[[str, object], T]) -> None:
        """Start empty."""
        self.kind = kind
        self.group = group
        self._check = check
        self._entries: dict[str, T] = {}
        self._loaded: dict[str, T] = {}
        self._plugins: dict[str, EntryPoint] | None = None
        self._lock = threading.RLock()

    def register(self, name: str, entry: T, *, built_in: bool = False) -> None:
        """Add `entry` under `name`.

        Args:
            name: what it is asked for by.
            entry: the thing itself.
            built_in: the entry is the package's own: it takes its name before plug-ins are looked for, so that its
                import searches nothing and no plug-in of that name can make it fail.

        Raises:
            WrongTypeError: `name` is no text.
            DuplicateNameError: the name is taken, by a plug-in that is not loaded yet too.
            ValueError, TypeError: the entry is not what this registry holds.
        """
        with self._lock:
            if self._text(name) in self._entries or (not built_in and name in self._found()):
                raise DuplicateNameError(self.kind, name)
            self._entries[name] = self._checked(name, entry)

    def unregister(self, name: str) -> None:
        """Take a registered entry out again (for tests and notebooks); plug-ins stay.

        Raises:
            UnknownNameError: no entry was registered under `name`, or it is a plug-in's.
        """
        with self._lock:
            if self._text(name) not in self._entries:
                raise self._unknown(name)
            del self._entries[name]

    def names(self) -> tuple[str, ...]:
        """All names, built-in ones first in their order, then plug-ins by name; nothing is imported."""
        with self._lock:
            plugged = sorted(name for name in self._found() if name not in self._entries)
            return (*self._entries, *plugged)

    def get(self, name: str) -> T:
        """The entry called `name`; a plug-in is imported now, once.

        Raises:
            WrongTypeError: `name` is no text.
            UnknownNameError: nothing has this name; the error offers near ones.
            PluginError: the plug-in of this name cannot be loaded.
        """
        with self._lock:
            for known in (self._entries, self._loaded):
                if self._text(name) in known:
                    return known[name]
            point = self._found().get(name)
            if point is None:
                raise self._unknown(name)
            return self._load(point)

    def loaded(self) -> tuple[tuple[str, T | PluginError], ...]:
        """Every name with its entry, or with the error of a plug-in that cannot be loaded; imports all plug-ins."""
        entries: list[tuple[str, T | PluginError]] = []
        for name in self.names():
            try:
                entries.append((name, self.get(name)))
            except PluginError as error:
                entries.append((name, error))
        return tuple(entries)

    def __getitem__(self, name: str) -> T:
        """As `get`."""
        return self.get(name)

    def __contains__(self, name: object) -> bool:
        """Whether `name` is taken; nothing is imported."""
        return name in self._entries or name in self._found()

    def __iter__(self) -> Iterator[str]:
        """The names."""
        return iter(self.names())

    def __len__(self) -> int:
        """How many names there are."""
        return len(self.names())

    def _present(self) -> tuple[T, ...]:
        """The entries that are there without importing anything: registered, or loaded before."""
        return (*self._entries.values(), *self._loaded.values())

    def _checked(self, name: str, entry: object) -> T:
        """What the registry keeps of `entry`, registered or loaded; raises where it cannot be kept."""
        return self._check(name, entry)

    def _text(self, name: object) -> str:
        if not isinstance(name, str):
            raise WrongTypeError(f"the name of a {self.kind}", "a text", name)
        return name

    def _found(self) -> dict[str, EntryPoint]:
        """The installed entry points of the group, by name, read once."""
        with self._lock:
            if self._plugins is None:
                from importlib.metadata import entry_points  # costs more than all of crescent; often not needed

                self._plugins = {}
                for point in entry_points(group=self.group) if self.group else ():
                    if point.name not in self._entries:  # a plug-in never takes the place of what is there
                        self._plugins.setdefault(point.name, point)
            return self._plugins

    def _load(self, point: EntryPoint) -> T:
        try:
            entry = self._checked(point.name, point.load())
        except (Exception, SystemExit) as error:  # a plug-in's import may raise anything at all
            reason = f"{type(error).__name__}: {error}"
            raise PluginError(self.group or "", point.name, point.value, reason) from error
        self._loaded[point.name] = entry
        return entry

    def _unknown(self, name: str) -> UnknownNameError:
        known = self.names()
        near = difflib.get_close_matches(name.lower(), known, n=2, cutoff=0.6) if len(name) <= LONGEST_NAME else []
        return UnknownNameError(self.kind, name, near, known)
