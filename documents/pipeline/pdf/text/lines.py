"""Rows (all words at one height), lines (words of a row that belong together), phrases (parts of a table row)."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from documents.pipeline.pdf.geometry import HasBox, union
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

BULLETS = "•●▪‣◦∙·■□▶➢➤✓❖○"  # no alphabetic characters, dashes or private characters
_LIST_MARKER = re.compile(
    r"^[" + BULLETS + r"\u2013\u2014\-*\uf0b7\uf0a7]$|^\(?[\divxIVXa-zA-Z]{1,3}[.)]$|^\d+(\.\d+)+\.?$|^[QA]:?$"
)
# The largest gaps between two words of a line, in em:
_LIST_MARKER_GAP = 3.5  # after a bullet or number
_SEQUENTIAL_GAP = 1.3  # between words that follow one another in the file and have the same size
_LOOSE_GAP = 0.75  # between other words: the second may be a heading in the next column
_BRACKET_GAP = 0.5  # after a bracket that stands alone
_LEADER_GAP = 6.0  # between the dot leaders of a table of contents and the page number
_LEAST_GAP = min(_LIST_MARKER_GAP, _SEQUENTIAL_GAP, _LOOSE_GAP, _BRACKET_GAP, _LEADER_GAP)
_SAME_SIZE = 0.15  # of the larger size: greatest difference between sizes that count as the same
_MIN_COLUMN_STARTS = 6  # lines of a column
_MAX_CROSSING_LINES = 0.25  # lines that cross the edge of a column, for each line that starts there
_HEAVY_SHARE = 0.7  # of a line's characters
_LEADERS = re.compile(r"(?:\.{3,}|…+|·{3,})$")
_PAGE_NUMBER = re.compile(r"[\divxlcIVXLC]{1,5}(?:-\d{1,4})?")
_LEFT = attrgetter("x0")
_BRACKETS = frozenset(")}]:")  # drawn below one another, on the right of a group of lines (captions of court papers)


@dataclass(frozen=True)
class Line(HasBox):
    """Words at one height that belong together, in logical order. `has_bullet` if a bullet is drawn before them."""

    words: tuple[Word, ...]
    box: Box
    has_bullet: bool = False

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def text_length(self) -> int:
        return len(self.text)

    @property
    def position(self) -> int:
        """The index of its first character in pdfium's text."""
        return self.words[0].position

    @cached_property
    def dominant_style(self) -> tuple[float, int, str, tuple[int, int, int]]:
        """Size, weight, font and colour of most characters. The weight is heavy only if nearly all of the line is."""
        if len({id(word.style) for word in self.words}) == 1:
            return self.words[0].style[:4]
        shares: Counter[tuple[float, int, str, tuple[int, int, int]]] = Counter()
        for word in self.words:
            shares[word.style[:4]] += len(word.text)
        size, weight, font, color = shares.most_common(1)[0][0]
        heavy = sum(len(word.text) for word in self.words if word.style.weight >= weight)
        if heavy < _HEAVY_SHARE * shares.total():
            weight = min(word.style.weight for word in self.words)
        return size, weight, font, color

    @cached_property
    def size(self) -> float:
        return self.dominant_style[0]

    @property
    def weight(self) -> int:
        return self.dominant_style[1]

    @property
    def font(self) -> str:
        return self.dominant_style[2]

    @property
    def color(self) -> tuple[int, int, int]:
        return self.dominant_style[3]


@dataclass(frozen=True, slots=True)
class BodyStyle:
    """Size, font and weight of most of a page's text."""

    size: float
    font: str = ""
    weight: int = 0


def body_style(lines: Sequence[Line]) -> BodyStyle:
    """Return the most frequent size, and the most frequent font and weight at this size, by characters."""
    sizes: Counter[float] = Counter()
    fonts: defaultdict[float, Counter[tuple[str, int]]] = defaultdict(Counter)
    for line in lines:
        size, weight, font, _ = line.dominant_style
        sizes[size] += line.text_length
        fonts[size][font, weight] += line.text_length
    size = sizes.most_common(1)[0][0]
    font, weight = fonts[size].most_common(1)[0][0]
    return BodyStyle(size, font, weight)


def make_line(words: Sequence[Word]) -> Line:
    return Line(logical_order(words), words[0].box if len(words) == 1 else union(words))


def logical_order(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return words of right-to-left scripts in pdfium's order, which is the logical one, and others unchanged."""
    is_ascii = "".join([word.text for word in words]).isascii()  # as most words
    if not is_ascii and any(is_right_to_left(word.text) for word in words):
        return tuple(sorted(words, key=attrgetter("position")))
    return tuple(words)


def is_right_to_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def group_into_rows(words: Iterable[Word]) -> list[list[Word]]:
    """Group words by height, from top to bottom; each row is sorted from left to right.

    A word belongs to a row if their middles are nearer than half the height of the lower one.
    """
    rows: list[_Row] = []
    for middle, _, height, word in sorted([(w.y0 + w.y1, w.x0, w.y1 - w.y0, w) for w in words]):
        for row in rows[-4:]:
            distance = middle - row.middle  # not negative: the words come from top to bottom
            if distance < height and distance < row.height:
                row.add(word, middle)
                break
        else:
            rows.append(_Row(word, middle, height))
    return [sorted(row.words, key=_LEFT) for row in rows]


class _Row:
    """Row under construction. `middle` is the mean of its words' middles, multiplied by two (top plus bottom)."""

    __slots__ = ("height", "middle", "words")

    def __init__(self, word: Word, middle: float, height: float) -> None:
        self.words = [word]
        self.middle = middle
        self.height = height

    def add(self, word: Word, middle: float) -> None:
        count = len(self.words)
        self.middle = (self.middle * count + middle) / (count + 1)
        self.words.append(word)


def split_row(row: Sequence[Word], gap: float) -> list[list[Word]]:
    """Split a row into phrases, at gaps of `gap` em or more."""
    phrase = [row[0]]
    phrases = [phrase]
    for before, word in pairwise(row):
        if word.x0 - before.x1 >= gap * word.style.size:
            phrase = []
            phrases.append(phrase)
        phrase.append(word)
    return phrases


def group_into_phrases(words: Iterable[Word], gap: float = 0.6) -> list[list[Word]]:
    return [phrase for row in group_into_rows(words) for phrase in split_row(row, gap)]


def group_into_lines(words: Iterable[Word]) -> list[Line]:
    """Group words into lines, from top to bottom. Columns are separated, bullets stay with their text."""
    rows = group_into_rows(words)
    edges = _column_edges(rows)
    return [make_line(segment) for row in rows for segment in _segments(row, edges)]


def _column_edges(rows: Sequence[Sequence[Word]]) -> frozenset[int]:
    """Return the left edges, in whole points, of columns that have another column on their left.

    Many words start there after a gap. In running text that also happens by chance, above all in typewriter fonts and
    scans, but there other lines cross the edge.
    """
    starts: defaultdict[int, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for before, word in pairwise(row):
            if word.x0 - before.x1 > _LOOSE_GAP * word.style.size:
                starts[round(word.x0)].append(number)
    return frozenset(
        x for x in starts if _is_column_edge(x, rows, [n for step in (-1, 0, 1) for n in starts.get(x + step, ())])
    )


def _is_column_edge(x: int, rows: Sequence[Sequence[Word]], starting: Sequence[int]) -> bool:
    if len(starting) < _MIN_COLUMN_STARTS:
        return False
    beside = rows[min(starting) : max(starting) + 1]
    crossing = sum(any(word.x0 < x - 2 and word.x1 > x + 1 for word in row) for row in beside)
    return crossing <= _MAX_CROSSING_LINES * len(starting)


def _segments(row: Sequence[Word], edges: frozenset[int]) -> list[list[Word]]:
    segments = [[row[0]]]
    for before, word in pairwise(row):
        current, gap = segments[-1], word.x0 - before.x1
        is_near = gap < _LEAST_GAP * word.style.size or word.text in _BRACKETS
        if is_near or gap < _allowed_gap(current, word, at_edge=round(word.x0) in edges):
            current.append(word)
        else:
            segments.append([word])
    return segments


def _allowed_gap(current: Sequence[Word], word: Word, *, at_edge: bool) -> float:
    """Return the largest gap, in points, after which the word still belongs to the current line."""
    last = current[-1]
    size = max(word.style.size, last.style.size)
    if last.text in _BRACKETS:
        return _BRACKET_GAP * size
    if len(current) == 1 and _LIST_MARKER.match(last.text):
        return _LIST_MARKER_GAP * size
    if _LEADERS.search(last.text) and _PAGE_NUMBER.fullmatch(word.text):
        return _LEADER_GAP * size
    is_sequential = (
        0 < word.position - last.position <= len(last.text) + 3
        or 0 < last.position - word.position <= len(word.text) + 3
    )
    has_same_size = abs(word.style.size - last.style.size) <= _SAME_SIZE * size
    return (_SEQUENTIAL_GAP if is_sequential and has_same_size and not at_edge else _LOOSE_GAP) * size
