"""Header rows above tables without rules: centred over their columns, wrapped, spanning several columns."""

import pytest

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage
from documents.pipeline.pdf.tables.headers import add_headers
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word

STYLE = Style(10.0, 0, "Font", (0, 0, 0))
LABELS = ("Headache", "Allergies", "Fatigue", "Migraine")


Text = tuple[float, float, str]  # x from the left, y from the top, text


def words_at(*texts: Text) -> list[Word]:
    """Return the words of phrases in their order; a character is five points wide."""
    words: list[Word] = []
    for x, y, phrase in texts:
        left = x
        for text in phrase.split():
            words.append(Word(left, y, left + 5 * len(text), y + 10, text, 20 * len(words), STYLE))
            left += 5 * len(text) + 3
    return words


def body(top: float) -> list[Text]:
    return [
        (x, top + 14 * row, text)
        for row, label in enumerate(LABELS)
        for x, text in ((50, label), (200, f"{row}23"), (280, f"{row}45"), (360, f"{row}67"))
    ]


def only_table(*texts: Text) -> DetectedTable:
    tables = find_tables(words_at(*texts), Graphics(), width=600, height=800, body=10.0)
    assert len(tables) == 1
    return tables[0]


def top_rows(table: DetectedTable, count: int) -> list[list[tuple[int, int, str]]]:
    return [
        [
            (cell.column, cell.last_column, cell.text)
            for cell in sorted(table.grid.filled, key=lambda c: c.column)
            if cell.row == row
        ]
        for row in range(count)
    ]


def test_a_header_over_several_columns_spans_them():
    table = only_table(
        (245, 60, "How often was it"),
        (50, 74, "Symptom"),
        (186, 74, "Week"),
        (264, 74, "Month"),
        (346, 74, "Year"),
        *body(90),
    )
    assert top_rows(table, 2) == [
        [(1, 3, "How often was it")],
        [(0, 0, "Symptom"), (1, 1, "Week"), (2, 2, "Month"), (3, 3, "Year")],
    ]


def test_wrapped_headers_are_one_row():
    table = only_table(
        (186, 62, "Each"), (266, 62, "Each"), (188, 74, "week"), (264, 74, "month"), (346, 74, "Later"), *body(90)
    )
    assert top_rows(table, 1) == [[(1, 1, "Each week"), (2, 2, "Each month"), (3, 3, "Later")]]


def test_a_title_centred_over_the_table_is_no_header():
    table = only_table((180, 74, "Table 3 Symptoms"), *body(90))
    assert top_rows(table, 1)[0][0] == (0, 0, "Headache")


def test_a_sentence_above_is_no_header():
    table = only_table((50, 74, "The following was said by all who had been asked."), *body(90))
    assert top_rows(table, 1)[0][0] == (0, 0, "Headache")


def test_an_abbreviation_above_the_first_column_is_a_header():
    table = only_table((50, 74, "Ref."), (186, 74, "Week"), (264, 74, "Month"), (346, 74, "Year"), *body(90))
    assert top_rows(table, 1) == [[(0, 0, "Ref."), (1, 1, "Week"), (2, 2, "Month"), (3, 3, "Year")]]


def test_an_abbreviation_alone_is_no_header():
    assert top_rows(only_table((50, 74, "Ref."), *body(90)), 1)[0][0] == (0, 0, "Headache")


def test_numbers_close_to_each_other_are_in_different_columns():
    rows = [
        (x, 90 + 14 * row, text)
        for row in range(8)
        for x, text in ((50, f"Town{row}"), (200, "12,345"), (240, "23,456"))
    ]
    table = only_table(*rows, (50, 202, "Total"), (197, 202, "112,345"), (237, 202, "223,456"))
    last = [cell.text for cell in sorted(table.grid.filled, key=lambda c: c.column) if cell.row == table.grid.rows - 1]
    assert last == ["Total", "112,345", "223,456"]


def test_text_beside_the_table_does_not_count_as_names():
    (table,) = find_tables(words_at(*body(90)), Graphics(), width=600, height=800, body=10.0)
    names = ((50, 76, "Symptom"), (200, 76, "Recurrence weeks"), (280, 76, "Month"), (360, 76, "Year"))
    words = words_at(*names, (460, 76, "Notes"), *body(90))
    page = TablePage(words, Graphics(), width=600, height=800, body=10.0, tables=[table])
    add_headers(page)
    expected = [(column, column, text) for column, (_, _, text) in enumerate(names)]
    assert top_rows(page.tables[0], 1) == [expected]


def test_the_last_name_may_be_wider_than_its_cells_on_both_sides():
    names = [(50, 74, "Symptom"), (190, 74, "a week"), (270, 74, "monthly"), (323, 74, "over all years")]
    table = only_table(*names, *body(90))
    assert top_rows(table, 1) == [[(number, number, text) for number, (_, _, text) in enumerate(names)]]


@pytest.mark.parametrize(("x", "has_name"), [(50, True), (10, False)])
def test_the_first_name_may_stand_on_the_left_of_its_figures(x, has_name):
    rows = [("2021-03-04", "08:15", "TRUE"), ("2021-03-09", "14:02", "FALSE"), ("2021-04-01", "09:40", "TRUE")]
    texts = [(y, row[n]) for y, row in zip((116, 130, 144), rows, strict=True) for n in range(3)]
    placed = [((90, 145, 240 - 5 * len(text))[n % 3], y, text) for n, (y, text) in enumerate(texts)]
    table = only_table((x, 100, "Date"), (145, 100, "Time"), (190, 100, "Done"), *placed)
    assert (top_rows(table, 1)[0][0] == (0, 0, "Date")) is has_name


def test_labels_without_a_name_are_a_column_of_the_table_below_bold_names():
    bold = Style(10.0, 700, "Font", (0, 0, 0))
    names = [w._replace(style=bold) for w in words_at((130, 100, "Rain"), (180, 100, "Sun"), (230, 100, "Snow"))]
    rows = [
        (x, 116 + 14 * n, text) for n in range(5) for x, text in ((50, "Esk"), (130, "12"), (180, "40"), (230, "7"))
    ]
    (table,) = find_tables([*names, *words_at(*rows)], Graphics(), width=600, height=800, body=10.0)
    assert table.grid.columns == 4
