"""Structure of documents: reading order, tables, headings and page headers, compared with ground truth."""

import re
import time
from difflib import SequenceMatcher

import pytest

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.document_titles import document_title
from documents.pipeline.pdf.layout.headers_footers import mark_headers_footers
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.pdf.make_pdf import write_pdf
from documents.types import Box, StructureKind


@pytest.mark.parametrize(
    ("horizontal", "vertical"),
    [
        pytest.param(
            [Box(0, n / 10, 612, n / 10 + 0.1) for n in range(7900)], [], marks=pytest.mark.full, id="hatching"
        ),
        pytest.param(
            [Box(0, n * 3, 612, n * 3) for n in range(260)],
            [Box(n * 2, 0, n * 2, 792) for n in range(300)],
            id="graph paper",
        ),
    ],
)
def test_a_drawing_with_many_lines_does_not_slow_down_table_detection(horizontal, vertical):
    style = Style(9.0, 0, "Font", (0, 0, 0))
    words = [
        Word(x, y, x + 20, y + 8, "word", x + 600 * y, style) for x in range(0, 600, 30) for y in range(0, 780, 12)
    ]
    graphics = Graphics(horizontal=horizontal, vertical=vertical)
    started = time.process_time()
    analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), words, graphics))
    assert time.process_time() - started < 15


@pytest.mark.parametrize(
    ("kind", "text", "top"), [(StructureKind.PARAGRAPH, "7", 0), (StructureKind.HEADING, "A heading", 200)]
)
def test_many_items_on_a_page_do_not_slow_down_headers_and_titles(kind, text, top):
    style = TextStyle(10.0, 2, "Bold", is_upper=False)
    boxes = [Box(300, top + 0.01 * number, 312, top + 0.01 * number + 0.008) for number in range(8000)]
    drafts = tuple(DraftItem(kind, box, 0, 1, text, style) for box in boxes)
    pages = [PageLayout(number, 612, 792, drafts) for number in (1, 2)]
    start = time.process_time()
    document_title(mark_headers_footers(pages))
    assert time.process_time() - start < 5


def truth(name: str) -> str:
    return (DATA / f"{name}.md").read_text(encoding="utf-8")


def words_of_markdown(markdown: str) -> list[str]:
    return re.findall(r"\w+", re.sub(r"<[^>]+>|[#|*-]", " ", markdown).lower())


def html_rows(markdown: str) -> list[list[list[str]]]:
    tables = re.findall(r"<table.*?</table>", markdown, re.DOTALL)
    return [
        [
            [
                " ".join(re.sub(r"<[^>]+>", " ", cell).split())
                for cell in re.findall(r"<t[dh].*?</t[dh]>", row, re.DOTALL)
            ]
            for row in re.findall(r"<tr.*?</tr>", table, re.DOTALL)
        ]
        for table in tables
    ]


@pytest.mark.parametrize("name", ["dpbench_004", "dpbench_127", "dpbench_167", "dpbench_178"])
def test_the_text_is_in_reading_order(parse, name):
    expected, parsed = words_of_markdown(truth(name)), words_of_markdown(parse(f"{name}.pdf").text)
    assert SequenceMatcher(None, expected, parsed, autojunk=False).ratio() > 0.95


def test_two_columns_are_read_one_after_the_other(parse, tmp_path):
    rows = range(20)
    title = [(200, 740, "A title across both columns of the page")]
    left = [(72, 700 - 14 * n, f"Left line {n} of the first column here") for n in rows]
    right = [(320, 700 - 14 * n, f"Right line {n} of the other column here") for n in rows]
    row_by_row = [text for pair in zip(left, right, strict=True) for text in pair]
    write_pdf(tmp_path / "columns.pdf", [title + row_by_row])
    text = parse(tmp_path / "columns.pdf").text
    assert re.findall(r"(Left|Right) line (\d+)", text) == [(s, str(n)) for s in ("Left", "Right") for n in rows]
    assert text.index("A title") < text.index("Left line 0")


@pytest.mark.parametrize("name", ["dpbench_127", "dpbench_178"])
def test_tables_have_the_cells_of_the_ground_truth(parse, name):
    expected = html_rows(truth(name))
    tables = [item.table for item in parse(f"{name}.pdf").items(StructureKind.TABLE)]
    assert len(tables) == len(expected)
    for table, rows in zip(tables, expected, strict=True):
        assert (table.rows, table.columns) == (len(rows), max(len(row) for row in rows))
        texts = {" ".join(cell.text.split()) for cell in table.cells if cell.text}
        expected_texts = {cell for row in rows for cell in row if cell}
        assert len(texts & expected_texts) >= 0.8 * len(expected_texts)


def test_the_offsets_of_a_table_enclose_its_words(parse):
    result = parse("dpbench_127.pdf")
    for item in result.items(StructureKind.TABLE):
        assert item.table is not None
        assert sorted(result.text_of(item).split()) == sorted(" ".join(c.text for c in item.table.cells).split())
        for cell in item.table.cells:
            assert cell.row + cell.row_span <= item.table.rows
            assert cell.column + cell.column_span <= item.table.columns
            if cell.box is not None:
                assert item.box.x0 - 5 <= cell.box.x0 <= cell.box.x1 <= item.box.x1 + 5


def test_headings_are_those_of_the_ground_truth(parse):
    result = parse("dpbench_167.pdf")
    headings = [result.text_of(i) for i in result.items(StructureKind.HEADING, StructureKind.TITLE)]
    assert headings == re.findall(r"^#+ (.*)$", truth("dpbench_167"), re.MULTILINE)


@pytest.mark.parametrize("name", ["contract.pdf", "dpbench_127.pdf", "dpbench_178.pdf", "arabic.pdf", "chinese.pdf"])
def test_items_cover_the_whole_text_in_order_without_overlap(parse, name):
    result = parse(name)
    for page in result.pages:
        items = [item for item in result.structure.items if item.page == page.number]
        end = 0
        for item in items:
            assert end <= item.start <= item.end
            assert page.text[end : item.start].strip() == ""
            end = item.end
        assert page.text[end:].strip() == ""


def test_page_headers_and_page_numbers_are_marked_and_kept_in_the_text(parse, tmp_path):
    path = tmp_path / "book.pdf"
    _book(path, pages=6)
    result = parse(path)
    headers = [result.text_of(item) for item in result.items(StructureKind.PAGE_HEADER)]
    footers = [result.text_of(item) for item in result.items(StructureKind.PAGE_FOOTER)]
    assert headers == ["A History of Cartularies"] * 6
    assert footers == [f"Page {number} of 6" for number in range(1, 7)]
    assert "A History of Cartularies" in result.pages[3].text
    assert len(result.items(StructureKind.PARAGRAPH)) == 6


def test_the_scale_of_a_chart_is_no_page_number(parse, tmp_path):
    path = tmp_path / "chart.pdf"
    write_pdf(
        path, [[(72, 700, "Visitors of the museum in three years"), *((150 * n, 30, f"20{n}0") for n in (1, 2, 3))]]
    )
    result = parse(path)
    assert not result.items(StructureKind.PAGE_FOOTER)


def test_figures_below_other_text_are_no_page_numbers(parse, tmp_path):
    path = tmp_path / "sheet.pdf"
    write_pdf(path, [[(72, 760, "Pier"), (160, 760, "Boats"), (72, 745, "North"), (160, 745, "12"), (72, 400, "Noon")]])
    result = parse(path)
    assert not result.items(StructureKind.PAGE_HEADER)


def test_a_title_that_page_headers_repeat_is_none(parse, tmp_path):
    path = tmp_path / "book.pdf"
    _book(path, pages=3, title="A History of Cartularies")
    result = parse(path)
    headers = result.items(StructureKind.PAGE_HEADER)
    assert [item.page for item in headers] == [1, 2, 3]
    assert all(result.text_of(item) == "A History of Cartularies" for item in headers)
    assert result.pages[0].text.count("A History of Cartularies") == 2


def _book(path, *, pages: int, title: str = "") -> None:
    """Write a header, a paragraph and a page number on each page, and a title on the first one."""
    write_pdf(
        path,
        [
            [
                (300, 760, "A History of Cartularies"),
                *([(250.0, 725.0, title)] if title and number == 1 else []),
                *(
                    (72, 700 - 14 * n, f"Line {n} of chapter {number} is about monks who copied deeds.")
                    for n in range(8)
                ),
                (280, 30, f"Page {number} of {pages}"),
            ]
            for number in range(1, pages + 1)
        ],
    )


def test_the_structure_is_also_a_valid_docling_document(parse):
    from docling_core.types.doc import DoclingDocument

    result = parse("dpbench_178.pdf")
    document = DoclingDocument.model_validate_json(result.docling)
    assert document.validate_tree(document.body)
    assert list(document.pages) == [1]
    (table,) = document.tables
    item = result.items(StructureKind.TABLE)[0]
    assert item.table is not None
    assert (table.data.num_rows, table.data.num_cols) == (item.table.rows, item.table.columns)
    assert [cell.text for cell in table.data.table_cells] == [cell.text for cell in item.table.cells]
    assert table.prov[0].page_no == 1
    assert tuple(table.prov[0].bbox.as_tuple()) == pytest.approx(item.box, abs=0.001)
    assert result.text_of(result.items(StructureKind.HEADING)[0]) in document.export_to_markdown()
    assert DoclingDocument.model_validate_json(document.model_dump_json()) == document
