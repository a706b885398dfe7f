"""Columns below names that stand closer to each other than the columns, as spreadsheets print them."""

from documents.pipeline.pdf.tables.close_names import columns_below_names
from documents.pipeline.pdf.tables.grid import interval_index
from documents.pipeline.pdf.text.words import Word
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at
from documents.types import Box

ROWS = [("Salt", "12", "7"), ("Flour", "340", "19"), ("Rye", "85", "6"), ("Malt", "9", "11")]


def cells() -> list[Text]:
    """Return rows with labels, and figures that end at 160 and 240."""
    return [
        (x, 114 + 14 * number, text)
        for number, (label, *figures) in enumerate(ROWS)
        for x, text in [(50, label), *((end - 5 * len(f), f) for end, f in zip((160, 240), figures, strict=True))]
    ]


def near_cells(rows=ROWS) -> list[Text]:
    """Return rows with figures that end at 163 and start at 168."""
    return [
        (x, 114 + 14 * number, text)
        for number, (label, first, second) in enumerate(rows)
        for x, text in ((50, label), (163 - 5 * len(first), first), (168, second))
    ]


def columns_of(*texts: Text) -> tuple[list[Word], list[float]]:
    words = words_at(*texts)
    return words, columns_below_names(words, Box(45, 95, 260, 175))


def test_names_without_a_space_between_them_are_those_of_two_columns():
    """The names start on the left of their columns; the words of a name are three points apart."""
    words, columns = columns_of((50, 100, "Sort"), (105, 100, "Sacks (t)"), (165, 100, "Barrels (t)"), *cells())
    assert [interval_index(columns, word.middle_x) for word in words if word.y0 == 100] == [0, 1, 1, 2, 2]


def test_a_name_over_two_columns_of_figures_keeps_its_words():
    words, columns = columns_of((50, 100, "Sort"), (130, 100, "Stock in all our barns"), *cells())
    assert len(columns) == 4
    assert not [w for w in words if w.y0 == 100 and abs(w.x1 - columns[2]) < 2]


def test_two_words_above_two_columns_of_figures_are_two_names():
    words, columns = columns_of((50, 100, "Sort"), (150, 100, "Wet"), (168, 100, "Dry"), *near_cells())
    assert [interval_index(columns, word.middle_x) for word in words if word.y0 == 100] == [0, 1, 2]


def test_figures_with_a_space_before_the_last_three_digits_are_one_number():
    rows = [("Salt", "12", "700"), ("Flour", "1", "190"), ("Rye", "85", "612"), ("Malt", "9", "118")]
    assert len(columns_of((50, 100, "Sort"), (150, 100, "Sacks"), *near_cells(rows))[1]) == 3


def test_texts_below_a_line_are_no_columns_of_figures():
    texts = [(x, 114 + 14 * n, text) for n in range(4) for x, text in ((50, "Ash tree"), (160, "Elm"), (230, "Oak"))]
    assert len(columns_of((50, 100, "Trees"), (150, 100, "of the"), (182, 100, "upper park"), *texts)[1]) == 3
