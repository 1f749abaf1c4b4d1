"""Files of weights: an `.npz` of plain arrays, read within bounds and checked one by one; nothing in it is unpickled.

shape           int64 (5,): the fields of `Shape`
below, touching int16 (4096,): the solver's evaluation as it was when the network was trained
w.NAME          float32: the weights, by the names and shapes of `shapes_of`
"""

from __future__ import annotations

import io
import os
import zipfile
from importlib.resources import files
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crescent.errors import FileError
from crescent.faults import FileFault
from crescent.files import read_bytes
from crescent.policy.inputs import Values
from crescent.policy.network import Network, Shape, shapes_of

LONGEST: Final = 3 * 1024 * 1024
"""Bytes of a file at most."""

LARGEST: Final = Shape(width=512, layers=8, heads=64, inner=1024, move=512)
"""The largest network that is read."""

_UNPACKED: Final = 4 * LONGEST


class Trained(NamedTuple):
    """A network and what else was fixed when it was trained."""

    network: Network
    values: Values


def load(path: str | os.PathLike[str] | None = None) -> Trained:
    """The weights in a file; for None the ones that are part of the package.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, is longer than 3 MiB, or holds anything but weights of such a network.
    """
    if path is None:
        path = Path(str(files("crescent.policy").joinpath("weights.npz")))
    data, name = read_bytes(path, LONGEST), os.fspath(path)
    try:
        return _read(data)
    except _NoWeightsError as error:
        raise FileError(str(name), FileFault.NO_WEIGHTS(reason=str(error))) from None
    except Exception as error:  # damaged archives make NumPy and zipfile raise a dozen kinds
        raise FileError(str(name), FileFault.NO_WEIGHTS(reason="it is damaged, or no .npz file at all")) from error


def save(path: Path, trained: Trained) -> None:
    """Write weights for `load`."""
    arrays: dict[str, NDArray[Any]] = {f"w.{name}": array for name, array in trained.network.weights.items()}
    shape = np.array(trained.network.shape, np.int64)
    np.savez_compressed(path, allow_pickle=False, shape=shape, **trained.values._asdict(), **arrays)


class _NoWeightsError(Exception):
    """What a file has that weights have not, in words."""


def _read(data: bytes) -> Trained:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(member.file_size for member in archive.infolist()) > _UNPACKED:
            raise _NoWeightsError(f"unpacked it has more than {_UNPACKED} bytes")
        shape = Shape(*(int(number) for number in _array(archive, "shape", (len(Shape._fields),), np.int64)))
        for field, number, most in zip(Shape._fields, shape, LARGEST, strict=True):
            if not 1 <= number <= most:
                raise _NoWeightsError(f"the shape's {field} must be from 1 to {most}, not {number}")
        if shape.width % shape.heads:
            raise _NoWeightsError(f"{shape.heads} heads do not divide a width of {shape.width}")
        values = Values(*(_array(archive, name, (4096,), np.int16) for name in Values._fields))
        weights = {
            name: _array(archive, f"w.{name}", expected, np.float32) for name, expected in shapes_of(shape).items()
        }
    for name, array in weights.items():
        if not np.isfinite(array).all():
            raise _NoWeightsError(f"w.{name} holds numbers that are not finite")
    return Trained(Network(shape, weights), values)


def _array(archive: zipfile.ZipFile, name: str, shape: tuple[int, ...], dtype: type[Any]) -> NDArray[Any]:
    """An array of the archive; its header is checked before anything is made of its size."""
    try:
        member = archive.open(f"{name}.npy")
    except KeyError:
        raise _NoWeightsError(f"it has no array {name}") from None
    with member:
        data = member.read()
    stream = io.BytesIO(data)
    if np.lib.format.read_magic(stream) != (1, 0):
        raise _NoWeightsError(f"{name} is not in version 1.0 of the format")
    found, _, kind = np.lib.format.read_array_header_1_0(stream)
    if found != shape or kind != np.dtype(dtype):
        raise _NoWeightsError(f"{name} must be {np.dtype(dtype)} {shape}, not {kind} {found}")
    array: NDArray[Any] = np.load(io.BytesIO(data), allow_pickle=False)
    return array
