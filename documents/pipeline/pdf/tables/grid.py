"""A table while it is being found: cells that hold words, rows and columns counted from 0."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from documents.pipeline.pdf.geometry import Placed
from documents.pipeline.pdf.lines import reading_sequence, rows_of
from documents.pipeline.pdf.words import Word
from documents.types import Box


@dataclass(frozen=True)
class Cell:
    """Covers `row` to `last_row` and `column` to `last_column`, both included."""

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


@dataclass(frozen=True)
class Grid:
    """The cells of a table, empty ones included."""

    cells: tuple[Cell, ...]
    rows: int
    columns: int

    @property
    def filled(self) -> list[Cell]:
        return [cell for cell in self.cells if cell.words]

    def below(self, grid_rows: Iterable[Sequence[Cell]]) -> "Grid":
        """With further rows at the bottom, whose cells count their rows from 0."""
        added = [replace(c, row=c.row + self.rows, last_row=c.last_row + self.rows) for row in grid_rows for c in row]
        rows = max((cell.last_row + 1 for cell in added), default=self.rows)
        return Grid((*self.cells, *added), rows, self.columns)

    def above(self, cells: Sequence[Cell]) -> "Grid":
        """With one more row at the top."""
        moved = [replace(cell, row=cell.row + 1, last_row=cell.last_row + 1) for cell in self.cells]
        return Grid((*cells, *moved), self.rows + 1, self.columns)


@dataclass(frozen=True)
class FoundTable(Placed):
    """A table and where it stands."""

    box: Box
    grid: Grid

    @property
    def text_length(self) -> int:
        return 1

    @property
    def position(self) -> int:
        """Where it begins in the order of the file."""
        return min((word.position for cell in self.grid.filled for word in cell.words), default=0)


def in_reading_rows(words: Iterable[Word]) -> tuple[Word, ...]:
    """The words of a cell, line by line."""
    return tuple(word for row in rows_of(words) for word in reading_sequence(row))


def without_empty_lines(grid: Grid) -> Grid:
    """Rows and columns in which no filled cell begins are taken out."""
    rows = sorted({cell.row for cell in grid.filled})
    columns = sorted({cell.column for cell in grid.filled})
    row_numbers = {row: number for number, row in enumerate(rows)}
    column_numbers = {column: number for number, column in enumerate(columns)}
    cells: list[Cell] = []
    for cell in grid.cells:
        kept_rows = [row_numbers[r] for r in range(cell.row, cell.last_row + 1) if r in row_numbers]
        kept_columns = [column_numbers[c] for c in range(cell.column, cell.last_column + 1) if c in column_numbers]
        if kept_rows and kept_columns:
            cells.append(Cell(kept_rows[0], kept_rows[-1], kept_columns[0], kept_columns[-1], cell.words))
    return Grid(tuple(cells), len(rows), len(columns))


def place_in(borders: Sequence[float], position: float) -> int:
    """The number of the row or column between `borders` (outer ones included) that holds the position."""
    inner = sum(1 for border in borders[1:-1] if position > border)
    return min(max(0, len(borders) - 2), inner)
