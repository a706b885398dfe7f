"""An error, an absurd size or too much work on one page costs that page its structure, and never the document."""

import time
from io import BytesIO
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from documents.errors import ParserOutOfMemory
from documents.pipeline.image.parser import ImageParser
from documents.pipeline.pdf import page_reader, parser
from documents.pipeline.pdf.file import open_pdf
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.page_limits import analyse_or_degrade, attempt
from documents.pipeline.pdf.page_reader import PageReader
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.pdfium import raw as pdfium
from documents.tests.pipeline.pdf.make_pdf import write_content_pdf, write_pdf
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions, StructureKind

A4 = PageFrame(0.0, 0.0, 595.0, 842.0, 0)
NO_SIZE = Style(0.0, 0, "Helvetica", (0, 0, 0))  # a type size that the analysis cannot divide by


def word(x: float, y: float, text: str, position: int, style: Style = NO_SIZE) -> Word:
    return Word(x, y, x + 6 * len(text), y + 11, text, position, style)


def parse(path: Path, tmp_path: Path) -> Result:
    return collect(PdfParser().parse(path, ParseOptions("application/pdf", str(tmp_path))))


def codes(result: Result) -> list[str]:
    return [warning.code for warning in result.warnings]


TEXT = b"BT /F 11 Tf 20 150 Td (Delivery within ten days) Tj ET"


def test_a_page_that_cannot_be_analysed_keeps_its_words_line_by_line():
    words = [word(50, 100, "Price", 11), word(90, 100, "list", 6), word(50, 110.9, "2024", 0)]
    content = PageContent(3, A4, words, display_frame=A4)
    with pytest.raises(ZeroDivisionError):
        analyse_page(content)
    page, layout, is_analysed = analyse_or_degrade(content)
    assert not is_analysed
    assert (page.number, page.width, page.text) == (3, 595.0, "Price list\n\n2024\n")
    assert [draft.kind for draft in layout.drafts] == [StructureKind.PARAGRAPH] * 2
    assert page.tokens[0].box == words[0].box


def test_a_step_that_takes_too_long_is_stopped():
    def work_for_ever() -> int:
        while True:
            pass

    begin = time.monotonic()
    assert attempt(work_for_ever, seconds=0.2) is None
    assert time.monotonic() - begin < 20
    assert attempt(lambda: 5, seconds=0.2) == 5


def test_pages_that_cannot_be_analysed_together_keep_the_structure_of_each(tmp_path, monkeypatch):
    heading = b"BT /F 18 Tf 20 170 Td (Delivery %d) Tj ET " + TEXT
    path = write_content_pdf(tmp_path / "long.pdf", *((b"0 0 300 200", heading % number) for number in range(200)))
    assert codes(parse(path, tmp_path)) == []
    monkeypatch.setattr(parser, "STRUCTURE_SECONDS", 0.001)
    result = parse(path, tmp_path)
    assert codes(result) == ["levels_missing"]
    headings = result.items(StructureKind.HEADING)
    assert [result.text_of(item) for item in headings] == [f"Delivery {number}" for number in range(200)]
    assert {item.level for item in headings} == {1}
    assert len(result.items(StructureKind.PARAGRAPH)) == 200
    assert Path(result.structure.docling_path).stat().st_size > 0


def test_errors_that_concern_more_than_a_page_are_raised():
    def exceed() -> None:
        raise ParserOutOfMemory

    def fill_the_disk() -> None:
        raise OSError(28, "No space left on device")

    with pytest.raises(ParserOutOfMemory):
        attempt(exceed, seconds=5)
    with pytest.raises(OSError, match="No space"):
        attempt(fill_the_disk, seconds=5)


def test_a_step_of_reading_that_fails_costs_only_its_result(tmp_path):
    path = tmp_path / "two.pdf"
    write_pdf(path, [[(72, 700, "First page")], [(72, 700, "Second page")]])

    def fail_on_the_first_page(_page: object, content: PageContent) -> PageContent:
        if content.number == 1:
            raise ValueError("a picture that cannot be decoded")
        return content

    with open_pdf(path) as document:
        reader = PageReader(document, {}, fail_on_the_first_page)
        texts = [" ".join(word.text for word in reader.read(number).words) for number in (1, 2)]
    assert texts == ["First page", "Second page"]
    assert (reader.incomplete, reader.damaged) == ([1], [])


def test_a_page_larger_than_a_page_can_be_costs_only_itself(tmp_path):
    path = write_content_pdf(tmp_path / "sizes.pdf", (b"0 0 612 2147483647", TEXT), (b"0 0 200 200", TEXT))
    result = parse(path, tmp_path)
    assert [page.text for page in result.pages] == ["\n", "Delivery within ten days\n"]
    assert codes(result) == ["page_unreadable"]


@pytest.mark.parametrize("box", [b"0 0 0 0", b"0 0 200 .1", b"0 0 .1 .1"])
def test_a_page_without_extent_is_read(tmp_path, box):
    result = parse(write_content_pdf(tmp_path / "thin.pdf", (box, b"0 0 1 1 re f"), (b"0 0 200 200", TEXT)), tmp_path)
    assert result.pages[1].text == "Delivery within ten days\n"
    assert codes(result) == []


def test_a_picture_of_one_pixel_is_read(tmp_path):
    path = tmp_path / "pixel.png"
    Image.new("RGB", (1, 1), "red").save(path)
    result = collect(ImageParser().parse(path, ParseOptions("image/png", str(tmp_path))))
    assert [page.text for page in result.pages] == ["\n"]


def test_a_type_size_that_rounds_to_nothing_is_read(tmp_path):
    tiny = b"q .01 0 0 .01 20 20 cm BT /F 11 Tf 20 150 Td (Net weight) Tj 0 -20 Td (Gross sum) Tj ET Q"
    result = parse(write_content_pdf(tmp_path / "tiny.pdf", (b"0 0 200 200", tiny)), tmp_path)
    assert result.text.split() == ["Net", "weight", "Gross", "sum"]
    assert codes(result) == []


def test_a_unit_that_makes_a_page_too_large_is_ignored(tmp_path):
    path = write_content_pdf(tmp_path / "unit.pdf", (b"0 0 5000 5000]/UserUnit 900/CropBox[0 0 5000 5000", TEXT))
    result = parse(path, tmp_path)
    assert result.pages[0].width == 5000
    assert "Delivery" in result.text


def test_rules_end_at_the_edge_of_the_page(tmp_path):
    """A table whose rules are drawn a thousand kilometres wide is a table of the page."""
    rules = b" ".join(b"-2000000 %d m 3000000 %d l S" % (y, y) for y in (170, 130, 90, 50))
    rules += b" " + b" ".join(b"%d 50 m %d 170 l S" % (x, x) for x in (10, 100, 190))
    cells = [b"Item", b"Price", b"Bolt", b"12", b"Nut", b"15"]
    places = [(x, y) for y in (145, 105, 65) for x in (20, 110)]
    words = b" ".join(
        b"BT /F 11 Tf %d %d Td (%s) Tj ET" % (*place, cell) for place, cell in zip(places, cells, strict=True)
    )
    hidden = b" 0 -500 200 20 re f -900 0 20 200 re f"  # outside the page
    result = parse(write_content_pdf(tmp_path / "wide.pdf", (b"0 0 200 200", rules + b" " + words + hidden)), tmp_path)
    (item,) = result.items(StructureKind.TABLE)
    assert [cell.text for cell in item.table.cells] == [cell.decode() for cell in cells]
    assert item.box.x0 >= 0
    assert item.box.x1 <= 200
    assert codes(result) == []


def progressive_jpeg(scans: int) -> bytes:
    """Return a JPEG whose last scan is there so many times."""
    target = BytesIO()
    Image.effect_noise((64, 64), 50).save(target, "JPEG", progressive=True)
    content = target.getvalue()
    last = content.rindex(b"\xff\xda")
    return content[:last] + content[last:-2] * scans + content[-2:]


def with_picture(path: Path, jpeg: bytes, *, in_form: bool) -> Path:
    """Write a PDF whose second page shows the picture, and whose first one has text."""
    with pikepdf.open(write_content_pdf(path, (b"0 0 200 200", TEXT), (b"0 0 200 200", TEXT))) as pdf:
        picture = pdf.make_stream(
            jpeg, Type=pikepdf.Name.XObject, Subtype=pikepdf.Name.Image, Width=64, Height=64, BitsPerComponent=8
        )
        picture.ColorSpace, picture.Filter = pikepdf.Name.DeviceGray, pikepdf.Name.DCTDecode
        shown = picture
        if in_form:
            shown = pdf.make_stream(b"/I Do", Subtype=pikepdf.Name.Form, BBox=[0, 0, 1, 1])
            shown.Resources = pikepdf.Dictionary(XObject=pikepdf.Dictionary(I=picture))
        page = pdf.pages[1]
        page.obj.Resources = pikepdf.Dictionary(page.obj.Resources)
        page.obj.Resources.XObject = pikepdf.Dictionary(P=shown)
        page.contents_add(b"q 100 0 0 100 50 20 cm /P Do Q")
        pdf.save(path.with_suffix(".new.pdf"))
    return path.with_suffix(".new.pdf")


@pytest.mark.parametrize("in_form", [False, True])
def test_a_picture_with_too_many_scans_costs_only_itself(tmp_path, in_form):
    path = with_picture(tmp_path / "scans.pdf", progressive_jpeg(120), in_form=in_form)
    result = parse(path, tmp_path)
    assert [page.text.strip() for page in result.pages] == ["Delivery within ten days"] * 2
    (warning,) = result.warnings
    assert warning.code == "page_incomplete"
    assert "page 2" in warning.message


def test_a_picture_with_some_scans_is_kept(tmp_path):
    result = parse(with_picture(tmp_path / "scans.pdf", progressive_jpeg(1), in_form=False), tmp_path)
    assert codes(result) == []


def test_loading_a_page_may_fail_or_take_too_long(tmp_path, monkeypatch):
    path = tmp_path / "two.pdf"
    write_pdf(path, [[(72, 700, "First page")], [(72, 700, "Second page")]])
    load = pdfium.FPDF_LoadPage

    def load_slowly(document: object, index: int) -> object:
        while index == 0:
            pass
        return load(document, index)

    monkeypatch.setattr(page_reader, "READ_SECONDS", 0.2)
    monkeypatch.setattr(pdfium, "FPDF_LoadPage", load_slowly)
    result = parse(path, tmp_path)
    assert [page.text.strip() for page in result.pages] == ["", "Second page"]
    assert codes(result) == ["page_unreadable"]
