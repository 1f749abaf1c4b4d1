"""A folder of records holds every game, replayable, under names that no two agents share."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import FileError, Record, variants
from crescent.agents import agents
from crescent.bench import Bench
from crescent.bench.records import RecordFolder, slug
from crescent.errors import CrescentError
from crescent.view import View


@pytest.mark.parametrize("variant", ["normal", "hidden"])
def test_every_game_has_its_record(tmp_path: Path, variant: str) -> None:
    """With code, line, player and seed; written again the same bytes."""
    terms = Bench.of_variant(variants[variant])
    folder = RecordFolder(tmp_path / "records", terms)
    assert not folder.path.exists(), "made with the first record"
    for deal in (1, 2):
        for name in ("greedy", "uniform"):
            played = terms.play(deal, name)
            path = folder.save(played)
            data = path.read_bytes()
            assert folder.save(played) == path
            assert path.read_bytes() == data
            record = Record.load(path)
            assert record.moves == played.line
            assert (record.code and record.code.number, record.variant.name) == (deal, variant)
            assert dict(record.tags) == {"Player": name, "Seed": str(terms.agent_seed(deal))}
    assert len(list(folder.path.iterdir())) == 4


def test_a_lost_game_s_record_tells_the_fault(tmp_path: Path) -> None:
    """Up to there it replays, and the fault is a tag, whatever characters are in it."""

    class Broken:
        def __init__(self, *, seed: int | None) -> None:
            pass

        def choose(self, view: View) -> object:  # noqa: ARG002  it does not look
            raise RuntimeError("no\nidea\x1b[31m" + "x" * 3000)

    agents.register("a broken/agent", Broken)  # type: ignore[arg-type]  # it never chooses
    try:
        terms = Bench.of_variant()
        path = RecordFolder(tmp_path, terms).save(terms.play(1, "a broken/agent"))
    finally:
        agents.unregister("a broken/agent")
    record = Record.load(path)
    assert record.tags["Failure"] == "error"
    evidence = record.tags["Evidence"]
    assert evidence.startswith("RuntimeError: no\\nidea\\x1b[31mxxx")
    assert evidence.endswith(" AAAA KKKK 3"), "of a long text the end stays too: what the agent saw, or said last"
    assert path.parent == tmp_path
    assert path.name.startswith("CR1-N-AAAAAAB.a-broken-agent-")


@given(st.lists(st.text(max_size=60), unique=True, max_size=6))
def test_no_two_agents_share_a_name(names: list[str]) -> None:
    """Whatever an agent is called, its part of the file's name is its own, short and plain."""
    slugs = [slug(name) for name in names]
    assert len(set(slugs)) == len(names)
    assert all(re.fullmatch(r"[A-Za-z0-9_=-]{1,49}", one) for one in slugs)


def test_places_that_take_no_records_are_refused(tmp_path: Path) -> None:
    """A file, a folder that is nowhere, an impossible name: one error, and nothing is made."""
    (tmp_path / "file").write_text("x", encoding="utf-8")
    for place in (tmp_path / "file", tmp_path / "nowhere" / "records", "", "a\0b", "x" * 300):
        with pytest.raises(FileError):
            RecordFolder(place, Bench.of_variant())
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    with pytest.raises(CrescentError):
        RecordFolder(3, Bench.of_variant())  # type: ignore[arg-type]  # meant to be wrong


def test_other_files_are_left_alone(tmp_path: Path) -> None:
    """What is no record of the deal is not replaced."""
    terms = Bench.of_variant()
    played = terms.play(1, "greedy")
    path = tmp_path / "CR1-N-AAAAAAB.greedy.crescent"
    path.write_text("dear diary", encoding="utf-8")
    with pytest.raises(FileError, match="no valid record"):
        RecordFolder(tmp_path, terms).save(played)
    assert path.read_text(encoding="utf-8") == "dear diary"
