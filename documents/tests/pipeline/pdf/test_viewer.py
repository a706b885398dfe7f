"""The PDF for the viewer."""

import ctypes
import random
from pathlib import Path

import pikepdf
import pytest

from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.pdfium import raw as pdfium
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import Link, ParseOptions, Rendition


def test_a_small_file_is_served_unchanged(parse_pdf):
    assert parse_pdf(DATA / "contract.pdf").of(Rendition) == []


def test_an_encrypted_file_is_decrypted_for_the_viewer(parse_pdf):
    result = parse_pdf(DATA / "encrypted_foo.pdf", passwords=("foo",))
    with pikepdf.open(result.rendition.path) as pdf:
        assert not pdf.is_encrypted


@pytest.mark.parametrize(("name", "passwords"), [("acroform.pdf", ()), ("encrypted_foo.pdf", ("foo",))])
def test_the_same_file_gives_the_same_bytes(parse_pdf, name, passwords):
    """A blob is then stored once, however often a document is processed."""
    renditions = {Path(parse_pdf(DATA / name, passwords=passwords).rendition.path).read_bytes() for _ in range(2)}
    assert len(renditions) == 1


def test_the_links_of_a_form_are_kept(parse_pdf):
    def add_link(pdf):
        action = pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://example.org/")
        link = pikepdf.Dictionary(Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[10, 10, 50, 20], A=action)
        pdf.pages[0].Annots.append(pdf.make_indirect(link))

    result = parse_pdf(DATA / "acroform.pdf", add_link)
    again = parse_pdf(Path(result.rendition.path))
    assert again.structure.links == result.structure.links
    assert [link.target for link in again.structure.links] == ["https://example.org/"]
    assert isinstance(again.structure.links[0], Link)


def test_a_page_in_the_middle_of_a_long_file_needs_few_ranges(tmp_path):
    """The file has 400 pages with a picture each. The viewer requests ranges of 64 kB."""
    scattered = tmp_path / "long.pdf"
    write_scattered(scattered, pages=400, picture=10_000)
    options = ParseOptions("application/pdf", str(tmp_path), extra={"ocr": "off"})
    result = collect(PdfParser().parse(scattered, options))
    rearranged = Path(result.rendition.path)
    assert scattered.stat().st_size > 4_000_000
    assert count_ranges(scattered, page=300) > 40
    assert count_ranges(rearranged, page=300) <= 8


def write_scattered(path: Path, *, pages: int, picture: int) -> None:
    """Write a PDF in which every page is followed by its picture, as many programs do."""
    noise, offsets = random.Random(5), []
    with path.open("wb") as file:

        def write(*lines: bytes) -> None:
            offsets.append(file.tell())
            file.write(b"\n".join([b"%d 0 obj" % len(offsets), *lines, b"endobj\n"]))

        file.write(b"%PDF-1.4\n")
        for number in range(pages):
            image = 2 * number + 1
            attributes = b"/Width 100 /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8" % (picture // 100)
            write(
                b"<< /Type /XObject /Subtype /Image %s /Length %d >>" % (attributes, picture),
                b"stream",
                noise.randbytes(picture),
                b"endstream",
            )
            write(
                b"<< /Type /Page /Parent %d 0 R /MediaBox [0 0 612 792]" % (2 * pages + 1),
                b"/Resources << /XObject << /I %d 0 R >> >> >>" % image,
            )
        kids = b" ".join(b"%d 0 R" % (2 * number + 2) for number in range(pages))
        write(b"<< /Type /Pages /Count %d /Kids [%s] >>" % (pages, kids))
        write(b"<< /Type /Catalog /Pages %d 0 R >>" % (2 * pages + 1))
        start = file.tell()
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(offsets) + 1))
        file.write(b"".join(b"%010d 00000 n \n" % offset for offset in offsets))
        size = len(offsets)
        file.write(b"trailer << /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size + 1, size, start))


def count_ranges(path: Path, *, page: int, size_of_range: int = 65_536) -> int:
    """Count the ranges of the file that pdfium reads to render a page."""
    data = path.read_bytes()
    ranges: set[int] = set()

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_ulong)
    def get(_, position, buffer, size):
        ranges.update(range(position // size_of_range, (position + size - 1) // size_of_range + 1))
        ctypes.memmove(buffer, data[position : position + size], size)
        return 1

    access = pdfium.FPDF_FILEACCESS(len(data), get, None)
    document = pypdfium2.PdfDocument(pdfium.FPDF_LoadCustomDocument(access, None))
    document[page - 1].render(scale=0.2)
    document.close()
    return len(ranges)
