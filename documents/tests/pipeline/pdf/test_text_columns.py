"""Tables without rules in a column of text."""

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.tables.search import find_tables
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at

LABELS = [
    ("Harbour", "Esk"),
    ("Master of the port", "Ann Dow"),
    ("Depth", "nine fathoms"),
    ("Light", "red, on the mole"),
]
TABLE = [(x, 160 + 13 * n, text) for n, row in enumerate(LABELS) for x, text in zip((52, 170), row, strict=True)]
LINE = "all ships wait for the pilot outside of the mole"


def text(x: float, top: float, bottom: float) -> list[Text]:
    return [(x, y, LINE) for y in range(round(top), round(bottom), 13)]


def tables_of(*texts: Text) -> list[DetectedTable]:
    return find_tables(words_at(*texts), Graphics(), width=612, height=792, body=10.0)


def test_a_table_in_a_column_is_found_beside_the_lines_of_another_one():
    (table,) = tables_of(*text(50, 60, 140), *TABLE, *text(50, 230, 320), *text(320, 60, 320))
    cells = sorted(table.grid.filled, key=lambda cell: (cell.row, cell.column))
    assert [cell.text for cell in cells] == [cell for row in LABELS for cell in row]
    assert table.x1 < 320


def test_text_in_two_columns_is_no_table():
    assert tables_of(*text(50, 60, 320), *text(320, 60, 320)) == []
