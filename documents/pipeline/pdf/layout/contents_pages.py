"""Tables of contents: titles, and page numbers at a common right edge. They are read as lines, not as tables."""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from documents.pipeline.pdf.layout.heading_looks import SAME_SIZE, size_of
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.tables.grid import Cell, DetectedTable, Grid
from documents.pipeline.pdf.text.lines import Line, make_line
from documents.types import StructureKind

_ARABIC = re.compile(r"\d{1,4}")
_ROMAN = re.compile(r"[ivxlc]{1,7}", re.IGNORECASE)
_ROMAN_VALUES: Mapping[str, int] = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
_ARABIC_OFFSET = 1000  # the pages with Roman numbers come first
_NUMBER_HEADER = re.compile(r"(?:pages?|p\.|seiten?|página|pagina|no\.?)", re.IGNORECASE)
_HEADING = re.compile(
    r"(?:(?:table of |brief )?contents|list of (?:figures|tables|illustrations|plates|maps|appendices|abbreviations)"
    r"|inhalt|(?:inhalts|abbildungs|tabellen)verzeichnis|inhaltsübersicht|sommaire|table des matières"
    r"|(?:tabla de )?contenidos?|índice(?: general)?|indice|sommario|inhoud(?:sopgave)?|sumário"
    r"|目\s*[录錄次]|목\s*차|차\s*례)"
    r"(?: \(?cont(?:\.|inued|'d)?\)?)?:?(?: (?:pages?|seiten?))?",
    re.IGNORECASE,
)
_LEADERS_IN_TEXT = re.compile(r"(?:[.·]\s?){3,}|…")
_NUMBER_AFTER_LEADERS = re.compile(
    r"(?<![\s.·…])\s*(?:(?:[.·]\s?){4,}|…{2,})\s*(?:\d{1,4}|[ivxlc]{1,7})$", re.IGNORECASE
)
_LEADERS = re.compile(r"[.…·\s]+")
_ENTRY_NUMBER = re.compile(r"(?:\w{3,9}\s+)?(?:\d{1,3}(?:\.\d{1,3})*|[IVX]{1,5}|[A-Z])[.)]?")
_MIN_ENTRIES = 4
_MIN_SHARE = 0.8  # of the numbers, or of the rows
_MIN_SHARE_OF_LEADERS = 0.5  # of the rows: chapters often have none
_MAX_COLUMNS = 3
_MAX_LETTERS_OF_NUMBER = 2
_SAME_EDGE = 4.0  # points
_SAME_HEIGHT = 0.5  # em


def is_contents(table: DetectedTable, lines: Sequence[Line]) -> bool:
    """Check for rows of a title and a page number, where the numbers do not fall.

    Labels with rising figures look the same. Therefore leaders are required, or a heading among the lines of the page.
    Drawn columns are never contents.
    """
    grid = table.grid
    if table.has_drawn_columns or not 2 <= grid.columns <= _MAX_COLUMNS or grid.rows < _MIN_ENTRIES:
        return False
    numbers = _column(grid, grid.columns - 1)
    pages = [cell for cell in numbers if _page_values(cell)]
    headers = [cell.text for cell in numbers if not _page_values(cell)]
    titled = sum(any(c.isalpha() for c in cell.text) for cell in _column(grid, grid.columns - 2))
    if min(len(pages), titled) < max(_MIN_ENTRIES, _MIN_SHARE * (grid.rows - len(headers))):
        return False
    values = [value for cell in pages for value in _page_values(cell)]
    is_rising = all(map(_NUMBER_HEADER.fullmatch, headers)) and _never_fall(values)
    return is_rising and (_has_leaders(grid) or _has_contents_heading(pages[0], lines))


def join_contents_lines(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with the titles, leaders and page numbers of a table of contents joined.

    Every line is used once: several columns of entries can stand beside one another.
    """
    joined: dict[int, list[Line]] = {}
    used: set[int] = set()
    for numbers in _number_columns(lines):
        entries = {id(number): _pieces_before(number, lines, used) for number in numbers}
        titled = sum(bool(pieces) for pieces in entries.values())
        if titled >= max(_MIN_ENTRIES, _MIN_SHARE * len(numbers)):
            for number, pieces in entries.items():
                ids = {number, *map(id, pieces)}
                if pieces and used.isdisjoint(ids):
                    joined[number] = pieces
                    used |= ids
    moved = used - joined.keys()
    return [
        make_line([word for piece in (*joined[id(line)], line) for word in piece.words]) if id(line) in joined else line
        for line in lines
        if id(line) not in moved
    ]


def ends_with_page_number(line: Line) -> bool:
    """Check for a page number after leaders or apart at the end, as an entry of a table of contents has it."""
    if not (line.text[-1].isdecimal() or line.text[-1].lower() in _ROMAN_VALUES):  # as most lines
        return False
    if _NUMBER_AFTER_LEADERS.search(line.text):
        return True
    if len(line.words) < 2:  # a title and a number
        return False
    before, last = line.words[-2:]
    return page_value(last.text) is not None and last.x0 - before.x1 > 2 * last.size


def is_among_entries(text: str, before: Line | None, after: Line | None) -> bool:
    """Check for a line between two entries, as the name of a part, but not for the heading of another list."""
    if before is None or after is None or is_contents_heading(text):
        return False
    return ends_with_page_number(before) and ends_with_page_number(after)


def is_contents_heading(text: str) -> bool:
    return _HEADING.fullmatch(text.strip()) is not None


def page_value(text: str) -> int | None:
    """Return the position of a page by its number, Arabic or Roman; `None` for other texts."""
    if _ARABIC.fullmatch(text):
        return _ARABIC_OFFSET + int(text)
    if not _ROMAN.fullmatch(text):
        return None
    values = [_ROMAN_VALUES[letter] for letter in text.lower()]
    return sum(-value if value < after else value for value, after in pairwise([*values, 0]))


def _page_values(cell: Cell) -> list[int]:
    """Return the positions of the pages in a cell, which can hold several entries; none if it holds anything else."""
    values = [page_value(text) for text in cell.text.split()]
    return [value for value in values if value is not None] if None not in values else []


def _has_leaders(grid: Grid) -> bool:
    """Check for leaders in most rows, in the cells of the titles or in their own."""
    rows = {cell.row for cell in grid.filled if _LEADERS_IN_TEXT.search(cell.text)}
    return len(rows) >= _MIN_SHARE_OF_LEADERS * grid.rows


def _has_contents_heading(first: Cell, lines: Sequence[Line]) -> bool:
    """Check for a heading of contents above the first page number; below it, the word is a label."""
    top = min(word.y0 for word in first.words)
    return any(_HEADING.fullmatch(line.text) for line in lines if (line.y0 + line.y1) / 2 < top)


def _column(grid: Grid, column: int) -> list[Cell]:
    return [cell for cell in grid.filled if cell.last_column == column]


def _never_fall(values: Sequence[int]) -> bool:
    return all(before <= after for before, after in pairwise(values)) and values[0] < values[-1]


def _number_columns(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """Yield the lines that are only a page number, from top to bottom, by their right edges, from left to right."""
    columns: list[list[Line]] = []
    for line in sorted((line for line in lines if page_value(line.text) is not None), key=lambda line: line.y0):
        column = next((column for column in columns if abs(column[-1].x1 - line.x1) < _SAME_EDGE), None)
        if column is None:
            columns.append([line])
        else:
            column.append(line)
    for column in sorted(columns, key=lambda column: column[0].x1):
        values = [value for line in column if (value := page_value(line.text)) is not None]
        if len(column) >= _MIN_ENTRIES and _never_fall(values):
            yield column


def _pieces_before(number: Line, lines: Sequence[Line], used: Container[int]) -> list[Line]:
    """Return the number of the entry, its title and its leaders, from left to right; nothing without a title.

    The page number of an entry in another column, on the left, is no part of it.
    """
    pieces: list[Line] = []
    for line in _from_right_to_left(number, lines):
        if pieces and not _LEADERS.fullmatch(pieces[0].text) and not _ENTRY_NUMBER.fullmatch(line.text):
            break
        if id(line) in used or _ends_entry(line, lines):
            break
        pieces.insert(0, line)
    return pieces if any(map(_has_title, pieces)) else []


def _ends_entry(line: Line, lines: Sequence[Line]) -> bool:
    """Check for a page number that follows a title or leaders; the number of an entry follows nothing or a number."""
    if page_value(line.text) is None:
        return False
    before = next(_from_right_to_left(line, lines), None)
    if before is None:
        return False
    is_title = _has_title(before) and page_value(before.words[-1].text) is None
    return is_title or _LEADERS.fullmatch(before.text) is not None


def _from_right_to_left(line: Line, lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines at the same height on the left of a line, the nearest first."""
    level = (other for other in lines if other is not line and other.x1 <= line.x0 + 1 and _is_level(other, line))
    yield from sorted(level, key=lambda other: -other.x1)


def _has_title(line: Line) -> bool:
    return sum(c.isalpha() for c in line.text) > _MAX_LETTERS_OF_NUMBER


def _is_level(line: Line, number: Line) -> bool:
    return abs((line.y0 + line.y1) - (number.y0 + number.y1)) / 2 < _SAME_HEIGHT * max(line.size, number.size)


# Headings that stand twice: as an entry of the table of contents, and above the text.

_MIN_REPEATED_ENTRIES: Final = 3  # that are headings of later pages


def lower_contents_entries(pages: Sequence[PageLayout]) -> list[PageLayout]:
    """Return the pages with the entries of a table of contents as paragraphs, where they look like headings.

    They are the text of headings of later pages, which are larger, or stand below "Contents".
    """
    later: dict[str, float] = {}  # the sizes of the headings of the later pages
    entries: dict[int, str] = {}  # the texts by the id of the item
    for page in reversed(pages):
        headings = [draft for draft in page.drafts if draft.kind is StructureKind.HEADING]
        has_title = any(is_contents_heading(draft.text) for draft in headings)
        for draft in headings:
            size = later.get(text_of(draft), 0.0)
            if size and (has_title or size_of(draft) < SAME_SIZE * size):
                entries[id(draft)] = text_of(draft)
        later |= {text_of(draft): size_of(draft) for draft in headings}
    return (
        [_lowered(page, entries) for page in pages]
        if len(set(entries.values())) >= _MIN_REPEATED_ENTRIES
        else list(pages)
    )


def text_of(draft: DraftItem) -> str:
    """Return the letters and digits of a heading, to compare it with others."""
    return "".join(character for character in draft.text.casefold() if character.isalnum())


def _lowered(page: PageLayout, entries: Container[int]) -> PageLayout:
    drafts = (replace(draft, kind=StructureKind.PARAGRAPH) if id(draft) in entries else draft for draft in page.drafts)
    return replace(page, drafts=tuple(drafts))
