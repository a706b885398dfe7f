"""Reading order, tables, headings, running heads: compared with what people wrote down for the same pages."""

import re
import time
from difflib import SequenceMatcher

import pytest

from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout import Draft, Look, PageSketch
from documents.pipeline.pdf.levels import heading_levels
from documents.pipeline.pdf.lines import make_line
from documents.pipeline.pdf.page import RawPage, analyse_page
from documents.pipeline.pdf.reading_order import in_reading_order
from documents.pipeline.pdf.words import Style, Word
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.printing import print_pdf
from documents.types import Box, StructureKind


def text_of_lines(lines: list[tuple[float, float, float, str]]) -> list[str]:
    """The order of lines given as left edge, top, right edge, text."""
    style = Style(10.0, 0, "Font", (0, 0, 0))
    words = [Word(x0, y, x1, y + 10, text, n * 10, style) for n, (x0, y, x1, text) in enumerate(lines)]
    return [line.text for line in in_reading_order([make_line([word]) for word in words], em=10.0)]


@pytest.mark.parametrize(
    "expected",
    [
        # headings in the margin stand before the text that they stand beside
        [
            (50, 0, 120, "1"),
            (200, 0, 500, "a"),
            (200, 12, 500, "b"),
            (200, 24, 500, "c"),
            (50, 60, 120, "2"),
            (200, 60, 500, "d"),
            (200, 72, 500, "e"),
            (200, 84, 500, "f"),
        ],
        # labels and values are read across
        [
            (50, 0, 90, "name"),
            (200, 0, 250, "Ada"),
            (50, 12, 90, "born"),
            (200, 12, 250, "1815"),
            (50, 24, 90, "died"),
            (200, 24, 250, "1852"),
        ],
        # a title across two columns comes before both
        [
            (50, 0, 500, "title"),
            *((50, 20 + 12 * n, 260, f"l{n}" * 25) for n in range(5)),
            *((290, 20 + 12 * n, 500, f"r{n}" * 25) for n in range(5)),
        ],
        # a picture's caption across both columns parts them into bands
        [
            *((50, 12 * n, 260, f"l{n}" * 25) for n in range(4)),
            *((290, 12 * n, 500, f"r{n}" * 25) for n in range(4)),
            (50, 80, 500, "band"),
            *((50, 120 + 12 * n, 260, f"m{n}" * 25) for n in range(4)),
            *((290, 120 + 12 * n, 500, f"s{n}" * 25) for n in range(4)),
        ],
        # signatures side by side below a text are read across, pair by pair
        [
            (50, 0, 180, "signed by both"),
            *((x, 40 * n, x + 60, f"{side}{n}") for n in range(1, 5) for x, side in ((50, "l"), (300, "r"))),
        ],
        # pieces that nothing stands beside are read from top to bottom
        [
            (300, 0, 400, "signature"),
            (300, 12, 400, "name"),
            (50, 40, 150, "accepted"),
            (50, 52, 150, "by"),
            (300, 80, 400, "seal"),
        ],
        # … but a page number does not break the columns above it into rows
        [
            *((50, 12 * n, 260, f"l{n}" * 25) for n in range(4)),
            *((290, 12 * n, 500, f"r{n}" * 25) for n in range(4)),
            (560, 100, 570, "7"),
        ],
    ],
    ids=["side heads", "form", "title", "bands", "signatures", "stairs", "page number"],
)
def test_layouts_are_read_as_people_read_them(expected):
    shuffled = sorted(expected, key=lambda line: (line[1], line[0]))
    assert text_of_lines(shuffled) == [line[3] for line in expected]


@pytest.mark.parametrize(
    ("horizontal", "vertical"),
    [
        ([Box(0, n / 10, 612, n / 10 + 0.1) for n in range(7900)], []),  # hatching
        (
            [Box(0, n * 3, 612, n * 3) for n in range(260)],
            [Box(n * 2, 0, n * 2, 792) for n in range(300)],
        ),  # graph paper
    ],
)
def test_a_drawing_full_of_lines_does_not_hold_up_the_search_for_tables(horizontal, vertical):
    style = Style(9.0, 0, "Font", (0, 0, 0))
    words = [
        Word(x, y, x + 20, y + 8, "word", x + 600 * y, style) for x in range(0, 600, 30) for y in range(0, 780, 12)
    ]
    graphics = Graphics(horizontal=horizontal, vertical=vertical)
    started = time.process_time()
    analyse_page(RawPage(1, PageFrame(0, 0, 612, 792, 0), words, graphics))
    assert time.process_time() - started < 15


def truth(name: str) -> str:
    return (DATA / f"{name}.md").read_text(encoding="utf-8")


def plain_words(markdown: str) -> list[str]:
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
def test_the_text_comes_in_the_order_in_which_people_read_it(parse, name):
    expected, found = plain_words(truth(name)), plain_words(parse(f"{name}.pdf").text)
    assert SequenceMatcher(None, expected, found, autojunk=False).ratio() > 0.95


def test_two_columns_are_read_one_after_the_other(parse, tmp_path):
    rows = range(20)
    title = [(200, 740, "A title across both columns of the page")]
    left = [(72, 700 - 14 * n, f"Left line {n} of the first column here") for n in rows]
    right = [(320, 700 - 14 * n, f"Right line {n} of the other column here") for n in rows]
    across = [text for pair in zip(left, right, strict=True) for text in pair]  # printed row by row
    print_pdf(tmp_path / "columns.pdf", [title + across])
    text = parse(tmp_path / "columns.pdf").text
    assert re.findall(r"(Left|Right) line (\d+)", text) == [(s, str(n)) for s in ("Left", "Right") for n in rows]
    assert text.index("A title") < text.index("Left line 0")


@pytest.mark.parametrize("name", ["dpbench_127", "dpbench_178"])
def test_tables_have_the_cells_that_people_wrote_down(parse, name):
    expected = html_rows(truth(name))
    tables = [item.table for item in parse(f"{name}.pdf").items(StructureKind.TABLE)]
    assert len(tables) == len(expected)
    for table, rows in zip(tables, expected, strict=True):
        assert (table.rows, table.columns) == (len(rows), max(len(row) for row in rows))
        found = {" ".join(cell.text.split()) for cell in table.cells if cell.text}
        wanted = {cell for row in rows for cell in row if cell}
        assert len(found & wanted) >= 0.8 * len(wanted)


def test_the_words_of_a_table_are_in_its_part_of_the_text(parse):
    result = parse("dpbench_127.pdf")
    for item in result.items(StructureKind.TABLE):
        assert item.table is not None
        assert sorted(result.text_of(item).split()) == sorted(" ".join(c.text for c in item.table.cells).split())
        for cell in item.table.cells:
            assert cell.row + cell.row_span <= item.table.rows
            assert cell.column + cell.column_span <= item.table.columns
            if cell.box is not None:
                assert item.box.x0 - 5 <= cell.box.x0 <= cell.box.x1 <= item.box.x1 + 5


def test_headings_are_those_that_people_see(parse):
    result = parse("dpbench_167.pdf")
    found = [result.text_of(i) for i in result.items(StructureKind.HEADING, StructureKind.TITLE)]
    assert found == re.findall(r"^#+ (.*)$", truth("dpbench_167"), re.MULTILINE)


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


def test_running_heads_and_page_numbers_are_marked_and_kept(parse, tmp_path):
    path = tmp_path / "book.pdf"
    _book(path, pages=6)
    result = parse(path)
    heads = [result.text_of(item) for item in result.items(StructureKind.PAGE_HEADER)]
    feet = [result.text_of(item) for item in result.items(StructureKind.PAGE_FOOTER)]
    assert heads == ["A History of Cartularies"] * 6
    assert feet == [f"Page {number} of 6" for number in range(1, 7)]
    assert "A History of Cartularies" in result.pages[3].text
    assert len(result.items(StructureKind.PARAGRAPH)) == 6


def _book(path, *, pages: int) -> None:
    """A running head, a paragraph and a page number on each page."""
    print_pdf(
        path,
        [
            [
                (300, 760, "A History of Cartularies"),
                *(
                    (72, 700 - 14 * n, f"Line {n} of chapter {number} tells of monks who copied deeds.")
                    for n in range(8)
                ),
                (280, 30, f"Page {number} of {pages}"),
            ]
            for number in range(1, pages + 1)
        ],
    )


def heading(text: str, size: float, weight: int = 0) -> Draft:
    look = Look(size, weight, "Font", capitals=text.isupper())
    return Draft(StructureKind.HEADING, Box(0, 0, 1, 1), 0, len(text), text, look)


@pytest.mark.parametrize(
    ("headings", "levels"),
    [
        ([heading("Big", 20), heading("Small", 12), heading("Big again", 20)], [1, 2, 1]),  # by size
        ([heading("Bold", 12, 2), heading("Plain", 12)], [1, 2]),  # by weight
        ([heading("1 One", 14), heading("1.1 In it", 14), heading("1.1.1 Deep", 14)], [1, 2, 3]),  # by number
        ([heading("Title", 20), heading("1. One", 14), heading("1.1 In it", 16)], [1, 3, 4]),  # numbers beat sizes
        ([heading("2019 in figures", 14)], [1]),  # one number is no numbering
    ],
)
def test_levels_come_from_looks_and_numbers(headings, levels):
    found = heading_levels([PageSketch(1, 100, 100, tuple(headings))])
    assert [found[id(draft)] for draft in headings] == levels


def test_the_structure_is_a_docling_document_too(parse):
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
