"""Options in an agent's name: read without evaluating anything, and refused with what is wrong with them."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from typing import Annotated, Literal, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import (
    AgentNameError,
    CrescentError,
    Move,
    OptionFault,
    Rules,
    RulesError,
    UnknownNameError,
    UnsuitedAgentError,
    View,
    WrongTypeError,
)
from crescent.agents import AgentFactory, AgentName, Between, Kind, agents, check_plays, make, options_of, plays


class Tuned:
    """has an option of every kind."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        depth: Annotated[int, Between(1, 9)] = 2,
        ratio: Annotated[float, Between(0, 1)] = 0.5,
        careful: bool = True,
        book: str | None = None,
        style: Literal["calm", "wild"] = "calm",
        far: Nowhere | None = None,  # type: ignore[name-defined]  # noqa: F821  as where it is imported for types alone
    ) -> None:
        """Keep all."""
        assert far is None
        self.given = (depth, ratio, careful, book, style)
        self.seed = seed

    def choose(self, view: View) -> Move:
        """The first."""
        return view.legal_moves()[0]

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Nothing without redeals."""
        return rules.redeals > 0


class Demanding(Tuned):
    """has an option that must be given."""

    def __init__(self, *, model: str, seed: int | None = None) -> None:
        """Keep it."""
        super().__init__(seed=seed, book=model)


@pytest.fixture(autouse=True)
def _tuned() -> Iterator[None]:
    """Both registered for the test."""
    agents.register("tuned", Tuned)
    agents.register("demanding", cast("AgentFactory", Demanding))
    yield
    agents.unregister("tuned")
    agents.unregister("demanding")


def given_to(name: str) -> tuple[object, ...]:
    """What reaches the agent."""
    agent = make(name, seed=7)
    assert isinstance(agent, Tuned)
    assert agent.seed == 7
    return agent.given


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("tuned", (2, 0.5, True, None, "calm")),
        ("tuned()", (2, 0.5, True, None, "calm")),
        (" tuned ( depth = +3 , ) ", (3, 0.5, True, None, "calm")),
        ("tuned(depth=1,ratio=1)", (1, 1.0, True, None, "calm")),
        ("tuned(ratio=.25, careful=No, style=wild)", (2, 0.25, False, None, "wild")),
        ("tuned(careful=true, book=opening.txt)", (2, 0.5, True, "opening.txt", "calm")),
        ('tuned(book="a (very) good book, it\'s true")', (2, 0.5, True, "a (very) good book, it's true", "calm")),
        ("tuned(book='', ratio=2.5e-1)", (2, 0.25, True, "", "calm")),
        ("tuned(book=7)", (2, 0.5, True, "7", "calm")),
        ("demanding(model=net.pt)", (2, 0.5, True, "net.pt", "calm")),
    ],
)
def test_options_reach_the_agent_as_what_they_are(name: str, expected: tuple[object, ...]) -> None:
    """Integers, numbers, flags and texts; what is not given is the agent's default."""
    assert given_to(name) == expected
    assert [type(value) for value in given_to(name)] == [type(value) for value in expected]


BAD: list[tuple[str, OptionFault, str]] = [
    ("tuned(deep=2)", OptionFault.UNKNOWN, "no option 'deep'; its options: depth, ratio, careful, book, style"),
    ("tuned(seed=2)", OptionFault.UNKNOWN, "there is no option 'seed'"),
    ("tuned(far=2)", OptionFault.UNKNOWN, "there is no option 'far'"),
    ("tuned(self=2)", OptionFault.UNKNOWN, "there is no option 'self'"),
    ("uniform(depth=2)", OptionFault.NO_OPTIONS, "there is no option 'depth', it takes none"),
    ("tuned(depth=2, depth=2)", OptionFault.TWICE, "the option 'depth' stands twice"),
    ("demanding", OptionFault.REQUIRED, "the option model must be given"),
    ("tuned(depth=two)", OptionFault.INTEGER, "depth must be an integer, not 'two'"),
    ("tuned(depth=2.0)", OptionFault.INTEGER, "depth must be an integer, not '2.0'"),
    ("tuned(depth='')", OptionFault.INTEGER, "depth must be an integer, not ''"),
    ("tuned(depth=0x2)", OptionFault.INTEGER, "depth must be an integer, not '0x2'"),
    ("tuned(depth=٣)", OptionFault.INTEGER, "depth must be an integer"),
    ("tuned(depth=0)", OptionFault.RANGE, "depth must be from 1 to 9, not '0'"),
    ("tuned(depth=-3)", OptionFault.RANGE, "depth must be from 1 to 9, not '-3'"),
    (f"tuned(depth={'9' * 900})", OptionFault.RANGE, "depth must be from 1 to 9, not '9"),
    ("tuned(ratio=half)", OptionFault.NUMBER, "ratio must be a number, not 'half'"),
    ("tuned(ratio=nan)", OptionFault.NUMBER, "ratio must be a number, not 'nan'"),
    ("tuned(ratio=1e999)", OptionFault.NUMBER, "ratio must be a number, not '1e999'"),
    ("tuned(ratio=1.5)", OptionFault.RANGE, "ratio must be from 0 to 1, not '1.5'"),
    ("tuned(careful=1)", OptionFault.FLAG, "careful must be true or false, not '1'"),
    ("tuned(style=mad)", OptionFault.CHOICE, "style must be one of calm, wild, not 'mad'"),
    ("tuned(", OptionFault.UNCLOSED, "it does not end in the parenthesis"),
    ("tuned(depth=2", OptionFault.UNCLOSED, "it does not end in the parenthesis"),
    ("tuned(depth=2)x", OptionFault.UNCLOSED, "it does not end in the parenthesis"),
    ("tuned(2)", OptionFault.FORM, "'2' does not begin with option=value"),
    ("tuned(depth)", OptionFault.FORM, "'depth' does not begin with option=value"),
    ("tuned(depth=)", OptionFault.FORM, "'depth=' does not begin with option=value"),
    ("tuned(depth=2 ratio=1)", OptionFault.FORM, "'depth=2 ratio=1' does not begin with option=value"),
    ("tuned(depth=2;ratio=1)", OptionFault.FORM, "does not begin with option=value"),
    ("tuned(,depth=2)", OptionFault.FORM, "',depth=2' does not begin with option=value"),
    ("tuned(depth=2,,)", OptionFault.FORM, "',' does not begin with option=value"),
    ("tuned(depth=(2))", OptionFault.FORM, "does not begin with option=value"),
    ("tuned(book=\"a'b)", OptionFault.FORM, "does not begin with option=value"),
    ("tuned(depth=__import__('os'))", OptionFault.FORM, "does not begin with option=value"),
    ("tuned(" + "x" * 100_000_000 + ")", OptionFault.TOO_LONG, "100000007 characters are too many, 1000 at most"),
]


@pytest.mark.parametrize(("name", "fault", "says"), BAD, ids=[name[:40] for name, _, _ in BAD])
def test_bad_options_are_named(name: str, fault: OptionFault, says: str) -> None:
    """With the option, and what it takes instead; in one printable line; at once, however long they are."""
    begun = time.process_time()
    with pytest.raises(AgentNameError) as caught:
        make(name, seed=1)
    assert time.process_time() - begun < 1
    assert (caught.value.problem.fault, caught.value.text) == (fault, name)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("thing", [None, 3, b"tuned(depth=2)", ["tuned"]], ids=lambda thing: type(thing).__name__)
def test_what_is_no_text_names_no_agent(thing: object) -> None:
    """Its type is told."""
    wrong = cast("str", thing)
    for ask in (lambda: make(wrong), lambda: AgentName.parse(wrong), lambda: plays(wrong, Rules())):
        with pytest.raises(WrongTypeError, match="the name of an agent must be a text, not"):
            ask()


def test_an_unknown_agent_with_options_is_answered_with_near_names() -> None:
    """The name alone is looked up, and before the options are looked at."""
    with pytest.raises(UnknownNameError, match="there is no agent 'gready'; did you mean greedy"):
        make("gready(depth=2)")
    with pytest.raises(UnknownNameError, match="there is no agent ''"):
        make("(depth=2)")


values = st.text(st.characters(exclude_characters="\"'", codec="utf-8"), max_size=20)
option_names = st.from_regex(r"[A-Za-z_][A-Za-z0-9_]{0,9}", fullmatch=True)


@given(st.from_regex(r"[a-z-]{1,10}", fullmatch=True), st.dictionaries(option_names, values, max_size=6))
def test_a_name_is_read_back_as_it_is_written(name: str, options: dict[str, str]) -> None:
    """Whatever its options say."""
    assert AgentName.parse(str(AgentName(name, options))) == AgentName(name, options)


@given(st.one_of(st.text(max_size=60), st.text("tuned()=,\"' 12depth", max_size=40).map(lambda text: f"tuned({text}")))
def test_any_text_is_read_or_refused(text: str) -> None:
    """By one of our errors, which is printable; nothing else ever comes out."""
    problem: CrescentError | None = None
    try:
        make(text, seed=1)
    except (AgentNameError, UnknownNameError) as error:
        problem = error
    assert problem is None or str(problem).isprintable()


def test_an_option_is_known_by_the_signature() -> None:
    """Name, kind, default, range and choices; what has a type that no text can give is none."""
    depth, ratio, careful, book, style = options_of(Tuned)
    assert (depth.name, depth.kind, depth.default, depth.bounds) == ("depth", Kind.INTEGER, 2, Between(1, 9))
    assert (ratio.kind, ratio.default, ratio.bounds) == (Kind.NUMBER, 0.5, Between(0, 1))
    assert (careful.kind, careful.default) == (Kind.FLAG, True)
    assert (book.kind, book.default, book.is_required) == (Kind.TEXT, None, False)
    assert (style.kind, style.choices) == (Kind.TEXT, ("calm", "wild"))
    assert options_of(Demanding)[0].is_required
    assert options_of(object) == options_of(3) == options_of(agents["uniform"]) == ()


def test_a_range_checks_integers() -> None:
    """For agents that are made without a name."""
    assert Between(1, 9).checked("depth", 9) == 9
    with pytest.raises(RulesError, match="depth must be an integer from 1 to 9, not 10"):
        Between(1, 9).checked("depth", 10)
    with pytest.raises(WrongTypeError, match="depth must be an integer, not float"):
        Between(1, 9).checked("depth", 2.0)


def test_an_agent_says_by_which_rules_it_plays() -> None:
    """By any, if it says nothing; options in the name change nothing; who cannot is refused by name."""
    assert plays("uniform", Rules(redeals=0))
    assert plays("tuned(depth=3)", Rules())
    assert not plays("tuned", Rules(redeals=0))
    check_plays("tuned", Rules())
    with pytest.raises(UnsuitedAgentError, match="the agent 'tuned' does not play by these rules") as caught:
        check_plays("tuned(depth=3)", Rules(redeals=0))
    assert (caught.value.name, caught.value.rules) == ("tuned", Rules(redeals=0))


def test_nothing_in_a_name_is_run() -> None:
    """Nor imported."""
    sys.modules.pop("this", None)
    with pytest.raises(AgentNameError):
        make("tuned(depth=__import__('this'))")
    assert "this" not in sys.modules
