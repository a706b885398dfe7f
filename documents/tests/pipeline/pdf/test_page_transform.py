"""The text and structure of a page do not depend on its rotation and size."""

import pikepdf
import pytest

from documents.tests.pipeline.conftest import DATA

SOURCE = DATA / "dpbench_127.pdf"
LINKS = DATA / "links.pdf"


def scale(factor: float):
    def change(pdf):
        page = pdf.pages[0]
        page.contents_add(pikepdf.Stream(pdf, f"q {factor} 0 0 {factor} 0 0 cm\n".encode()), prepend=True)
        page.contents_add(pikepdf.Stream(pdf, b"\nQ"))
        page.mediabox = page.cropbox = [float(edge) * factor for edge in page.mediabox]

    return change


def rotate(degrees: int):
    def change(pdf):
        pdf.pages[0].Rotate = degrees

    return change


@pytest.mark.parametrize(
    "change", [rotate(90), rotate(180), rotate(270), scale(2), scale(0.5)], ids=["90", "180", "270", "double", "half"]
)
def test_a_rotated_or_scaled_page_has_the_same_text_and_structure(parse_pdf, change):
    original, changed = parse_pdf(SOURCE, lambda _: None), parse_pdf(SOURCE, change)
    assert changed.text == original.text
    assert [(i.kind, i.level) for i in changed.items()] == [(i.kind, i.level) for i in original.items()]


def test_the_user_unit_of_a_page_is_applied(parse_pdf):
    def double(pdf):
        pdf.pages[0].UserUnit = 2

    plain, large = parse_pdf(LINKS), parse_pdf(LINKS, double)
    assert large.pages[0].width == 2 * plain.pages[0].width
    assert large.pages[0].tokens[0].box == pytest.approx([2 * side for side in plain.pages[0].tokens[0].box])
    assert large.items()[0].box == pytest.approx([2 * side for side in plain.items()[0].box])
    assert large.structure.links[0].box.x0 == 2 * plain.structure.links[0].box.x0


def test_a_user_unit_that_is_too_large_is_ignored_for_the_page_and_its_links(parse_pdf):
    def enlarge(pdf):
        pdf.pages[0].UserUnit = 999
        page = pdf.pages[0]
        page.mediabox = page.cropbox = [0, 0, 2000, 2000]

    def only_resize(pdf):
        enlarge(pdf)
        del pdf.pages[0].UserUnit

    plain, large = parse_pdf(LINKS, only_resize), parse_pdf(LINKS, enlarge)
    assert large.pages[0].width == plain.pages[0].width == 2000
    assert large.pages[0].tokens[0].box == plain.pages[0].tokens[0].box
    assert large.structure.links
    assert large.structure.links == plain.structure.links
