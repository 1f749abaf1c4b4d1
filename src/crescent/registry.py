"""One shape for everything that can be plugged in: variants, agents, observations, rewards, languages.

A registry knows its built-in entries at once and installed plug-ins by the name of their entry point; a plug-in
is imported only when it is asked for.  Names are unique, and an unknown name is answered with the near ones.
"""

from __future__ import annotations

import difflib
import threading
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar, overload

from crescent.errors import DuplicateNameError, FixedNameError, PluginError, UnknownNameError, WrongTypeError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

T = TypeVar("T")
D = TypeVar("D")

LONGEST_NAME = 100
"""Names longer than this are unknown without a search for near ones, which costs time with their length."""


class _Missing(Enum):
    """Stands for a default that was not given, since None may be one."""

    DEFAULT = 0


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
        self._built_in: set[str] = set()
        self._loaded: dict[str, T] = {}
        self._plugins: dict[str, EntryPoint] | None = None
        self._twins: list[EntryPoint] = []
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
            if built_in:
                self._built_in.add(name)

    def unregister(self, name: str) -> None:
        """Take an entry out again that was registered in this process (for tests and notebooks).

        Raises:
            WrongTypeError: `name` is no text.
            FixedNameError: it is built in, or a plug-in's, which stays while it is installed.
            UnknownNameError: nothing has this name.
        """
        with self._lock:
            if self._text(name) in self._built_in:
                raise FixedNameError(self.kind, name, "it is built in")
            if name in self._entries:
                del self._entries[name]
            elif name in self._found():
                raise FixedNameError(self.kind, name, "it is a plug-in's, and stays while that is installed")
            else:
                raise self._unknown(name)

    def names(self) -> tuple[str, ...]:
        """All names, built-in ones first in their order, then plug-ins by name; nothing is imported."""
        with self._lock:
            plugged = sorted(name for name in self._found() if name not in self._entries)
            return (*self._entries, *plugged)

    def shadowed(self) -> tuple[PluginError, ...]:
        """The installed plug-ins that are left out since their name is taken; nothing is imported.

        A plug-in never takes the place of a built-in entry, nor of another plug-in that comes before it on the path.
        Each is given as the error that says so, with group, name and source; it is not raised anywhere.
        """
        with self._lock:
            hidden = [point for name, point in self._found().items() if name in self._entries]
            return tuple(
                PluginError(point.group, point.name, point.value, f"is left out, {self._taken(point.name)}")
                for point in (*hidden, *self._twins)
            )

    @overload
    def get(self, name: str) -> T: ...

    @overload
    def get(self, name: str, default: D) -> T | D: ...

    def get(self, name: str, default: D | _Missing = _Missing.DEFAULT) -> T | D:
        """The entry called `name`; a plug-in is imported now, once.

        Args:
            name: what to look for.
            default: what to return where nothing has this name, instead of raising; a plug-in that is there and
                cannot be loaded raises all the same.

        Raises:
            WrongTypeError: `name` is no text.
            UnknownNameError: nothing has this name and no default is given; the error offers near ones.
            PluginError: the plug-in of this name cannot be loaded.
        """
        with self._lock:
            for known in (self._entries, self._loaded):
                if self._text(name) in known:
                    return known[name]
            point = self._found().get(name)
            if point is not None:
                return self._load(point)
            if isinstance(default, _Missing):
                raise self._unknown(name)
            return default

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
                self._twins = []
                for point in entry_points(group=self.group) if self.group else ():
                    if self._plugins.setdefault(point.name, point) != point:  # the first on the path, as with modules
                        self._twins.append(point)
            return self._plugins

    def _load(self, point: EntryPoint) -> T:
        try:
            entry = self._checked(point.name, point.load())
        except (Exception, SystemExit) as error:  # a plug-in's import may raise anything at all
            reason = f"{type(error).__name__}: {error}"
            raise PluginError(self.group or "", point.name, point.value, reason) from error
        self._loaded[point.name] = entry
        return entry

    def _taken(self, name: str) -> str:
        """Whose `name` is."""
        if name in self._entries:
            return f"the {self.kind} of this name is built in"
        return f"the name is taken by {self._found()[name].value}"

    def _unknown(self, name: str) -> UnknownNameError:
        known = self.names()
        near = difflib.get_close_matches(name.lower(), known, n=2, cutoff=0.6) if len(name) <= LONGEST_NAME else []
        return UnknownNameError(self.kind, name, near, known)
