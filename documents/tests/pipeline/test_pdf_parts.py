"""What a PDF carries beside its pages: forms, links, an outline, facts, units; and the PDF made for the viewer."""

import ctypes
import random
from pathlib import Path

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from documents.pipeline.pdf.parser import PdfParser
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import Result, collect
from documents.types import Box, Link, OutlineEntry, ParseOptions, Rendition

FORM, LINKS = DATA / "acroform.pdf", DATA / "links.pdf"


@pytest.fixture
def parse_pdf(tmp_path):
    """Parse a file, or one that was changed before."""

    def run(source: Path, change=None, **options) -> Result:
        if change is not None:
            with pikepdf.open(source) as pdf:
                change(pdf)
                source = tmp_path / "changed.pdf"
                pdf.save(source)
        return collect(PdfParser().parse(source, ParseOptions("application/pdf", str(tmp_path), **options)))

    return run


def widgets(pdf):
    return [each for page in pdf.pages for each in page.get("/Annots", ()) if each.get("/Subtype") == "/Widget"]


def words_of(result: Result) -> list[str]:
    return [token.text for page in result.pages for token in page.tokens]


class TestForms:
    VALUES = {"s", "d", "f", "m1", "m2", "m3", "m4"}

    def test_what_is_filled_in_becomes_words_at_their_places(self, parse_pdf):
        result = parse_pdf(FORM)
        tokens = {token.text: token.box for token in result.pages[0].tokens}
        assert tokens.keys() >= self.VALUES
        label, value = tokens["DROPDOWN"], tokens["s"]
        assert value.x0 > label.x1

    def test_a_value_without_a_look_is_given_one(self, parse_pdf):
        """Programs that fill in forms often leave the drawing to the reader."""

        def without_looks(pdf):
            for widget in widgets(pdf):
                del widget.AP

        assert set(words_of(parse_pdf(FORM, without_looks))) >= self.VALUES

    def test_what_is_hidden_stays_hidden(self, parse_pdf):
        def hide(pdf):
            for widget in widgets(pdf):
                widget.F = 2

        assert not self.VALUES & set(words_of(parse_pdf(FORM, hide)))

    def test_the_viewer_shows_the_same_words_without_knowing_of_forms(self, parse_pdf):
        result = parse_pdf(FORM)
        with pikepdf.open(result.rendition.path) as pdf:
            assert "/AcroForm" not in pdf.Root
            assert widgets(pdf) == []
        again = parse_pdf(Path(result.rendition.path))
        assert [page.tokens for page in again.pages] == [page.tokens for page in result.pages]

    def test_a_form_drawn_by_a_program_is_told(self, parse_pdf):
        def xfa(pdf):
            pdf.Root.AcroForm.XFA = pdf.make_stream(b"<xdp:xdp/>")
            pdf.Root.NeedsRendering = True

        assert [warning.code for warning in parse_pdf(FORM, xfa).warnings] == ["dynamic_form"]
        assert parse_pdf(FORM).warnings == []


class TestLinks:
    def test_addresses_pages_and_places(self, parse_pdf):
        (link,) = parse_pdf(LINKS).structure.links
        assert (link.page, link.target) == (1, "https://verapdf.org/")
        assert link.box == pytest.approx(Box(323.3, 106.9, 344.0, 120.7), abs=0.1)

    @pytest.mark.parametrize(
        ("action", "target"),
        [
            ({"/S": "/URI", "/URI": "mailto:a@example.org"}, ["mailto:a@example.org"]),
            ({"/S": "/URI", "/URI": "www.example.org/a"}, ["https://www.example.org/a"]),
            ({"/S": "/URI", "/URI": "javascript:alert(1)"}, []),
            ({"/S": "/URI", "/URI": "file:///etc/passwd"}, []),
            ({"/S": "/JavaScript", "/JS": "app.alert(1)"}, []),
            ({"/S": "/Launch", "/F": "calc.exe"}, []),
            ({"/S": "/GoTo", "/D": "own page"}, ["#1"]),
        ],
        ids=str,
    )
    def test_only_what_a_person_can_follow_without_harm(self, parse_pdf, action, target):
        """proves: V5.3.2"""

        def change(pdf):
            values = {key: pikepdf.Name(value) if key == "/S" else value for key, value in action.items()}
            if action["/S"] == "/GoTo":
                values["/D"] = [pdf.pages[0].obj, pikepdf.Name.Fit]
            (link,) = (each for each in pdf.pages[0].Annots if each.Subtype == "/Link")
            link.A = pikepdf.Dictionary(values)

        assert [link.target for link in parse_pdf(LINKS, change).structure.links] == target

    def test_a_link_moves_with_its_page(self, parse_pdf):
        def turn(pdf):
            pdf.pages[0].Rotate = 90

        result = parse_pdf(LINKS, turn)
        page, (link,) = result.pages[0], result.structure.links
        assert 0 <= link.box.x0 < link.box.x1 <= page.width
        assert 0 <= link.box.y0 < link.box.y1 <= page.height
        assert link.box.y1 - link.box.y0 == pytest.approx(20.7, abs=0.1)  # it was that wide


class TestOutline:
    def test_levels_and_pages(self, parse_pdf):
        outline = parse_pdf(LINKS).structure.outline
        assert outline[0] == OutlineEntry("7.18.5-2 Links", 1, 1)
        assert len(outline) == 3

    def test_one_that_leads_in_circles_is_read_once(self, parse_pdf):
        def circle(pdf):
            first = pdf.Root.Outlines.First
            first.Next = first
            first.First = first

        assert len(parse_pdf(LINKS, circle).structure.outline) == 1

    def test_one_that_is_very_deep_is_cut(self, parse_pdf):
        def deepen(pdf):
            entry = pdf.Root.Outlines.First
            for number in range(200):
                entry.First = pdf.make_indirect(pikepdf.Dictionary(Title=f"Level {number}", Parent=entry))
                entry = entry.First

        assert max(entry.level for entry in parse_pdf(LINKS, deepen).structure.outline) == 20


class TestFacts:
    def test_who_made_it_and_when(self, parse_pdf):
        facts = parse_pdf(LINKS).structure.facts
        assert facts["author"] == "veraPDF Consortium"
        assert facts["created"] == "2020-01-04T14:07:35+03:00"

    @pytest.mark.parametrize(
        ("written", "told"),
        [
            ("D:20260131094500+01'00'", "2026-01-31T09:45:00+01:00"),
            ("D:20260131094500Z", "2026-01-31T09:45:00Z"),
            ("D:20260131", "2026-01-31"),
            ("D:2026", "2026-01-01"),
            ("yesterday", "yesterday"),
        ],
    )
    def test_dates_are_told_in_one_way(self, parse_pdf, written, told):
        def change(pdf):
            pdf.docinfo["/CreationDate"] = written

        assert parse_pdf(LINKS, change).structure.facts["created"] == told

    def test_controls_and_turned_text_are_not_passed_on(self, parse_pdf):
        def change(pdf):
            pdf.docinfo["/Author"] = "Eve\u202e\x07 \n Adams"

        assert parse_pdf(LINKS, change).structure.facts["author"] == "Eve Adams"


class TestPageLabels:
    def test_pages_are_called_what_the_document_calls_them(self, parse_pdf):
        def label(pdf):
            for _ in range(4):
                pdf.add_blank_page()
            roman = pikepdf.Dictionary(S=pikepdf.Name.r)
            decimal = pikepdf.Dictionary(S=pikepdf.Name.D, P="A-")
            pdf.Root.PageLabels = pikepdf.Dictionary(Nums=[0, roman, 3, decimal])

        pages = parse_pdf(LINKS, label, extra={"ocr": "off"}).pages
        assert [page.label for page in pages] == ["i", "ii", "iii", "A-1", "A-2"]

    def test_numbers_are_no_labels(self, parse_pdf):
        def label(pdf):
            pdf.Root.PageLabels = pikepdf.Dictionary(Nums=[0, pikepdf.Dictionary(S=pikepdf.Name.D)])

        assert [page.label for page in parse_pdf(LINKS, label).pages] == [""]


class TestUserUnit:
    def test_a_page_is_as_large_as_it_says(self, parse_pdf):
        def double(pdf):
            pdf.pages[0].UserUnit = 2

        plain, large = parse_pdf(LINKS), parse_pdf(LINKS, double)
        assert large.pages[0].width == 2 * plain.pages[0].width
        assert large.pages[0].tokens[0].box == pytest.approx([2 * side for side in plain.pages[0].tokens[0].box])
        assert large.items()[0].box == pytest.approx([2 * side for side in plain.items()[0].box])
        assert large.structure.links[0].box.x0 == 2 * plain.structure.links[0].box.x0


class TestForTheViewer:
    def test_a_small_file_is_shown_as_it_came(self, parse_pdf):
        assert parse_pdf(DATA / "contract.pdf").of(Rendition) == []

    def test_a_protected_file_is_opened_for_the_viewer(self, parse_pdf):
        result = parse_pdf(DATA / "encrypted_foo.pdf", passwords=("foo",))
        with pikepdf.open(result.rendition.path) as pdf:
            assert not pdf.is_encrypted

    @pytest.mark.parametrize(("name", "passwords"), [("acroform.pdf", ()), ("encrypted_foo.pdf", ("foo",))])
    def test_the_same_file_gives_the_same_bytes(self, parse_pdf, name, passwords):
        """So that the store keeps them once, however often a document is processed."""
        made = {Path(parse_pdf(DATA / name, passwords=passwords).rendition.path).read_bytes() for _ in range(2)}
        assert len(made) == 1

    def test_the_links_of_a_form_stay(self, parse_pdf):
        def add_link(pdf):
            address = pikepdf.Dictionary(S=pikepdf.Name.URI, URI="https://example.org/")
            link = pikepdf.Dictionary(
                Type=pikepdf.Name.Annot, Subtype=pikepdf.Name.Link, Rect=[10, 10, 50, 20], A=address
            )
            pdf.pages[0].Annots.append(pdf.make_indirect(link))

        result = parse_pdf(FORM, add_link)
        again = parse_pdf(Path(result.rendition.path))
        assert again.structure.links == result.structure.links
        assert [link.target for link in again.structure.links] == ["https://example.org/"]
        assert isinstance(again.structure.links[0], Link)

    def test_a_page_in_the_middle_of_a_long_file_takes_few_parts(self, tmp_path):
        """400 pages with a picture each; parts of 64 kB, as the viewer asks for them."""
        scattered = tmp_path / "long.pdf"
        write_scattered(scattered, pages=400, picture=10_000)
        options = ParseOptions("application/pdf", str(tmp_path), extra={"ocr": "off"})
        result = collect(PdfParser().parse(scattered, options))
        arranged = Path(result.rendition.path)
        assert scattered.stat().st_size > 4_000_000
        assert parts_read(scattered, page=300) > 40
        assert parts_read(arranged, page=300) <= 8


def write_scattered(path: Path, *, pages: int, picture: int) -> None:
    """Every page lies beside its picture, as programs write that print page by page."""
    noise, places = random.Random(5), []
    with path.open("wb") as file:

        def write(*lines: bytes) -> None:
            places.append(file.tell())
            file.write(b"\n".join([b"%d 0 obj" % len(places), *lines, b"endobj\n"]))

        file.write(b"%PDF-1.4\n")
        for number in range(pages):
            image = 2 * number + 1
            look = b"/Width 100 /Height %d /ColorSpace /DeviceGray /BitsPerComponent 8" % (picture // 100)
            write(
                b"<< /Type /XObject /Subtype /Image %s /Length %d >>" % (look, picture),
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
        file.write(b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1))
        file.write(b"".join(b"%010d 00000 n \n" % place for place in places))
        size = len(places)
        file.write(b"trailer << /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size + 1, size, start))


def parts_read(path: Path, *, page: int, part: int = 65_536) -> int:
    """How many parts of the file pdfium needs until it has drawn a page."""
    data = path.read_bytes()
    parts: set[int] = set()

    @ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_ulong, ctypes.POINTER(ctypes.c_ubyte), ctypes.c_ulong)
    def get(_, position, buffer, size):
        parts.update(range(position // part, (position + size - 1) // part + 1))
        ctypes.memmove(buffer, data[position : position + size], size)
        return 1

    access = pdfium.FPDF_FILEACCESS(len(data), get, None)
    document = pypdfium2.PdfDocument(pdfium.FPDF_LoadCustomDocument(access, None))
    document[page - 1].render(scale=0.2)
    document.close()
    return len(parts)
