"""A Word document: tokens, structure, and the same result from the sandbox."""

import pytest

from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions, StructureKind

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def test_every_word_of_a_word_document_has_its_box(parse):
    # proves: X-18
    result = parse("word_sample.docx")
    for page in result.pages:
        assert all(page.text[token.start :].startswith(token.text) for token in page.tokens)
        assert "".join(token.text for token in page.tokens) == "".join(page.text.split())
        assert all(0 < t.box.x0 < t.box.x1 < page.width and 0 < t.box.y0 < t.box.y1 < page.height for t in page.tokens)


def test_a_word_document_keeps_its_structure(parse):
    result = parse("word_sample.docx")
    (title,) = result.items(StructureKind.TITLE)
    assert result.text_of(title) == result.structure.title == "Swimming in the lake"
    assert [(result.text_of(h), h.level) for h in result.items(StructureKind.HEADING)] == [
        ("Let\u2019s swim!", 1),
        ("Let\u2019s eat", 2),
    ]
    assert [result.text_of(i) for i in result.items(StructureKind.LIST_ITEM)][2:4] == [
        "• Enjoy summer warmth",
        "1. Wear sunglasses",
    ]
    (table,) = result.items(StructureKind.TABLE)
    assert (table.table.rows, table.table.columns) == (4, 3)
    assert [c.text for c in table.table.cells if c.is_header] == ["", "Food", "Calories per portion"]
    assert all(cell.box is not None for cell in table.table.cells)
    assert len(result.items(StructureKind.FIGURE)) == 1


@pytest.mark.full
def test_the_sandbox_returns_the_same_result(parse, sandbox: Sandbox, tmp_path):
    options = ParseOptions(DOCX, str(tmp_path))
    result = collect(sandbox.parse(DATA / "word_sample.docx", options))
    here = parse("word_sample.docx")
    assert result.text == here.text
    assert list(result.structure.items) == here.structure.items
    assert sandbox.thumbnail(DATA / "word_sample.docx", DOCX).startswith(b"RIFF")
