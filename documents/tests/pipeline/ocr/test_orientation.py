"""Skew of scanned pages."""

import numpy as np
import pytest
from PIL import Image

from documents.pipeline.ocr.page_ocr import detect_skew
from documents.pipeline.pdfium import pypdfium2
from documents.tests.pipeline.conftest import DATA


def scan(degrees: float) -> Image.Image:
    """Render the first page of a contract, rotated clockwise."""
    page = pypdfium2.PdfDocument(DATA / "contract.pdf")[0].render(scale=1.5).to_pil().convert("RGB")
    return page.rotate(-degrees, fillcolor="white", resample=Image.Resampling.BICUBIC)


@pytest.mark.parametrize("degrees", [-4.0, -0.7, 0.0, 0.3, 2.5])
def test_the_skew_of_a_page_is_measured(degrees):
    assert detect_skew(np.asarray(scan(degrees))) == pytest.approx(degrees, abs=0.15)


@pytest.mark.parametrize("picture", [Image.new("RGB", (300, 300)), Image.linear_gradient("L").convert("RGB")])
def test_a_picture_without_rows_of_text_has_no_skew(picture):
    assert detect_skew(np.asarray(picture)) == 0


@pytest.mark.full
def test_words_of_a_skewed_page_have_skewed_positions(parse, tmp_path):
    level, skewed = tmp_path / "level.png", tmp_path / "skewed.png"
    scan(0).save(level, dpi=(108, 108))
    scan(2.5).save(skewed, dpi=(108, 108))
    before, after = parse(level).pages[0], parse(skewed).pages[0]
    (first,) = (token.box for token in before.tokens if token.text == "Jacksonville,")
    (second,) = (token.box for token in after.tokens if token.text == "Jacksonville,")
    right, down = first.x0 - before.width / 2, first.y0 - before.height / 2
    angle = np.deg2rad(2.5)
    expected = before.height / 2 + right * np.sin(angle) + down * np.cos(angle)
    assert second.y0 == pytest.approx(expected, abs=5)
    assert abs(second.y0 - first.y0) > 5
