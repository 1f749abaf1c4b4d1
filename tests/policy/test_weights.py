"""Files of weights: what is written is read, and anything else is one clear error that names the file."""

from __future__ import annotations

import contextlib
import io
import pickle
import random
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import FileError
from crescent.agents import make
from crescent.policy.inputs import Values
from crescent.policy.weights import LONGEST, Trained, load, save
from tests.policy.networks import SMALL, network_of, values_of


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of weights."""
    path = tmp_path_factory.mktemp("weights") / "small.npz"
    save(path, Trained(network_of(1), values_of(1)))
    return path


def arrays(path: Path) -> dict[str, Any]:
    """What is in it."""
    with np.load(path, allow_pickle=False) as archive:
        return dict(archive)


def refused(path: Path, says: str) -> None:
    """It is refused, by its name, with this reason, also as an agent's option."""
    with pytest.raises(FileError) as caught:
        load(path)
    assert str(caught.value).startswith(f"{path}: ")
    assert says in str(caught.value)
    with pytest.raises(FileError):
        make(f'policy(weights="{path}")')


def test_what_is_written_is_read(whole: Path) -> None:
    """Shape, tables and weights, number by number."""
    found = load(whole)
    assert found.network.shape == SMALL
    for name, array in network_of(1).weights.items():
        assert (found.network.weights[name] == array).all()
    for one, other in zip(found.values, values_of(1), strict=True):
        assert (one == other).all()


def test_the_packages_own_weights_are_small_and_need_no_pickle() -> None:
    """At most 3 MiB, arrays of numbers alone."""
    path = Path(str(files("crescent.policy").joinpath("weights.npz")))
    assert path.stat().st_size <= LONGEST == 3 * 2**20
    assert {array.dtype.kind for array in arrays(path).values()} == {"f", "i"}
    assert load().network.shape.layers >= 1


def changed(whole: Path, folder: Path, **others: object) -> Path:
    """The file with some arrays replaced, or left out where they are None."""
    path = folder / "changed.npz"
    replaced = {**arrays(whole), **{name.replace("__", "."): array for name, array in others.items()}}
    np.savez(path, **{name: array for name, array in replaced.items() if array is not None})
    return path


@pytest.mark.parametrize(
    ("others", "says"),
    [
        ({"shape": None}, "it has no array shape"),
        ({"below": None}, "it has no array below"),
        ({"w__norm__weight": None}, "it has no array w.norm.weight"),
        ({"w__norm__weight": np.zeros(13, np.float32)}, "w.norm.weight must be float32 (12,), not float32 (13,)"),
        ({"w__norm__weight": np.zeros(12)}, "w.norm.weight must be float32 (12,), not float64 (12,)"),
        ({"w__norm__weight": np.full(12, np.nan, np.float32)}, "w.norm.weight holds numbers that are not finite"),
        ({"shape": np.array([12, 2, 5, 10, 8])}, "5 heads do not divide a width of 12"),
        ({"shape": np.array([0, 2, 3, 10, 8])}, "the shape's width must be from 1 to 512, not 0"),
        ({"shape": np.array([12, 10**12, 3, 10, 8])}, "the shape's layers must be from 1 to 8, not 1000000000000"),
        ({"shape": np.array([12, 1, -3, 10, 8])}, "the shape's heads must be from 1 to 64, not -3"),
    ],
)
def test_other_arrays_are_named(whole: Path, tmp_path: Path, others: dict[str, object], says: str) -> None:
    """What is missing, of another shape or kind, or out of range."""
    refused(changed(whole, tmp_path, **others), f"holds no weights of a trained policy: {says}")


class Trap:
    """What runs when it is unpickled."""

    def __reduce__(self) -> tuple[object, tuple[str]]:
        """Fail loudly."""
        return pytest.fail, ("it was unpickled",)


def test_nothing_is_unpickled(whole: Path, tmp_path: Path) -> None:
    """An array of objects is refused by its kind, and a plain pickle is no such file."""
    refused(
        changed(whole, tmp_path, below=np.array([Trap()] * 4096, object)), "below must be int16 (4096,), not object"
    )
    plain = tmp_path / "plain.npz"
    plain.write_bytes(pickle.dumps([1, 2, 3]))
    refused(plain, "it is damaged, or no .npz file at all")


def test_huge_things_are_refused_unread(whole: Path, tmp_path: Path) -> None:
    """A long file, one that unpacks to much, and a header that claims more than there is."""
    long = tmp_path / "long.npz"
    long.write_bytes(bytes(LONGEST + 1))
    refused(long, f"is longer than {LONGEST} bytes")
    bomb = tmp_path / "bomb.npz"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("shape.npy", bytes(2**25))
    refused(bomb, "unpacked it has more than")
    header = io.BytesIO()
    np.lib.format.write_array_header_1_0(header, {"descr": "<i2", "fortran_order": False, "shape": (2**40,)})
    claims = tmp_path / "claims.npz"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(claims, "w") as new:
        for name in old.namelist():
            new.writestr(name, header.getvalue() if name == "below.npy" else old.read(name))
    refused(claims, f"below must be int16 (4096,), not int16 ({2**40},)")


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    """A missing one, and a folder."""
    refused(tmp_path / "nothing.npz", "cannot be read: No such file or directory")
    refused(tmp_path, "cannot be read: ")


@given(st.integers(0, 2**32), st.sampled_from(["cut", "flip", "noise"]))
def test_damage_is_one_error(whole: Path, tmp_path_factory: pytest.TempPathFactory, seed: int, damage: str) -> None:
    """A file that is cut off, has wrong bytes, or is noise: it is refused, or all its numbers have the right form."""
    rng = random.Random(seed)
    data = bytearray(whole.read_bytes())
    if damage == "cut":
        del data[rng.randrange(len(data)) :]
    elif damage == "flip":
        for _ in range(rng.randint(1, 20)):
            data[rng.randrange(len(data))] ^= rng.randint(1, 255)
    else:
        data = bytearray(rng.randbytes(rng.randrange(3000)))
    path = tmp_path_factory.getbasetemp() / "damaged.npz"
    path.write_bytes(data)
    found = None
    with contextlib.suppress(FileError):
        found = load(path)
    if found is None:
        refused(path, "")
    else:
        assert isinstance(found.values, Values)
