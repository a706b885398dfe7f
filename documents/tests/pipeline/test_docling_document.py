"""DoclingDocument export: docling loads it, from memory or from a file."""

import json

import pytest
from docling_core.types.doc import DoclingDocument
from docling_core.types.doc.document import CURRENT_VERSION

from documents.pipeline.docling_document import VERSION, Described, PageSize, docling_json, write_docling
from documents.types import Box, Item, StructureKind, Table, TableCell

BOX = Box(1.0, 2.0, 30.0, 40.0)
TABLE = Table(
    2, 2, (TableCell(0, 0, "Both", column_span=2, is_header=True, box=BOX), TableCell(1, 0, "a"), TableCell(1, 1, "b"))
)
PAGES = [PageSize(612, 792), PageSize(792, 612)]


def described(kind: StructureKind, text: str, *, page: int = 1, level: int | None = None) -> Described:
    table = TABLE if kind is StructureKind.TABLE else None
    return Described(Item(kind, page, BOX, 0, len(text), level, table), text)


EVERYTHING = [
    described(StructureKind.PAGE_HEADER, "Running head"),
    described(StructureKind.TITLE, "The title"),
    described(StructureKind.HEADING, "A heading", level=2),
    described(StructureKind.PARAGRAPH, "Größe — “so” \u0645\u0631\u062d\u0628\u0627"),
    described(StructureKind.LIST_ITEM, "• one"),
    described(StructureKind.LIST_ITEM, "2. two"),
    described(StructureKind.TABLE, "Both a b"),
    described(StructureKind.CAPTION, "Table 1: both"),
    described(StructureKind.LIST_ITEM, "another list", page=2),
    described(StructureKind.FIGURE, "", page=2),
    described(StructureKind.FOOTNOTE, "1 small print", page=2),
    described(StructureKind.CODE, "print(1)", page=2),
    described(StructureKind.FORMULA, "E = mc²", page=2),
    described(StructureKind.PAGE_FOOTER, "12", page=2),
]


@pytest.fixture
def document() -> DoclingDocument:
    return DoclingDocument.model_validate_json(docling_json("report", PAGES, EVERYTHING))


def test_docling_loads_all_items(document):
    assert document.validate_tree(document.body)
    assert [str(text.label) for text in document.texts] == [
        *("page_header", "title", "section_header", "text", "list_item", "list_item", "caption"),
        *("list_item", "footnote", "code", "formula", "page_footer"),
    ]
    assert {number: page.size.as_tuple() for number, page in document.pages.items()} == {1: (612, 792), 2: (792, 612)}
    assert DoclingDocument.model_validate_json(document.model_dump_json()) == document


def test_the_schema_version_is_that_of_docling():
    assert VERSION == CURRENT_VERSION


def test_headings_have_levels_and_page_headers_are_furniture(document):
    header, _, heading = document.texts[:3]
    assert (heading.text, heading.level) == ("A heading", 2)
    assert header.content_layer == "furniture"


def test_list_items_are_grouped_until_another_item(document):
    first, second = document.groups
    assert [child.resolve(document).text for child in first.children] == ["one", "two"]
    assert [child.resolve(document).enumerated for child in first.children] == [False, True]
    assert [child.resolve(document).text for child in second.children] == ["another list"]


def test_a_table_has_cells_and_caption(document):
    (table,) = document.tables
    assert (table.data.num_rows, table.data.num_cols) == (2, 2)
    spanning = table.data.table_cells[0]
    assert (spanning.text, spanning.col_span, spanning.column_header) == ("Both", 2, True)
    assert table.caption_text(document) == "Table 1: both"
    assert tuple(table.prov[0].bbox.as_tuple()) == BOX


def test_items_are_in_reading_order(document):
    texts = [item.text for item, _ in document.iterate_items() if getattr(item, "text", "")]
    assert texts[:4] == ["The title", "A heading", EVERYTHING[3].text, "one"]
    assert "Größe — “so”" in document.export_to_markdown()


def test_an_empty_document():
    assert DoclingDocument.model_validate_json(docling_json("empty", [], [])).texts == []


def test_a_file_has_the_same_content_and_no_temporary_file_remains(tmp_path):
    path = tmp_path / "docling.json"
    write_docling(path, "report", PAGES, EVERYTHING)
    assert json.loads(path.read_bytes()) == json.loads(docling_json("report", PAGES, EVERYTHING))
    assert list(tmp_path.iterdir()) == [path]


def test_the_labels_of_a_figure_are_a_text_of_the_picture():
    figure = described(StructureKind.FIGURE, "10 20\nOak Elm")
    document = DoclingDocument.model_validate_json(docling_json("report", PAGES, [figure]))
    (picture,), (labels,) = document.pictures, document.texts
    assert [child.cref for child in picture.children] == [labels.self_ref]
    assert labels.parent.cref == picture.self_ref
    assert labels.text == "10 20\nOak Elm"
