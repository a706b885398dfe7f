"""The second engine: tesseract, where its library is installed."""

import ctypes
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from documents.pipeline.ocr.lines import Picture, ReadLine, ReadWord
from documents.pipeline.ocr.tesseract_library import recogniser, show, tesseract
from documents.types import Box

_WORD, _LINE = 3, 2  # TessPageIteratorLevel
_ROOM = 0.18  # of its height that a line needs above and below its ink


class TesseractEngine:
    """See `documents.pipeline.ocr.lines.OcrEngine`."""

    name = "tesseract"

    def __init__(self, languages: str) -> None:
        self.languages = languages

    @property
    def is_there(self) -> bool:
        """Whether the library and its data for these languages are installed."""
        with recogniser(self.languages) as handle:
            return handle is not None

    def read(self, picture: Picture) -> list[ReadLine]:
        with recogniser(self.languages) as handle:
            if handle is None:
                return []
            show(handle, picture)
            library = tesseract()
            library.TessBaseAPIRecognize(handle, None)
            found = list(_words(library, handle))
        return [_line([word for _, word in words]) for _, words in groupby(found, key=lambda pair: pair[0])]


def _line(words: list[ReadWord]) -> ReadLine:
    top, bottom = min(word.box.y0 for word in words), max(word.box.y1 for word in words)
    room = _ROOM * (bottom - top)
    left, right = min(word.box.x0 for word in words), max(word.box.x1 for word in words)
    return ReadLine(tuple(words), Box(left, top - room, right, bottom + room))


def _words(library: Any, handle: int) -> Iterator[tuple[int, ReadWord]]:
    """Each with the number of its line."""
    place = library.TessBaseAPIGetIterator(handle)
    if not place:
        return
    page = library.TessResultIteratorGetPageIterator(place)
    line = 0
    try:
        while True:
            line += bool(library.TessPageIteratorIsAtBeginningOf(page, _LINE))
            if word := _word(library, place, page):
                yield line, word
            if not library.TessResultIteratorNext(place, _WORD):
                return
    finally:
        library.TessResultIteratorDelete(place)


def _word(library: Any, place: int, page: int) -> ReadWord | None:
    pointer = library.TessResultIteratorGetUTF8Text(place, _WORD)
    if not pointer:
        return None
    text = ctypes.string_at(pointer).decode("utf-8", "replace").strip()
    library.TessDeleteText(pointer)
    edges = [ctypes.c_int() for _ in range(4)]
    is_placed = library.TessPageIteratorBoundingBox(page, _WORD, *(ctypes.byref(edge) for edge in edges))
    if not is_placed or not text or text.split() != [text]:
        return None
    sure = float(library.TessResultIteratorConfidence(place, _WORD)) / 100
    return ReadWord(text, Box(*(float(edge.value) for edge in edges)), min(1.0, max(0.0, sure)))
