"""The names of external agents: options before the colon, behind it the command, whatever is in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import AgentNameError, CrescentError, Rules, UnknownNameError, WrongTypeError, deal
from crescent.agents import check_plays, describe, make, option_names, plays, with_option
from crescent.agents.external import ExternalAgent, is_external, split_name
from tests.core.junk import spoiled, things
from tests.engine.engines import FIRST, engine

VIEW = deal("CR1-N-AAAAAAB").view()
OPTIONS = ("seconds", "start", "movetime", "nodes")


@given(st.text(max_size=60), st.integers(1, 10**12))
def test_the_command_is_left_as_it_is(command: str, nodes: int) -> None:
    """By whatever is done to the options."""
    for name in (f"cmd:{command}", f"cmd(seconds=2.5):{command}", f"cmd():{command}"):
        assert split_name(name)[1] == f":{command}"
        changed = with_option(name, "nodes", str(nodes))
        asked, kept = split_name(changed)
        assert (asked.options["nodes"], kept) == (str(nodes), f":{command}")
        assert dict(asked.options) == {**split_name(name)[0].options, "nodes": str(nodes)}


def test_options_of_any_agent_are_known_and_set() -> None:
    """Those of external ones, of others, and of those that have none."""
    assert option_names("cmd:./bot") == option_names("cmd(seconds=1):./bot") == OPTIONS
    assert option_names("greedy") == ()
    assert "nodes" in option_names("solver")
    assert "nodes" in option_names("lookahead(depth=2)")
    assert with_option("solver", "nodes", "5") == with_option("solver(nodes=7)", "nodes", "5") == "solver(nodes=5)"
    with pytest.raises(UnknownNameError):
        option_names("gready")
    with pytest.raises(WrongTypeError):
        option_names(3)  # type: ignore[arg-type]  # that it is refused is the point


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("cmd(", "it does not end in the parenthesis that closes its options"),
        ("cmd(seconds=1)./bot", "it does not end in the parenthesis that closes its options"),
        ("cmd(seconds=1):", "there is no command behind cmd:"),
        ("cmd(second=1):./bot", "there is no option 'second'; its options: seconds, start, movetime, nodes"),
        ("cmd(seconds=soon):./bot", "seconds must be a number, not 'soon'"),
        ("cmd(seconds=0):./bot", "seconds must be from 0.001 to 86400, not '0'"),
        ("cmd(start=1e9):./bot", "start must be from 0.001 to 86400, not '1e9'"),
        ("cmd(nodes=0):./bot", "nodes must be from 1 to 1000000000000, not '0'"),
        ("cmd(movetime=1.5):./bot", "movetime must be an integer, not '1.5'"),
        ("cmd(command=x):./bot", "there is no option 'command'"),
        ("cmd(seed=1):./bot", "there is no option 'seed'"),
    ],
)
def test_wrong_options_are_told_before_anything_is_started(name: str, says: str) -> None:
    """With the options that there are."""
    with pytest.raises(CrescentError) as caught:
        make(name)
    assert says in str(caught.value)


def test_they_are_agents_like_others(tmp_path: Path) -> None:
    """With a description, for every rules."""
    name = engine(tmp_path, FIRST, options="seconds=9")
    assert describe(name) == "plays what an external program answers, which is asked through the line protocol."
    assert plays(name, Rules(face_down=True))
    check_plays(name, Rules(redeals=0))
    with ExternalAgent.of_name(name, seed=1) as agent:
        assert agent.client.patience.seconds == 9
        assert str(agent.choose(VIEW)) == "1-11"


@given(things)
def test_what_is_no_text_names_nothing(thing: object) -> None:
    """It is refused by its type."""
    if not isinstance(thing, str):
        assert not is_external(thing)
        with pytest.raises(CrescentError):
            make(thing)  # type: ignore[arg-type]  # that it is refused is the point


@given(spoiled("cmd(seconds=2, nodes=5):/no/such/engine --level 3"))
def test_nearly_right_names_are_refused(name: str) -> None:
    """With an error of ours, since there is no such program."""
    with pytest.raises(CrescentError):
        make(name)


def test_an_error_names_the_whole() -> None:
    """The name as it was given."""
    with pytest.raises(AgentNameError, match=r"'cmd\(x=1\):./bot' names no agent"):
        make("cmd(x=1):./bot")
