"""Line wrapping for a monospaced grid: lines to rows of a fixed number of columns, rows to pages.

Offsets are into the original text.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

COLUMNS = 90
ROWS_PER_PAGE = 60
TAB = 8
_ZERO_WIDTH_CATEGORIES = frozenset({"Mn", "Me", "Cf", "Cc", "Cs"})
_NOT_PRINTED_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")
_LINE = re.compile(r"([^\n\f]*)(\n|\f|\Z)")


@dataclass(frozen=True, slots=True)
class Row:
    """A part of a line that fits the width of the page. `end` excludes the line break."""

    start: int
    end: int
    new_page: bool = False


def wrap_rows(text: str) -> Iterator[Row]:
    """Yield rows that cover every character except line breaks exactly once; an empty line is an empty row."""
    new_page = False
    position = 0
    while position < len(text):
        match = _LINE.match(text, position)
        if match is None:
            return
        yield from _wrap_line(text, match.start(), match.end(1), new_page=new_page)
        new_page = match.group(2) == "\f"
        position = match.end()


def paginate(rows: Iterator[Row]) -> Iterator[list[Row]]:
    """Yield the rows of each page."""
    page: list[Row] = []
    for row in rows:
        if page and (row.new_page or len(page) == ROWS_PER_PAGE):
            yield page
            page = []
        page.append(row)
    if page:
        yield page


def character_width(character: str) -> int:
    """Return how many columns of the grid a character takes."""
    if character.isascii():
        return 1 if character.isprintable() else 0
    if unicodedata.category(character) in _ZERO_WIDTH_CATEGORIES:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def printable(text: str) -> str:
    """Return a row as it is printed: tabs as spaces, without control, invisible and direction characters."""
    if text.isascii() and text.isprintable():
        return text
    printed: list[str] = []
    for character in text:
        if character == "\t":
            printed.append(" " * (TAB - len(printed) % TAB))
        elif unicodedata.category(character) not in _NOT_PRINTED_CATEGORIES or character in _JOINERS:
            printed.append(character)
    return "".join(printed)


def _wrap_line(text: str, start: int, end: int, *, new_page: bool) -> Iterator[Row]:
    if end - start <= COLUMNS and text.isascii() and "\t" not in text[start:end]:
        yield Row(start, end, new_page)
        return
    while True:
        break_at = _find_break(text, start, end)
        yield Row(start, break_at, new_page)
        if break_at >= end:
            return
        start, new_page = break_at, False


def _find_break(text: str, start: int, end: int) -> int:
    """Return the end of the row that begins at `start`: after the last white space that fits, else at the width."""
    used, after_space = 0, -1
    for position in range(start, end):
        character = text[position]
        used += TAB - used % TAB if character == "\t" else character_width(character)
        if character.isspace():
            after_space = position + 1  # a space may extend beyond the margin
        elif used > COLUMNS:
            return after_space if after_space > start else max(position, start + 1)
    return end
