"""What can be wrong with a code, a position, a record, a file, a survey, a store or an agent's options: sets of faults.

    >>> problem = CodeFault.LENGTH(count=6)
    >>> problem.fault, problem.evidence, str(problem)
    (<CodeFault.LENGTH: 'length'>, {'count': 6}, 'it ends in 6 letters instead of 7')

The sentences here are those of the errors themselves, for programs and reports.  `crescent.text` has one for every
fault in every language.
"""

from __future__ import annotations

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from crescent.errors import shown


class _Formatter(string.Formatter):
    """Fills a sentence; `{name!r}` is a foreign text, quoted and cut as `shown` does."""

    def convert_field(self, value: object, conversion: str | None) -> object:
        """`value` as the sentence repeats it."""
        return shown(value) if conversion == "r" else value


def filled(sentence: str, evidence: Mapping[str, object]) -> str:
    """`sentence` with the evidence in its placeholders: `{name}`, or `{name!r}` for a foreign text."""
    return _Formatter().vformat(sentence, (), evidence)


def placeholders(sentence: str) -> frozenset[str]:
    """The placeholders of a sentence as they stand in it, `name` or `name!r`; of a broken one what is wrong with it."""
    try:
        parts = [part for part in string.Formatter().parse(sentence) if part[1] is not None]
    except ValueError as error:
        return frozenset({str(error)})
    return frozenset(
        f"{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}"
        for _, name, form, conversion in parts
    )


@dataclass(frozen=True)
class Problem:
    """A fault, as it was met somewhere.

    Attributes:
        fault: which one.
        evidence: what its sentence names, by name: numbers, texts, moves, codes, another error.
    """

    fault: Fault
    evidence: Mapping[str, object] = field(hash=False)

    def __str__(self) -> str:
        """The fault's sentence with the evidence in it."""
        return filled(self.fault.sentence, self.evidence)


class Fault(Enum):
    """The root of the sets of faults; calling a fault with its evidence gives a `Problem`."""

    sentence: str

    def __new__(cls, name: str, sentence: str) -> Fault:
        """The member with this value; `sentence` takes the evidence in its placeholders."""
        self = object.__new__(cls)
        self._value_ = name
        self.sentence = sentence
        return self

    def __call__(self, **evidence: object) -> Problem:
        """This fault with its evidence.

        Raises:
            TypeError: the evidence is not what the sentence takes.
        """
        expected = {name.partition("!")[0] for name in placeholders(self.sentence)}
        if expected != evidence.keys():
            raise TypeError(f"the evidence of {self} is {sorted(expected)}, not {sorted(evidence)}")
        return Problem(self, evidence)


class CodeFault(Fault):
    """What is wrong with a game code."""

    NUMBER = "number", "the number of a deal is 0 to 34359738367"
    TOO_LONG = "too-long", "{count} characters are too many, {limit} at most are read"
    PARTS = "parts", "it does not have three parts joined by hyphens"
    ALGORITHM = "algorithm", "it begins with {begin!r}, only {known} is known"
    LENGTH = "length", "it ends in {count} letters instead of 7"
    LETTER = "letter", "{letter!r} is not among the letters A-Z and 2-7"
    TAG = "tag", "no variant has the tag {tag!r}; known tags: {known}"


class PositionFault(Fault):
    """What is wrong with a position's text, its row or its cards."""

    TOO_LONG = "too-long", "{count} characters are too many, {limit} at most are read"
    FIELDS = "fields", "{count} fields instead of 4 (piles, ascending, descending, redeals left)"
    NO_REDEALS = "no-redeals", "{text!r} is no number of redeals"
    PILES = "piles", "{count} piles instead of 16"
    PILE_MISSING = "pile-missing", "pile {pile} is missing (an empty pile is written -)"
    NO_CARD = "no-card", "pile {pile} has {text!r}, which is no card"
    ASCENDING = "ascending", "{text!r} has {count} ascending foundations instead of 4"
    DESCENDING = "descending", "{text!r} has {count} descending foundations instead of 4"
    NO_RANK = "no-rank", "{text!r} is no rank for the foundation {foundation}"
    NO_BASE = "no-base", "the foundation {foundation} has no base"
    UNKNOWN_CARD = (
        "unknown-card",
        "this is a view of a game with hidden cards (unknown cards: {count}, the first in pile {pile})",
    )
    FACE_DOWN_SHOWN = "face-down-shown", "pile {pile} shows a face-down card, which a view cannot know"
    FACE_DOWN = "face-down", "pile {pile} has a face-down card, which these rules do not know"
    TOP_FACE_DOWN = "top-face-down", "the top card of pile {pile} is face down"
    TOO_TALL = "too-tall", "pile {pile} holds {count} cards, at most {capacity} fit"
    REDEALS = "redeals", "{count} redeals left, these rules give {redeals}"
    ONE_COPY = "one-copy", "1 copy of {card} instead of 2"
    COPIES = "copies", "{count} copies of {card} instead of 2"
    UNKNOWN_CARDS = "unknown-cards", "{count} unknown cards for {missing} that are missing"
    ROW_LENGTH = "row-length", "the row has {count} bytes instead of {length}"
    ROW_CARDS = "row-cards", "pile {pile} has cards above its count of {count}"
    ROW_COUNT = "row-count", "pile {pile} counts {count} cards in room for {capacity}"
    ROW_BYTE = "row-byte", "pile {pile} has the byte {byte}, which is no card"
    ROW_FOUNDATION = "row-foundation", "the foundation {foundation} counts {count} cards, 13 at most"


class RecordFault(Fault):
    """What is wrong with a record."""

    # its text
    TOO_LONG = "too-long", "{count} characters are too many, {limit} at most are read"
    NO_TAG = "no-tag", '{text!r} is no tag: write [Name "value"]'
    TAG_TWICE = "tag-twice", "the tag {tag!r} stands twice, first in line {first}"
    NO_MOVE = "no-move", "{text!r} is not a move: write 10-14, 10-A, 10-K, SA-SK, SA-10 or R"
    LONG_MOVE = "long-move", "{text!r} is too long for a move: {limit} characters at most are read"
    NUMBER = "number", "move number {text} stands where {next}. comes next"
    COMMENT = "comment", "a comment {{ is not closed"
    STRAY = "stray", "{text!r} does not belong here"
    TAG_AMONG_MOVES = "tag-among-moves", "{text!r} is a tag where moves stand"
    # what it says about the game
    NO_START = "no-start", "neither a Code nor a Position says where it begins"
    TWO_STARTS = "two-starts", "the tags Code and Position exclude each other"
    BAD_START = "bad-start", "{error}"
    OTHER_VARIANT = "other-variant", "the code {code} is of the variant {variant}, not {named}"
    OTHER_DEAL = "other-deal", "the code {code} deals another position than {position}"
    NO_VARIANT = "no-variant", "no variant has the rules of the position: {rules}"
    UNREGISTERED = "unregistered", "the variant {variant} is not registered: its record could not be read"
    CONTRADICTION = "contradiction", "the tag {tag} says {said!r}, the moves make it {value}"
    NO_SECONDS = "no-seconds", "{text!r} is no number of seconds"
    SECONDS = "seconds", "{seconds!r} seconds are out of range, 0 to {limit}"
    DIVERGES = "diverges", "diverges"
    # its free tags
    TAG_NAME = "tag-name", "{tag!r} is no name for a tag: letters, digits and _, at most 40"
    OWN_TAG = "own-tag", "the tag {tag} is not free: it is made from the game"
    TAG_VALUE = "tag-value", "the tag {tag} has a value with a control character or of over 1000 characters"


class FileFault(Fault):
    """Why a file could not be read or written; `system` is what the system says."""

    NAME = "name", "no file can have this name"
    MISSING = "missing", "cannot be read: No such file or directory"
    UNREADABLE = "unreadable", "cannot be read: {system}"
    TOO_LONG = "too-long", "is longer than {limit} bytes"
    NOT_TEXT = "not-text", "is not UTF-8 text: byte {byte} does not fit"
    UNWRITABLE = "unwritable", "cannot be written: {system}"
    NO_FOLDER = "no-folder", "cannot be written: its folder does not exist"
    FOLDER_NAME = "folder-name", "cannot be written: this is the name of a folder, add that of a file"
    NOT_REGULAR = "not-regular", "cannot be written: it is no regular file"
    CIRCLE = "circle", "cannot be written: its links lead in a circle"
    PROTECTED = "protected", "cannot be written: it is protected against writing; choose another name"
    NO_RECORD = "no-record", "is there and no valid record; left as it is: choose another name"
    UNKNOWN_RECORD = "unknown-record", "is there and no valid record; left as it is ({error})"
    OTHER_GAME = (
        "other-game",
        "is there and the record of another game; left as it is: choose another name, or remove the file first",
    )
    NO_PICTURE = "no-picture", "is there and no picture of Crescent; left as it is: choose another name"
    NO_FOLDER_THERE = "no-folder-there", "is there and no folder; left as it is: choose another name"
    OTHER_PICTURES = (
        "other-pictures",
        "holds the picture {file!r} of a longer game; left as it is: choose another folder, or empty it first",
    )
    NO_WEIGHTS = "no-weights", "holds no weights of a trained policy: {reason}"
    NO_TABLE_LINE = (
        "no-table-line",
        "line {line} is none of a training's table ({value!r} under {column!r}); left as it is: mend or move it",
    )


class SurveyFault(Fault):
    """Why a file cannot be one of a survey's results."""

    NO_SURVEY = "no-survey", "is there and no file of a survey's results; left as it is"
    OTHER_SURVEY = (
        "other-survey",
        "is there and holds another survey's results ({field} {old}, not {new}); left as it is: choose another name",
    )
    NO_RESULT = "no-result", "line {line} is no result of a survey; left as it is"
    TWICE = "twice", "the result of deal {deal} is there twice"
    TOO_MANY = "too-many", "holds more than {limit} results"
    BUSY = "busy", "is being written by another survey"


class BenchFault(Fault):
    """Why a file cannot be one of a bench's games."""

    NO_BENCH = "no-bench", "is there and no file of a bench's games; left as it is"
    OTHER_BENCH = (
        "other-bench",
        "is there and holds games on other terms ({field} {old}, not {new}); left as it is: choose another name",
    )
    NO_RESULT = "no-result", "line {line} is no game of a bench; left as it is"
    TWICE = "twice", "the game of {agent!r} at deal {deal} is there twice"
    TOO_MANY = "too-many", "holds more than {limit} games"
    BUSY = "busy", "is being written by another bench"


class StoreFault(Fault):
    """Why a file cannot be the terminal app's file of games."""

    NO_STORE = "no-store", "is there and no file of games of Crescent; left as it is: choose another name"
    NEWER = "newer", "was written by a newer Crescent (form {version}, known here: {known}); left as it is"
    DAMAGED = "damaged", "is damaged; left as it is: move it away, and a new one is begun ({reason})"
    TOO_LARGE = "too-large", "is larger than {limit} bytes; left as it is"
    BUSY = "busy", "is held by another program; try again"
    READ_ONLY = "read-only", "is protected against writing"
    FULL = "full", "cannot be written: no space is left"
    UNUSABLE = "unusable", "cannot be used: {system}"
    CLOSED = "closed", "is closed already; open it anew"


class OptionFault(Fault):
    """What is wrong with the options in an agent's name."""

    TOO_LONG = "too-long", "{count} characters are too many, {limit} at most are read"
    UNCLOSED = "unclosed", "it does not end in the parenthesis that closes its options"
    FORM = "form", "{rest!r} does not begin with option=value"
    TWICE = "twice", "the option {option!r} stands twice"
    NO_OPTIONS = "no-options", "there is no option {option!r}, it takes none"
    UNKNOWN = "unknown", "there is no option {option!r}; its options: {known}"
    REQUIRED = "required", "the option {option} must be given"
    INTEGER = "integer", "{option} must be an integer, not {value!r}"
    NUMBER = "number", "{option} must be a number, not {value!r}"
    FLAG = "flag", "{option} must be true or false, not {value!r}"
    CHOICE = "choice", "{option} must be one of {choices}, not {value!r}"
    RANGE = "range", "{option} must be from {low} to {high}, not {value!r}"


class EngineFault(Fault):
    """What is wrong with an external engine."""

    # its command
    QUOTES = "quotes", "a quotation mark in its command is not closed"
    NO_COMMAND = "no-command", "there is no command behind cmd:"
    NO_PROGRAM = "no-program", "there is no program {program!r}"
    NOT_STARTED = "not-started", "cannot be started: {system}"
    NO_POLL = "no-poll", "external engines need a system that can wait for pipes, as Linux and macOS"
    # its end
    ENDED = "ended", "ended with exit code {code}"
    KILLED = "killed", "was ended by signal {signal}"
    SILENT = "silent", "closed its output"
    GONE = "gone", "has been ended already; make a new one"
    # its replies
    NO_REPLY = "no-reply", "did not answer {asked!r} within {seconds} s"
    NO_REPLY_FORM = "no-reply-form", "wrote {text!r}, which is no reply: those begin with = or ?"
    OTHER_NUMBER = "other-number", "answered {asked!r} with {text!r}, a reply to another command"
    TOO_LONG = "too-long", "answered {asked!r} with more than {limit} bytes"
    REFUSED = "refused", "refused {asked!r}: {text!r}"
    OTHER_PROTOCOL = "other-protocol", "speaks protocol {text!r}, not {protocol}"
    NO_MOVE = "no-move", "answered go with {text!r}, which is not a move"
    ILLEGAL = "illegal", "answered go with the illegal move {move}: {refusal}"


FAULTS: Final = tuple(
    fault
    for kind in (
        CodeFault,
        PositionFault,
        RecordFault,
        FileFault,
        SurveyFault,
        BenchFault,
        StoreFault,
        OptionFault,
        EngineFault,
    )
    for fault in kind
)
"""All faults there are."""
