"""The second engine: tesseract, where its library is installed. Called in this process, which may start no other.

The C interface is that of tesseract/capi.h (Apache-2.0). One thread: OMP_THREAD_LIMIT is set for the sandbox.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from typing import Any

from documents.pipeline.ocr.lines import Picture, ReadLine, ReadWord
from documents.types import Box

_LIBRARIES = ("libtesseract.so.5", "libtesseract.so.4", "libtesseract.5.dylib")
_WORD, _LINE = 3, 2  # TessPageIteratorLevel
_FIND_BLOCKS = 3  # TessPageSegMode PSM_AUTO
_ROOM = 0.18  # of its height that a line needs above and below its ink
_CHANNELS = 3
_DPI = 200


class TesseractEngine:
    """See `documents.pipeline.ocr.lines.OcrEngine`."""

    name = "tesseract"

    def __init__(self, languages: str) -> None:
        self._languages = languages.encode()

    @property
    def is_there(self) -> bool:
        """Whether the library and its data for these languages are installed."""
        library = _library()
        if library is None:
            return False
        with _handle(library, self._languages) as handle:
            return handle is not None

    def read(self, picture: Picture) -> list[ReadLine]:
        library = _library()
        if library is None:
            return []
        height, width = picture.shape[:2]
        with _handle(library, self._languages) as handle:
            if handle is None:
                return []
            library.TessBaseAPISetImage(handle, picture.tobytes(), width, height, _CHANNELS, _CHANNELS * width)
            library.TessBaseAPISetSourceResolution(handle, _DPI)
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


@contextmanager
def _handle(library: Any, languages: bytes) -> Iterator[int | None]:
    """A recogniser for one picture; nothing when there is no data for the languages."""
    handle = library.TessBaseAPICreate()
    try:
        is_ready = library.TessBaseAPIInit3(handle, None, languages) == 0
        if is_ready:
            library.TessBaseAPISetPageSegMode(handle, _FIND_BLOCKS)
        yield handle if is_ready else None
    finally:
        library.TessBaseAPIDelete(handle)


@cache
def _library() -> Any:
    for name in _LIBRARIES:
        try:
            return _typed(ctypes.CDLL(name))
        except OSError:
            continue
    return None


def _typed(library: Any) -> Any:
    """What is no int in the interface."""
    pointer, text = ctypes.c_void_p, ctypes.c_char_p
    library.TessBaseAPICreate.restype = pointer
    library.TessBaseAPIGetIterator.restype = pointer
    library.TessResultIteratorGetPageIterator.restype = pointer
    library.TessResultIteratorGetUTF8Text.restype = pointer
    library.TessResultIteratorConfidence.restype = ctypes.c_float
    integer = ctypes.c_int
    library.TessBaseAPIInit3.argtypes = [pointer, text, text]
    library.TessBaseAPISetPageSegMode.argtypes = [pointer, integer]
    library.TessBaseAPISetImage.argtypes = [pointer, text, integer, integer, integer, integer]
    library.TessBaseAPISetSourceResolution.argtypes = [pointer, integer]
    library.TessBaseAPIRecognize.argtypes = [pointer, pointer]
    library.TessResultIteratorConfidence.argtypes = [pointer, integer]
    library.TessPageIteratorIsAtBeginningOf.argtypes = [pointer, integer]
    library.TessPageIteratorBoundingBox.argtypes = [pointer, integer, *[ctypes.POINTER(integer)] * 4]
    library.TessResultIteratorNext.argtypes = [pointer, integer]
    library.TessResultIteratorGetUTF8Text.argtypes = [pointer, integer]
    for name in ("BaseAPIDelete", "BaseAPIGetIterator", "ResultIteratorDelete", "DeleteText"):
        getattr(library, f"Tess{name}").argtypes = [pointer]
    library.TessResultIteratorGetPageIterator.argtypes = [pointer]
    return library
