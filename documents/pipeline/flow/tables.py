"""How wide the columns of a table are set, and how small its letters, so that it fits between the margins."""

from collections.abc import Sequence
from typing import NamedTuple

from documents.types import Table

SIZES = (9.5, 8.5, 7.5, 6.5)  # points
_CHARACTER = 0.5  # em, on average
_INSET = 9.0  # points, both sides and the line
_LONGEST_KEPT = 16  # characters: longer words may be broken
_NATURAL = 60  # characters: longer texts are set in several lines
_SAMPLE = 400  # rows


class Columns(NamedTuple):
    """Points. `breaks` is after how many characters a word may be broken, column by column."""

    widths: tuple[float, ...]
    size: float
    breaks: tuple[int, ...]


def columns_of(table: Table, room: float) -> Columns:
    """Columns for a table with `room` points between the margins."""
    natural, least = _wanted(table)
    size = next((size for size in SIZES if _total(least, size) <= room), SIZES[-1])
    widths = _shared(natural, least, room=room, size=size)
    breaks = tuple(max(1, int((width - _INSET) / (size * _CHARACTER * 1.1))) for width in widths)
    return Columns(widths, size, breaks)


def least_width(table: Table) -> float:
    """The room that the table needs at a size that is easily read."""
    return _total(_wanted(table)[1], SIZES[1])


def _wanted(table: Table) -> tuple[list[int], list[int]]:
    """Characters: what each column would like to have, and what it needs for its longest word."""
    natural, least = [1] * table.columns, [1] * table.columns
    for cell in table.cells:
        if cell.row >= _SAMPLE or cell.column_span > 1 or cell.column >= table.columns:
            continue
        lines = cell.text.splitlines() or [""]
        words = max((len(word) for word in cell.text.split()), default=1)
        natural[cell.column] = max(natural[cell.column], min(_NATURAL, max(map(len, lines)) + 1))
        least[cell.column] = max(least[cell.column], min(_LONGEST_KEPT, words + 1))
    return natural, least


def _total(characters: Sequence[int], size: float) -> float:
    return sum(characters) * size * _CHARACTER + len(characters) * _INSET


def _shared(natural: Sequence[int], least: Sequence[int], *, room: float, size: float) -> tuple[float, ...]:
    """All that they like where there is room; else what they need and a share of the rest; else equal parts of less."""
    liked = [count * size * _CHARACTER + _INSET for count in natural]
    needed = [count * size * _CHARACTER + _INSET for count in least]
    if sum(liked) <= room:
        return tuple(liked)
    if sum(needed) >= room:
        return tuple(room * width / sum(needed) for width in needed)
    rest = (room - sum(needed)) / (sum(liked) - sum(needed))
    return tuple(need + rest * (like - need) for need, like in zip(needed, liked, strict=True))
