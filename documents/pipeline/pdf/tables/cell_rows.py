"""Find the rows of a table in its lines of cells: a cell with several lines is wrapped."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median

from documents.pipeline.pdf.tables.cell_columns import Assignment, Piece, Span
from documents.pipeline.pdf.tables.cell_lines import CellLine, pitches
from documents.pipeline.pdf.tables.grid import interval_index
from documents.pipeline.pdf.tables.wrapped_cells import are_rows, wide_gaps
from documents.types import Box

_SPACE = 0.25  # em between two words
_TOUCH = 0.05  # em between two lines of a text
_MAX_NEAR = 0.97  # times the usual distance of lines

_Cells = dict[int, Piece]  # by column


def cells_of(lines: Sequence[CellLine], assigned: Assignment) -> Iterator[tuple[Piece, Span]]:
    """Yield the cells with their columns."""
    for line, spans in zip(lines, assigned.spans, strict=True):
        yield from zip(line.pieces, spans, strict=True)


def row_borders(lines: Sequence[CellLine], assigned: Assignment, box: Box) -> list[float]:
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
        for piece, span in cells_of(lines, assigned)
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
    for piece, (first, last) in cells_of(lines, assigned):
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
