"""Pages that were scanned askew: by how much is seen in the picture, and their words lie where they are shown."""

import numpy as np
import pypdfium2
import pytest
from PIL import Image

from documents.pipeline.ocr.leaning import lean_of
from documents.tests.pipeline.conftest import DATA


def scan(degrees: float) -> Image.Image:
    """The first page of a contract as a scanner sees it that turns it clockwise."""
    page = pypdfium2.PdfDocument(DATA / "contract.pdf")[0].render(scale=1.5).to_pil().convert("RGB")
    return page.rotate(-degrees, fillcolor="white", resample=Image.Resampling.BICUBIC)


@pytest.mark.parametrize("degrees", [-4.0, -0.7, 0.0, 0.3, 2.5])
def test_the_lean_of_a_page_is_seen_in_its_rows(degrees):
    assert lean_of(np.asarray(scan(degrees))) == pytest.approx(degrees, abs=0.15)


@pytest.mark.parametrize("picture", [Image.new("RGB", (300, 300)), Image.linear_gradient("L").convert("RGB")])
def test_what_has_no_rows_does_not_lean(picture):
    assert lean_of(np.asarray(picture)) == 0


def test_words_of_a_page_that_leans_lie_where_they_are_shown(parse, tmp_path):
    level, leaning = tmp_path / "level.png", tmp_path / "leaning.png"
    scan(0).save(level, dpi=(108, 108))
    scan(2.5).save(leaning, dpi=(108, 108))
    before, after = parse(level).pages[0], parse(leaning).pages[0]
    (first,) = (token.box for token in before.tokens if token.text == "Jacksonville,")
    (second,) = (token.box for token in after.tokens if token.text == "Jacksonville,")
    right, down = first.x0 - before.width / 2, first.y0 - before.height / 2
    turned = np.deg2rad(2.5)
    expected = before.height / 2 + right * np.sin(turned) + down * np.cos(turned)
    assert second.y0 == pytest.approx(expected, abs=5)
    assert abs(second.y0 - first.y0) > 5
