"""Reading of ink numbers from a typeset page.

`reflow.typ` prints every block and cell in a text colour that encodes its number, above a transparent background of
a colour that encodes it, too. So each printed word and area can be assigned to its block.
"""

import ctypes
from collections.abc import Iterator
from typing import NamedTuple

from documents.pipeline.pdf.file import Handle, frame_of
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.text.word_reader import read_words
from documents.pipeline.pdf.text.words import Word
from documents.pipeline.pdfium import raw as pdfium
from documents.types import Box


class InkPage(NamedTuple):
    """Words and backgrounds of a page by number. A number that is repeated on a page has several backgrounds."""

    width: float
    height: float
    words: dict[int, list[Word]]
    backgrounds: dict[int, list[Box]]


def read_ink(page: Handle) -> InkPage:
    """Return words and backgrounds; words are in the order in which they were printed."""
    frame = frame_of(page)
    words: dict[int, list[Word]] = {}
    for word in sorted(read_words(page, frame), key=lambda word: word.position):
        words.setdefault(_ink_number(word.style.color), []).append(word)
    backgrounds: dict[int, list[Box]] = {}
    for number, box in _backgrounds(page, frame):
        backgrounds.setdefault(number, []).append(box)
    return InkPage(frame.width, frame.height, words, backgrounds)


def ink_numbers(page: Handle) -> set[int]:
    """Return the numbers on the page; everything that is printed has a background."""
    return {number for number, _ in _backgrounds(page, frame_of(page))}


def _ink_number(color: tuple[int, int, int]) -> int:
    red, green, blue = color
    return red + 32 * green + 1024 * blue


def _backgrounds(page: Handle, frame: PageFrame) -> Iterator[tuple[int, Box]]:
    """Yield number and box of each transparent area."""
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
    return frame.to_page(left.value, bottom.value, right.value, top.value)
