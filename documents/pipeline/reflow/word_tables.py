"""Tables of Word documents that readers cannot read, or not whole, repaired as Word repairs them when it opens a file.

Readers take the number of columns from the grid (ECMA-376-1, 17.4.48), which programs leave out or write too narrow.
"""

from collections.abc import Iterator
from typing import Any, Final

from lxml import etree

_W: Final = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_VALUE: Final = f"{_W}val"
_MERGES: Final = frozenset({"restart", "continue"})
# How many columns an element spans at least, by its name.
_SPANS: Final = {f"{_W}gridSpan": 1, f"{_W}gridBefore": 0, f"{_W}gridAfter": 0}
_MOST_COLUMNS: Final = 63  # of a table in Word


def repair_tables(root: Any) -> int:
    """Repair the spans and grids of all tables; return the number of changes."""
    changed = sum([_repair_merge(each) for each in root.iter(f"{_W}vMerge")])
    changed += sum([_repair_span(each) for each in list(root.iter(*_SPANS))])
    return changed + sum([_widen_grid(each) for each in root.iter(f"{_W}tbl")])


def _repair_merge(element: Any) -> bool:
    """Remove an unknown value: without one, the cell belongs to the one above it."""
    is_known = element.get(_VALUE, "continue") in _MERGES
    if not is_known:
        del element.attrib[_VALUE]
    return not is_known


def _repair_span(element: Any) -> bool:
    """Remove a span that is no number of columns."""
    is_span = _SPANS[element.tag] <= _number(element) <= _MOST_COLUMNS
    if not is_span:
        element.getparent().remove(element)
    return not is_span


def _widen_grid(table: Any) -> bool:
    """Add columns to the grid of a table until it is as wide as the widest row; return whether any was missing."""
    grid = table.find(f"{_W}tblGrid")
    missing = max(map(_width, table.findall(f"{_W}tr")), default=0) - (0 if grid is None else len(_columns(grid)))
    if missing <= 0:
        return False
    if grid is None:
        grid = etree.Element(f"{_W}tblGrid")
        properties = table.find(f"{_W}tblPr")
        table.insert(0 if properties is None else table.index(properties) + 1, grid)
    for _ in range(missing):
        grid.insert(len(_columns(grid)), etree.Element(f"{_W}gridCol"))
    return True


def _columns(grid: Any) -> list[Any]:
    found: list[Any] = grid.findall(f"{_W}gridCol")
    return found


def _width(row: Any) -> int:
    """Return the number of columns that a row occupies."""
    return sum(_spans(row)) + sum(_number(each) for each in row.findall(f"{_W}trPr/{_W}gridBefore"))


def _spans(row: Any) -> Iterator[int]:
    for cell in row.findall(f"{_W}tc"):
        span = cell.find(f"{_W}tcPr/{_W}gridSpan")
        yield 1 if span is None else _number(span)


def _number(element: Any) -> int:
    """Return the value of an element; -1 if it is no number."""
    value = str(element.get(_VALUE, ""))
    return int(value) if value.isascii() and value.isdigit() else -1
