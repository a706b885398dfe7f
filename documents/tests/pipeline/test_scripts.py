"""Scripts that PP-OCR does not know: a page of one is noticed, and read by tesseract where that is installed."""

import numpy as np
import pytest
import typst
from PIL import Image

from documents.pipeline.ocr.doubt import confidence_of, is_doubtful
from documents.pipeline.ocr.lines import ReadLine, ReadWord
from documents.pipeline.ocr.scripts import languages_for
from documents.pipeline.ocr.tesseract_library import installed_languages, script_of, tesseract
from documents.pipeline.pdf.read_notes import ReadNotes
from documents.types import Box

RUSSIAN = [
    "Все люди рождаются свободными и равными",  # noqa: RUF001  # Cyrillic, as it should be
    "в своем достоинстве и правах. Они наделены",
    "разумом и совестью и должны поступать в",
    "отношении друг друга в духе братства.",
]


@pytest.fixture(scope="session")
def russian(tmp_path_factory):
    """A page in Cyrillic script. The font is that of the packages, which has it."""
    return typeset(tmp_path_factory.mktemp("russian"), RUSSIAN)


def typeset(folder, lines):
    source, target = folder / "page.typ", folder / "page.png"
    setting = '#set page(width: 500pt, height: 400pt)\n#set text(font: "Libertinus Serif", size: 20pt)\n'
    source.write_text(setting + "\n\n".join(lines), "utf-8")
    typst.compile(source, output=target, ppi=200)
    return target


def codes(result):
    return [warning.code for warning in result.warnings]


@pytest.mark.skipif("rus" not in installed_languages(), reason="tesseract and its data for Russian are not installed")
def test_a_page_in_another_script_is_read_by_the_engine_that_knows_it(parse, russian):
    result = parse(russian)
    assert result.text.split() == " ".join(RUSSIAN).split()
    assert codes(result) == ["second_engine"]
    assert "Read by tesseract (rus): page 1" in result.warnings[0].message
    assert "Cyrillic" in result.warnings[0].message


def test_a_page_in_another_script_says_that_it_is_likely_wrong_and_what_to_do(parse, russian, without_tesseract):
    result = parse(russian)
    assert codes(result) == ["doubtful_text"]
    assert "likely wrong on page 1" in result.warnings[0].message
    assert "tesseract-ocr-rus" in result.warnings[0].message


@pytest.fixture
def without_tesseract(monkeypatch):
    """An installation that lacks the library."""
    monkeypatch.setattr("documents.pipeline.ocr.tesseract_library._LIBRARIES", ())
    for cached in (tesseract, installed_languages):
        cached.cache_clear()
    yield
    for cached in (tesseract, installed_languages):
        cached.cache_clear()


def test_a_page_that_is_known_is_read_as_always(parse):
    assert parse("scan.pdf").warnings == []


@pytest.mark.skipif("osd" not in installed_languages(), reason="tesseract's data for scripts are not installed")
@pytest.mark.parametrize("turn", range(4))
def test_tesseract_tells_scripts_and_how_they_stand(russian, turn):
    picture = np.ascontiguousarray(np.rot90(np.asarray(Image.open(russian).convert("RGB")), turn))
    assert script_of(picture) == ("Cyrillic", turn)


@pytest.mark.parametrize(
    ("script", "wanted", "languages"),
    [
        ("Cyrillic", "eng", "rus+ukr"),
        ("Cyrillic", "eng+bul", "bul+rus"),
        ("Hebrew", "eng", "heb"),
        ("Thai", "eng", ""),
        ("Latin", "eng", ""),
    ],
)
def test_languages_of_a_script_are_those_that_are_there(script, wanted, languages):
    installed = {"eng", "osd", "rus", "ukr", "bul", "heb"}
    assert languages_for(script, wanted=wanted, installed=installed) == languages


def line(text: str, confidence: float) -> ReadLine:
    words = tuple(ReadWord(word, Box(0, 0, 10, 10), confidence) for word in text.split())
    return ReadLine(words, Box(0, 0, 100, 10))


@pytest.mark.parametrize(
    ("lines", "engine", "doubtful"),
    [
        pytest.param([line("a line like any other", 0.97)], "ppocr", False, id="known"),
        pytest.param([line("6npn-6npVHe TyyraHAbIK", 0.8)], "ppocr", True, id="unknown"),
        pytest.param([line("Ltd.", 0.6)], "ppocr", False, id="too little"),
        pytest.param([line("a line like any other", 0.8)], "tesseract", False, id="usual for tesseract"),
        pytest.param([], "ppocr", False, id="nothing"),
    ],
)
def test_doubt_is_a_matter_of_most_characters(lines, engine, doubtful):
    assert is_doubtful(lines, engine) is doubtful


def test_long_words_count_for_more():
    assert confidence_of([line("abcdefghi", 1.0), line("j", 0.0)]) == pytest.approx(0.9)


def test_every_page_is_named_once_with_its_reason():
    notes = ReadNotes()
    notes.note_silent(3)
    for page in (1, 2, 5):
        notes.note_doubtful(page, "Hebrew")
    notes.note_doubtful(6, "Latin")
    notes.note_second(7, "tesseract", "rus", "Cyrillic")
    for engine in (("ppocr", ""), ("tesseract", "rus"), ("ppocr", "")):
        notes.note_reader(*engine)
    assert notes.read_by == "ppocr, tesseract (rus)"
    told = [(warning.code, warning.message) for warning in notes.warnings(is_off=False)]
    assert [code for code, _ in told] == ["no_text_on_page", "second_engine", "doubtful_text", "doubtful_text"]
    assert "pages 1, 2, 5: its script (Hebrew)" in told[2][1]
    assert "page 6: it is hardly legible" in told[3][1]
