"""Selection of the OCR engine, and the results of each engine for the same page."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from documents.pipeline.ocr.model import Picture
from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.ocr.page_ocr import select_engine
from documents.pipeline.ocr.ppocr import RecognizedCharacter, normalize_width
from documents.pipeline.ocr.tesseract import TesseractEngine
from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.sandbox.process import ONE_THREAD
from documents.tests.pipeline.conftest import DATA
from documents.types import ParsedPage, ParseOptions

ROOT = Path(__file__).parents[4]
LANGUAGES = "eng"
LINES = ["Docling bundles PDF document conversion to", "JSON and Markdown in an easy self contained", "package"]


@pytest.fixture(scope="module")
def page() -> Picture:
    return np.asarray(pypdfium2.PdfDocument(DATA / "scan.pdf")[0].render(scale=200 / 72).to_pil().convert("RGB"))


@pytest.mark.parametrize("name", ["ppocr", "tesseract"])
def test_every_engine_returns_lines_of_words_with_boxes(page, name):
    # proves: S3-11
    engine = select_engine(OcrOptions(engine=name, languages=LANGUAGES))
    if engine.name != name:
        pytest.skip("Tesseract and its data for English are not installed")
    lines = sorted(engine.read(page), key=lambda line: line.box.y0)
    assert [" ".join(word.text for word in line.words) for line in lines] == LINES
    assert [line.rotation for line in lines] == [0, 0, 0]
    first, last = lines[0].words[0], lines[0].words[-1]
    assert first.box.x0 == pytest.approx(205, abs=12)
    assert last.box.x1 == pytest.approx(1400, abs=12)
    assert all(0.5 < word.confidence <= 1 for line in lines for word in line.words)
    assert all(line.box.y1 - line.box.y0 == pytest.approx(72, abs=8) for line in lines)


def test_the_default_engine_replaces_an_engine_that_is_not_available():
    assert select_engine(OcrOptions(engine="tesseract", languages="not-installed")).name == "ppocr"
    assert not TesseractEngine("not-installed").is_available


def test_missing_options_have_default_values():
    assert OcrOptions.of({}) == OcrOptions(OcrMode.AUTO, "ppocr", "eng")
    assert OcrOptions.of({"ocr": "off"}).mode is OcrMode.OFF


@pytest.mark.full
def test_a_very_large_image_is_recognized_within_the_memory_of_the_sandbox(sandbox, tmp_path):
    page = pypdfium2.PdfDocument(DATA / "contract.pdf")[0].render(scale=7).to_pil().convert("L")
    page.save(tmp_path / "large.png")
    assert page.width * page.height > 20_000_000
    options = ParseOptions("image/png", str(tmp_path))
    (parsed,) = (event for event in sandbox.parse(tmp_path / "large.png", options) if isinstance(event, ParsedPage))
    assert "Physician Sales & Service, Inc." in parsed.text


MEASURE = """
import numpy as np
from benchmarks.processes import peak_mb
from documents.pipeline.ocr.ppocr import find_lines
noise = np.random.default_rng(0).integers(0, 256, (2208, 1696, 3), np.uint8)
find_lines(noise[:32, :32])
before = peak_mb()
find_lines(noise)
print((peak_mb() - before) * 2**20 / (noise.size / 3))
"""


@pytest.mark.full
def test_the_detection_of_lines_needs_a_limited_memory_per_pixel():
    # With a fixed threshold, freed blocks return at once: what malloc keeps of them depends on the load of the machine.
    environment = {**os.environ, "MALLOC_ARENA_MAX": "2", "MALLOC_MMAP_THRESHOLD_": "1048576", **ONE_THREAD}
    command = [sys.executable, "-c", MEASURE]
    result = subprocess.run(command, env=environment, capture_output=True, text=True, check=True, cwd=ROOT)
    assert float(result.stdout) < 100


@pytest.mark.parametrize(
    ("recognized", "expected"),
    [("a\uff1bb\uff08c\uff09", "a;b(c)"), ("中\uff1b文", "中\uff1b文"), ("plain", "plain")],
)
def test_full_width_punctuation_is_kept_only_in_east_asian_lines(recognized, expected):
    characters = [RecognizedCharacter(character, 1.0, 0.0) for character in recognized]
    assert "".join(character.text for character in normalize_width(characters)) == expected
