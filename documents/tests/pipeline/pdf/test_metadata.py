"""Metadata, outline, links and page labels of PDFs."""

import pikepdf
import pytest

from documents.tests.pipeline.conftest import DATA
from documents.types import Box, OutlineEntry

LINKS = DATA / "links.pdf"


class TestLinks:
    def test_a_link_has_its_page_box_and_url(self, parse_pdf):
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
    def test_only_safe_links_are_kept(self, parse_pdf, action, target):
        """proves: V5.3.2"""

        def change(pdf):
            values = {key: pikepdf.Name(value) if key == "/S" else value for key, value in action.items()}
            if action["/S"] == "/GoTo":
                values["/D"] = [pdf.pages[0].obj, pikepdf.Name.Fit]
            (link,) = (each for each in pdf.pages[0].Annots if each.Subtype == "/Link")
            link.A = pikepdf.Dictionary(values)

        assert [link.target for link in parse_pdf(LINKS, change).structure.links] == target

    def test_a_link_is_rotated_with_its_page(self, parse_pdf):
        def rotate(pdf):
            pdf.pages[0].Rotate = 90

        result = parse_pdf(LINKS, rotate)
        page, (link,) = result.pages[0], result.structure.links
        assert 0 <= link.box.x0 < link.box.x1 <= page.width
        assert 0 <= link.box.y0 < link.box.y1 <= page.height
        assert link.box.y1 - link.box.y0 == pytest.approx(20.7, abs=0.1)  # its width before


class TestOutline:
    def test_entries_have_levels_and_pages(self, parse_pdf):
        outline = parse_pdf(LINKS).structure.outline
        assert outline[0] == OutlineEntry("7.18.5-2 Links", 1, 1)
        assert len(outline) == 3

    def test_an_outline_with_a_reference_cycle_is_read_once(self, parse_pdf):
        def add_cycle(pdf):
            first = pdf.Root.Outlines.First
            first.Next = first
            first.First = first

        assert len(parse_pdf(LINKS, add_cycle).structure.outline) == 1

    def test_very_deep_levels_are_cut_off(self, parse_pdf):
        def deepen(pdf):
            entry = pdf.Root.Outlines.First
            for number in range(200):
                entry.First = pdf.make_indirect(pikepdf.Dictionary(Title=f"Level {number}", Parent=entry))
                entry = entry.First

        assert max(entry.level for entry in parse_pdf(LINKS, deepen).structure.outline) == 20


class TestMetadata:
    def test_author_and_date_are_returned(self, parse_pdf):
        metadata = parse_pdf(LINKS).structure.metadata
        assert metadata["author"] == "veraPDF Consortium"
        assert metadata["created"] == "2020-01-04T14:07:35+03:00"

    @pytest.mark.parametrize(
        ("written", "expected"),
        [
            ("D:20260131094500+01'00'", "2026-01-31T09:45:00+01:00"),
            ("D:20260131094500Z", "2026-01-31T09:45:00Z"),
            ("D:20260131", "2026-01-31"),
            ("D:2026", "2026-01-01"),
            ("yesterday", "yesterday"),
        ],
    )
    def test_dates_are_converted_to_iso_8601(self, parse_pdf, written, expected):
        def change(pdf):
            pdf.docinfo["/CreationDate"] = written

        assert parse_pdf(LINKS, change).structure.metadata["created"] == expected

    def test_control_and_direction_characters_are_removed(self, parse_pdf):
        def change(pdf):
            pdf.docinfo["/Author"] = "Eve\u202e\x07 \n Adams"

        assert parse_pdf(LINKS, change).structure.metadata["author"] == "Eve Adams"


class TestPageLabels:
    def test_pages_have_the_labels_of_the_document(self, parse_pdf):
        def label(pdf):
            for _ in range(4):
                pdf.add_blank_page()
            roman = pikepdf.Dictionary(S=pikepdf.Name.r)
            decimal = pikepdf.Dictionary(S=pikepdf.Name.D, P="A-")
            pdf.Root.PageLabels = pikepdf.Dictionary(Nums=[0, roman, 3, decimal])

        pages = parse_pdf(LINKS, label, extra={"ocr": "off"}).pages
        assert [page.label for page in pages] == ["i", "ii", "iii", "A-1", "A-2"]

    def test_page_numbers_are_no_labels(self, parse_pdf):
        def label(pdf):
            pdf.Root.PageLabels = pikepdf.Dictionary(Nums=[0, pikepdf.Dictionary(S=pikepdf.Name.D)])

        assert [page.label for page in parse_pdf(LINKS, label).pages] == [""]
