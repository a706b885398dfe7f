"""Fields of messages, checked one by one: their sender may have been taken over."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

import numpy as np

from documents.pipeline.sandbox.wire import Message, WireError
from documents.types import Box

_MAX_SIDE = 1_000_000.0  # points


def box(value: object) -> Box:
    sides = sequence(value)
    if len(sides) != 4 or not all(isinstance(side, int | float) and isfinite(side) for side in sides):  # noqa: PLR2004  # sides
        raise WireError("no box")
    return Box(*(float(side) for side in sides))


def column(message: Message, key: str, kind: str, count: int) -> Any:
    """As an array of numpy's `kind`."""
    data = message.get(key)
    if not isinstance(data, bytes) or len(data) != np.dtype(kind).itemsize * count:
        raise WireError(f"{key} does not fit")
    return np.frombuffer(data, kind)


def text(message: Message, key: str) -> str:
    value = message.get(key)
    if not isinstance(value, str) or "\x00" in value:
        raise WireError(f"{key} is no text")
    return value


def clean(value: str) -> str:
    if "\x00" in value:
        raise WireError("a NUL in a text")
    return value


def integer(message: Message, key: str, *, most: int) -> int:
    value: Any = message.get(key)
    if not is_int(value) or not 1 <= value <= most:
        raise WireError(f"{key} out of range")
    return int(value)


def number(message: Message, key: str) -> float:
    value = message.get(key)
    if not isinstance(value, int | float) or not 0 <= value <= _MAX_SIDE:
        raise WireError(f"{key} is no size")
    return float(value)


def is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def sequence(value: object) -> Sequence[Any]:
    if not isinstance(value, list):
        raise WireError("no list")
    return value
