"""OCR of scanned pages and of pictures on pages with text: every word has a box and a confidence."""

from functools import cache

import pytest

from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.registry import parser_for
from documents.pipeline.sandbox import Sandbox
from documents.pipeline.sniff import PDF
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import Result, collect
from documents.types import ParsedPage, ParseOptions, StructureKind

EXPECTED = "Docling bundles PDF document conversion to JSON and Markdown in an easy self contained package"


@pytest.fixture(scope="module")
def recognize(tmp_path_factory):
    """Return a function that recognizes a scan of the test data once for all tests."""

    @cache
    def run(name: str) -> Result:
        options = ParseOptions(PDF, str(tmp_path_factory.mktemp("scan")))
        return collect(parser_for(PDF).parse(DATA / name, options))

    return run


@pytest.mark.parametrize("name", ["scan.pdf", "scan_rotated_90.pdf"])
def test_a_scanned_page_is_recognized_in_any_rotation(recognize, name):
    result = recognize(name)
    assert result.text.split() == EXPECTED.split()
    assert result.warnings == []


def test_only_words_from_ocr_have_a_confidence(recognize, parse):
    tokens = recognize("scan.pdf").pages[0].tokens
    assert all(0.5 < token.confidence <= 1 for token in tokens)
    assert all(token.confidence is None for token in parse("contract.pdf").pages[0].tokens)


@pytest.mark.full
def test_the_boxes_of_a_rotated_scan_are_rotated(recognize):
    upright, rotated = recognize("scan.pdf").pages[0], recognize("scan_rotated_90.pdf").pages[0]
    for before, after in zip(upright.tokens, rotated.tokens, strict=True):
        x0, y0, x1, y1 = before.box
        assert after.box == pytest.approx((y0, rotated.height - x1, y1, rotated.height - x0), abs=10)


@pytest.mark.full
def test_ocr_works_inside_the_sandbox(sandbox: Sandbox, tmp_path):
    events = list(sandbox.parse(DATA / "scan.pdf", ParseOptions("application/pdf", str(tmp_path))))
    (page,) = (event for event in events if isinstance(event, ParsedPage))
    assert page.text.split() == EXPECTED.split()
    assert page.tokens[0].confidence == pytest.approx(1, abs=0.1)


@pytest.fixture
def with_picture(tmp_path):
    """Write a contract with a picture of text beside the text of its first page."""
    document = pypdfium2.PdfDocument(DATA / "contract.pdf")
    page = document[0]
    bitmap = pypdfium2.PdfDocument(DATA / "scan.pdf")[0].render(scale=2, crop=(0, 650, 0, 60))
    image = pypdfium2.PdfImage.new(document)
    image.set_bitmap(bitmap)
    image.set_matrix(pypdfium2.PdfMatrix().scale(200, 44).translate(385, 400))
    page.insert_obj(image)
    page.gen_content()
    document.save(tmp_path / "with-picture.pdf")
    return tmp_path / "with-picture.pdf"


def test_text_in_a_picture_on_a_page_with_text_is_added_to_it(parse, with_picture):
    page, plain = parse(with_picture).pages[0], parse("contract.pdf").pages[0]
    recognized = [token for token in page.tokens if token.confidence is not None]
    assert [token.text for token in recognized] == EXPECTED.split()
    assert [token.text for token in page.tokens if token.confidence is None] == [token.text for token in plain.tokens]


def test_text_in_a_picture_on_a_page_with_text_is_no_heading(parse, with_picture):
    result = parse(with_picture)
    headings = " ".join(result.text_of(item) for item in result.items(StructureKind.TITLE, StructureKind.HEADING))
    assert not set(EXPECTED.split()) & set(headings.split()) - {"to", "and", "an"}


@pytest.mark.full
@pytest.mark.parametrize(("extra", "is_recognized"), [({}, True), ({"ocr": "off"}, False)])
def test_the_forced_ocr_parser_replaces_text_unless_ocr_is_off(tmp_path, extra, is_recognized):
    document = pypdfium2.PdfDocument(DATA / "contract.pdf")
    for _ in range(len(document) - 1):
        del document[1]
    document.save(tmp_path / "page.pdf")
    parser = parser_for("application/pdf", name="pdfium-ocr")
    page = collect(parser.parse(tmp_path / "page.pdf", ParseOptions(PDF, str(tmp_path), extra=extra))).pages[0]
    assert all((token.confidence is not None) == is_recognized for token in page.tokens)
    assert "Physician Sales & Service, Inc." in page.text


def test_only_the_text_of_the_pages_is_extracted_if_ocr_is_off(parse, with_picture):
    # proves: X-28
    assert parse(with_picture, extra={"ocr": "off"}).text == parse("contract.pdf").text
    assert parse("page.png", extra={"ocr": "off"}).text.strip() == ""
