"""The end that plays, on pipes: one reply for each command, in their order, whatever comes in and however it ends."""

from __future__ import annotations

import threading
import time

from crescent import Move, View, deal
from crescent.engine.thinking import Thinking
from tests.engine.talking import talk_with

CODE = "CR1-N-AAAAAAB"


def test_each_command_has_a_reply_in_its_turn() -> None:
    """With its number, as it was written."""
    with talk_with() as talk:
        talk.send(b"1 name\n2 version # twice\n\n# nothing\n\r\n007 protocol\r\nfly\n5\n")
        replies = [talk.reply() for _ in range(5)]
    assert replies[:3] == ["=1 tester", "=2 7", "=007 1"]
    assert replies[3].startswith("? unknown command 'fly'")
    assert replies[4] == "?5 a number without a command"


def test_quit_ends_it_and_what_follows_is_not_read() -> None:
    """The reply to quit is the last one."""
    with talk_with() as talk:
        talk.send(b"8 quit\n9 name\n")
        assert talk.rest() == b"=8\n\n"
        talk.thread.join(30)
        assert not talk.thread.is_alive()


def test_the_end_of_the_input_ends_it_when_all_is_answered() -> None:
    """Also a last line that has no end."""
    with talk_with() as talk:
        talk.send(f"position code {CODE}\ngo\nname".encode())
        talk.close_input()
        assert talk.rest() == b"=\n\n= 1-11\n\n= tester\n\n"
        assert talk.error is None


def test_a_line_without_end_is_not_kept() -> None:
    """Ten megabytes are answered with one line, and the next command is understood."""
    with talk_with() as talk:
        writer = threading.Thread(target=talk.send, args=(b"4 go " + b"x" * 10_000_000 + b"\nname\n",))
        writer.start()
        assert talk.reply() == "?4 the line is longer than 262144 bytes"
        assert talk.reply() == "= tester"
        writer.join()


def test_what_is_no_text_is_refused_by_name() -> None:
    """Broken UTF-8 is an error of its line alone; control characters mean nothing."""
    with talk_with() as talk:
        talk.send(b"\xff\xfe\n6 na\xc3\n7 na\0me\x1b\n")
        assert talk.reply() == "? the line is not UTF-8 text"
        assert talk.reply() == "?6 the line is not UTF-8 text"
        assert talk.reply() == "=7 tester"


def test_more_commands_than_are_read_ahead_are_all_answered() -> None:
    """The asker has to wait, no more."""
    with talk_with() as talk:
        writer = threading.Thread(target=talk.send, args=(b"".join(b"%d name\n" % n for n in range(5000)),))
        writer.start()
        for number in range(5000):
            assert talk.reply() == f"={number} tester"
        writer.join()


def test_nobody_reading_ends_it() -> None:
    """With the error of the pipe."""
    with talk_with() as talk:
        talk.close_output()
        talk.send(b"name\n")
        talk.thread.join(30)
        assert isinstance(talk.error, BrokenPipeError)


def test_stop_is_heard_while_it_thinks() -> None:
    """Every go that came before it is stopped, also one that has not begun; those behind it are not."""
    thinks = threading.Event()

    class Waiting:
        calls = 0

        def choose(self, view: View) -> Move:
            self.calls += 1
            thinks.set()
            thinking = Thinking.current()
            assert thinking is not None
            while self.calls == 1 and not thinking.is_stopped:
                time.sleep(0.01)  # no signal comes here: the server runs in a thread
            return view.legal_moves()[0]

    with talk_with(lambda _: Waiting()) as talk:
        talk.send(f"position code {CODE}\n1 go\n2 go\n".encode())
        assert talk.reply() == "="
        assert thinks.wait(30)
        talk.send(b"3 stop\n4 go\n")
        assert [talk.reply() for _ in range(4)] == ["=1 1-11", "=2 R", "=3", "=4 1-11"]


def test_stop_without_go_is_fine() -> None:
    """There is nothing to stop, and the next go is not stopped."""
    with talk_with() as talk:
        assert [talk.ask(line) for line in ("stop", f"position code {CODE}", "go")] == ["=", "=", "= 1-11"]


def test_a_whole_game_move_by_move() -> None:
    """Asked for moves and told them, as a program would."""
    position = deal(CODE)
    with talk_with() as talk:
        assert talk.ask(f"position code {CODE}") == "="
        for _ in range(50):
            move = talk.ask("go").removeprefix("= ")
            assert talk.ask(f"play {move}") == f"= {move}"
            position = position.play(move)
        assert f"position {position.view()}" in talk.ask("status").splitlines()
