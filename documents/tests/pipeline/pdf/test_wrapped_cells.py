"""Lines of wrapped cells, and rows."""

import pytest

from documents.pipeline.pdf.tables.borders import infer_rows
from documents.pipeline.pdf.tables.wrapped_cells import CellColumns, wide_gaps
from documents.pipeline.pdf.text.lines import group_into_rows
from documents.tests.pipeline.pdf.test_table_headers import Text, words_at
from documents.types import Box


def count_rows(columns: list[float], *texts: Text) -> int:
    lines = group_into_rows(words_at(*texts))
    return len(CellColumns(columns, lines, 10.0).row_borders(lines)) + 1


def test_gaps_between_rows_are_a_little_wider_than_those_between_lines_if_these_are_all_alike():
    lines = group_into_rows(words_at(*((50, y, "oak") for y in (100, 112, 125.5, 137.5, 151))))
    assert len(wide_gaps(lines)) == 2


def test_gaps_of_many_sizes_are_not_of_two_kinds():
    lines = group_into_rows(words_at(*((50, y, "oak") for y in (100, 112, 124.6, 138, 152))))
    assert wide_gaps(lines) == []


@pytest.mark.parametrize(("cells", "rows"), [(("9:30", "11:30"), 2), (("*", "|"), 2), (("by the", "gate"), 1)])
def test_figures_and_symbols_are_not_wrapped(cells, rows):
    texts = [(x, 100 + 12 * n, text) for n, text in enumerate(cells) for x in (100, 140, 180)]
    assert count_rows([95, 135, 175, 215], *texts) == rows


def texts_in_columns(*lines: tuple[str, str]) -> list[Text]:
    return [(x, 100 + 12 * n, text) for n, line in enumerate(lines) for x, text in zip((50, 210), line, strict=True)]


def test_two_columns_of_text_are_parted_where_a_line_has_room():
    texts = texts_in_columns(
        ("The lamp is lit at dusk by", "the pilot or by one of"),
        ("him alone", "his two sons"),
        ("The bell is rung in fog and", "by night also by the men"),
        ("in heavy snow", "of the pilot boat"),
    )
    assert len(infer_rows(words_at(*texts), Box(48, 98, 345, 148), [48, 200, 345])) == 3


def test_lines_of_codes_and_names_are_rows_though_none_has_room():
    texts = [(x, 100 + 12 * n, f"{name}{n}") for n in range(4) for x, name in ((50, "AX45"), (110, "Bolts"))]
    assert len(infer_rows(words_at(*texts), Box(48, 98, 150, 148), [48, 95, 150])) == 5
