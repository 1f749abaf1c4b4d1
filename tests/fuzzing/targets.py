"""What a fuzzer feeds with bytes: a target for everything that reads what strangers wrote.

Each target takes any bytes and holds the reader to one property: it gives a value that survives a round trip through
its own text or file, or raises an error of ours that can be shown; nothing else is ever raised.  What of the bytes
chooses between ways to read (rules, say) is the first one.

Not here: unpickling.  Crescent unpickles nothing that it reads (docs/security.md), and what unpickling a position or a
record calls, `Position.from_row` and `Record`, is reached by the targets `row` and `record`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar

from crescent import Card, CrescentError, GameCode, Move, Position, Record, Rules, View, variants
from crescent.agents.options import AgentName
from crescent.agents.registry import describe
from crescent.bench.results import read_line as read_game
from crescent.bench.store import read_games
from crescent.cli.orders import read_order
from crescent.engine import Session, Speaker
from crescent.engine.framing import LONGEST_COMMAND, Command, LineSplitter, ReplyHead
from crescent.engine.session import FAULT_OF_OURS
from crescent.survey import read_results
from crescent.survey.results import read_line as read_deal

T = TypeVar("T")

RULES: Final = (
    *(variants[name].rules for name in ("normal", "hidden", "relaxed", "classic")),
    Rules(redeals=99, pile_capacity=6, face_down=True, wrap=False, foundation_to_pile=True),
)

FOLDER: Final = tempfile.TemporaryDirectory(prefix="crescent-fuzz-")


def read(reader: Callable[[], T]) -> T | None:
    """What a reader gives; None where it refuses by an error of ours, which can be shown."""
    try:
        return reader()
    except CrescentError as error:
        message = str(error)
        assert message.isprintable(), message
        assert len(message) < 100_000
        return None


def text_of(data: bytes) -> str:
    """Bytes as a text, so that each text can be had: those that are no UTF-8 become lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def rules_of(data: bytes) -> tuple[Rules, bytes]:
    """The rules that the first byte chooses, and the other bytes."""
    return RULES[data[0] % len(RULES)] if data else RULES[0], data[1:]


def file_of(data: bytes) -> Path:
    """A file that holds these bytes; always the same one."""
    path = Path(FOLDER.name) / "input"
    path.write_bytes(data)
    return path


def code(data: bytes) -> None:
    """A game code."""
    found = read(lambda: GameCode.parse(text_of(data)))
    if found is not None:
        assert GameCode.parse(str(found)) == found


def card(data: bytes) -> None:
    """A card."""
    found = read(lambda: Card.parse(text_of(data)))
    if found is not None:
        assert Card.parse(str(found)) is found


def move(data: bytes) -> None:
    """A move."""
    found = read(lambda: Move.parse(text_of(data)))
    if found is not None:
        assert Move.parse(str(found)) == found


def position(data: bytes) -> None:
    """A position, and the same text as a player's view."""
    rules, rest = rules_of(data)
    text = text_of(rest)
    found = read(lambda: Position.parse(text, rules))
    if found is not None:
        assert Position.parse(str(found), rules) == found == Position.from_row(found.row, rules)
        check_legal(found)
    view = read(lambda: View.parse(text, rules))
    if view is not None:
        assert View.parse(str(view), rules) == view == View.from_row(view.row, rules)


def check_legal(found: Position) -> None:
    """What is listed as legal is not refused, and can be played."""
    for each in found.legal_moves():
        assert found.refusal(each) is None
        after = found.play(each)
        assert Position.from_row(after.row, found.rules) == after


def row(data: bytes) -> None:
    """A row of bytes."""
    rules, rest = rules_of(data)
    found = read(lambda: Position.from_row(rest, rules))
    if found is not None:
        assert found.row == rest
        assert Position.parse(str(found), rules) == found
    view = read(lambda: View.from_row(rest, rules))
    if view is not None:
        assert view.row == rest
        assert View.parse(str(view), rules) == view


def record(data: bytes) -> None:
    """A record."""
    found = read(lambda: Record.parse(text_of(data)))
    if found is not None:
        check_record(found)


def record_file(data: bytes) -> None:
    """A record's file."""
    path = file_of(data)
    found = read(lambda: Record.load(path))
    if found is not None:
        check_record(found)
        found.save(path)
        assert Record.load(path) == found


def check_record(found: Record) -> None:
    """It survives its own text, and ends where its moves lead."""
    text = str(found)
    again = Record.parse(text)
    assert again == found
    assert str(again) == text
    assert again.end == found.end


class First:
    """Plays the first legal move."""

    def choose(self, view: View) -> Move:
        """The first."""
        return view.legal_moves()[0]


def protocol(data: bytes) -> None:
    """What `crescent engine` is sent: lines of commands, each answered by one reply in ASCII."""
    session = Session(Speaker("fuzzed", "1", lambda _seed, _nodes: First(), lambda view: view.legal_moves()[-1], str))
    splitter = LineSplitter(LONGEST_COMMAND)
    for line in [*splitter.feed(data), *splitter.end()][:20]:
        command = Command.of_line(line)
        if command is None:
            continue
        if not command.fault:
            words = " ".join(filter(None, (command.number, command.name, *command.arguments)))
            assert Command.of_line(LineSplitter(2**20).feed(words.encode() + b"\n")[0]) == command
        reply = session.obey(command)
        assert FAULT_OF_OURS not in reply.text, reply.text
        written = reply.lines(command.number)
        assert written.isascii()
        assert written.endswith("\n\n")
        assert written.count("\n\n") == 1


def reply(data: bytes) -> None:
    """What an engine answers: the head of a reply, and the move in it."""
    for line in LineSplitter(2**16).feed(data + b"\n"):
        head = ReplyHead.of_text(line.text)
        if head is not None:
            sign = "=" if head.is_done else "?"
            again = ReplyHead.of_text(f"{sign}{head.number} {head.text}")
            assert again == head
            read(partial(Move.parse, head.text))


def agent(data: bytes) -> None:
    """An agent's name with options; none is made, so that no program is started."""
    text = text_of(data)
    found = read(lambda: AgentName.parse(text))
    if found is not None:
        assert AgentName.parse(str(found)) == found
        read(lambda: describe(text))


def order(data: bytes) -> None:
    """A line typed at the shell."""
    read(lambda: read_order(text_of(data)))


def survey(data: bytes) -> None:
    """A file of a survey's results, and a line of it."""
    deal = read_deal(data)
    assert deal is None or read_deal(deal.line().encode()) == deal
    path = file_of(data)
    found = read(lambda: read_results(path))
    if found is not None:
        asked, results = found
        assert len({result.deal for result in results}) == len(results)
        assert asked.header()


def bench(data: bytes) -> None:
    """A file of a bench's games, and a line of it."""
    game = read_game(data)
    assert game is None or read_game(game.line().encode()) == game
    path = file_of(data)
    found = read(lambda: read_games(path))
    if found is not None:
        asked, results = found
        assert len({result.key for result in results}) == len(results)
        assert asked.header()


def weights(data: bytes) -> None:
    """A file of the policy's weights."""
    from crescent.policy.weights import load, save

    path = file_of(data)
    found = read(lambda: load(path))
    if found is not None:
        copy = path.with_suffix(".npz")
        save(copy, found)
        assert load(copy).network.shape == found.network.shape


def games(data: bytes) -> None:
    """The terminal app's file of games."""
    from crescent.tui.store import Store

    path = Path(FOLDER.name) / "games.sqlite3"
    for old in path.parent.glob("games.sqlite3*"):
        old.unlink()
    path.write_bytes(data)
    read(lambda: look_through(Store(path)))


def look_through(store: Any) -> None:  # noqa: ANN401  what the extra `tui` brings
    """Ask a store for all it has."""
    with store:
        read(store.running)
        read(store.statistics)


@lru_cache(maxsize=1)
def environments() -> tuple[Any, Any, bytes]:
    """A single and a vector environment of the hidden variant, and the row that they begin with."""
    from crescent_gym import CrescentEnv, CrescentVectorEnv

    single, vector = CrescentEnv(variant="hidden"), CrescentVectorEnv(1, variant="hidden")
    single.reset(options={"code": "CR1-H-AAAAAAB"})
    return single, vector, single.state().tobytes()


def state(data: bytes) -> None:
    """What is put into environments: rows, and the options of `reset`; a refusal leaves them as they were."""
    import numpy as np

    single, vector, start = environments()
    vector.reset(options={"code": "CR1-H-AAAAAAB"})
    for env in (single, vector):
        env.set_state(np.frombuffer(start, np.uint8).copy().reshape(env.state().shape))
    given = np.frombuffer(data[1:], np.uint8).copy()
    option = {0: "code", 1: "position"}.get(data[0] % 3 if data else 2)
    if option is None:
        asks: tuple[Callable[[], Any], ...] = (
            lambda: single.set_state(given),
            lambda: vector.set_state(given[np.newaxis]),
        )
    else:
        options = {option: text_of(data[1:])}
        asks = (lambda: single.reset(options=options), lambda: vector.reset(options=options))
    answers = [read(ask) for ask in asks]
    assert (answers[0] is None) == (answers[1] is None)
    assert single.state().tobytes() == vector.state().tobytes()
    if answers[0] is None:
        assert single.state().tobytes() == start
    elif option is None:
        assert single.state().tobytes() == given.tobytes()


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    target.__name__: target
    for target in (
        code,
        card,
        move,
        position,
        row,
        record,
        record_file,
        protocol,
        reply,
        agent,
        order,
        survey,
        bench,
        weights,
        games,
        state,
    )
}
