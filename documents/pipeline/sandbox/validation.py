"""Validation of message fields: a sandbox process that has been taken over may send anything.

Each function returns the value or raises `WireError`.
"""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from documents.pipeline.sandbox.wire import Message, WireError
from documents.types import MAX_PAGE_SIDE, Box


def box(value: object) -> Box:
    sides = sequence(value)
    if len(sides) != 4 or not all(isinstance(side, int | float) and isfinite(side) for side in sides):  # noqa: PLR2004  # sides
        raise WireError("a box must be four finite numbers")
    return Box(*(float(side) for side in sides))


def column(message: Message, key: str, kind: str, count: int) -> Any:
    """Return the bytes of a field as a numpy array of the type `kind`."""
    data = message.get(key)
    if not isinstance(data, bytes) or len(data) != np.dtype(kind).itemsize * count:
        raise WireError(f"{key} has the wrong length")
    return np.frombuffer(data, kind)


def text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str):
        raise WireError(f"{key} must be text")
    return without_nul(value)


def without_nul(value: str) -> str:
    if "\x00" in value:
        raise WireError("text must not contain NUL")
    return value


def integer(message: Message, key: str, *, maximum: int) -> int:
    """Return an integer from 1 to the maximum."""
    value: Any = message.get(key)
    if not is_int(value) or not 1 <= value <= maximum:
        raise WireError(f"{key} is out of range")
    return int(value)


def length(message: Message, key: str) -> float:
    """Return a length in points."""
    value = message.get(key)
    if not isinstance(value, int | float) or not 0 <= value <= MAX_PAGE_SIDE:
        raise WireError(f"{key} is out of range")
    return float(value)


def is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def sequence(value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise WireError("a list is required")
    return value
