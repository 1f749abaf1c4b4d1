"""Games as a data set of Minari, for learning from what was played: `export_minari`; needs the extra `minari`.

The command `crescent export-minari` is this, for record files and for agents that play.
"""

from __future__ import annotations

import contextlib
import shutil
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np

from crescent.errors import InvalidValueError, MissingExtraError, WrongTypeError
from crescent.outcome import Outcome
from crescent.record import Record
from crescent_gym.env import CrescentEnv
from crescent_gym.registration import environment_id

MOST_GAMES: Final = 100_000
"""Games of a data set at most; of what is written, a hundred lie in memory at a time."""

CHUNK: Final = 100
"""Games that are written at once; a normal one takes some 350 KB of memory until it is."""


class DatasetError(InvalidValueError):
    """A data set that cannot be made."""

    def __init__(self, name: str, reason: str) -> None:
        """Keep the `name` asked for and the `reason` in words."""
        super().__init__(name, reason)
        self.name = name
        self.reason = reason

    def __str__(self) -> str:
        """The name and what is wrong."""
        return f"data set {self.name[:100]!r}: {self.reason}"


@dataclass(frozen=True)
class Exported:
    """What was written.

    Attributes:
        name: of the data set, as Minari loads it.
        folder: where it is.
        episodes: games.
        steps: moves and redeals of all games.
        won: games that were won.
    """

    name: str
    folder: str
    episodes: int
    steps: int
    won: int


def check_minari(name: str) -> None:
    """Check that a data set of this name can be made.

    Raises:
        WrongTypeError: the name is no text.
        MissingExtraError: Minari is not installed.
        DatasetError: it is no name for a data set, or there is one.
    """
    if not isinstance(name, str):
        raise WrongTypeError("the name of a data set", "a text", name)
    try:
        import h5py  # noqa: F401  Minari looks for it when it writes
        from minari.dataset.minari_dataset import DATASET_ID_RE
        from minari.storage import get_dataset_path
    except ModuleNotFoundError as error:
        raise MissingExtraError("a data set", "minari") from error
    found = DATASET_ID_RE.fullmatch(name) if len(name) <= 200 else None
    if found is None or found["version"] is None or ".." in name:
        raise DatasetError(name, "a name must look like crescent/solver-v0, with a version")
    if Path(get_dataset_path(name)).exists():
        raise DatasetError(name, "there is one already, and it is never written over")


def export_minari(
    records: Iterable[Record],
    name: str,
    *,
    observation: str = "flat",
    reward: str = "progress",
    author: str | None = None,
    algorithm: str | None = None,
    progress: Callable[[int, int], object] = lambda _done, _total: None,
) -> Exported:
    """Write games as a data set of Minari, where `MINARI_DATASETS_PATH` says, else where Minari keeps its own.

    An episode is a game, from its deal to its last move: n + 1 observations, n actions (int64), rewards, ends.  Its
    infos hold `action_mask`, int8 (n + 1, actions), and `legal_count`.  A game that was left unfinished is truncated.
    Each episode's metadata tell `code` and, where the record does, `player`; those of the data set the `variant`.

    Args:
        records: one or more games of one variant, each with a code and a move at least.
        name: as Minari has it, with a version: crescent/solver-v0.
        observation: a name in `crescent_gym.observations.observations`.
        reward: a name in `crescent_gym.rewards.rewards`.
        author: who made it.
        algorithm: who played; the players of the records, if it is not told.
        progress: is told after each game how many of how many have been gone through.

    Whatever stops it, ctrl-C too, nothing half-made is left behind.

    Raises:
        WrongTypeError: an argument has the wrong type.
        MissingExtraError: Minari is not installed.
        DatasetError: the name is none or there is such a set; there is no game, or too many; games of several
            variants; a game without code or move.
        UnknownNameError: there is no such observation or reward.
    """
    check_minari(name)
    games = _checked(records, name)
    variant = games[0].variant
    id_ = environment_id(variant.name)
    if id_ not in gymnasium.registry:
        raise DatasetError(name, f"the variant {variant.name} has no environment")
    env = gymnasium.make(id_, observation=observation, reward=reward)
    try:
        folder = _write(env, games, name, author or "unknown", algorithm, progress)
    finally:
        env.close()
    won = sum(game.outcome is Outcome.WON for game in games)
    return Exported(name, folder, len(games), sum(len(game.moves) for game in games), won)


def _write(
    env: gymnasium.Env[Any, Any],
    games: list[Record],
    name: str,
    author: str,
    algorithm: str | None,
    progress: Callable[[int, int], object],
) -> str:
    """Write the data set, whole or not at all; its folder."""
    from minari import create_dataset_from_buffers
    from minari.storage import get_dataset_path

    players = sorted({game.tags["Player"] for game in games if "Player" in game.tags})
    place = Path(get_dataset_path(name))
    missing = [folder for folder in place.parents if not folder.exists()]

    def buffers(begin: int) -> list[Any]:
        made = []
        for number, game in enumerate(games[begin : begin + CHUNK], begin + 1):
            made.append(_episode(env, game))
            progress(number, len(games))
        return made

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # it recommends links to code
            dataset = create_dataset_from_buffers(
                name,
                buffers(0),
                env=env,
                algorithm_name=algorithm or ", ".join(players)[:200] or "unknown",
                author=author,
                description=f"Games of the patience Crescent, {games[0].variant.name}",
                requirements=["crescent-patience[gym]"],
            )
        for begin in range(CHUNK, len(games), CHUNK):
            dataset.update_dataset_from_buffer(buffers(begin))
        dataset.storage.update_metadata({"variant": games[0].variant.name})
        dataset.storage.update_episode_metadata(
            [{"code": str(game.code), "player": game.tags.get("Player", "unknown")} for game in games]
        )
    except BaseException as error:
        _take_back(place, missing)
        if isinstance(error, OSError):
            raise DatasetError(name, f"it cannot be written: {error.strerror or error}") from error
        raise
    return str(dataset.storage.data_path)


def _take_back(place: Path, made: list[Path]) -> None:
    """Remove what was written of a data set, and the folders `made` for it, innermost first, unless others use them."""
    from minari.namespace import NAMESPACE_METADATA_FILENAME

    shutil.rmtree(place, ignore_errors=True)
    with contextlib.suppress(OSError):
        for folder in made:
            if [path.name for path in folder.iterdir()] == [NAMESPACE_METADATA_FILENAME]:
                (folder / NAMESPACE_METADATA_FILENAME).unlink()
            folder.rmdir()


def _checked(records: object, name: str) -> list[Record]:
    """The games, each fit to be written."""
    if isinstance(records, str | bytes) or not isinstance(records, Iterable):
        raise WrongTypeError("records", "an iterable of records", records)
    games: list[Record] = []
    for record in records:
        if not isinstance(record, Record):
            raise WrongTypeError("a record", "a Record", record)
        if record.code is None or not record.moves:
            raise DatasetError(name, f"game {len(games) + 1} has no {'code' if record.code is None else 'move'}")
        games.append(record)
        if len(games) > MOST_GAMES:
            raise DatasetError(name, f"more than {MOST_GAMES} games")
        if record.variant != games[0].variant:
            raise DatasetError(name, f"game {len(games)} is of {record.variant}, game 1 of {games[0].variant}")
    if not games:
        raise DatasetError(name, "there is no game to write")
    return games


def _episode(env: gymnasium.Env[Any, Any], game: Record) -> Any:  # noqa: ANN401  Minari's buffer
    """A game as the environment sees it."""
    from minari.data_collector import EpisodeBuffer

    core = env.unwrapped
    if not isinstance(core, CrescentEnv):
        raise WrongTypeError("the environment", "a CrescentEnv", core)
    observation, info = core.reset(options={"code": game.code})
    observations, masks, counts = [observation], [info["action_mask"]], [info["legal_count"]]
    rewards, terminations = [], []
    for move in game.moves:
        observation, reward, terminated, _, info = core.step(move.index)
        observations.append(observation)
        masks.append(info["action_mask"])
        counts.append(info["legal_count"])
        rewards.append(reward)
        terminations.append(terminated)
    truncations = [False] * (len(rewards) - 1) + [not terminations[-1]]
    return EpisodeBuffer(
        observations=np.stack(observations), actions=np.array([move.index for move in game.moves], np.int64),
        rewards=rewards, terminations=terminations, truncations=truncations,
        infos={"action_mask": np.stack(masks), "legal_count": np.array(counts, np.int64)},
    )  # fmt: skip
