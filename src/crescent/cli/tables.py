"""The summary of a survey, as a table for people and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import Final

from crescent.cli.figures import decimal
from crescent.codes import GameCode
from crescent.runs.estimates import QUANTILES, Share, Spread
from crescent.survey import Summary, Survey
from crescent.text.messages import Message, Noun
from crescent.text.wording import Wording
from crescent.variants import Variant

MOST_CODES: Final = 20
"""Codes of deals that are not solved, listed at most; JSON has them all."""


def survey_lines(wording: Wording, survey: Survey, variant: Variant | None, summary: Summary) -> list[str]:
    """The table."""
    say = wording.say
    redeals = wording.count(survey.rules.redeals, Noun.REDEAL)
    shares = [
        (Message.LABEL_SOLVED, summary.solved),
        (Message.LABEL_UNSOLVABLE, summary.unsolvable),
        (Message.LABEL_UNKNOWN, summary.unknown),
    ]
    spreads = [
        (Message.LABEL_MOVES, summary.moves, 0),
        (Message.LABEL_NODES, summary.nodes, 0),
        (Message.LABEL_SECONDS, summary.seconds, 3),
    ]
    rows = [[say(label), *share_cells(wording, share)] for label, share in shares]
    heads = [say(Message.LEAST), *(f"{percent} %" for percent in QUANTILES), say(Message.MOST), say(Message.MEAN)]
    heads[heads.index("50 %")] = say(Message.MEDIAN)
    table = [["", *heads]]
    table += [[say(label), *_spread(wording, spread, digits)] for label, spread, digits in spreads if spread]
    seconds = "" if survey.seconds is None else say(Message.SURVEY_SECONDS, seconds=decimal(wording, survey.seconds, 1))
    about = {"variant": survey.variant, "redeals": redeals, "nodes": survey.nodes, "seed": survey.seed}
    head = say(Message.SURVEY_HEAD, deals=summary.deals, **about)
    return [head + seconds, "", *columns(rows), "", *columns(table), *_not_solved(wording, variant, summary)]


def share_cells(wording: Wording, share: Share) -> list[str]:
    """A count, its share, and the share's interval."""
    low, high = (decimal(wording, 100 * value, 2) for value in (share.low, share.high))
    part = decimal(wording, 100 * share.share, 2)
    return [str(share.count), f"{part} %", wording.say(Message.SHARE_INTERVAL, low=low, high=high)]


def _spread(wording: Wording, spread: Spread, digits: int) -> list[str]:
    values = [spread.least, *spread.quantiles, spread.most, spread.mean]
    return [decimal(wording, value, digits) for value in values]


def columns(rows: list[list[str]]) -> list[str]:
    """Rows with their columns below each other: the first to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return ["  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in rows]


def _not_solved(wording: Wording, variant: Variant | None, summary: Summary) -> list[str]:
    """The deals that are not solved, by code where the variant has codes, else by number."""
    if not summary.not_solved:
        return []
    names = [str(GameCode(deal, variant)) if variant else str(deal) for deal in summary.not_solved[:MOST_CODES]]
    more = len(summary.not_solved) - len(names)
    lines = ["", wording.say(Message.NOT_SOLVED_DEALS)]
    lines += ["  ".join(names[first : first + 5]) for first in range(0, len(names), 5)]
    return [*lines, wording.say(Message.AND_MORE, count=more)] if more else lines


def survey_document(survey: Survey, summary: Summary) -> dict[str, object]:
    """The summary as JSON values, shares from 0 to 1 with their Wilson intervals of 95 %."""
    spreads = {name: spread_document(getattr(summary, name)) for name in ("moves", "nodes", "seconds")}
    return {
        "survey": asdict(survey),
        "deals": summary.deals,
        "solved": asdict(summary.solved),
        "unsolvable": asdict(summary.unsolvable),
        "unknown": asdict(summary.unknown),
        **spreads,
        "not_solved": list(summary.not_solved),
    }


def spread_document(spread: Spread | None) -> dict[str, float] | None:
    """A spread as JSON values."""
    if spread is None:
        return None
    quantiles = {f"{percent} %": value for percent, value in zip(QUANTILES, spread.quantiles, strict=True)}
    return {"least": spread.least, **quantiles, "most": spread.most, "mean": spread.mean}
