"""What the app says in English."""

from __future__ import annotations

from crescent.cards import RANKS, Rank
from crescent.faults import FAULTS
from crescent.moves import Direction
from crescent.outcome import Outcome
from crescent.refusals import Reason
from crescent.text.wording import Message, Noun, Wording

_HELP = """\
10 14     move the top card of pile 10 onto pile 14 (10-14 and 10>14 do too)
10 A      onto the ascending foundation of its suit; 10 K: onto the descending one
SA SK     from the ascending to the descending foundation of a suit (S H D C)
10 F      drop it on the foundations: whichever takes it
10        tap: it goes where it can; if there is a choice, name the target next (14, A, K, F), or tap again
r         redeal: the bottom card of each pile comes to its top
u, redo   take the last move back; play it again
m         the legal moves
h         a hint: the next move, and whether the game can still be won
p, p 10   what lies in the piles, or in pile 10
n, again  a new game; the same deal from the start
rules on  say why a move is refused (rules off: only refuse)
save FILE keep the game in a file; crescent play --resume FILE plays on
?, q      this help; leave
An empty line shows the board."""

ENGLISH = Wording(
    language="en",
    ranks={rank: "10" if rank is Rank.TEN else rank.letter for rank in RANKS},
    refusals={
        Reason.GAME_OVER: "The game is over",
        Reason.NOTHING_TO_MOVE: "There is no card here to move",
        Reason.SAME_PLACE: "The card lies there already; choose another target",
        Reason.BASE_CARD: "The base of the foundation is locked",
        Reason.NEVER_BACK_TO_A_PILE: "A card never returns from a foundation to a pile",
        Reason.TARGET_EMPTY: "Nothing can be placed on an empty pile",
        Reason.NOT_SAME_SUIT: "Must be of the same suit",
        Reason.FOUNDATION_COMPLETE: "This foundation is complete",
        Reason.NOT_NEXT_RANK: "Must be the next rank of this foundation",
        Reason.NOT_ADJACENT: "Must be one rank higher or lower",
        Reason.PILE_FULL: "This pile is full; choose another target",
        Reason.NO_REDEAL: "No redeal",
    },
    faults={fault: fault.sentence for fault in FAULTS},
    outcomes={Outcome.WON: "won", Outcome.BLOCKED: "blocked"},
    nouns={
        Noun.MOVE: ("no moves", "{count} move", "{count} moves"),
        Noun.MOVE_AFTER_WITH: ("no moves", "{count} move", "{count} moves"),
        Noun.PLY_AFTER_AFTER: ("no moves", "{count} move or redeal", "{count} moves and redeals"),
        Noun.REDEAL: ("no redeal", "{count} redeal", "{count} redeals"),
        Noun.REDEAL_ALONE: ("no redeal", "{count} redeal", "{count} redeals"),
        Noun.CARD: ("no cards", "{count} card", "{count} cards"),
    },
    kinds={
        "variant": "variant",
        "variant with the tag": "variant with the tag",
        "agent": "agent",
        "language": "language",
    },
    pile="pile {number}",
    foundations={
        Direction.ASCENDING: "ascending foundation {suit}",
        Direction.DESCENDING: "descending foundation {suit}",
    },
    messages={
        Message.STATUS: "{game}  {moves}  {time}  {redeals}",
        Message.PLAYED: "{move}: {card} onto {onto}",
        Message.REDEALT: "Redealt; {redeals} left",
        Message.UNDONE: "Taken back: {move}",
        Message.REDONE: "Played again: {move}",
        Message.SELECTED: "{card} of {place} is selected; name the target",
        Message.SELECTED_IN_VAIN: "{card} of {place} is selected, but nothing accepts it now; "
        "tapping it again ends the selection",
        Message.STILL_SELECTED: "{card} of {place} is still selected; name another target, or tap it again",
        Message.UNSELECTED: "Nothing is selected any more",
        Message.WON: "Won with {moves} in {time}!",
        Message.BLOCKED: "The game is blocked: no move is possible, and no redeal is left.",
        Message.BLOCKED_UNDO: "u takes the last move back, n deals a new game.",
        Message.BLOCKED_NEW: "n deals a new game, again deals this one once more.",
        Message.REFUSED: "This move is not allowed",
        Message.NOTHING_TO_UNDO: "There is no move to take back",
        Message.NOTHING_TO_REDO: "There is no move to play again",
        Message.LEGAL_MOVES: "Legal moves:",
        Message.NO_LEGAL_MOVES: "No move is possible",
        Message.PILES_HEAD: "The piles, from bottom to top:",
        Message.PILE_EMPTY: "empty",
        Message.RULES_ON: "Interactive rules are on: a refusal names its reason",
        Message.RULES_OFF: "Interactive rules are off",
        Message.SAVED: "Saved in {file}",
        Message.INTERRUPTED: "Interrupted. Keep the following in a file, and crescent play --resume FILE plays on:",
        Message.NARROW: "The board needs {width} columns, this terminal has {columns}: make it wider",
        Message.HELP: _HELP,
        Message.HELP_HINT: "? shows the commands.",
        Message.UNKNOWN_COMMAND: "{text} is no command; ? shows the commands",
        Message.LINE_UNREADABLE: "{text} holds characters that no command has",
        Message.LINE_TOO_LONG: "The line is longer than {limit} characters",
        Message.INPUT_TOO_LONG: "The line is longer than {limit} bytes; giving up",
        Message.NO_SUCH_PILE: "{text} is no pile: there are 1 to 16",
        Message.NOTHING_SELECTED: "No card is selected: name a pile first",
        Message.SAVE_WHERE: "Say where: save FILE",
        Message.RULES_HOW: "Say rules on or rules off",
        Message.CHOOSE_ONE: "choose one of {options}",
        Message.NUMBER_RANGE: "{option} must be a number from {low} to {high}, not {value}",
        Message.MOVES_NEED_CODE: "moves go with a game code; a file has its own",
        Message.RECORD_DIVERGES: "The record diverges at {where}: {refusal}",
        Message.AT_MOVE: "move {number} ({move})",
        Message.AT_REDEAL: "the redeal after move {number}",
        Message.IN_LINE: ", line {line}",
        Message.PLY: "{number} of {total}: {move}",
        Message.PRESS_ENTER: "Enter goes on, q leaves: ",
        Message.LABEL_CODE: "code",
        Message.LABEL_POSITION: "position",
        Message.LABEL_VARIANT: "variant",
        Message.LABEL_RESULT: "result",
        Message.LABEL_MOVES: "moves",
        Message.LABEL_REDEALS: "redeals left",
        Message.LABEL_TIME: "time",
        Message.RESULT_OPEN: "open",
        Message.RULE_CAPACITY: "at most {cards} in a pile",
        Message.RULE_NO_LIMIT: "no pile limit",
        Message.RULE_FACE_DOWN: "dealt face down",
        Message.RULE_NO_WRAP: "ace and king not adjacent",
        Message.RULE_TO_PILE: "foundation cards may go to the piles",
        Message.WATCHED: "{result}: {moves}, {cards} on the foundations",
        Message.LIMIT_REACHED: "Stopped after {plies}; a higher --limit lets the agent play on",
        Message.NOTHING_PLAYED: "Nothing was played; {file} is not written",
        Message.WATCH_AGAIN: "The same again: {command}",
        Message.ERROR: "Error: {reason}",
        Message.NOT_A_MOVE: "{text} is not a move: write 10-14, 10-A, 10-K, SA-SK, SA-10 or R",
        Message.NOT_A_CODE: "{text} is no game code: {reason} (a code looks like CR1-N-AAAAAAB)",
        Message.NOT_A_POSITION: "not a position: {reasons}; in {text}",
        Message.ENGINE_ERROR: "engine {command}: {reason}",
        Message.ENGINE_ERROR_IN: "engine {command}: {reason}; in {position}",
        Message.ENGINE_HINT: "This is the protocol for engines: help lists the commands, quit leaves.",
        Message.UNKNOWN_NAME: "there is no {kind} {name}",
        Message.NOT_AN_AGENT: "{text} names no agent: {reason} (options look like lookahead(depth=2))",
        Message.AGENT_NOT_FOR: "does not play: {variants}",
        Message.OPTION_INTEGER: "integer",
        Message.OPTION_NUMBER: "number",
        Message.OPTION_FLAG: "true or false",
        Message.OPTION_TEXT: "text",
        Message.AGENT_UNSUITED: "the agent {name} does not play by the rules of this variant",
        Message.DID_YOU_MEAN: "; did you mean {names}?",
        Message.KNOWN_NAMES: "; known: {names}",
        Message.FILE_ERROR: "{file}: {reason}",
        Message.RECORD_ERROR: "not a record: {reason}",
        Message.STANDARD_INPUT: "standard input",
        Message.STANDARD_OUTPUT: "standard output",
        Message.CARDS_FACE_DOWN: "cards lie face down, and the solver would look under them; {option} allows it",
        Message.SEARCHING: "{time}  {nodes} positions; {cards} home at best",
        Message.SHORTENING: "{time}  {moves}",
        Message.SOLVED: "Solved: {moves} and {redeals}; {nodes} positions in {seconds} s",
        Message.UNSOLVABLE: "Cannot be won: that is proven, with {nodes} positions in {seconds} s",
        Message.UNSOLVED: "Not known: no line that wins was found in {nodes} positions and {seconds} s",
        Message.SHORTENED: "Shortened to {moves} in {seconds} s",
        Message.BEST_LINE: "The best line found brings {cards} to the foundations:",
        Message.NOTHING_WON: "There is no line that wins, so {file} stays as it is",
        Message.HINT_MOVE: "Play {move}: {card} onto {onto}",
        Message.HINT_REDEAL: "Play {move}: the redeal",
        Message.WINNABLE_LINE: "The game can still be won: a line with {moves} is known",
        Message.WINNABLE_YES: "The game can still be won, however the hidden cards lie",
        Message.WINNABLE_NO: "The game cannot be won any more: that is proven",
        Message.WINNABLE_UNKNOWN: "Whether the game can still be won is not known: no line that wins was found in "
        "the time",
        Message.WINNABLE_HIDDEN: "Cards are hidden ({unknown}), so nobody can know whether the game can still be "
        "won. Of {samples} ways in which they may lie, {won} were won ({agreeing} beginning with this move), and "
        "{lost} proven to be lost",
        Message.DEAL_WINNABLE: "This deal can be won: a line with {moves} is known",
        Message.NO_WINNABLE_DEAL: "None of {count} deals could be solved",
        Message.WINNABLE_OPEN: "--winnable is for variants without face-down cards, not for {variant}",
        Message.DEALS_TRIED: "{count} deals tried",
        Message.DEALS_FORM: "{option} must be such as 1:1000, numbers from 0 to {high} and at most {most} of them, "
        "not {value}",
        Message.SHARD_FORM: "{option} must be such as 2/5, part 2 of 5, not {value}",
        Message.SURVEY_RESUMED: "{file} has {done} of {total} deals already",
        Message.SURVEY_KEPT: "Interrupted: {file} has {done} of {total} deals, and the same command goes on",
        Message.SURVEY_PROGRESS: "{bar} {done}/{total}  {rate}/s  {left} left  {unsolved} not solved",
        Message.SURVEY_HEAD: "{variant}, {redeals}: {deals} deals, at most {nodes} positions each, seed {seed}",
        Message.SURVEY_SECONDS: ", at most {seconds} s each",
        Message.SHARE_INTERVAL: "(95 %: {low} to {high} %)",
        Message.LABEL_SOLVED: "solved",
        Message.LABEL_UNSOLVABLE: "proven lost",
        Message.LABEL_UNKNOWN: "not known",
        Message.LABEL_NODES: "positions",
        Message.LABEL_SECONDS: "seconds",
        Message.LEAST: "least",
        Message.MEDIAN: "median",
        Message.MOST: "most",
        Message.MEAN: "mean",
        Message.NOT_SOLVED_DEALS: "Not solved:",
        Message.AND_MORE: "and {count} more",
        Message.DECIMAL_MARK: ".",
    },
)
