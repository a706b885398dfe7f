"""Tables of labels and values, without rules and names."""

import pytest

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.text.styles import Style
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at

ROWS = [("Owner", "Nils Haug"), ("Place of the well", "Lower meadow"), ("Depth", "11 m"), ("Dug", "by hand in 1874")]
ABOVE, BELOW = (50, 76, "Wells of the parish"), (50, 190, "No other wells are known in this part of the parish.")


def tables_of(*texts: Text) -> list[list[list[str]]]:
    tables = find_tables(words_at(*texts), Graphics(), width=600, height=800, body=10.0)
    return [
        [
            [cell.text for cell in sorted(table.grid.cells, key=lambda cell: cell.column) if cell.row == row]
            for row in range(table.grid.rows)
        ]
        for table in tables
    ]


def rows_at(rows: list[tuple[str, str]], *, value: float = 152, leading: float = 14) -> list[Text]:
    """Return labels and values, row by row."""
    return [
        (x, 100 + leading * n, text) for n, row in enumerate(rows) for x, text in zip((50, value), row, strict=True)
    ]


def test_values_that_start_at_one_place_are_a_column():
    assert tables_of(ABOVE, *rows_at(ROWS), BELOW) == [[list(row) for row in ROWS]]


def test_the_longest_label_may_stand_as_near_to_its_value_as_a_word():
    assert tables_of(ABOVE, *rows_at(ROWS, value=137), BELOW) == [[list(row) for row in ROWS]]


def test_a_value_may_have_several_lines():
    texts = [*rows_at(ROWS), (152, 153, "and deepened twice")]
    expected = [*map(list, ROWS[:3]), ["Dug", "by hand in 1874 and deepened twice"]]
    assert tables_of(ABOVE, *texts, BELOW) == [expected]


def test_a_label_may_have_several_values():
    rows = [
        ("8:30", "Horses", "Upper field"),
        ("10:15", "Sheep and goats", "Yard"),
        ("13:00", "Bulls", "Behind the mill"),
    ]
    xs = (50, 84, 166)
    texts = [(x, 100 + 14 * n, text) for n, row in enumerate(rows) for x, text in zip(xs, row, strict=True)]
    assert tables_of(ABOVE, *texts, BELOW) == [[list(row) for row in rows]]


def test_bold_names_part_groups_of_labels():
    rows = [*ROWS[:2], ("Water", ""), *ROWS[2:]]
    texts = [text for text in rows_at(rows) if text[2]]
    bold = Style(10.0, 2, "Font-Bold", (0, 0, 0))
    words = [word._replace(style=bold) if word.text == "Water" else word for word in words_at(ABOVE, *texts, BELOW)]
    (table,) = find_tables(words, Graphics(), width=600, height=800, body=10.0)
    assert [(cell.row, cell.column, cell.text) for cell in table.grid.filled if cell.row == 2] == [(2, 0, "Water")]
    assert table.grid.rows == len(rows)


@pytest.mark.parametrize(
    "texts",
    [
        sorted(rows_at(ROWS)),  # one text and then the other, as two addresses
        rows_at([(f"{number}.{number}", value) for number, (_, value) in enumerate(ROWS)], value=90),
        rows_at([("Moen farm", value) for _, value in ROWS]),  # no label is longer than another
        [*rows_at(ROWS), (50, 156, "a line of the same address")],
    ],
    ids=["column by column", "numbers of a list", "equal lengths", "in an address"],
)
def test_other_texts_side_by_side_are_no_table(texts):
    assert tables_of(ABOVE, *texts, BELOW) == []
