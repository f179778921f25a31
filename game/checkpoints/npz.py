"""The archive that a checkpoint is: arrays by their names, read and written by numpy.

On its own, since AIs are registered with no array loaded; whoever reads a checkpoint imports it.
"""

import io
import sys
import zipfile
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray


def arrays_in(raw: bytes) -> dict[str, NDArray[Any]]:
    """The arrays of a file; raises whatever is wrong with it, or nothing but an error of some kind."""
    with zipfile.ZipFile(io.BytesIO(raw)) as archive:
        for member in archive.infolist():
            if member.compress_type != zipfile.ZIP_STORED or member.file_size > len(raw):
                raise ValueError("not stored as it is")
        if archive.testzip() is not None:
            raise ValueError("damaged")
    with np.load(io.BytesIO(raw), allow_pickle=False) as loaded:
        arrays = {name: loaded[name] for name in loaded.files}
    if not all(isinstance(array, np.ndarray) for array in arrays.values()):
        raise ValueError("not only arrays")  # numpy hands on what is none as bytes
    if not all(_is_text(array) for array in arrays.values() if array.dtype.kind == "U"):
        raise ValueError("not only text")
    return arrays


def _is_text(array: NDArray[np.str_]) -> bool:
    """Whether all its signs are such as there are: numpy hands on any number as one, and Python fails much later."""
    if not array.size or not array.dtype.itemsize:
        return True
    codes = np.ascontiguousarray(array).view(np.dtype(np.uint32).newbyteorder(array.dtype.byteorder))
    return int(codes.max()) <= sys.maxunicode


def packed(header: bytes, arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """The archive of a header and arrays."""
    buffer = io.BytesIO()
    plain = {"header": np.frombuffer(header, dtype=np.uint8), **arrays}
    np.savez(buffer, **plain)  # type: ignore[arg-type]  # numpy's stub takes the arrays' names for its own options
    return buffer.getvalue()
