"""Tables without rules whose cells have several lines, centred in their rows."""

import pytest

from documents.tests.pipeline.pdf.test_close_columns import tables_of
from documents.tests.pipeline.pdf.test_table_headers import Text

COLUMNS = (50, 150, 250)
ROWS = [
    (["Oak from the", "south slope"], ["beams"], ["dried for two", "years"]),
    (["Larch"], ["shingles and", "gutters"], ["split"]),
    (["Willow from", "the lower", "pond"], ["baskets"], ["fresh"]),
]


def centred(rows, top: float = 120) -> list[Text]:
    """Return the lines of the cells in the order of the file, cell by cell, each cell in the middle of its row."""
    texts: list[Text] = []
    for cells in rows:
        height = 12 * max(map(len, cells))
        for x, cell in zip(COLUMNS, cells, strict=True):
            texts += [(x, top + (height - 12 * len(cell)) / 2 + 12 * n, line) for n, line in enumerate(cell)]
        top += height + 4
    return texts


def test_rows_are_those_of_the_file():
    names = ((60, 106, "Wood"), (165, 106, "Use"), (265, 106, "State"))
    expected = [["Wood", "Use", "State"], *([" ".join(cell) for cell in cells] for cells in ROWS)]
    assert tables_of(names, *centred(ROWS)) == [expected]


def test_a_cell_alone_in_its_row_is_not_joined_with_the_one_below():
    rows = [(["Trees"], [], []), *ROWS]
    assert tables_of((), *centred(rows))[0][0] == ["Trees", "", ""]


@pytest.mark.parametrize("order", [lambda text: text[0], lambda text: (text[1], text[0])], ids=["columns", "lines"])
def test_texts_that_the_file_has_in_another_order_are_no_such_table(order):
    texts = sorted(centred(ROWS), key=order)
    expected = [[" ".join(cell) for cell in cells] for cells in ROWS]
    assert expected not in tables_of((), *texts)
