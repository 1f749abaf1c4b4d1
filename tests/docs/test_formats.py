"""What the page of text forms shows is what the library reads and writes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import crescent

PAGE = Path(__file__).parents[2] / "docs" / "formats.md"
RECORDS = [
    block
    for block in re.findall(r"^```text\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    if block.startswith("[")
]


def test_the_page_shows_a_record() -> None:
    """The test below has something to read: a record with a comment and a redeal between numbered moves."""
    assert any("{" in record and re.search(r"R .*\d+\.", record) for record in RECORDS)


@pytest.mark.parametrize("text", RECORDS)
def test_a_record_on_the_page_replays_as_its_tags_say(text: str) -> None:
    """It is read without fault, and written again with the same tags and moves; its comments alone are gone."""
    record = crescent.Record.parse(text)
    without_comments = re.sub(r"\s*\{.*?\}", "", text)
    assert str(record).split() == without_comments.split()
