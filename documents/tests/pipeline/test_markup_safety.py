"""Deeply nested markup is refused before it is parsed."""

import pytest

from documents.errors import UnsafeDocument
from documents.pipeline.text.markup_safety import MAX_DEPTH, refuse_deep_nesting


def test_deep_nesting_is_refused(tmp_path):
    # proves: V5.2.3
    path = tmp_path / "deep.html"
    path.write_bytes(b"<div>" * 100_000 + b"x")
    with pytest.raises(UnsafeDocument):
        refuse_deep_nesting(path)


@pytest.mark.parametrize(
    "html",
    [
        "<p>one" * 5 * MAX_DEPTH,
        "<ul>" + "<li>one" * 5 * MAX_DEPTH,
        "<br>" * 5 * MAX_DEPTH,
        "<g/>" * 5 * MAX_DEPTH,
        "<table>" + "<tr><td><font><b>x</td></tr>" * 5 * MAX_DEPTH,
        "</div>" * 5 * MAX_DEPTH,
        "a < b and c > d " * 5 * MAX_DEPTH,
    ],
    ids=["paragraphs", "list items", "void", "empty", "open in cells", "end tags only", "no tags"],
)
def test_invalid_markup_without_nesting_is_accepted(tmp_path, html):
    path = tmp_path / "page.html"
    path.write_text(html)
    refuse_deep_nesting(path)
