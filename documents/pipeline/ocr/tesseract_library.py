"""tesseract's library, where it is installed: what it offers, and recognisers of it. This process may start no other.

The C interface is that of tesseract/capi.h (Apache-2.0). One thread: OMP_THREAD_LIMIT is set for the sandbox.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from typing import Any, NamedTuple

from documents.pipeline.ocr.lines import Picture

_LIBRARIES = ("libtesseract.so.5", "libtesseract.so.4", "libtesseract.5.dylib")
FIND_BLOCKS, _FIND_SCRIPT = 3, 0  # TessPageSegMode: PSM_AUTO, PSM_OSD_ONLY
_SCRIPTS = "osd"  # the data that tell scripts apart
_CHANNELS = 3
_DPI = 200


class Script(NamedTuple):
    """As tesseract calls it ("Cyrillic"), and how many quarter turns against the clock its text stands."""

    name: str
    turn: int


@contextmanager
def recogniser(languages: str, mode: int = FIND_BLOCKS) -> Iterator[int | None]:
    """For one picture; nothing where the library is not installed, or the data for one of the languages."""
    library = tesseract()
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


def show(handle: int, picture: Picture) -> None:
    library = tesseract()
    height, width = picture.shape[:2]
    library.TessBaseAPISetImage(handle, picture.tobytes(), width, height, _CHANNELS, _CHANNELS * width)
    library.TessBaseAPISetSourceResolution(handle, _DPI)


@cache
def installed_languages() -> frozenset[str]:
    """Those whose data are there; none where the library is not."""
    for anything in (_SCRIPTS, "eng"):
        with recogniser(anything) as handle:
            if handle is not None:
                return frozenset(_names(tesseract().TessBaseAPIGetAvailableLanguagesAsVector(handle)))
    return frozenset()


def _names(vector: Any) -> Iterator[str]:
    for place in count():
        if vector[place] is None:
            return
        yield vector[place].decode()


def script_of(picture: Picture) -> Script | None:
    """The script of most of the picture's text; nothing where there is too little of it, or no data to tell."""
    turn, script = ctypes.c_int(), ctypes.c_char_p()
    sure = [ctypes.c_float(), ctypes.c_float()]
    with recogniser(_SCRIPTS, _FIND_SCRIPT) as handle:
        if handle is None:
            return None
        show(handle, picture)
        wanted = [ctypes.byref(value) for value in (turn, sure[0], script, sure[1])]
        if not tesseract().TessBaseAPIDetectOrientationScript(handle, *wanted) or not script.value:
            return None
        return Script(script.value.decode(), -round(turn.value / 90) % 4)


@cache
def tesseract() -> Any:
    """The library, or nothing."""
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
    library.TessBaseAPIGetAvailableLanguagesAsVector.argtypes = [pointer]
    library.TessBaseAPIGetAvailableLanguagesAsVector.restype = ctypes.POINTER(text)
    library.TessBaseAPIDetectOrientationScript.argtypes = [pointer] * 5
    library.TessBaseAPIDetectOrientationScript.restype = ctypes.c_bool
    return library
