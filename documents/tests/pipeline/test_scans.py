"""Text read off pictures: on scanned pages, however they lie, with a place and a measure of doubt for every word."""

import pytest

from documents.pipeline.sandbox import Sandbox
from documents.tests.pipeline.conftest import DATA
from documents.types import ParsedPage, ParseOptions

SAID = "Docling bundles PDF document conversion to JSON and Markdown in an easy self contained package"


@pytest.mark.parametrize("name", ["scan.pdf", "scan_rotated_90.pdf"])
def test_a_scanned_page_is_read_however_it_lies(parse, name):
    result = parse(name)
    assert result.text.split() == SAID.split()
    assert result.warnings == []


def test_words_that_were_read_say_how_sure_they_are(parse):
    tokens = parse("scan.pdf").pages[0].tokens
    assert all(0.5 < token.confidence <= 1 for token in tokens)
    assert all(token.confidence is None for token in parse("contract.pdf").pages[0].tokens)


def test_words_lie_where_they_are_shown(parse):
    """On the second page the same picture lies on its side, and so do its words."""
    upright, turned = parse("scan.pdf").pages[0], parse("scan_rotated_90.pdf").pages[0]
    for before, after in zip(upright.tokens, turned.tokens, strict=True):
        x0, y0, x1, y1 = before.box
        assert after.box == pytest.approx((y0, turned.height - x1, y1, turned.height - x0), abs=10)


def test_a_scan_is_read_behind_the_walls_of_the_sandbox(sandbox: Sandbox, tmp_path):
    events = list(sandbox.parse(DATA / "scan.pdf", ParseOptions("application/pdf", str(tmp_path))))
    (page,) = (event for event in events if isinstance(event, ParsedPage))
    assert page.text.split() == SAID.split()
    assert page.tokens[0].confidence == pytest.approx(1, abs=0.1)
