"""Markup that lies too deep inside itself is refused before any parser sees it."""

import pytest

from documents.errors import UnsafeDocument
from documents.pipeline.text.nesting import MOST, refuse_deep_nesting


def test_elements_without_end_inside_each_other_are_refused(tmp_path):
    # proves: V5.2.3
    path = tmp_path / "deep.html"
    path.write_bytes(b"<div>" * 100_000 + b"x")
    with pytest.raises(UnsafeDocument):
        refuse_deep_nesting(path)


@pytest.mark.parametrize(
    "html",
    [
        "<p>one" * 5 * MOST,
        "<ul>" + "<li>one" * 5 * MOST,
        "<br>" * 5 * MOST,
        "<g/>" * 5 * MOST,
        "<table>" + "<tr><td><font><b>x</td></tr>" * 5 * MOST,
        "</div>" * 5 * MOST,
        "a < b and c > d " * 5 * MOST,
    ],
    ids=["paragraphs", "items", "void", "closed at once", "left open in cells", "ends alone", "no tags"],
)
def test_sloppy_pages_are_read(tmp_path, html):
    path = tmp_path / "page.html"
    path.write_text(html)
    refuse_deep_nesting(path)
