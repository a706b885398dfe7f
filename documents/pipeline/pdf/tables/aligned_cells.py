"""Detect tables without rules whose cells have several lines, as browsers print them.

The cells of a column start at one place. The file has the cells one after the other, row by row, and no row reaches
into the next one. The lines of cells that are centred in their row need not be level with those of other cells.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import fmean

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage
from documents.pipeline.pdf.tables.labels import starts_of_cells
from documents.pipeline.pdf.text.lines import Line, make_line
from documents.pipeline.pdf.text.styles import BOLD
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_COLUMNS, _MIN_ROWS = 3, 3
_MIN_WRAPPING = 2  # rows with a cell of several lines
_SAME_EDGE = 1.5  # points
_MAX_GAP = 1.0  # body sizes between lines
_MAX_OVERLAP = 1.0  # points by which the boxes of two rows may overlap
_MAX_SPACE, _MAX_WORD_GAP = 20, 0.7  # characters in the file, em
_WORD_GAP = 0.25  # em
_MAX_MEAN = 60  # characters of a cell

_Words = Sequence[Word]
_Cells = list[tuple[int, Line]]  # the lines of cells with their columns


def find_tables_of_aligned_cells(page: TablePage) -> None:
    """Add the tables without rules whose cells have several lines, as browsers print them."""
    rows = page.rows_outside_tables()
    end = 0
    for number, row in enumerate(rows):
        starts = starts_of_cells(row)
        if number < end or len(starts) < _MIN_COLUMNS:
            continue
        first, last = _extent(rows, number, end, starts, page.body)
        table = _table_of(rows[first:last], _names(rows[end:first], rows[first], page.body), starts)
        if table is not None and page.is_free(table.box):
            page.tables.append(table)
            end = last


def _extent(rows: Sequence[_Words], number: int, end: int, starts: Sequence[float], body: float) -> tuple[int, int]:
    """Return the first line of the table and the one after its last, around a line with all columns."""
    first, last = number, number + 1
    while first > end and _are_near(rows[first - 1], rows[first], body) and _cells(rows[first - 1], starts):
        first -= 1
    while last < len(rows) and _are_near(rows[last - 1], rows[last], body) and _cells(rows[last], starts):
        last += 1
    return first, last


def _are_near(above: _Words, below: _Words, body: float) -> bool:
    return min(word.y0 for word in below) - max(word.y1 for word in above) < _MAX_GAP * body


def _cells(row: _Words, starts: Sequence[float]) -> _Cells:
    """Return the lines of the cells in a row of words; none if a word stands outside the columns."""
    parts: list[tuple[int, list[Word]]] = []
    for word in row:
        column = next((n for n, start in enumerate(starts) if abs(word.x0 - start) < _SAME_EDGE), None)
        if column is not None:
            parts.append((column, [word]))
        elif parts and _follows(parts[-1][1][-1], word):
            parts[-1][1].append(word)
        else:
            return []
    cells = [(column, make_line(words)) for column, words in parts]
    rights = [*starts[1:], float("inf")]
    return cells if all(cell.x1 < rights[column] for column, cell in cells) else []


def _follows(before: Word, word: Word) -> bool:
    """Check for the next word of a line, on the page and in the file."""
    is_next = 0 < word.position - before.position <= len(before.text) + _MAX_SPACE
    return is_next and word.x0 - before.x1 < _MAX_WORD_GAP * word.size


def _names(above: Sequence[_Words], first: _Words, body: float) -> list[Word]:
    """Return the bold words right above the cells, which may be centred over their columns."""
    names: list[Word] = []
    below = first
    for row in reversed(above):
        if not all(word.style.weight >= BOLD for word in row) or not _are_near(row, below, body):
            break
        names += row
        below = row
    return names


def _table_of(lines: Sequence[_Words], names: list[Word], starts: Sequence[float]) -> DetectedTable | None:
    cells = sorted((cell for line in lines for cell in _cells(line, starts)), key=lambda cell: cell[1].position)
    rows = list(_rows(cells))
    if len(rows) < _MIN_ROWS or not _is_convincing(rows, len(starts)):
        return None
    words = [*names, *(word for _, cell in cells for word in cell.words)]
    around = union(words)
    box = Box(around.x0 - 1, around.y0 - 1, around.x1 + 1, around.y1 + 1)
    bands = [union([cell for _, cell in row]) for row in rows]
    bands = [union(names), *bands] if names else bands
    if any(above.y1 > below.y0 + _MAX_OVERLAP for above, below in pairwise(bands)):
        return None
    borders = [box.y0, *((above.y1 + below.y0) / 2 for above, below in pairwise(bands)), box.y1]
    columns = [box.x0, *(start - 1 for start in starts[1:]), box.x1]
    grid = grid_from_spacing(words, box, columns=columns, rows=borders)
    return None if grid is None else DetectedTable(box, grid)


def _rows(cells: _Cells) -> Iterator[_Cells]:
    """Yield the rows: the file goes back to the left for a new one, or leaves a line whose cell has room for more."""
    rights: dict[int, float] = {}
    for column, line in cells:
        rights[column] = max(line.x1, rights.get(column, 0.0))
    row: _Cells = []
    for column, line in cells:
        if row and (column < row[-1][0] or (column == row[-1][0] and _has_room(row[-1][1], line, rights[column]))):
            yield row
            row = []
        row.append((column, line))
    if row:
        yield row


def _has_room(line: Line, below: Line, right: float) -> bool:
    """Check whether the first word of the line below fits into the line."""
    word = below.words[0]
    return line.x1 + _WORD_GAP * word.size + word.x1 - word.x0 <= right


def _is_convincing(rows: Sequence[_Cells], columns: int) -> bool:
    """Check for rows with cells of several lines, where each column has cells in most rows."""
    filled = [{column for column, _ in row} for row in rows]
    wrapping = sum(len(row) > len(columns_of_row) for row, columns_of_row in zip(rows, filled, strict=True))
    are_filled = all(2 * sum(column in each for each in filled) >= len(rows) for column in range(columns))
    return (
        wrapping >= _MIN_WRAPPING
        and are_filled
        and fmean(sum(len(cell.text) for _, cell in row) for row in rows) < _MAX_MEAN * columns
    )
