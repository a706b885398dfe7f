"""Tables without rules that have only figures below the names of their columns."""

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.search import find_tables
from documents.tests.pipeline.pdf.test_table_headers import Text, top_rows, words_at

FIGURES = (("7", "81", "4"), ("8", "67", "0"), ("9", "112", "12"), ("10", "98", "5"), ("11", "54", "7"))


def figures(top: float, *right_edges: float) -> list[Text]:
    return [
        (edge - 5 * len(text), top + 13 * row, text)
        for row, texts in enumerate(FIGURES)
        for edge, text in zip(right_edges, texts, strict=False)
    ]


def tables_of(*texts: Text):
    return find_tables(words_at(*texts), Graphics(), width=600, height=800, body=10.0)


def test_names_on_the_left_of_figures_on_the_right_are_the_head():
    (table,) = tables_of((60, 100, "Week"), (106, 100, "Volumes delivered"), *figures(113, 100, 190))
    assert (table.grid.rows, table.grid.columns) == (6, 2)
    assert top_rows(table, 2) == [[(0, 0, "Week"), (1, 1, "Volumes delivered")], [(0, 0, "7"), (1, 1, "81")]]


def test_names_that_are_wider_than_their_figures_are_the_head():
    (table,) = tables_of((60, 100, "Weeks of autumn"), (152, 100, "Volumes delivered"), *figures(113, 100, 190))
    assert top_rows(table, 1) == [[(0, 0, "Weeks of autumn"), (1, 1, "Volumes delivered")]]
    assert table.grid.rows == 6


def test_a_row_with_a_text_that_fills_its_column_belongs_to_the_table():
    names = ((60, 100, "Week"), (104, 100, "Volumes delivered"), (204, 100, "Returned"))
    rows = figures(113, 100, 190, 250)[:9]
    last = (90, 152, "10"), (104, 152, "none-was-counted"), (245, 152, "3")
    (table,) = tables_of(*names, *rows, *last, (60, 182, "All volumes are listed elsewhere."))
    assert table.grid.rows == 5
    assert [cell.text for cell in table.grid.filled if cell.row == 4] == ["10", "none-was-counted", "3"]


def test_figures_without_names_are_no_table():
    assert tables_of((60, 60, "Readings of the gauge follow."), *figures(100, 100, 190)) == []


def test_a_name_over_both_columns_is_no_head():
    assert tables_of((60, 100, "Weeks and the volumes that were delivered"), *figures(113, 100, 190)) == []


def test_names_that_touch_are_above_both_columns():
    """Spreadsheets cut long names at the edge of their cells, where the next one follows without a space."""
    names = ((60, 100, "Week"), (106, 100, "VolumesdeliveReturned"), (216, 100, "Lost"))
    (table,) = tables_of(*names, *figures(113, 100, 190, 212), *((240, 113 + 13 * row, "2") for row in range(5)))
    assert (table.grid.rows, table.grid.columns) == (6, 4)
    assert top_rows(table, 1) == [[(0, 0, "Week"), (1, 2, "VolumesdeliveReturned"), (3, 3, "Lost")]]


def test_sentences_above_more_columns_of_figures_are_no_names():
    texts = (60, 100, "The sums are given in crowns."), (216, 100, "See page 4.")
    (*found,) = tables_of(*texts, *figures(113, 100, 190, 230))
    assert not any("crowns." in cell.text for table in found for cell in table.grid.cells)
