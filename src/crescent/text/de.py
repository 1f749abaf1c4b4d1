"""What the app says in German; the refusals that the rules page quotes stand here to the letter."""

from __future__ import annotations

from crescent.cards import RANKS, Rank
from crescent.moves import Direction
from crescent.outcome import Outcome
from crescent.refusals import Reason
from crescent.text.wording import Message, Noun, Wording

_LETTERS = {Rank.TEN: "10", Rank.JACK: "B", Rank.QUEEN: "D"}

_HELP = """\
10 14     die oberste Karte von Stapel 10 auf Stapel 14 legen (auch 10-14 und 10>14)
10 A      auf den aufsteigenden Grundstapel ihrer Farbe; 10 K: auf den absteigenden
SA SK     vom aufsteigenden auf den absteigenden Grundstapel einer Farbe (S ♠, H ♥, D ♦, C ♣)
10 F      auf den Grundstapeln ablegen: auf dem, der sie annimmt
10        antippen: Sie geht dorthin, wo sie kann; sonst nennt man das Ziel (14, A, K, F) oder tippt noch einmal
r         neu verteilen: Aus jedem Stapel kommt die unterste Karte nach oben
u, redo   den letzten Zug rückgängig machen; ihn wiederholen (auch: zurück, vor)
m         die erlaubten Züge (auch: züge)
p, p 10   was in den Stapeln liegt, oder in Stapel 10 (auch: stapel)
n, again  eine neue Partie; dasselbe Blatt noch einmal (auch: neu, nochmal)
rules on  sagen, warum ein Zug abgelehnt wird; rules off: nur ablehnen (auch: regeln an, regeln aus)
save DATEI die Partie speichern (auch: speichern); mit crescent play --resume DATEI geht sie weiter
?, q      diese Hilfe; beenden (auch: hilfe, ende)
Eine leere Zeile zeigt das Spielfeld."""

GERMAN = Wording(
    language="de",
    ranks={rank: _LETTERS.get(rank, rank.letter) for rank in RANKS},
    refusals={
        Reason.GAME_OVER: "Die Partie ist zu Ende",
        Reason.NOTHING_TO_MOVE: "Hier liegt keine Karte",
        Reason.SAME_PLACE: "Die Karte liegt schon dort; wähle ein anderes Ziel",
        Reason.BASE_CARD: "Die Basis des Grundstapels ist gesperrt",
        Reason.NEVER_BACK_TO_A_PILE: "Eine Karte kehrt nie von einem Grundstapel auf einen Stapel zurück",
        Reason.TARGET_EMPTY: "Auf einen leeren Stapel kann nichts gelegt werden",
        Reason.NOT_SAME_SUIT: "Muss dieselbe Farbe haben",
        Reason.FOUNDATION_COMPLETE: "Dieser Grundstapel ist vollständig",
        Reason.NOT_NEXT_RANK: "Muss den nächsten Rang dieses Grundstapels haben",
        Reason.NOT_ADJACENT: "Muss einen höheren oder niedrigeren Rang haben",
        Reason.PILE_FULL: "Dieser Stapel ist voll; wähle ein anderes Ziel",
        Reason.NO_REDEAL: "Keine Neuverteilung",
    },
    outcomes={Outcome.WON: "gewonnen", Outcome.BLOCKED: "blockiert"},
    nouns={
        Noun.MOVE: ("0 Züge", "{count} Zug", "{count} Züge"),
        Noun.REDEAL: ("Keine Neuverteilung", "{count} Neuverteilung", "{count} Neuverteilungen"),
        Noun.CARD: ("keine Karten", "{count} Karte", "{count} Karten"),
    },
    kinds={
        "variant": "Variante",
        "variant with the tag": "Variante mit dem Kürzel",
        "agent": "Agent",
        "language": "Sprache",
    },
    pile="Stapel {number}",
    foundations={
        Direction.ASCENDING: "aufsteigender Grundstapel {suit}",
        Direction.DESCENDING: "absteigender Grundstapel {suit}",
    },
    messages={
        Message.STATUS: "{game}  {moves}  {time}  {redeals}",
        Message.PLAYED: "{move}: {card} auf {onto}",
        Message.REDEALT: "Neu verteilt; übrig: {redeals}",
        Message.UNDONE: "Rückgängig gemacht: {move}",
        Message.REDONE: "Wiederholt: {move}",
        Message.SELECTED: "{card} ({place}) ist ausgewählt; nenne das Ziel",
        Message.UNSELECTED: "Nichts ist mehr ausgewählt",
        Message.WON: "Gewonnen, mit {moves} in {time}!",
        Message.BLOCKED: "Die Partie ist blockiert: Kein Zug ist mehr möglich und keine Neuverteilung mehr übrig.",
        Message.BLOCKED_UNDO: "u macht den letzten Zug rückgängig, n beginnt eine neue Partie.",
        Message.BLOCKED_NEW: "n beginnt eine neue Partie, again teilt dieses Blatt noch einmal aus.",
        Message.REFUSED: "Dieser Zug ist nicht erlaubt",
        Message.NOTHING_TO_UNDO: "Es gibt keinen Zug, der sich rückgängig machen lässt",
        Message.NOTHING_TO_REDO: "Es gibt keinen Zug, der sich wiederholen lässt",
        Message.LEGAL_MOVES: "Erlaubte Züge:",
        Message.NO_LEGAL_MOVES: "Kein Zug ist möglich",
        Message.PILES_HEAD: "Die Stapel, von unten nach oben:",
        Message.PILE_EMPTY: "leer",
        Message.RULES_ON: "Interaktive Regeln sind an: Eine Ablehnung nennt den Grund",
        Message.RULES_OFF: "Interaktive Regeln sind aus",
        Message.SAVED: "Gespeichert in {file}",
        Message.INTERRUPTED: "Abgebrochen. Das Folgende in eine Datei gelegt, geht es mit crescent play --resume DATEI "
        "weiter:",
        Message.HELP: _HELP,
        Message.HELP_HINT: "? zeigt die Befehle.",
        Message.UNKNOWN_COMMAND: "{text} ist kein Befehl; ? zeigt die Befehle",
        Message.LINE_UNREADABLE: "{text} enthält Zeichen, die in keinem Befehl stehen",
        Message.LINE_TOO_LONG: "Die Zeile ist länger als {limit} Zeichen",
        Message.INPUT_TOO_LONG: "Die Zeile ist länger als {limit} Bytes; hier ist Schluss",
        Message.NO_SUCH_PILE: "{text} ist kein Stapel: Es gibt 1 bis 16",
        Message.NOTHING_SELECTED: "Keine Karte ist ausgewählt: Nenne zuerst einen Stapel",
        Message.SAVE_WHERE: "Sag, wohin: save DATEI",
        Message.RULES_HOW: "Sag rules on oder rules off",
        Message.CHOOSE_ONE: "wähle eines von {options}",
        Message.NUMBER_RANGE: "{option} muss eine Zahl von {low} bis {high} sein, nicht {value}",
        Message.MOVES_NEED_CODE: "Züge gehören zu einem Spielcode; eine Datei hat ihre eigenen",
        Message.RECORD_DIVERGES: "Die Aufzeichnung weicht ab, {where}: {refusal}",
        Message.AT_MOVE: "Zug {number} ({move})",
        Message.AT_REDEAL: "Neuverteilung nach Zug {number}",
        Message.IN_LINE: ", Zeile {line}",
        Message.PLY: "{number} von {total}: {move}",
        Message.PRESS_ENTER: "Weiter mit der Eingabetaste, Ende mit q: ",
        Message.LABEL_CODE: "Code",
        Message.LABEL_POSITION: "Stellung",
        Message.LABEL_VARIANT: "Variante",
        Message.LABEL_RESULT: "Ergebnis",
        Message.LABEL_MOVES: "Züge",
        Message.LABEL_REDEALS: "Neuverteilungen übrig",
        Message.LABEL_TIME: "Zeit",
        Message.RESULT_OPEN: "offen",
        Message.RULE_CAPACITY: "höchstens {cards} in einem Stapel",
        Message.RULE_NO_LIMIT: "Stapel ohne Grenze",
        Message.RULE_FACE_DOWN: "verdeckt ausgeteilt",
        Message.RULE_NO_WRAP: "Ass und König nicht benachbart",
        Message.RULE_TO_PILE: "Karten der Grundstapel dürfen auf die Stapel",
        Message.WATCHED: "{result}: {moves}, {cards} auf den Grundstapeln",
        Message.LIMIT_REACHED: "Angehalten nach {limit} Zügen und Neuverteilungen; ein höheres --limit lässt den "
        "Agenten weiterspielen",
        Message.WATCH_AGAIN: "Noch einmal dasselbe: {command}",
        Message.ERROR: "Fehler: {reason}",
        Message.NOT_A_MOVE: "{text} ist kein Zug: Schreib 10-14, 10-A, 10-K, SA-SK, SA-10 oder R",
        Message.NOT_A_CODE: "{text} ist kein Spielcode wie CR1-N-AAAAAAB ({reason})",
        Message.UNKNOWN_NAME: "unbekannt: {kind} {name}",
        Message.DID_YOU_MEAN: "; meintest du {names}?",
        Message.KNOWN_NAMES: "; bekannt: {names}",
        Message.FILE_ERROR: "{file}: {reason}",
        Message.RECORD_ERROR: "keine Aufzeichnung: {reason}",
    },
    descriptions={
        ("variant", "normal"): "die Regeln der App: drei Neuverteilungen, 13 Karten in einem Stapel",
        ("variant", "four"): "Crescent Four: eine vierte Neuverteilung",
        ("variant", "hidden"): "verdecktes Austeilen: Nur die oberste Karte jedes Stapels liegt offen",
        ("variant", "hidden-four"): "verdecktes Austeilen mit einer vierten Neuverteilung",
        ("variant", "classic"): "Stapel ohne Grenze: die Regel der Patience-Bücher und anderer Programme",
        ("variant", "relaxed"): "Stapel ohne Grenze, und Karten dürfen von den Grundstapeln zurück",
        ("variant", "easy"): "neun Neuverteilungen, für den Anfang",
        ("agent", "uniform"): "spielt irgendeinen erlaubten Zug, alle gleich oft, Neuverteilungen eingeschlossen.",
        ("agent", "greedy"): "legt ab, was auf die Grundstapel passt, sonst spielt er, was am meisten aufdeckt oder "
        "anlegt; verteilt neu, wenn sich sonst alles nur wiederholt.",
    },
)
