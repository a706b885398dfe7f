"""Reads off a page that was set which words and which areas belong to which number (see flow.typ)."""

import ctypes
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.file import Handle, frame_of
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.words import Word, read_words
from documents.types import Box


class MarkedPage(NamedTuple):
    """A page as printed: words and grounds by number. Numbers that repeat on a page have several grounds."""

    width: float
    height: float
    words: dict[int, list[Word]]
    grounds: dict[int, list[Box]]


def read_marks(page: Handle) -> MarkedPage:
    """Words in the order in which they were printed."""
    frame = frame_of(page)
    words: dict[int, list[Word]] = {}
    for word in sorted(read_words(page, frame), key=lambda word: word.position):
        words.setdefault(_number_of_ink(word.style.color), []).append(word)
    grounds: dict[int, list[Box]] = {}
    for number, box in _grounds(page, frame):
        grounds.setdefault(number, []).append(box)
    return MarkedPage(frame.width, frame.height, words, grounds)


def numbers_on(page: Handle) -> set[int]:
    """Of all that has a ground on the page, which is all that was printed."""
    return {number for number, _ in _grounds(page, frame_of(page))}


def _number_of_ink(color: tuple[int, int, int]) -> int:
    red, green, blue = color
    return red + 32 * green + 1024 * blue


def _grounds(page: Handle, frame: PageFrame) -> Iterator[tuple[int, Box]]:
    """The transparent areas."""
    channels = [ctypes.c_uint() for _ in range(4)]
    for index in range(pdfium.FPDFPage_CountObjects(page)):
        entry = pdfium.FPDFPage_GetObject(page, index)
        if pdfium.FPDFPageObj_GetType(entry) != pdfium.FPDF_PAGEOBJ_PATH:
            continue
        if not pdfium.FPDFPageObj_GetFillColor(entry, *channels):
            continue
        red, green, blue, alpha = (channel.value for channel in channels)
        if alpha == 0:
            yield red + 256 * green + 65536 * blue, _bounds(entry, frame)


def _bounds(entry: Handle, frame: PageFrame) -> Box:
    left, bottom, right, top = (ctypes.c_float() for _ in range(4))
    pdfium.FPDFPageObj_GetBounds(entry, left, bottom, right, top)
    return frame.shown(left.value, bottom.value, right.value, top.value)
