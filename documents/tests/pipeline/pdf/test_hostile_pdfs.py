"""Files that crashed PDF readers, and decompression bombs: each ends with pages or an error, in the same process.

`data/hostile` is a sample of the test suites of pdfium, qpdf, pdf.js and opendataloader.
"""

import time
import zlib
from pathlib import Path

import pytest

from core.errors import DomainError
from documents.errors import ParserTimeout
from documents.pipeline.sandbox import Limits, Sandbox
from documents.pipeline.sniff import PDF
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions

# The error code of each; "" means pages.
SAMPLE = {
    "odl_fake-jpg": "corrupt_document",  # an image with the extension .pdf
    "pdfium_bug_325_a": "truncated_document",  # an object that contains itself
    "pdfium_bug_xrefv4_loop": "",  # a cross-reference table with a cycle
    "pdfium_encrypted_hello_world_r2": "encrypted_document",
    "pdfium_trailer_unterminated": "corrupt_document",
    "pdfjs_ContentStreamCycleType3insideType3": "",  # a Type 3 glyph that draws itself
    "pdfjs_Pages-tree-refs": "",  # a page tree with a cycle
    "pdfjs_recursiveCompositGlyf": "",
    "qpdf_70055.fuzz": "corrupt_document",
    "qpdf_bad-encryption-length": "encrypted_document",
    "qpdf_bad37": "",
    "qpdf_issue-120": "no_pages",
    "qpdf_issue-143": "corrupt_document",
    "qpdf_nested-form-xobjects-inline-images": "",
}


def outcome(sandbox: Sandbox, path: Path, scratch: Path) -> str:
    """Return the error code of a parse, or "" for pages."""
    options = ParseOptions(PDF, str(scratch), extra={"ocr": "off"})
    try:
        collect(sandbox.parse(path, options, deadline=time.monotonic() + 240))
    except DomainError as error:
        return error.code
    return ""


def thumbnail_outcome(sandbox: Sandbox, path: Path) -> str:
    try:
        sandbox.thumbnail(path, PDF, deadline=time.monotonic() + 240)
    except DomainError as error:
        return error.code
    return ""


@pytest.mark.parametrize(("name", "code"), SAMPLE.items(), ids=SAMPLE)
def test_files_that_crashed_readers_do_not_crash_the_sandbox(sandbox, tmp_path, name, code):
    path = DATA / "hostile" / f"{name}.pdf"
    outcome(sandbox, DATA / "contract.pdf", tmp_path)
    before = sandbox.pid
    assert outcome(sandbox, path, tmp_path) == code
    assert thumbnail_outcome(sandbox, path) in {"", code, "corrupt_document"}
    assert sandbox.pid == before


def pdf_of(*objects: bytes) -> bytes:
    body = b"".join(b"%d 0 obj%s\nendobj\n" % (number, each) for number, each in enumerate(objects, 1))
    return b"%PDF-1.4\n" + body + b"trailer<</Root 1 0 R>>\n"


CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
PAGE = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Contents 4 0 R>>"
ONE_PAGE = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def stream(data: bytes, filters: bytes) -> bytes:
    return b"<</Filter[%s]/Length %d>>stream\n%s\nendstream" % (filters, len(data), data)


def compressed_twice(megabytes: int) -> bytes:
    return zlib.compress(zlib.compress(bytes(megabytes << 20), 9), 9)


BOMBS = {
    "a page of 200 MB in 300 bytes": lambda: pdf_of(
        CATALOG, ONE_PAGE, PAGE, stream(compressed_twice(200), b"/FlateDecode/FlateDecode")
    ),
    "a page with a side of 35 km": lambda: pdf_of(
        CATALOG, ONE_PAGE, PAGE.replace(b"0 0 200 200", b"0 0 1e8 1e8"), stream(b"", b"")
    ),
    "a page tree that contains itself": lambda: pdf_of(
        CATALOG, b"<</Type/Pages/Kids[3 0 R 2 0 R]/Count 2>>", PAGE, stream(b"", b"")
    ),
    "a wrong page count": lambda: pdf_of(CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 200000>>", PAGE, stream(b"", b"")),
}


@pytest.mark.parametrize("make", BOMBS.values(), ids=BOMBS)
def test_small_files_that_claim_to_be_large_do_no_harm(sandbox, tmp_path, make):
    # proves: V5.2.1 V5.2.6
    path = tmp_path / "bomb.pdf"
    path.write_bytes(make())
    outcome(sandbox, DATA / "contract.pdf", tmp_path)
    before = sandbox.pid
    assert outcome(sandbox, path, tmp_path) in {"", "too_many_pages", "no_pages", "corrupt_document"}
    assert thumbnail_outcome(sandbox, path) in {"", "corrupt_document"}
    assert sandbox.pid == before


def test_a_page_of_kilometres_is_refused_with_its_reason(sandbox, tmp_path):
    path = tmp_path / "large.pdf"
    page = PAGE.replace(b"[0 0 200 200]", b"[0 0 9000000 9000000]")
    assert page != PAGE
    path.write_bytes(pdf_of(CATALOG, ONE_PAGE, page, stream(b"", b"")))
    assert outcome(sandbox, path, tmp_path) == "page_too_large"


TINY_TILES = pdf_of(
    CATALOG,
    ONE_PAGE,
    PAGE.replace(b"/Contents", b"/Resources<</Pattern<</P 5 0 R>>>>/Contents"),
    stream(b"/Pattern cs /P scn 0 0 200 200 re f", b""),
    b"<</PatternType 1/PaintType 1/TilingType 1/BBox[0 0 5 5]/XStep .001/YStep .001/Resources<<>>/Length 12>>stream\n"
    b"0 0 5 5 re f\nendstream",
)


@pytest.mark.full
def test_an_endless_pattern_fails_only_the_thumbnail(tmp_path):
    """A pattern has forty thousand million tiles. The page is parsed at once, and rendering it is aborted."""
    # proves: V5.2.1
    path = tmp_path / "tiles.pdf"
    path.write_bytes(TINY_TILES)
    sandbox = Sandbox(limits=Limits(thumbnail_cpu_seconds=1))
    with pytest.raises(ParserTimeout):
        sandbox.thumbnail(path, PDF)
    assert outcome(sandbox, path, tmp_path) == ""
    sandbox.close()
