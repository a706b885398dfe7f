"""Tables whose cells are one text object each, as spreadsheets and word processors print them."""

from collections.abc import Iterable, Sequence

import pytest

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.cell_runs import find_tables_of_runs
from documents.pipeline.pdf.tables.grid import TablePage
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.text.styles import BOLD, REGULAR, Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

ROW, WIDTH = 15, 5  # points between rows, and of a character

Cell = tuple[float, float, str]  # left edge, or negative right edge, top, text


def words_of(cells: Iterable[Cell], *, bold_above: float = 0.0) -> list[Word]:
    """Return the words of cells in the order of the file."""
    words: list[Word] = []
    position = 0
    for run, (x, y, text) in enumerate(cells, 1):
        left = x if x >= 0 else -x - WIDTH * len(text)
        style = Style(10, BOLD if y < bold_above else REGULAR, "Body", (0, 0, 0))
        for word in text.split():
            start = left + WIDTH * text.index(word)
            words.append(Word(start, y, start + WIDTH * len(word), y + 11, word, position, style, run=run))
            position += len(word) + 1
    return words


def rows_at(top: float, edges: Sequence[float], *rows: Sequence[str]) -> list[Cell]:
    """Return rows of cells at edges; cells without text are left out."""
    return [
        (edge, top + ROW * number, text)
        for number, row in enumerate(rows)
        for edge, text in zip(edges, row, strict=True)
        if text
    ]


def tables_of(cells: Iterable[Cell], graphics: Graphics | None = None, **options: float) -> list[list[list[str]]]:
    """Return the texts of the cells of each table, by rows; the columns of a wide cell have its text once."""
    words = words_of(cells, **options)
    tables = find_tables(words, graphics or Graphics(), width=600, height=800, body=10.0)
    return [texts_of(table.grid) for table in tables]


def texts_of(grid) -> list[list[str]]:
    rows = [[""] * grid.columns for _ in range(grid.rows)]
    for cell in grid.filled:
        rows[cell.row][cell.column] = cell.text
    return rows


STOCK = (
    ("No.", "Article", "Count", "Place"),
    ("6401", "Desk lamp", "7", "Attic"),
    ("12", "Set of chairs", "118", "Hall"),
    ("887", "Rug", "23", ""),
    ("90", "Long curtain", "4", "Cellar"),
)


def stock(top: float) -> list[Cell]:
    """Return rows whose figures end two points before the texts on their right start."""
    header = rows_at(top, (60, 102, 180, 222), STOCK[0])
    return header + rows_at(top + ROW, (-100, 102, -220, 222), *STOCK[1:])


def test_figures_may_stand_right_before_texts():
    assert tables_of(stock(100)) == [[list(row) for row in STOCK]]


def test_a_column_may_have_few_marks():
    rows = ("Name", "Welding", "French", "Sales"), ("Ada", "", "x", ""), ("Bo", "", "", ""), ("Cy Ray", "", "x", "x")
    assert tables_of(rows_at(100, (60, 130, 190, 250), *rows)) == [[list(row) for row in rows]]


def test_labels_with_texts_and_figures_on_the_right():
    cells = [
        *rows_at(100, (60, 120), ("Customer", "Ada Ray")),
        *rows_at(115, (60, -200), ("Order", "77381"), ("Date", "2024-03-18")),
        *rows_at(145, (60, 120), ("City", "Cork"), ("Contact", "Bo Lund")),
    ]
    (table,) = tables_of(cells)
    assert table[:2] == [["Customer", "Ada Ray"], ["Order", "77381"]]
    assert len(table) == 5


def test_blank_rows_part_tables():
    more = rows_at(100 + 6 * ROW, (60, -220), *STOCK_TOTALS)
    first, second = tables_of([*stock(100), *more])
    assert first == [list(row) for row in STOCK]
    assert second == [list(row) for row in STOCK_TOTALS]


STOCK_TOTALS = (("Attic", "7"), ("Hall", "1180"), ("Cellar", "27"))


def test_a_title_in_larger_type_is_no_row():
    title = words_of([(60, 82, "All that we store")])
    large = [word._replace(style=word.style._replace(size=14.0), position=word.position - 90) for word in title]
    tables = find_tables([*large, *words_of(stock(100))], Graphics(), width=600, height=800, body=10.0)
    assert [texts_of(table.grid)[0] for table in tables] == [list(STOCK[0])]


def test_a_blank_column_parts_tables():
    """The figures on its left end far before the names on its right start."""
    left = (("Year", "Plan", "Sum"), ("2021", "11", "408"), ("2022", "7", "9"), ("2023", "104", "63"))
    right = (("Town", "Fee"), ("Cork", "12"), ("Lyon", "140"), ("Ghent", "7"))
    cells: list[Cell] = []
    for number, (one, other) in enumerate(zip(left, right, strict=True)):
        edges = (60, 102, 142, 222, 272) if number == 0 else (-100, -140, -180, 222, -310)
        cells += rows_at(100 + ROW * number, edges, (*one, *other))
    assert tables_of(cells) == [[list(row) for row in left], [list(row) for row in right]]


def test_tables_side_by_side_have_rows_of_their_own():
    left = (("Day", "Name"), ("Mon", "Ada"), ("Tue", "Bo"), ("Wed", "Cy"))
    right = (*left[:3], ("Thu", "Di"), ("Fri", "Ed"))
    pairs = [(*one, *other) for one, other in zip((*left, ("", "")), right, strict=True)]
    assert tables_of(rows_at(100, (60, 110, 240, 290), *pairs)) == [
        [list(row) for row in left],
        [list(row) for row in right],
    ]


def test_a_name_over_two_columns_spans_them():
    names = [(171, 100, "2023"), (251, 100, "2024")]
    below = rows_at(115, (60, 142, 182, 222, 262), ("City", "Men", "Women", "Men", "Women"))
    figures = ("Cork", "40", "1234", "56", "789"), ("Lyon", "870", "12", "3401", "5"), ("Ghent", "6", "78", "90", "11")
    cells = [*names, *below, *rows_at(130, (60, -180, -220, -260, -300), *figures)]
    (table,) = find_tables(words_of(cells), Graphics(), width=600, height=800, body=10.0)
    spans = [(cell.text, cell.column, cell.last_column) for cell in table.grid.filled if cell.row == 0]
    assert spans == [("2023", 1, 2), ("2024", 3, 4)]


def test_lines_of_wrapped_cells_are_one_row():
    texts = ("1", "Write the first draft", "Ada"), ("", "and send it", ""), ("2", "Order spare parts", "Bo Lund")
    rows = [("#", "Task", "Who"), *texts, ("3", "Call the landlord", "Cy"), ("", "about the heating", "")]
    (table,) = tables_of(rows_at(100, (60, 80, 210), *rows))
    assert table[1] == ["1", "Write the first draft and send it", "Ada"]
    assert table[3] == ["3", "Call the landlord about the heating", "Cy"]


def test_names_at_the_bottom_of_a_high_row_are_one_row():
    """The lines of a cell stand nearer than rows."""
    lines = [(130.0, 100, "Number of"), (60.0, 112, "Town"), (130.0, 112, "visitors"), (200.0, 112, "Fee")]
    rows = ("Cork", "4870", "12"), ("Lyon", "98", "140"), ("Ghent", "12045", "7"), ("Graz", "330", "25")
    (table,) = tables_of([*lines, *rows_at(127, (60, -190, -230), *rows)])
    assert table[0] == ["Town", "Number of visitors", "Fee"]


def test_bold_names_at_the_top_of_a_high_row_belong_to_the_table():
    names = rows_at(100, (60, 130, 200), ("Town", "Visitors", "Fee"))
    rows = ("Cork", "4870", "12"), ("Lyon", "98", "140"), ("Ghent", "12045", "7"), ("Graz", "330", "25")
    (table,) = tables_of([*names, *rows_at(140, (60, -190, -230), *rows)], bold_above=110)
    assert table[0] == ["Town", "Visitors", "Fee"]


def test_words_that_are_text_objects_are_no_cells():
    lines = ["we went down to", "the old mill and", "sat there for a", "long time as it"]
    cells = [
        (60 + WIDTH * line.index(f" {word}"[line.startswith(word) :]) - 2 * number, 100 + ROW * row, word)
        for row, line in enumerate(lines)
        for number, word in enumerate(line.split())
    ]
    assert tables_of(cells) == []


@pytest.mark.parametrize("mark", ["•", "x", "\u2013"])
def test_items_of_lists_are_no_table(mark):
    items = [(mark, "Return all keys", ""), (mark, "Order books", "today"), (mark, "Book the hall", "")]
    assert tables_of(rows_at(100, (60, 80, 200), *items)) == []


def test_items_above_a_table_are_no_rows():
    items = rows_at(100, (60, 80), ("1.", "Return all keys"), ("2.", "Order books"))
    (table,) = tables_of([*items, *stock(100 + 2 * ROW)])
    assert table == [list(row) for row in STOCK]


def test_texts_side_by_side_are_no_table():
    """The file has the one on the left first."""
    left = rows_at(100, (60,), ("Our shop opens",), ("every day but",), ("never at night",), ("nor on feasts",))
    right = rows_at(100, (200,), ("Ask for a list",), ("of all prices",), ("in the office",), ("or at the desk",))
    assert tables_of([*left, *right]) == []


@pytest.mark.parametrize(("rows", "count"), [(3, 0), (4, 1)])
def test_a_table_without_figures_in_a_text_has_several_full_rows(rows, count):
    pairs = ("Open", "Harbour"), ("Closed", "The old shed"), ("In winter", "Boats"), ("By night", "Oars and sails")
    page = TablePage(words_of(rows_at(100, (60, 300), *pairs[:rows])), Graphics(), 600, 800, 10.0)
    find_tables_of_runs(page)
    assert len(page.tables) == count


def test_signatures_are_no_table():
    rows = ("Harbour Works Ltd", "Seen and agreed"), ("By: A. Holm", "R. Quist"), ("Its: Director", "Notary")
    assert tables_of(rows_at(100, (60, 300), *rows, ("Place: Hamburg", "Altona"), ("Date: May", "June"))) == []


def test_words_parted_at_the_edge_of_a_column_continue_a_cell():
    """Word processors part long words in narrow columns, and the rows of a table without padding touch."""
    rows = ("Item", "Jan", "Feb"), ("Depreciatio", "40", "1234"), ("n", "", ""), ("Rent", "7", "12"), ("Fuel", "3", "9")
    lines = [(x, 100 + 11 * number, text) for number, row in enumerate(rows) for x, text in zip((60, -150, -200), row,
             strict=True) if text]  # fmt: skip
    (table,) = tables_of(lines)
    assert [texts[0] for texts in table] == ["Item", "Depreciatio n", "Rent", "Fuel"]


def test_a_label_below_a_long_one_starts_a_row():
    rows = ("Item", "Date", "Sum"), ("Total of assets", "2024", "1234"), ("Equity", "", ""), ("Rent", "2023", "12")
    (table,) = tables_of(rows_at(100, (60, 150, 200), *rows))
    assert table == [list(row) for row in rows]


def test_drawn_columns_come_first():
    """The rules show an empty column, which spreadsheets print as well."""
    cells = rows_at(100, (64, 114, 214), ("Name", "Age", "City"), ("Ada", "40", "Cork"), ("Bo", "31", "Lyon"))
    xs, ys = (60, 110, 160, 210, 300), (97, 112.5, 127.5, 142)
    graphics = Graphics(
        horizontal=[Box(xs[0], y, xs[-1], y) for y in ys], vertical=[Box(x, ys[0], x, ys[-1]) for x in xs]
    )
    (table,) = tables_of(cells, graphics)
    assert table[0] == ["Name", "Age", "", "City"]


def test_the_grid_of_a_sheet_is_no_table():
    """Its rules go through blank columns as well."""
    left = (("Day", "Name"), ("Mon", "Ada"), ("Tue", "Bo"), ("Wed", "Cy"))
    right = (*left[:3], ("Thu", "Di"), ("Fri", "Ed"))
    pairs = [(*one, *other) for one, other in zip((*left, ("", "")), right, strict=True)]
    xs, ys = (58, 108, 158, 238, 288, 338), [98 + ROW * n for n in range(6)]
    graphics = Graphics(
        horizontal=[Box(xs[0], y, xs[-1], y) for y in ys], vertical=[Box(x, ys[0], x, ys[-1]) for x in xs]
    )
    tables = tables_of(rows_at(100, (60, 110, 240, 290), *pairs), graphics)
    assert tables == [[list(row) for row in left], [list(row) for row in right]]
