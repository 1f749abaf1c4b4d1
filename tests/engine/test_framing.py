"""Lines, commands and replies: nothing that comes in is lost or mixed up, and nothing that goes out can be misread."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from crescent.engine.framing import LONGEST_COMMAND, Command, Line, LineSplitter, Reply, ReplyHead

chunks = st.lists(st.binary(max_size=60).map(lambda data: data.replace(b"a", b"\n")), max_size=12)
numbers = st.from_regex(r"[0-9]{0,10}", fullmatch=True)


def split(pieces: list[bytes], longest: int) -> list[Line]:
    """All lines of what comes in pieces."""
    splitter = LineSplitter(longest)
    return [line for piece in pieces for line in splitter.feed(piece)] + splitter.end()


@given(chunks)
def test_lines_do_not_depend_on_the_pieces_in_which_they_come(pieces: list[bytes]) -> None:
    """They are what stands between the ends of lines; a last one without an end counts if there is anything in it."""
    expected = b"".join(pieces).split(b"\n")
    if not expected[-1]:
        expected.pop()
    assert split(pieces, 10_000) == [Line(data) for data in expected]


@given(chunks, st.integers(1, 20))
def test_of_a_long_line_the_beginning_is_kept(pieces: list[bytes], longest: int) -> None:
    """And it is marked; the next one is whole again."""
    whole, cut = split(pieces, 10_000), split(pieces, longest)
    assert cut == [Line(line.data[:longest], len(line.data) > longest) for line in whole]


@given(numbers, st.text(max_size=200))
def test_a_reply_is_read_back_line_by_line(number: str, text: str) -> None:
    """Whatever is in it, it is printable ASCII, has one blank line, at its end, and tells sign, number and text."""
    for is_done in (True, False):
        written = Reply(is_done, text).lines(number)
        assert written.isascii()
        assert written.endswith("\n\n")
        head, *rest = written[:-2].split("\n")
        assert all(line and line.isprintable() for line in (head, *rest))
        read = ReplyHead.of_text(head)
        assert read is not None
        assert (read.is_done, read.number) == (is_done, number)
        visible = [line.strip() for line in text.splitlines() if line.strip()]
        if text.isascii() and text.replace("\n", "").isprintable():
            assert [line.strip() for line in (read.text, *rest) if line.strip()] == visible


@given(st.binary(max_size=200))
def test_any_line_is_a_command_or_nothing(data: bytes) -> None:
    """Whatever the bytes are; a fault leaves no command, no command has a fault."""
    command = Command.of_line(Line(data))
    if command is not None:
        assert bool(command.name) != bool(command.fault)


@given(numbers, st.lists(st.from_regex(r"[a-z0-9+-]{1,8}", fullmatch=True), min_size=1, max_size=5))
def test_a_command_has_words_and_perhaps_a_number(number: str, words: list[str]) -> None:
    """However much space, comment and meaningless signs are around them."""
    words[0] = f"x{words[0]}"
    line = f"\ufeff{number} \t{'  '.join(words)}\0\r # {number} comment ä".encode()
    assert Command.of_line(Line(line)) == Command(number, words[0], tuple(words[1:]))


def test_lines_without_a_command_mean_nothing() -> None:
    """Blank lines, comments, control characters."""
    for data in (b"", b"   ", b"\t\r", b"# go", b" # \xff", b"\0\x1b\x7f"):
        assert Command.of_line(Line(data)) is None


def test_what_is_wrong_with_a_line_is_said_under_its_number() -> None:
    """If it begins with one that can be read."""
    for data, is_cut, number, says in [
        (b"7", False, "7", "a number without a command"),
        (b"7 caf\xe9", False, "7", "the line is not UTF-8 text"),
        (b"7 go" + b"x" * 20, True, "7", f"the line is longer than {LONGEST_COMMAND} bytes"),
        (b"#" * 20, True, "", f"the line is longer than {LONGEST_COMMAND} bytes"),
    ]:
        assert Command.of_line(Line(data, is_cut)) == Command(number, "", fault=says)


def test_what_is_no_reply() -> None:
    """Signs and numbers that nearly are one; space between sign and text may be a tab."""
    for text in ("", "1-2", "==", "=x", "=1x", " =1", "=12345678901 x", "!1", "= \u0661".replace(" ", "")):
        assert ReplyHead.of_text(text) is None
    assert ReplyHead.of_text("=5\t R ") == ReplyHead(True, "5", "R")
    assert ReplyHead.of_text("?") == ReplyHead(False, "", "")
