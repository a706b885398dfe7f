"""Words become rows (all words at one height), and rows become line segments (words that belong together)."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from operator import attrgetter

from documents.pipeline.pdf.geometry import Placed
from documents.pipeline.pdf.words import Word
from documents.types import Box

_MARKER = re.compile(
    r"^[•●▪‣◦∙·■□▶➢➤✓❖\u2013\u2014\-*○\uf0b7\uf0a7]$|^\(?[\divxIVXa-zA-Z]{1,3}[.)]$|^\d+(\.\d+)+$|^[QA]:?$"
)
_MARKER_GAP = 3.5  # em after a bullet or number
_SEQUENTIAL_GAP = 1.3  # em between words that follow one another in the file
_LOOSE_GAP = 0.75  # em between words that do not, or are of another size: a heading in the next column
_ALIKE = 0.15  # of the larger size
_MIN_STARTS = 6  # lines of a column
_MAX_ACROSS = 0.25  # lines that run across its edge, for each that begins there
_HEAVY_SHARE = 0.7
_BRACKET_GAP = 0.5  # em after a bracket that stands alone
_LEADER_GAP = 6.0  # em between the leaders of a table of contents and the page
_LEADERS = re.compile(r"(?:\.{3,}|…+|·{3,})$")
_PAGE = re.compile(r"[\divxlcIVXLC]{1,5}(?:-\d{1,4})?")
_BRACKETS = frozenset(")}]:")  # drawn one below the other, they hold the lines on their left together


@dataclass(frozen=True)
class Line(Placed):
    """Words of one height that belong together, in reading sequence."""

    words: tuple[Word, ...]
    box: Box

    @cached_property
    def text(self) -> str:
        return joined_text(self.words)

    @property
    def text_length(self) -> int:
        return len(self.text)

    @property
    def position(self) -> int:
        """Where it begins in the order of the file."""
        return self.words[0].position

    @cached_property
    def look(self) -> tuple[float, int, str, tuple[int, int, int]]:
        """Size, weight, font and colour of most of the line; heavy only if nearly all of it is."""
        shares: Counter[tuple[float, int, str, tuple[int, int, int]]] = Counter()
        for word in self.words:
            style = word.style
            shares[style.size, style.weight, style.font, style.color] += len(word.text)
        size, weight, font, color = shares.most_common(1)[0][0]
        heavy = sum(len(word.text) for word in self.words if word.style.weight >= weight)
        if heavy < _HEAVY_SHARE * shares.total():
            weight = min(word.style.weight for word in self.words)
        return size, weight, font, color

    @property
    def size(self) -> float:
        return self.look[0]

    @property
    def weight(self) -> int:
        return self.look[1]

    @property
    def font(self) -> str:
        return self.look[2]

    @property
    def color(self) -> tuple[int, int, int]:
        return self.look[3]


def make_line(words: Sequence[Word]) -> Line:
    x0, y0 = min(word.x0 for word in words), min(word.y0 for word in words)
    x1, y1 = max(word.x1 for word in words), max(word.y1 for word in words)
    return Line(reading_sequence(words), Box(x0, y0, x1, y1))


def joined_text(words: Iterable[Word]) -> str:
    return " ".join(word.text for word in words)


def reading_sequence(words: Sequence[Word]) -> tuple[Word, ...]:
    """Left to right, but right-to-left scripts in pdfium's order, which is logical."""
    if any(is_right_to_left(word.text) for word in words):
        return tuple(sorted(words, key=lambda word: word.position))
    return tuple(words)


def is_right_to_left(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(character) in {"R", "AL"} for character in text)


def rows_of(words: Iterable[Word], *, reach: float = 0.5) -> list[list[Word]]:
    """Words at one height, each row from left to right. `reach` is in heights of the lower word."""
    rows: list[_Row] = []
    for middle, _, height, word in sorted((w.y0 + w.y1, w.x0, w.y1 - w.y0, w) for w in words):
        for row in rows[-4:]:
            if abs(middle - row.middle) < 2 * reach * min(height, row.height):
                row.add(word, middle)
                break
        else:
            rows.append(_Row(word, middle, height))
    return [sorted(row.words, key=_left) for row in rows]


_left = attrgetter("x0")


class _Row:
    """A row while it grows. Middles are counted twice, top plus bottom; `middle` is the mean of the words'."""

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
    """Phrases of a row: a gap of `gap` em or more parts them."""
    phrases = [[row[0]]]
    for word in row[1:]:
        if word.x0 - phrases[-1][-1].x1 < gap * word.style.size:
            phrases[-1].append(word)
        else:
            phrases.append([word])
    return phrases


def phrases_of(words: Iterable[Word], gap: float = 0.6) -> list[list[Word]]:
    return [phrase for row in rows_of(words) for phrase in split_row(row, gap)]


def lines_of(words: Iterable[Word]) -> list[Line]:
    """Line segments from top to bottom; columns are parted, bullets stay with their text."""
    rows = rows_of(words)
    edges = _column_edges(rows)
    return [make_line(segment) for row in rows for segment in _segments(row, edges)]


def _column_edges(rows: Sequence[Sequence[Word]]) -> frozenset[int]:
    """Where, in points from the left, the lines of a column begin beside another one: many words do, after a gap.

    Words of running text do so by chance, above all those of typewriters and scans, but there other lines run across.
    """
    starts: defaultdict[int, list[int]] = defaultdict(list)
    for number, row in enumerate(rows):
        for before, word in pairwise(row):
            if word.x0 - before.x1 > _LOOSE_GAP * word.style.size:
                starts[round(word.x0)].append(number)
    return frozenset(
        x for x in starts if _is_edge(x, rows, [n for step in (-1, 0, 1) for n in starts.get(x + step, ())])
    )


def _is_edge(x: int, rows: Sequence[Sequence[Word]], starting: Sequence[int]) -> bool:
    if len(starting) < _MIN_STARTS:
        return False
    beside = rows[min(starting) : max(starting) + 1]
    across = sum(any(word.x0 < x - 2 and word.x1 > x + 1 for word in row) for row in beside)
    return across <= _MAX_ACROSS * len(starting)


def _segments(row: Sequence[Word], edges: frozenset[int]) -> list[list[Word]]:
    segments = [[row[0]]]
    for word in row[1:]:
        current = segments[-1]
        at_edge = round(word.x0) in edges
        if word.text in _BRACKETS or word.x0 - current[-1].x1 < _allowed_gap(current, word, at_edge=at_edge):
            current.append(word)
        else:
            segments.append([word])
    return segments


def _allowed_gap(current: Sequence[Word], word: Word, *, at_edge: bool) -> float:
    last = current[-1]
    size = max(word.style.size, last.style.size)
    if last.text in _BRACKETS:
        return _BRACKET_GAP * size
    if len(current) == 1 and _MARKER.match(last.text):
        return _MARKER_GAP * size
    if _LEADERS.search(last.text) and _PAGE.fullmatch(word.text):
        return _LEADER_GAP * size
    follows = (
        0 < word.position - last.position <= len(last.text) + 3
        or 0 < last.position - word.position <= len(word.text) + 3
    )
    alike = abs(word.style.size - last.style.size) <= _ALIKE * size
    return (_SEQUENTIAL_GAP if follows and alike and not at_edge else _LOOSE_GAP) * size


def _follows(first: Word, second: Word) -> bool:
    """Whether the second word comes next in the file."""
    return 0 < second.position - first.position <= len(first.text) + 3
