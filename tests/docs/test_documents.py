"""Every example in the README and in ``docs/`` runs, in the order in which a reader meets it.

Python blocks share one namespace a document. In ``console`` blocks the lines after ``$ `` are commands, run in one
shell session's folder, and what follows them is what they print; a line ``...`` stands for any lines. In ``transcript``
blocks the first line is a command, ``> `` marks the lines that it is sent, and ``< `` those that it answers. A block
after ``<!-- skip: next -->`` is not run.

Sybil finds the blocks (it is maintained, knows Markdown's nesting, and reports the line); its own pytest plug-in is
not used, because it makes a test of every block, and parallel runs would tear a document's blocks apart.
"""

import doctest
import os
import re
import subprocess
import sysconfig
from pathlib import Path

import pytest
from sybil import Example, Sybil
from sybil.parsers.markdown import CodeBlockParser, PythonCodeBlockParser, SkipParser

ROOT = Path(__file__).parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("**/*.md"))]


def expected_pattern(expected: str) -> re.Pattern[str]:
    """Return a pattern for the text ``expected``, in which a line ``...`` stands for any lines."""
    parts = re.split(r"^\.\.\.\n", expected, flags=re.MULTILINE)
    return re.compile(r"(?:.*\n)*?".join(map(re.escape, parts)))


def environment() -> dict[str, str]:
    """This process's environment, in which commands are found and speak English."""
    scripts = sysconfig.get_path("scripts")
    return {**os.environ, "PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}


def run_console(example: Example) -> str | None:
    """Run each command of a console block and compare what it prints; return the difference, if there is one."""
    for part in re.split(r"^\$ ", str(example.parsed), flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        result = subprocess.run(
            ["bash", "-c", command],
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        if not expected_pattern(expected).fullmatch(result.stdout):
            return f"$ {command}\nexpected:\n{expected}\nprinted (exit code {result.returncode}):\n{result.stdout}"
    return None


def run_transcript(example: Example) -> str | None:
    """Hold a conversation with the command of a transcript block; return the difference, if there is one."""
    command, *lines = str(example.parsed).removeprefix("$ ").splitlines()
    said = [line[2:] for line in lines if line.startswith(">")]
    expected = "".join(f"{line[2:]}\n" if line.startswith("<") else f"{line}\n" for line in lines if line[0] != ">")
    result = subprocess.run(
        ["bash", "-c", command],
        env=environment(),
        input="".join(f"{line}\n" for line in said),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    if expected_pattern(expected).fullmatch(result.stdout):
        return None
    return f"$ {command}\nexpected:\n{expected}\nprinted (exit code {result.returncode}):\n{result.stdout}"


RUN = {"python", "console", "transcript"}
SHOWN_ONLY = {"sh", "text", "toml"}  # set-up commands (.ci/run runs the README's), pictures of boards, files

READER = Sybil(
    [
        PythonCodeBlockParser(doctest_optionflags=doctest.ELLIPSIS),
        CodeBlockParser(language="console", evaluator=run_console),
        CodeBlockParser(language="transcript", evaluator=run_transcript),
        SkipParser(),
    ],
    encoding="utf-8",
)


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_examples_of_a_document_run(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every block of the document runs, one after the other, and prints what the document says."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", environment()["PATH"])
    for example in READER.parse(path).examples():
        example.evaluate()


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_block_says_whether_it_runs(path: Path) -> None:
    """Each fenced block names a language that is run or known as shown only; a misspelt one is not passed over."""
    fences = re.findall(r"^[ >]*(?:```+|~~~+)(.*)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    languages = {opening.strip() for opening in fences[::2]}
    assert languages <= RUN | SHOWN_ONLY
