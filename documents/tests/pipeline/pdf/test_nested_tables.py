"""Tables inside the cells of another one."""

from itertools import pairwise

from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.search import find_tables, nested_tables
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at
from documents.types import Box

INNER = [[("Axe", "2"), ("Hose", "9")], [("Pump", "1"), ("Lamp", "4")]]


def page(*, outer: bool = True) -> tuple[list[Text], Graphics]:
    """Return stations with a grid of tools each, between rules that are cut at the columns."""
    texts: list[Text] = [(52, 86, "Station"), (112, 86, "Tools"), (202, 86, "Remarks")] if outer else []
    horizontal, vertical = [], []
    for number, tools in enumerate(INNER):
        top = 104 + 40 * number
        for line, row in enumerate(tools):
            texts += [(x, top + 14 * line, text) for x, text in zip((114, 154), row, strict=True)]
        horizontal += [Box(112, y, 172, y + 0.5) for y in (top - 2, top + 12, top + 26)]
        vertical += [Box(x, top - 2, x + 0.5, top + 26.5) for x in (112, 150, 171.5)]
        if outer:
            texts += [(52, top, ("East", "West")[number]), (202, top, ("Roof leaks", "None")[number])]
    cuts = [Box(x0, y, x1, y + 1) for y in (98, 138, 178) for x0, x1 in pairwise((50, 110, 200, 300))] if outer else []
    return texts, Graphics(horizontal=[*horizontal, *cuts], vertical=vertical)


def test_a_table_in_a_cell_is_the_text_of_the_cell():
    texts, graphics = page()
    (table,) = find_tables(words_at(*texts), graphics, width=600, height=800, body=10.0)
    rows = [[cell.text for cell in table.grid.cells if cell.row == row] for row in range(table.grid.rows)]
    assert rows[1:] == [["East", "Axe 2 Hose 9", "Roof leaks"], ["West", "Pump 1 Lamp 4", "None"]]


def test_grids_below_one_another_are_tables_if_nothing_stands_beside_them():
    texts, graphics = page(outer=False)
    assert nested_tables(words_at(*texts), graphics, 600) is None
    tables = find_tables(words_at(*texts), graphics, width=600, height=800, body=10.0)
    assert [(table.grid.rows, table.grid.columns) for table in tables] == [(2, 2), (2, 2)]
