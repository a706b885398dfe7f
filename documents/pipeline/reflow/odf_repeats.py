"""Limits for repeated cells in OpenDocument, where a small file can declare billions of cells.

No visible content is lost: empty cells are repeated up to a hundred times, others as long as there is space.
"""

import re
from typing import Any, Final, NamedTuple

from documents.errors import UnsafeDocument

_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ROWS, _COLUMNS = f"{_TABLE}number-rows-repeated", f"{_TABLE}number-columns-repeated"
_MAX_EMPTY: Final = 100
_MAX_DECLARED: Final = 10_000_000  # cells with the same content: more are an attack
_LARGE_REPEAT = re.compile(rb"(?:-repeated|:c)\s*=\s*[\"'](?!\d{1,2}[\"'])")


class LimitedPart(NamedTuple):
    """A part with fewer repetitions, the number of its cells, and whether cells with content were removed."""

    content: bytes
    cells: int
    is_truncated: bool


def limit_repeats(content: bytes, *, max_cells: int) -> LimitedPart | None:
    """Return the part with limited repetitions; None if it needs no change or is not XML.

    Raise `UnsafeDocument` if the number of cells with content is an attack.
    """
    if not _LARGE_REPEAT.search(content):
        return None
    from lxml import etree  # noqa: PLC0415  # heavy

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    for spaces in root.iter(f"{_TEXT}s"):
        _limit(spaces, f"{_TEXT}c", maximum=_MAX_EMPTY)
    limiter = _RowLimiter(max_cells)
    for row in root.iter(f"{_TABLE}table-row"):
        limiter.limit_row(row)
    content = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return LimitedPart(content, limiter.cells, limiter.is_truncated)


class _RowLimiter:
    """Limits rows one by one and counts their cells."""

    def __init__(self, max_cells: int) -> None:
        self._max_cells = max_cells
        self.cells = 0
        self.is_truncated = False

    def limit_row(self, row: Any) -> None:
        cells = [cell for cell in row if isinstance(cell.tag, str) and cell.tag.endswith("table-cell")]
        columns = sum(self._limit_element(cell, _COLUMNS, is_empty=len(cell) == 0, size=1) for cell in cells)
        is_empty = not any(map(len, cells))
        self.cells += columns * self._limit_element(row, _ROWS, is_empty=is_empty, size=max(1, columns))

    def _limit_element(self, element: Any, attribute: str, *, is_empty: bool, size: int) -> int:
        """Return the new number of repetitions. An element that contains a table is not repeated."""
        remaining = max(1, (self._max_cells - self.cells) // size)
        has_table = not is_empty and next(element.iterdescendants(f"{_TABLE}table"), None) is not None
        maximum = 1 if has_table else min(remaining, _MAX_EMPTY) if is_empty else remaining
        declared, limited = _limit(element, attribute, maximum=maximum)
        if not is_empty and declared * size > _MAX_DECLARED:
            raise UnsafeDocument
        self.is_truncated = self.is_truncated or (declared > limited and not is_empty)
        return limited


def _limit(element: Any, attribute: str, *, maximum: int) -> tuple[int, int]:
    """Reduce the number in an attribute; return the declared and the new number."""
    value = element.get(attribute)
    if value is None:
        return 1, 1
    is_number = value.isascii() and value.isdigit() and len(value) < 12  # noqa: PLR2004  # digits
    declared = int(value) if is_number else maximum + 1
    limited = max(1, min(declared, maximum))
    if limited != declared:
        element.set(attribute, str(limited))
    return declared, limited
