"""Find the columns of text of a page. A table in one of them stands beside lines of another one."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.pipeline.pdf.geometry import Boxed, vertical_overlap
from documents.pipeline.pdf.text.lines import Line, make_line, split_row
from documents.pipeline.pdf.text.words import Word

_PHRASE_GAP = 0.9  # em, as the least white space between columns of text
_MIN_WORDS, _MIN_CHARACTERS = 5, 25  # of a line of running text
_MIN_LINES = 5  # of a column of text
_MIN_BESIDE = 0.4  # of the height of a table, without the leading of the lines beside it


class TextColumns:
    """The columns of text of a page; there are none if all text is in one column."""

    def __init__(self, rows: Sequence[Sequence[Word]]) -> None:
        self._phrases = [phrase for row in rows for phrase in split_row(row, _PHRASE_GAP)]
        long = (make_line(phrase) for phrase in self._phrases if len(phrase) >= _MIN_WORDS)
        self._prose = [line for line in long if line.text_length >= _MIN_CHARACTERS]
        self._gutters = list(self._find_gutters())

    def words(self) -> Iterator[list[Word]]:
        """Yield the words of each column, without those of lines that reach into another column."""
        borders = [float("-inf"), *self._gutters, float("inf")]
        for left, right in pairwise(borders if self._gutters else ()):
            yield [word for phrase in self._phrases if left < phrase[0].x0 and phrase[-1].x1 < right for word in phrase]

    def is_beside_prose(self, box: Boxed) -> bool:
        """Check for lines of another column along most of the height of a box."""
        beside = (line for line in self._prose if line.x0 >= box.x1 or line.x1 <= box.x0)
        height = sum(max(0.0, vertical_overlap(line, box)) for line in beside)
        return height > _MIN_BESIDE * (box.y1 - box.y0)

    def _find_gutters(self) -> Iterator[float]:
        """Yield the middles of the gutters between lines that start at one left edge and those at the next one."""
        starts = Counter(round(line.x0) for line in self._prose)
        edges = [x for x in sorted(starts) if _lines_at(x, starts) >= _MIN_LINES and starts[x] >= starts[x - 1]]
        for left, right in pairwise(edges):
            lines = [line for line in self._prose if left - 1 <= line.x0 < right - 1 and line.x1 < right - 1]
            others = [line for line in self._prose if abs(line.x0 - right) <= 1]
            if len(lines) >= _MIN_LINES and _are_beside(lines, others):
                yield (max(line.x1 for line in lines) + right) / 2


def _lines_at(x: int, starts: Counter[int]) -> int:
    return starts[x - 1] + starts[x] + starts[x + 1]


def _are_beside(lines: Sequence[Line], others: Sequence[Line]) -> bool:
    top, bottom = min(line.y0 for line in lines), max(line.y1 for line in lines)
    return any(top < line.y1 and line.y0 < bottom for line in others)
