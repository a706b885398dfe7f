"""Detect tables whose cells are one text object each, as spreadsheets print them.

The cells of a column have a common left edge, right edge or middle, however near the next column is. Blank rows and
columns part tables.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise, permutations
from statistics import fmean, median

from documents.pipeline.pdf.geometry import union, vertical_overlap
from documents.pipeline.pdf.tables.cell_columns import Assignment, Piece, Span, assign_columns, known_gap
from documents.pipeline.pdf.tables.cell_lines import CellLine, are_cells, blocks, cell_line, pitches
from documents.pipeline.pdf.tables.grid import (
    Cell,
    DetectedTable,
    Grid,
    TablePage,
    are_figures,
    interval_index,
    words_in_rows,
)
from documents.pipeline.pdf.tables.plausibility import (
    has_words,
    is_list,
    is_plausible_table,
    is_signature_block,
    texts_side_by_side,
)
from documents.pipeline.pdf.tables.wrapped_cells import are_rows, wide_gaps
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_EDGE = 3.0  # points
_MIN_GRID = 2  # rules in a blank column
_MAX_RULES, _MAX_TABLES = 400, 12  # a page with more is no sheet with a grid
_MAX_NOTES = 2  # lines of a title or a note
_MIN_FULL_ROWS = 4  # of a table without figures
_FEW_ROWS = 4  # if there are no more, each has a label below the name of the first column
_BLANK_COLUMN = 1.2  # em
_WIDE = 2.0  # em between tables side by side, if the edges of their columns are not known
_Contents = dict[tuple[int, Span], list[Word]]  # by row and columns


def find_tables_of_sheet(page: TablePage) -> None:
    """Add the tables of a page that has nothing else but titles and notes, as the sheets of a spreadsheet.

    Tables with drawn columns are found by their rules, unless these are the grid of the whole sheet.
    """
    lines: list[CellLine] = []
    for row in page.rows_outside_tables():
        line = cell_line(row)
        if line is None:
            return
        lines.append(line)
    tables: list[DetectedTable] = []
    for block in blocks(lines):
        found = _tables(block)
        if not found and not _are_notes(block):
            return
        tables += found
    has_grid = _has_grid(tables, page)
    page.tables += [table for table in tables if has_grid or not _has_drawn_columns(table, page)]


def find_tables_of_runs(page: TablePage) -> None:
    """Add the tables whose cells are one text object each, as spreadsheets print them."""
    found: list[DetectedTable] = []
    for _, group in groupby(map(cell_line, page.rows_outside_tables()), key=lambda line: line is not None):
        for block in blocks([line for line in group if line is not None]):
            found += _tables(block)
    for table in found:
        if page.is_free(table.box) and _is_sure(table, page):
            page.tables.append(table)


def _is_sure(table: DetectedTable, page: TablePage) -> bool:
    """Check for a table within running text: it has nothing but its cells, and figures or several full rows."""
    cells = table.grid.filled
    if len(page.inside(table.box)) > sum(len(cell.words) for cell in cells) or texts_side_by_side(table.grid):
        return False
    counts = Counter(cell.row for cell in cells)
    figures = Counter(cell.column for cell in cells if cell.column and are_figures(cell.words))
    has_figures = any(2 * count > table.grid.rows for count in figures.values())
    return has_figures or sum(count == table.grid.columns for count in counts.values()) >= _MIN_FULL_ROWS


def _are_notes(block: Sequence[CellLine]) -> bool:
    return len(block) <= _MAX_NOTES and all(line.is_single for line in block)


def _has_grid(tables: Sequence[DetectedTable], page: TablePage) -> bool:
    """Check for rules of the rows in the blank column between two tables."""
    if len(tables) > _MAX_TABLES:
        return False
    rules = page.graphics.horizontal[:_MAX_RULES]
    return sum(_joins(rule, *pair) for rule in rules for pair in permutations(tables, 2)) >= _MIN_GRID


def _joins(rule: Box, left: DetectedTable, right: DetectedTable) -> bool:
    """Check for a horizontal rule in two tables side by side and between them."""
    is_level = all(table.y0 - _EDGE < rule.y0 < table.y1 + _EDGE for table in (left, right))
    return is_level and rule.x0 < left.x1 < right.x0 < rule.x1


def _has_drawn_columns(table: DetectedTable, page: TablePage) -> bool:
    """Check for vertical rules between the words of a table, or edges of shaded cells."""
    sides = (Box(x, fill.y0, x, fill.y1) for fill in page.graphics.fills for x in (fill.x0, fill.x1))
    return any(
        table.x0 + _EDGE < rule.x0 < table.x1 - _EDGE and vertical_overlap(rule, table) > _EDGE
        for rule in (*page.graphics.vertical, *sides)
    )


def _tables(lines: Sequence[CellLine]) -> list[DetectedTable]:
    """Return the table in some lines, or those side by side."""
    assigned = assign_columns([line.pieces for line in lines]) if are_cells(lines) else None
    if assigned is None or len(assigned.columns) < 2:
        return []
    for border in range(1, len(assigned.columns)):
        if _is_blank_column(border, assigned, lines):
            sides = _sides(border, assigned, lines)
            tables = [table for side in sides for block in blocks(side) for table in _tables(block)]
            if len(tables) > 1:
                return tables
    table = _table(lines, assigned)
    return [] if table is None else [table]


def _is_blank_column(border: int, assigned: Assignment, lines: Sequence[CellLine]) -> bool:
    """Check for a column without cells before the column `border`.

    The distance of the columns shows it if their edges are known, or else that one side has further rows.
    """
    columns, spans = assigned
    if any(first < border <= last for row in spans for first, last in row):
        return False
    gap = known_gap(columns[border - 1], columns[border])
    if gap is not None:
        return gap > _BLANK_COLUMN * lines[0].size
    if not 1 < border < len(columns) - 1:
        return False
    end = max(piece.x1 for piece, (_, last) in _cells_of(lines, assigned) if last < border)
    return columns[border].x0 - end > _WIDE * lines[0].size and _have_other_rows(border, assigned)


def _have_other_rows(border: int, assigned: Assignment) -> bool:
    """Check for sides that begin or end in different rows, where the first column of each has a cell in all of them."""
    columns, spans = assigned
    extents: list[tuple[int, int]] = []
    for first, last in ((0, border), (border, len(columns))):
        rows = [number for number, row in enumerate(spans) if any(first <= column < last for column, _ in row)]
        if not columns[first].rows >= set(range(rows[0] + 1, rows[-1] + 1)):  # the first one may have no name
            return False
        extents.append((rows[0], rows[-1]))
    return extents[0] != extents[1]


def _sides(border: int, assigned: Assignment, lines: Sequence[CellLine]) -> list[list[CellLine]]:
    """Return the lines on both sides of a border."""
    sides: list[list[CellLine]] = [[], []]
    for line, spans in zip(lines, assigned.spans, strict=True):
        for is_right, side in enumerate(sides):
            cells = zip(line.pieces, spans, strict=True)
            inside = tuple(piece for piece, (first, _) in cells if (first >= border) == bool(is_right))
            if inside:
                side.append(line._replace(pieces=inside))
    return sides


def _table(lines: Sequence[CellLine], assigned: Assignment) -> DetectedTable | None:
    around = union(word for line in lines for word in line.words)
    box = Box(around.x0 - 1, around.y0 - 1, around.x1 + 1, around.y1 + 1)
    borders = _row_borders(lines, assigned, box)
    contents: _Contents = {}
    for piece, span in _cells_of(lines, assigned):
        place = interval_index(borders, fmean(word.middle_y for word in piece.words)), span
        contents.setdefault(place, []).extend(piece.words)
    grid = _grid(contents, len(borders) - 1, len(assigned.columns))
    labelled = {cell.row for cell in grid.filled if cell.column == 0}
    are_labelled = grid.rows > _FEW_ROWS or labelled >= set(range(1, grid.rows))
    is_other = is_list(grid) or is_signature_block(grid)
    is_table = are_labelled and is_plausible_table(grid) and has_words(grid) and not is_other
    return DetectedTable(box, grid, is_apart=True) if is_table else None


def _grid(contents: _Contents, rows: int, columns: int) -> Grid:
    """Return the grid of cells. One that spans columns with other cells, from another line, keeps the first column."""
    starts = {(row, first) for row, (first, _) in contents}
    words: dict[tuple[int, int], list[Word]] = {}
    ends: dict[tuple[int, int], int] = {}
    for (row, (first, last)), inside in contents.items():
        end = first if any((row, column) in starts for column in range(first + 1, last + 1)) else last
        words.setdefault((row, first), []).extend(inside)
        ends[row, first] = min(end, ends.get((row, first), end))
    free = {(row, column) for row in range(rows) for column in range(columns)}
    free -= {(row, column) for (row, first), end in ends.items() for column in range(first, end + 1)}
    filled = (Cell(row, row, first, ends[row, first], words_in_rows(cell)) for (row, first), cell in words.items())
    return Grid((*filled, *(Cell(row, row, column, column) for row, column in sorted(free))), rows, columns)


# The rows of a table in its lines of cells: a cell with several lines is wrapped.

_SPACE = 0.25  # em between two words
_TOUCH = 0.05  # em between two lines of a text
_MAX_NEAR = 0.97  # times the usual distance of lines
_Cells = dict[int, Piece]  # by column


def _cells_of(lines: Sequence[CellLine], assigned: Assignment) -> Iterator[tuple[Piece, Span]]:
    """Yield the cells with their columns."""
    for line, spans in zip(lines, assigned.spans, strict=True):
        yield from zip(line.pieces, spans, strict=True)


def _row_borders(lines: Sequence[CellLine], assigned: Assignment, box: Box) -> list[float]:
    """Return the heights between the rows, with the edges of the box."""
    words = [line.words for line in lines]
    columns = [box.x0, *((left.x1 + right.x0) / 2 for left, right in pairwise(assigned.columns)), box.x1]
    gaps = [box.y0, *wide_gaps(words), box.y1]
    if len(gaps) > 2 and not are_rows(words, columns, gaps) and not _have_figures_below(lines, assigned, gaps):
        return gaps
    wrapped = _wrapped(lines, assigned)
    pairs = enumerate(pairwise(lines), 1)
    return [box.y0, *((above.y1 + below.y0) / 2 for n, (above, below) in pairs if n not in wrapped), box.y1]


def _have_figures_below(lines: Sequence[CellLine], assigned: Assignment, borders: Sequence[float]) -> bool:
    """Check for two figures in one column between the same borders of rows: figures are not wrapped."""
    figures = [
        (interval_index(borders, piece.words[0].middle_y), span)
        for piece, span in _cells_of(lines, assigned)
        if piece.is_figure
    ]
    return len(set(figures)) < len(figures)


def _wrapped(lines: Sequence[CellLine], assigned: Assignment) -> set[int]:
    """Return the numbers of the lines that continue cells of the line above, which have no room for their words."""
    widths = _widths(lines, assigned)
    near = _near_lines(lines)
    wrapped: set[int] = set()
    above: _Cells = {}
    for number, (line, spans) in enumerate(zip(lines, assigned.spans, strict=True)):
        row = {first: piece for piece, (first, _) in zip(line.pieces, spans, strict=True)}
        below = {column: piece for column, piece in row.items() if column in above}
        is_part = len(below) == len(row) < len(above) and _may_continue(row, len(above), lines[number - 1], line)
        may_wrap = bool(below) and (is_part or number in near)
        if may_wrap and all(_wraps(above[column], piece, widths[column]) for column, piece in below.items()):
            wrapped.add(number)
            above |= row
        else:
            above = row
    return wrapped


def _widths(lines: Sequence[CellLine], assigned: Assignment) -> list[float]:
    """Return the width of the widest cell of each column."""
    widths = [0.0] * len(assigned.columns)
    for piece, (first, last) in _cells_of(lines, assigned):
        if first == last:
            widths[first] = max(widths[first], piece.x1 - piece.x0)
    return widths


def _near_lines(lines: Sequence[CellLine]) -> set[int]:
    """Return the numbers of the lines that stand nearer to the one above than rows do."""
    usual = median(pitches(lines))
    return {number for number, pitch in enumerate(pitches(lines), 1) if pitch < _MAX_NEAR * usual}


def _may_continue(row: _Cells, filled: int, above: CellLine, line: CellLine) -> bool:
    """Check for a line with few cells and no label; or for one that touches the line above, and is no label alone."""
    if 0 not in row:
        return 2 * len(row) <= filled
    touches = line.y0 - above.y1 < _TOUCH * line.size
    return touches and (len(row) > 1 or row[0].text[0].islower())


def _wraps(above: Piece, piece: Piece, width: float) -> bool:
    """Check whether the first word of a cell has no room in the line above. Figures are not wrapped."""
    if piece.is_figure and above.is_figure:
        return False
    first = piece.words[0]
    return above.x1 - above.x0 + _SPACE * first.size + first.x1 - first.x0 > width
