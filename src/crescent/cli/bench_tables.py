"""What the bench says, as tables for people and as JSON."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Final

from crescent.bench import Bench, Comparison, Failure, GameResult, Summary, Times
from crescent.cli.figures import decimal
from crescent.cli.shared import label
from crescent.cli.tables import columns, share_cells, spread_document
from crescent.codes import GameCode
from crescent.runs.estimates import QUANTILES, Mean
from crescent.text.messages import Message, Noun
from crescent.text.wording import Wording
from crescent.variants import Variant

MOST_FAULTS: Final = 20
"""Games lost by a fault, listed at most; JSON has them all."""

LONGEST_EVIDENCE: Final = 100
"""Characters of a fault's evidence that a line shows; JSON has all that is kept."""

FAILURES: Final[Mapping[Failure, Message]] = {
    Failure.NOT_MADE: Message.FAILURE_NOT_MADE,
    Failure.ILLEGAL_MOVE: Message.FAILURE_ILLEGAL_MOVE,
    Failure.NO_MOVE: Message.FAILURE_NO_MOVE,
    Failure.ERROR: Message.FAILURE_ERROR,
    Failure.TIMEOUT: Message.FAILURE_TIMEOUT,
    Failure.CRASH: Message.FAILURE_CRASH,
}


def bench_lines(
    wording: Wording,
    bench: Bench,
    variant: Variant | None,
    summaries: Sequence[Summary],
    comparisons: Sequence[Comparison],
) -> list[str]:
    """The tables; agents have letters, since their names with options can be long."""
    letters = {summary.agent: chr(ord("A") + number) for number, summary in enumerate(summaries)}
    head = wording.say(
        Message.BENCH_HEAD,
        variant=bench.variant,
        redeals=wording.count(bench.rules.redeals, Noun.REDEAL),
        limit=bench.limit,
        seconds=decimal(wording, bench.seconds, 1) if bench.seconds % 1 else int(bench.seconds),
        seed=bench.seed,
    )
    names = [f"{letter}  {label(agent)}" for agent, letter in letters.items()]
    lines = [head, "", *names, "", *_games(wording, summaries, letters), "", *_times(wording, summaries, letters)]
    for comparison in comparisons:
        lines += ["", *_compared(wording, comparison, letters)]
    return [*lines, *_faults(wording, variant, summaries)]


def _games(wording: Wording, summaries: Sequence[Summary], letters: Mapping[str, str]) -> list[str]:
    """The table of what came of the games."""
    say = wording.say
    heads = ["", say(Message.LABEL_GAMES), say(Message.LABEL_WON), "", "", say(Message.LABEL_CARDS_HOME), ""]
    heads += [say(Message.LABEL_MOVES), say(Message.LABEL_REDEALS_USED)]
    heads += [say(Message.LABEL_STOPPED), say(Message.LABEL_FAILED)]
    rows = [
        [
            letters[one.agent],
            str(one.games),
            *share_cells(wording, one.won),
            *_mean(wording, one.cards, 2),
            decimal(wording, one.moves.mean, 1) if one.moves else "",
            decimal(wording, one.redeals.mean, 2) if one.redeals else "",
            str(one.stopped),
            str(one.failed),
        ]
        for one in summaries
    ]
    return columns([heads, *rows])


def _times(wording: Wording, summaries: Sequence[Summary], letters: Mapping[str, str]) -> list[str]:
    """The table of times a move."""
    say = wording.say
    heads = [say(Message.LABEL_TIME_A_MOVE), say(Message.MEAN), *(f"{percent} %" for percent in QUANTILES)]
    heads[heads.index("50 %")] = say(Message.MEDIAN)
    rows = []
    for one in summaries:
        values = [one.times.mean, *map(one.times.quantile, QUANTILES), one.times.slowest]
        rows.append([letters[one.agent], *(decimal(wording, 1000 * value, 3) for value in values)])
    return columns([[*heads, say(Message.MOST)], *rows])


def _mean(wording: Wording, mean: Mean | None, digits: int) -> list[str]:
    if mean is None:
        return ["", ""]
    return [decimal(wording, mean.mean, digits), _interval(wording, mean.low, mean.high, digits)]


def _interval(wording: Wording, low: float | None, high: float | None, digits: int) -> str:
    if low is None or high is None:
        return ""
    ends = {"low": decimal(wording, low, digits), "high": decimal(wording, high, digits)}
    return wording.say(Message.MEAN_INTERVAL, **ends)


def _compared(wording: Wording, comparison: Comparison, letters: Mapping[str, str]) -> list[str]:
    """How one agent did beside another."""
    names = {"first": letters[comparison.first], "second": letters[comparison.second]}
    points = {
        name: _signed(wording, 100 * value)
        for name, value in (("difference", comparison.difference), ("low", comparison.low), ("high", comparison.high))
    }
    counts = {name: getattr(comparison, name) for name in ("both", "only_first", "only_second", "neither")}
    lines = [wording.say(Message.COMPARED_WON, deals=comparison.deals, **names, **points)]
    if comparison.cards:
        mean, interval = comparison.cards, _interval(wording, comparison.cards.low, comparison.cards.high, 2)
        cards = {"mean": _signed(wording, mean.mean), "interval": interval}
        lines.append(wording.say(Message.COMPARED_CARDS, **names, **cards).rstrip())
    return [*lines, wording.say(Message.COMPARED_PAIRS, **names, **counts)]


def _signed(wording: Wording, value: float) -> str:
    return f"{'+' if value > 0 else ''}{decimal(wording, value, 2)}"


def _faults(wording: Wording, variant: Variant | None, summaries: Sequence[Summary]) -> list[str]:
    """The games that were lost by a fault."""
    faults = [result for summary in summaries for result in summary.lost_by_fault]
    if not faults:
        return []
    lines = ["", wording.say(Message.LOST_BY_FAULT), *(_fault(wording, variant, one) for one in faults[:MOST_FAULTS])]
    more = len(faults) - MOST_FAULTS
    return [*lines, wording.say(Message.AND_MORE, count=more)] if more > 0 else lines


def _fault(wording: Wording, variant: Variant | None, result: GameResult) -> str:
    failure = "" if result.failure is None else wording.say(FAILURES[result.failure])
    first = result.evidence.partition("\n")[0]
    evidence = first if len(first) <= LONGEST_EVIDENCE else f"{first[:LONGEST_EVIDENCE]} ..."
    deal = GameCode(result.deal, variant) if variant else result.deal
    line = f"{deal}  {label(result.agent)}  {failure}: {evidence}"
    return "".join(
        character if character.isprintable() else character.encode("unicode_escape").decode("ascii")
        for character in line
    )


def bench_document(bench: Bench, summaries: Sequence[Summary], comparisons: Sequence[Comparison]) -> dict[str, object]:
    """The same as JSON values: shares from 0 to 1, times in seconds, intervals of 95 %."""
    return {
        "bench": asdict(bench),
        "agents": [_summary_document(summary) for summary in summaries],
        "comparisons": [_comparison_document(comparison) for comparison in comparisons],
    }


def _summary_document(summary: Summary) -> dict[str, object]:
    return {
        "agent": summary.agent,
        "games": summary.games,
        "won": asdict(summary.won),
        "blocked": summary.blocked,
        "stopped": summary.stopped,
        "failed": summary.failed,
        "cards": _mean_document(summary.cards),
        "moves": spread_document(summary.moves),
        "redeals": _mean_document(summary.redeals),
        "seconds_a_move": _times_document(summary.times),
        "failures": {failure.value: count for failure, count in summary.failures.items()},
        "lost_by_fault": [
            {
                "deal": result.deal,
                "failure": None if result.failure is None else result.failure.value,
                "evidence": result.evidence,
            }
            for result in summary.lost_by_fault
        ],
    }


def _comparison_document(comparison: Comparison) -> dict[str, object]:
    values = asdict(comparison)
    won = {name: values.pop(name) for name in ("difference", "low", "high")}
    return values | {"won": won, "cards": _mean_document(comparison.cards)}


def _mean_document(mean: Mean | None) -> dict[str, float | None] | None:
    return None if mean is None else {"mean": mean.mean, "low": mean.low, "high": mean.high}


def _times_document(times: Times) -> dict[str, float]:
    quantiles = {f"{percent} %": times.quantile(percent) for percent in QUANTILES}
    return {"count": times.count, "mean": times.mean, **quantiles, "most": times.slowest}
