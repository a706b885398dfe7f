"""Tables whose horizontal rules are drawn cell by cell: the rules are cut where two columns meet."""

from itertools import pairwise

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.search import find_tables
from documents.pipeline.pdf.text.styles import Style
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at
from documents.types import Box

Rule = tuple[float, tuple[float, ...]]  # height, places of its ends and cuts


def tables_of(rules: list[Rule], *texts: Text) -> list[list[list[str]]]:
    """Return the cells of each table, row by row; those that span columns stand once."""
    pieces = [Box(x0, y, x1, y + 1) for y, xs in rules for x0, x1 in pairwise(xs)]
    tables = find_tables(words_at(*texts), Graphics(horizontal=pieces), width=600, height=800, body=10.0)
    return [
        [
            [cell.text for cell in sorted(table.grid.cells, key=lambda cell: cell.column) if cell.row == row]
            for row in range(table.grid.rows)
        ]
        for table in tables
    ]


def texts_of(rows: list[tuple[str, ...]], xs: tuple[float, ...], *, top: float, leading: float) -> list[Text]:
    return [
        (x, top + leading * number, text)
        for number, row in enumerate(rows)
        for x, text in zip(xs, row, strict=True)
        if text
    ]


def test_cuts_part_columns_that_stand_as_near_as_words():
    xs = (50, 84, 134)
    rows = [("Mast", "spruce", "2 parts"), ("Keel", "oak", "1 part"), ("Sheer", "larch", "9 parts")]
    rules = [(100 + 16 * number, (48, 82, 132, 180)) for number in range(3)]
    assert tables_of(rules, *texts_of(rows, xs, top=88, leading=16)) == [[list(row) for row in rows]]


def test_a_line_belongs_to_the_cell_above_if_its_first_word_did_not_fit_there():
    names = (50, 100, "Danger"), (110, 100, "Measure"), (250, 100, "Who")
    first = (50, 116, "Ice"), (110, 116, "sand on all stairs and"), (250, 116, "Ine")
    second = (110, 128, "lamps at the gate"), (50, 145, "Fog"), (110, 145, "bell"), (250, 145, "Per")
    rules = [(112, (48, 108, 248, 280)), (141, (48, 108, 248, 280))]
    expected = ["Danger", "Measure", "Who"], ["Ice", "sand on all stairs and lamps at the gate", "Ine"]
    assert tables_of(rules, *names, *first, *second) == [[*expected, ["Fog", "bell", "Per"]]]


def test_rows_follow_a_single_rule_below_the_names():
    rows = [("Ship", "Crew", "Guns"), ("Ara", "12", "4"), ("Bel", "103", "40"), ("Cid", "7", "0")]
    texts = texts_of(rows, (50, 100, 130), top=100, leading=13)
    texts.append((50, 170, "The list has no ships of other ports, which have not been counted yet."))
    assert tables_of([(112, (48, 96, 126, 160))], *texts) == [[list(row) for row in rows]]


def test_centred_cells_without_rules_are_rows_if_these_stand_farther_apart_than_lines():
    names = (50, 100, "Kind"), (100, 100, "Use")
    texts = (
        (100, 114, "nets, ropes and"),
        (50, 120, "Store"),
        (100, 126, "sails"),
        (100, 144, "boats of up to"),
        (50, 150, "Yard"),
    )
    expected = [["Kind", "Use"], ["Store", "nets, ropes and sails"], ["Yard", "boats of up to 6 m"]]
    assert tables_of([(112, (48, 96, 180))], *names, *texts, (100, 156, "6 m")) == [expected]


def test_names_over_several_columns_span_them_though_the_first_name_stands_between_the_lines():
    names = (136, 100, "Hay"), (236, 100, "Oats"), (50, 106, "Farm")
    years = [(x, 112, year) for x, year in ((120, "1901"), (160, "1902"), (220, "1901"), (260, "1902"))]
    rows = [("Lund", "11", "12", "5", "6"), ("Moen", "21", "20", "9", "8")]
    texts = texts_of(rows, (50, 125, 165, 225, 265), top=128, leading=14)
    xs = (48, 110, 150, 200, 250, 290)
    rules = [(98, xs), (124, xs[1:]), (154, xs)]
    expected = [["Farm", "Hay", "Oats"], ["1901", "1902", "1901", "1902"], *(list(row) for row in rows)]
    assert tables_of(rules, *names, *years, *texts) == [expected]


def test_a_rule_above_sums_joins_no_labels():
    rows = [("Wool", "20", "31"), ("Flax", "4", "5"), ("Sum", "24", "36"), ("Silk", "1", "2"), ("Sum", "25", "38")]
    texts = texts_of([("", "1880", "1881"), *rows], (50, 100, 150), top=100, leading=14)
    rules = [(y, (95, 145, 180)) for y in (140, 168)] + [(112, (48, 95, 145, 180))]
    assert tables_of(rules, *texts) == [[["", "1880", "1881"], *(list(row) for row in rows)]]


def test_a_rule_over_some_columns_is_that_of_a_name_and_no_table():
    names = (150, 86, "Yield of"), (50, 100, "Field"), (130, 100, "rye"), (190, 100, "wheat"), (250, 100, "Owner")
    rows = [("North", "12", "17", "Dahl"), ("South", "14", "11", "Holm"), ("Lake", "9", "13", "Bakke")]
    texts = texts_of(rows, (50, 130, 190, 250), top=116, leading=14)
    tables = tables_of([(97, (125, 180, 230))], *names, *texts)
    assert [[len(row) for row in table[-3:]] for table in tables] == [[4, 4, 4]]


def test_a_rule_that_is_not_cut_at_all_columns_does_not_show_them():
    rows = [("Rook", "110", "big"), ("Wren", "23", "small"), ("Gull", "87", "big"), ("Tern", "51", "small")]
    texts = texts_of([("Bird", "Nests", "Size"), *rows], (50, 120, 200), top=100, leading=14)
    assert tables_of([(112, (48, 100, 240))], *texts) == [[["Bird", "Nests", "Size"], *(list(row) for row in rows)]]


def test_rules_below_headings_are_no_borders_of_a_table():
    """The text between them is a list of posts with their years."""
    large = Style(13.0, 2, "Font-Bold", (0, 0, 0))
    heads = [
        word._replace(style=large) for word in words_at((50, 100, "Posts"), (50, 180, "Schools"), (50, 240, "Prizes"))
    ]
    posts = [(50, 120, "Clerk of the court"), (300, 120, "1881"), (50, 134, "Warden of the fell"), (300, 134, "1890")]
    texts = [
        *posts,
        (50, 148, "Steward in Lund"),
        (300, 148, "1897"),
        (50, 200, "Latin school of Aldby"),
        (300, 200, "1875"),
    ]
    rules = [Box(48, y, 400, y + 1) for y in (113, 193, 253)]
    words = [*heads, *words_at(*texts)]
    tables = find_tables(words, Graphics(horizontal=rules), width=600, height=800, body=10.0)
    assert all("Schools" not in cell.text for table in tables for cell in table.grid.cells)


def test_a_name_on_a_background_as_wide_as_the_table_is_a_row_of_one_cell():
    rows = [("Rudder", "oak"), ("Keel", "ash"), ("Sail", "flax"), ("Rope", "hemp")]
    texts = texts_of([("Hull", ""), *rows[:2], ("Rig", ""), *rows[2:]], (50, 120), top=100, leading=16)
    rules = [Box(x0, y, x1, y + 1) for y in range(112, 208, 16) for x0, x1 in ((48, 116), (116, 180))]
    graphics = Graphics(horizontal=rules, fills=[Box(48, y, 180, y + 15) for y in (97, 145)])
    (table,) = find_tables(words_at(*texts), graphics, width=600, height=800, body=10.0)
    wide = [(cell.row, cell.text) for cell in table.grid.cells if cell.last_column > cell.column]
    assert wide == [(0, "Hull"), (3, "Rig")]


def shaded(rows: list[tuple[str, ...]], shades: list[int], xs: tuple[float, ...] = (50, 84, 134)) -> list[list[str]]:
    """Return the cells of the only table, whose rows are 14 points high and have backgrounds at some of them."""
    edges = [*(x - 2 for x in xs), 180]
    fills = [Box(x0, 100 + 14 * n, x1, 114 + 14 * n) for n in shades for x0, x1 in pairwise(edges)]
    texts = texts_of(rows, xs, top=102, leading=14)
    (table,) = find_tables(words_at(*texts), Graphics(fills=fills), width=600, height=800, body=10.0)
    return [[cell.text for cell in table.grid.cells if cell.row == row] for row in range(table.grid.rows)]


def test_a_shaded_row_of_names_shows_the_columns_of_a_short_table():
    rows = [("Mast", "spruce", "2 parts"), ("Keel", "oak", "1 part")]
    assert shaded(rows, [0]) == [list(row) for row in rows]


def test_stripes_show_columns_that_stand_as_near_as_words():
    rows = [("Mast", "spruce", "2 parts"), ("Keel", "oak", "1 part"), ("Boom", "larch", "9 parts"), ("Oar", "ash", "3")]
    assert shaded(rows, [0, 2]) == [list(row) for row in rows]


def test_one_vertical_rule_beside_the_labels_is_no_grid():
    rows = [("Dock", "Ships", "Boats"), ("East", "", "x"), ("West", "x", ""), ("North", "", ""), ("South", "", "x")]
    xs = (50, 100, 150)
    pieces = [Box(x0, 114, x1, 115) for x0, x1 in pairwise((48, 98, 148, 190))]
    graphics = Graphics(horizontal=pieces, vertical=[Box(97.5, 100, 98.5, 180)])
    words = words_at(*texts_of(rows, xs, top=102, leading=16))
    (table,) = find_tables(words, graphics, width=600, height=800, body=10.0)
    assert (table.grid.rows, table.grid.columns) == (5, 3)


def test_symbols_below_names_of_columns_and_beside_labels_are_no_legend():
    rows = [("", "Small", "Large"), ("Sail", "○", "●"), ("Oars", "●", "○"), ("Motor", "○", "○")]
    rules = [(113 + 14 * number, (48, 88, 128, 180)) for number in range(4)]
    assert tables_of(rules, *texts_of(rows, (50, 90, 130), top=102, leading=14)) == [[list(row) for row in rows]]


def test_labels_far_on_the_left_belong_to_the_rows_below_a_rule():
    rows = [("Ship", "Crew", "Guns"), ("Ara", "12", "4"), ("Bel", "103", "40"), ("Cid", "7", "0")]
    texts = texts_of(rows, (50, 160, 190), top=100, leading=13)
    (table,) = tables_of([(112, (158, 186, 220))], *texts)
    assert table == [list(row) for row in rows]
