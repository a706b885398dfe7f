"""Detected tables: cells with words, grids, and the state of the detection on one page.

Rows and columns are counted from 0. A "rule" is a ruling line that is drawn on the page.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from documents.pipeline.pdf.geometry import HasBox, center_inside, centred_in, overlap_share
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.rules import ALL_RULES, RuleOptions
from documents.pipeline.pdf.text.lines import BodyStyle, body_style, group_into_lines, group_into_rows, logical_order
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MAX_TABLE_SHARE = 0.3  # of a region that may be covered by a table


@dataclass(frozen=True)
class Cell:
    """A cell from `row` to `last_row` and from `column` to `last_column`, both included."""

    row: int
    last_row: int
    column: int
    last_column: int
    words: tuple[Word, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def is_empty(self) -> bool:
        return not self.words

    def lowered(self, rows: int) -> "Cell":
        """Return the cell so many rows further down."""
        return Cell(self.row + rows, self.last_row + rows, self.column, self.last_column, self.words)


@dataclass(frozen=True)
class Grid:
    """The cells of a table, including empty ones."""

    cells: tuple[Cell, ...]
    rows: int
    columns: int

    @property
    def filled(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.words]

    def mirrored(self) -> "Grid":
        """Return the grid with the columns counted from right to left."""
        last = self.columns - 1
        cells = (replace(c, column=last - c.last_column, last_column=last - c.column) for c in self.cells)
        return replace(self, cells=tuple(cells))

    def with_rows_below(self, grid_rows: Iterable[Sequence[Cell]]) -> "Grid":
        """Return the grid with further rows at the bottom, whose cells count their rows from 0."""
        added = [cell.lowered(self.rows) for row in grid_rows for cell in row]
        rows = max((cell.last_row + 1 for cell in added), default=self.rows)
        return Grid((*self.cells, *added), rows, self.columns)

    def with_row_above(self, cells: Sequence[Cell]) -> "Grid":
        """Return the grid with one more row at the top."""
        return Grid((*cells, *(cell.lowered(1) for cell in self.cells)), self.rows + 1, self.columns)


@dataclass(frozen=True)
class DetectedTable(HasBox):
    """A table and its place on the page. For the reading order it counts as one character.

    `has_drawn_columns` if drawn rules are the borders of its columns, `is_apart` if blank rows and columns are around
    it: then it has neither a header above nor a part beside it.
    """

    box: Box
    grid: Grid
    has_drawn_columns: bool = False
    is_apart: bool = False

    @property
    def text_length(self) -> int:
        return 1

    @property
    def position(self) -> int:
        """The index of its first character in pdfium's text."""
        return min((word.position for cell in self.grid.filled for word in cell.words), default=0)


def words_in_rows(words: Iterable[Word]) -> tuple[Word, ...]:
    """Return the words of a cell, line by line."""
    words = tuple(words)
    if len(words) < 2:
        return words
    return tuple(word for row in group_into_rows(words) for word in logical_order(row))


def drop_empty_rows_and_columns(grid: Grid, *, keep_columns: bool = False) -> Grid:
    """Remove rows, and unless `keep_columns` columns, in which no filled cell starts."""
    rows = sorted({cell.row for cell in grid.filled})
    columns = list(range(grid.columns)) if keep_columns else sorted({cell.column for cell in grid.filled})
    row_numbers = {row: number for number, row in enumerate(rows)}
    column_numbers = {column: number for number, column in enumerate(columns)}
    cells: list[Cell] = []
    for cell in grid.cells:
        new_rows = [row_numbers[r] for r in range(cell.row, cell.last_row + 1) if r in row_numbers]
        new_columns = [column_numbers[c] for c in range(cell.column, cell.last_column + 1) if c in column_numbers]
        if new_rows and new_columns:
            cells.append(Cell(new_rows[0], new_rows[-1], new_columns[0], new_columns[-1], cell.words))
    return Grid(tuple(cells), len(rows), len(columns))


def interval_index(borders: Sequence[float], position: float) -> int:
    """Return the index of the row or column that contains the position. `borders` rise, and include the outer ones."""
    return bisect_left(borders, position, 1, max(1, len(borders) - 1)) - 1


@dataclass
class TablePage:
    """The upright words of a page, its graphics, and the tables so far. `body` is the size of the body text."""

    words: Sequence[Word]
    graphics: Graphics
    width: float
    height: float
    body: float
    options: RuleOptions = ALL_RULES
    tables: list[DetectedTable] = field(default_factory=list)
    _rows: tuple[int, list[list[Word]]] | None = None

    def with_content(self, words: Sequence[Word], graphics: Graphics) -> "TablePage":
        """Return a page with other words and graphics, and without tables."""
        return TablePage(words, graphics, self.width, self.height, self.body, self.options)

    def inside(self, box: Box) -> list[Word]:
        return centred_in(self.words, box)

    def rules_in(self, box: Box) -> list[Box]:
        """Return the horizontal rules within the box, with a tolerance of a few points."""
        return [
            rule
            for rule in self.graphics.horizontal
            if box.x0 - 5 <= rule.x0 and rule.x1 <= box.x1 + 5 and box.y0 - 2 <= rule.y0 <= box.y1 + 2
        ]

    def is_free(self, box: Box) -> bool:
        """Check that no table covers much of the box."""
        return not any(overlap_share(box, table.box) > _MAX_TABLE_SHARE for table in self.tables)

    def rows_outside_tables(self) -> list[list[Word]]:
        """Return the rows of the words outside tables. They are kept until a table is added."""
        if self._rows is None or self._rows[0] != len(self.tables):
            self._rows = len(self.tables), group_into_rows(self.words_outside_tables())
        return self._rows[1]

    def words_outside_tables(self) -> list[Word]:
        if not self.tables:
            return list(self.words)
        return [word for word in self.words if not any(center_inside(word, table.box) for table in self.tables)]

    def style_outside_tables(self) -> BodyStyle:
        """Return the body style of the words outside tables; there must be some."""
        return body_style(group_into_lines(self.words_outside_tables()))


# Numbers in the cells of tables.

_NUMBER = re.compile(r"[$€£(+\-\u2013\u2014]{0,2}\d[\d.,:/\u2013-]*[%)]{0,2}")


def is_figure(text: str) -> bool:
    """Check for a single number, with its sign, currency or unit."""
    return _NUMBER.fullmatch(text) is not None


def are_figures(words: Sequence[Word]) -> bool:
    return all(is_figure(word.text) for word in words)


def are_numbers(phrase: Sequence[Word]) -> bool:
    """Check for several numbers in a row. They belong to different columns even if they stand close to each other."""
    return len(phrase) > 1 and are_figures(phrase)
