"""Tables without rules that a styled header row gives away; their cells may be wrapped."""

from collections.abc import Sequence
from statistics import fmean

from documents.pipeline.pdf.headings import BodyStyle
from documents.pipeline.pdf.lines import make_line, rows_of, split_row
from documents.pipeline.pdf.tables.grid import FoundTable, Grid, without_empty_lines
from documents.pipeline.pdf.tables.page_words import TablePage
from documents.pipeline.pdf.tables.rows import block_rows
from documents.pipeline.pdf.tables.spaced_grid import spaced_grid
from documents.pipeline.pdf.words import Word
from documents.types import Box

_MIN_HEADERS = 3
_MAX_HEADER = 36  # characters
_MIN_LINES = 4
_ON_EDGE = 5.0  # points
_MAX_GAP = 4.0  # body sizes
_MAX_FIRST_COLUMN = 30  # characters on average: side-by-side texts are longer


def find_headed_table(page: TablePage, style: BodyStyle) -> None:
    """The first one below each other table; pages with several are rare and have rules."""
    rows = rows_of(page.remaining())
    for number, row in enumerate(rows):
        edges = _header_edges(row, style)
        if edges is None:
            continue
        table = _table_below(row, rows[number + 1 :], edges, page)
        if table is not None:
            page.tables.append(table)
            return


def _header_edges(row: Sequence[Word], style: BodyStyle) -> list[float] | None:
    """Left edges of three or more short phrases of one style, heavier or larger than the body."""
    phrases = [make_line(phrase) for phrase in split_row(row, 1.0)]
    if len(phrases) < _MIN_HEADERS or len({(phrase.size, phrase.weight) for phrase in phrases}) > 1:
        return None
    stands_out = phrases[0].weight > style.weight or phrases[0].size > 1.1 * style.size
    worded = all(any(c.isalpha() for c in phrase.text) and len(phrase.text) <= _MAX_HEADER for phrase in phrases)
    return [phrase.x0 for phrase in phrases] if stands_out and worded else None


def _table_below(
    header: Sequence[Word], rows: Sequence[Sequence[Word]], edges: Sequence[float], page: TablePage
) -> FoundTable | None:
    body = _lines_at_edges(header, rows, edges, page.body)
    if len(body) < _MIN_LINES or not _is_short(body, edges[0]):
        return None
    words = [*header, *(word for row in body for word in row)]
    bottom = max(word.y1 for word in words) + 1
    box = Box(edges[0] - 2, min(word.y0 for word in header) - 1, max(word.x1 for word in words) + 2, bottom)
    if not page.is_free(box):
        return None
    columns = [box.x0, *(edge - 3 for edge in edges[1:]), box.x1]
    header_bottom = max(word.y1 for word in header)
    below = [word for word in words if word.middle_y > header_bottom]
    row_borders = [box.y0, *block_rows(below, Box(box.x0, header_bottom, box.x1, box.y1), columns)]
    grid = spaced_grid(words, box, columns=columns, rows=row_borders)
    if grid is None:
        return None
    grid = without_empty_lines(grid)
    return FoundTable(box, grid) if _is_regular(grid) else None


def _lines_at_edges(
    header: Sequence[Word], rows: Sequence[Sequence[Word]], edges: Sequence[float], body: float
) -> list[list[Word]]:
    """The following lines as long as each of their phrases begins at an edge and crosses none."""
    found: list[list[Word]] = []
    bottom = max(word.y1 for word in header)
    for row in rows:
        if min(word.y0 for word in row) - bottom > _MAX_GAP * body:
            break
        inside = [word for word in row if word.x0 >= edges[0] - 6]
        phrases = [phrase for phrase in split_row(inside, 1.0) if _counts(phrase, edges)] if inside else []
        if not phrases:
            continue
        if not all(_keeps_to(phrase, edges) for phrase in phrases):
            break
        found.append(inside)
        bottom = max(word.y1 for word in row)
    return found


def _counts(phrase: Sequence[Word], edges: Sequence[float]) -> bool:
    """Stray marks of one or two characters between the columns do not."""
    return sum(len(word.text) for word in phrase) > 2 or _begins_at(phrase, edges)


def _begins_at(phrase: Sequence[Word], edges: Sequence[float]) -> bool:
    return any(abs(phrase[0].x0 - edge) < _ON_EDGE for edge in edges)


def _keeps_to(phrase: Sequence[Word], edges: Sequence[float]) -> bool:
    crosses = any(phrase[0].x0 < edge - 8 and phrase[-1].x1 > edge + 1 for edge in edges)
    return _begins_at(phrase, edges) and not crosses


def _is_short(body: Sequence[Sequence[Word]], left: float) -> bool:
    first = [phrase for row in body for phrase in split_row(row, 1.0) if abs(phrase[0].x0 - left) < 6]
    lengths = [sum(len(word.text) + 1 for word in phrase) for phrase in first]
    return bool(lengths) and fmean(lengths) <= _MAX_FIRST_COLUMN


def _is_regular(grid: Grid) -> bool:
    """Most rows begin in one of the first two columns, and most cells are filled."""
    if grid.rows < 4 or grid.columns < 3:  # fewer are found by other rules
        return False
    led = {cell.row for cell in grid.filled if cell.row > 0 and cell.column <= 1}
    first = [len(cell.text) for cell in grid.cells if cell.column == 0 and cell.row > 0]
    if len(led) < 0.6 * (grid.rows - 1) or max(first, default=0) > 60:  # characters of a label
        return False
    return len(grid.filled) >= 0.6 * len(grid.cells)
