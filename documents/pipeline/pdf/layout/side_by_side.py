"""Short elements side by side: whether they are read row by row, as labels and values, or column by column."""

from collections.abc import Mapping, Sequence
from itertools import combinations, islice, pairwise
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from documents.pipeline.pdf.geometry import Boxed, overlap

MAX_CELL_CHARACTERS = 40  # elements that are shorter are read row by row
_MAX_FORM_ROWS = 12
_SAME_HEIGHT = 1.5  # points between the middles of elements in one row
_MAX_ELEMENTS = 150  # of which the order in the file is checked
_MIN_LEVEL_SHARE = 0.9  # of the elements beside the first column must be level with one of its elements

_MIN_TEXT = 20  # characters of a line of text: shorter ones are labels
_MIN_LINE_GAP, _MAX_LINE_GAP = -0.6, 0.5  # em between the lines of a paragraph


class LayoutElement(Boxed, Protocol):
    """A line or a table. `position` is its index in the text of the file."""

    @property
    def text_length(self) -> int: ...
    @property
    def position(self) -> int: ...


ElementT = TypeVar("ElementT", bound=LayoutElement)


class PlacedElement(NamedTuple, Generic[ElementT]):
    """An element with its box, which is mirrored on right-to-left pages."""

    x0: float
    y0: float
    x1: float
    y1: float
    element: ElementT

    @property
    def middle_y(self) -> float:
        return (self.y0 + self.y1) / 2


def is_form(columns: Sequence[Sequence[PlacedElement[ElementT]]]) -> bool:
    """Check for labels and values, or two signatures side by side: short elements that are level with each other.

    The first column may have further elements, and longer ones where nothing stands beside them.
    """
    first = columns[0]
    others = [item for column in columns[1:] for item in column]
    if not len(first) >= 2 or max(len(column) for column in columns[1:]) > _MAX_FORM_ROWS:
        return False
    level_items = {id(item): [o for o in first if abs(item.middle_y - o.middle_y) < _SAME_HEIGHT] for item in others}
    level_count = sum(bool(items) for items in level_items.values())
    labels = [item for items in level_items.values() for item in items]
    if level_count < _MIN_LEVEL_SHARE * len(others):
        return False
    if min(len(column) for column in columns[1:]) < 2 and not _is_inside(others, first):
        return False
    return all(item.element.text_length < MAX_CELL_CHARACTERS for item in (*others, *labels))


def _is_inside(others: Sequence[PlacedElement[Any]], first: Sequence[PlacedElement[Any]]) -> bool:
    """Check for elements of the first column above and below all others, as around the year on the right of a line."""
    above, below = min(item.y0 for item in others), max(item.y1 for item in others)
    return any(item.y1 < above for item in first) and any(item.y0 > below for item in first)


def file_order(columns: Sequence[Sequence[PlacedElement[ElementT]]]) -> list[PlacedElement[ElementT]]:
    """Return the elements in the order of the file if that is a possible reading order, else nothing.

    A possible order goes down where elements stand below one another, and from left to right at each height. The file
    then decides between reading row by row and column by column.
    """
    ordered = sorted((item for column in columns for item in column), key=_position)
    order = {id(item): number for number, item in enumerate(ordered)}
    if len(ordered) > _MAX_ELEMENTS or any(_goes_up(*pair) for pair in combinations(ordered, 2)):
        return []
    return ordered if _is_from_left_to_right(ordered, order) else []


def coherent_order(columns: Sequence[Sequence[PlacedElement[ElementT]]], em: float) -> list[PlacedElement[ElementT]]:
    """Return the elements in the order of the file if it is a possible one and never leaves a paragraph, else nothing.

    It is then the order in which they were written: texts with notes beside them, or cards one after the other. Columns
    one after the other say nothing: a program may write all terms before their definitions.
    """
    ordered = file_order(columns)
    column_of = {id(item): column for column in columns for item in column}
    changes = [(a, b) for a, b in pairwise(ordered) if column_of[id(a)] is not column_of[id(b)]]
    if len(changes) < len(columns):
        return []
    leaves = (not _is_value(b, a) and _is_in_paragraph(a, column_of[id(a)], em) for a, b in changes)
    return [] if any(leaves) else ordered


def _is_value(item: PlacedElement[Any], label: PlacedElement[Any]) -> bool:
    """Check for a short element on the right of another one, as a price."""
    is_level = abs(item.middle_y - label.middle_y) < _SAME_HEIGHT
    return is_level and item.x0 > label.x1 and item.element.text_length < _MIN_TEXT


def _is_in_paragraph(item: PlacedElement[Any], column: Sequence[PlacedElement[Any]], em: float) -> bool:
    """Check for a line of text with another one right below it."""
    return item.element.text_length >= _MIN_TEXT and any(
        _MIN_LINE_GAP * em < other.y0 - item.y1 < _MAX_LINE_GAP * em
        and overlap(item.x0, item.x1, other.x0, other.x1) > 0
        for other in column
    )


def _goes_up(before: PlacedElement[Any], after: PlacedElement[Any]) -> bool:
    return after.middle_y < before.middle_y - _SAME_HEIGHT and overlap(before.x0, before.x1, after.x0, after.x1) > 0


def _is_from_left_to_right(items: Sequence[PlacedElement[Any]], order: Mapping[int, int]) -> bool:
    """Check whether elements at the same height follow one another from left to right in `order` (keys are ids)."""
    by_height = sorted(items, key=lambda item: item.middle_y)
    for number, item in enumerate(by_height):
        for other in islice(by_height, number + 1, None):
            if other.middle_y - item.middle_y >= _SAME_HEIGHT:
                break
            if (item.x0 < other.x0) != (order[id(item)] < order[id(other)]):
                return False
    return True


def _position(item: PlacedElement[Any]) -> int:
    return int(item.element.position)
