"""Rows that belong to a ruled table but stand outside its rules: a header above, further rows below."""

from collections.abc import Sequence

from documents.pipeline.pdf.lines import phrases_of, rows_of
from documents.pipeline.pdf.tables.grid import Cell, FoundTable, in_reading_rows, place_in
from documents.pipeline.pdf.words import Word
from documents.types import Box

_NEAR = 1.3  # body sizes between a table and a row that belongs to it
_MAX_NEW_CELL, _MAX_HEADER_CELL = 60, 40  # characters
_PHRASE_GAP = 0.6


def with_rows_below(table: FoundTable, words: Sequence[Word], body: float, columns: Sequence[float]) -> FoundTable:
    """Append text rows that follow closely and fit the columns."""
    box, grid = table.box, table.grid
    below = [w for w in words if box.x0 - 3 <= w.x0 and w.x1 <= box.x1 + 3 and w.middle_y > box.y1 + 1]
    added: list[dict[int, list[Word]]] = []
    bottom = box.y1
    for row in rows_of(below):
        cells = _fitted(row, columns, most=_MAX_NEW_CELL)
        near = min(word.y0 for word in row) - bottom <= _NEAR * body
        if not near or cells is None or len(cells) < max(2, 0.5 * grid.columns):
            break
        added.append(cells)
        bottom = max(word.y1 for word in row)
    if len(added) < 2 and not (added and grid.rows >= 3):  # one row proves nothing unless the table is long
        return table
    rows = [_row_cells(number, cells, grid.columns) for number, cells in enumerate(added)]
    return FoundTable(Box(box.x0, box.y0, box.x1, bottom + 1), grid.below(rows))


def with_header_above(table: FoundTable, words: Sequence[Word], body: float, columns: Sequence[float]) -> FoundTable:
    """Take the text row just above as header if its phrases fall into distinct columns."""
    box, grid = table.box, table.grid
    if grid.columns < 3:  # two phrases above two columns prove nothing
        return table
    near = [
        w for w in words if box.x0 - 2 <= w.x0 and w.x1 <= box.x1 + 2 and box.y0 - 2.2 * body < w.middle_y < box.y0 - 1
    ]
    rows = rows_of(near)
    if not rows or box.y0 - max(word.y1 for word in rows[-1]) > _NEAR * body:
        return table
    cells = _fitted(rows[-1], columns, most=_MAX_HEADER_CELL, may_cross=True)
    if cells is None or len(cells) < max(2, 0.6 * grid.columns):
        return table
    top = min(word.y0 for word in rows[-1]) - 1
    return FoundTable(Box(box.x0, top, box.x1, box.y1), grid.above(_row_cells(0, cells, grid.columns)))


def _fitted(
    row: Sequence[Word], columns: Sequence[float], *, most: int, may_cross: bool = False
) -> dict[int, list[Word]] | None:
    """Phrases by column, if each is short and has a column of its own."""
    cells: dict[int, list[Word]] = {}
    for phrase in phrases_of(row, _PHRASE_GAP):
        left, right = phrase[0].x0, phrase[-1].x1
        column = place_in(columns, (left + right) / 2)
        crosses = any(left < border - 2 and right > border + 2 for border in columns[1:-1])
        if column in cells or len(" ".join(word.text for word in phrase)) > most or (crosses and not may_cross):
            return None
        cells[column] = phrase
    return cells


def _row_cells(row: int, cells: dict[int, list[Word]], columns: int) -> list[Cell]:
    return [Cell(row, row, column, column, in_reading_rows(cells.get(column, ()))) for column in range(columns)]
