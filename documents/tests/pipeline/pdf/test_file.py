"""Opening PDFs: every failure has its own error, and files with small flaws are parsed."""

import random
from pathlib import Path

import pytest
from PIL import Image

from documents.errors import (
    CorruptDocument,
    EmptyFile,
    EncryptedDocument,
    NoPages,
    TooManyPages,
    TruncatedDocument,
)
from documents.pipeline.pdf.file import open_pdf
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdfium import pypdfium2
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions

CONTRACT = (DATA / "contract.pdf").read_bytes()


def parse_bytes(data: bytes, tmp_path, **options) -> Result:
    path = tmp_path / "upload.pdf"
    path.write_bytes(data)
    return collect(PdfParser().parse(path, ParseOptions("application/pdf", str(tmp_path), **options)))


@pytest.mark.parametrize(
    ("data", "failure"),
    [
        (b"", EmptyFile),
        (random.Random(1).randbytes(4000), CorruptDocument),
        (b"%PDF-1.4\n" + random.Random(2).randbytes(4000) + b"\n%%EOF", CorruptDocument),
        (CONTRACT[: len(CONTRACT) // 2], TruncatedDocument),
        (CONTRACT[: len(CONTRACT) * 9 // 10], TruncatedDocument),
        (CONTRACT[:2000], TruncatedDocument),
        ((DATA / "encrypted_foo.pdf").read_bytes(), EncryptedDocument),
        ((DATA / "no_pages.pdf").read_bytes(), NoPages),
    ],
    ids=["empty", "noise", "noise with a header", "half", "nine tenths", "beginning", "password", "no pages"],
)
def test_each_failure_has_its_own_error(tmp_path, data, failure):
    with pytest.raises(failure) as raised:
        parse_bytes(data, tmp_path)
    assert type(raised.value) is failure


def test_too_many_pages_are_refused_before_any_is_parsed(tmp_path):
    with pytest.raises(TooManyPages) as raised:
        parse_bytes(CONTRACT, tmp_path, max_pages=7)
    assert raised.value.data == {"pages": 8, "limit": 7}


@pytest.mark.parametrize(
    ("name", "passwords"),
    [
        ("encrypted_open.pdf", ()),  # the empty password opens it
        ("encrypted_foo.pdf", ("wrong", "foo")),
    ],
)
def test_a_known_password_opens_an_encrypted_file(parse, name, passwords):
    assert parse(name, passwords=passwords).pages[0].tokens


@pytest.mark.parametrize(
    "data",
    [
        CONTRACT + bytes(3000),  # padding, as some stores add it
        CONTRACT + b"<html>downloaded with a banner</html>",
        b"\r\n" + CONTRACT,
        CONTRACT[: CONTRACT.rindex(b"startxref")],  # only the last pointer is missing
    ],
    ids=["zeros after", "junk after", "junk before", "no startxref"],
)
def test_a_complete_file_with_a_flaw_is_parsed_completely(tmp_path, data):
    assert parse_bytes(data, tmp_path).page_count == 8


def test_a_truncated_incremental_update_is_an_error(tmp_path):
    update = b"\n99 0 obj\n<</Type/Page/Parent 3 0 R/Contents 100 0 R"
    with pytest.raises(TruncatedDocument):
        parse_bytes(CONTRACT + update, tmp_path)


@pytest.fixture
def with_pictures(tmp_path) -> Path:
    """Write a contract, two pages with a picture without text, and an empty page."""
    gradient = Image.linear_gradient("L").resize((600, 400))
    gradient.save(tmp_path / "gradient.pdf", "PDF", save_all=True, append_images=[gradient])
    document = pypdfium2.PdfDocument(DATA / "contract.pdf")
    document.import_pages(pypdfium2.PdfDocument(tmp_path / "gradient.pdf"))
    document.new_page(300, 300)
    document.save(tmp_path / "with-pictures.pdf")
    return tmp_path / "with-pictures.pdf"


@pytest.mark.full
def test_one_warning_lists_the_pages_without_recognized_text_but_no_empty_pages(parse, with_pictures):
    (warning,) = parse(with_pictures).warnings
    assert warning.code == "no_text_on_page"
    assert "pages 9, 10:" in warning.message


def test_a_warning_says_that_ocr_is_switched_off(parse, with_pictures):
    # proves: X-28
    (warning,) = parse(with_pictures, extra={"ocr": "off"}).warnings
    assert warning.code == "no_text_on_page"
    assert "switched off" in warning.message


def test_a_file_can_be_opened_after_another_one_failed(tmp_path):
    (tmp_path / "noise.pdf").write_bytes(b"noise" * 100)
    for _ in range(3):
        with pytest.raises(CorruptDocument), open_pdf(tmp_path / "noise.pdf"):
            pass
        with open_pdf(DATA / "contract.pdf"):
            pass
