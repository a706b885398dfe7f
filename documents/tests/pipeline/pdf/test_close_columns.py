"""Tables without rules whose columns stand no farther apart than words, as browsers print them."""

import pytest

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.text.styles import Style
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at

BOLD = Style(10.0, 2, "Font-Bold", (0, 0, 0))


def tables_of(names: tuple[Text, ...], *texts: Text) -> list[list[list[str]]]:
    """Return the cells of each table, row by row; `names` are bold."""
    bold = [word._replace(style=BOLD) for word in words_at(*names)]
    words = [*bold, *words_at(*texts)]
    words = [word._replace(position=20 * number) for number, word in enumerate(words)]
    tables = find_tables(words, Graphics(), width=600, height=800, body=10.0)
    return [
        [
            [cell.text for cell in sorted(table.grid.cells, key=lambda cell: cell.column) if cell.row == row]
            for row in range(table.grid.rows)
        ]
        for table in tables
    ]


def test_columns_are_parted_by_the_strip_that_no_word_reaches_into():
    names = ((70, 100, "Vessel"), (142, 100, "Home port"))
    rows = (50, 116, "Gull of Nessan"), (123, 116, "Ravik upper harbour"), (50, 132, "Tern"), (123, 132, "Aldby")
    below = (50, 160, "Both vessels are inspected in the first week of every month by the same surveyor.")
    expected = ["Vessel", "Home port"], ["Gull of Nessan", "Ravik upper harbour"], ["Tern", "Aldby"]
    assert tables_of(names, *rows, below) == [[*expected]]


@pytest.mark.parametrize("bold", [{"Total"}, {"Total", "Half"}])
def test_bold_rows_of_sums_belong_to_the_table(bold):
    rows = [("Pears", "16.40"), ("Plums", "121.75"), ("Half", "138.15"), ("Figs", "48.00"), ("Total", "186.15")]
    names, texts = [(50, 100, "Item"), (100, 100, "Price")], []
    for number, (item, price) in enumerate(rows):
        y = 115 + 14 * number
        (names if item in bold else texts).extend([(50, y, item), (125 - 5 * len(price), y, price)])
    assert tables_of(tuple(names), *texts) == [[["Item", "Price"], *(list(row) for row in rows)]]


def test_a_bold_name_of_a_group_belongs_to_the_table():
    names = (60, 100, "Plant"), (113, 100, "Colour"), (50, 142, "Roots")
    rows = ("Woad", "dark blue"), ("Weld", "yellow"), ("Madder", "red"), ("Alkanet", "violet")
    texts = [text for y, (a, b) in zip((114, 128, 156, 170), rows, strict=True) for text in ((50, y, a), (100, y, b))]
    expected = [["Plant", "Colour"], *map(list, rows[:2]), ["Roots", ""], *map(list, rows[2:])]
    assert tables_of(names, *texts) == [expected]


@pytest.mark.parametrize("gap", [2, 8])
def test_rows_are_not_joined_because_one_gap_is_wider(gap):
    """The gap below the names is wider, or the one between the third row and the fourth."""
    rows = [
        ("Rope", "dry"),
        ("Lanterns", "oily"),
        ("Tar", "wet"),
        ("Canvas", "dry"),
        ("Hooks", "new"),
        ("Nails", "old"),
    ]
    tops = [114 + 12 * number + (gap - 2) * (number > 2) for number in range(6)]
    texts = [text for y, (a, b) in zip(tops, rows, strict=True) for text in ((50, y, a), (93, y, b))]
    names = (55, 100, "Store"), (95, 100, "State")
    assert tables_of(names, *texts) == [[["Store", "State"], *(list(row) for row in rows)]]


def test_centred_cells_of_several_lines_are_one_row():
    names = ((60, 100, "Plant"), (160, 100, "Use"))
    first = (50, 124, "Woad"), (103, 117, "The leaves are"), (103, 129, "crushed for dye")
    second = (50, 156, "Teasel"), (103, 149, "The heads raise"), (103, 161, "the nap of cloth")
    assert tables_of(names, *first, *second) == [
        [["Plant", "Use"], ["Woad", "The leaves are crushed for dye"], ["Teasel", "The heads raise the nap of cloth"]]
    ]


def test_text_below_a_bold_line_is_no_table():
    names = ((50, 100, "Reports on the weather"),)
    lines = (
        "The station writes down the wind",
        "every morning and sends it to the",
        "harbour before the boats go out.",
    )
    assert tables_of(names, *((50, 120 + 14 * number, line) for number, line in enumerate(lines))) == []


def test_labels_and_figures_are_a_table_without_names():
    rows = ("Rope", "16.40"), ("Lanterns", "121.75"), ("Tar", "9.80"), ("Canvas", "48.00")
    texts = [
        text for n, (a, b) in enumerate(rows) for text in ((50, 100 + 14 * n, a), (125 - 5 * len(b), 100 + 14 * n, b))
    ]
    assert tables_of((), *texts) == [[[a, b] for a, b in rows]]


@pytest.mark.parametrize("right", [(60, 90, 75, 110), (125, 125, 125, 125)])
def test_three_labels_or_figures_without_a_common_edge_are_no_table(right):
    rows = [("Rope", "16"), ("Tar", "9"), ("Oil", "12"), ("Wax", "4")][: 3 if len(set(right)) == 1 else 4]
    texts = [
        text
        for n, ((a, b), x) in enumerate(zip(rows, right, strict=False))
        for text in ((50, 100 + 14 * n, a), (x + 20, 100 + 14 * n, b))
    ]
    assert tables_of((), *texts) == []


def test_a_cell_may_start_close_to_the_figure_before_it():
    """Figures stand on the right of their cells, texts on the left, so that both nearly touch."""
    rows = [("Nails", "1200", "zinc"), ("Screws", "800", ""), ("Hinges", "45", "brass"), ("Bolts", "310", "long")]
    texts = [(50, 100, "Item"), (106, 100, "Count"), (163, 100, "Metal")]
    for number, (item, count, metal) in enumerate(rows):
        y = 115 + 15 * number
        texts += [(50, y, item), (160 - 5 * len(count), y, count), *([(163, y, metal)] if metal else [])]
    (table,) = tables_of((), *texts)
    assert table == [["Item", "Count", "Metal"], *(list(row) for row in rows)]


def test_a_name_on_the_left_of_its_figures_belongs_to_them():
    texts = [(50, 100, "Passenger"), (200, 100, "Fare")]
    rows = [("Adult", "4.20"), ("Child", "2.10"), ("Dog", "1.00"), ("Wagon", "12.60"), ("Cart", "7.80")]
    texts += [t for n, (a, b) in enumerate(rows) for t in ((50, 114 + 14 * n, a), (280 - 5 * len(b), 114 + 14 * n, b))]
    assert tables_of((), *texts) == [[["Passenger", "Fare"], *(list(row) for row in rows)]]


def test_names_of_three_columns_of_figures_are_given_to_them_in_their_order():
    texts = [(50, 100, "Month"), (106, 100, "Income"), (166, 100, "Costs"), (226, 100, "Rest")]
    rows = [
        ("April", "1200.50", "900.25", "300.25"),
        ("May", "1100.00", "950.75", "149.25"),
        ("June", "90.0", "9.5", "80.5"),
    ]
    for number, (month, *sums) in enumerate(rows):
        y = 115 + 15 * number
        texts += [(50, y, month), *((edge - 5 * len(s), y, s) for edge, s in zip((163, 223, 283), sums, strict=True))]
    assert tables_of((), *texts) == [[["Month", "Income", "Costs", "Rest"], *(list(row) for row in rows)]]


def test_labels_of_rows_are_not_joined_with_an_empty_column_that_has_a_name():
    texts = [(150, 100, "Remarks"), (250, 100, "Count")]
    rows = [("Apples", "3"), ("Pears", "12"), ("Plums", "7"), ("Quinces", "20"), ("Figs", "5")]
    texts += [t for n, (a, b) in enumerate(rows) for t in ((50, 114 + 14 * n, a), (275 - 5 * len(b), 114 + 14 * n, b))]
    (table,) = tables_of((), *texts)
    assert [row[0] for row in table] == ["", *(label for label, _ in rows)]


ACCOUNTS = [("Lantern", "16.40"), ("Oarlock", "21.75"), ("Tarpaulin", "9.80"), ("Oil", "48.00")]


def accounts(rows: list[tuple[str, str]], top: float, right: float) -> list[Text]:
    return [
        t for n, (a, b) in enumerate(rows, 1) for t in ((50, top + 14 * n, a), (right - 5 * len(b), top + 14 * n, b))
    ]


def test_accounts_that_stand_apart_are_two_tables():
    wide = [
        ("Lanterns and oil", "7.15"),
        ("Wax for the boats", "12.00"),
        ("Tallow", "3.10"),
        ("Wicks of cotton", "0.45"),
    ]
    texts = accounts(ACCOUNTS, 100, 123) + accounts(wide, 186, 163)
    assert tables_of((), *texts) == [[[*row] for row in rows] for rows in (ACCOUNTS, wide)]


def test_a_line_of_text_that_ends_with_a_year_above_accounts_is_none_of_them():
    title = (50, 100, "Expenses of the harbour in 1907")
    assert tables_of((), title, *accounts(ACCOUNTS, 100, 123)) == [[[*row] for row in ACCOUNTS]]


@pytest.mark.parametrize("by_rows", [True, False])
def test_texts_that_the_file_has_column_by_column_are_no_table(by_rows):
    """An index in columns has level lines, too."""
    columns = [
        ["ash, 4", "bay, 11", "beech, 60", "birch, 31"],
        ["cedar, 2", "elm, 19", "fir, 25", "hazel, 8"],
        ["holly, 3", "larch, 44", "lime, 7", "maple, 9"],
    ]
    places = [[(50 + 120 * n, 100 + 14 * m, text) for m, text in enumerate(column)] for n, column in enumerate(columns)]
    texts = zip(*places, strict=True) if by_rows else places
    tables = tables_of((), *(text for part in texts for text in part))
    assert tables == ([[list(row) for row in zip(*columns, strict=True)]] if by_rows else [])


@pytest.mark.parametrize(("columns", "is_table"), [((50, 200, 350), True), ((50, 200), False)])
def test_rows_of_three_columns_may_stand_far_apart(columns, is_table):
    rows = [("Pier", "Depth", "Bed"), ("North", "4 m", "mud"), ("Inner", "2 m", "gravel"), ("South", "5 m", "sand")]
    texts = [(x, 100 + 28 * n, cell) for n, row in enumerate(rows) for x, cell in zip(columns, row, strict=False)]
    assert tables_of((), *texts) == ([[list(row) for row in rows]] if is_table else [])


def test_three_columns_may_stand_closer_than_one_em():
    rows = [("Day", "Wind", "Rain"), ("1", "4", "0"), ("2", "7", "12"), ("3", "5", "1")]
    texts = [(x, 100 + 14 * n, cell) for n, row in enumerate(rows) for x, cell in zip((50, 74, 103), row, strict=True)]
    assert tables_of((), *texts) == [[list(row) for row in rows]]


def test_texts_beside_a_table_that_the_file_has_after_it_are_none_of_its_columns():
    rows = [
        ("Month", "Rain", "Sun"),
        ("May", "61", "40"),
        ("June", "48", "71"),
        ("July", "52", "18"),
        ("August", "9", "71"),
    ]
    table = [(x, 100 + 14 * n, cell) for n, row in enumerate(rows) for x, cell in zip((50, 110, 160), row, strict=True)]
    scale = [(260 + 40 * (n % 2), 114 + 14 * n, text) for n, text in enumerate(("250", "dry", "150", "wet"))]
    assert tables_of((), *table, *scale) == [[list(row) for row in rows]]


@pytest.mark.parametrize(("further", "tables"), [([], 1), ([("Ling", "4")], 2)])
def test_tables_side_by_side_are_two_if_one_has_further_rows(further, tables):
    fish = [("Fish", "Tons"), ("Cod", "25"), ("Eel", "31"), ("Hake", "19"), ("Sole", "6"), *further]
    nets = [("Net", "Holes"), ("Trawl", "7"), ("Drift", "12"), ("Gill", "2"), ("Cast", "9")]
    texts = [
        (x, 100 + 14 * number, cell)
        for number in range(len(fish))
        for left, rows in ((50, fish), (250, nets))
        for x, cell in zip((left, left + 40), rows[number] if number < len(rows) else (), strict=False)
    ]
    assert len(tables_of((), *texts)) == tables


def test_figures_of_a_spreadsheet_touch_the_text_on_their_right_and_stand_apart_from_their_name():
    names = (50, 100, "Net"), (90, 100, "Holes"), (141.9, 100, "Remark")
    rows = [("Trawl", "7", "mended twice"), ("Drift", "12", "new"), ("Gill", "2", "lost in May")]
    texts = [
        text
        for y, (net, holes, remark) in zip((116, 130, 144), rows, strict=True)
        for text in ((50, y, net), (140 - 5 * len(holes), y, holes), (141.9, y, remark))
    ]
    assert tables_of(names, *texts) == [[["Net", "Holes", "Remark"], *map(list, rows)]]


@pytest.mark.parametrize(("offset", "columns"), [(0, 3), (4, 2)])
def test_a_last_column_that_the_file_has_after_the_others_is_level_with_them(offset, columns):
    rows = [("ash", "4", "mud"), ("bay", "11", "sand"), ("elm", "60", "clay"), ("fir", "31", "loam")]
    places = [[(x, 100 + 14 * n, row[column]) for n, row in enumerate(rows)] for column, x in enumerate((50, 110, 170))]
    left = [text for pair in zip(*places[:2], strict=True) for text in pair]
    last = [(x, y + offset, text) for x, y, text in places[2]]
    assert tables_of((), *left, *last) == [[list(row[:columns]) for row in rows]]


def test_tables_with_a_blank_line_between_them_are_two():
    boats = [("Boat", "Port", "State"), ("Solveig", "Orla", "new"), ("Tern", "Vik", "sold"), ("Skua", "Torp", "lost")]
    nets = [("Net", "Yarn", "Maker"), ("Trawl", "hemp", "Berg"), ("Drift", "cotton", "Aas"), ("Gill", "linen", "Falk")]
    texts = [
        (x, top + 15 * n, cell)
        for top, rows in ((100, boats), (175, nets))
        for n, row in enumerate(rows)
        for x, cell in zip((50, 130, 210), row, strict=True)
    ]
    assert tables_of((), *texts) == [[list(row) for row in rows] for rows in (boats, nets)]


def test_tables_side_by_side_may_start_at_other_heights():
    piers = [("Pier", "Depth", "Bed"), ("North", "4", "mud"), ("Inner", "2", "clay"), ("South", "5", "sand")]
    nets = [("Net", "Holes", "Price"), ("Trawl", "7", "120"), ("Drift", "12", "88"), ("Gill", "2", "40")]
    cells = [
        (x, top + 14 * n, cell)
        for left, top, rows in ((50, 100, piers), (260, 128, nets))
        for n, row in enumerate(rows)
        for x, cell in zip((left, left + 50, left + 100), row, strict=True)
    ]
    texts = sorted(cells, key=lambda cell: (cell[1], cell[0]))
    assert tables_of((), *texts) == [[list(row) for row in rows] for rows in (piers, nets)]
