"""Tables of Word documents with a wrong grid or wrong spans: no cell is lost."""

import pytest

from documents.tests.pipeline.reflow.test_word_text import paragraph, run, word_document
from documents.types import StructureKind

GRID = "<w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>"
ROWS = ["Flat\tRent", "Attic\t900"]


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr>{paragraph(run(text))}</w:tc>"


def table(*, grid: str = GRID, row: str = "", first: str = "", last: str = "") -> str:
    head = f"<w:tr>{cell('Flat', first)}{cell('Rent')}</w:tr>"
    body = f"<w:tr><w:trPr>{row}</w:trPr>{cell('Attic')}{cell('900', last)}</w:tr>"
    return f"<w:tbl><w:tblPr/>{grid}{head}{body}</w:tbl>"


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(table(grid=""), id="no grid"),
        pytest.param(table(grid="").replace("<w:tblPr/>", ""), id="neither grid nor properties"),
        pytest.param(table(grid="<w:tblGrid/>"), id="an empty grid"),
        pytest.param(table(grid="<w:tblGrid><w:gridCol/></w:tblGrid>"), id="a narrow grid"),
        pytest.param(table(first='<w:gridSpan w:val="two"/>'), id="a span that is no number"),
        pytest.param(table(first='<w:gridSpan w:val="-3"/>'), id="a negative span"),
        pytest.param(table(first='<w:gridSpan w:val="4000000000"/>'), id="a span over more columns than Word has"),
        pytest.param(table(first="<w:gridSpan/>"), id="a span without a value"),
        pytest.param(table(row='<w:gridBefore w:val="x"/>'), id="columns before a row that are no number"),
        pytest.param(table(last='<w:vMerge w:val="restart"/>'), id="nothing wrong"),
    ],
)
def test_no_cell_of_a_wrong_table_is_lost(parse, tmp_path, body):
    content = paragraph(run("Before")) + body + paragraph(run("After"))
    result = parse(word_document(tmp_path / "a.docx", content))
    assert result.text.split("\n")[:4] == ["Before", *ROWS, "After"]
    assert [item.kind for item in result.structure.items].count(StructureKind.TABLE) == 1


def test_an_unknown_merge_is_one_with_the_cell_above(parse, tmp_path):
    body = table(last='<w:vMerge w:val="up"/>').replace(cell("Rent"), cell("Rent", '<w:vMerge w:val="restart"/>'))
    result = parse(word_document(tmp_path / "a.docx", body))
    assert result.text.split("\n")[:2] == ["Flat\tRent", "Attic"]


def test_a_row_that_starts_late_counts_in_the_width_of_its_table(parse, tmp_path):
    body = table(grid=GRID, row='<w:gridBefore w:val="1"/>')
    result = parse(word_document(tmp_path / "a.docx", body))
    assert result.text.split() == ["Flat", "Rent", "Attic", "900"]
