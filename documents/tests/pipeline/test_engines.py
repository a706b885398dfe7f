"""Which engine reads, and what each of them makes of the same page."""

import numpy as np
import pypdfium2
import pytest

from documents.pipeline.ocr.engines import engine_for
from documents.pipeline.ocr.lines import Picture
from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.ocr.tesseract import TesseractEngine
from documents.tests.pipeline.conftest import DATA
from documents.types import ParsedPage, ParseOptions

LANGUAGES = "eng"
LINES = ["Docling bundles PDF document conversion to", "JSON and Markdown in an easy self contained", "package"]


@pytest.fixture(scope="module")
def page() -> Picture:
    return np.asarray(pypdfium2.PdfDocument(DATA / "scan.pdf")[0].render(scale=200 / 72).to_pil().convert("RGB"))


@pytest.mark.parametrize("name", ["ppocr", "tesseract"])
def test_every_engine_reads_lines_of_words_and_says_where_they_are(page, name):
    # proves: S3-11
    engine = engine_for(OcrOptions(engine=name, languages=LANGUAGES))
    if engine.name != name:
        pytest.skip("tesseract and its data for English are not installed here")
    lines = sorted(engine.read(page), key=lambda line: line.box.y0)
    assert [" ".join(word.text for word in line.words) for line in lines] == LINES
    assert [line.turn for line in lines] == [0, 0, 0]
    first, last = lines[0].words[0], lines[0].words[-1]
    assert first.box.x0 == pytest.approx(205, abs=12)
    assert last.box.x1 == pytest.approx(1400, abs=12)
    assert all(0.5 < word.confidence <= 1 for line in lines for word in line.words)
    assert all(line.box.y1 - line.box.y0 == pytest.approx(72, abs=8) for line in lines)


def test_an_engine_that_is_not_there_is_replaced_by_the_one_that_always_is():
    assert engine_for(OcrOptions(engine="tesseract", languages="of-no-people")).name == "ppocr"
    assert not TesseractEngine("of-no-people").is_there


def test_options_that_are_not_said_are_the_usual_ones():
    assert OcrOptions.of({}) == OcrOptions(OcrMode.AUTO, "ppocr", "eng")
    assert OcrOptions.of({"ocr": "off"}).mode is OcrMode.OFF


def test_a_very_large_picture_is_read_within_the_memory_of_the_sandbox(sandbox, tmp_path):
    page = pypdfium2.PdfDocument(DATA / "contract.pdf")[0].render(scale=7).to_pil().convert("L")
    page.save(tmp_path / "large.png")
    assert page.width * page.height > 20_000_000
    options = ParseOptions("image/png", str(tmp_path))
    (read,) = (event for event in sandbox.parse(tmp_path / "large.png", options) if isinstance(event, ParsedPage))
    assert "Physician Sales & Service, Inc." in read.text
