"""Deals solved by Ray, on one machine or on many (https://docs.ray.io); needs the extra `ray`."""

from __future__ import annotations

import logging
import os
import re
import socket
from collections.abc import Generator, Iterable
from itertools import islice

from crescent.errors import CrescentError, MissingExtraError
from crescent.survey.errors import ClusterError
from crescent.survey.plan import Survey
from crescent.survey.results import DealResult

LOCAL = "local"
"""The address of a Ray that is started here for the survey, and ended with it."""

PATIENCE = 10.0
"""Seconds to wait for a cluster's answer."""

AHEAD = 4
"""Deals in Ray's hands for every processor that it has: enough to keep it busy, few enough to stop soon."""


def solve_on_ray(survey: Survey, deals: Iterable[int], address: str = LOCAL) -> Generator[DealResult, None, None]:
    """Solve deals as tasks of Ray, one a deal; results come as they are found, in any order.

    Ray repeats by itself what is lost with a machine.  Every machine needs this project, in the same version.

    Args:
        survey: what is asked.
        deals: of which deals.
        address: `local`, `auto` for the cluster that this machine is part of, or the address of one, as Ray has them.

    Raises:
        MissingExtraError: Ray is not installed.
        ClusterError: Ray cannot be started or reached, or a task was lost there for good.
    """
    try:
        import ray
    except ImportError as error:
        raise MissingExtraError("a survey on Ray", "ray") from error
    _knock(address)
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # its way from now on, else it warns
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, include_dashboard=False)
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise ClusterError(address, str(error)) from error
    try:
        task = ray.remote(max_retries=3)(_solve)
        question = ray.put(survey)
        waiting = iter(deals)
        room = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
        tasks = [task.remote(question, deal) for deal in islice(waiting, room)]
        while tasks:
            done, tasks = ray.wait(tasks, num_returns=1)
            tasks += [task.remote(question, deal) for deal in islice(waiting, len(done))]
            yield from ray.get(done)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, CrescentError):
            raise error.cause from error
        raise ClusterError(address, str(error.cause)) from error
    except ray.exceptions.RayError as error:
        raise ClusterError(address, str(error)) from error
    finally:
        ray.shutdown()


def _knock(address: str) -> None:
    """Check that somebody answers at an address with a port: Ray itself takes minutes to give up.

    Raises:
        ClusterError: nobody does.
    """
    found = re.fullmatch(r"(?:ray://)?([^:/]+):([0-9]{1,5})", address)
    if found is not None:
        try:
            socket.create_connection((found[1], int(found[2])), PATIENCE).close()
        except (OSError, OverflowError, UnicodeError) as error:
            raise ClusterError(address, str(error)) from error


def _solve(survey: Survey, deal: int) -> DealResult:
    """One task."""
    return survey.solve(deal)
