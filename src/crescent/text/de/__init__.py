"""What the app says in German; the refusals that the rules page quotes stand here to the letter."""

from __future__ import annotations

from crescent.cards import RANKS, Rank
from crescent.moves import Direction
from crescent.outcome import Outcome
from crescent.refusals import Reason
from crescent.text.de.faults import FAULTS
from crescent.text.de.messages import MESSAGES
from crescent.text.messages import Noun
from crescent.text.wording import Wording

_LETTERS = {Rank.TEN: "10", Rank.JACK: "B", Rank.QUEEN: "D"}

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
    faults=FAULTS,
    outcomes={Outcome.WON: "gewonnen", Outcome.BLOCKED: "blockiert"},
    nouns={
        Noun.MOVE: ("0 Züge", "{count} Zug", "{count} Züge"),
        Noun.MOVE_AFTER_WITH: ("0 Zügen", "{count} Zug", "{count} Zügen"),
        Noun.PLY_AFTER_AFTER: ("0 Zügen", "{count} Zug oder Neuverteilung", "{count} Zügen und Neuverteilungen"),
        Noun.REDEAL: ("keine Neuverteilung", "{count} Neuverteilung", "{count} Neuverteilungen"),
        Noun.REDEAL_ALONE: ("Keine Neuverteilung", "{count} Neuverteilung", "{count} Neuverteilungen"),
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
    messages=MESSAGES,
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
        ("agent", "lookahead"): "sieht über die bekannten Karten voraus und spielt bis zur besten Stellung in Sicht.",
        (
            "agent",
            "sampler",
        ): "setzt für die unbekannten Karten viele Male mögliche ein und geht den Weg, den die Proben "
        "wählen; löst, was er kennt.",
        (
            "agent",
            "solver",
        ): "löst die Partie und spielt die Folge, die gewinnt, oder sonst die beste gefundene; braucht "
        "alle Karten offen.",
        (
            "agent",
            "policy",
        ): "spielt, was ein Netz für das Beste hält, das vom Löser gelernt hat; braucht NumPy und alle Karten offen.",
    },
)
