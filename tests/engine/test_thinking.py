"""Thinking that does not know of it can be stopped: by another thread, by time, before it begins; and only then."""

from __future__ import annotations

import importlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from crescent import View, deal
from crescent.engine.thinking import Thinking, stoppable

VIEW = deal("CR1-N-AAAAAAB").view()


@pytest.fixture(autouse=True)
def _within() -> Iterator[None]:
    """Where thinking can be stopped; the handler that was there is there again behind it."""
    before = signal.getsignal(signal.SIGALRM)
    with stoppable():
        yield
    after = signal.getsignal(signal.SIGALRM)
    assert after == (signal.SIG_IGN if before == signal.SIG_DFL else before)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def sleeping(_view: View) -> str:
    """A minute in the system."""
    time.sleep(60)
    return "slept"


def counting(_view: View) -> str:
    """A minute of work."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pass
    return "counted"


def napping(view: View) -> View:
    """A moment."""
    time.sleep(0.3)
    return view


def deaf(_view: View) -> str:
    """Sleeps on, the first three times that it is stopped."""
    for _ in range(3):
        try:
            time.sleep(60)
        except BaseException:
            continue
    time.sleep(60)
    return "slept"


@pytest.mark.parametrize("choose", [sleeping, counting, deaf], ids=lambda choose: choose.__name__)
def test_another_thread_stops_it(choose: Callable[[View], str]) -> None:
    """Whether it waits, works, or does not listen at first."""
    thinking, began = Thinking(), time.monotonic()
    timer = threading.Timer(0.1, thinking.stop)
    timer.start()
    assert thinking.run(choose, VIEW) is None
    timer.join()
    assert 0.1 <= time.monotonic() - began < 30


@pytest.mark.parametrize("choose", [sleeping, counting, deaf], ids=lambda choose: choose.__name__)
def test_time_stops_it(choose: Callable[[View], str]) -> None:
    """When it is up."""
    began = time.monotonic()
    assert Thinking().run(choose, VIEW, 0.1) is None
    assert 0.1 <= time.monotonic() - began < 30


def test_what_is_stopped_before_is_not_begun() -> None:
    """It has no answer."""
    thinking = Thinking()
    thinking.stop()
    assert thinking.run(lambda _: pytest.fail("was begun"), VIEW) is None


def test_what_is_done_in_time_has_its_answer() -> None:
    """And a stop that comes late stops nothing, nor the next thinking; an error is the asker's."""
    late, next_one = Thinking(), Thinking()
    assert late.run(lambda view: view, VIEW, 60) is VIEW
    late.stop()
    assert next_one.run(napping, VIEW) is VIEW
    with pytest.raises(ZeroDivisionError):
        Thinking().run(lambda _: 1 / 0, VIEW)


def test_an_import_is_not_cut_in_two(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is done before the thinking ends, or nothing could use the module any more."""
    (tmp_path / "slow_to_import.py").write_text("import time\ntime.sleep(0.5)\nDONE = True\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)

    def choose(view: View) -> str:
        importlib.import_module("slow_to_import")
        return sleeping(view)

    began = time.monotonic()
    assert Thinking().run(choose, VIEW, 0.1) is None
    assert time.monotonic() - began < 30
    assert sys.modules.pop("slow_to_import").DONE


def test_a_stray_signal_stops_nothing() -> None:
    """It comes from somebody else."""

    def choose(view: View) -> View:
        signal.raise_signal(signal.SIGALRM)
        return view

    assert Thinking().run(choose, VIEW) is VIEW
    signal.raise_signal(signal.SIGALRM)


def test_elsewhere_it_ends_when_it_is_done() -> None:
    """In another thread no signal can reach it."""
    answers: list[object] = []

    there = Thinking()

    def work() -> None:
        with stoppable():
            answers.append(there.run(napping, VIEW, 0.01))

    thread = threading.Thread(target=work)
    thread.start()
    there.stop()
    assert Thinking().run(napping, VIEW) is VIEW, "what goes on here is not stopped for it"
    thread.join(30)
    assert answers in ([VIEW], [None])


def test_thinking_in_another_thread_does_not_keep_it_from_being_stopped() -> None:
    """Though that has begun later, and is done in its own time."""
    other = threading.Timer(0.1, lambda: Thinking().run(napping, VIEW))
    other.start()
    began = time.monotonic()
    assert Thinking().run(sleeping, VIEW, 0.2) is None
    assert time.monotonic() - began < 30
    other.join()
