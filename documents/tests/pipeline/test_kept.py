"""What was read off pages, kept as bytes."""

from documents.pipeline.ocr.kept import Kept, packed, unpacked, write_kept
from documents.pipeline.ocr.lines import DrawnRules, Reader, ReadLine, ReadWord, UprightPage
from documents.types import Box

LINE = ReadLine((ReadWord("né", Box(1.5, 2.0, 30.25, 14.0), 0.1 + 0.2),), Box(1.0, 2.0, 31.0, 15.0), 3, 2.5)
PAGE = UprightPage(
    1, -0.7, [LINE], DrawnRules([Box(0, 9, 90, 10)], []), Reader("tesseract", "rus", "Cyrillic", is_doubtful=True)
)


def test_a_page_comes_back_as_it_was():
    assert unpacked(packed(PAGE)) == PAGE


def test_pages_are_found_by_their_numbers(tmp_path):
    empty = UprightPage(0, 0.0, [], DrawnRules([], []), Reader("ppocr"))
    write_kept(tmp_path / "kept", [(3, packed(PAGE)), (700, packed(empty))])
    kept = Kept(tmp_path / "kept")
    assert (kept.page(3), kept.page(700), kept.page(4)) == (PAGE, empty, None)


def test_there_may_be_none():
    assert Kept(None).page(1) is None
