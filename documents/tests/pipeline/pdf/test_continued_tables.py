"""A table that goes on at the head of the next page is one table in Markdown and in docling's export."""

import pytest
from docling_core.types.doc import DoclingDocument

from documents.pipeline.markdown import TableStyle, markdown_of
from documents.tests.pipeline.pdf.make_pdf import grid, show, write_content_pdf
from documents.tests.pipeline.results import Result
from documents.types import StructureKind

PAGE = b"0 0 612 792"
COLUMNS = (72, 160, 320, 430, 540)
HEADER = ("No.", "Place", "Founder", "Weight")
PLACES = ("Oldenfeld", "Brunn", "Mooswald", "Lauen", "Hochried", "Tann", "Unterau")
Rows = list[tuple[str, ...]]


def bells(first: int, count: int) -> Rows:
    numbers = range(first, first + count)
    return [(str(n), PLACES[n % 7], f"Master {PLACES[n % 5]}", str(100 + 7 * n)) for n in numbers]


def table(rows: Rows, *, bottom: float = 66, columns=COLUMNS, bold: bool = True, size: float = 10) -> bytes:
    """Draw a table with rules; the first row is bold."""
    top = bottom + 18 * len(rows)
    content = grid(columns, tuple(bottom + 18 * number for number in range(len(rows) + 1)))
    for number, row in enumerate(rows):
        font = "B" if bold and number == 0 else "F"
        y = top - 18 * number - 13
        content += b"".join(
            show(x + 5, y, text, font=font, size=size) for x, text in zip(columns, row, strict=False) if text
        )
    return content


def foot(rows: Rows, **options) -> bytes:
    return table(rows, bottom=66, **options)


def head(rows: Rows, *, top: float = 720, **options) -> bytes:
    return table(rows, bottom=top - 18 * len(rows), **options)


def parsed(parse_pdf, tmp_path, *pages: bytes) -> Result:
    contents = []
    for number, content in enumerate(pages, 1):
        edges = show(72, 760, "Register of bells") + show(300, 30, f"Page {number} of {len(pages)}")
        contents.append((PAGE, edges + content))
    return parse_pdf(write_content_pdf(tmp_path / "table.pdf", *contents))


def tables(result: Result) -> list[list[str]]:
    """Return the rows of each table as lines of Markdown."""
    items = result.structure.items
    text = markdown_of(items, [result.text_of(item) for item in items], tables=TableStyle.PLAIN, running=False)
    blocks = [block.splitlines() for block in text.split("\n\n")]
    return [[line for line in block if "---" not in line] for block in blocks if block[0].startswith("|")]


def lines(rows: Rows) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in rows]


INTRO = b"".join(
    show(72, 700 - 14 * n, "The council keeps a register of the bells of the county.") for n in range(0, 20, 2)
)


def test_a_table_with_a_repeated_header_over_three_pages(parse_pdf, tmp_path):
    pages = [INTRO + foot([HEADER, *bells(1, 12)]), table([HEADER, *bells(13, 35)]), head([HEADER, *bells(48, 4)])]
    result = parsed(parse_pdf, tmp_path, *pages)
    assert tables(result) == [lines([HEADER, *bells(1, 51)])]
    parts = result.items(StructureKind.TABLE)
    assert [(part.page, part.continues) for part in parts] == [(1, False), (2, True), (3, True)]
    assert [part.table.row_numbers[:2] for part in parts] == [(0, 1), (0, 13), (0, 48)]
    for part in parts:
        assert all(result.text_of(part).count(cell.text) for cell in part.table.cells)
        assert all(cell.is_header == (cell.row == 0) for cell in part.table.cells)


def test_a_table_without_repeated_header(parse_pdf, tmp_path):
    pages = [INTRO + foot([HEADER, *bells(1, 12)]), head(bells(13, 9), bold=False)]
    assert tables(parsed(parse_pdf, tmp_path, *pages)) == [lines([HEADER, *bells(1, 21)])]


def test_docling_has_one_table_with_the_places_of_its_parts(parse_pdf, tmp_path):
    pages = [INTRO + foot([HEADER, *bells(1, 12)]), head([HEADER, *bells(13, 9)])]
    document = DoclingDocument.model_validate_json(parsed(parse_pdf, tmp_path, *pages).docling)
    (read,) = document.tables
    assert [place.page_no for place in read.prov] == [1, 2]
    assert (read.data.num_rows, read.data.num_cols) == (22, 4)
    assert [cell.text for cell in read.data.grid[13]] == list(bells(13, 1)[0])
    assert all(cell.bbox is not None for cell in read.data.table_cells)


@pytest.mark.parametrize("shift", [-20, 24])
def test_the_margins_of_pages_may_be_mirrored(shift, parse_pdf, tmp_path):
    moved = tuple(x + shift for x in COLUMNS)
    pages = [INTRO + foot([HEADER, *bells(1, 12)]), head(bells(13, 9), bold=False, columns=moved)]
    assert tables(parsed(parse_pdf, tmp_path, *pages)) == [lines([HEADER, *bells(1, 21)])]


def test_a_row_is_split_by_the_page_break(parse_pdf, tmp_path):
    first = [HEADER, *bells(1, 11), ("12", "Brunn", "Master Ulrich of the", "350")]
    second = [HEADER, ("", "", "old foundry", ""), *bells(13, 9)]
    result = parsed(parse_pdf, tmp_path, INTRO + foot(first), head(second))
    whole = [HEADER, *bells(1, 11), ("12", "Brunn", "Master Ulrich of the old foundry", "350"), *bells(13, 9)]
    assert tables(result) == [lines(whole)]


@pytest.mark.parametrize(
    "notice", ["Table 1 (continued)", "(continued)", "Table 1: Bells of the county", "Table 1: Bells (cont'd)"]
)
def test_a_repeated_caption_stands_for_the_same_table(notice, parse_pdf, tmp_path):
    above = show(72, 66 + 18 * 13 + 12, "Table 1: Bells of the county")
    first = INTRO + above + foot([HEADER, *bells(1, 12)])
    result = parsed(parse_pdf, tmp_path, first, show(72, 712, notice) + head([HEADER, *bells(13, 9)], top=700))
    assert tables(result) == [lines([HEADER, *bells(1, 21)])]
    assert notice not in [result.text_of(item) for item in result.items(StructureKind.CAPTION) if item.page > 1]


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(head([("Nr", "Village", "Priest", "Born"), *bells(1, 9)]), id="other header"),
        pytest.param(show(72, 712, "Table 2: Organs") + head([HEADER, *bells(13, 9)], top=700), id="caption"),
        pytest.param(show(72, 710, "Organs of the county are listed below.") + head([HEADER], top=690), id="text"),
        pytest.param(head([row[:3] for row in bells(13, 9)], columns=COLUMNS[:4], bold=False), id="fewer columns"),
        pytest.param(head(bells(13, 9), columns=(72, 120, 260, 400, 540), bold=False), id="columns at other places"),
        pytest.param(head(bells(13, 9), bold=False, size=8), id="smaller type"),
    ],
)
def test_another_table_follows(second, parse_pdf, tmp_path):
    result = parsed(parse_pdf, tmp_path, INTRO + foot([HEADER, *bells(1, 12)]), second)
    assert not any(item.continues for item in result.structure.items)


def test_a_table_that_ends_high_on_the_page_is_complete(parse_pdf, tmp_path):
    pages = [head([HEADER, *bells(1, 12)]), head(bells(13, 9), bold=False)]
    assert len(tables(parsed(parse_pdf, tmp_path, *pages))) == 2


def test_footnotes_stand_between_the_parts(parse_pdf, tmp_path):
    notes = show(72, 50, "1 In kilograms, as weighed by the founders of the bells.", size=7)
    pages = [INTRO + table([HEADER, *bells(1, 12)], bottom=80) + notes, head(bells(13, 9), bold=False)]
    assert tables(parsed(parse_pdf, tmp_path, *pages)) == [lines([HEADER, *bells(1, 21)])]
