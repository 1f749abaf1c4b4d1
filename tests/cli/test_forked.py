"""A command that is forked from a process that has imported it is the command that is started."""

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.forked import Forks
from tests.cli.running import CRESCENT, environment

CODE = "CR1-N-AAAAAAB"

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot fork here")


@pytest.fixture(name="forks", scope="module")
def _forks() -> Iterator[Forks]:
    """What forks commands in the plain environment, and ends with these tests."""
    forks = Forks(CRESCENT, environment())
    yield forks
    forks.end()


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["deal", CODE], b""),
        (["deal", "x" * 100_000], b""),
        (["play", CODE], b"moves\nq\n"),
        (["play", CODE], b"\xff\n" * 7_000),
        (["replay", "no file"], b""),
        (["replay", "-"], b"\x1b"),
        (["no-command"], b""),
        (["--help"], b""),
        ([], b""),
        (["variants", "--json"], b"never read" * 100_000),
    ],
    ids=["text", "long", "lines", "no-text", "fails", "pipe", "unknown", "help", "nothing", "unread"],
)
def test_forked_and_started_commands_do_the_same(words: list[str], stdin: bytes, tmp_path: Path, forks: Forks) -> None:
    """The same exit code, and the same bytes on both streams, in the folder that was asked for."""
    started = subprocess.run(
        [CRESCENT, *words], input=stdin, capture_output=True, cwd=tmp_path, env=environment(), timeout=60, check=False
    )
    assert forks.run(words, stdin, tmp_path, 60.0) == (started.returncode, started.stdout, started.stderr)


def test_each_command_is_a_process_of_its_own(tmp_path: Path, forks: Forks) -> None:
    """What one has changed, here the language, the next one does not find; the folder is each one's own."""
    (tmp_path / "here").mkdir()
    german = forks.run(["play", CODE, "--lang", "de"], b"save mine\nq\n", tmp_path / "here", 60.0)
    english = forks.run(["play", CODE], b"q\n", tmp_path, 60.0)
    assert german[1] != english[1]
    assert [path.name for path in (tmp_path / "here").iterdir()] == ["mine"]
    assert english == forks.run(["play", CODE], b"q\n", tmp_path, 60.0)


def test_a_command_that_never_ends_is_killed(tmp_path: Path, forks: Forks) -> None:
    """After the time that it was given, as a test with a started one would."""
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    with pytest.raises(subprocess.TimeoutExpired):
        forks.run(["replay", str(fifo)], b"", tmp_path, 2.0)
    assert forks.run(["deal", CODE], b"", tmp_path, 60.0)[0] == 0


def test_another_environment_is_not_served(forks: Forks) -> None:
    """Whoever wants one starts the command."""
    assert forks.are_in(environment())
    assert not forks.are_in(environment({"LANG": "de_DE.UTF-8"}))
    assert forks.are_in(environment({"CRESCENT_DATA_DIR": "somewhere"}))  # is read when it is needed


def test_a_forked_command_starts_processes_as_a_started_one_does(tmp_path: Path, forks: Forks) -> None:
    """The same games of the same bench, but for the seconds."""
    words = ["bench", "--agent", "greedy", "--deals", "1:3", "--jobs", "2", "--json"]
    code, out, err = forks.run(words, b"", tmp_path, 60.0)
    started = subprocess.run(
        [CRESCENT, *words], cwd=tmp_path, env=environment(), capture_output=True, timeout=60, check=False
    )
    documents = [json.loads(said) for said in (out, started.stdout)]
    assert (code, err) == (started.returncode, started.stderr) == (0, b"")
    ours, theirs = ([agent["cards"] for agent in document["agents"]] for document in documents)
    assert len(ours) == 1
    assert ours == theirs


def test_commands_are_forked_whatever_else_is_imported(forks: Forks, monkeypatch: pytest.MonkeyPatch) -> None:
    """Gymnasium sets a variable where it is imported, others do so too: no command is started for that, slowly."""
    import gymnasium  # noqa: F401  for what importing it does

    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "7")
    assert forks.are_in(environment())
