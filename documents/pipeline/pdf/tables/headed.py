"""Detect tables without rules by a header row in another style. Their cells may be wrapped."""

from collections.abc import Sequence
from statistics import fmean

from documents.pipeline.pdf.tables.borders import wrapped_cell_rows
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import DetectedTable, Grid, TablePage, drop_empty_rows_and_columns
from documents.pipeline.pdf.text.lines import BodyStyle, Line, make_line, split_row
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_HEADERS = 3
_MAX_HEADER = 36  # characters
_MIN_LINES = 4
_BEFORE = 8.0  # points on the left of an edge, where a cell of the column before may end or a centred one start
_MAX_GAP = 4.0  # body sizes
_MAX_LEFT = 12.0  # em between labels and the first name
_MAX_FIRST_COLUMN = 30  # characters on average: side-by-side texts are longer


def find_headed_table(page: TablePage) -> None:
    """Add the first table without rules that has a header row in another style.

    Pages with several are rare, and have rules.
    """
    rows = page.rows_outside_tables()
    headers = [(number, header) for number, row in enumerate(rows) if (header := _header(row))]
    body = page.style_outside_tables() if headers else BodyStyle(0.0)
    for number, header in headers:
        if not _stands_out(header[0], body):
            continue
        table = _table_below(rows[number], rows[number + 1 :], [phrase.x0 for phrase in header], page)
        if table is not None:
            page.tables.append(table)
            return


def _header(row: Sequence[Word]) -> list[Line]:
    """Return the three or more short phrases of a row, if they have one style."""
    parts = split_row(row, 1.0)
    if len(parts) < _MIN_HEADERS:
        return []
    phrases = [make_line(part) for part in parts]
    are_words = all(any(c.isalpha() for c in phrase.text) and len(phrase.text) <= _MAX_HEADER for phrase in phrases)
    return phrases if are_words and len({(phrase.size, phrase.weight) for phrase in phrases}) == 1 else []


def _stands_out(phrase: Line, body: BodyStyle) -> bool:
    """Check for a phrase that is heavier or larger than the body."""
    return phrase.weight > body.weight or phrase.size > 1.1 * body.size


def _table_below(
    header: Sequence[Word], rows: Sequence[Sequence[Word]], edges: Sequence[float], page: TablePage
) -> DetectedTable | None:
    body = _lines_at_edges(header, rows, edges, page.body)
    if len(body) < _MIN_LINES or not _is_short(body, edges[0]) or _have_labels(rows[: len(body)], edges[0]):
        return None
    words = [*header, *(word for row in body for word in row)]
    bottom = max(word.y1 for word in words) + 1
    box = Box(edges[0] - 2, min(word.y0 for word in header) - 1, max(word.x1 for word in words) + 2, bottom)
    if not page.is_free(box):
        return None
    columns = [box.x0, *(edge - 3 for edge in edges[1:]), box.x1]
    header_bottom = max(word.y1 for word in header)
    below = [word for word in words if word.middle_y > header_bottom]
    row_borders = [box.y0, *wrapped_cell_rows(below, Box(box.x0, header_bottom, box.x1, box.y1), columns)]
    grid = grid_from_spacing(words, box, columns=columns, rows=row_borders)
    if grid is None:
        return None
    grid = drop_empty_rows_and_columns(grid)
    return DetectedTable(box, grid) if _is_regular(grid) else None


def _have_labels(rows: Sequence[Sequence[Word]], left: float) -> bool:
    """Check for labels of most rows, on the left of the names."""
    labelled = sum(any(left - _MAX_LEFT * word.size < word.x1 < left for word in row) for row in rows)
    return 2 * labelled > len(rows)


def _lines_at_edges(
    header: Sequence[Word], rows: Sequence[Sequence[Word]], edges: Sequence[float], body: float
) -> list[list[Word]]:
    """Return the following lines, as long as none of their phrases crosses an edge."""
    lines: list[list[Word]] = []
    bottom = max(word.y1 for word in header)
    for row in rows:
        if min(word.y0 for word in row) - bottom > _MAX_GAP * body:
            break
        inside = [word for word in row if word.x0 >= edges[0] - 6]
        if not inside:
            continue
        if any(_crosses(phrase, edges) for phrase in split_row(inside, 1.0)):
            break
        lines.append(inside)
        bottom = max(word.y1 for word in row)
    return lines


def _crosses(phrase: Sequence[Word], edges: Sequence[float]) -> bool:
    return any(phrase[0].x0 < edge - _BEFORE and phrase[-1].x1 > edge + 1 for edge in edges)


def _is_short(body: Sequence[Sequence[Word]], left: float) -> bool:
    first = [phrase for row in body for phrase in split_row(row, 1.0) if abs(phrase[0].x0 - left) < 6]
    lengths = [sum(len(word.text) + 1 for word in phrase) for phrase in first]
    return bool(lengths) and fmean(lengths) <= _MAX_FIRST_COLUMN


def _is_regular(grid: Grid) -> bool:
    """Check that most rows start in one of the first two columns, and most cells are filled."""
    if grid.rows < 4 or grid.columns < 3:
        return False
    started = {cell.row for cell in grid.filled if cell.row > 0 and cell.column <= 1}
    first = [len(cell.text) for cell in grid.cells if cell.column == 0 and cell.row > 0]
    if len(started) < 0.6 * (grid.rows - 1) or max(first, default=0) > 60:
        return False
    return len(grid.filled) >= 0.6 * len(grid.cells)
