"""Weights in one byte each: every row of a large matrix is a scale and whole numbers from -127 to 127. Pure.

A matrix `name` is stored as `name` and `name.scale`; small tensors stay numbers of 16 bits.
"""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Tensors = dict[str, NDArray[Any]]

SCALE = ".scale"
LARGEST = 127
FEWEST_ROWS = 128  # a matrix with fewer is not worth it
_MATRIX = 2  # dimensions


def pack(weights: Mapping[str, NDArray[Any]], *, keep: Collection[str] = ()) -> Tensors:
    """Store matrices with many rows as int8; keep those of `keep` and everything else in half precision."""
    packed: Tensors = {}
    for name, value in weights.items():
        if value.ndim == _MATRIX and len(value) >= FEWEST_ROWS and name not in keep:
            packed[name], packed[name + SCALE] = _quantise(value.astype(np.float32))
        else:
            packed[name] = value.astype(np.float16)
    return packed


def unpack(packed: Mapping[str, NDArray[Any]]) -> Tensors:
    """Return all weights in single precision."""
    return {
        name: value.astype(np.float32) * packed[name + SCALE][:, None]
        if is_packed(packed, name)
        else value.astype(np.float32)
        for name, value in packed.items()
        if not name.endswith(SCALE)
    }


def is_packed(packed: Mapping[str, NDArray[Any]], name: str) -> bool:
    """Check whether a tensor is stored as int8."""
    return name + SCALE in packed


def _quantise(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    scale = np.maximum(np.abs(matrix).max(axis=1) / LARGEST, np.finfo(np.float32).tiny)  # a row may be all zeros
    return np.rint(matrix / scale[:, None]).astype(np.int8), scale
