"""What stands side by side in short pieces: is it read across, as labels and values, or one cell after the other."""

from collections.abc import Mapping, Sequence
from itertools import islice, pairwise
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from documents.pipeline.pdf.geometry import Boxed


class Readable(Boxed, Protocol):
    """A line segment or a table."""

    @property
    def text_length(self) -> int: ...
    @property
    def position(self) -> int: ...


ElementT = TypeVar("ElementT", bound=Readable)

_CELL_LENGTH = 40  # characters: rows of shorter pieces are read across, not down
_MAX_FORM_ROWS = 12
_LEVEL, _LEVEL_SHARE = 1.5, 0.9  # points; of the pieces beside the first column


class Placed(NamedTuple, Generic[ElementT]):
    """An element at its place, mirrored on right-to-left pages."""

    x0: float
    y0: float
    x1: float
    y1: float
    element: ElementT

    @property
    def middle_y(self) -> float:
        return (self.y0 + self.y1) / 2


def is_form(columns: Sequence[Sequence[Placed[ElementT]]]) -> bool:
    """Labels and values, or two signatures side by side: short pieces at the heights of short pieces, read row by row.

    The first column may have more of them, and longer ones where nothing stands beside.
    """
    first = columns[0]
    others = [item for column in columns[1:] for item in column]
    if not len(first) >= 2 or max(len(column) for column in columns[1:]) > _MAX_FORM_ROWS:  # two rows at least
        return False
    beside = {id(item): [o for o in first if abs(item.middle_y - o.middle_y) < _LEVEL] for item in others}
    level = sum(bool(found) for found in beside.values())
    flanked = [item for found in beside.values() for item in found]
    if level < _LEVEL_SHARE * len(others) or min(len(column) for column in columns[1:]) < 2:  # two rows at least
        return False
    return all(item.element.text_length < _CELL_LENGTH for item in (*others, *flanked))


def as_in_the_file(columns: Sequence[Sequence[Placed[ElementT]]]) -> list[Placed[ElementT]]:
    """Short pieces side by side may be read across or cell by cell. The file's own order decides if it is one that a
    person could read in: down in each column, and from left to right at each height. Else nothing.
    """
    ordered = sorted((item for column in columns for item in column), key=_position)
    place = {id(item): number for number, item in enumerate(ordered)}
    for column in columns:
        down = sorted(column, key=lambda item: place[id(item)])
        if any(below.middle_y < above.middle_y - _LEVEL for above, below in pairwise(down)):
            return []
    return ordered if _is_from_left_to_right(ordered, place) else []


def _is_from_left_to_right(items: Sequence[Placed[Any]], place: Mapping[int, int]) -> bool:
    """Whether those at one height have their `place` by the identity of the item in the order of their left edges."""
    by_height = sorted(items, key=lambda item: item.middle_y)
    for number, item in enumerate(by_height):
        for other in islice(by_height, number + 1, None):
            if other.middle_y - item.middle_y >= _LEVEL:
                break
            if (item.x0 < other.x0) != (place[id(item)] < place[id(other)]):
                return False
    return True


def _position(item: Placed[Any]) -> int:
    return int(item.element.position)
