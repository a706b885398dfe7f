"""Words of a page as pdfium sees them, with boxes of the page as shown and the style of the glyphs. No layout here."""

import ctypes
import math
import re
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.characters import is_unspaced, page_characters, readable
from documents.pipeline.pdf.file import Handle, open_text, turned
from documents.pipeline.pdf.fonts import font_weight
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.right_to_left import runs_right_to_left, script_runs, with_ligatures_in_order
from documents.types import Box

# pdfium writes U+FFFE for a hyphen at a line's end and joins both halves without a space: the word ends there.
_WORD = re.compile("[^\\s\ufffe\x00]+\ufffe?")
_HYPHEN = "\ufffe"
_OVERPRINT = 2.0  # points
_SLANT = 0.1  # quarter turns: pages that were scanned askew lean by less
_NO_JUMP = 2  # characters: a shorter word is on one line


class Style(NamedTuple):
    """How glyphs look: `size` in points after all matrices, `weight` 0 regular to 3 black.

    `turn` counts quarter turns against the clock: 1 runs up the page, 2 stands on its head, 3 runs down. What is
    slanted runs between two of these.
    """

    size: float
    weight: int
    font: str
    color: tuple[int, int, int]
    turn: int = 0
    is_slanted: bool = False

    @property
    def is_sideways(self) -> bool:
        return self.turn % 2 == 1


class Word(NamedTuple):
    """A run of glyphs without white space. `position` is its first character's place in pdfium's text order.

    `confidence` is that of a word that was read off a picture.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    position: int
    style: Style
    cuts: tuple[float, ...] = ()
    confidence: float | None = None

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
    """The visible words in pdfium's order, without those that are printed twice on the same spot.

    pdfium sees white space between all letters of a text that stands on its head as the page is shown.
    """
    with turned(page, frame.quarter_turns), open_text(page) as text_page:
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

    def read(self, match: re.Match[str]) -> list[Word]:
        text, start = match.group(), match.start()
        first = None if text == _HYPHEN else self._box(start)
        if first is None:
            return []
        last = self._last_box(start, text) or first
        style = self._style(start, first)
        if runs_right_to_left(text):
            return self._right_to_left(start, text, style)
        if style.turn == 0 and last.x0 < first.x0 and not style.is_slanted:
            return self._right_to_left(start, text, style)
        if style.is_sideways or style.is_slanted or len(text) <= _NO_JUMP or not _on_another_line(first, last):
            return self._one_word(start, text, style, _union(first, last))
        return self._parts(start, text, style, first)

    def _word(self, start: int, text: str, style: Style, box: Box) -> Word | None:
        shown = readable(text)
        if not shown or not self._frame.contains(box):
            return None
        cuts = self._cuts(start, text) if len(shown) > 1 and is_unspaced(shown) else ()
        return Word(*box, shown, start, style, cuts if len(cuts) == len(shown) - 1 else ())

    def _right_to_left(self, start: int, text: str, style: Style) -> list[Word]:
        """A word for each script in it; they follow one another without white space."""
        text = with_ligatures_in_order(text, lambda at: self._box(start + at) == self._box(start + at + 1))
        found: list[Word] = []
        for begin, part in self._parts_at_jumps(start, text):
            first = self._box(start + begin)
            last = None if first is None else self._last_box(start + begin, part) or first
            if first is not None and last is not None:
                found += self._one_word(start + begin, part, style, _union(first, last))
        return found

    def _parts_at_jumps(self, start: int, text: str) -> Iterator[tuple[int, str]]:
        """Runs of one script; one that goes from left to right ends where it jumps back."""
        for begin, run in script_runs(text):
            cut, before = 0, None
            for offset in range(len(run)):
                box = self._box(start + begin + offset)
                jumps = before is not None and box is not None and box.x0 < before.x0
                if jumps and not runs_right_to_left(run):
                    yield begin + cut, run[cut:offset]
                    cut = offset
                before = box or before
            yield begin + cut, run[cut:]

    def _one_word(self, start: int, text: str, style: Style, box: Box) -> list[Word]:
        word = self._word(start, text, style, box)
        return [] if word is None else [word]

    def _last_box(self, start: int, text: str) -> Box | None:
        """The box of the last character that is drawn; a hyphen made by pdfium is not."""
        length = len(text) - (text[-1] == _HYPHEN)
        return self._box(start + length - 1) if length > 1 else None

    def _parts(self, start: int, text: str, style: Style, first: Box) -> list[Word]:
        found: list[Word] = []
        for begin, part in self._split_at_line_jump(start, text, first):
            box = self._box(begin)
            if box is not None:
                found += self._one_word(begin, part, style, _union(box, self._last_box(begin, part) or box))
        return found

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
        turns = 0.0
        if pdfium.FPDFText_GetMatrix(self._text_page, index, self._matrix):
            matrix = self._matrix
            size *= math.hypot(matrix.c, matrix.d) or 1.0
            turns = math.atan2(matrix.b, matrix.a) * 2 / math.pi
        font = self._font(index)
        weight = font_weight(font, int(pdfium.FPDFText_GetFontWeight(self._text_page, index)))
        slanted, turn = abs(turns - round(turns)) > _SLANT, (round(turns) - self._quarter_turns) % 4
        return Style(_plausible_size(size, box), weight, font, self._color(index), turn, slanted)

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
    if 2 < size < 200:  # sizes that are used for text
        return round(size * 2) / 2
    return round((box.y1 - box.y0) * 1.6) / 2


def _on_another_line(first: Box, last: Box) -> bool:
    height = first.y1 - first.y0
    return abs((last.y0 + last.y1) - (first.y0 + first.y1)) > 1.2 * height


def _union(a: Box, b: Box) -> Box:
    return Box(min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _without_overprints(words: list[Word]) -> Iterator[Word]:
    """Bold made by printing the same word again within two points gives one word."""
    seen: dict[str, list[Word]] = {}
    for word in words:
        same = seen.setdefault(word.text, [])
        if not any(abs(o.x0 - word.x0) < _OVERPRINT and abs(o.y0 - word.y0) < _OVERPRINT for o in same):
            same.append(word)
            yield word
