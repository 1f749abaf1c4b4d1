"""`crescent export-minari`: what Minari reads back is the games that were played."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

from crescent import Game, GameCode, Move, Record
from crescent.agents import make
from crescent.errors import CrescentError, MissingExtraError, UnknownNameError, WrongTypeError
from crescent_gym import dataset as dataset_module
from crescent_gym.dataset import DatasetError, export_minari
from tests.cli.running import Result, crescent, end_of, terminal

pytestmark = pytest.mark.usefixtures("datasets")


@pytest.fixture
def datasets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty folder of data sets."""
    monkeypatch.setenv("MINARI_DATASETS_PATH", str(tmp_path / "sets"))
    return tmp_path / "sets"


def exported(*words: str) -> Result:
    """What comes of the command, with the test's folder of data sets."""
    return crescent("export-minari", *words, env=folder())


def folder() -> dict[str, str]:
    """The variable that names the folder, for a command."""
    return {"MINARI_DATASETS_PATH": os.environ["MINARI_DATASETS_PATH"]}


def loaded(name: str) -> Any:  # noqa: ANN401  Minari has no types
    """A data set, by Minari's own hand."""
    import minari

    return minari.load_dataset(name)


def check_episode(dataset: Any, number: int, observation: str, reward: str, name: str) -> GameCode:  # noqa: ANN401  likewise
    """An episode is what the environment shows when its actions are played; its code."""
    episode = dataset[number]
    (told,) = dataset.storage.get_episode_metadata([number])
    env = gymnasium.make(f"crescent_gym/{name}-v0", observation=observation, reward=reward)
    seen, info = env.reset(options={"code": told["code"]})
    assert len(episode.observations) == len(episode.actions) + 1 == len(episode.infos["action_mask"])
    for step, action in enumerate(episode.actions):
        assert np.array_equal(seen, episode.observations[step])
        assert np.array_equal(info["action_mask"], episode.infos["action_mask"][step])
        assert info["action_mask"][action] == 1
        assert info["legal_count"] == episode.infos["legal_count"][step]
        seen, paid, terminated, _, info = env.step(action)
        assert (paid, terminated) == (episode.rewards[step], episode.terminations[step])
    assert np.array_equal(seen, episode.observations[-1])
    assert episode.infos["action_mask"].dtype == np.int8
    assert episode.truncations.tolist() == [False] * (len(episode.actions) - 1) + [not episode.terminations[-1]]
    return GameCode.parse(told["code"])


@pytest.mark.usefixtures("compiled_solver")
def test_the_solver_s_games_are_read_back() -> None:
    """Every deal asked for is an episode that is won, with its code; the environment can be had again."""
    result = exported("crescent/solver-v0", "--agent", "solver", "--deals", "1:3", "--json")
    assert result.code == 0, result.err
    told = result.documents[0]
    assert (told["name"], told["episodes"], told["won"]) == ("crescent/solver-v0", 3, 3)
    dataset = loaded("crescent/solver-v0")
    assert (dataset.total_episodes, dataset.total_steps) == (3, told["steps"])
    codes = [check_episode(dataset, number, "flat", "progress", "Crescent") for number in range(3)]
    assert codes == [GameCode(number) for number in (1, 2, 3)]
    assert dataset.storage.metadata["variant"] == "normal"
    assert dataset.storage.metadata["algorithm_name"] == "solver"
    assert dataset.recover_environment().action_space.n == 281


def test_an_agent_s_games_of_another_variant_are_read_back() -> None:
    """Lost games and games cut by the limit are in it, observed and paid as asked for."""
    words = [
        "greedy-v3",
        "--agent",
        "greedy",
        "--deals",
        "5:6",
        "--variant",
        "hidden",
        "--limit",
        "60",
    ]
    result = exported(*words, "--observation", "cards", "--reward", "sparse", "--author", "somebody")
    assert (result.code, result.out) == (0, "greedy-v3\n"), result.err
    assert "Saved in" in result.err
    dataset = loaded("greedy-v3")
    for number in range(2):
        check_episode(dataset, number, "cards", "sparse", "CrescentHidden")
        assert 1 <= len(dataset[number].actions) <= 60


def record(number: int, limit: int = 30) -> Record:
    """A few moves of a game."""
    game = Game(GameCode(number))
    agent = make("uniform", seed=1)
    while game.outcome is None and game.move_count < limit:
        game.play(agent.choose(game.view))
    return game.record()


def test_records_are_read_back(tmp_path: Path) -> None:
    """Record files are written in their order; an unfinished game is truncated."""
    paths = []
    for number in (7, 8):
        paths.append(str(tmp_path / f"{number}.crescent"))
        record(number, 5).save(paths[-1])
    assert exported("mine-v0", *paths).code == 0
    dataset = loaded("mine-v0")
    assert [check_episode(dataset, number, "flat", "progress", "Crescent").number for number in (0, 1)] == [7, 8]
    assert dataset[0].truncations[-1]


@pytest.mark.parametrize(
    "words",
    [
        ["solver"],
        ["crescent/solver-v0"],
        ["crescent/solver-v0", "x.crescent", "--agent", "solver"],
        ["crescent/solver-v0", "x.crescent", "--deals", "1:2"],
        ["crescent/solver-v0", "no-such-file"],
        ["solver", "--agent", "uniform"],
        ["../solver-v0", "--agent", "uniform"],
        ["x" * 10_000 + "-v0", "--agent", "uniform"],
        ["a/solver-v0", "--agent", "no-such-agent"],
        ["a/solver-v0", "--agent", "uniform", "--deals", "2:1"],
        ["a/solver-v0", "--agent", "uniform", "--variant", "nromal"],
        ["a/solver-v0", "--agent", "uniform", "--seed", "-1"],
        ["a/solver-v0", "--agent", "uniform", "--limit", "0"],
        ["a/solver-v0", "--agent", "uniform", "--deals", "1:1", "--observation", "falt"],
    ],
    ids=range(14),
)
def test_bad_words_are_refused_and_nothing_is_written(words: list[str], datasets: Path) -> None:
    """Exit code 2, one line that says why, no data set."""
    result = exported(*words)
    assert (result.code, result.out) == (2, ""), result.err
    assert 10 < len(result.err) < 500
    assert not list(datasets.rglob("*.hdf5"))


def test_what_is_no_data_set_is_refused(monkeypatch: pytest.MonkeyPatch, datasets: Path) -> None:
    """One clear error of ours each; a set that is there stays as it is, and one that fails leaves nothing."""
    good = [record(1)]
    export_minari(good, "a-v0")
    before = {path: path.read_bytes() for path in datasets.rglob("*") if path.is_file()}
    coded = GameCode(1, crescent_variant())
    cases: list[tuple[Any, str, type[CrescentError]]] = [
        (good, "a-v0", DatasetError),
        ([], "b-v0", DatasetError),
        (None, "b-v0", WrongTypeError),
        (["x"], "b-v0", WrongTypeError),
        ([Record(GameCode(1).deal(), (), GameCode(1))], "b-v0", DatasetError),
        ([Record(good[0].start, good[0].moves)], "b-v0", DatasetError),
        ([*good, Record(coded.deal(), (Move.parse("R"),), coded)], "b-v0", CrescentError),
        (good, "", DatasetError),
    ]
    for records, name, error in cases:
        with pytest.raises(error):
            export_minari(records, name)
    with pytest.raises(WrongTypeError):
        export_minari(good, 5)  # type: ignore[arg-type]  # wrong on purpose
    with pytest.raises(UnknownNameError):
        export_minari(good, "b-v0", observation="falt")
    monkeypatch.setattr("minari.dataset._storages.hdf5_storage.HDF5Storage.update_episodes", full_disk)
    with pytest.raises(DatasetError, match="No space left"):
        export_minari(good, "b-v0")
    assert {path: path.read_bytes() for path in datasets.rglob("*") if path.is_file()} == before
    monkeypatch.setitem(sys.modules, "h5py", None)
    with pytest.raises(MissingExtraError, match=r"crescent-patience\[minari\]"):
        export_minari(good, "b-v0")


ENDLESS = ["neighbour/long-v0", "--agent", "uniform", "--deals", "1:99999"]
BAR = r"\r[░█]{20} \d+/99999  \d+\.\d/s  [\d:]+ left  "


def test_a_terminal_sees_how_far_it_is_and_ctrl_c_leaves_nothing(datasets: Path) -> None:
    """The bar of other long commands, over and over on one line, and nothing half-made when the person has enough."""
    child = terminal("export-minari", *ENDLESS, env=folder())
    child.expect(BAR + "playing", timeout=60)  # Minari takes long to import
    child.sendintr()
    assert end_of(child) == 130
    assert "Traceback" not in (child.before or "")
    assert not list(datasets.rglob("*"))


@pytest.mark.parametrize("stop", [KeyboardInterrupt, MemoryError, OSError(28, "No space left on device")], ids=repr)
@pytest.mark.parametrize("at", [1, 3, 5])
def test_whatever_stops_the_writing_leaves_nothing_half_made(
    datasets: Path,
    monkeypatch: pytest.MonkeyPatch,
    stop: Any,  # noqa: ANN401  an exception or its class
    at: int,
) -> None:
    """Neither games nor folders, in the first chunk as in later ones; a neighbour's folders and sets stay."""
    monkeypatch.setattr(dataset_module, "CHUNK", 2)
    games = [record(number, 4) for number in range(5)]
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done == at:
            raise stop

    expected = DatasetError if isinstance(stop, OSError) else stop
    with pytest.raises(expected):
        export_minari(games, "neighbour/half-v0", progress=progress)
    assert told == [(number, 5) for number in range(1, at + 1)]
    assert not list(datasets.rglob("*"))
    export_minari(games[:1], "neighbour/whole-v0")
    before = sorted(datasets.rglob("*"))
    with pytest.raises(expected):
        export_minari(games, "neighbour/half-v0", progress=progress)
    assert sorted(datasets.rglob("*")) == before
    assert loaded("neighbour/whole-v0").total_episodes == 1


def test_games_are_written_in_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many are written at once, the episodes are the games in their order, with their codes."""
    games = [record(number, 4) for number in range(5)]
    for chunk in (1, 2, 5, 100):
        monkeypatch.setattr(dataset_module, "CHUNK", chunk)
        told = export_minari(games, f"chunks-v{chunk}")
        assert (told.episodes, told.steps) == (5, sum(len(game.moves) for game in games))
        dataset = loaded(told.name)
        assert (dataset.total_episodes, dataset.total_steps) == (5, told.steps)
        codes = [check_episode(dataset, number, "flat", "progress", "Crescent") for number in range(5)]
        assert [code.number for code in codes] == list(range(5))


def test_a_pipe_gets_no_progress() -> None:
    """Nothing but what is said of the result."""
    result = exported("short-v0", "--agent", "uniform", "--deals", "1:40")
    assert (result.code, result.out) == (0, "short-v0\n")
    assert "\r" not in result.err
    assert len(result.err.splitlines()) == 1


def full_disk(*_: object) -> None:
    """Fail as a disk does."""
    raise OSError(28, "No space left on device")


def crescent_variant() -> Any:  # noqa: ANN401  a Variant
    """Another variant."""
    from crescent import variants

    return variants["four"]


def test_an_agent_that_fails_at_once_is_told_about(datasets: Path) -> None:
    """The command says that it cannot even begin; nothing is written."""
    result = exported("a-v0", "--agent", "cmd:false", "--deals", "1:1")
    assert result.code == 2
    assert not list(datasets.rglob("*.hdf5"))
