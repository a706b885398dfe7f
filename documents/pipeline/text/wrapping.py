"""Lines of any length become rows of a fixed number of cells, and rows become pages. Offsets are into the original."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

COLUMNS = 90
ROWS_PER_PAGE = 60
TAB = 8
_INVISIBLE = frozenset({"Mn", "Me", "Cf", "Cc", "Cs"})
_JOINERS = frozenset("\u200c\u200d")
_LINE = re.compile(r"([^\n\f]*)(\n|\f|\Z)")


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a line that fits the page's width. `end` excludes the line's end."""

    start: int
    end: int
    new_page: bool = False


def rows_of(text: str) -> Iterator[Row]:
    """Every character but line ends is in exactly one row; an empty line is an empty row."""
    new_page = False
    position = 0
    while position < len(text):
        match = _LINE.match(text, position)
        if match is None:
            return
        yield from _wrapped(text, match.start(), match.end(1), new_page=new_page)
        new_page = match.group(2) == "\f"
        position = match.end()


def pages_of(rows: Iterator[Row]) -> Iterator[list[Row]]:
    page: list[Row] = []
    for row in rows:
        if page and (row.new_page or len(page) == ROWS_PER_PAGE):
            yield page
            page = []
        page.append(row)
    if page:
        yield page


def cells(character: str) -> int:
    """How many cells of a monospaced grid a character takes."""
    if character.isascii():
        return 1 if character.isprintable() else 0
    if unicodedata.category(character) in _INVISIBLE:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def shown(text: str) -> str:
    """What is printed of a row: tabs as spaces, nothing without a glyph, nothing that turns its neighbours around."""
    if text.isascii() and text.isprintable():
        return text
    printed: list[str] = []
    for character in text:
        if character == "\t":
            printed.append(" " * (TAB - len(printed) % TAB))
        elif unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Zl", "Zp"} or character in _JOINERS:
            printed.append(character)
    return "".join(printed)


def _wrapped(text: str, start: int, end: int, *, new_page: bool) -> Iterator[Row]:
    if end - start <= COLUMNS and text.isascii() and "\t" not in text[start:end]:
        yield Row(start, end, new_page)
        return
    while True:
        cut = _cut(text, start, end)
        yield Row(start, cut, new_page)
        if cut >= end:
            return
        start, new_page = cut, False


def _cut(text: str, start: int, end: int) -> int:
    """Where the row that begins at `start` ends: after the last white space that fits, else after a character."""
    used, space = 0, -1
    for position in range(start, end):
        character = text[position]
        used += TAB - used % TAB if character == "\t" else cells(character)
        if character.isspace():
            space = position + 1  # a space may hang over the edge
        elif used > COLUMNS:
            return space if space > start else max(position, start + 1)
    return end
