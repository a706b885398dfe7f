"""Columns whose cells have several figures."""

from documents.pipeline.pdf.tables.build_grid import split_columns_of_figures
from documents.pipeline.pdf.tables.grid import Cell, Grid
from documents.tests.pipeline.pdf.test_table_headers import words_at


def grid_of(name: str, *pairs: str) -> Grid:
    """Return labels with figures that start at 100 and 120, below a name."""
    cells = [Cell(0, 0, 0, 0), Cell(0, 0, 1, 1, tuple(words_at((100, 90, name))))]
    for row, pair in enumerate(pairs, 1):
        first, second = pair.split()
        y = 90 + 14 * row
        cells.append(Cell(row, row, 0, 0, tuple(words_at((50, y, "Oak")))))
        cells.append(Cell(row, row, 1, 1, tuple(words_at((100, y, first), (126, y, second)))))
    return Grid(tuple(cells), len(pairs) + 1, 2)


def texts(grid: Grid) -> list[list[str]]:
    return [[c.text for c in sorted(grid.cells, key=lambda c: c.column) if c.row == r] for r in range(grid.rows)]


def test_numbers_and_shares_below_a_year_are_two_columns():
    grid = split_columns_of_figures(grid_of("N %", "12 4.5", "31 9.0", "7 1.1"))
    assert texts(grid)[1:] == [["Oak", "12", "4.5"], ["Oak", "31", "9.0"], ["Oak", "7", "1.1"]]
    assert grid.columns == 3


def test_a_name_across_the_figures_spans_their_columns():
    grid = split_columns_of_figures(grid_of("Year-before", "12 4.5", "31 9.0", "7 1.1"))
    assert [(c.column, c.last_column) for c in grid.cells if c.text == "Year-before"] == [(1, 2)]


def test_numbers_with_spaces_between_thousands_are_one_column():
    assert split_columns_of_figures(grid_of("Year", "12 450", "31 900", "7 110")).columns == 2


def test_two_rows_do_not_make_columns():
    assert split_columns_of_figures(grid_of("N %", "12 4.5", "31 9.0")).columns == 2


def test_two_names_are_parted_where_their_gap_is():
    """The figures end at 110 and start at 126, the first name ends at 120."""
    grid = split_columns_of_figures(grid_of("Inns Beds", "12 4.5", "31 9.0", "70 1.1"))
    assert texts(grid)[0] == ["", "Inns", "Beds"]
