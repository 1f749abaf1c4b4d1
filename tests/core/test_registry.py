"""The registry: names are unique, unknown ones are answered with near ones, plug-ins are loaded late and may fail."""

from __future__ import annotations

import importlib.metadata
import threading
from importlib.metadata import EntryPoint
from typing import Final

import pytest

from crescent import DuplicateNameError, FixedNameError, PluginError, UnknownNameError, WrongTypeError
from crescent.registry import Registry

GROUP: Final = "tests.things"


def check(name: str, entry: object) -> str:
    """Things are texts; the empty one cannot be kept."""
    if not isinstance(entry, str):
        raise WrongTypeError("a thing", "a text", entry)
    if not entry:
        raise ValueError(f"{name} is empty")
    return entry


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[EntryPoint]:
    """The entry points that look installed; how often they were asked for is the length of `asked`."""
    points: list[EntryPoint] = []
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda group: [point for point in points if point.group == group]
    )
    return points


def things(*names: str, group: str | None = GROUP) -> Registry[str]:
    """A registry with these built-in things."""
    registry = Registry("thing", group, check)
    for name in names:
        registry.register(name, f"the {name}", built_in=True)
    return registry


def test_entries_are_found_by_name_in_their_order(installed: list[EntryPoint]) -> None:
    """Built-in ones first, in the order registered, then plug-ins by name; nothing is imported for a listing."""
    installed += [
        EntryPoint("zebra", "no.such.module:x", GROUP),
        EntryPoint("ant", "no.such.module:x", GROUP),
        EntryPoint("other", "no.such.module:x", "tests.others"),
    ]
    registry = things("pear", "apple")
    assert registry.names() == tuple(registry) == ("pear", "apple", "ant", "zebra")
    assert len(registry) == 4
    assert registry["pear"] == registry.get("pear") == "the pear"
    assert "zebra" in registry
    assert "plum" not in registry
    assert 3 not in registry


@pytest.mark.parametrize(
    ("name", "near", "says"),
    [
        ("appel", ("apple",), "there is no thing 'appel'; did you mean apple?"),
        ("APPLE", ("apple",), "there is no thing 'APPLE'; did you mean apple?"),
        ("peach", ("pear",), "did you mean"),
        ("zzz", (), "there is no thing 'zzz'; known: pear, apple"),
        ("", (), "known: pear, apple"),
        ("apple" * 30, (), "known: pear, apple"),
    ],
)
def test_an_unknown_name_is_answered_with_near_ones(
    name: str, near: tuple[str, ...], says: str, installed: list[EntryPoint]
) -> None:
    """Whatever the case; else with all there are."""
    del installed[:]
    registry = things("pear", "apple")
    for ask in (registry.get, registry.__getitem__, registry.unregister):
        with pytest.raises(UnknownNameError) as caught:
            ask(name)
        assert caught.value.near[: len(near)] == near
        assert (caught.value.kind, caught.value.name, caught.value.known) == ("thing", name, ("pear", "apple"))
        assert says in str(caught.value)


def test_an_empty_registry_says_so() -> None:
    """Without a group nothing is looked for."""
    with pytest.raises(UnknownNameError, match="there is no thing 'x'; known: none"):
        things(group=None).get("x")


def test_a_name_is_given_once(installed: list[EntryPoint]) -> None:
    """Neither to a second entry nor to one that an installed plug-in has; what cannot be kept takes no name."""
    installed.append(EntryPoint("plum", "no.such.module:x", GROUP))
    registry = things("pear")
    for name in ("pear", "plum"):
        with pytest.raises(DuplicateNameError, match=f"the thing '{name}' exists already"):
            registry.register(name, "another")
    for entry in (3, ""):
        with pytest.raises((TypeError, ValueError)):
            registry.register("fig", entry)  # type: ignore[arg-type]  # that it is refused is the point
    registry.register("fig", "a fig")
    assert registry.names() == ("pear", "fig", "plum")
    registry.unregister("fig")
    registry.register("fig", "another fig")
    assert registry["fig"] == "another fig"


def test_a_plug_in_cannot_be_unregistered(installed: list[EntryPoint]) -> None:
    """It stays as long as it is installed, and keeps its place in the listing when it was loaded."""
    installed.append(EntryPoint("joined", "os.path:sep", GROUP))
    registry = things()
    for _ in range(2):  # before it is loaded and after
        with pytest.raises(FixedNameError, match="the thing 'joined' cannot be taken out: it is a plug-in's") as caught:
            registry.unregister("joined")
        assert (caught.value.kind, caught.value.name) == ("thing", "joined")
        assert registry["joined"] == registry["joined"] == "/"
    registry.register("apple", "an apple")
    assert registry.names() == ("apple", "joined")


def test_what_is_built_in_cannot_be_unregistered(installed: list[EntryPoint]) -> None:
    """Others rely on it: codes, records, ids; what was registered by hand goes, and its name is free again."""
    del installed[:]
    registry = things("pear")
    registry.register("fig", "a fig")
    with pytest.raises(FixedNameError, match="the thing 'pear' cannot be taken out: it is built in"):
        registry.unregister("pear")
    registry.unregister("fig")
    with pytest.raises(UnknownNameError):
        registry.unregister("fig")
    assert registry.names() == ("pear",)


def test_a_default_stands_for_what_is_not_there(installed: list[EntryPoint]) -> None:
    """Only for an unknown name, whatever it is, None too; what is there and broken, or no name, is an error still."""
    installed.append(EntryPoint("bad", "no.such.module:x", GROUP))
    registry = things("pear")
    default = object()
    assert registry.get("pear", default) == registry.get("pear", None) == "the pear"
    assert registry.get("peer", default) is default
    assert registry.get("peer", None) is None
    with pytest.raises(PluginError):
        registry.get("bad", default)
    with pytest.raises(WrongTypeError):
        registry.get(3, default)  # type: ignore[call-overload]  # that it is refused is the point


def test_plug_ins_whose_name_is_taken_are_listed_apart(installed: list[EntryPoint]) -> None:
    """With source and reason: the built-in entry or the first of two is kept; the same one twice is no conflict."""
    first, second = EntryPoint("twin", "os.path:sep", GROUP), EntryPoint("twin", "os.path:curdir", GROUP)
    installed += [EntryPoint("pear", "no.such.module:x", GROUP), first, first, second]
    registry = things("pear")
    assert [str(error) for error in registry.shadowed()] == [
        "plug-in 'pear' ('no.such.module:x', group tests.things): is left out, the thing of this name is built in",
        "plug-in 'twin' ('os.path:curdir', group tests.things): is left out, the name is taken by os.path:sep",
    ]
    assert registry.names() == ("pear", "twin")
    assert not things(group=None).shadowed()


def test_built_in_names_are_taken_before_plug_ins_are_looked_for(
    installed: list[EntryPoint], monkeypatch: pytest.MonkeyPatch
) -> None:
    """So an import searches nothing, and an installed plug-in of a built-in name neither breaks nor replaces it."""
    installed.append(EntryPoint("pear", "no.such.module:x", GROUP))
    with monkeypatch.context() as patch:
        patch.setattr(importlib.metadata, "entry_points", None)
        registry = things("pear", "apple")
        assert registry["pear"] == "the pear"
    assert registry.names() == ("pear", "apple")
    assert registry["pear"] == "the pear"
    with pytest.raises(DuplicateNameError):
        registry.register("pear", "another", built_in=True)


BROKEN: Final = {
    "no module": ("no_such_module_anywhere:x", "ModuleNotFoundError: No module named"),
    "no attribute": ("os.path:no_such_thing", "AttributeError: module 'posixpath' has no attribute 'no_such_thing'"),
    "the wrong thing": ("os.path:join", "WrongTypeError: a thing must be a text, not function"),
    "an empty thing": ("string:whitespace.__doc__.__class__", "WrongTypeError: a thing must be a text, not type"),
    "a nonsense reference": ("!!!", ""),
}


@pytest.mark.parametrize("why", BROKEN)
def test_a_plug_in_that_cannot_be_loaded_is_an_error_with_its_source(why: str, installed: list[EntryPoint]) -> None:
    """The others are not disturbed, and the listing carries the error."""
    value, says = BROKEN[why]
    installed += [EntryPoint("bad", value, GROUP), EntryPoint("good", "os.path:sep", GROUP)]
    registry = things("pear")
    with pytest.raises(PluginError) as caught:
        registry.get("bad")
    error = caught.value
    assert (error.group, error.name, error.source) == (GROUP, "bad", value)
    assert says in error.reason
    assert error.__cause__ is not None
    loaded = dict(registry.loaded())
    assert isinstance(loaded.pop("bad"), PluginError)
    assert loaded == {"pear": "the pear", "good": "/"}
    assert "bad" in registry


def test_of_two_plug_ins_with_one_name_the_first_is_kept(installed: list[EntryPoint]) -> None:
    """The first on the path, as with modules."""
    installed += [EntryPoint("twin", "os.path:sep", GROUP), EntryPoint("twin", "os.path:curdir", GROUP)]
    assert things()["twin"] == "/"


def test_threads_that_register_one_name_leave_one_entry(installed: list[EntryPoint]) -> None:
    """All others are refused."""
    del installed[:]
    registry = things()
    refused: list[DuplicateNameError] = []
    start = threading.Barrier(8)

    def register(number: int) -> None:
        start.wait()
        try:
            registry.register("one", f"number {number}")
        except DuplicateNameError as error:
            refused.append(error)

    threads = [threading.Thread(target=register, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 7
    assert registry.names() == ("one",)
