"""What every test shares: the Hypothesis profiles, and the compiled solver.

``dev`` looks for new counterexamples at every run, ``ci`` repeats the same examples so that a red run is
reproducible, ``thorough`` searches long (``pytest --hypothesis-profile thorough``), and ``brief`` shortly: for a
second run that only asks which lines are reached.
"""

import os
import signal

import pytest
from hypothesis import settings

from crescent.runs.processes import THREADS

# A shell that starts something in the background lets it ignore ctrl-C, and nohup a hang-up, and so do all processes
# that it starts; those that the tests interrupt must not inherit this. A handler is not inherited.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, lambda *_: None)

# Where tests share processors, threads of NumPy's libraries wait for each other without pause, and some tests take
# ten times as long. It is said before NumPy is imported, and to the processes that tests start.
if not any(name in os.environ for name in THREADS):
    os.environ.update(dict.fromkeys(THREADS, "1"))

# No deadline: the first call of a compiled function takes seconds, and speed is the benchmarks' business.
settings.register_profile("dev", deadline=None, print_blob=True)
settings.register_profile("ci", settings.get_profile("dev"), derandomize=True, database=None)
settings.register_profile("thorough", settings.get_profile("dev"), max_examples=2_000)
settings.register_profile("brief", settings.get_profile("ci"), max_examples=10)
settings.load_profile("ci" if os.environ.get("CI") else "dev")


@pytest.fixture(scope="session")
def compiled_solver() -> None:
    """The solver in the cache of compiled code: a command that needs it starts in a second, and has nothing to say."""
    from crescent.solver.searching import ready_program

    ready_program()
