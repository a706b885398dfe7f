"""Words of a page as pdfium sees them, with boxes of the page as shown and the style of the glyphs. No layout here."""

import ctypes
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.characters import is_unspaced, page_characters, readable
from documents.pipeline.pdf.file import Handle, open_text
from documents.pipeline.pdf.fonts import font_weight
from documents.pipeline.pdf.frame import PageFrame
from documents.types import Box

# pdfium writes U+FFFE for a hyphen at a line's end and joins both halves without a space: the word ends there.
_WORD = re.compile("[^\\s\ufffe\x00]+\ufffe?")
_HYPHEN = "\ufffe"


class Style(NamedTuple):
    """How glyphs look: `size` in points after all matrices, `weight` 0 regular to 3 black.

    `turn` counts quarter turns against the clock: 1 runs up the page, 2 stands on its head, 3 runs down.
    """

    size: float
    weight: int
    font: str
    color: tuple[int, int, int]
    turn: int = 0

    @property
    def is_sideways(self) -> bool:
        return self.turn % 2 == 1


class Word(NamedTuple):
    """A run of glyphs without white space. `position` is its first character's place in pdfium's text order."""

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    position: int
    style: Style
    cuts: tuple[float, ...] = ()

    @property
    def box(self) -> Box:
        return Box(self.x0, self.y0, self.x1, self.y1)

    @property
    def middle_x(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def middle_y(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def size(self) -> float:
        return self.style.size


def read_words(page: Handle, frame: PageFrame) -> list[Word]:
    """The visible words in pdfium's order, without those that are printed twice on the same spot."""
    with open_text(page) as text_page:
        characters = page_characters(text_page)
        reader = _WordReader(text_page, frame)
        words = [word for match in _WORD.finditer(characters) for word in reader.read(match)]
    return list(_without_overprints(words))


class _WordReader:
    """Holds the buffers of one text page, because pdfium is asked several times per word."""

    def __init__(self, text_page: Handle, frame: PageFrame) -> None:
        self._text_page = text_page
        self._frame = frame
        self._rect = pdfium.FS_RECTF()
        self._styles: dict[int, Style] = {}
        self._style_reader = _StyleReader(text_page, frame.quarter_turns)

    def read(self, match: re.Match[str]) -> Iterator[Word]:
        text = match.group()
        if text == _HYPHEN:
            return
        start = match.start()
        first = self._box(start)
        if first is None:
            return
        style = self._style(start, first)
        last = self._box(match.end() - 1 - (text[-1] == _HYPHEN)) or first
        if not style.is_sideways and len(text) > 2 and _on_another_line(first, last):  # noqa: PLR2004  # a jump needs two parts
            for part_start, part in self._split_at_line_jump(start, text, first):
                yield from self._word(part_start, part, style)
            return
        yield from self._word(start, text, style)

    def _word(self, start: int, text: str, style: Style) -> Iterator[Word]:
        end = start + len(text)
        first = self._box(start)
        last = self._box(end - 1 - (text[-1] == _HYPHEN)) if len(text) > 1 else first
        shown = readable(text.replace(_HYPHEN, "-"))
        if first is None or not shown:
            return
        box = _union(first, last or first)
        if self._frame.contains(box):
            cuts = self._cuts(start, text) if len(shown) > 1 and is_unspaced(shown) else ()
            yield Word(*box, shown, start, style, cuts if len(cuts) == len(shown) - 1 else ())

    def _split_at_line_jump(self, start: int, text: str, first: Box) -> Iterator[tuple[int, str]]:
        """pdfium may join the end of a line and the start of the next one; each part is a word of its own."""
        begin, line = 0, first
        for offset in range(1, len(text)):
            box = self._box(start + offset)
            if box is not None and _on_another_line(line, box):
                yield start + begin, text[begin:offset]
                begin, line = offset, box
        yield start + begin, text[begin:]

    def _cuts(self, start: int, text: str) -> tuple[float, ...]:
        """Left edges of the second and following characters."""
        boxes = [self._box(start + offset) for offset in range(1, len(text))]
        return tuple(box.x0 for box in boxes if box is not None)

    def _box(self, index: int) -> Box | None:
        if not pdfium.FPDFText_GetLooseCharBox(self._text_page, index, self._rect):
            return None
        rect = self._rect
        return self._frame.shown(rect.left, rect.bottom, rect.right, rect.top)

    def _style(self, index: int, box: Box) -> Style:
        """Glyphs of one text object share their style, and a page has far fewer objects than words."""
        pointer = pdfium.FPDFText_GetTextObject(self._text_page, index)
        address = ctypes.cast(pointer, ctypes.c_void_p).value or -index - 1
        style = self._styles.get(address)
        if style is None:
            style = self._styles[address] = self._style_reader.read(index, box)
        return style


class _StyleReader:
    """Size, weight, colour and direction of the glyph at an index."""

    def __init__(self, text_page: Handle, quarter_turns: int) -> None:
        self._text_page = text_page
        self._quarter_turns = quarter_turns
        self._matrix = pdfium.FS_MATRIX()
        self._name = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()
        self._channels = [ctypes.c_uint() for _ in range(4)]

    def read(self, index: int, box: Box) -> Style:
        size = float(pdfium.FPDFText_GetFontSize(self._text_page, index))
        turn = 0
        if pdfium.FPDFText_GetMatrix(self._text_page, index, self._matrix):
            matrix = self._matrix
            size *= math.hypot(matrix.c, matrix.d) or 1.0
            turn = (round(math.atan2(matrix.b, matrix.a) * 2 / math.pi) - self._quarter_turns) % 4
        font = self._font(index)
        weight = font_weight(font, int(pdfium.FPDFText_GetFontWeight(self._text_page, index)))
        return Style(_plausible_size(size, box), weight, font, self._color(index), turn)

    def _font(self, index: int) -> str:
        length = pdfium.FPDFText_GetFontInfo(self._text_page, index, self._name, 256, self._flags)
        return self._name.raw[: max(0, min(length, 256) - 1)].decode("utf-8", "replace") if length else ""

    def _color(self, index: int) -> tuple[int, int, int]:
        red, green, blue, alpha = self._channels
        if not pdfium.FPDFText_GetFillColor(self._text_page, index, red, green, blue, alpha):
            return (0, 0, 0)
        return (red.value, green.value, blue.value)


def _plausible_size(size: float, box: Box) -> float:
    """Rounded to half points; a nonsensical font size gives way to the height of the glyph's box."""
    if 2 < size < 200:  # noqa: PLR2004  # sizes that are used for text
        return round(size * 2) / 2
    return round((box.y1 - box.y0) * 1.6) / 2


def _on_another_line(first: Box, last: Box) -> bool:
    height = first.y1 - first.y0
    return abs((last.y0 + last.y1) - (first.y0 + first.y1)) > 1.2 * height


def _union(a: Box, b: Box) -> Box:
    return Box(min(a.x0, b.x0), min(a.y0, b.y0), max(a.x1, b.x1), max(a.y1, b.y1))


def _without_overprints(words: list[Word]) -> Iterator[Word]:
    """Bold made by printing the same word again within two points gives one word."""
    seen: set[tuple[str, int, int]] = set()
    for word in words:
        column, row = round(word.x0 / 2), round(word.y0 / 2)
        near = ((word.text, column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        if not any(key in seen for key in near):
            seen.add((word.text, column, row))
            yield word
