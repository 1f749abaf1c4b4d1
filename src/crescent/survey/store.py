"""The file of a survey's results; `crescent.runs.appending` says how it survives what happens to it."""

from __future__ import annotations

import os
from typing import Any, Final, cast

from crescent.faults import SurveyFault
from crescent.rules import Rules
from crescent.runs.appending import LineFile
from crescent.runs.deals import MOST_DEALS
from crescent.runs.lines import Format, read_file
from crescent.survey.plan import Survey
from crescent.survey.results import LONGEST_LINE, DealResult, read_line


def _read_survey(values: dict[str, object]) -> Survey:
    """The survey that a first line's values tell; raises whatever is wrong with them."""
    fields = cast("dict[str, Any]", values)  # `Survey` checks them
    return Survey(rules=Rules(**fields.pop("rules")), **fields)


FORMAT: Final = Format(
    mark="crescent-survey",
    fields=("variant", "rules", "nodes", "seconds", "seed", "version"),
    longest=LONGEST_LINE,
    most=MOST_DEALS,
    read_asked=_read_survey,
    read_line=read_line,
    key=lambda result: result.deal,
    foreign=SurveyFault.NO_SURVEY,
    other=SurveyFault.OTHER_SURVEY,
    no_result=SurveyFault.NO_RESULT,
    too_many=SurveyFault.TOO_MANY,
    busy=SurveyFault.BUSY,
    twice=lambda deal: SurveyFault.TWICE(deal=deal),
)


class ResultFile(LineFile[Survey, DealResult, int]):
    """The results of one survey in a file, by deal, open for more.

    Args and Raises: as `LineFile`.
    """

    def __init__(self, path: str | os.PathLike[str], survey: Survey) -> None:
        """Open the file, read it, and heal its end."""
        super().__init__(path, survey, FORMAT)


def read_results(path: str | os.PathLike[str]) -> tuple[Survey, list[DealResult]]:
    """Whose results a file holds, and the results; a torn last line does not count.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, or is no file of a survey's results.
    """
    return read_file(path, FORMAT)
