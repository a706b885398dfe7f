"""Rules of tables that follow from typography: figures are not wrapped, a drawn grid is a table, shades are not."""

import itertools

import pytest

from documents.tests.pipeline.pdf.make_pdf import grid, rule, show, write_content_pdf
from documents.types import StructureKind, TableCell

PAGE = b"0 0 400 400"
BODY = b"".join(
    show(40, 380 - 13 * n, "The board has examined the accounts of the year and approved them.") for n in (0, 1)
)


def tables(parse_pdf, tmp_path, content: bytes) -> list[list[list[str]]]:
    """Return the cells of each table of a page, row by row."""
    result = parse_pdf(write_content_pdf(tmp_path / "tables.pdf", (PAGE, BODY + content)))
    return [
        rows_of(item.table.cells, item.table.rows, item.table.columns) for item in result.items(StructureKind.TABLE)
    ]


def rows_of(cells: tuple[TableCell, ...], rows: int, columns: int) -> list[list[str]]:
    texts = {(cell.row, cell.column): cell.text for cell in cells}
    return [[texts.get((row, column), "") for column in range(columns)] for row in range(rows)]


def row(y: float, *texts: str, columns: tuple[float, ...] = (40, 180, 250, 320)) -> bytes:
    return b"".join(show(x, y, text) for x, text in zip(columns, texts, strict=False) if text)


def test_rows_of_a_group_stay_apart_when_groups_have_extra_leading(parse_pdf, tmp_path):
    lines = [
        ("Region", "2021", "2022", "2023"),
        ("North", "118", "121", "130"),
        ("of which coast", "64", "", "71"),
        ("South", "207", "212", "219"),
        ("of which coast", "93", "95", "99"),
    ]
    heights = [300, 282, 271, 253, 242]
    content = b"".join(row(y, *texts) for y, texts in zip(heights, lines, strict=True))
    assert tables(parse_pdf, tmp_path, content) == [[list(texts) for texts in lines]]


def test_wrapped_cells_stay_together(parse_pdf, tmp_path):
    lines = [
        ("Region", "Office", "Open", "Staff"),
        ("North", "Tower of the", "daily", "14"),
        ("", "old harbour", "", ""),
    ]
    lines += [("South", "Market", "weekly", "9"), ("", "square", "", ""), ("West", "Station", "daily", "11")]
    heights = [300, 282, 271, 253, 242, 224]
    content = b"".join(row(y, *texts) for y, texts in zip(heights, lines, strict=True))
    (table,) = tables(parse_pdf, tmp_path, content)
    assert [texts[1] for texts in table] == ["Office", "Tower of the old harbour", "Market square", "Station"]


def test_rows_of_figures_in_one_drawn_band_stay_apart(parse_pdf, tmp_path):
    content = grid((36, 170, 240, 310, 380), (310, 294, 256)) + row(298, "Crop", "2021", "2022", "2023")
    content += row(280, "Wheat", "118", "121", "130") + row(262, "Barley", "64", "66", "71")
    (table,) = tables(parse_pdf, tmp_path, content)
    assert table == [["Crop", "2021", "2022", "2023"], ["Wheat", "118", "121", "130"], ["Barley", "64", "66", "71"]]


def test_drawn_rules_count_more_than_stripes(parse_pdf, tmp_path):
    """Cells and paragraphs are shaded separately, a few points apart. The drawn rules are the borders.

    A drawn column is kept though it is blank.
    """
    columns, rows = (36, 170, 240, 310, 380), (310, 290, 270, 250, 230, 210)
    shades = b".85 g " + b"".join(
        f"{left + 5} {bottom + 2} {right - left - 10} 16 re f\n".encode()
        for left, right in itertools.pairwise(columns)
        for bottom in rows[1:]
    )
    stripes = b"".join(f"36 {y} 344 20 re f\n".encode() for y in (290, 250, 210))
    texts = [("Crop", "2021", "", "2023"), ("Wheat", "118", "", "130"), ("Barley", "64", "", "71")]
    texts += [("Oats", "21", "", "24"), ("Rye", "9", "", "7")]
    content = shades + stripes + b"0 g " + grid(columns, rows)
    content += b"".join(row(y + 6, *line) for y, line in zip(rows[1:], texts, strict=True))
    assert tables(parse_pdf, tmp_path, content) == [[list(line) for line in texts]]


def test_a_double_rule_is_one_border(parse_pdf, tmp_path):
    columns, rows = (36, 170, 240, 310, 380), (310, 290, 270, 250)
    content = grid(columns, rows) + b"".join(rule(x + 5, 250, x + 5, 310) for x in columns[1:-1])
    texts = [("Crop", "2021", "2022", "2023"), ("Wheat", "118", "121", "130"), ("Barley", "64", "66", "71")]
    content += b"".join(row(y + 6, *line) for y, line in zip(rows[1:], texts, strict=True))
    assert tables(parse_pdf, tmp_path, content) == [[list(line) for line in texts]]


def test_a_drawn_grid_may_contain_symbols(parse_pdf, tmp_path):
    columns, rows = (36, 170, 240, 310, 380), (310, 290, 270, 250)
    texts = [("Duty", "Day", "Night", "Week"), ("Gate", "*", "=", "*"), ("Pumps", "=", "*", "=")]
    cells = b"".join(row(y + 6, *line) for y, line in zip(rows[1:], texts, strict=True))
    assert tables(parse_pdf, tmp_path, grid(columns, rows) + cells) == [[list(line) for line in texts]]


def test_a_drawn_grid_without_empty_cells_needs_no_words(parse_pdf, tmp_path):
    content = grid((36, 82, 128), (310, 280, 250)) + show(50, 290, "X") + show(96, 290, "Y")
    content += show(50, 260, "7") + show(96, 260, "12")
    assert tables(parse_pdf, tmp_path, content) == [[["X", "Y"], ["7", "12"]]]


@pytest.mark.parametrize("figures", [("3,230", "3,288", "3,140"), ("120", "140", "")])
def test_the_grid_lines_of_a_chart_are_no_table(parse_pdf, tmp_path, figures):
    columns, rows = (36, 170, 240, 310), (310, 290, 270, 250)
    cells = b"".join(show(x + 20, y + 6, text) for x, y, text in zip(columns, rows[1:], figures, strict=False) if text)
    assert tables(parse_pdf, tmp_path, grid(columns, rows) + cells) == []


def test_blank_lines_part_the_rows_of_a_drawn_band(parse_pdf, tmp_path):
    content = grid((36, 150, 270, 390), (320, 300, 180)) + row(306, "Source", "Rule", "Where", columns=(40, 154, 274))
    lines = {285: ("At sea:",), 262: ("Trawlers", "No nets within", "North bank"), 251: ("", "a mile of land", "")}
    lines |= {228: ("Yachts", "Lights at night", "All ports and"), 217: ("", "", "estuaries")}
    content += b"".join(row(y, *texts, columns=(40, 154, 274)) for y, texts in lines.items())
    assert tables(parse_pdf, tmp_path, content) == [
        [
            ["Source", "Rule", "Where"],
            ["At sea:", "", ""],
            ["Trawlers", "No nets within a mile of land", "North bank"],
            ["Yachts", "Lights at night", "All ports and estuaries"],
        ]
    ]


def test_a_blank_line_below_a_figure_parts_no_row(parse_pdf, tmp_path):
    content = grid((36, 150, 270, 390), (320, 300, 230)) + row(306, "Maker", "Share", "Brands", columns=(40, 154, 274))
    lines = {285: ("Nordmark", "Total: 18 percent", "Total: 9 percent"), 262: ("", "Mist (12 percent)", "Foam")}
    content += b"".join(row(y, *texts, columns=(40, 154, 274)) for y, texts in lines.items())
    (table,) = tables(parse_pdf, tmp_path, content)
    assert [texts[0] for texts in table] == ["Maker", "Nordmark"]


def test_a_band_with_one_text_and_no_vertical_rule_is_one_cell(parse_pdf, tmp_path):
    lines = [rule(36, y, 380, y) for y in (320, 295, 270, 245)] + [rule(x, 245, x, 320) for x in (36, 380)]
    content = b"".join([*lines, rule(210, 270, 210, 320)])
    content += row(303, "Old street", "Old town", columns=(40, 214)) + row(
        278, "New street", "New town", columns=(40, 214)
    )
    result = parse_pdf(write_content_pdf(tmp_path / "tables.pdf", (PAGE, BODY + content + row(253, "Day of the move"))))
    (table,) = (item.table for item in result.items(StructureKind.TABLE))
    (last,) = (cell for cell in table.cells if cell.row == 2)
    assert (last.text, last.column_span) == ("Day of the move", 2)


def test_a_narrow_drawn_grid_is_a_table(parse_pdf, tmp_path):
    content = grid((36, 62, 90), (310, 292, 274)) + show(39, 298, "Tea") + show(65, 298, "2.00")
    content += show(39, 280, "Rum") + show(65, 280, "3.50")
    assert tables(parse_pdf, tmp_path, content) == [[["Tea", "2.00"], ["Rum", "3.50"]]]


def test_markers_and_their_texts_are_no_table(parse_pdf, tmp_path):
    lines = [("1.1.", "Scope of the lease"), ("1.2.", "Rent and costs"), ("1.2.1.", "Heating"), ("1.2.2.", "Water")]
    lines += [("1.3.", "Term"), ("1.4.", "Notice")]
    content = b"".join(row(300 - 14 * n, *texts, columns=(40, 100)) for n, texts in enumerate(lines))
    assert tables(parse_pdf, tmp_path, content) == []


def test_numbers_of_rows_below_a_name_of_the_other_column_are_a_table(parse_pdf, tmp_path):
    content = b"".join(rule(36, y, 380, y) for y in (320, 300, 240)) + row(306, "", "Winner of the year")
    winners = ("1.", "Alice Smith"), ("2.", "Ravi Holm"), ("3.", "Nora Quist")
    content += b"".join(row(286 - 18 * number, *texts) for number, texts in enumerate(winners))
    assert tables(parse_pdf, tmp_path, content) == [[["", "Winner of the year"], *map(list, winners)]]


def test_double_spacing_parts_no_row_of_a_drawn_band(parse_pdf, tmp_path):
    content = grid((36, 150, 270, 390), (320, 300, 225)) + row(306, "Source", "Rule", "Where", columns=(40, 154, 274))
    lines = {
        287: ("Trawlers", "No nets within", "North"),
        264: ("and drifters", "a mile of", "bank"),
        241: ("", "land", ""),
    }
    content += b"".join(row(y, *texts, columns=(40, 154, 274)) for y, texts in lines.items())
    (table,) = tables(parse_pdf, tmp_path, content)
    assert table[1:] == [["Trawlers and drifters", "No nets within a mile of land", "North bank"]]


STRIPED = (
    ("Year", "Mean", "Count", "Least"),
    ("2015", "103.5", "862", "33.1"),
    ("2016", "60.8", "64", "95.8"),
    ("2017", "815", "", "57.4"),
    ("2018", "38.1", "653", "56.1"),
    ("2019", "31.5", "695", "45.6"),
)


def shade(x0: float, y0: float, x1: float, y1: float) -> bytes:
    return f"0.8 g {x0} {y0} {x1 - x0} {y1 - y0} re f 0 g\n".encode()


def test_every_second_row_may_be_shaded_beside_a_plain_first_column(parse_pdf, tmp_path):
    """The shaded cells and a rule after the first column are all that is drawn, as in styles of word processors."""
    edges, tops = (100, 170, 240, 310), [300 - 15 * n for n in range(len(STRIPED))]
    cells = [shade(x0, y - 4, x1, y + 11) for y in tops[::2] for x0, x1 in itertools.pairwise(edges)]
    content = b"".join(cells) + rule(100, 311, 100, tops[-1] - 4) + rule(310, 311, 310, tops[-1] - 4)
    content += rule(36, 311, 310, 311) + rule(100, tops[-1] - 4, 310, tops[-1] - 4)
    content += b"".join(row(y, *texts, columns=(40, 104, 174, 244)) for y, texts in zip(tops, STRIPED, strict=True))
    assert tables(parse_pdf, tmp_path, content) == [[list(texts) for texts in STRIPED]]


def test_shaded_names_above_a_grid_have_cells_of_their_own(parse_pdf, tmp_path):
    xs, ys = (36, 120, 180, 240, 300, 360), (286, 270, 254, 238)
    content = b"".join(shade(x0, 286, x1, 302) for x0, x1 in ((36, 120), (120, 240), (240, 360)))
    content += grid(xs, ys) + rule(36, 302, 360, 302) + rule(36, 302, 36, 286) + rule(360, 302, 360, 286)
    content += row(290, "2023", "2024", columns=(125, 245))
    for y, texts in zip((274, 258, 242), (("City", "Men", "Women", "Men", "Women"), *CITIES), strict=True):
        content += row(y, *texts, columns=tuple(x + 4 for x in xs))
    result = parse_pdf(write_content_pdf(tmp_path / "tables.pdf", (PAGE, BODY + content)))
    (item,) = result.items(StructureKind.TABLE)
    names = [(cell.text, cell.column, cell.column_span) for cell in item.table.cells if cell.row == 0 and cell.text]
    assert names == [("2023", 1, 2), ("2024", 3, 2)]


CITIES = (("Cork", "38", "29", "27", "83"), ("Lyon", "88", "94", "48", "66"))


def test_bullets_of_any_table_are_those_of_a_list(parse_pdf, tmp_path):
    items = ("-", "Return the keys", "today"), ("-", "Order books", "later"), ("-", "Book the hall", "soon")
    content = b"".join(row(300 - 14 * n, *texts, columns=(40, 60, 200)) for n, texts in enumerate(items))
    assert tables(parse_pdf, tmp_path, content) == []


def test_grids_side_by_side_stay_two_tables(parse_pdf, tmp_path):
    left, right = (36, 110, 150), (170, 250, 290)
    ys = (310, 295, 280, 265, 250)
    content = grid(left, ys) + grid(right, ys)
    for n, texts in enumerate((("Item", "Price"), ("Lamp", "12"), ("Rug", "140"), ("Vase", "7"))):
        content += row(299 - 15 * n, *texts, columns=(40, 114)) + row(299 - 15 * n, *texts, columns=(174, 254))
    assert [len(table[0]) for table in tables(parse_pdf, tmp_path, content)] == [2, 2]
