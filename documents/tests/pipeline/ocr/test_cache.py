"""File of OCR results."""

from documents.pipeline.ocr.cache import OcrCache, deserialize_page, serialize_page, write_cache
from documents.pipeline.ocr.model import OcrLine, OcrPage, OcrSource, OcrWord, RulingLines
from documents.types import Box

LINE = OcrLine((OcrWord("né", Box(1.5, 2.0, 30.25, 14.0), 0.1 + 0.2),), Box(1.0, 2.0, 31.0, 15.0), 3, 2.5)
SOURCE = OcrSource("tesseract", "rus", "Cyrillic", is_doubtful=True)
PAGE = OcrPage(1, -0.7, [LINE], RulingLines([Box(0, 9, 90, 10)], []), SOURCE)


def test_a_page_is_unchanged_after_serialization():
    assert deserialize_page(serialize_page(PAGE)) == PAGE


def test_pages_are_found_by_their_numbers(tmp_path):
    empty = OcrPage(0, 0.0, [], RulingLines([], []), OcrSource("ppocr"))
    write_cache(tmp_path / "cache", [(3, serialize_page(PAGE)), (700, serialize_page(empty))])
    cache = OcrCache(tmp_path / "cache")
    assert (cache.page(3), cache.page(700), cache.page(4)) == (PAGE, empty, None)


def test_a_cache_without_a_file_is_empty():
    assert OcrCache(None).page(1) is None
