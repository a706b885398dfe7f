"""Split columns whose cells have several figures each, as a number and its share under one year."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from documents.pipeline.pdf.tables.figures import are_figures, is_figure
from documents.pipeline.pdf.tables.grid import Cell, Grid
from documents.pipeline.pdf.text.lines import group_into_rows
from documents.pipeline.pdf.text.words import Word

_LAST_DIGITS = re.compile(r"\d{3}([.,]\d*)?")  # of a number
_MIN_ROWS = 3
_MIN_SHARE = 0.8  # of the cells with figures
_MIN_GUTTER = 0.3  # em


def split_columns_of_figures(grid: Grid) -> Grid:
    """Return the grid with a column for each figure, where the figures of all rows stand below one another."""
    for column in reversed(range(grid.columns)):
        borders = _borders([cell for cell in grid.filled if cell.column == column == cell.last_column])
        if borders:
            grid = _split(grid, column, borders)
    return grid


def _borders(cells: Sequence[Cell]) -> list[float]:
    """Return the borders between the figures, or nothing if there is one figure in each cell."""
    rows = [sorted(cell.words) for cell in cells if any(is_figure(word.text) for word in cell.words)]
    figures = [row for row in rows if len(row) > 1 and are_figures(row)]
    counts = {len(row) for row in figures}
    if len(counts) != 1 or len(figures) < max(_MIN_ROWS, _MIN_SHARE * len(rows)):
        return []
    columns = list(zip(*figures, strict=True))
    if not _are_parted(columns):
        return []
    lines = [line for cell in cells for line in group_into_rows(cell.words)]
    return [_border(left, right, lines) for left, right in pairwise(columns)]


def _are_parted(columns: Sequence[Sequence[Word]]) -> bool:
    texts = [[word.text for word in column] for column in columns]
    are_apart = all(
        min(word.x0 for word in right) - max(word.x1 for word in left) > _MIN_GUTTER * left[0].size
        for left, right in pairwise(columns)
    )
    return are_apart and all(_are_columns_of_figures(left, right) for left, right in pairwise(texts))


def _are_columns_of_figures(left: Sequence[str], right: Sequence[str]) -> bool:
    """Check that the figures are not the parts of numbers with a space, as "12 500"."""
    are_last = all(map(_LAST_DIGITS.fullmatch, right))
    are_first = all(text[-1].isdigit() and not {",", "."} & set(text) for text in left)
    return not (are_last and are_first)


def _border(left: Sequence[Word], right: Sequence[Word], lines: Sequence[Sequence[Word]]) -> float:
    """Return the middle of the gutter, or the middle of the widest gap in it between two names."""
    start, end = max(word.x1 for word in left), min(word.x0 for word in right)
    gaps = [
        (min(after.x0, end) - max(before.x1, start), (before.x1 + after.x0) / 2)
        for line in lines
        for before, after in pairwise(line)
        if before.x1 <= end and start <= after.x0 and (before.x1 > start or after.x0 < end)
    ]
    return max(gaps)[1] if gaps else (start + end) / 2


def _split(grid: Grid, column: int, borders: Sequence[float]) -> Grid:
    added = len(borders)
    cells: list[Cell] = []
    for cell in grid.cells:
        if cell.column == column == cell.last_column:
            cells += _parts(cell, borders)
        else:
            first, last = (place + added * (place > column) for place in (cell.column, cell.last_column))
            wide = last + added * (cell.column <= column <= cell.last_column == column)
            cells.append(replace(cell, column=first, last_column=wide))
    return Grid(tuple(cells), grid.rows, grid.columns + added)


def _parts(cell: Cell, borders: Sequence[float]) -> Iterator[Cell]:
    """Yield the cells of the new columns, or one cell over all of them for a name that crosses a border."""
    crosses = any(word.x0 < border < word.x1 for word in cell.words for border in borders)
    if crosses:
        yield replace(cell, last_column=cell.column + len(borders))
        return
    places = [float("-inf"), *borders, float("inf")]
    for number, (left, right) in enumerate(pairwise(places)):
        words = tuple(word for word in cell.words if left < word.middle_x <= right)
        place = cell.column + number
        yield replace(cell, column=place, last_column=place, words=words)
