"""The bench: agents play the same deals, and what came of it is compared.

    >>> from crescent.bench import Bench, summarise
    >>> bench = Bench.of_variant()
    >>> summary = summarise("greedy", [bench.play(deal, "greedy").result for deal in range(1, 4)])
    >>> summary.games, summary.failed
    (3, 0)

`play_here` shares the games among processes, `GameFile` keeps them, `compare` pairs two agents deal by deal.
`crescent-1000` (`STANDARD_SETS`) is the set of deals and limits that results are published for.
"""

from crescent.bench.errors import AgentFailedError
from crescent.bench.plan import Bench
from crescent.bench.playing import Played, Player
from crescent.bench.plot import leaderboard_plot
from crescent.bench.processes import play_here
from crescent.bench.results import Ending, Failure, GameResult
from crescent.bench.sets import STANDARD_SETS, StandardSet
from crescent.bench.store import GameFile, read_games
from crescent.bench.summary import Comparison, Summary, compare, summarise
from crescent.bench.times import Times

__all__ = [
    "STANDARD_SETS",
    "AgentFailedError",
    "Bench",
    "Comparison",
    "Ending",
    "Failure",
    "GameFile",
    "GameResult",
    "Played",
    "Player",
    "StandardSet",
    "Summary",
    "Times",
    "compare",
    "leaderboard_plot",
    "play_here",
    "read_games",
    "summarise",
]
