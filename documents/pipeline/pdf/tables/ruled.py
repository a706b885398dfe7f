"""Tables inside rules that touch each other: full grids, stripes, and frames with horizontal rules only."""

from collections.abc import Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.geometry import cluster
from documents.pipeline.pdf.tables.extending import with_header_above, with_rows_below
from documents.pipeline.pdf.tables.grid import FoundTable, Grid, without_empty_lines
from documents.pipeline.pdf.tables.guards import counts_as_table, has_words, prose_lines, runs_over_borders
from documents.pipeline.pdf.tables.page_words import TablePage
from documents.pipeline.pdf.tables.regions import Region, has_stripes, ruled_regions, shaded_regions
from documents.pipeline.pdf.tables.rows import split_bands
from documents.pipeline.pdf.tables.ruled_grid import ruled_grid
from documents.pipeline.pdf.tables.spaced_grid import spaced_grid
from documents.pipeline.pdf.words import Word
from documents.types import Box

_MIN_WIDTH = 60.0
_MIN_WORDS = 4
_COLUMN_TOLERANCE, _ROW_TOLERANCE = 4.0, 3.0
_EDGE = 8.0  # points between the outermost rule and the region's edge
_FULL_HEIGHT = 0.4  # of the region that a column border must be drawn over
_PROSE = 3  # lines


def find_ruled_tables(page: TablePage) -> None:
    """Drawn rules first; then with the edges of shaded cells, which alone count where rows are striped."""
    shape = {"page_width": page.width, "page_height": page.height, "body": page.body}
    passes = [] if has_stripes(page.graphics, **shape) else [ruled_regions(page.graphics)]
    for regions in (*passes, shaded_regions(page.graphics, **shape)):
        for region in regions:
            table = _table_in(region, page)
            if table is not None:
                page.tables.append(table)


@dataclass(frozen=True)
class _Borders:
    """Positions of the rules of a region."""

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    full_columns: int

    @property
    def is_boxed(self) -> bool:
        return len(self.columns) >= 3  # two columns at least


def _borders(region: Region, body: float) -> _Borders:
    box, vertical = region.box, region.vertical
    tall = ((rule.x0 + rule.x1) / 2 for rule in vertical if rule.y1 - rule.y0 > 0.6 * body)
    columns = tuple(cluster(tall, _COLUMN_TOLERANCE))
    rows = tuple(cluster(((rule.y0 + rule.y1) / 2 for rule in region.horizontal), _ROW_TOLERANCE))
    height = _FULL_HEIGHT * (box.y1 - box.y0)
    full = sum(_drawn_height(x, vertical) >= height for x in columns)
    return _Borders(columns, rows, full)


def _drawn_height(x: float, vertical: Sequence[Box]) -> float:
    near = (rule for rule in vertical if abs((rule.x0 + rule.x1) / 2 - x) <= _COLUMN_TOLERANCE)
    return sum(rule.y1 - rule.y0 for rule in near)


def _table_in(region: Region, page: TablePage) -> FoundTable | None:
    box = region.box
    if box.x1 - box.x0 < _MIN_WIDTH or box.y1 - box.y0 < 1.5 * page.body or not page.is_free(box):
        return None
    words = page.inside(box)
    if len(words) < _MIN_WORDS:
        return None
    borders = _borders(region, page.body)
    grid = _grid(region, borders, words, page.body)
    if grid is None or (not borders.is_boxed and prose_lines(words, box) >= _PROSE):
        return None
    if borders.is_boxed and runs_over_borders(words, borders.columns):
        return None
    return _completed(FoundTable(box, without_empty_lines(grid)), borders, page)


def _grid(region: Region, borders: _Borders, words: Sequence[Word], body: float) -> Grid | None:
    """With rules as far as they are drawn, with white space for the rest."""
    columns, rows = borders.columns, borders.rows
    if borders.full_columns < 3 and len(rows) >= 3:  # borders of two columns or rows
        return spaced_grid(words, region.box, region.horizontal)
    if borders.is_boxed and len(rows) >= 2:  # one row at least
        return _boxed_grid(region, borders, words, body)
    if borders.is_boxed and rows:
        return spaced_grid(words, region.box, region.horizontal, columns=_closed(columns, region.box))
    return None


def _boxed_grid(region: Region, borders: _Borders, words: Sequence[Word], body: float) -> Grid:
    box = region.box
    columns = _with_edges(borders.columns, box.x0, box.x1, _EDGE)
    rows = _with_edges(borders.rows, box.y0, box.y1, 0.8 * body)
    rows, made = split_bands(words, box, columns, rows)
    horizontal = [*region.horizontal, Box(box.x0, box.y0, box.x1, box.y0), Box(box.x0, box.y1, box.x1, box.y1), *made]
    vertical = [*region.vertical, Box(box.x0, box.y0, box.x0, box.y1), Box(box.x1, box.y0, box.x1, box.y1)]
    return ruled_grid(words, columns, rows, horizontal, vertical)


def _with_edges(borders: Sequence[float], first: float, last: float, slack: float) -> list[float]:
    """The region's own edges close the grid where no rule does."""
    closed = list(borders)
    if closed[0] > first + slack:
        closed.insert(0, first)
    if closed[-1] < last - slack:
        closed.append(last)
    return closed


def _closed(columns: Sequence[float], box: Box) -> list[float]:
    if columns[0] <= box.x0 + _EDGE and columns[-1] >= box.x1 - _EDGE:
        return list(columns)
    return _inner_with_edges(columns, box)


def _inner_with_edges(columns: Sequence[float], box: Box) -> list[float]:
    return [box.x0, *(x for x in columns if box.x0 + _EDGE < x < box.x1 - _EDGE), box.x1]


def _completed(table: FoundTable, borders: _Borders, page: TablePage) -> FoundTable | None:
    """With rows outside the rules, if it is a table at all."""
    columns = _columns_of(table.grid, borders, table.box)
    if columns is not None and table.grid.columns >= 2:  # a table
        table = with_rows_below(table, page.words, page.body, columns)
    if not counts_as_table(table.grid) or not has_words(table.grid, is_boxed=borders.is_boxed):
        return None
    return table if columns is None else with_header_above(table, page.words, page.body, columns)


def _columns_of(grid: Grid, borders: _Borders, box: Box) -> list[float] | None:
    """The borders that the grid's columns have, if they are known."""
    if borders.is_boxed and len(borders.columns) == grid.columns + 1:
        return list(borders.columns)
    columns = _inner_with_edges(borders.columns, box)
    return columns if len(columns) == grid.columns + 1 else None
