"""The second engine: Tesseract, if its library is installed.

The library is loaded into this process, because the sandbox may start no other. The C interface is tesseract/capi.h
(Apache-2.0). It uses one thread, because the sandbox sets OMP_THREAD_LIMIT.
"""

import ctypes
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count, groupby
from typing import Any, NamedTuple

from documents.pipeline.ocr.model import OcrLine, OcrWord, Picture
from documents.types import Box

_WORD, _LINE = 3, 2  # TessPageIteratorLevel
_ROOM = 0.18  # of its height that a line gets above and below its ink

_LIBRARIES = ("libtesseract.so.5", "libtesseract.so.4", "libtesseract.5.dylib")
_PSM_AUTO, _PSM_OSD_ONLY = 3, 0  # TessPageSegMode
_SCRIPT_DATA = "osd"  # Tesseract's data for orientation and script detection
_CHANNELS = 3
_DPI = 200

# Tesseract's languages for each script that PP-OCR does not support. Script names are those of Tesseract.
LANGUAGES_OF = {
    "Arabic": ("ara", "fas", "urd", "pus", "uig"),
    "Armenian": ("hye",),
    "Bengali": ("ben", "asm"),
    "Cyrillic": ("rus", "ukr", "bul", "srp", "bel", "mkd", "kaz", "kir", "mon", "tgk", "uzb_cyrl"),
    "Devanagari": ("hin", "mar", "nep", "san"),
    "Ethiopic": ("amh", "tir"),
    "Georgian": ("kat",),
    "Greek": ("ell", "grc"),
    "Gujarati": ("guj",),
    "Gurmukhi": ("pan",),
    "Hangul": ("kor",),
    "Hebrew": ("heb", "yid"),
    "Japanese": ("jpn",),
    "Kannada": ("kan",),
    "Khmer": ("khm",),
    "Korean": ("kor",),
    "Lao": ("lao",),
    "Malayalam": ("mal",),
    "Myanmar": ("mya",),
    "Oriya": ("ori",),
    "Sinhala": ("sin",),
    "Syriac": ("syr",),
    "Tamil": ("tam",),
    "Telugu": ("tel",),
    "Thaana": ("div",),
    "Thai": ("tha",),
    "Tibetan": ("bod", "dzo"),
}
_MAX_LANGUAGES = 2  # every further language takes as long again


class Script(NamedTuple):
    """The name that Tesseract has for a script ("Cyrillic"), and the rotation in counterclockwise quarter turns."""

    name: str
    rotation: int


class TesseractEngine:
    """See `documents.pipeline.ocr.model.OcrEngine`."""

    name = "tesseract"

    def __init__(self, languages: str) -> None:
        self.languages = languages

    @property
    def is_available(self) -> bool:
        """`True` if the library and its data for these languages are installed."""
        with _api(self.languages) as handle:
            return handle is not None

    def read(self, picture: Picture) -> list[OcrLine]:
        with _api(self.languages) as handle:
            if handle is None:
                return []
            _set_image(handle, picture)
            library = load_library()
            library.TessBaseAPIRecognize(handle, None)
            numbered = list(_words(library, handle))
        return [_line([word for _, word in words]) for _, words in groupby(numbered, key=lambda pair: pair[0])]


@cache
def installed_languages() -> frozenset[str]:
    """Return the languages whose data are installed; none without the library."""
    for languages in (_SCRIPT_DATA, "eng"):  # any installed data will do to open the library
        with _api(languages) as handle:
            if handle is not None:
                return frozenset(_strings(load_library().TessBaseAPIGetAvailableLanguagesAsVector(handle)))
    return frozenset()


def languages_for(script: str, *, preferred: str, installed: Collection[str]) -> str:
    """Return installed languages of the script ("rus+ukr"), preferred ones first; "" if there are none."""
    preferred_languages = preferred.split("+")
    available = [language for language in LANGUAGES_OF.get(script, ()) if language in installed]
    return "+".join(sorted(available, key=lambda language: language not in preferred_languages)[:_MAX_LANGUAGES])


def detect_script(picture: Picture) -> Script | None:
    """Return the script of most of the text, or `None` if there is too little text, or no data to detect it."""
    degrees, name = ctypes.c_int(), ctypes.c_char_p()
    confidences = [ctypes.c_float(), ctypes.c_float()]
    with _api(_SCRIPT_DATA, _PSM_OSD_ONLY) as handle:
        if handle is None:
            return None
        _set_image(handle, picture)
        results = [ctypes.byref(value) for value in (degrees, confidences[0], name, confidences[1])]
        if not load_library().TessBaseAPIDetectOrientationScript(handle, *results) or not name.value:
            return None
        return Script(name.value.decode(), -round(degrees.value / 90) % 4)


@cache
def load_library() -> Any:
    """Return the library, or `None` if it is not installed."""
    for name in _LIBRARIES:
        try:
            return _declare_types(ctypes.CDLL(name))
        except OSError:
            continue
    return None


@contextmanager
def _api(languages: str, mode: int = _PSM_AUTO) -> Iterator[int | None]:
    """Yield an API handle for one picture, or `None` if the library or the data of a language is not installed."""
    library = load_library()
    if library is None:
        yield None
        return
    handle = library.TessBaseAPICreate()
    try:
        is_ready = library.TessBaseAPIInit3(handle, None, languages.encode()) == 0
        if is_ready:
            library.TessBaseAPISetPageSegMode(handle, mode)
        yield handle if is_ready else None
    finally:
        library.TessBaseAPIDelete(handle)


def _set_image(handle: int, picture: Picture) -> None:
    library = load_library()
    height, width = picture.shape[:2]
    library.TessBaseAPISetImage(handle, picture.tobytes(), width, height, _CHANNELS, _CHANNELS * width)
    library.TessBaseAPISetSourceResolution(handle, _DPI)


def _strings(vector: Any) -> Iterator[str]:
    """Yield the strings of a vector that ends with a null pointer."""
    for index in count():
        if vector[index] is None:
            return
        yield vector[index].decode()


def _words(library: Any, handle: int) -> Iterator[tuple[int, OcrWord]]:
    """Yield the recognized words, each with the number of its line."""
    iterator = library.TessBaseAPIGetIterator(handle)
    if not iterator:
        return
    page = library.TessResultIteratorGetPageIterator(iterator)
    line = 0
    try:
        while True:
            line += bool(library.TessPageIteratorIsAtBeginningOf(page, _LINE))
            if word := _word(library, iterator, page):
                yield line, word
            if not library.TessResultIteratorNext(iterator, _WORD):
                return
    finally:
        library.TessResultIteratorDelete(iterator)


def _word(library: Any, iterator: int, page: int) -> OcrWord | None:
    pointer = library.TessResultIteratorGetUTF8Text(iterator, _WORD)
    if not pointer:
        return None
    text = ctypes.string_at(pointer).decode("utf-8", "replace").strip()
    library.TessDeleteText(pointer)
    edges = [ctypes.c_int() for _ in range(4)]
    has_box = library.TessPageIteratorBoundingBox(page, _WORD, *(ctypes.byref(edge) for edge in edges))
    if not has_box or not text or text.split() != [text]:
        return None
    confidence = float(library.TessResultIteratorConfidence(iterator, _WORD)) / 100
    return OcrWord(text, Box(*(float(edge.value) for edge in edges)), min(1.0, max(0.0, confidence)))


def _line(words: list[OcrWord]) -> OcrLine:
    top, bottom = min(word.box.y0 for word in words), max(word.box.y1 for word in words)
    room = _ROOM * (bottom - top)
    left, right = min(word.box.x0 for word in words), max(word.box.x1 for word in words)
    return OcrLine(tuple(words), Box(left, top - room, right, bottom + room))


def _declare_types(library: Any) -> Any:
    """Declare the arguments and results that are not int."""
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
    library.TessBaseAPIGetAvailableLanguagesAsVector.argtypes = [pointer]
    library.TessBaseAPIGetAvailableLanguagesAsVector.restype = ctypes.POINTER(text)
    library.TessBaseAPIDetectOrientationScript.argtypes = [pointer] * 5
    library.TessBaseAPIDetectOrientationScript.restype = ctypes.c_bool
    return library
