"""Compiled code is cached where that is possible, compiled anyway where it is not, and tells when that takes long."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from crescent import jit, kernel

PROGRAM = """
import numpy as np
from crescent_gym import CrescentEnv
env = CrescentEnv(observation="cards")
print(env.reset(options={"code": "CR1-N-AAAAAAB"})[1]["legal_count"])
"""


def run(program: str, **variables: str | None) -> subprocess.CompletedProcess[str]:
    """A program in a process of its own, with these environment variables set, or taken away."""
    environment = {**os.environ, **{name: value for name, value in variables.items() if value is not None}}
    for name in [name for name, value in variables.items() if value is None]:
        environment.pop(name, None)
    return subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, timeout=300, check=True
    )


def compiled_in(folder: Path) -> list[str]:
    """The names of Numba's files under a folder."""
    return sorted(file.name for file in folder.rglob("*.nbi"))


def test_the_cache_is_where_it_was_asked_for_and_is_used_again(tmp_path: Path) -> None:
    """`CRESCENT_CACHE_DIR` holds the compiled code; a second process loads it, writes nothing and says nothing."""
    first = run(PROGRAM, CRESCENT_CACHE_DIR=str(tmp_path))
    assert first.stdout == "17\n"
    files = {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")}
    assert any("single" in name for name in compiled_in(tmp_path))
    second = run(PROGRAM, CRESCENT_CACHE_DIR=str(tmp_path))
    assert (second.stdout, second.stderr) == ("17\n", "")
    assert {file: file.stat().st_mtime_ns for file in tmp_path.rglob("*.nb?")} == files


@pytest.mark.parametrize("where", ["a file", "a folder of a file", "a folder without a home"])
def test_without_a_writable_folder_code_is_compiled_anyway(where: str, tmp_path: Path) -> None:
    """A cache folder that cannot be made, or a home that cannot be written to, costs time and nothing else."""
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    places: dict[str, dict[str, str | None]] = {
        "a file": {"CRESCENT_CACHE_DIR": str(tmp_path / "file")},
        "a folder of a file": {"CRESCENT_CACHE_DIR": str(tmp_path / "file" / "folder")},
        "a folder without a home": {
            "CRESCENT_CACHE_DIR": None,
            "XDG_CACHE_HOME": None,
            "LOCALAPPDATA": None,
            "HOME": str(tmp_path / "file"),
            "USERPROFILE": str(tmp_path / "file"),
        },
    }
    program = """
        from pathlib import Path
        from crescent import jit
        assert jit.cache_folder() is None
        twice = jit.compiler(jit.cache_folder())(lambda number: 2 * number)
        print(twice(4))
    """
    done = run("\n".join(line.strip() for line in program.splitlines()), **places[where])
    assert done.stdout == "8\n"
    assert compiled_in(tmp_path) == []


def test_a_folder_that_may_not_be_written_to_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A read-only folder is found out before Numba is told of it."""

    def refuse(_self: Path, **_: object) -> None:
        raise PermissionError

    monkeypatch.setenv("CRESCENT_CACHE_DIR", str(tmp_path))
    assert jit.cache_folder() is not None
    monkeypatch.setattr(Path, "touch", refuse)
    assert jit.cache_folder() is None


def test_a_user_without_a_home_has_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no home can be found, as under a number that no user has, the answer is None and no error."""

    def homeless(_self: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("CRESCENT_CACHE_DIR", raising=False)
    monkeypatch.setattr(Path, "expanduser", homeless)
    assert jit.cache_folder() is None


@pytest.mark.parametrize(
    ("platform", "variable", "parts"),
    [
        ("linux", "XDG_CACHE_HOME", (".cache", "crescent")),
        ("win32", "LOCALAPPDATA", ("AppData", "Local", "crescent")),
        ("darwin", None, ("Library", "Caches", "crescent")),
    ],
)
def test_the_cache_follows_the_systems_habits(
    platform: str, variable: str | None, parts: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user's cache folder of each system, and the variable that moves it."""
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(Path, "expanduser", lambda _self: tmp_path)
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA", "CRESCENT_CACHE_DIR"):
        monkeypatch.delenv(name, raising=False)
    folder = jit.cache_folder()
    assert folder is not None
    assert folder.parent == tmp_path.joinpath(*parts)
    if variable is not None:
        monkeypatch.setenv(variable, str(tmp_path / "moved"))
        folder = jit.cache_folder()
        assert folder is not None
        assert folder.parent == tmp_path / "moved" / "crescent"


def test_changed_sources_get_a_folder_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The folder's name is the sources' contents: a changed line, in a file or in a folder of modules, changes it."""
    monkeypatch.setenv("CRESCENT_CACHE_DIR", str(tmp_path / "cache"))
    module, package = tmp_path / "one.py", tmp_path / "package"
    package.mkdir()
    module.write_text("1\n", encoding="utf-8")
    (package / "two.py").write_text("2\n", encoding="utf-8")
    folders = [jit.cache_folder(module, package)]
    assert jit.cache_folder(module, package) == folders[0]
    (package / "notes.txt").write_text("no module", encoding="utf-8")
    assert jit.cache_folder(module, package) == folders[0]
    module.write_text("1 \n", encoding="utf-8")
    folders.append(jit.cache_folder(module, package))
    (package / "two.py").write_text("3\n", encoding="utf-8")
    folders.append(jit.cache_folder(module, package))
    (package / "three.py").write_text("", encoding="utf-8")
    folders.append(jit.cache_folder(module, package, Path(kernel.__file__)))
    assert len(set(folders)) == 4
    assert None not in folders


HARM: dict[str, Callable[[bytes], bytes]] = {
    "emptied": lambda _: b"",
    "torn": lambda data: data[: len(data) // 2],
}


@pytest.mark.parametrize("ending", ["nbi", "nbc"])
@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_cache_is_made_anew(harm: str, ending: str, tmp_path: Path) -> None:
    """Whatever a crash has left of index or code, it is compiled again, kept again, and found the next time."""

    def double() -> tuple[int, int]:
        """What a function gives that knows nothing of the one before it, and whether it was found in the cache."""
        twice = jit.compiler(tmp_path)(lambda number: 2 * number)
        return twice(4), len(twice.stats.cache_hits)

    assert [double(), double()] == [(8, 0), (8, 1)]
    (file,) = tmp_path.rglob(f"*.{ending}")
    file.write_bytes(HARM[harm](file.read_bytes()))
    assert [double(), double()] == [(8, 0), (8, 1)]


def test_a_full_disk_is_no_reason_to_fail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be kept is compiled all the same."""

    @jit.compiler(tmp_path)
    def thrice(number: int) -> int:
        return 3 * number

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("numba.core.caching.open", full, raising=False)
    assert thrice(5) == 15
    assert compiled_in(tmp_path) == []


def test_numbas_own_settings_are_left_alone(tmp_path: Path) -> None:
    """Where Numba caches what is not ours is as it was before and after."""
    before = jit._config.CACHE_DIR

    @jit.compiler(tmp_path)
    def thrice(number: int) -> int:
        return 3 * number

    assert before == jit._config.CACHE_DIR
    assert thrice(5) == 15
    assert len(compiled_in(tmp_path)) == 1


def test_a_long_wait_is_announced_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What compiles for longer than `PATIENCE` is told once on standard error, other waits are not; errors pass."""
    import time

    from numba.core.event import trigger_event

    monkeypatch.setattr(jit, "PATIENCE", 0.01)
    monkeypatch.setattr(jit, "_cached", {True})
    with jit.announced("the board"):
        time.sleep(0.2)
    assert capsys.readouterr().err == ""
    with jit.announced("the board"):
        for _ in range(2):
            with trigger_event("numba:compile"):
                time.sleep(0.1)
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == "crescent: compiling the board, once for this version of the code ...\n"
    monkeypatch.setattr(jit, "_cached", {True, False})
    with jit.announced("the board"), trigger_event("numba:compile"):
        time.sleep(0.1)
    assert capsys.readouterr().err.startswith("crescent: compiling the board, at every start, since no folder can be")
    monkeypatch.setattr(jit, "PATIENCE", 60.0)
    with pytest.raises(ZeroDivisionError), jit.announced("the board"):
        raise ZeroDivisionError
    assert capsys.readouterr().err == ""


def test_an_announcement_that_nobody_can_read_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """Standard error may be closed or missing."""

    class Broken:
        def write(self, _text: str) -> int:
            raise OSError

        def flush(self) -> None:
            raise ValueError

    for stream in (Broken(), None):
        monkeypatch.setattr(sys, "stderr", stream)
        jit._say("compiling")


def test_a_missing_numba_names_the_extra() -> None:
    """Without Numba the error says what to install; the library itself does without."""
    program = """
import sys
sys.modules["numba"] = None
import crescent
print(crescent.deal("CR1-N-AAAAAAB").legal_moves()[0])
try:
    import crescent.jit
except crescent.CrescentError as error:
    print(type(error).__name__, error)
"""
    lines = run(program).stdout.splitlines()
    assert lines[0] == "1-11"
    assert lines[1].startswith("MissingExtraError")
    assert "crescent-patience[gym]" in lines[1]


def test_an_option_that_numba_should_drop_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where Numba no longer knows the undocumented option, code is compiled without it."""

    def refuse(**options: object) -> object:
        raise KeyError(*options)

    assert jit._without_counting() == jit.OPTIONS
    monkeypatch.setattr(jit, "_njit", refuse)
    assert jit._without_counting() == {}


def test_the_kernel_runs_compiled_as_it_is() -> None:
    """Its functions give compiled what they give in CPython."""

    @jit.compiler(None)
    def mixed(word: int) -> int:
        return kernel.mix(word)

    for word in (0, 1, 2**64 - 1, 0x9E3779B97F4A7C15):
        assert int(mixed(np.uint64(word))) == kernel.mix(word)
