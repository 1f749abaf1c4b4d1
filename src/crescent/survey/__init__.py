"""Surveys: how many of many deals can be won, solved side by side and kept in a file that can be resumed.

    >>> from crescent.survey import Survey, summarise
    >>> survey = Survey.of_variant(nodes=100_000)
    >>> summary = summarise([survey.solve(deal) for deal in range(1, 11)])
    >>> summary.deals, summary.solved.count
    (10, 10)

`ResultFile` keeps results, `solve_here` uses the processors of this machine, `solve_on_ray` those of a cluster.
"""

from crescent.runs.deals import check_deals, shard
from crescent.runs.errors import WorkerError
from crescent.runs.estimates import Share, Spread, wilson
from crescent.survey.cluster import solve_on_ray
from crescent.survey.errors import ClusterError
from crescent.survey.plan import Survey
from crescent.survey.plot import success_plot
from crescent.survey.processes import solve_here
from crescent.survey.results import DealResult
from crescent.survey.store import ResultFile, read_results
from crescent.survey.summary import Summary, success_by_nodes, summarise

__all__ = [
    "ClusterError",
    "DealResult",
    "ResultFile",
    "Share",
    "Spread",
    "Summary",
    "Survey",
    "WorkerError",
    "check_deals",
    "read_results",
    "shard",
    "solve_here",
    "solve_on_ray",
    "success_by_nodes",
    "success_plot",
    "summarise",
    "wilson",
]
