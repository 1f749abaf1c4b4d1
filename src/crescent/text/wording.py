"""What a language must provide: the words for cards, places, refusals, outcomes, errors and everything the app says.

A `Wording` is data and complete from the start: one that lacks a text, or whose texts do not take what they are
given, cannot be made.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from crescent.cards import Card, Rank
from crescent.errors import InvalidValueError, WrongTypeError
from crescent.faults import FAULTS, Fault, placeholders
from crescent.moves import Direction, Pile, Place
from crescent.outcome import Outcome
from crescent.refusals import Reason, Refusal


class Message(Enum):
    """Everything the app says that is no noun, refusal or outcome, each with the placeholders that its text takes."""

    placeholders: frozenset[str]

    def __new__(cls, name: str, placeholders: str = "") -> Message:
        """The member with this value; `placeholders` are names, separated by spaces."""
        self = object.__new__(cls)
        self._value_ = name
        self.placeholders = frozenset(placeholders.split())
        return self

    # the game at the prompt
    STATUS = "status", "game moves time redeals"
    PLAYED = "played", "move card onto"
    REDEALT = "redealt", "redeals"
    UNDONE = "undone", "move"
    REDONE = "redone", "move"
    SELECTED = "selected", "card place"
    SELECTED_IN_VAIN = "selected-in-vain", "card place"
    STILL_SELECTED = "still-selected", "card place"
    UNSELECTED = "unselected"
    WON = "won", "moves time"
    BLOCKED = "blocked"
    BLOCKED_UNDO = "blocked-undo"
    BLOCKED_NEW = "blocked-new"
    REFUSED = "refused"
    NOTHING_TO_UNDO = "nothing-to-undo"
    NOTHING_TO_REDO = "nothing-to-redo"
    LEGAL_MOVES = "legal-moves"
    NO_LEGAL_MOVES = "no-legal-moves"
    PILES_HEAD = "piles-head"
    PILE_EMPTY = "pile-empty"
    RULES_ON = "rules-on"
    RULES_OFF = "rules-off"
    SAVED = "saved", "file"
    INTERRUPTED = "interrupted"
    NARROW = "narrow", "columns width"
    HELP = "help"
    HELP_HINT = "help-hint"
    # lines that the prompt cannot read
    UNKNOWN_COMMAND = "unknown-command", "text"
    LINE_UNREADABLE = "line-unreadable", "text"
    LINE_TOO_LONG = "line-too-long", "limit"
    INPUT_TOO_LONG = "input-too-long", "limit"
    NO_SUCH_PILE = "no-such-pile", "text"
    NOTHING_SELECTED = "nothing-selected"
    SAVE_WHERE = "save-where"
    RULES_HOW = "rules-how"
    # options and arguments
    CHOOSE_ONE = "choose-one", "options"
    NUMBER_RANGE = "number-range", "option value low high"
    MOVES_NEED_CODE = "moves-need-code"
    # records
    RECORD_DIVERGES = "record-diverges", "where refusal"
    AT_MOVE = "at-move", "number move"
    AT_REDEAL = "at-redeal", "number"
    IN_LINE = "in-line", "line"
    PLY = "ply", "number total move"
    PRESS_ENTER = "press-enter"
    LABEL_CODE = "label-code"
    LABEL_POSITION = "label-position"
    LABEL_VARIANT = "label-variant"
    LABEL_RESULT = "label-result"
    LABEL_MOVES = "label-moves"
    LABEL_REDEALS = "label-redeals"
    LABEL_TIME = "label-time"
    RESULT_OPEN = "result-open"
    # the lists of variants and agents, and agents at play
    RULE_CAPACITY = "rule-capacity", "cards"
    RULE_NO_LIMIT = "rule-no-limit"
    RULE_FACE_DOWN = "rule-face-down"
    RULE_NO_WRAP = "rule-no-wrap"
    RULE_TO_PILE = "rule-to-pile"
    WATCHED = "watched", "result moves cards"
    RECORD_EACH = "record-each", "option each"
    LIMIT_REACHED = "limit-reached", "plies"
    NOTHING_PLAYED = "nothing-played", "file"
    WATCH_AGAIN = "watch-again", "command"
    # the terminal app's command
    NO_TERMINAL = "no-terminal", "option"
    SERVING = "serving", "url"
    SERVING_ALL = "serving-all"
    PAGE_ENDED = "page-ended"
    PAGE_AGAIN = "page-again"
    URL_FORM = "url-form", "option value"
    CANNOT_LISTEN = "cannot-listen", "host port reason"
    # errors
    ERROR = "error", "reason"
    NOT_A_MOVE = "not-a-move", "text"
    NOT_A_CODE = "not-a-code", "text reason"
    NOT_A_POSITION = "not-a-position", "reasons text"
    UNKNOWN_NAME = "unknown-name", "kind name"
    NOT_AN_AGENT = "not-an-agent", "text reason"
    AGENT_UNSUITED = "agent-unsuited", "name"
    AGENT_NOT_FOR = "agent-not-for", "variants"
    OPTION_INTEGER = "option-integer"
    OPTION_NUMBER = "option-number"
    OPTION_FLAG = "option-flag"
    OPTION_TEXT = "option-text"
    ENGINE_ERROR = "engine-error", "command reason"
    ENGINE_ERROR_IN = "engine-error-in", "command reason position"
    ENGINE_HINT = "engine-hint"
    DID_YOU_MEAN = "did-you-mean", "names"
    KNOWN_NAMES = "known-names", "names"
    FILE_ERROR = "file-error", "file reason"
    RECORD_ERROR = "record-error", "reason"
    STANDARD_INPUT = "standard-input"
    STANDARD_OUTPUT = "standard-output"
    # pictures, and the page that steps through them
    PICTURES_SAVED = "pictures-saved", "count folder"
    MISSING_EXTRA = "missing-extra", "extra"
    TOO_MANY_PICTURES = "too-many-pictures", "option most count"
    PAGE_FIRST = "page-first"
    PAGE_BACK = "page-back"
    PAGE_PLAY = "page-play"
    PAGE_FORWARD = "page-forward"
    PAGE_LAST = "page-last"
    PAGE_SLIDER = "page-slider"
    PAGE_KEYS = "page-keys"
    PAGE_NO_SCRIPT = "page-no-script"
    # the solver and hints
    CARDS_FACE_DOWN = "cards-face-down", "option"
    SEARCHING = "searching", "nodes cards time"
    SHORTENING = "shortening", "moves time"
    SOLVED = "solved", "moves redeals nodes seconds"
    UNSOLVABLE = "unsolvable", "nodes seconds"
    UNSOLVED = "unsolved", "nodes seconds"
    SHORTENED = "shortened", "moves seconds"
    BEST_LINE = "best-line", "cards"
    NOTHING_WON = "nothing-won", "file"
    HINT_MOVE = "hint-move", "move card onto"
    HINT_REDEAL = "hint-redeal", "move"
    WINNABLE_LINE = "winnable-line", "moves"
    WINNABLE_YES = "winnable-yes"
    WINNABLE_NO = "winnable-no"
    WINNABLE_UNKNOWN = "winnable-unknown"
    WINNABLE_HIDDEN = "winnable-hidden", "unknown samples won lost agreeing"
    DEAL_WINNABLE = "deal-winnable", "moves"
    NO_WINNABLE_DEAL = "no-winnable-deal", "count"
    WINNABLE_OPEN = "winnable-open", "variant"
    DEALS_TRIED = "deals-tried", "count"
    # surveys
    DEALS_FORM = "deals-form", "option value most high"
    SHARD_FORM = "shard-form", "option value"
    SURVEY_RESUMED = "survey-resumed", "file done total"
    SURVEY_KEPT = "survey-kept", "file done total"
    SURVEY_PROGRESS = "survey-progress", "bar done total rate left unsolved"
    SURVEY_HEAD = "survey-head", "variant redeals nodes seed deals"
    SURVEY_SECONDS = "survey-seconds", "seconds"
    SHARE_INTERVAL = "share-interval", "low high"
    LABEL_SOLVED = "label-solved"
    LABEL_UNSOLVABLE = "label-unsolvable"
    LABEL_UNKNOWN = "label-unknown"
    LABEL_NODES = "label-nodes"
    LABEL_SECONDS = "label-seconds"
    LEAST = "least"
    MEDIAN = "median"
    MOST = "most"
    MEAN = "mean"
    NOT_SOLVED_DEALS = "not-solved-deals"
    AND_MORE = "and-more", "count"
    DECIMAL_MARK = "decimal-mark"
    # the bench
    BENCH_DEALS_FORM = "bench-deals-form", "option value most high sets"
    OPTION_NEEDED = "option-needed", "option"
    GIVEN_TWICE = "given-twice", "option value"
    GIVEN_TOO_OFTEN = "given-too-often", "option most"
    OPTION_TOO_LONG = "option-too-long", "option limit"
    SET_FIXES = "set-fixes", "option set"
    AGENT_WITHOUT_GAMES = "agent-without-games", "agent"
    BENCH_RESUMED = "bench-resumed", "file done total"
    BENCH_KEPT = "bench-kept", "file done total"
    BENCH_PROGRESS = "bench-progress", "bar done total rate left won failed"
    EXPORT_READING = "export-reading", "bar done total rate left"
    EXPORT_PLAYING = "export-playing", "bar done total rate left"
    EXPORT_WRITING = "export-writing", "bar done total rate left"
    BENCH_HEAD = "bench-head", "variant redeals limit seconds seed"
    LABEL_GAMES = "label-games"
    LABEL_WON = "label-won"
    PLOT_WON = "plot-won"
    PLOT_CARDS = "plot-cards"
    LABEL_CARDS_HOME = "label-cards-home"
    LABEL_REDEALS_USED = "label-redeals-used"
    LABEL_STOPPED = "label-stopped"
    LABEL_FAILED = "label-failed"
    LABEL_TIME_A_MOVE = "label-time-a-move"
    MEAN_INTERVAL = "mean-interval", "low high"
    COMPARED_WON = "compared-won", "first second deals difference low high"
    COMPARED_CARDS = "compared-cards", "first second mean interval"
    COMPARED_PAIRS = "compared-pairs", "first second both only_first only_second neither"
    LOST_BY_FAULT = "lost-by-fault"
    FAILURE_NOT_MADE = "failure-not-made"
    FAILURE_ILLEGAL_MOVE = "failure-illegal-move"
    FAILURE_NO_MOVE = "failure-no-move"
    FAILURE_ERROR = "failure-error"
    FAILURE_TIMEOUT = "failure-timeout"
    FAILURE_CRASH = "failure-crash"
    # the terminal app
    TUI_NEW = "tui-new"
    TUI_AGAIN = "tui-again"
    TUI_CODE = "tui-code"
    TUI_UNDO = "tui-undo"
    TUI_REDO = "tui-redo"
    TUI_REDEAL = "tui-redeal", "count"
    TUI_HINT = "tui-hint"
    TUI_HOME = "tui-home"
    TUI_RULES = "tui-rules"
    TUI_OVERVIEW = "tui-overview"
    TUI_STATISTICS = "tui-statistics"
    TUI_LANGUAGE = "tui-language"
    TUI_THEME = "tui-theme"
    TUI_HELP = "tui-help"
    TUI_QUIT = "tui-quit"
    TUI_CLOSE = "tui-close"
    TUI_DEAL = "tui-deal"
    TUI_ASK_CODE = "tui-ask-code"
    TUI_STOPPED = "tui-stopped"
    TUI_SEARCHING = "tui-searching"
    TUI_RESUMED = "tui-resumed"
    TUI_UNSAVED = "tui-unsaved", "reason"
    TUI_PLAYED = "tui-played"
    TUI_WON = "tui-won"
    TUI_BEST_TIME = "tui-best-time"
    TUI_BEST_MOVES = "tui-best-moves"
    TUI_STREAK = "tui-streak"
    TUI_LONGEST = "tui-longest"
    TUI_ALL = "tui-all"
    TUI_OVERVIEW_HEAD = "tui-overview-head"
    TUI_AT_HOME = "tui-at-home"
    TUI_UNSEEN = "tui-unseen"
    TUI_HELP_TEXT = "tui-help-text"


class Noun(Enum):
    """What the app counts, with its place in the sentence where languages have other forms for another place."""

    MOVE = "move"
    MOVE_AFTER_WITH = "move-after-with"
    PLY_AFTER_AFTER = "ply-after-after"
    REDEAL = "redeal"
    REDEAL_ALONE = "redeal-alone"
    CARD = "card"


@dataclass(frozen=True)
class Wording:
    """All texts of one language.

    Attributes:
        language: its name, as in `de`.
        ranks: what stands on a card of each rank.
        refusals: why a move is refused.
        faults: what is wrong with a code, a position, a record or a file; each text has the very placeholders of the
            fault's own sentence, `{name!r}` for a foreign text among them.
        outcomes: how a game ended, in a word or two.
        nouns: none, one and many of each noun; `{count}` is the number, and need not be there.
        kinds: what the registries hold, by the registry's own word for it ("variant").
        pile: the name of a pile, with `{number}`.
        foundations: the name of a foundation of each direction, with `{suit}`.
        messages: everything else.
        descriptions: of variants and agents, by the registry's word ("variant") and the name; what is not here is
            described by itself, in English.

    Raises:
        WordingError: a text is missing, is no text, or has other placeholders than it is given.
    """

    language: str
    ranks: Mapping[Rank, str]
    refusals: Mapping[Reason, str]
    faults: Mapping[Fault, str]
    outcomes: Mapping[Outcome, str]
    nouns: Mapping[Noun, tuple[str, str, str]]
    kinds: Mapping[str, str]
    pile: str
    foundations: Mapping[Direction, str]
    messages: Mapping[Message, str]
    descriptions: Mapping[tuple[str, str], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check that everything is there and takes what it is given."""
        faults = _faults(self)
        if faults:
            raise WordingError(self.language, faults)

    def say(self, message: Message, **values: object) -> str:
        """The text of `message` with `values` in its placeholders."""
        return self.messages[message].format(**values)

    def count(self, number: int, noun: Noun) -> str:
        """`number` things, as in "1 move", "2 moves"."""
        none, one, many = self.nouns[noun]
        return (many if number > 1 else one if number else none).format(count=number)

    def card(self, card: Card | None, *, unicode: bool = True) -> str:
        """A card as people read it, `10♥` (or `10H` in ASCII); None is a card that the player has not seen: `??`."""
        if card is None:
            return "??"
        return self.ranks[card.rank] + (card.suit.symbol if unicode else card.suit.letter)

    def place(self, place: Place, *, unicode: bool = True) -> str:
        """The name of a pile or a foundation."""
        if isinstance(place, Pile):
            return self.pile.format(number=place.number)
        suit = place.suit.symbol if unicode else place.suit.letter
        return self.foundations[place.direction].format(suit=suit)

    def refusal(self, refusal: Refusal) -> str:
        """Why a move is refused."""
        return self.refusals[refusal.reason]

    def described(self, kind: str, name: str, own: str) -> str:
        """The description of a variant or an agent in this language, or else its `own`."""
        return self.descriptions.get((kind, name), own)

    def duration(self, seconds: float) -> str:
        """Seconds as `m:ss`, from an hour on `h:mm:ss`; begun seconds do not count."""
        minutes, rest = divmod(int(seconds), 60)
        hours, minutes = divmod(minutes, 60)
        return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class WordingError(InvalidValueError):
    """A language whose texts are not complete, or do not take what they are given; every fault is listed."""

    def __init__(self, language: str, faults: list[str]) -> None:
        """Keep the `language` and all `faults`, a sentence each."""
        super().__init__(language, faults)
        self.language = language
        self.faults: tuple[str, ...] = tuple(faults)

    def __str__(self) -> str:
        """List every fault."""
        return f"the language {self.language!r} is not complete: {'; '.join(self.faults)}"


def _faults(wording: Wording) -> list[str]:
    """Everything that is wrong with the texts of a language."""
    if not isinstance(wording.language, str):
        raise WrongTypeError("Wording.language", "a text", wording.language)
    faults = [
        f"no {type(key).__name__} {key.name}"
        for keys, texts in (
            (Rank, wording.ranks),
            (Reason, wording.refusals),
            (FAULTS, wording.faults),
            (Outcome, wording.outcomes),
            (Noun, wording.nouns),
            (Direction, wording.foundations),
            (Message, wording.messages),
        )
        for key in keys
        if key not in texts
    ]
    templates: list[tuple[str, object, frozenset[str]]] = [("pile", wording.pile, frozenset({"number"}))]
    templates += [(f"refusal {key}", text, frozenset()) for key, text in wording.refusals.items()]
    templates += [
        (f"{type(key).__name__} {key.name}", text, placeholders(key.sentence)) for key, text in wording.faults.items()
    ]
    templates += [(f"foundation {key}", text, frozenset({"suit"})) for key, text in wording.foundations.items()]
    templates += [(f"message {key.value}", text, key.placeholders) for key, text in wording.messages.items()]
    for noun, forms in wording.nouns.items():
        templates += [(f"noun {noun.value}", text, placeholders(text) & {"count"}) for text in forms]
    for what, text, expected in templates:
        if not isinstance(text, str) or not text:
            faults.append(f"{what} is no text")
        elif placeholders(text) != expected:
            faults.append(f"{what} takes {sorted(placeholders(text))} instead of {sorted(expected)}")
    return faults
