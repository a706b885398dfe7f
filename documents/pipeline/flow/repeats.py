"""OpenDocument says once what stands in a place many times, so that a small file may name a thousand million cells.

Nothing is lost that a person would see: of what is empty a hundred are kept, of what is not as many as have room.
"""

import re
from typing import Any, Final, NamedTuple

from documents.errors import UnsafeDocument

_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ROWS, _COLUMNS = f"{_TABLE}number-rows-repeated", f"{_TABLE}number-columns-repeated"
_MOST_EMPTY: Final = 100
_MOST_SAID: Final = 10_000_000  # cells with something in them: nobody has filled so many with the same
_LARGE = re.compile(rb"(?:-repeated|:c)\s*=\s*[\"'](?!\d{1,2}[\"'])")


class Shortened(NamedTuple):
    """A part with fewer repetitions, the cells that it then has, and whether some of them had something in them."""

    content: bytes
    cells: int
    is_cut: bool


def shortened(content: bytes, *, room: int) -> Shortened | None:
    """None where nothing is repeated so often that it matters, and of what is no XML. `room` is in cells.

    Raises `UnsafeDocument` where more is said to be there than anybody could have meant.
    """
    if not _LARGE.search(content):
        return None
    from lxml import etree  # noqa: PLC0415  # heavy

    safe = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        root = etree.fromstring(content, safe)
    except etree.XMLSyntaxError:
        return None
    for spaces in root.iter(f"{_TEXT}s"):
        _repeat(spaces, f"{_TEXT}c", most=_MOST_EMPTY)
    shortener = _Shortener(room)
    for row in root.iter(f"{_TABLE}table-row"):
        shortener.take(row)
    return Shortened(etree.tostring(root, xml_declaration=True, encoding="UTF-8"), shortener.cells, shortener.is_cut)


class _Shortener:
    """Counts the cells of the rows that it has shortened."""

    def __init__(self, room: int) -> None:
        self._room = room
        self.cells = 0
        self.is_cut = False

    def take(self, row: Any) -> None:
        cells = [cell for cell in row if isinstance(cell.tag, str) and cell.tag.endswith("table-cell")]
        width = sum(self._columns(cell) for cell in cells)
        self.cells += width * self._times(row, _ROWS, is_empty=not any(map(len, cells)), size=max(1, width))

    def _columns(self, cell: Any) -> int:
        return self._times(cell, _COLUMNS, is_empty=len(cell) == 0, size=1)

    def _times(self, element: Any, attribute: str, *, is_empty: bool, size: int) -> int:
        """How often it stands there from now on. What holds a table of its own does so once."""
        left = max(1, (self._room - self.cells) // size)
        has_table = not is_empty and next(element.iterdescendants(f"{_TABLE}table"), None) is not None
        most = 1 if has_table else min(left, _MOST_EMPTY) if is_empty else left
        said, times = _repeat(element, attribute, most=most)
        if not is_empty and said * size > _MOST_SAID:
            raise UnsafeDocument
        self.is_cut = self.is_cut or (said > times and not is_empty)
        return times


def _repeat(element: Any, attribute: str, *, most: int) -> tuple[int, int]:
    """What it says, and what it says afterwards."""
    value = element.get(attribute)
    if value is None:
        return 1, 1
    said = int(value) if value.isascii() and value.isdigit() and len(value) < 12 else most + 1  # noqa: PLR2004  # digits
    times = max(1, min(said, most))
    if times != said:
        element.set(attribute, str(times))
    return said, times
