"""Words of a page as pdfium finds them, with their boxes and styles. There is no layout analysis here."""

import ctypes
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from documents.pipeline.pdf.file import Handle, open_text, rotated
from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.text.characters import (
    clean_text,
    direction_runs,
    fix_ligature_order,
    has_right_to_left,
    page_characters,
)
from documents.pipeline.pdf.text.styles import Style, StyleReader
from documents.pipeline.pdf.text.words import Word, join_parted_words
from documents.pipeline.pdfium import raw as pdfium
from documents.pipeline.unspaced import is_unspaced
from documents.types import Box

# pdfium writes U+FFFE for a hyphen at the end of a line, and no space after it. Here a word ends with it.
_WORD = re.compile("[^\\s\ufffe\x00]+\ufffe?")
_HYPHEN = "\ufffe"
# Where pdfium may have missed a space: it expects wider ones beside narrow glyphs.
_MAY_BE_PARTED = re.compile(r"(?<=[^\W\d_A-Z])(?=[A-Z(])|(?<=[.,;:)\]])(?=[^\W\d_]|\()|(?<=[A-Z][A-Z])(?=[a-z])")
_MIN_SPACE, _MAX_TRACKING = 0.16, 0.08  # em between words, and between letters of a word
# Where the text of a cell may end and that of the next one start.
_MAY_BE_CELLS = re.compile(r"(?<=[\d%)])(?=[^\W\d_])|(?<=[^\W\d_A-Z])(?=[A-Z\d])")
_MIN_OVERLAP = 0.15  # em of a cell that is cut at the edge of the next one
_MAX_BOX_HEIGHT = 2.0  # em: higher boxes are not those of letters
_ABOVE_BASELINE, _BELOW_BASELINE = 0.95, 0.25  # em
_OVERPRINT = 2.0  # points between two prints of the same word
_TILE = 16.0  # points: the size of a part of the page in which the prints of a word are searched
_MAX_CHARACTERS_ON_ONE_LINE = 2  # words that are not longer are not checked for a line break


def read_words(page: Handle, frame: PageFrame) -> list[Word]:
    """Return the visible words in pdfium's order, without duplicates at the same place.

    The page is rotated to the frame first: pdfium finds spaces between all letters of upside-down text.
    """
    with rotated(page, frame.quarter_turns), open_text(page) as text_page:
        characters = page_characters(text_page)
        reader = _WordReader(text_page, frame)
        words = [word for match in _WORD.finditer(characters) for word in reader.read(match)]
        words = join_parted_words(words, reader.is_added)
    return list(_without_overprints(words))


class _WordReader:
    """Reader of the words of one text page. Holds the buffers for pdfium's results."""

    def __init__(self, text_page: Handle, frame: PageFrame) -> None:
        self._text_page = text_page
        self._frame = frame
        self._rect = pdfium.FS_RECTF()
        self._x, self._y = ctypes.c_double(), ctypes.c_double()
        self._styles: dict[int, Style] = {}  # by the number of the text object
        self._same_styles: dict[Style, Style] = {}  # equal styles are one object: lines compare them quickly
        self._runs: dict[bytes, int] = {}  # numbers of the text objects, by address
        self._last_run = -1, 0  # index of the last glyph that was asked for, and its run
        self._style_reader = StyleReader(text_page, frame.quarter_turns)

    def read(self, match: re.Match[str]) -> list[Word]:
        """Return the words in a match of `_WORD`: one, or several where it has a line break or two directions."""
        text, start = match.group(), match.start()
        first = None if text == _HYPHEN else self._box(start)
        if first is None:
            return []
        last = self._last_box(start, text) or first
        style = self._style(start, first)
        if has_right_to_left(text):
            return self._right_to_left(start, text, style)
        if style.rotation == 0 and last.x0 < first.x0 and not style.is_slanted:
            return self._right_to_left(start, text, style)
        may_be_broken = len(text) > _MAX_CHARACTERS_ON_ONE_LINE and _is_on_another_line(first, last)
        if style.is_sideways or style.is_slanted or not may_be_broken:
            return self._words(start, text, style, _union(first, last))
        return self._split_at_line_breaks(start, text, first)

    def is_added(self, index: int) -> bool:
        """Check whether pdfium has added the character: white space that is not in the file."""
        return bool(pdfium.FPDFText_IsGenerated(self._text_page, index) == 1)

    def _words(self, start: int, text: str, style: Style, box: Box) -> list[Word]:
        """Return the text as one word, or nothing if it is not visible."""
        cleaned = clean_text(text)
        if not cleaned or not self._frame.contains(box):
            return []
        box = self._without_excess_height(start, style, box)
        run = self._run(start)
        place = self._missed_space(start, text, style) or self._edge_of_cell(start, text, style)
        if place:
            first, second = self._box(start + place - 1) or box, self._box(start + place) or box
            left, right = box._replace(x1=first.x1), box._replace(x0=second.x0)
            return [
                *self._words(start, text[:place], style, left),
                *self._words(start + place, text[place:], style, right),
            ]
        cuts = self._cuts(start, text) if len(cleaned) > 1 and is_unspaced(cleaned) else ()
        return [Word(*box, cleaned, start, style, cuts if len(cuts) == len(cleaned) - 1 else (), run=run)]

    def _missed_space(self, start: int, text: str, style: Style) -> int:
        """Return the place of the first space in the text that pdfium has missed, or 0."""
        is_plain = text.isalpha() and text[1:].islower()  # as most words: there is no place to look at
        if is_plain or style.rotation or style.is_slanted:
            return 0
        for match in _MAY_BE_PARTED.finditer(text):
            gap = self._gap(start + match.start())
            near = (at for at in (match.start() - 1, match.start() + 1) if 0 < at < len(text))
            beside = max((self._gap(start + at) for at in near), default=0.0)
            if gap > _MIN_SPACE * style.size and beside < _MAX_TRACKING * style.size:
                return match.start()
        return 0

    def _edge_of_cell(self, start: int, text: str, style: Style) -> int:
        """Return the place where the text of a cell ends and that of the next one starts without a space, or 0.

        Spreadsheets write each cell as a text object, and cut it at the edge of the next cell.
        """
        if style.rotation or style.is_slanted:
            return 0
        for match in _MAY_BE_CELLS.finditer(text):
            at = match.start()
            is_edge = self._run(start + at - 1) != self._run(start + at)
            if is_edge and self._are_cells(start, text, at) and self._are_apart(start + at, style):
                return at
        return 0

    def _are_cells(self, start: int, text: str, at: int) -> bool:
        """Check for more than a letter on both sides: some programs write each letter, or an accent, as an object."""
        has_left = at > 1 or self._run(start - 2) == self._run(start)
        has_right = len(text) - at > 1 or self._run(start + len(text) + 1) == self._run(start + at)
        is_figure_before_text = text[:at].isdecimal()
        return (has_left and has_right) or ((has_left or has_right) and is_figure_before_text)

    def _are_apart(self, index: int, style: Style) -> bool:
        """Check for a gap between a character and the one before, or for one that is printed over the other."""
        gap = self._gap(index)
        return gap > _MAX_TRACKING * style.size or gap < -_MIN_OVERLAP * style.size

    def _gap(self, index: int) -> float:
        """Return the gap between a character and the one before."""
        before, after = self._box(index - 1), self._box(index)
        return 0.0 if before is None or after is None else after.x0 - before.x1

    def _right_to_left(self, start: int, text: str, style: Style) -> list[Word]:
        """Return one word for each direction in the text.

        Browsers write some words from their last character: then the characters run from left to right on the page.
        """
        text = fix_ligature_order(text, lambda at: self._box(start + at) == self._box(start + at + 1))
        words: list[Word] = []
        for begin, part in self._direction_parts(start, text):
            first = self._box(start + begin)
            last = None if first is None else self._last_box(start + begin, part) or first
            if first is not None and last is not None:
                is_reversed = first.x0 < last.x0 and has_right_to_left(part)
                words += self._words(start + begin, part[::-1] if is_reversed else part, style, _union(first, last))
        return words

    def _direction_parts(self, start: int, text: str) -> Iterator[tuple[int, str]]:
        """Yield the runs of one direction. A left-to-right run is also split where its glyphs jump back to the left."""
        for begin, run in direction_runs(text):
            cut, before = 0, None
            for offset in range(len(run)):
                box = self._box(start + begin + offset)
                jumps_back = before is not None and box is not None and box.x0 < before.x0
                if jumps_back and not has_right_to_left(run):
                    yield begin + cut, run[cut:offset]
                    cut = offset
                before = box or before
            yield begin + cut, run[cut:]

    def _last_box(self, start: int, text: str) -> Box | None:
        """Return the box of the last drawn character. The hyphen that pdfium adds is not drawn."""
        length = len(text) - (text[-1] == _HYPHEN)
        return self._box(start + length - 1) if length > 1 else None

    def _split_at_line_breaks(self, start: int, text: str, first: Box) -> list[Word]:
        """Return one word for each line: pdfium may join the end of a line and the start of the next one."""
        words: list[Word] = []
        for begin, part in self._line_parts(start, text, first):
            box = self._box(begin)
            if box is not None:
                style = self._style(begin, box)
                words += self._words(begin, part, style, _union(box, self._last_box(begin, part) or box))
        return words

    def _line_parts(self, start: int, text: str, first: Box) -> Iterator[tuple[int, str]]:
        begin, line = 0, first
        for offset in range(1, len(text)):
            box = self._box(start + offset)
            if box is not None and _is_on_another_line(line, box):
                yield start + begin, text[begin:offset]
                begin, line = offset, box
        yield start + begin, text[begin:]

    def _without_excess_height(self, start: int, style: Style, box: Box) -> Box:
        """Return the box in the height of its letters: some fonts claim several times as much above and below them."""
        if style.rotation or style.is_slanted or box.y1 - box.y0 <= _MAX_BOX_HEIGHT * style.size:
            return box
        if not pdfium.FPDFText_GetCharOrigin(self._text_page, start, self._x, self._y):
            return box
        x, y = self._x.value, self._y.value
        baseline = self._frame.to_page(x, y, x, y).y0
        return box._replace(y0=baseline - _ABOVE_BASELINE * style.size, y1=baseline + _BELOW_BASELINE * style.size)

    def _cuts(self, start: int, text: str) -> tuple[float, ...]:
        """Return the left edges of the second and following characters."""
        boxes = [self._box(start + offset) for offset in range(1, len(text))]
        return tuple(box.x0 for box in boxes if box is not None)

    def _box(self, index: int) -> Box | None:
        if not pdfium.FPDFText_GetLooseCharBox(self._text_page, index, self._rect):
            return None
        rect = self._rect
        return self._frame.to_page(rect.left, rect.bottom, rect.right, rect.top)

    def _style(self, index: int, box: Box) -> Style:
        """Return the style of a glyph, cached by text object: glyphs of one object share their style."""
        run = self._run(index) or -index - 1
        style = self._styles.get(run)
        if style is None:
            style = self._style_reader.read(index, box, pdfium.FPDFText_GetTextObject(self._text_page, index))
            style = self._styles[run] = self._same_styles.setdefault(style, style)
        return style

    def _run(self, index: int) -> int:
        """Return the number of the text object of a glyph, from 1, or 0 if it has none."""
        if index != self._last_run[0]:
            pointer = pdfium.FPDFText_GetTextObject(self._text_page, index)
            # The bytes are the address; a cast takes longer.
            run = self._runs.setdefault(bytes(pointer), len(self._runs) + 1) if pointer else 0
            self._last_run = index, run
        return self._last_run[1]


def _is_on_another_line(first: Box, last: Box) -> bool:
    height = first.y1 - first.y0
    return abs((last.y0 + last.y1) - (first.y0 + first.y1)) > 1.2 * height


def _union(a: Box, b: Box) -> Box:
    if a is b:
        return a
    return Box(min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3]))


def _without_overprints(words: Sequence[Word]) -> Iterator[Word]:
    """Yield the words without repetitions within two points: some programs make bold text by printing it twice."""
    counts = Counter(word.text for word in words)
    # By text and place: a table may have the same number in thousands of cells.
    seen: defaultdict[tuple[str, float, float], list[Word]] = defaultdict(list)
    for word in words:
        if counts[word.text] > 1:
            if any(_is_same_place(word, other) for other in _near(word, seen)):
                continue
            seen[word.text, word.x0 // _TILE, word.y0 // _TILE].append(word)
        yield word


def _near(word: Word, seen: Mapping[tuple[str, float, float], list[Word]]) -> Iterator[Word]:
    """Yield the prints of the same word whose top left corners may be near."""
    columns = {(word.x0 - _OVERPRINT) // _TILE, (word.x0 + _OVERPRINT) // _TILE}
    rows = {(word.y0 - _OVERPRINT) // _TILE, (word.y0 + _OVERPRINT) // _TILE}
    for column in columns:
        for row in rows:
            yield from seen.get((word.text, column, row), ())


def _is_same_place(word: Word, other: Word) -> bool:
    return abs(word.x0 - other.x0) < _OVERPRINT and abs(word.y0 - other.y0) < _OVERPRINT
