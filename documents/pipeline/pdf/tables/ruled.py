"""Detect tables with rules: inside rules that touch each other, and between horizontal ones of the same width.

Rules that touch each other are full grids, stripes, and frames with horizontal rules only. A header row above them, and
further rows below them, belong to the table, too.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from documents.pipeline.pdf.geometry import cluster, union
from documents.pipeline.pdf.tables.borders import split_bands
from documents.pipeline.pdf.tables.build_grid import grid_from_rules, grid_from_spacing
from documents.pipeline.pdf.tables.grid import (
    Cell,
    DetectedTable,
    Grid,
    TablePage,
    drop_empty_rows_and_columns,
    interval_index,
    words_in_rows,
)
from documents.pipeline.pdf.tables.plausibility import (
    count_prose_lines,
    has_words,
    is_plausible_table,
    text_crosses_borders,
)
from documents.pipeline.pdf.tables.ruled_regions import Region, has_stripes, ruled_regions, shaded_regions
from documents.pipeline.pdf.text.lines import group_into_phrases, group_into_rows
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_WIDTH = 40.0  # points
_MIN_WORDS = 4
_COLUMN_TOLERANCE, _ROW_TOLERANCE = 4.0, 3.0  # points
_DOUBLE_RULE = 7.0  # points
_EDGE = 8.0  # points between the outermost rule and the region's edge
_MIN_RULED_HEIGHT = 0.4  # of the region: shorter vertical rules are no full column borders
_MIN_RULED_WIDTH = 0.8  # of the region, as above for horizontal rules
_MIN_GRID_RULES = 3
_MAX_PROSE_LINES = 2
_MAX_SHADES = 1000
_MAX_ROW_GAP = 1.3  # body sizes between a table and a row that belongs to it
_MAX_CELL_BELOW, _MAX_HEADER_CELL = 60, 40  # characters
_PHRASE_GAP = 0.6  # em


def find_ruled_tables(page: TablePage) -> None:
    """Add the tables inside drawn rules, then those with the edges of shaded cells as rules.

    On a page with striped rows, the first pass finds closed grids only: other rules may be a part of the stripes.
    """
    shape = {"page_width": page.width, "page_height": page.height, "body": page.body}
    drawn = ruled_regions(page.graphics)
    first = drawn
    if has_stripes(page.graphics, **shape):
        first = [region for region in drawn if _borders(region, page.body).is_closed]
    tried = {id(region) for region in first}
    others = [region for region in shaded_regions(page.graphics, drawn, **shape) if id(region) not in tried]
    for region in (*first, *others):
        table = _table_in(region, page)
        if table is not None:
            page.tables.append(table)


@dataclass(frozen=True)
class _Borders:
    """Positions of the rules of a region.

    `full_columns` and `full_rows` are the numbers of rules over most of its height and of its width.
    """

    columns: tuple[float, ...]
    rows: tuple[float, ...]
    full_columns: int
    full_rows: int

    @property
    def is_boxed(self) -> bool:
        """`True` if there are borders of at least two columns."""
        return len(self.columns) >= 3

    @property
    def is_closed(self) -> bool:
        """`True` if the rules make a grid. Its cells may contain symbols only."""
        return self.full_columns >= _MIN_GRID_RULES and self.full_rows >= _MIN_GRID_RULES


def _borders(region: Region, body: float) -> _Borders:
    box, vertical = region.box, region.vertical
    tall = ((rule.x0 + rule.x1) / 2 for rule in vertical if rule.y1 - rule.y0 > 0.6 * body)
    columns = tuple(cluster(tall, _COLUMN_TOLERANCE))
    rows = tuple(cluster(((rule.y0 + rule.y1) / 2 for rule in region.horizontal), _ROW_TOLERANCE))
    height = _MIN_RULED_HEIGHT * (box.y1 - box.y0)
    full_columns = sum(_drawn_height(x, vertical) >= height for x in columns)
    width = _MIN_RULED_WIDTH * (box.x1 - box.x0)
    full_rows = sum(_drawn_width(y, region.horizontal) >= width for y in rows)
    return _Borders(columns, rows, full_columns, full_rows)


def _without_double_columns(borders: _Borders, words: Sequence[Word]) -> _Borders:
    """Join borders that are too near for a column, with no word between them: double rules, edges of two shades."""
    columns: list[float] = []
    for x in borders.columns:
        if columns and x - columns[-1] < _DOUBLE_RULE and not any(columns[-1] < word.middle_x < x for word in words):
            columns[-1] = x if len(columns) > 1 else columns[-1]
        else:
            columns.append(x)
    removed = len(borders.columns) - len(columns)
    return replace(borders, columns=tuple(columns), full_columns=max(0, borders.full_columns - removed))


def _with_edges_of_shades(region: Region, borders: _Borders, page: TablePage) -> Region:
    """Add the edges of shaded cells as rules, where they are on the borders of columns: names often have no others."""
    box = region.box
    inside = [
        fill
        for fill in page.graphics.fills[:_MAX_SHADES]
        if box.y0 - _ROW_TOLERANCE < fill.y0 and fill.y1 < box.y1 + _ROW_TOLERANCE
    ]
    edges = (Box(x, fill.y0, x, fill.y1) for fill in inside for x in (fill.x0, fill.x1))
    added = [edge for edge in edges if any(abs(edge.x0 - x) < _COLUMN_TOLERANCE for x in borders.columns[1:-1])]
    return replace(region, vertical=(*region.vertical, *added))


def _drawn_height(x: float, vertical: Sequence[Box]) -> float:
    near = (rule for rule in vertical if abs((rule.x0 + rule.x1) / 2 - x) <= _COLUMN_TOLERANCE)
    return sum(rule.y1 - rule.y0 for rule in near)


def _drawn_width(y: float, horizontal: Sequence[Box]) -> float:
    near = (rule for rule in horizontal if abs((rule.y0 + rule.y1) / 2 - y) <= _ROW_TOLERANCE)
    return sum(rule.x1 - rule.x0 for rule in near)


def _table_in(region: Region, page: TablePage) -> DetectedTable | None:
    box = region.box
    if box.x1 - box.x0 < _MIN_WIDTH or box.y1 - box.y0 < 1.5 * page.body or not page.is_free(box):
        return None
    words = page.inside(box)
    if len(words) < _MIN_WORDS:
        return None
    borders = _without_double_columns(_borders(region, page.body), words)
    region = _with_edges_of_shades(region, borders, page)
    grid = _grid(region, borders, words, page.body)
    if grid is None or (not borders.is_boxed and count_prose_lines(words, box) > _MAX_PROSE_LINES):
        return None
    if borders.is_boxed and text_crosses_borders(words, borders.columns):
        return None
    has_drawn_columns = borders.is_boxed or borders.is_closed
    return _extend(DetectedTable(box, _without_empty(grid, borders), has_drawn_columns), borders, page)


def _without_empty(grid: Grid, borders: _Borders) -> Grid:
    """Remove empty rows and columns. Columns between the rules of a closed grid stay: they are to be filled in."""
    if borders.is_closed and grid.columns == len(borders.columns) - 1:
        kept = drop_empty_rows_and_columns(grid, keep_columns=True)
        if is_plausible_table(kept):
            return kept
    return drop_empty_rows_and_columns(grid)


def _grid(region: Region, borders: _Borders, words: Sequence[Word], body: float) -> Grid | None:
    """Build the grid from the rules that are drawn, and from white space for the rest."""
    columns, rows = borders.columns, borders.rows
    if borders.full_columns < 3 and len(rows) >= 3:
        return grid_from_spacing(words, region.box, region.horizontal)
    if borders.is_boxed and len(rows) >= 2:
        return _boxed_grid(region, borders, words, body)
    if borders.is_boxed and rows:
        has_edges = columns[0] <= region.box.x0 + _EDGE and columns[-1] >= region.box.x1 - _EDGE
        columns = columns if has_edges else _inner_with_edges(columns, region.box)
        return grid_from_spacing(words, region.box, region.horizontal, columns=columns)
    return None


def _boxed_grid(region: Region, borders: _Borders, words: Sequence[Word], body: float) -> Grid:
    box = region.box
    columns = _with_edges(borders.columns, box.x0, box.x1, _EDGE)
    rows = _with_edges(borders.rows, box.y0, box.y1, 0.8 * body)
    rows, added = split_bands(words, box, columns, rows)
    horizontal = [*region.horizontal, Box(box.x0, box.y0, box.x1, box.y0), Box(box.x0, box.y1, box.x1, box.y1), *added]
    vertical = [*region.vertical, Box(box.x0, box.y0, box.x0, box.y1), Box(box.x1, box.y0, box.x1, box.y1)]
    return grid_from_rules(words, columns, rows, horizontal, vertical)


def _with_edges(borders: Sequence[float], first: float, last: float, slack: float) -> list[float]:
    """Return the borders, with the region's edges as the outermost ones if there is no rule."""
    closed = list(borders)
    if closed[0] > first + slack:
        closed.insert(0, first)
    if closed[-1] < last - slack:
        closed.append(last)
    return closed


def _inner_with_edges(columns: Sequence[float], box: Box) -> tuple[float, ...]:
    return (box.x0, *(x for x in columns if box.x0 + _EDGE < x < box.x1 - _EDGE), box.x1)


def _extend(table: DetectedTable, borders: _Borders, page: TablePage) -> DetectedTable | None:
    """Add rows outside the rules. Return `None` if the result is no plausible table."""
    columns = _column_borders(table.grid, borders, table.box)
    if columns is not None and table.grid.columns >= 2:
        table = _with_rows_below(table, page.words, page.body, columns)
    has_text = has_words(table.grid, is_boxed=borders.is_boxed, is_closed=borders.is_closed)
    if not (has_text and is_plausible_table(table.grid)):
        return None
    return table if columns is None else _with_header_above(table, page.words, page.body, columns)


def _column_borders(grid: Grid, borders: _Borders, box: Box) -> Sequence[float] | None:
    """Return the borders of the grid's columns, if they are known: empty columns were dropped from the grid."""
    if borders.is_boxed and len(borders.columns) == grid.columns + 1:
        return borders.columns
    columns = _inner_with_edges(borders.columns, box)
    return columns if len(columns) == grid.columns + 1 else None


def _with_rows_below(
    table: DetectedTable, words: Sequence[Word], body: float, columns: Sequence[float]
) -> DetectedTable:
    """Append the lines that follow closely and fit the columns."""
    box, grid = table.box, table.grid
    below = [w for w in words if box.x0 - 3 <= w.x0 and w.x1 <= box.x1 + 3 and w.middle_y > box.y1 + 1]
    added: list[dict[int, list[Word]]] = []
    bottom = box.y1
    for row in group_into_rows(below):
        cells = _fit_columns(row, columns, max_characters=_MAX_CELL_BELOW)
        is_near = min(word.y0 for word in row) - bottom <= _MAX_ROW_GAP * body
        if not is_near or cells is None or len(cells) < max(2, 0.5 * grid.columns):
            break
        added.append(cells)
        bottom = max(word.y1 for word in row)
    if len(added) < 2 and not (added and grid.rows >= 3):  # a single line may fit by chance
        return table
    rows = [_row_cells(number, cells, grid.columns) for number, cells in enumerate(added)]
    return replace(table, box=Box(box.x0, box.y0, box.x1, bottom + 1), grid=grid.with_rows_below(rows))


def _with_header_above(
    table: DetectedTable, words: Sequence[Word], body: float, columns: Sequence[float]
) -> DetectedTable:
    """Add the line just above as the header if its phrases fall into distinct columns."""
    box, grid = table.box, table.grid
    if grid.columns < 3:  # two phrases may fit two columns by chance
        return table
    near = [
        w for w in words if box.x0 - 2 <= w.x0 and w.x1 <= box.x1 + 2 and box.y0 - 2.2 * body < w.middle_y < box.y0 - 1
    ]
    rows = group_into_rows(near)
    if not rows or box.y0 - max(word.y1 for word in rows[-1]) > _MAX_ROW_GAP * body:
        return table
    cells = _fit_columns(rows[-1], columns, max_characters=_MAX_HEADER_CELL, may_cross=True)
    if cells is None or len(cells) < max(2, 0.6 * grid.columns):
        return table
    top = min(word.y0 for word in rows[-1]) - 1
    header = _row_cells(0, cells, grid.columns)
    return replace(table, box=Box(box.x0, top, box.x1, box.y1), grid=grid.with_row_above(header))


def _fit_columns(
    row: Sequence[Word], columns: Sequence[float], *, max_characters: int, may_cross: bool = False
) -> dict[int, list[Word]] | None:
    """Return the phrases by column, or `None` if one is too long or two are in the same column."""
    cells: dict[int, list[Word]] = {}
    for phrase in group_into_phrases(row, _PHRASE_GAP):
        left, right = phrase[0].x0, phrase[-1].x1
        column = interval_index(columns, (left + right) / 2)
        crosses = any(left < border - 2 and right > border + 2 for border in columns[1:-1])
        is_long = len(" ".join(word.text for word in phrase)) > max_characters
        if column in cells or is_long or (crosses and not may_cross):
            return None
        cells[column] = phrase
    return cells


def _row_cells(row: int, cells: dict[int, list[Word]], columns: int) -> list[Cell]:
    return [Cell(row, row, column, column, words_in_rows(cells.get(column, ()))) for column in range(columns)]


# Tables between horizontal rules of the same width, as LaTeX's booktabs package prints them.

_MIN_RULE = 0.12  # of the page's width
_SAME_EDGE = 8.0  # points
_MAX_GAP = 0.5  # of the page's height, between two rules
_MAX_RULES = 300
_MAX_HEADING_GAP, _MIN_HEADING = 1.6, 1.12  # body sizes between a heading and its rule, and of its type
_MIN_BOOKTABS_WORDS = 6


def find_booktabs(page: TablePage) -> None:
    """Add the tables between horizontal rules of the same width, as LaTeX prints them, from the top of the page."""
    rules = _join_pieces([rule for rule in page.graphics.horizontal if _is_free_rule(rule, page)])[:_MAX_RULES]
    used: set[int] = set()
    for first in range(len(rules)):
        group = [] if first in used else _stack(rules, first, page.height)
        if len(group) < 2:
            continue
        table = _table_between([rules[number] for number in group], page)
        if table is not None and not _are_below_headings([rules[number] for number in group], page):
            page.tables.append(table)
            used.update(group)


def _is_free_rule(rule: Box, page: TablePage) -> bool:
    return rule.x1 - rule.x0 > _MIN_RULE * page.width and page.is_free(Box(rule.x0, rule.y0 - 1, rule.x1, rule.y1 + 1))


def _join_pieces(rules: Sequence[Box]) -> list[Box]:
    """Join the pieces of rules that were drawn cell by cell."""
    joined: list[Box] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.y0 / 2), rule.x0)):
        if joined and abs(joined[-1].y0 - rule.y0) < 2.5 and rule.x0 <= joined[-1].x1 + 6:  # points
            joined[-1] = union([joined[-1], rule])
        else:
            joined.append(rule)
    return sorted(joined, key=lambda rule: rule.y0)


def _stack(rules: Sequence[Box], first: int, page_height: float) -> list[int]:
    """Return the indexes of a rule and the rules below it with the same left and right edges."""
    top = rules[first]
    group = [first]
    for number in range(first + 1, len(rules)):
        rule = rules[number]
        same_ends = abs(rule.x0 - top.x0) < _SAME_EDGE and abs(rule.x1 - top.x1) < _SAME_EDGE
        if same_ends and rule.y0 - rules[group[-1]].y1 < _MAX_GAP * page_height:
            group.append(number)
    return group


def _are_below_headings(rules: Sequence[Box], page: TablePage) -> bool:
    """Check for headings above the rules: they underline these. The first rule of a table may be below its title."""
    return 2 * sum(_is_below_heading(rule, page) for rule in rules[1:]) >= len(rules[1:])


def _is_below_heading(rule: Box, page: TablePage) -> bool:
    """Check for large type at the left end of the rule right above it, and no other text there."""
    words = page.inside(Box(rule.x0, rule.y0 - _MAX_HEADING_GAP * page.body, rule.x1, rule.y0))
    lines = group_into_phrases(words, 1.0)
    if len(lines) != 1 or lines[0][0].x0 > rule.x0 + page.body:
        return False
    return min(word.size for word in lines[0]) > _MIN_HEADING * page.body


def _table_between(rules: Sequence[Box], page: TablePage) -> DetectedTable | None:
    box = Box(min(rule.x0 for rule in rules), rules[0].y0, max(rule.x1 for rule in rules), rules[-1].y1)
    words = page.inside(box)
    if len(words) < _MIN_BOOKTABS_WORDS or not page.is_free(box) or count_prose_lines(words, box) > _MAX_PROSE_LINES:
        return None
    grid = grid_from_spacing(words, box, page.rules_in(box))
    if grid is None:
        return None
    grid = drop_empty_rows_and_columns(grid)
    strict = len(rules) < 3  # such a table has usually three: above and below the header, and at the end
    return DetectedTable(box, grid) if is_plausible_table(grid, strict=strict) and has_words(grid) else None
