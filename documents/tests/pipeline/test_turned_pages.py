"""A page says the same however it is shown, and however large it is."""

import pikepdf
import pytest

from documents.pipeline.pdf.parser import PdfParser
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions

SOURCE = DATA / "dpbench_127.pdf"


@pytest.fixture
def parse_changed(tmp_path):
    def run(change=None) -> Result:
        path = tmp_path / "changed.pdf"
        with pikepdf.open(SOURCE) as pdf:
            if change is not None:
                change(pdf, pdf.pages[0])
            pdf.save(path)
        return collect(PdfParser().parse(path, ParseOptions("application/pdf", str(tmp_path))))

    return run


def scale(factor: float):
    def change(pdf, page):
        page.contents_add(pikepdf.Stream(pdf, f"q {factor} 0 0 {factor} 0 0 cm\n".encode()), prepend=True)
        page.contents_add(pikepdf.Stream(pdf, b"\nQ"))
        page.mediabox = page.cropbox = [float(edge) * factor for edge in page.mediabox]

    return change


def turn(degrees: int):
    def change(_, page):
        page.Rotate = degrees

    return change


@pytest.mark.parametrize(
    "change", [turn(90), turn(180), turn(270), scale(2), scale(0.5)], ids=["90", "180", "270", "twice", "half"]
)
def test_the_same_words_in_the_same_order_and_the_same_structure(parse_changed, change):
    as_it_is, changed = parse_changed(), parse_changed(change)
    assert changed.text == as_it_is.text
    assert [(i.kind, i.level) for i in changed.items()] == [(i.kind, i.level) for i in as_it_is.items()]
