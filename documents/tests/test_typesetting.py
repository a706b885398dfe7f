"""Typesetting is reproducible: storage addresses files by their hash."""

import time

import pytest

from documents.pipeline.text.typesetting import PAGES_PER_PART, join, typeset_parts


# proves: S1-14
@pytest.mark.parametrize("pages", [1, PAGES_PER_PART + 1])  # one part, two parts
def test_the_same_text_gives_the_same_file(pages, tmp_path):
    def typeset() -> bytes:
        rows = [[f"page {number}"] for number in range(pages)]
        return join(list(typeset_parts(rows, tmp_path)), tmp_path / "joined.pdf").read_bytes()

    first = typeset()
    time.sleep(1 - time.time() % 1)  # so that a creation date would differ
    assert typeset() == first
