"""Compilation of the kernel's functions by Numba, where it is installed, with a cache that works everywhere.

Compiled code is kept in a folder of the user's cache, one a version of the sources, so that a changed kernel is never
answered with yesterday's machine code; an install that cannot be written to is no obstacle.  The folder is
`$CRESCENT_CACHE_DIR` where that is set.  Where no folder can be had the code is compiled anew in every process.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, TypeAlias

from crescent import kernel
from crescent.errors import MissingExtraError

try:
    import numba
    from numba.core.event import Listener, install_listener
    from numba.extending import register_jitable
except ImportError as _error:
    raise MissingExtraError("compiled code", "gym") from _error

_njit: Any = numba.njit  # untyped, for the sake of an option that its types do not know
_config: Any = numba.config  # settings that Numba makes at run time

Decorator: TypeAlias = Callable[[Callable[..., Any]], Any]
"""What compiles a function: of what it makes Numba publishes no type."""

PATIENCE = 1.0
"""Seconds of compilation after which a line on standard error says what is going on."""

register_jitable_once: Callable[..., Any] = cache(register_jitable)
"""Makes a plain function callable from compiled code, whatever else runs it in CPython."""

for _function in vars(kernel).values():
    if isinstance(_function, FunctionType):
        register_jitable_once(_function)


def _say(text: str) -> None:
    with contextlib.suppress(OSError, ValueError):  # a closed or missing stream is no reason to fail
        print(text, file=sys.stderr, flush=True)  # noqa: T201  meant for the terminal


def sources_key(files: tuple[Path, ...]) -> str:
    """A short name for the very contents of `files`, which may be folders of modules."""
    digest = hashlib.sha256()
    for file in files:
        for module in sorted(file.glob("*.py")) if file.is_dir() else [file]:
            digest.update(module.read_bytes())
    return digest.hexdigest()[:16]


def cache_folder(*sources: Path) -> Path | None:
    """The folder for code compiled from `sources` and the kernel, made if need be; None where none can be had."""
    try:
        base = os.environ.get("CRESCENT_CACHE_DIR") or _user_cache()
        folder = Path(base) / sources_key((Path(kernel.__file__), *sources))
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".probe-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError, ValueError):  # a RuntimeError where the user has no home at all
        return None
    return folder


def _user_cache() -> str:
    """The user's cache folder by the habits of the operating system."""
    home = Path("~").expanduser()
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = home / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or home / ".cache"
    return str(Path(base) / "crescent")


def _without_counting() -> dict[str, bool]:
    """The option that spares compiled code the counting of references to its arrays.

    Counting costs more than a step does.  Callers keep the arrays alive, and nothing is allocated in compiled code.
    The option is Numba's own but not documented; where it should be gone one day, everything works on, slower.
    """
    with contextlib.suppress(KeyError, TypeError):
        _njit(_nrt=False)(_say)
        return {"_nrt": False}
    return {}


OPTIONS = _without_counting()
"""Options of every compiled function."""

helper: Decorator = _njit(**OPTIONS)
"""Compiles a function that compiled code alone calls."""

inlined: Decorator = _njit(inline="always", **OPTIONS)
"""Puts a function into each of its callers before they are compiled: where a call would cost more than the work."""


def compiler(folder: Path | None, *, release_lock: bool = True) -> Decorator:
    """A decorator that compiles a function for calls from Python, and caches it in `folder`.

    Args:
        folder: where to cache; None to compile anew in every process.
        release_lock: whether other Python threads run meanwhile; what takes less than a microsecond is better without,
            because giving the interpreter's lock away and taking it back costs a sixth of one.
    """

    def compiled(function: Callable[..., Any]) -> Any:  # noqa: ANN401  Numba's dispatchers have no type
        if folder is None:
            return _njit(nogil=release_lock, **OPTIONS)(function)
        with _cache_in(folder):
            dispatcher = _njit(nogil=release_lock, cache=True, **OPTIONS)(function)
        _forgive(dispatcher)
        return dispatcher

    _cached.add(folder is not None)
    return compiled


def direct(function: Any, *arguments: Any) -> Callable[..., Any]:  # noqa: ANN401  Numba's dispatchers have no type
    """Compile a function for arguments of these types, and return what calls it without looking at their types again.

    Numba's own way finds out the type of every argument at every call, which takes three times as long as the call.
    Who calls what this returns with arguments of other types, or with arrays laid out otherwise, reads and writes
    memory that is none of theirs: so it is for arrays that the caller has made.
    """
    if not hasattr(function, "compile"):  # where compilation is switched off by $NUMBA_DISABLE_JIT
        return function  # type: ignore[no-any-return]  # the plain function that was decorated
    return function.compile(tuple(map(numba.typeof, arguments)))  # type: ignore[no-any-return]  # the entry point


_cached: set[bool] = set()
"""Whether some code is kept in a folder, and whether some is not."""


def _forgive(dispatcher: Any) -> None:  # noqa: ANN401  Numba's dispatchers have no type
    """Make a damaged cache, or a full disk, no reason to fail.

    Numba raises whatever comes of files that a crash has left empty or torn.  What cannot be read is forgotten and
    compiled anew, what cannot be written is not kept.
    """
    cache = getattr(dispatcher, "_cache", None)
    load, save = getattr(cache, "load_overload", None), getattr(cache, "save_overload", None)
    if cache is None or load is None or save is None:
        return

    def load_overload(*arguments: Any) -> Any:  # noqa: ANN401  Numba's
        try:
            return load(*arguments)
        except Exception:
            with contextlib.suppress(Exception):
                cache.flush()
            return None

    def save_overload(*arguments: Any) -> None:  # noqa: ANN401  likewise
        with contextlib.suppress(Exception):
            save(*arguments)

    cache.load_overload, cache.save_overload = load_overload, save_overload


@contextlib.contextmanager
def _cache_in(folder: Path) -> Iterator[None]:
    """Numba looks where to cache when a function is decorated, and nowhere else."""
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)
    try:
        yield
    finally:
        _config.CACHE_DIR = before


class _Announcer(Listener):
    """Says a text once some compilation has lasted for `PATIENCE`; loading code from the cache is none."""

    def __init__(self, text: str) -> None:
        """Say nothing yet."""
        self._text = text
        self._timer: threading.Timer | None = None

    def on_start(self, event: object) -> None:  # noqa: ARG002  Numba tells what it compiles
        """A function is being compiled."""
        if self._timer is None:
            self._timer = threading.Timer(PATIENCE, _say, [self._text])
            self._timer.daemon = True
            self._timer.start()

    def on_end(self, event: object) -> None:
        """It is compiled; the next one may follow."""

    def stop(self) -> None:
        """All is compiled."""
        if self._timer is not None:
            self._timer.cancel()


@contextlib.contextmanager
def announced(what: str) -> Iterator[None]:
    """Around a first call: say on standard error what takes so long, if compiling takes longer than `PATIENCE`."""
    often = "once for this version of the code"
    if False in _cached:
        often = "at every start, since no folder can be written to; name one by CRESCENT_CACHE_DIR"
    announcer = _Announcer(f"crescent: compiling {what}, {often} ...")
    with install_listener("numba:compile", announcer):
        try:
            yield
        finally:
            announcer.stop()
