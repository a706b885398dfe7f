"""Pages in scripts that PP-OCR does not support: Tesseract is used if it is installed, else there is a warning."""

import numpy as np
import pytest
import typst
from PIL import Image

from documents.pipeline.ocr.model import OcrLine, OcrWord, mean_confidence
from documents.pipeline.ocr.page_ocr import is_doubtful
from documents.pipeline.ocr.tesseract import detect_script, installed_languages, languages_for
from documents.pipeline.pdf.parse_warnings import OcrReport
from documents.types import Box, ParseWarning

RUSSIAN = [
    "Все люди рождаются свободными и равными",  # noqa: RUF001  # Cyrillic, as it should be
    "в своем достоинстве и правах. Они наделены",
    "разумом и совестью и должны поступать в",
    "отношении друг друга в духе братства.",
]


@pytest.fixture(scope="session")
def russian(tmp_path_factory):
    """Write a page in Cyrillic script, in a font that Typst includes."""
    return typeset(tmp_path_factory.mktemp("russian"), RUSSIAN)


def typeset(folder, lines):
    source, target = folder / "page.typ", folder / "page.png"
    setting = '#set page(width: 500pt, height: 400pt)\n#set text(font: "Libertinus Serif", size: 20pt)\n'
    source.write_text(setting + "\n\n".join(lines), "utf-8")
    typst.compile(source, output=target, ppi=200)
    return target


def codes(result):
    return [warning.code for warning in result.warnings]


@pytest.mark.skipif("rus" not in installed_languages(), reason="Tesseract and its data for Russian are not installed")
def test_a_page_in_another_script_is_recognized_by_tesseract(parse, russian):
    result = parse(russian)
    assert result.text.split() == " ".join(RUSSIAN).split()
    assert codes(result) == ["second_engine"]
    assert "by tesseract (rus) on page 1" in result.warnings[0].message
    assert "Cyrillic" in result.warnings[0].message


@pytest.mark.full
def test_a_warning_for_a_page_in_another_script_says_what_to_install(parse, russian, without_tesseract):
    result = parse(russian)
    assert codes(result) == ["doubtful_text"]
    assert "probably wrong on page 1" in result.warnings[0].message
    assert "tesseract-ocr-rus" in result.warnings[0].message


@pytest.mark.full
def test_a_page_in_a_supported_script_has_no_warnings(parse):
    assert parse("scan.pdf").warnings == []


@pytest.mark.skipif("osd" not in installed_languages(), reason="Tesseract's data for scripts are not installed")
@pytest.mark.parametrize("rotation", range(4))
def test_tesseract_detects_script_and_rotation(russian, rotation):
    picture = np.ascontiguousarray(np.rot90(np.asarray(Image.open(russian).convert("RGB")), rotation))
    assert detect_script(picture) == ("Cyrillic", rotation)


@pytest.mark.parametrize(
    ("script", "preferred", "languages"),
    [
        ("Cyrillic", "eng", "rus+ukr"),
        ("Cyrillic", "eng+bul", "bul+rus"),
        ("Hebrew", "eng", "heb"),
        ("Thai", "eng", ""),
        ("Latin", "eng", ""),
    ],
)
def test_languages_of_a_script_are_installed_and_preferred_ones_come_first(script, preferred, languages):
    installed = {"eng", "osd", "rus", "ukr", "bul", "heb"}
    assert languages_for(script, preferred=preferred, installed=installed) == languages


def line(text: str, confidence: float) -> OcrLine:
    words = tuple(OcrWord(word, Box(0, 0, 10, 10), confidence) for word in text.split())
    return OcrLine(words, Box(0, 0, 100, 10))


@pytest.mark.parametrize(
    ("lines", "engine", "doubtful"),
    [
        pytest.param([line("a line like any other", 0.97)], "ppocr", False, id="supported script"),
        pytest.param([line("6npn-6npVHe TyyraHAbIK", 0.8)], "ppocr", True, id="other script"),
        pytest.param([line("Ltd.", 0.6)], "ppocr", False, id="too short"),
        pytest.param([line("a line like any other", 0.8)], "tesseract", False, id="usual for tesseract"),
        pytest.param([], "ppocr", False, id="nothing"),
    ],
)
def test_text_is_doubtful_if_its_characters_have_low_confidence(lines, engine, doubtful):
    assert is_doubtful(lines, engine) is doubtful


def test_the_mean_confidence_is_weighted_by_characters():
    assert mean_confidence([line("abcdefghi", 1.0), line("j", 0.0)]) == pytest.approx(0.9)


def report_of_seven_pages() -> OcrReport:
    report = OcrReport()
    report.add_page_without_text(3)
    for page in (1, 2, 5):
        report.add_doubtful_page(page, "Hebrew")
    report.add_doubtful_page(6, "Latin")
    report.add_second_engine_page(7, "tesseract", "rus", "Cyrillic")
    for engine in (("ppocr", ""), ("tesseract", "rus"), ("ppocr", "")):
        report.add_engine(*engine)
    return report


def test_every_page_is_listed_once_with_its_reason():
    report = report_of_seven_pages()
    assert report.engines == "ppocr, tesseract (rus)"
    silent, second, hebrew, latin = report.warnings(is_off=False)
    assert [each.code for each in (silent, second)] == ["no_text_on_page", "second_engine"]
    assert [each.code for each in (hebrew, latin)] == ["doubtful_text", "doubtful_text"]
    assert silent == ParseWarning("no_text_on_page", "No text found on page 3: OCR recognized none.")
    assert "on page 7: the default engine does not support the script (Cyrillic)" in second.message
    assert "pages 1, 2, 5: the OCR engine does not support the script (Hebrew)" in hebrew.message
    assert "page 6: it is hardly legible" in latin.message
