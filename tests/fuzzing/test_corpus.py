"""What a fuzzer found worth keeping is read again, without it: no reader raises anything but errors of ours."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.fuzzing.targets import TARGETS

CORPUS: Final = Path(__file__).parent / "corpus"


@pytest.mark.parametrize("name", TARGETS)
def test_the_corpus_is_read_or_refused_by_errors_of_ours(name: str) -> None:
    """Each file of the target's folder, and nothing at all; a file is named where it is not."""
    TARGETS[name](b"")
    files = sorted((CORPUS / name).iterdir())
    assert files
    for path in files:
        try:
            TARGETS[name](path.read_bytes())
        except Exception as error:
            error.add_note(f"reading tests/fuzzing/corpus/{name}/{path.name}")
            raise
