"""The commands: each does what it says, none is fatal, and a refused one changes nothing."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import GameCode, Move, Position, View, deal, variants
from crescent.agents import make
from crescent.engine.framing import Command, Line, Reply
from crescent.engine.session import COMMANDS, FAULT_OF_OURS, Player, Session, Speaker
from tests.core.junk import spoiled

CODE = "CR1-N-AAAAAAB"
POSITION = f"position code {CODE}"


class Recorder:
    """Plays the first legal move, and keeps what it was asked."""

    def __init__(self, seed: int | None, nodes: int | None) -> None:
        """Nothing was asked yet."""
        self.seed = seed
        self.nodes = nodes
        self.views: list[View] = []
        self.is_closed = False

    def choose(self, view: View) -> Move:
        """The first."""
        self.views.append(view)
        return view.legal_moves()[0]

    def close(self) -> None:
        """Tell."""
        self.is_closed = True


Factory = Callable[[int | None, int | None], Player]


def speaker(factory: Factory, seed: int | None = None, *, counts_nodes: bool = False) -> Speaker:
    """A speaker for a player of this kind."""
    return Speaker(
        name="tester",
        version="7",
        make=factory,
        hasty=lambda view: view.legal_moves()[-1],
        show=lambda view: f"board\n\nof {view.cards_home}",
        seed=seed,
        counts_nodes=counts_nodes,
    )


def ask(session: Session, line: str) -> Reply:
    """The reply to a line."""
    command = Command.of_line(Line(line.encode()))
    assert command is not None
    return session.obey(command)


def says(session: Session, line: str) -> str:
    """The text of the reply to a line that is done."""
    reply = ask(session, line)
    assert reply.is_done, reply.text
    return reply.text


@pytest.fixture
def players() -> list[Recorder]:
    """The players that were made."""
    return []


@pytest.fixture
def session(players: list[Recorder]) -> Session:
    """A session with the recorder."""
    return Session(speaker(recorders(players), 5))


def recorders(players: list[Recorder]) -> Factory:
    """What makes recorders, and keeps them in a list."""

    def factory(seed: int | None, nodes: int | None) -> Recorder:
        players.append(Recorder(seed, nodes))
        return players[-1]

    return factory


def test_it_tells_who_it_is(session: Session) -> None:
    """Name, version, protocol, and all commands."""
    assert [says(session, line) for line in ("name", "version", "protocol")] == ["tester", "7", "1"]
    names = says(session, "commands").splitlines()
    assert names == says(session, "list_commands").splitlines() == list(COMMANDS)
    assert [says(session, f"known_command {name}") for name in (*names, "fly")] == ["true"] * len(names) + ["false"]
    assert len(says(session, "help").splitlines()) == len(names)
    assert says(session, "help undo") == "undo: take the last move back; answers it"


def test_it_plays_takes_back_and_redeals(session: Session) -> None:
    """As a game does; the position is what the moves made of it."""
    says(session, POSITION)
    position = deal(CODE)
    assert says(session, "legal") == " ".join(map(str, position.legal_moves()))
    assert says(session, "play 10 > 14".replace(" > ", ">")) == "10-14"
    assert says(session, "undo") == "10-14"
    assert says(session, "play 15-K") == "15-K"
    assert says(session, "redeal") == "R"
    assert ask(session, "undo") == Reply(False, "there is nothing to undo")
    status = dict(line.split(" ", 1) for line in says(session, "status").splitlines())
    after = position.play("15-K").play("R")
    assert status["position"] == str(after.view())
    assert (status["code"], status["variant"], status["rules"]) == (CODE, "normal", "-")
    assert (status["moves"], status["undo"], status["redeals"], status["home"]) == ("1", "0", "2", "9")
    assert (status["unknown"], status["outcome"]) == ("0", "open")


@pytest.mark.parametrize(
    "line", ["play 1-2", "play soon", "position code CR1", f"{POSITION} moves 15-K 1-2", "position text -", "undo 1"]
)
def test_what_is_refused_changes_nothing(session: Session, line: str) -> None:
    """The position, and what can be taken back, are as before."""
    says(session, f"{POSITION} moves 15-K R")
    before = says(session, "status")
    assert not ask(session, line).is_done
    assert says(session, "status") == before


def test_a_refusal_has_its_reason(session: Session) -> None:
    """Asked for, or met."""
    says(session, POSITION)
    assert says(session, "refusal 15-K") == "legal"
    assert says(session, "refusal 1-2") == "not-same-suit (5H onto QD)"
    assert ask(session, "play 1-2") == Reply(False, "1-2 is illegal: not-same-suit (5H onto QD)")
    assert not ask(session, "refusal soon").is_done


def test_it_shows_the_board(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    """In characters below the sign; as the picture that a notebook would show, in ASCII."""
    says(session, POSITION)
    assert ask(session, "show").lines("3") == "=3\nboard\nof 8\n\n"
    assert not ask(session, "show png").is_done
    picture = ET.fromstring(ask(session, "show svg").text)
    assert (picture.tag, picture[1].text) == ("{http://www.w3.org/2000/svg}svg", str(deal(CODE).view()))
    monkeypatch.setattr(View, "_repr_svg_", lambda _: "<svg>\n\n♠</svg>")
    assert ask(session, "show svg").lines("") == "= <svg>\n&#9824;</svg>\n\n"


@pytest.mark.parametrize("line", ["legal", "refusal R", "play R", "undo", "redeal", "show", "status", "go"])
def test_without_a_position_there_is_nothing_to_do(session: Session, line: str) -> None:
    """It says how to set one."""
    reply = ask(session, line)
    assert not reply.is_done
    assert reply.text.startswith("there is no position yet: say position code CODE")


def test_go_chooses_and_does_not_play(session: Session, players: list[Recorder]) -> None:
    """The player sees the view, hidden cards and all absent."""
    code = GameCode(3, variants["hidden"])
    says(session, f"position code {code}")
    assert says(session, "go") == says(session, "legal").split()[0]
    assert says(session, "go nodes 100 movetime 5000 legal " + says(session, "legal"))
    assert players[0].views == [code.deal().view()] * 2
    assert players[0].views[0].unknown_count == 80


@pytest.mark.parametrize(
    "words",
    ["now", "nodes", "nodes 0", "nodes x", "nodes 1 nodes 2", "movetime -1", "movetime 86400001", "nodes ²", "legal x"],
)
def test_go_refuses_what_it_does_not_understand(session: Session, players: list[Recorder], words: str) -> None:
    """And asks nobody."""
    says(session, POSITION)
    assert not ask(session, f"go {words}").is_done
    assert not players[0].views


def test_go_refuses_other_legal_moves_than_its_own(session: Session) -> None:
    """They mean that the two ends do not talk of the same position; their order does not matter."""
    says(session, POSITION)
    legal = says(session, "legal").split()
    assert ask(session, f"go legal {' '.join(reversed(legal))}").is_done
    for wrong in (legal[1:], [*legal, "1-2"], []):
        assert ask(session, f"go legal {' '.join(wrong)}").text.startswith(
            "these are not the legal moves; they are 1-11"
        )


def test_go_has_nothing_to_choose_where_the_game_is_over(session: Session) -> None:
    """It says how it ended."""
    says(session, f"position text {'/'.join(['QSKS', *'-' * 15])} JKKK AAAA 0")
    assert says(session, "legal") == ""
    assert ask(session, "go") == Reply(False, "there is no move: the game is blocked")


def test_a_player_stays_until_another_game(session: Session, players: list[Recorder]) -> None:
    """Positions of the same deal, and texts, are the same game; another deal, newgame and a seed begin a new one."""
    says(session, POSITION)
    says(session, f"{POSITION} moves 15-K")
    says(session, f"position text {deal(CODE)}")
    says(session, POSITION)
    assert len(players) == 1
    says(session, "position code CR1-N-AAAAAAC")
    assert [player.is_closed for player in players] == [True, False]
    says(session, "newgame")
    says(session, "setoption seed 9")
    assert [player.seed for player in players] == [5, 5, 5, 9]
    assert [player.is_closed for player in players] == [True, True, True, False]
    session.close()
    assert players[-1].is_closed
    assert says(session, "legal"), "the position stays"


def test_another_number_of_nodes_is_another_player(players: list[Recorder]) -> None:
    """Of one that counts them; without a number it may search as much as it likes."""
    session = Session(speaker(recorders(players), 5, counts_nodes=True))
    says(session, POSITION)
    for words in ("", "nodes 7", "nodes 7 movetime 100", "nodes 8", ""):
        says(session, f"go {words}")
    assert [player.nodes for player in players] == [None, 7, 8, None]
    assert {player.seed for player in players} == {5}
    assert [player.is_closed for player in players] == [True, True, True, False]


def test_who_counts_no_nodes_is_not_asked_to(session: Session, players: list[Recorder]) -> None:
    """And stays."""
    says(session, POSITION)
    for words in ("", "nodes 7", "nodes 8"):
        says(session, f"go {words}")
    assert [player.nodes for player in players] == [None]


@pytest.mark.parametrize("words", ["", "seed", "seed -1", "depth 3", "seed x", f"seed {2**128}", "seed 1 2"])
def test_there_is_one_option(session: Session, players: list[Recorder], words: str) -> None:
    """Anything else is refused and changes nothing."""
    assert not ask(session, f"setoption {words}").is_done
    assert len(players) == 1


def test_a_failing_player_fails_a_command() -> None:
    """Whatever it raises, and whatever it answers; the session goes on, as does one whose new player cannot be made."""
    answers: list[object] = [ValueError("no\nidea"), "R", Move.parse("1-2"), Move.parse("15-K")]

    class Failing:
        def choose(self, _view: View) -> Move:
            answer = answers.pop(0)
            if isinstance(answer, Exception):
                raise answer
            return answer  # type: ignore[return-value]  # some are no moves: that is the point

    made: list[int | None] = []

    def factory(seed: int | None, _nodes: int | None) -> Failing:
        made.append(seed)
        if len(made) > 1:
            raise OSError("no model")
        return Failing()

    session = Session(speaker(factory))
    says(session, POSITION)
    assert ask(session, "go").text == "the player failed: ValueError: no idea"
    assert ask(session, "go").text == "the player failed: it chose str instead of a Move"
    assert ask(session, "go").text == "the player failed: 1-2 is illegal: not-same-suit (5H onto QD)"
    assert ask(session, "newgame").text == "the player failed: OSError: no model"
    assert says(session, "go") == "15-K"


def test_a_fault_of_ours_is_told_as_such() -> None:
    """And the talk goes on."""

    def show(_view: View) -> str:
        raise IndexError("list\nindex")

    session = Session(replace(speaker(recorders([])), show=show))
    says(session, POSITION)
    assert ask(session, "show") == Reply(False, f"{FAULT_OF_OURS}: IndexError: list index")
    assert says(session, "go")


def test_an_agent_plays_through_it_as_it_plays_without() -> None:
    """`greedy`, which remembers what it tried, asked move by move with texts."""
    session = Session(speaker(lambda seed, _: make("greedy", seed=seed), 4))
    agent = make("greedy", seed=4)
    position = Position.deal(77, variants["hidden"].rules)
    for _ in range(60):
        says(session, f"position text {position.view()} rules face_down=yes")
        move = agent.choose(position.view())
        assert says(session, "go") == str(move)
        position = position.play(move)


LINES = [
    *COMMANDS,
    POSITION,
    f"{POSITION} moves 2-K 15-K R",
    f"position text {deal(CODE)} rules face_down=no,redeals=3",
    f"position text {deal('CR1-H-AAAAAAB').view()} rules face_down=yes",
    "go nodes 10 movetime 10 legal 1-11 R",
    "play 2-K",
    "refusal SA-SK",
    "known_command go",
    "setoption seed 1",
]


@given(
    st.lists(
        st.one_of(st.sampled_from(LINES), st.sampled_from(LINES).flatmap(spoiled), st.text(max_size=30)), max_size=12
    )
)
def test_no_sequence_of_lines_breaks_it(lines: list[str]) -> None:
    """Every command is answered; after any of them a position can be set, and is the one that was said."""
    rng = random.Random(1)
    session = Session(speaker(lambda seed, _: make("greedy", seed=seed), rng.randrange(9)))
    for line in lines:
        command = Command.of_line(Line(line.encode("utf-8", "surrogatepass")))
        if command is not None:
            reply = session.obey(command)
            assert reply.lines(command.number)
            assert not reply.text.startswith(FAULT_OF_OURS), reply.text
    says(session, POSITION)
    assert says(session, "legal") == " ".join(map(str, deal(CODE).legal_moves()))
