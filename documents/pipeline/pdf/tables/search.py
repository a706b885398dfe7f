"""The rules that find the tables of a page: the most reliable kinds first, then the corrections of what was found.

Later kinds are not searched inside detected tables.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations
from statistics import fmean, median
from typing import Final, NamedTuple

from documents.pipeline.pdf.geometry import Boxed, center_inside, horizontal_overlap, overlap, union, vertical_overlap
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.rules import ALL_RULES, Rule, RuleOptions, apply
from documents.pipeline.pdf.tables.aligned_cells import find_tables_of_aligned_cells
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing, split_columns_of_figures
from documents.pipeline.pdf.tables.cell_runs import find_tables_of_runs, find_tables_of_sheet
from documents.pipeline.pdf.tables.close_columns import find_accounts, find_tables_below_bold_names
from documents.pipeline.pdf.tables.cut_rules import find_tables_with_cut_rules, find_tables_with_shaded_rows
from documents.pipeline.pdf.tables.figures_only import find_figure_tables
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage, drop_empty_rows_and_columns
from documents.pipeline.pdf.tables.headers import add_headers
from documents.pipeline.pdf.tables.labels import find_label_tables
from documents.pipeline.pdf.tables.plausibility import (
    is_list,
    is_plausible_table,
    is_signature_block,
    tables_side_by_side,
    texts_side_by_side,
)
from documents.pipeline.pdf.tables.ruled import find_booktabs, find_ruled_tables
from documents.pipeline.pdf.tables.ruled_regions import Region, ruled_regions
from documents.pipeline.pdf.tables.stand_ins import StandIns, restored, stand_in, used_in
from documents.pipeline.pdf.tables.unruled import find_headed_table, find_unruled_tables
from documents.pipeline.pdf.text.lines import Line, group_into_rows, make_line, split_row
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_SAME_HEIGHT = 2.0  # points
_MIN_LEVEL_SHARE = 0.85  # of the lower table's rows must be level with a row of the other
_MAX_NAMES_HEIGHT = 2.0  # body sizes above the rows
_MAX_TABLES = 12  # on pages with more, tables are not merged


def find_tables(
    words: Sequence[Word],
    graphics: Graphics,
    *,
    width: float,
    height: float,
    body: float,
    options: RuleOptions = ALL_RULES,
) -> list[DetectedTable]:
    """Return the tables of a page. `words` are the upright ones, `body` is the size of the body text."""
    page = TablePage(words, graphics, width, height, body, options)
    apply(TABLE_RULES, page)
    return page.tables


def find_tables_in_text_columns(page: TablePage) -> None:
    """Add the tables without rules that stand in one column of text, beside the lines of another one."""
    columns = _TextColumns(page.rows_outside_tables())
    for words in columns.words():
        part = page.with_content(words, page.graphics)
        apply(_WITHOUT_RULES, part)
        page.tables += [table for table in part.tables if columns.is_beside_prose(table.box)]


def merge_tables(page: TablePage) -> None:
    """Merge tables side by side whose rows are level."""
    while (merged := _merge_two(page)) is not None:
        page.tables[:] = merged


def drop_signatures(page: TablePage) -> None:
    """Drop what is no table but the fields of signatures."""
    page.tables[:] = [table for table in page.tables if not is_signature_block(table.grid)]


def drop_lists(page: TablePage) -> None:
    """Drop what is no table but a list, whose bullets or numbers look like a column."""
    page.tables[:] = [table for table in page.tables if table.has_drawn_columns or not is_list(table.grid)]


def part_tables(page: TablePage) -> None:
    """Part what looks like one table but is texts, or other tables, side by side."""
    page.tables[:] = [part for table in page.tables for part in _parts(table, page)]


def split_columns(page: TablePage) -> None:
    """Split columns whose cells have several figures each, as a number and its share under one year."""
    page.tables[:] = [replace(table, grid=split_columns_of_figures(table.grid)) for table in page.tables]


def find_tables_around_others(page: TablePage) -> None:
    """Find the tables again with a word for each grid inside a cell, if each of these words is in a table then."""
    nested = nested_tables(page.words, page.graphics, page.width)
    if nested is None:
        return
    around = page.with_content(nested.words, nested.graphics)
    apply(_ONE_LEVEL, around)
    if len(list(used_in(around.tables, nested.stand_ins))) == len(nested.stand_ins):
        page.tables[:] = [restored(table, nested.stand_ins) for table in around.tables]


_WITHOUT_RULES: Final[tuple[Rule[TablePage], ...]] = (
    find_headed_table,
    find_tables_below_bold_names,
    find_figure_tables,
    find_tables_of_aligned_cells,
    find_unruled_tables,
    find_accounts,
    add_headers,
    find_label_tables,
)
_ONE_LEVEL: Final[tuple[Rule[TablePage], ...]] = (
    find_tables_of_sheet,
    find_tables_with_cut_rules,
    find_ruled_tables,
    find_tables_of_runs,
    find_tables_with_shaded_rows,
    find_booktabs,
    find_tables_in_text_columns,
    *_WITHOUT_RULES,
    merge_tables,
    drop_signatures,
    drop_lists,
    part_tables,
    split_columns,
)
TABLE_RULES: Final[tuple[Rule[TablePage], ...]] = (*_ONE_LEVEL, find_tables_around_others)


def _parts(table: DetectedTable, page: TablePage) -> list[DetectedTable]:
    """Return the table, or the tables in the texts or tables side by side that look like one."""
    if table.has_drawn_columns or table.is_apart:
        return [table]
    if sides := texts_side_by_side(table.grid):
        return _tables_in(sides, page)
    parts = _tables_in(tables_side_by_side(table.grid), page)
    return parts if len(parts) > 1 else [table]


def _tables_in(sides: Sequence[Sequence[Word]], page: TablePage) -> list[DetectedTable]:
    parts = [page.with_content(_with_names_above(side, page), page.graphics) for side in sides]
    for part in parts:
        apply(TABLE_RULES, part)
    return [table for part in parts for table in part.tables]


def _with_names_above(words: Sequence[Word], page: TablePage) -> list[Word]:
    """Return the words of a table with those right above them, which can be the names of its columns."""
    box = union(words)
    return page.inside(box._replace(x0=box.x0 - 1, y0=box.y0 - _MAX_NAMES_HEIGHT * page.body))


def _merge_two(page: TablePage) -> list[DetectedTable] | None:
    """Merge two tables side by side whose rows are level. Return `None` if there are no such tables."""
    if len(page.tables) > _MAX_TABLES:
        return None
    for tall, low in permutations(page.tables, 2):
        if _are_apart(tall, low) or not _are_level(tall, low, page):
            continue
        table = _merge(tall, low, page)
        if table is not None:
            return [other for other in page.tables if not _is_within(other, table.box)] + [table]
    return None


def _are_apart(tall: DetectedTable, low: DetectedTable) -> bool:
    """Check for tables that have a border of their own, or blank rows and columns around them."""
    return tall.is_apart or low.is_apart or (tall.has_drawn_columns and low.has_drawn_columns)


def _are_level(tall: DetectedTable, low: DetectedTable, page: TablePage) -> bool:
    height = low.y1 - low.y0
    if horizontal_overlap(tall, low) > 2 or height > tall.y1 - tall.y0 or low.grid.rows < 4:
        return False
    if vertical_overlap(tall, low) < 0.9 * height:
        return False
    first, second = _row_heights(tall.box, page), _row_heights(low.box, page)
    return sum(any(abs(a - b) < _SAME_HEIGHT for a in first) for b in second) >= _MIN_LEVEL_SHARE * len(second)


def _row_heights(box: Box, page: TablePage) -> list[float]:
    return [fmean(word.middle_y for word in row) for row in group_into_rows(page.inside(box))]


def _merge(tall: DetectedTable, low: DetectedTable, page: TablePage) -> DetectedTable | None:
    box = union([tall, low])
    others = [table for table in page.tables if table not in (tall, low)]
    if any(_sticks_out(other, box) for other in others):
        return None
    grid = grid_from_spacing(page.inside(box), box, page.rules_in(box))
    if grid is None:
        return None
    grid = drop_empty_rows_and_columns(grid)
    has_drawn_columns = tall.has_drawn_columns or low.has_drawn_columns
    return DetectedTable(box, grid, has_drawn_columns) if is_plausible_table(grid, strict=True) else None


def _sticks_out(other: DetectedTable, box: Box) -> bool:
    """Check for another table that overlaps the box, but is not nearly inside it."""
    overlaps = horizontal_overlap(other, box) > 2 and vertical_overlap(other, box) > 2
    return overlaps and not (other.y0 >= box.y0 - 30 and other.y1 <= box.y1 + 30)


def _is_within(table: DetectedTable, box: Box) -> bool:
    half_width = horizontal_overlap(table, box) > 0.5 * (table.x1 - table.x0)
    return half_width and vertical_overlap(table, box) > 0.5 * (table.y1 - table.y0)


# Tables inside the cells of another table: small grids that stand in one of its columns.

_MIN_GRIDS = 2  # in one column of a table
_MIN_BORDERS = 2  # vertical ones of a grid
_SAME_EDGE, _TOUCH = 3.0, 0.6  # points
_MAX_WIDTH = 0.6  # of the page
_LEVEL = 0.5  # of a word's height
_INSIDE = 1.0  # point


class _NestedTables(NamedTuple):
    """The words and graphics of a page where a word stands for each table inside a cell."""

    stand_ins: StandIns
    words: Sequence[Word]
    graphics: Graphics


def nested_tables(words: Sequence[Word], graphics: Graphics, page_width: float) -> _NestedTables | None:
    """Return the page with a word for each grid inside a cell, or `None` if there are no such grids.

    Such grids stand below one another in a column, with words beside each of them that are in no grid of this kind. The
    stand-in is level with these words.
    """
    if len(graphics.vertical) < _MIN_BORDERS * _MIN_GRIDS:
        return None
    grids = [region.box for region in ruled_regions(graphics, _TOUCH) if _is_grid(region, page_width)]
    in_columns = [box for box in grids if sum(abs(box.x0 - other.x0) < _SAME_EDGE for other in grids) >= _MIN_GRIDS]
    outside = [word for word in words if not any(center_inside(word, box, slack=0.0) for box in in_columns)]
    stand_ins = dict(pair for box in in_columns for pair in _stand_ins(box, words, outside))
    if not stand_ins or len(stand_ins) < len(in_columns):
        return None
    return _NestedTables(stand_ins, [*outside, *stand_ins], _without_rules_inside(graphics, in_columns))


def _stand_ins(box: Box, words: Sequence[Word], outside: Sequence[Word]) -> Iterator[tuple[Word, Sequence[Word]]]:
    """Yield a word that stands for a grid, with the words in it, if other words stand beside it."""
    rows = group_into_rows(word for word in words if center_inside(word, box, slack=0.0))
    beside = [w for w in outside if overlap(w.y0, w.y1, box.y0, box.y1) > _LEVEL * w.height]
    if rows and beside:
        level = max(rows, key=lambda row: sum(_is_level(row, word) for word in beside))
        parts = [word for row in rows for word in row]
        yield stand_in(parts, min(w.y0 for w in level), max(w.y1 for w in level)), parts


def _without_rules_inside(graphics: Graphics, boxes: Sequence[Box]) -> Graphics:
    """Return the graphics without the rules of some grids."""

    def outside(rules: Sequence[Box]) -> list[Box]:
        return [rule for rule in rules if not any(_contains(box, rule) for box in boxes)]

    return replace(graphics, horizontal=outside(graphics.horizontal), vertical=outside(graphics.vertical))


def _contains(box: Box, rule: Box) -> bool:
    is_inside_x = box.x0 - _INSIDE <= rule.x0 and rule.x1 <= box.x1 + _INSIDE
    return is_inside_x and box.y0 - _INSIDE <= rule.y0 and rule.y1 <= box.y1 + _INSIDE


def _is_level(row: Sequence[Word], word: Word) -> bool:
    return abs(median(w.middle_y for w in row) - word.middle_y) < _LEVEL * word.height


def _is_grid(region: Region, page_width: float) -> bool:
    """Check for a narrow grid whose outer borders are drawn, with two cells at least."""
    box = region.box
    return box.x1 - box.x0 < _MAX_WIDTH * page_width and all(
        sum(abs(edge - at) < _SAME_EDGE for edge in edges) >= 1
        for edges, at in (
            ([rule.x0 for rule in region.vertical], box.x0),
            ([rule.x1 for rule in region.vertical], box.x1),
            ([rule.y0 for rule in region.horizontal], box.y0),
            ([rule.y1 for rule in region.horizontal], box.y1),
        )
    )


# The columns of text of a page. A table in one of them stands beside lines of another one.

_PHRASE_GAP = 0.9  # em, as the least white space between columns of text
_MIN_WORDS, _MIN_CHARACTERS = 5, 25  # of a line of running text
_MIN_LINES = 5  # of a column of text
_MIN_BESIDE = 0.4  # of the height of a table, without the leading of the lines beside it


class _TextColumns:
    """The columns of text of a page; there are none if all text is in one column."""

    def __init__(self, rows: Sequence[Sequence[Word]]) -> None:
        self._phrases = [phrase for row in rows for phrase in split_row(row, _PHRASE_GAP)]
        long = (make_line(phrase) for phrase in self._phrases if len(phrase) >= _MIN_WORDS)
        self._prose = [line for line in long if line.text_length >= _MIN_CHARACTERS]
        self._gutters = list(self._find_gutters())

    def words(self) -> Iterator[list[Word]]:
        """Yield the words of each column, without those of lines that reach into another column."""
        borders = [float("-inf"), *self._gutters, float("inf")]
        for left, right in pairwise(borders if self._gutters else ()):
            yield [word for phrase in self._phrases if left < phrase[0].x0 and phrase[-1].x1 < right for word in phrase]

    def is_beside_prose(self, box: Boxed) -> bool:
        """Check for lines of another column along most of the height of a box."""
        beside = (line for line in self._prose if line.x0 >= box.x1 or line.x1 <= box.x0)
        height = sum(max(0.0, vertical_overlap(line, box)) for line in beside)
        return height > _MIN_BESIDE * (box.y1 - box.y0)

    def _find_gutters(self) -> Iterator[float]:
        """Yield the middles of the gutters between lines that start at one left edge and those at the next one."""
        starts = Counter(round(line.x0) for line in self._prose)
        edges = [x for x in sorted(starts) if _lines_at(x, starts) >= _MIN_LINES and starts[x] >= starts[x - 1]]
        for left, right in pairwise(edges):
            lines = [line for line in self._prose if left - 1 <= line.x0 < right - 1 and line.x1 < right - 1]
            others = [line for line in self._prose if abs(line.x0 - right) <= 1]
            if len(lines) >= _MIN_LINES and _are_beside(lines, others):
                yield (max(line.x1 for line in lines) + right) / 2


def _lines_at(x: int, starts: Counter[int]) -> int:
    return starts[x - 1] + starts[x] + starts[x + 1]


def _are_beside(lines: Sequence[Line], others: Sequence[Line]) -> bool:
    top, bottom = min(line.y0 for line in lines), max(line.y1 for line in lines)
    return any(top < line.y1 and line.y0 < bottom for line in others)
