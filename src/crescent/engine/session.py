"""The commands of the line protocol, as the end that plays understands them.

Nothing here reads or writes: `Session.obey` takes a `Command` and gives a `Reply`, whatever the command is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final, Protocol

from crescent.engine.board import USAGE as POSITION
from crescent.engine.board import Board, sentence
from crescent.engine.errors import RefusedCommandError
from crescent.engine.framing import PROTOCOL, Command, Reply
from crescent.engine.limits import limits_of, number
from crescent.engine.thinking import Thinking
from crescent.errors import CrescentError, shown
from crescent.moves import Move
from crescent.view import View


class Player(Protocol):
    """What chooses the moves: any agent."""

    def choose(self, view: View) -> Move:
        """A legal move."""
        ...


@dataclass(frozen=True)
class Speaker:
    """Whom the protocol is spoken for.

    Attributes:
        name: what `name` answers.
        version: what `version` answers.
        make: makes the player of a game by a seed, or by None for one that plays differently every time; and by the
            nodes that it may search for a move, or by None for as many as it likes.
        hasty: a move at once, where a player is stopped before it has one.
        show: the board in characters.
        seed: the seed until `setoption seed` sets another.
        counts_nodes: whether a number of nodes makes any difference to the player.
    """

    name: str
    version: str
    make: Callable[[int | None, int | None], Player]
    hasty: Callable[[View], Move]
    show: Callable[[View], str]
    seed: int | None = None
    counts_nodes: bool = False


FAULT_OF_OURS: Final = "this engine has a fault, please report it"
"""How a reply begins that should never be seen."""

HIGHEST_SEED: Final = 2**128 - 1


class Session:
    """A talk with whoever asks.

    The board is what `position` says, whatever was there before.  The player stays, with all that it remembers, until
    `newgame`, `setoption seed`, a `position code` that names another deal than the last one did, or a `go` with another
    number of nodes, where the player counts them.
    """

    def __init__(self, speaker: Speaker) -> None:
        """Make the first player.

        Raises:
            Exception: whatever `speaker.make` raises.
        """
        self._speaker = speaker
        self._seed = speaker.seed
        self._nodes: int | None = None
        self._player = speaker.make(speaker.seed, None)
        self._board: Board | None = None
        self._deal: str = ""
        self._thinking = Thinking()
        self.has_left: bool = False

    def obey(self, command: Command, thinking: Thinking | None = None) -> Reply:
        """Do what `command` says; `thinking` is what may stop a `go`."""
        if command.fault:
            return Reply(False, command.fault)
        known = COMMANDS.get(command.name)
        if known is None:
            return Reply(False, f"unknown command {shown(command.name)}; say commands or help")
        try:
            self._thinking = thinking or Thinking()
            return Reply(True, known.does(self, command.arguments))
        except CrescentError as error:
            return Reply(False, " ".join(sentence(error).split()))
        except Exception as error:  # a fault of ours; the talk goes on all the same
            return Reply(False, f"{FAULT_OF_OURS}: {_in_a_line(error)}")

    def close(self) -> None:
        """Part with the player."""
        close = getattr(self._player, "close", None)
        if callable(close):
            close()

    # ------------------------------------------------------------ about itself

    def _protocol(self, _words: Words) -> str:
        return str(PROTOCOL)

    def _name(self, _words: Words) -> str:
        return self._speaker.name

    def _version(self, _words: Words) -> str:
        return self._speaker.version

    def _commands(self, _words: Words) -> str:
        return "\n".join(COMMANDS)

    def _known(self, words: Words) -> str:
        return "true" if _only(words, "known_command COMMAND") in COMMANDS else "false"

    def _help(self, words: Words) -> str:
        names = words or tuple(COMMANDS)
        return "\n".join(f"{COMMANDS[name].usage}: {COMMANDS[name].tells}" for name in names if name in COMMANDS)

    def _setoption(self, words: Words) -> str:
        if len(words) != 2 or words[0] != "seed":
            raise RefusedCommandError("there is one option: say setoption seed N")
        self._renew(number("a seed", words[1], HIGHEST_SEED), self._nodes)
        return ""

    def _newgame(self, _words: Words) -> str:
        self._renew(self._seed, self._nodes)
        return ""

    def _renew(self, seed: int | None, nodes: int | None) -> None:
        """Go on with a new player; where that cannot be made, all stays as it is."""
        with _players_faults():
            player = self._speaker.make(seed, nodes)
            self.close()
        self._player, self._seed, self._nodes = player, seed, nodes

    def _stop(self, _words: Words) -> str:
        return ""  # it was done when the line came in; what it stopped is answered before

    def _quit(self, _words: Words) -> str:
        self.has_left = True
        return ""

    # ------------------------------------------------------------ the board

    def _position(self, words: Words) -> str:
        board = Board.of_words(words)
        if board.code is not None and self._deal not in ("", str(board.code)):
            self._newgame(())
        self._deal = str(board.code) if board.code else self._deal
        self._board = board
        return ""

    @property
    def _there(self) -> Board:
        if self._board is None:
            raise RefusedCommandError(f"there is no position yet: say position {POSITION}")
        return self._board

    def _legal(self, _words: Words) -> str:
        return " ".join(map(str, self._there.view.legal_moves()))

    def _refusal(self, words: Words) -> str:
        return str(self._there.refusal(_only(words, "refusal MOVE")) or "legal")

    def _play(self, words: Words) -> str:
        return self._there.play(_only(words, "play MOVE"))

    def _undo(self, _words: Words) -> str:
        return self._there.undo()

    def _redeal(self, _words: Words) -> str:
        return self._there.play("R")

    def _status(self, _words: Words) -> str:
        return "\n".join(f"{name} {value}" for name, value in self._there.status().items())

    def _show(self, words: Words) -> str:
        view = self._there.view
        if not words:
            return f"\n{self._speaker.show(view)}"
        if words != ("svg",):
            raise RefusedCommandError("say show, or show svg")
        return view._repr_svg_().encode("ascii", "xmlcharrefreplace").decode("ascii")

    def _go(self, words: Words) -> str:
        """A move: the player's, or a hasty one where it was stopped before it had one."""
        view, limits = self._there.view, limits_of(words, COMMANDS["go"].usage)
        legal = view.legal_moves()
        if not legal:
            raise RefusedCommandError(f"there is no move: the game is {view.outcome}")
        if limits.legal is not None and limits.legal != frozenset(legal):
            raise RefusedCommandError(f"these are not the legal moves; they are {' '.join(map(str, legal))}")
        if self._speaker.counts_nodes and limits.nodes != self._nodes:
            self._renew(self._seed, limits.nodes)
        seconds = None if limits.movetime is None else limits.movetime / 1000
        with _players_faults():
            move = self._thinking.run(self._player.choose, view, seconds)
        if move is None:
            return str(self._speaker.hasty(view))
        if not isinstance(move, Move):
            raise RefusedCommandError(f"the player failed: it chose {type(move).__name__} instead of a Move")
        refusal = view.refusal(move)
        if refusal is not None:
            raise RefusedCommandError(f"the player failed: {move} is illegal: {refusal}")
        return str(move)


Words = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """A command: what does it, how it is said, what it is for."""

    does: Callable[[Session, Words], str]
    usage: str
    tells: str


COMMANDS: Final[Mapping[str, Known]] = {
    known.usage.split()[0]: known
    for known in (
        Known(Session._protocol, "protocol", "the number of the protocol, 1"),
        Known(Session._name, "name", "who plays"),
        Known(Session._version, "version", "of the program"),
        Known(Session._commands, "commands", "the names of all commands, a line each"),
        Known(Session._commands, "list_commands", "the same"),
        Known(Session._known, "known_command COMMAND", "true or false"),
        Known(Session._help, "help [COMMAND]", "what the commands are for"),
        Known(Session._setoption, "setoption seed N", "play by this seed, from a new game on"),
        Known(Session._newgame, "newgame", "forget the games before; the position stays"),
        Known(Session._position, f"position {POSITION}", "set the position"),
        Known(Session._legal, "legal", "the legal moves"),
        Known(Session._refusal, "refusal MOVE", "why a move is not legal, or: legal"),
        Known(Session._play, "play MOVE", "play a move; answers it"),
        Known(Session._undo, "undo", "take the last move back; answers it"),
        Known(Session._redeal, "redeal", "the same as play R"),
        Known(Session._show, "show [svg]", "the board in characters, or as a picture"),
        Known(Session._status, "status", "what there is to know of the game, a line each"),
        Known(Session._go, "go [nodes N] [movetime MS] [legal MOVE ...]", "choose a move; it is not played"),
        Known(Session._stop, "stop", "answer the go that is going on now"),
        Known(Session._quit, "quit", "end"),
    )
}


@contextmanager
def _players_faults() -> Iterator[None]:
    """Within it whatever is raised refuses the command: a player is foreign code and may raise anything at all.

    Raises:
        RefusedCommandError: something was raised that is no error of this library.
    """
    try:
        yield
    except CrescentError:
        raise
    except Exception as error:
        raise RefusedCommandError(f"the player failed: {_in_a_line(error)}") from error


def _in_a_line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _only(words: Words, usage: str) -> str:
    """The only word.

    Raises:
        RefusedCommandError: there are none, or several.
    """
    if len(words) != 1:
        raise RefusedCommandError(f"say {usage}")
    return words[0]
